// SPDX-License-Identifier: MIT
#ifndef VOLAR_BASE_ARENA_H
#define VOLAR_BASE_ARENA_H

// Carves arrays out of one block. The caller lays out its arrays twice with the same code: first
// with `base == NULL`, which only measures the size, then on the block. So the two cannot disagree.

#include <stddef.h>
#include <stdint.h>

#define VL_CACHE_LINE 64u

typedef struct vlArena {
    unsigned char* base; // NULL while measuring
    size_t used;
} vlArena;

// Room for `count` elements of `size` bytes, aligned to a cache line. NULL while measuring.
static inline void* vlArena_Take(vlArena* arena, size_t count, size_t size)
{
    size_t start = (arena->used + VL_CACHE_LINE - 1u) & ~(size_t)(VL_CACHE_LINE - 1u);
    arena->used = start + count * size;
    return arena->base != NULL ? arena->base + start : NULL;
}

#endif
