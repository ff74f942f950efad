// SPDX-License-Identifier: MIT
#ifndef VOLAR_SCENE_TEXT_H
#define VOLAR_SCENE_TEXT_H

// A text that grows while a scene is written into it.

#include <stdbool.h>
#include <stddef.h>

#include "volar/math.h"

typedef struct vlText {
    char* data; // malloc'd; NUL-ended once anything was put
    size_t used, room;
    size_t lineStart;
    bool isExhausted; // memory ran out; what was put since is lost
} vlText;

void vlText_Put(vlText* text, const char* words);
void vlText_PutBytes(vlText* text, const char* bytes, size_t count);
void vlText_PutInt(vlText* text, int value);
// Shortest decimal form that reads back to the same bits; `inf` if infinite; no negative zero.
void vlText_PutNumber(vlText* text, double value);
// [x, y, z]
void vlText_PutVec(vlText* text, vlVec3 v);
// A name, in quotes where another reader could take it for a number or a truth value.
void vlText_PutName(vlText* text, const char* name);
// Between items of a flow list: a comma, and a new line if this one is full.
void vlText_PutComma(vlText* text);
// Can a text in UTF-8 stand as it is, without the escapes of a quoted one?
bool vlText_IsPrintable(const char* words);
// Any text in UTF-8, in quotes.
void vlText_PutQuoted(vlText* text, const char* words);

#endif
