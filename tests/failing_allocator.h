// SPDX-License-Identifier: MIT
#ifndef VOLAR_TESTS_FAILING_ALLOCATOR_H
#define VOLAR_TESTS_FAILING_ALLOCATOR_H

// An allocator that refuses every call from a chosen one on and counts the blocks in use. Blocks
// are filled with noise, so that nothing can rely on fresh memory being zero, and have exactly the
// size asked for, so that the address sanitizer detects an access one byte too far.

#include <stdlib.h>
#include <string.h>

#include "volar/base.h"

typedef struct vlFailingAllocator {
    int allowed; // allocations to grant before refusing all; negative: refuse none
    int calls;   // allocations requested so far
    int live;    // blocks granted and not yet released
} vlFailingAllocator;

static inline void* vlFailingAllocator_Allocate(size_t size, void* user)
{
    vlFailingAllocator* a = user;
    if (a->allowed >= 0 && a->calls >= a->allowed) {
        ++a->calls;
        return NULL;
    }
    ++a->calls;
    void* block = NULL;
    if (posix_memalign(&block, 64, size > 0 ? size : 1) != 0) {
        return NULL;
    }
    memset(block, 0xa5, size);
    ++a->live;
    return block;
}

static inline void vlFailingAllocator_Release(void* block, void* user)
{
    vlFailingAllocator* a = user;
    a->live -= block != NULL;
    free(block);
}

static inline vlAllocator vlFailingAllocator_Make(vlFailingAllocator* allocator, int allowed)
{
    allocator->allowed = allowed;
    allocator->calls = allocator->live = 0;
    vlAllocator hooks = {vlFailingAllocator_Allocate, vlFailingAllocator_Release, allocator};
    return hooks;
}

#endif
