// SPDX-License-Identifier: MIT
// The list of near pairs and its memory. Bounds carry a margin per body; the list stands until a
// body has moved by its own margin, then it is made anew and the memory of pairs that stay near is
// kept.

#include <string.h>

#include "world/world.h"

// Margin: a part of the body's size, and what it covers in a few steps at its present speed.
#define MARGIN_OF_SIZE 0.004
#define MARGIN_STEPS 6.0
#define MARGIN_MOST_OF_SIZE 0.5

static double speedBound(const vlMotion* m, double radius)
{
    return vlLength(m->velocity) + radius * vlLength(m->omega);
}

// Upper bound of how far any point of the body has moved since the anchor.
static double movedSince(const vlAnchor* anchor, const vlMotion* m, double radius)
{
    vlVec3 shift = vlSub(m->centre, anchor->centre);
    vlQuat q = m->rotation;
    vlQuat o = anchor->rotation;
    double dw = q.w - o.w, dx = q.x - o.x, dy = q.y - o.y, dz = q.z - o.z;
    // The rotation angle is 4 asin(|q - o|/2) <= pi |q - o|.
    return vlLength(shift) + 3.15 * radius * sqrt(dw * dw + dx * dx + dy * dy + dz * dz);
}

static bool listStillHolds(const vlWorld* world, const vlMotion* motions)
{
    if (world->state.head->pairsAreStale) {
        return false;
    }
    for (int i = 0; i < world->model.slotCount; ++i) {
        const vlBodySlot* slot = &world->model.slot[i];
        if (slot->shape != NULL && slot->type != VL_BODY_STATIC) {
            const vlAnchor* anchor = &world->state.anchor[i];
            // Negated, so that a body gone to infinity does not pass for near.
            if (!(movedSince(anchor, &motions[i], slot->radius) <= anchor->margin)) {
                return false;
            }
        }
    }
    return true;
}

static int fillProxies(vlWorld* world, const vlMotion* motions)
{
    int count = 0;
    for (int i = 0; i < world->model.slotCount; ++i) {
        const vlBodySlot* slot = &world->model.slot[i];
        if (slot->shape == NULL) {
            continue;
        }
        vlAnchor* anchor = &world->state.anchor[i];
        anchor->centre = motions[i].centre;
        anchor->rotation = motions[i].rotation;
        double size = slot->radius;
        double most = MARGIN_MOST_OF_SIZE * size;
        double path = MARGIN_STEPS * world->def.step * speedBound(&motions[i], size);
        anchor->margin = MARGIN_OF_SIZE * size + (path < most ? path : most);
        bool isMoving = slot->type != VL_BODY_STATIC;
        for (int k = 0; k < slot->shape->pieceCount; ++k) {
            vlProxy* proxy = &world->work.proxy[count++];
            proxy->body = (uint32_t)i;
            proxy->piece = (uint32_t)k;
            proxy->isMovable = slot->type == VL_BODY_DYNAMIC || slot->pointerInverseMass > 0.0;
            vlProxy_SetBounds(proxy, &slot->shape->pieces[k], world->work.place[i].rotation,
                              world->work.place[i].origin, isMoving ? anchor->margin : 0.0);
        }
    }
    return count;
}

// Takes out pairs of bodies that a joint lets pass through each other.
static int dropExcused(vlWorld* world, int count)
{
    vlPairKey* key = world->work.key;
    int kept = 0;
    vlJoints_List(world);
    for (int i = 0; i < count; ++i) {
        if (!vlJoints_Excuse(world, vlPairKey_BodyA(key[i]), vlPairKey_BodyB(key[i]))) {
            key[kept++] = key[i];
        }
    }
    return kept;
}

// Both lists ascend, so one pass finds the pairs that stay.
static void keepMemory(vlWorld* world, int newCount)
{
    const vlPairKey* key = world->work.key;
    vlNearPair* pair = world->state.pair;
    vlNearPair* old = world->work.oldPair;
    int oldCount = world->state.head->pairCount;
    memcpy(old, pair, (size_t)oldCount * sizeof *old);
    int j = 0;
    for (int i = 0; i < newCount; ++i) {
        while (j < oldCount && old[j].key < key[i]) {
            ++j;
        }
        if (j < oldCount && old[j].key == key[i]) {
            pair[i] = old[j];
        } else {
            memset(&pair[i], 0, sizeof pair[i]);
            pair[i].key = key[i];
        }
    }
    world->state.head->pairCount = newCount;
}

void vlNear_Update(vlWorld* world, const vlMotion* motions)
{
    if (listStillHolds(world, motions)) {
        return;
    }
    int proxyCount = fillProxies(world, motions);
    // The kept order must be a permutation of the proxies there are now.
    if (world->state.head->pairsAreStale) {
        for (int i = 0; i < proxyCount; ++i) {
            world->state.proxyOrder[i] = (uint16_t)i;
        }
    }
    int count = vlBroadphase_FindPairs(world->work.proxy, proxyCount, world->state.proxyOrder,
                                       world->work.key, world->def.capacity.pairs,
                                       &world->state.head->droppedPairs);
    if (world->state.head->jointCount > 0) {
        count = dropExcused(world, count);
    }
    keepMemory(world, count);
    world->state.head->pairsAreStale = false;
}
