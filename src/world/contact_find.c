// SPDX-License-Identifier: MIT
// The first part of every evaluation: places, near pairs, contact volumes in the order of their
// keys.

#include "world/contact_find.h"

#include <string.h>

#include "base/clock.h"
#include "world/expect.h"
#include "world/foresee.h"
#include "world/near_pairs.h"
#include "world/place.h"
#include "world/sleep.h"

static double depthOf(const vlContact* c)
{
    const vlContactVolume* v = &c->volume;
    return v->isForeseen ? v->volume / v->area : v->highest - v->lowest;
}

// Drops the shallowest contact. The order by key is kept: contacts of one union stay adjacent.
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

static bool isRound(const vlModel* model, vlPairKey key)
{
    const vlShape* a = model->slot[vlPairKey_BodyA(key)].shape;
    const vlShape* b = model->slot[vlPairKey_BodyB(key)].shape;
    return a->pieces[vlPairKey_PieceA(key)].bend != NULL ||
           b->pieces[vlPairKey_PieceB(key)].bend != NULL;
}

void vlContacts_Keep(const vlModel* model, const vlState* state, vlWork* work, int pairIndex,
                     double size)
{
    vlEvaluation* e = work->current;
    vlContact* c = &e->contact[e->contactCount];
    vlPairKey key = state->pair[pairIndex].key;
    c->head.id.isTaken = true;
    c->head.bodyA = (int)vlPairKey_BodyA(key);
    c->head.bodyB = (int)vlPairKey_BodyB(key);
    c->pair = (uint32_t)pairIndex;
    c->key = key;
    c->size = size;
    c->isRound = isRound(model, key);
    c->groupArea = c->volume.area;
    c->isPoint = false;
    ++e->contactCount;
    if (e->contactCount > model->def.capacity.contacts) {
        dropShallowest(e);
        ++work->info.droppedContacts;
    }
}

void vlContacts_Clear(vlWork* work)
{
    vlEvaluation* e = work->current;
    e->contactCount = 0;
    e->pool.pointCount = e->pool.heightCount = 0;
    e->pool.liftedCount = e->pool.liftedFaceCount = 0;
    work->info.droppedContacts = work->info.fallbackContacts = 0;
}

void vlContacts_Forget(vlNearPair* pair)
{
    pair->friction.mode = VL_MODE_NONE; // apart for one step: friction forgets
    pair->touch = (vlTouchMemory){0};
}

void vlContacts_FindVolumes(const vlModel* model, vlState* state, vlWork* work, bool remember)
{
    vlEvaluation* e = work->current;
    vlContacts_Clear(work);
    for (int i = 0; i < state->head->pairCount; ++i) {
        vlNearPair* pair = &state->pair[i];
        if (vlSamples_IsPair(model, pair->key)) {
            continue; // sample_find.c
        }
        bool isResting = model->def.sleep && vlSleep_IsResting(model, state, work, pair->key);
        if (isResting && vlSleep_TakeKept(model, state, work, i)) {
            continue;
        }
        vlPairCache spare; // a look at a sleeping pair changes nothing of it
        if (isResting) {
            spare = pair->cache;
        }
        vlPlaced a =
            vlWork_Placed(model, work, vlPairKey_BodyA(pair->key), vlPairKey_PieceA(pair->key));
        vlPlaced b =
            vlWork_Placed(model, work, vlPairKey_BodyB(pair->key), vlPairKey_PieceB(pair->key));
        vlContactVolume* volume = &e->contact[e->contactCount].volume;
        vlPairCache* cache = isResting ? &spare : &pair->cache;
        vlCutRecord* record =
            cache->touching ? vlCutMemory_Of(&work->cuts, pair->key, state->head->stepCount) : NULL;
        vlPairStatus status = vlPair_Collide(&a, &b, &model->def.contact, cache, record,
                                             work->scratch, &e->pool, volume);
        bool looksAhead = work->isForeseeing && !isResting;
        if (looksAhead && status == VL_PAIR_APART &&
            vlForesee_Pair(model, state, work, i, &a, &b, volume)) {
            status = VL_PAIR_TOUCHING;
        } else if (looksAhead && status == VL_PAIR_TOUCHING && !pair->touch.isTouching) {
            (void)vlForesee_Sliver(model, state, work, i, &a, &b, volume);
        }
        if (status == VL_PAIR_APART) {
            if (remember) {
                vlContacts_Forget(pair);
            }
            continue;
        }
        work->info.fallbackContacts += status == VL_PAIR_FALLBACK;
        double size = a.convex->radius < b.convex->radius ? a.convex->radius : b.convex->radius;
        vlContacts_Keep(model, state, work, i, size);
    }
}

void vlContacts_Find(const vlModel* model, vlState* state, vlWork* work, const vlMotion* motions,
                     bool remember)
{
    vlStepProfile* profile = &work->info.profile;
    bool isTimed = model->def.profile;
    double start = isTimed ? vlClock_Now() : 0.0;
    vlPlaces_Update(model, work, motions);
    if (vlModel_IsImplicit(model)) {
        vlExpect_Update(model, state, work, motions);
    }
    vlNearPairs_Update(model, state, work, motions);
    double near = isTimed ? vlClock_Now() : 0.0;
    if (work->source.findContacts != NULL) {
        work->source.findContacts(work->source.user, model, state, work);
    } else {
        vlContacts_FindVolumes(model, state, work, remember);
    }
    if (isTimed) {
        profile->broadphase += near - start;
        profile->collide += vlClock_Now() - near;
    }
}
