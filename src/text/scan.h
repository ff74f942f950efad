// SPDX-License-Identifier: MIT
#ifndef VOLAR_TEXT_SCAN_H
#define VOLAR_TEXT_SCAN_H

// Walking through JSON objects and lists of which only some keys are known.

#include "text/json_in.h"

// Longest key that is compared, with its terminating NUL.
#define VL_MAX_SCAN_KEY 32

// What to do with the value of a key, or with an element. Must take the whole value.
typedef bool (*vlScanField)(vlJsonIn* reader, const char* key, void* to);
typedef bool (*vlScanElement)(vlJsonIn* reader, void* to);

// Takes a null if it is there.
bool vlScan_TakeNull(vlJsonIn* reader);
// Calls `field` for each key, or not at all for null. A key that is too long to be a known one, or
// has escapes, is passed as "".
bool vlScan_Object(vlJsonIn* reader, vlScanField field, void* to);
// Calls `element` for each element, or not at all for null.
bool vlScan_List(vlJsonIn* reader, vlScanElement element, void* to);
typedef enum vlJsonKind {
    VL_JSON_WORD, // true, false, null
    VL_JSON_NUMBER,
    VL_JSON_STRING, // without its quotes, escapes as they are
    VL_JSON_ARRAY,
    VL_JSON_OBJECT, // its values are keys and values in turn
    VL_JSON_CLOSE   // of an array or object
} vlJsonKind;

// What to do with what stands from `start` to `end` of the text; of an array or object its opening.
typedef bool (*vlScanSeen)(void* to, vlJsonKind kind, const char* start, const char* end);

// Takes one value of any kind, nested up to 32 deep, and calls `seen` (may be NULL) for each value
// and key in it.
bool vlScan_Walk(vlJsonIn* reader, vlScanSeen seen, void* to);
bool vlScan_Skip(vlJsonIn* reader);
// Checks that nothing but space is left.
bool vlScan_End(vlJsonIn* reader);

#endif
