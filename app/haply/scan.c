// SPDX-License-Identifier: MIT
#include "app/haply/scan.h"

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

// A string of any length. Copies it, or nothing if it is too long or has escapes.
static bool scanString(vlJsonIn* reader, char* start, size_t size)
{
    start[0] = '\0';
    if (!vlJsonIn_Take(reader, '"')) {
        return vlJsonIn_Fail(reader, "a text in double quotes was expected");
    }
    const char* first = reader->at;
    bool isPlain = true;
    while (reader->at < reader->end && *reader->at != '"') {
        if ((unsigned char)*reader->at < 0x20) {
            return vlJsonIn_Fail(reader, "a text with a control character");
        }
        bool isEscape = *reader->at == '\\';
        isPlain = isPlain && !isEscape;
        reader->at += isEscape && reader->end - reader->at > 1 ? 2 : 1;
    }
    if (reader->at >= reader->end) {
        return vlJsonIn_Fail(reader, "a text without its closing quote");
    }
    size_t length = (size_t)(reader->at - first);
    if (isPlain && length < size) {
        memcpy(start, first, length);
        start[length] = '\0';
    }
    ++reader->at;
    return true;
}

static bool scanKey(vlJsonIn* reader, char key[VL_MAX_SCAN_KEY])
{
    return scanString(reader, key, VL_MAX_SCAN_KEY) &&
           (vlJsonIn_Take(reader, ':') || vlJsonIn_Fail(reader, "a colon was expected"));
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

static bool skipPlain(vlJsonIn* reader)
{
    char start[1];
    double number;
    bool truth;
    if (vlScan_TakeNull(reader)) {
        return true;
    }
    if (reader->at >= reader->end) {
        return vlJsonIn_Fail(reader, "a value was expected");
    }
    switch (*reader->at) {
    case '"': return scanString(reader, start, sizeof start);
    case 't':
    case 'f': return vlJsonIn_ReadBool(reader, &truth);
    default: return vlJsonIn_ReadNumber(reader, &number);
    }
}

// Works without recursion: one bit for each level says whether it is an object.
bool vlScan_Skip(vlJsonIn* reader)
{
    uint32_t objects = 0;
    int depth = 0;
    for (bool isDone = false; !isDone;) {
        char key[VL_MAX_SCAN_KEY];
        bool isObject = vlJsonIn_Take(reader, '{');
        if (isObject || vlJsonIn_Take(reader, '[')) {
            if (depth == MAX_DEPTH) {
                return vlJsonIn_Fail(reader, "nested too deeply");
            }
            objects = objects << 1 | (uint32_t)isObject;
            ++depth;
            vlJsonIn_SkipSpace(reader);
            bool isEmpty = reader->at < reader->end && *reader->at == (isObject ? '}' : ']');
            if (!isEmpty) {
                if (isObject && !scanKey(reader, key)) {
                    return false;
                }
                continue;
            }
        } else if (!skipPlain(reader)) {
            return false;
        }
        // After a value: the next of its list or object, or the end of some of them.
        while (depth > 0 && vlJsonIn_Take(reader, (objects & 1u) != 0 ? '}' : ']')) {
            objects >>= 1;
            --depth;
        }
        isDone = depth == 0;
        if (!isDone && !vlJsonIn_Take(reader, ',')) {
            return vlJsonIn_Fail(reader, "a comma or a closing bracket was expected");
        }
        if (!isDone && (objects & 1u) != 0 && !scanKey(reader, key)) {
            return false;
        }
    }
    return true;
}

bool vlScan_End(vlJsonIn* reader)
{
    vlJsonIn_SkipSpace(reader);
    return reader->at == reader->end || vlJsonIn_Fail(reader, "more after the closing brace");
}
