// SPDX-License-Identifier: MIT
#include "app/cli/fixed_text.h"

#include <stdarg.h>
#include <stdio.h>

vlFixedText vlFixedText_Begin(char* buffer, size_t size)
{
    buffer[0] = '\0';
    vlFixedText text = {buffer, size};
    return text;
}

void vlFixedText_Add(vlFixedText* text, const char* format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int written = vsnprintf(text->end, text->room, format, arguments);
    va_end(arguments);
    size_t used = written > 0 ? (size_t)written : 0;
    used = used < text->room ? used : text->room - 1;
    text->end += used;
    text->room -= used;
}
