// SPDX-License-Identifier: MIT
#include "base/json_text.h"

void vlJsonText_Write(FILE* out, const char* text)
{
    (void)fputc('"', out);
    for (; *text != '\0'; ++text) {
        unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\') {
            (void)fprintf(out, "\\%c", c);
        } else if (c < 0x20) {
            (void)fprintf(out, "\\u%04x", c);
        } else {
            (void)fputc(c, out);
        }
    }
    (void)fputc('"', out);
}
