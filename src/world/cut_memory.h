// SPDX-License-Identifier: MIT
#ifndef VOLAR_WORLD_CUT_MEMORY_H
#define VOLAR_WORLD_CUT_MEMORY_H

// Where the records of cuts are kept from step to step. Only pairs that touch need one, and there
// are far fewer of those than near pairs. So a pair finds its record by its key, in one of a few
// places, and nothing has to move when the list of near pairs is made again. Since a record never
// changes a result, it belongs neither to the state nor to snapshots.

#include "collide/broadphase.h"
#include "collide/cut_record.h"

typedef struct vlKeptCut {
    vlPairKey key;
    uint32_t lastStep; // lower bits of the count of the step that last asked for it
    bool isTaken;
    vlCutRecord record;
} vlKeptCut;

typedef struct vlCutMemory {
    int capacity;
    vlKeptCut* kept; // [capacity + VL_CUT_PLACES - 1]
} vlCutMemory;

// The number of places in which the record of a pair may be.
#define VL_CUT_PLACES 4

// The record of a pair. A pair without one gets the place of a record that was not asked for in
// this step or the one before. NULL: there is no such place.
vlCutRecord* vlCutMemory_Of(vlCutMemory* memory, vlPairKey key, uint64_t step);

#endif
