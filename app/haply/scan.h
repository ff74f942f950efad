// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_HAPLY_SCAN_H
#define VOLAR_APP_HAPLY_SCAN_H

// Walking through JSON objects and lists of which only some keys are known.

#include "app/socket/json_in.h"

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
// Skips one value of any kind, nested up to 32 deep.
bool vlScan_Skip(vlJsonIn* reader);
// Checks that nothing but space is left.
bool vlScan_End(vlJsonIn* reader);

#endif
