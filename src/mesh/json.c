// SPDX-License-Identifier: MIT
#include "mesh/json.h"

#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"
#include "base/grow.h"

// glTF nests seven levels deep, extensions a few more.
#define DEEPEST 64
// Keys are looked up one by one: with more, a file could take very long.
#define MOST_KEYS 256

typedef struct Level {
    int value;
    bool isObject;
} Level;

static int add(vlJson* json, vlJsonKind kind, int start)
{
    if (!vlGrow(NULL, &json->value, &json->room, json->count + 1, sizeof *json->value)) {
        return -1;
    }
    json->value[json->count] = (vlJsonValue){kind, start, 0, 0, json->count + 1};
    return json->count++;
}

static vlJsonEnd fail(vlJson* json, int at, const char* wanted)
{
    json->at = at;
    json->wanted = wanted;
    return VL_JSON_FAULT;
}

static bool isOneOf(char c, const char* set)
{
    return c != '\0' && strchr(set, c) != NULL;
}

static int skipSpace(const vlJson* json, int at)
{
    while (at < json->size && isOneOf(json->text[at], " \t\r\n")) {
        ++at;
    }
    return at;
}

// The place after the string that begins at `at`; 0 if it does not end.
static int endOfString(const vlJson* json, int at)
{
    for (int i = at + 1; i < json->size; ++i) {
        if (json->text[i] == '\\') {
            ++i;
        } else if (json->text[i] == '"') {
            return i + 1;
        } else if ((unsigned char)json->text[i] < 0x20) {
            return 0;
        }
    }
    return 0;
}

// Is it a number by the rules of JSON?
static bool isNumber(const char* text, int length)
{
    int i = length > 0 && text[0] == '-';
    int digits = 0, fraction = 0, exponent = 0;
    for (; i < length && text[i] >= '0' && text[i] <= '9'; ++i) {
        ++digits;
    }
    bool isGood = digits > 0;
    if (i < length && text[i] == '.') {
        for (++i; i < length && text[i] >= '0' && text[i] <= '9'; ++i) {
            ++fraction;
        }
        isGood = isGood && fraction > 0;
    }
    if (i < length && (text[i] == 'e' || text[i] == 'E')) {
        ++i;
        i += i < length && (text[i] == '+' || text[i] == '-');
        for (; i < length && text[i] >= '0' && text[i] <= '9'; ++i) {
            ++exponent;
        }
        isGood = isGood && exponent > 0;
    }
    return isGood && i == length;
}

// A string, number or word; `*at` moves behind it.
static vlJsonEnd readPlain(vlJson* json, int* at, bool isKey)
{
    static const char* const words[] = {"true", "false", "null"};
    int start = *at, end = start;
    if (json->text[start] == '"') {
        end = endOfString(json, start);
        if (end == 0) {
            return fail(json, start, "a string that ends on its line");
        }
        int value = add(json, VL_JSON_STRING, start + 1);
        if (value < 0) {
            return VL_JSON_NO_MEMORY;
        }
        json->value[value].length = end - start - 2;
        *at = end;
        return VL_JSON_GOOD;
    }
    while (end < json->size && !isOneOf(json->text[end], " \t\r\n,]}:")) {
        ++end;
    }
    bool isWord = false;
    for (int i = 0; i < 3; ++i) {
        isWord = isWord || (end - start == (int)strlen(words[i]) &&
                            memcmp(json->text + start, words[i], (size_t)(end - start)) == 0);
    }
    if (isKey || (!isWord && !isNumber(json->text + start, end - start))) {
        return fail(json, start, isKey ? "a key in quotes" : "a value");
    }
    int value = add(json, isWord ? VL_JSON_WORD : VL_JSON_NUMBER, start);
    if (value < 0) {
        return VL_JSON_NO_MEMORY;
    }
    json->value[value].length = end - start;
    *at = end;
    return VL_JSON_GOOD;
}

