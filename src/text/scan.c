// SPDX-License-Identifier: MIT
#include "text/scan.h"

#include <stdint.h>
#include <string.h>

#define MAX_DEPTH 32

bool vlScan_TakeNull(vlJsonIn* reader)
{
    vlJsonIn_SkipSpace(reader);
    if (reader->end - reader->at < 4 || memcmp(reader->at, "null", 4) != 0) {
        return false;
    }
    reader->at += 4;
    return true;
}

// A string of any length, which stands from `first` on. Negative with a fault.
static long takeString(vlJsonIn* reader, const char** first)
{
    if (!vlJsonIn_Take(reader, '"')) {
        (void)vlJsonIn_Fail(reader, "a text in double quotes was expected");
        return -1;
    }
    *first = reader->at;
    while (reader->at < reader->end && *reader->at != '"') {
        if ((unsigned char)*reader->at < 0x20) {
            (void)vlJsonIn_Fail(reader, "a text with a control character");
            return -1;
        }
        reader->at += *reader->at == '\\' && reader->end - reader->at > 1 ? 2 : 1;
    }
    if (reader->at >= reader->end) {
        (void)vlJsonIn_Fail(reader, "a text without its closing quote");
        return -1;
    }
    ++reader->at;
    return (long)(reader->at - 1 - *first);
}

static bool takeColon(vlJsonIn* reader)
{
    return vlJsonIn_Take(reader, ':') || vlJsonIn_Fail(reader, "a colon was expected");
}

// A key that is too long, or has escapes, becomes "".
static bool scanKey(vlJsonIn* reader, char key[VL_MAX_SCAN_KEY])
{
    const char* first;
    long length = takeString(reader, &first);
    key[0] = '\0';
    if (length >= 0 && length < VL_MAX_SCAN_KEY && memchr(first, '\\', (size_t)length) == NULL) {
        memcpy(key, first, (size_t)length);
        key[length] = '\0';
    }
    return length >= 0 && takeColon(reader);
}

bool vlScan_Object(vlJsonIn* reader, vlScanField field, void* to)
{
    if (vlScan_TakeNull(reader)) {
        return true;
    }
    if (!vlJsonIn_Take(reader, '{')) {
        return vlJsonIn_Fail(reader, "an object in braces was expected");
    }
    if (vlJsonIn_Take(reader, '}')) {
        return true;
    }
    do {
        char key[VL_MAX_SCAN_KEY];
        if (!scanKey(reader, key) || !field(reader, key, to)) {
            return false;
        }
    } while (vlJsonIn_Take(reader, ','));
    return vlJsonIn_Take(reader, '}') ||
           vlJsonIn_Fail(reader, "a comma or the closing brace was expected");
}

bool vlScan_List(vlJsonIn* reader, vlScanElement element, void* to)
{
    if (vlScan_TakeNull(reader)) {
        return true;
    }
    if (!vlJsonIn_Take(reader, '[')) {
        return vlJsonIn_Fail(reader, "a list in brackets was expected");
    }
    if (vlJsonIn_Take(reader, ']')) {
        return true;
    }
    do {
        if (!element(reader, to)) {
            return false;
        }
    } while (vlJsonIn_Take(reader, ','));
    return vlJsonIn_Take(reader, ']') ||
           vlJsonIn_Fail(reader, "a comma or the closing bracket was expected");
}

// Who wants to know what is found.
typedef struct Watch {
    vlScanSeen seen;
    void* to;
} Watch;

static bool tell(const Watch* watch, vlJsonKind kind, const char* start, const char* end)
{
    return watch->seen == NULL || watch->seen(watch->to, kind, start, end);
}

static bool walkString(vlJsonIn* reader, const Watch* watch)
{
    const char* first;
    long length = takeString(reader, &first);
    return length >= 0 && tell(watch, VL_JSON_STRING, first, first + length);
}

static bool walkPlain(vlJsonIn* reader, const Watch* watch)
{
    double number;
    bool truth;
    vlJsonIn_SkipSpace(reader);
    const char* start = reader->at;
    if (start >= reader->end) {
        return vlJsonIn_Fail(reader, "a value was expected");
    }
    if (*start == '"') {
        return walkString(reader, watch);
    }
    bool isWord = *start == 't' || *start == 'f' || *start == 'n';
    bool isGood = *start == 'n'
                      ? vlScan_TakeNull(reader) || vlJsonIn_Fail(reader, "a value was expected")
                  : isWord ? vlJsonIn_ReadBool(reader, &truth)
                           : vlJsonIn_ReadNumber(reader, &number);
    return isGood && tell(watch, isWord ? VL_JSON_WORD : VL_JSON_NUMBER, start, reader->at);
}

// Works without recursion: one bit for each level says whether it is an object.
bool vlScan_Walk(vlJsonIn* reader, vlScanSeen seen, void* to)
{
    const Watch watch = {seen, to};
    uint32_t objects = 0;
    int depth = 0;
    for (bool isDone = false; !isDone;) {
        bool isObject = vlJsonIn_Take(reader, '{');
        if (isObject || vlJsonIn_Take(reader, '[')) {
            if (depth == MAX_DEPTH) {
                return vlJsonIn_Fail(reader, "nested too deeply");
            }
            if (!tell(&watch, isObject ? VL_JSON_OBJECT : VL_JSON_ARRAY, reader->at - 1,
                      reader->at)) {
                return false;
            }
            objects = objects << 1 | (uint32_t)isObject;
            ++depth;
            vlJsonIn_SkipSpace(reader);
            bool isEmpty = reader->at < reader->end && *reader->at == (isObject ? '}' : ']');
            if (!isEmpty) {
                if (isObject && !(walkString(reader, &watch) && takeColon(reader))) {
                    return false;
                }
                continue;
            }
        } else if (!walkPlain(reader, &watch)) {
            return false;
        }
        // After a value: the next of its list or object, or the end of some of them.
        while (depth > 0 && vlJsonIn_Take(reader, (objects & 1u) != 0 ? '}' : ']')) {
            objects >>= 1;
            --depth;
            if (!tell(&watch, VL_JSON_CLOSE, reader->at - 1, reader->at)) {
                return false;
            }
        }
        isDone = depth == 0;
        if (!isDone && !vlJsonIn_Take(reader, ',')) {
            return vlJsonIn_Fail(reader, "a comma or a closing bracket was expected");
        }
        if (!isDone && (objects & 1u) != 0 && !(walkString(reader, &watch) && takeColon(reader))) {
            return false;
        }
    }
    return true;
}

bool vlScan_Skip(vlJsonIn* reader)
{
    return vlScan_Walk(reader, NULL, NULL);
}

bool vlScan_End(vlJsonIn* reader)
{
    vlJsonIn_SkipSpace(reader);
    return reader->at == reader->end || vlJsonIn_Fail(reader, "more after the closing brace");
}
