// SPDX-License-Identifier: MIT
// Contact volumes of all near pairs, in the order of their keys.

#include <string.h>

#include "world/world.h"

static double depthOf(const vlContact* c)
{
    return c->volume.highest - c->volume.lowest;
}

// The order by key is kept: contacts of one union stay side by side.
static void dropShallowest(vlEvaluation* e)
{
    int shallowest = 0;
    for (int i = 1; i < e->contactCount; ++i) {
        if (depthOf(&e->contact[i]) < depthOf(&e->contact[shallowest])) {
            shallowest = i;
        }
    }
    memmove(&e->contact[shallowest], &e->contact[shallowest + 1],
            (size_t)(e->contactCount - shallowest - 1) * sizeof *e->contact);
    --e->contactCount;
}

void vlVolumes_Keep(vlWorld* world, int pairIndex, double size)
{
    vlEvaluation* e = world->work.current;
    vlContact* c = &e->contact[e->contactCount];
    vlPairKey key = world->state.pair[pairIndex].key;
    c->bodyA = vlPairKey_BodyA(key);
    c->bodyB = vlPairKey_BodyB(key);
    c->pair = (uint32_t)pairIndex;
    c->key = key;
    c->size = size;
    c->groupArea = c->volume.area;
    ++e->contactCount;
    if (e->contactCount > world->def.capacity.contacts) {
        dropShallowest(e);
        ++world->work.info.droppedContacts;
    }
}

void vlVolumes_Clear(vlWorld* world)
{
    vlEvaluation* e = world->work.current;
    e->contactCount = 0;
    e->pool.pointCount = e->pool.heightCount = 0;
    e->pool.liftedCount = e->pool.liftedFaceCount = 0;
    world->work.info.droppedContacts = world->work.info.fallbackContacts = 0;
}

void vlVolumes_Forget(vlNearPair* pair)
{
    pair->friction.mode = VL_MODE_NONE; // apart for one step: friction forgets
    pair->touch = (vlTouchMemory){0};
}

void vlVolumes_Find(vlWorld* world, bool remember)
{
    vlWork* work = &world->work;
    vlEvaluation* e = work->current;
    vlVolumes_Clear(world);
    for (int i = 0; i < world->state.head->pairCount; ++i) {
        vlNearPair* pair = &world->state.pair[i];
        bool isResting = world->def.sleep && vlSleep_IsResting(world, pair->key);
        if (isResting && vlSleep_TakeKept(world, i)) {
            continue;
        }
        vlPairCache spare = pair->cache; // looking at a sleeping pair changes nothing of it
        vlPlaced a = vlWorld_Placed(world, vlPairKey_BodyA(pair->key), vlPairKey_PieceA(pair->key));
        vlPlaced b = vlWorld_Placed(world, vlPairKey_BodyB(pair->key), vlPairKey_PieceB(pair->key));
        vlContactVolume* volume = &e->contact[e->contactCount].volume;
        vlPairStatus status =
            vlPair_Collide(&a, &b, &world->def.contact, isResting ? &spare : &pair->cache,
                           work->scratch, &e->pool, volume);
        if (status == VL_PAIR_APART) {
            if (remember) {
                vlVolumes_Forget(pair);
            }
            continue;
        }
        work->info.fallbackContacts += status == VL_PAIR_FALLBACK;
        double size = a.convex->radius < b.convex->radius ? a.convex->radius : b.convex->radius;
        vlVolumes_Keep(world, i, size);
    }
}