// What stands between the values of an object or array: commas, colons and the end. `*at` moves to
// the next value. `*isEnded`: the level has ended.
static vlJsonEnd readBetween(vlJson* json, int* at, const Level* level, bool* isEnded)
{
    int count = json->value[level->value].count;
    char close = level->isObject ? '}' : ']';
    *at = skipSpace(json, *at);
    *isEnded = *at < json->size && json->text[*at] == close && (!level->isObject || count % 2 == 0);
    if (*isEnded) {
        ++*at;
        json->value[level->value].end = json->count;
        return VL_JSON_GOOD;
    }
    if (count > 0) {
        char between = level->isObject && count % 2 == 1 ? ':' : ',';
        if (*at >= json->size || json->text[*at] != between) {
            return fail(json, *at,
                        between == ':'    ? "':'"
                        : level->isObject ? "',' or '}'"
                                          : "',' or ']'");
        }
        *at = skipSpace(json, *at + 1);
    }
    return *at < json->size ? VL_JSON_GOOD : fail(json, *at, "a value");
}

vlJsonEnd vlJson_Parse(vlJson* json, const char* text, int size)
{
    Level level[DEEPEST];
    int depth = 0, at = 0;
    *json = (vlJson){.text = text, .size = size};
    at = skipSpace(json, 0);
    if (at >= size || text[at] != '{') {
        return fail(json, at, "'{'");
    }
    do {
        vlJsonEnd end = VL_JSON_GOOD;
        bool isKey = false, isEnded = false;
        if (depth > 0) {
            end = readBetween(json, &at, &level[depth - 1], &isEnded);
            if (end != VL_JSON_GOOD) {
                return end;
            }
            if (isEnded) {
                --depth;
                continue;
            }
            vlJsonValue* in = &json->value[level[depth - 1].value];
            isKey = level[depth - 1].isObject && in->count % 2 == 0;
            ++in->count;
            if (level[depth - 1].isObject && in->count > 2 * MOST_KEYS) {
                return fail(json, at, "at most 256 keys of an object");
            }
        }
        bool isObject = text[at] == '{';
        if (isKey || (!isObject && text[at] != '[')) {
            end = readPlain(json, &at, isKey);
            if (end != VL_JSON_GOOD) {
                return end;
            }
            continue;
        }
        int value = add(json, isObject ? VL_JSON_OBJECT : VL_JSON_ARRAY, at);
        if (value < 0 || depth == DEEPEST) {
            return value < 0 ? VL_JSON_NO_MEMORY : fail(json, at, "at most 64 levels");
        }
        level[depth++] = (Level){value, isObject};
        ++at;
    } while (depth > 0);
    // The JSON of a .glb file is padded with blanks.
    at = skipSpace(json, at);
    return at == size ? VL_JSON_GOOD : fail(json, at, "the end of the file");
}

void vlJson_Free(vlJson* json)
{
    free(json->value);
    *json = (vlJson){0};
}

bool vlJson_IsText(const vlJson* json, int value, const char* text)
{
    return value >= 0 && json->value[value].kind == VL_JSON_STRING &&
           json->value[value].length == (int)strlen(text) &&
           memcmp(json->text + json->value[value].start, text, strlen(text)) == 0;
}

int vlJson_Find(const vlJson* json, int object, const char* key)
{
    if (object < 0 || json->value[object].kind != VL_JSON_OBJECT) {
        return -1;
    }
    for (int i = object + 1; i < json->value[object].end; i = json->value[i + 1].end) {
        if (vlJson_IsText(json, i, key)) {
            return i + 1;
        }
    }
    return -1;
}

bool vlJson_Number(const vlJson* json, int value, double* number)
{
    return value >= 0 && json->value[value].kind == VL_JSON_NUMBER &&
           vlDecimal_IsPart(json->text + json->value[value].start,
                            (size_t)json->value[value].length, number);
}

void vlJson_Place(const vlJson* json, int at, int* line, int* column)
{
    *line = *column = 1;
    for (int i = 0; i < at && i < json->size; ++i) {
        *column = json->text[i] == '\n' ? 1 : *column + 1;
        *line += json->text[i] == '\n';
    }
}
