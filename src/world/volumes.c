// SPDX-License-Identifier: MIT
// Contact volumes of all near pairs, in the order of their keys.

#include <string.h>

#include "world/world.h"

static double depthOf(const vlContact* c)
{
    return c->volume.highest - c->volume.lowest;
}

// Makes room for a deeper contact by dropping the shallowest; false when all are deeper.
static bool makeRoom(vlWorld* world, double depth)
{
    vlWork* work = &world->work;
    int shallowest = 0;
    for (int i = 1; i < work->contactCount; ++i) {
        if (depthOf(&work->contact[i]) < depthOf(&work->contact[shallowest])) {
            shallowest = i;
        }
    }
    ++work->info.droppedContacts;
    if (work->contactCount == 0 || depthOf(&work->contact[shallowest]) >= depth) {
        return false;
    }
    // The order by key is kept: contacts of one union stay side by side.
    memmove(&work->contact[shallowest], &work->contact[shallowest + 1],
            (size_t)(work->contactCount - shallowest - 1) * sizeof *work->contact);
    --work->contactCount;
    return true;
}

static void addContact(vlWorld* world, int pairIndex, const vlContactVolume* volume, double size)
{
    vlWork* work = &world->work;
    if (work->contactCount >= world->def.capacity.contacts &&
        !makeRoom(world, volume->highest - volume->lowest)) {
        return;
    }
    vlPairKey key = world->state.pair[pairIndex].key;
    vlContact* c = &work->contact[work->contactCount++];
    c->bodyA = vlPairKey_BodyA(key);
    c->bodyB = vlPairKey_BodyB(key);
    c->pair = (uint32_t)pairIndex;
    c->size = size;
    c->groupArea = volume->area;
    c->volume = *volume;
}

void vlVolumes_Find(vlWorld* world)
{
    vlWork* work = &world->work;
    work->contactCount = 0;
    work->pool.pointCount = work->pool.heightCount = 0;
    work->pool.liftedCount = work->pool.liftedFaceCount = 0;
    work->info.droppedContacts = work->info.fallbackContacts = 0;
    for (int i = 0; i < world->state.head->pairCount; ++i) {
        vlNearPair* pair = &world->state.pair[i];
        vlPlaced a = vlWorld_Placed(world, vlPairKey_BodyA(pair->key), vlPairKey_PieceA(pair->key));
        vlPlaced b = vlWorld_Placed(world, vlPairKey_BodyB(pair->key), vlPairKey_PieceB(pair->key));
        vlContactVolume volume;
        vlPairStatus status = vlPair_Collide(&a, &b, &world->def.contact, &pair->cache,
                                             work->scratch, &work->pool, &volume);
        if (status == VL_PAIR_APART) {
            pair->friction.mode = VL_MODE_NONE; // apart for one step: friction forgets
            continue;
        }
        work->info.fallbackContacts += status == VL_PAIR_FALLBACK;
        double size = a.convex->radius < b.convex->radius ? a.convex->radius : b.convex->radius;
        addContact(world, i, &volume, size);
    }
}
