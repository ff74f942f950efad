// SPDX-License-Identifier: MIT
#ifndef VOLAR_BASE_SENTENCE_H
#define VOLAR_BASE_SENTENCE_H

// Where a function that fails writes why: the `message` and `messageSize` of its caller.

#include <stddef.h>

#include "volar/base.h"

typedef struct vlSentence {
    char* text; // NULL: the caller does not ask
    size_t size;
} vlSentence;

// Writes why into `out`, if it asks, and returns `result`.
vlResult vlSentence_Refuse(vlSentence out, vlResult result, const char* format, ...)
    __attribute__((format(printf, 3, 4)));

// The same for a sentence that may be NULL.
vlResult vlSentence_Fail(const vlSentence* out, vlResult result, const char* format, ...)
    __attribute__((format(printf, 3, 4)));
// VL_ERROR_MEMORY, said of the allocator.
vlResult vlSentence_FailMemory(const vlSentence* out);

#endif
