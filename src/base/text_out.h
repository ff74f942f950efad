// SPDX-License-Identifier: MIT
#ifndef VOLAR_BASE_TEXT_OUT_H
#define VOLAR_BASE_TEXT_OUT_H

// A text in memory, written through a stream. Unlike open_memstream, which forgets that it had no
// memory for some of the bytes, it gives the whole text or none.

#include <stddef.h>
#include <stdio.h>

typedef struct vlTextOut {
    FILE* stream; // to write to; NULL: not open
    char* text;
    size_t used, room;
} vlTextOut;

// The stream, or NULL without memory. The address of `out` must stay the same until it is closed.
FILE* vlTextOut_Open(vlTextOut* out);
// The text, with a zero byte behind it, which the caller frees; NULL if anything could not be
// written, or nothing was open. `size` (may be NULL) is its length.
char* vlTextOut_Close(vlTextOut* out, size_t* size);

#endif
