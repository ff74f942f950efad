// SPDX-License-Identifier: MIT
#ifndef VOLAR_BASE_JSON_TEXT_H
#define VOLAR_BASE_JSON_TEXT_H

// Texts in JSON.

#include <stdio.h>

// Writes `text` in quotes, with what must not stand there written as JSON has it.
void vlJsonText_Write(FILE* out, const char* text);

#endif
