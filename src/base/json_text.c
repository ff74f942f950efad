// SPDX-License-Identifier: MIT
#include "base/json_text.h"

#include <string.h>

#include "base/printable.h"

void vlJsonText_Write(FILE* out, const char* text)
{
    char piece[VL_PRINTABLE_BYTES];
    size_t step;
    (void)fputc('"', out);
    for (; (step = vlPrintable_Next(text, piece)) > 0; text += step) {
        unsigned char c = (unsigned char)*text;
        unsigned number = 0;
        if (c == '"' || c == '\\') {
            (void)fprintf(out, "\\%c", c);
        } else if (c < 0x20 || c == 0x7f) {
            (void)fprintf(out, "\\u%04x", c);
        } else if (memcmp(piece, text, step) == 0) {
            (void)fputs(piece, out);
        } else if (sscanf(piece, "\\u{%x}", &number) == 1) {
            (void)fprintf(out, "\\u%04x", number);
        } else { // not UTF-8, which JSON has to be: the sign for what cannot be shown
            (void)fputs("\\ufffd", out);
        }
    }
    (void)fputc('"', out);
}
