// SPDX-License-Identifier: MIT
#include "app/cli/fixed_text.h"

#include <stdarg.h>

#include "app/cli/say.h"

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
    size_t used = vlSay_Into(text->end, text->room, format, arguments);
    va_end(arguments);
    text->end += used;
    text->room -= used;
}
