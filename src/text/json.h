// SPDX-License-Identifier: MIT
#ifndef VOLAR_TEXT_JSON_H
#define VOLAR_TEXT_JSON_H

// JSON as a list of values in the order of the text, for glTF. Values point into the text. Memory
// grows with what was read: at most one value for two bytes of the text.

#include <stdbool.h>
#include <stddef.h>

#include "text/scan.h"

typedef struct vlJsonValue {
    vlJsonKind kind;
    int start, length; // in the text; of a string without its quotes, escapes as they are
    int count;         // values directly in it
    int end;           // the value after it and all that is in it
} vlJsonValue;

typedef struct vlJson {
    const char* text;
    int size;
    vlJsonValue* value;
    int count, room;
    int at;          // of the first fault
    const char* why; // what it is
} vlJson;

typedef enum vlJsonEnd { VL_JSON_GOOD, VL_JSON_FAULT, VL_JSON_NO_MEMORY } vlJsonEnd;

// Reads the text; with VL_JSON_FAULT, `at` and `why` say what is wrong. Free it in any case.
vlJsonEnd vlJson_Parse(vlJson* json, const char* text, int size);
void vlJson_Free(vlJson* json);
// The value of the key in an object; -1 if there is none, or it is no object, or `object` is -1.
int vlJson_Find(const vlJson* json, int object, const char* key);
bool vlJson_IsText(const vlJson* json, int value, const char* text);
// A finite number; false if it is another value, or -1.
bool vlJson_Number(const vlJson* json, int value, double* number);
// Line and column (both from 1) of a place in the text.
void vlJson_Place(const vlJson* json, int at, int* line, int* column);

#endif
