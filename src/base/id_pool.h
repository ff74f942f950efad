// SPDX-License-Identifier: MIT
#ifndef VOLAR_BASE_ID_POOL_H
#define VOLAR_BASE_ID_POOL_H

// Ids of things that live in the slots of a fixed array. An id is an index, counted from 1, and a
// generation, which says how many things that slot has held: the id of a destroyed thing never
// names the one that takes its place. The slots belong to the caller; each begins with a vlIdSlot.
// Slots and counts contain no pointers, so that they can be saved and restored as bytes.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// First member of everything that has an id. All zero means free and never used.
typedef struct vlIdSlot {
    uint32_t generation; // how many things were made here so far
    bool isTaken;
} vlIdSlot;

typedef struct vlIdCount {
    int used;   // slots ever taken; those above are untouched
    int living; // slots taken now
} vlIdCount;

typedef struct vlIdPool {
    vlIdCount* count;
    void* slots;
    size_t stride; // bytes from one slot to the next
    int capacity;
} vlIdPool;

static inline void* vlIdPool_At(const vlIdPool* pool, int index)
{
    return (unsigned char*)pool->slots + (size_t)index * pool->stride;
}

// Index of the slot, among the first `used`, that holds the thing with this id; -1 if it is gone.
int vlIdSlots_Find(const void* slots, size_t stride, int used, uint32_t index1,
                   uint32_t generation);

// Takes the lowest free slot, raises its generation and returns its index; -1 if all are taken.
// Nothing else of the slot is changed.
int vlIdPool_Take(vlIdPool* pool);

// Gives a slot back.
void vlIdPool_Free(vlIdPool* pool, int index);

#endif
