// SPDX-License-Identifier: MIT
#include "base/grow.h"

#include <stdlib.h>
#include <string.h>

bool vlGrow(const vlAllocator* allocator, void* array, int* room, int need, size_t size)
{
    if (need <= *room) {
        return true;
    }
    void *old, *larger;
    int wanted = *room + *room / 2 + 64;
    wanted = wanted < need ? need : wanted;
    memcpy(&old, array, sizeof old); // whatever type the pointer has
    if (allocator == NULL) {
        larger = realloc(old, (size_t)wanted * size);
    } else {
        larger = allocator->allocate((size_t)wanted * size, allocator->user);
        if (larger != NULL && old != NULL) {
            memcpy(larger, old, (size_t)*room * size);
            allocator->release(old, allocator->user);
        }
    }
    if (larger == NULL) {
        return false;
    }
    memcpy(array, &larger, sizeof larger);
    *room = wanted;
    return true;
}
