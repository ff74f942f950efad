// SPDX-License-Identifier: MIT
#ifndef VOLAR_BASE_JSON_TEXT_H
#define VOLAR_BASE_JSON_TEXT_H

// Strings in JSON.

#include <stdio.h>

// Writes `text` as a JSON string, in quotes and with the necessary escapes.
void vlJsonText_Write(FILE* out, const char* text);

#endif
