// SPDX-License-Identifier: MIT
#include "scene/text.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

// A flow list breaks after an item that ends beyond this column.
#define FULL_LINE 90

void vlText_PutBytes(vlText* text, const char* bytes, size_t count)
{
    if (text->isExhausted) {
        return;
    }
    if (text->used + count + 1 > text->room) {
        size_t room = 2 * (text->used + count) + 1024;
        char* larger = realloc(text->data, room);
        if (larger == NULL) {
            text->isExhausted = true;
            return;
        }
        text->data = larger;
        text->room = room;
    }
    memcpy(text->data + text->used, bytes, count);
    text->used += count;
    text->data[text->used] = '\0';
    for (size_t i = 0; i < count; ++i) {
        if (bytes[i] == '\n') {
            text->lineStart = text->used - count + i + 1;
        }
    }
}

void vlText_Put(vlText* text, const char* words)
{
    vlText_PutBytes(text, words, strlen(words));
}

void vlText_PutInt(vlText* text, int value)
{
    char digits[16];
    snprintf(digits, sizeof digits, "%d", value);
    vlText_Put(text, digits);
}

void vlText_PutNumber(vlText* text, double value)
{
    char digits[40];
    double number = value + 0.0;
    for (int precision = 15; precision <= 17; ++precision) {
        snprintf(digits, sizeof digits, "%.*g", precision, number);
        if (strtod(digits, NULL) == number) {
            break;
        }
    }
    vlText_Put(text, digits);
}

void vlText_PutVec(vlText* text, vlVec3 v)
{
    vlText_Put(text, "[");
    vlText_PutNumber(text, v.x);
    vlText_Put(text, ", ");
    vlText_PutNumber(text, v.y);
    vlText_Put(text, ", ");
    vlText_PutNumber(text, v.z);
    vlText_Put(text, "]");
}

void vlText_PutName(vlText* text, const char* name)
{
    static const char* const special[] = {"y",   "n",    "yes",   "no",  "on",
                                          "off", "true", "false", "null"};
    bool isPlain = (name[0] >= 'a' && name[0] <= 'z') || (name[0] >= 'A' && name[0] <= 'Z');
    for (size_t i = 0; i < sizeof special / sizeof special[0]; ++i) {
        isPlain = isPlain && strcasecmp(name, special[i]) != 0;
    }
    vlText_Put(text, isPlain ? "" : "\"");
    vlText_Put(text, name);
    vlText_Put(text, isPlain ? "" : "\"");
}

void vlText_PutComma(vlText* text)
{
    vlText_Put(text, text->used - text->lineStart > FULL_LINE ? ",\n        " : ", ");
}

// The character at `c` of a valid UTF-8 text, and how many bytes it has.
static uint32_t decode(const char* c, size_t* length)
{
    unsigned first = (unsigned char)c[0];
    *length = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    uint32_t code = *length == 1 ? first : first & (0x7fu >> *length);
    for (size_t i = 1; i < *length && c[i] != '\0'; ++i) {
        code = code << 6 | ((unsigned char)c[i] & 0x3fu);
    }
    return code;
}

// Is it one of those that YAML takes as they are and does not take for an end of a line?
static bool isPrintable(uint32_t code)
{
    bool isControl = code < 0x20 || (code >= 0x7f && code < 0xa0);
    bool isBreak = code == 0x2028 || code == 0x2029;
    return !isControl && !isBreak && code != 0xfeff && code != 0xfffe && code != 0xffff;
}

bool vlText_IsPrintable(const char* words)
{
    size_t length;
    for (const char* c = words; *c != '\0'; c += length) {
        if (!isPrintable(decode(c, &length)) && *c != '\n') {
            return false;
        }
    }
    return true;
}

void vlText_PutQuoted(vlText* text, const char* words)
{
    size_t length;
    vlText_Put(text, "\"");
    for (const char* c = words; *c != '\0'; c += length) {
        uint32_t code = decode(c, &length);
        char escape[16];
        if (*c == '\n') {
            vlText_Put(text, "\\n");
        } else if (!isPrintable(code)) {
            snprintf(escape, sizeof escape, "\\u%04x", (unsigned)code);
            vlText_Put(text, escape);
        } else {
            vlText_Put(text, *c == '"' || *c == '\\' ? "\\" : "");
            vlText_PutBytes(text, c, length);
        }
    }
    vlText_Put(text, "\"");
}
