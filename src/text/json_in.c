// SPDX-License-Identifier: MIT
#include "text/json_in.h"

#include <string.h>

#include "base/decimal.h"

// Longest number in characters; programs write at most 25.
#define MAX_DIGITS 64

bool vlJsonIn_Fail(vlJsonIn* reader, const char* why)
{
    if (reader->why == NULL) {
        reader->why = why;
    }
    return false;
}

void vlJsonIn_SkipSpace(vlJsonIn* reader)
{
    while (reader->at < reader->end && (*reader->at == ' ' || *reader->at == '\t' ||
                                        *reader->at == '\n' || *reader->at == '\r')) {
        ++reader->at;
    }
}

static bool isNext(const vlJsonIn* reader, char c)
{
    return reader->at < reader->end && *reader->at == c;
}

bool vlJsonIn_Take(vlJsonIn* reader, char c)
{
    vlJsonIn_SkipSpace(reader);
    if (!isNext(reader, c)) {
        return false;
    }
    ++reader->at;
    return true;
}

// Four hexadecimal digits, or -1.
static int takeHex(vlJsonIn* reader)
{
    int value = 0;
    for (int i = 0; i < 4; ++i) {
        char c = reader->at < reader->end ? *reader->at++ : '\0';
        if (c >= '0' && c <= '9') {
            value = value * 16 + (c - '0');
        } else if ((c | 32) >= 'a' && (c | 32) <= 'f') {
            value = value * 16 + ((c | 32) - 'a' + 10);
        } else {
            return -1;
        }
    }
    return value;
}

// Code point of the escape after a backslash; -1 if it is not one, or half of a surrogate pair.
static int takeEscape(vlJsonIn* reader)
{
    static const char names[] = "\"\\/bfnrt";
    static const char codes[] = "\"\\/\b\f\n\r\t";
    char c = reader->at < reader->end ? *reader->at++ : '\0';
    if (c != 'u') {
        const char* found = c != '\0' ? strchr(names, c) : NULL;
        return found != NULL ? codes[found - names] : -1;
    }
    int code = takeHex(reader);
    if (code < 0xd800 || code > 0xdfff) {
        return code;
    }
    if (code > 0xdbff || reader->end - reader->at < 6 || reader->at[0] != '\\' ||
        reader->at[1] != 'u') {
        return -1;
    }
    reader->at += 2;
    int low = takeHex(reader);
    return low >= 0xdc00 && low <= 0xdfff ? 0x10000 + (code - 0xd800) * 0x400 + (low - 0xdc00) : -1;
}

// Code point of a UTF-8 sequence; -1 if it is cut off, overlong, a surrogate or too large.
static int takeUtf8(vlJsonIn* reader)
{
    unsigned char lead = (unsigned char)*reader->at++;
    if (lead < 0x80) {
        return lead;
    }
    int more = lead >= 0xf0 ? 3 : lead >= 0xe0 ? 2 : 1;
    if (lead < 0xc2 || lead > 0xf4 || reader->end - reader->at < more) {
        return -1;
    }
    int code = lead & (0x3f >> more);
    for (int i = 0; i < more; ++i) {
        unsigned char c = (unsigned char)*reader->at++;
        if ((c & 0xc0) != 0x80) {
            return -1;
        }
        code = code << 6 | (c & 0x3f);
    }
    static const int least[4] = {0, 0x80, 0x800, 0x10000};
    bool isBad = code < least[more] || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff);
    return isBad ? -1 : code;
}

static size_t putUtf8(int code, char bytes[4])
{
    if (code < 0x80) {
        bytes[0] = (char)code;
        return 1;
    }
    size_t more = code >= 0x10000 ? 3 : code >= 0x800 ? 2 : 1;
    for (size_t i = more; i > 0; --i) {
        bytes[i] = (char)(0x80 | (code & 0x3f));
        code >>= 6;
    }
    bytes[0] = (char)((0xff00 >> (more + 1) & 0xff) | code);
    return more + 1;
}

bool vlJsonIn_ReadString(vlJsonIn* reader, char* text, size_t size)
{
    if (!vlJsonIn_Take(reader, '"')) {
        return vlJsonIn_Fail(reader, "a text in double quotes was expected");
    }
    size_t used = 0;
    while (!isNext(reader, '"')) {
        if (reader->at >= reader->end) {
            return vlJsonIn_Fail(reader, "a text without its closing quote");
        }
        bool isEscape = *reader->at == '\\';
        reader->at += isEscape;
        int code = isEscape ? takeEscape(reader) : takeUtf8(reader);
        if (code < 0) {
            return vlJsonIn_Fail(reader, isEscape ? "a text with a bad escape" : "not UTF-8");
        }
        if (code < 0x20 || code == 0x7f) {
            return vlJsonIn_Fail(reader, "a text with a control character");
        }
        char bytes[4];
        size_t length = putUtf8(code, bytes);
        if (used + length >= size) {
            return vlJsonIn_Fail(reader, "a text that is too long");
        }
        memcpy(text + used, bytes, length);
        used += length;
    }
    ++reader->at;
    text[used] = '\0';
    return true;
}

// Digits at `at`, at least one.
static bool skipDigits(vlJsonIn* reader)
{
    const char* first = reader->at;
    while (reader->at < reader->end && *reader->at >= '0' && *reader->at <= '9') {
        ++reader->at;
    }
    return reader->at > first;
}

bool vlJsonIn_ReadNumber(vlJsonIn* reader, double* value)
{
    vlJsonIn_SkipSpace(reader);
    const char* first = reader->at;
    reader->at += isNext(reader, '-');
    bool isGood = isNext(reader, '0');
    reader->at += isGood;
    isGood = isGood || skipDigits(reader);
    if (isGood && isNext(reader, '.')) {
        ++reader->at;
        isGood = skipDigits(reader);
    }
    if (isGood && (isNext(reader, 'e') || isNext(reader, 'E'))) {
        ++reader->at;
        reader->at += isNext(reader, '+') || isNext(reader, '-');
        isGood = skipDigits(reader);
    }
    if (!isGood) {
        return vlJsonIn_Fail(reader, "a number was expected");
    }
    size_t length = (size_t)(reader->at - first);
    if (length > MAX_DIGITS) {
        return vlJsonIn_Fail(reader, "a number with too many digits");
    }
    return vlDecimal_IsPart(first, length, value) ||
           vlJsonIn_Fail(reader, "a number beyond what a double can hold");
}

bool vlJsonIn_ReadBool(vlJsonIn* reader, bool* value)
{
    vlJsonIn_SkipSpace(reader);
    *value = isNext(reader, 't');
    const char* word = *value ? "true" : "false";
    size_t length = strlen(word);
    if ((size_t)(reader->end - reader->at) < length || memcmp(reader->at, word, length) != 0) {
        return vlJsonIn_Fail(reader, "true or false was expected");
    }
    reader->at += length;
    return true;
}
