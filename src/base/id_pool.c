// SPDX-License-Identifier: MIT
#include "base/id_pool.h"

static vlIdSlot* slotAt(const vlIdPool* pool, int index)
{
    return vlIdPool_At(pool, index);
}

int vlIdSlots_Find(const void* slots, size_t stride, int used, uint32_t index1, uint32_t generation)
{
    if (index1 < 1 || index1 > (uint32_t)used) {
        return -1;
    }
    const vlIdSlot* slot =
        (const vlIdSlot*)(const void*)((const unsigned char*)slots + (index1 - 1u) * stride);
    return slot->isTaken && slot->generation == generation ? (int)index1 - 1 : -1;
}

int vlIdPool_Take(vlIdPool* pool)
{
    vlIdCount* count = pool->count;
    int i = count->living == count->used ? count->used : 0; // no gaps: take the next
    while (i < count->used && slotAt(pool, i)->isTaken) {
        ++i;
    }
    if (i == pool->capacity) {
        return -1;
    }
    vlIdSlot* slot = slotAt(pool, i);
    slot->isTaken = true;
    ++slot->generation;
    count->used += i == count->used;
    ++count->living;
    return i;
}

void vlIdPool_Free(vlIdPool* pool, int index)
{
    slotAt(pool, index)->isTaken = false;
    --pool->count->living;
}
