// SPDX-License-Identifier: MIT
// The list of near pairs and its memory. Bounds carry a margin per body; the list is valid until a
// body has moved by its own margin. Then it is made again, and the memory of pairs that stay near
// is kept.

#include "world/near_pairs.h"

#include <string.h>

#include "world/expect.h"
#include "world/passing.h"

// The margin: a part of the body's size, and the distance that it covers in a few steps at its
// present speed.
#define MARGIN_OF_SIZE 0.004
#define MARGIN_STEPS 6.0
#define MARGIN_MOST_OF_SIZE 0.5
// But at least the distance that it may cover in this many steps, where contacts are found before
// bodies overlap.
#define STEPS_AHEAD 2.0

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

// How far a body may come in the step that begins, where contacts are found before bodies overlap.
static double reachAhead(const vlModel* model, const vlWork* work, int body)
{
    return work->isForeseeing ? vlExpect_Reach(model, work, body) : 0.0;
}

static bool listStillHolds(const vlModel* model, const vlState* state, const vlWork* work,
                           const vlMotion* motions)
{
    if (state->head->pairsAreStale) {
        return false;
    }
    for (int i = 0; i < model->bodies.used; ++i) {
        const vlBodySlot* slot = &model->slot[i];
        if (slot->shape != NULL && slot->type != VL_BODY_STATIC) {
            const vlAnchor* anchor = &state->anchor[i];
            // The condition is negated, so that a body gone to infinity does not count as near.
            if (!(movedSince(anchor, &motions[i], slot->radius) + reachAhead(model, work, i) <=
                  anchor->margin)) {
                return false;
            }
        }
    }
    return true;
}

static int fillProxies(const vlModel* model, vlState* state, vlWork* work, const vlMotion* motions)
{
    int count = 0, pieces = 0;
    ++work->searches;
    for (int i = 0; i < model->bodies.used; ++i) {
        const vlBodySlot* slot = &model->slot[i];
        if (slot->shape == NULL) {
            continue;
        }
        vlAnchor* anchor = &state->anchor[i];
        anchor->centre = motions[i].centre;
        anchor->rotation = motions[i].rotation;
        double size = slot->radius;
        double most = MARGIN_MOST_OF_SIZE * size;
        double path = MARGIN_STEPS * model->def.step * speedBound(&motions[i], size);
        double ahead = STEPS_AHEAD * reachAhead(model, work, i);
        anchor->margin = MARGIN_OF_SIZE * size + (path < most ? path : most);
        anchor->margin = anchor->margin > ahead ? anchor->margin : ahead;
        bool isMoving = slot->type != VL_BODY_STATIC;
        // Surfaces of meshes touch before they meet.
        double apart = slot->shape->kind == VL_SHAPE_SURFACE ? model->sampleReach : 0.0;
        double margin = (isMoving ? anchor->margin : 0.0) + apart;
        vlProxy* proxy = &work->proxy[count];
        proxy->body = (uint32_t)i;
        proxy->piece = 0;
        proxy->isMovable = slot->type == VL_BODY_DYNAMIC || slot->pointerInverseMass > 0.0;
        proxy->pieces = NULL;
        if (slot->shape->tree != NULL) {
            vlPlacedPieces* placed = &work->placed[count];
            *placed =
                (vlPlacedPieces){slot->shape, work->place[i].rotation,    work->place[i].origin,
                                 margin,      &work->pieceBounds[pieces], work->searches};
            vlProxy_SetPieces(proxy, placed);
            pieces += slot->shape->pieceCount;
        } else {
            vlProxy_SetBounds(proxy, &slot->shape->pieces[0], work->place[i].rotation,
                              work->place[i].origin, margin);
        }
        ++count;
    }
    return count;
}

// Removes pairs of bodies that a joint lets pass through each other.
static int dropPassing(vlWork* work, int count)
{
    vlPairKey* key = work->key;
    int kept = 0;
    for (int i = 0; i < count; ++i) {
        if (!vlPassing_IsAllowed(&work->passing, vlPairKey_BodyA(key[i]),
                                 vlPairKey_BodyB(key[i]))) {
            key[kept++] = key[i];
        }
    }
    return kept;
}

// Both lists ascend, so one pass finds the pairs that stay.
static void keepMemory(vlState* state, vlWork* work, int newCount)
{
    const vlPairKey* key = work->key;
    vlNearPair* pair = state->pair;
    vlNearPair* old = work->oldPair;
    int oldCount = state->head->pairCount;
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
    state->head->pairCount = newCount;
}

void vlNearPairs_Update(const vlModel* model, vlState* state, vlWork* work, const vlMotion* motions)
{
    if (listStillHolds(model, state, work, motions)) {
        return;
    }
    int proxyCount = fillProxies(model, state, work, motions);
    // The remembered order must be a permutation of the present proxies.
    if (state->head->pairsAreStale) {
        for (int i = 0; i < proxyCount; ++i) {
            state->proxyOrder[i] = (uint16_t)i;
        }
    }
    int count = vlBroadphase_FindPairs(work->proxy, proxyCount, state->proxyOrder, work->key,
                                       model->def.capacity.pairs, &state->head->droppedPairs);
    vlPassing_List(model, state, &work->passing);
    if (work->passing.count > 0) {
        count = dropPassing(work, count);
    }
    keepMemory(state, work, count);
    state->head->pairsAreStale = false;
}
