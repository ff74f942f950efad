// SPDX-License-Identifier: MIT
#ifndef VOLAR_TEXT_POOL_H
#define VOLAR_TEXT_POOL_H

// Memory that is taken in small pieces and freed all at once, so that a reader cannot leak any of
// it, wherever it returns.

#include <stdbool.h>
#include <stddef.h>

struct vlPoolBlock;

typedef struct vlPool {
    struct vlPoolBlock* blocks; // newest first; pieces are taken from the newest
    size_t used, size;          // bytes of the newest
    bool isExhausted;           // an allocation failed; stays true
} vlPool;

// `count` zeroed elements of `size` bytes, aligned for any type; NULL without memory. A count of 0
// gives a valid pointer to nothing.
void* vlPool_Take(vlPool* pool, size_t count, size_t size);
// A copy of `length` bytes of text and a NUL; NULL without memory.
char* vlPool_CopyText(vlPool* pool, const char* text, size_t length);
void vlPool_Free(vlPool* pool);

#endif
