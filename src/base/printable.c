// SPDX-License-Identifier: MIT
#include "base/printable.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

// Bytes of the UTF-8 character at the start of `text` and its number; 0 if it is not one. Overlong
// forms, surrogates and numbers beyond Unicode are not.
static size_t decode(const unsigned char* text, uint32_t* number)
{
    static const struct {
        unsigned char mask, mark;
        uint32_t least;
    } forms[] = {{0x80, 0x00, 0}, {0xe0, 0xc0, 0x80}, {0xf0, 0xe0, 0x800}, {0xf8, 0xf0, 0x10000}};
    for (size_t length = 1; length <= 4; ++length) {
        if ((text[0] & forms[length - 1].mask) != forms[length - 1].mark) {
            continue;
        }
        uint32_t value = text[0] & (unsigned char)~forms[length - 1].mask;
        for (size_t i = 1; i < length; ++i) {
            if ((text[i] & 0xc0u) != 0x80u) { // also at the final NUL
                return 0;
            }
            value = value << 6 | (text[i] & 0x3fu);
        }
        bool isSurrogate = value >= 0xd800 && value <= 0xdfff;
        if (value < forms[length - 1].least || value > 0x10ffff || isSurrogate) {
            return 0;
        }
        *number = value;
        return length;
    }
    return 0;
}

static bool isHarmful(uint32_t c)
{
    bool isControl = c < 0x20 || (c >= 0x7f && c <= 0x9f);
    bool isDirection = c == 0x61c || c == 0x200e || c == 0x200f || (c >= 0x202a && c <= 0x202e) ||
                       (c >= 0x2066 && c <= 0x2069);
    bool isSeparator = c == 0x2028 || c == 0x2029;
    return isControl || isDirection || isSeparator;
}

size_t vlPrintable_Next(const char* text, char piece[VL_PRINTABLE_BYTES])
{
    const unsigned char* bytes = (const unsigned char*)text;
    uint32_t number = 0;
    if (bytes[0] == '\0') {
        piece[0] = '\0';
        return 0;
    }
    size_t length = decode(bytes, &number);
    if (length == 0) {
        (void)snprintf(piece, VL_PRINTABLE_BYTES, "\\x%02x", bytes[0]);
        return 1;
    }
    if (!isHarmful(number)) {
        (void)snprintf(piece, VL_PRINTABLE_BYTES, "%.*s", (int)length, text);
    } else if (number == '\n' || number == '\t') {
        (void)snprintf(piece, VL_PRINTABLE_BYTES, "%s", number == '\n' ? "\\n" : "\\t");
    } else if (number < 0x80) {
        (void)snprintf(piece, VL_PRINTABLE_BYTES, "\\x%02x", (unsigned)number);
    } else {
        (void)snprintf(piece, VL_PRINTABLE_BYTES, "\\u{%x}", (unsigned)number & 0xffffu);
    }
    return length;
}
