// SPDX-License-Identifier: MIT
#ifndef VOLAR_BASE_SENTENCE_H
#define VOLAR_BASE_SENTENCE_H

// Where a function that fails writes why: the `message` and `messageSize` of its caller.

#include <stddef.h>

typedef struct vlSentence {
    char* text; // NULL: the caller does not ask
    size_t size;
} vlSentence;

#endif
