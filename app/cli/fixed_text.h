// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_FIXED_TEXT_H
#define VOLAR_APP_FIXED_TEXT_H

// A text that grows within a fixed buffer; what does not fit is cut off.

#include <stddef.h>

typedef struct vlFixedText {
    char* end; // its NUL
    size_t room;
} vlFixedText;

// An empty text in a buffer of `size` bytes, at least one.
vlFixedText vlFixedText_Begin(char* buffer, size_t size);
void vlFixedText_Add(vlFixedText* text, const char* format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
