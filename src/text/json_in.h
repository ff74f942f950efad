// SPDX-License-Identifier: MIT
#ifndef VOLAR_TEXT_JSON_IN_H
#define VOLAR_TEXT_JSON_IN_H

// The pieces of a JSON text, taken one after the other from the front, without allocation and
// independent of the locale. Every function returns false, and remembers the first reason, if the
// text is not as asked for.

#include <stdbool.h>
#include <stddef.h>

typedef struct vlJsonIn {
    const char* at;
    const char* end;
    const char* why;  // of the first failure, NULL: none yet
    const char* what; // the field being read, or NULL
} vlJsonIn;

// Always false.
bool vlJsonIn_Fail(vlJsonIn* reader, const char* why);
void vlJsonIn_SkipSpace(vlJsonIn* reader);
// Skips space, then `c` if it is there.
bool vlJsonIn_Take(vlJsonIn* reader, char c);
// A string into `text`, NUL-terminated, escapes replaced. It must fit, be UTF-8 and have no control
// characters, escaped ones included.
bool vlJsonIn_ReadString(vlJsonIn* reader, char* text, size_t size);
// A finite number, rounded to the nearest double.
bool vlJsonIn_ReadNumber(vlJsonIn* reader, double* value);
bool vlJsonIn_ReadBool(vlJsonIn* reader, bool* value);

#endif
