// SPDX-License-Identifier: MIT
#include "world/cut_memory.h"

#include "base/hash.h"

vlCutRecord* vlCutMemory_Of(vlCutMemory* memory, vlPairKey key, uint64_t step)
{
    uint64_t hash = vlHash_Word(VL_HASH_SEED, key) & 0xffffffffu;
    vlKeptCut* kept = &memory->kept[(hash * (uint64_t)memory->capacity) >> 32];
    vlKeptCut* old = NULL;
    for (int i = 0; i < VL_CUT_PLACES; ++i) {
        if (kept[i].isTaken && kept[i].key == key) {
            kept[i].lastStep = (uint32_t)step;
            return &kept[i].record;
        }
        bool isOld = !kept[i].isTaken || (uint32_t)step - kept[i].lastStep > 1;
        old = isOld && old == NULL ? &kept[i] : old;
    }
    if (old == NULL) {
        return NULL;
    }
    old->key = key;
    old->lastStep = (uint32_t)step;
    old->isTaken = true;
    old->record.isComplete = false;
    return &old->record;
}
