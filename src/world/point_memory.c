// SPDX-License-Identifier: MIT
#include "world/point_memory.h"

#include <string.h>

#include "world/contact_union.h"

bool vlPoints_IsFelt(const vlModel* model, const vlContact* c)
{
    int a = c->head.bodyA;
    int b = c->head.bodyB;
    bool isAnyDynamic = model->inertia[a].inverseMass > 0.0 || model->inertia[b].inverseMass > 0.0;
    return !isAnyDynamic &&
           (model->slot[a].pointerInverseMass > 0.0 || model->slot[b].pointerInverseMass > 0.0);
}

static const vlPointMemory* find(const vlState* state, uint64_t key)
{
    for (int i = 0; i < state->head->pointCount; ++i) {
        if (state->point[i].key == key) {
            return &state->point[i];
        }
    }
    return NULL;
}

// The contact's own memory of the last step. A contact on a piece that was just reached takes the
// memory of a neighbour in the union, so that a seam is not felt.
static const vlPointMemory* findBefore(const vlState* state, const vlWork* work, int slot)
{
    const vlContact* contact = work->current->contact;
    const vlPointMemory* found = find(state, contact[slot].key);
    for (int i = 0; i < work->current->contactCount && found == NULL; ++i) {
        if (i != slot && vlContacts_AreOneSide(&contact[i], &contact[slot])) {
            found = find(state, contact[i].key);
        }
    }
    return found;
}

bool vlPoints_HasLaw(const vlModel* model, const vlContact* c)
{
    return vlContacts_SurfaceOf(model, c)->point.wall.law != NULL && vlPoints_IsFelt(model, c);
}

bool vlPoints_Evaluate(const vlModel* model, const vlState* state, vlWork* work, int slot,
                       const vlContactBody* a, const vlContactBody* b)
{
    vlContact* c = &work->current->contact[slot];
    if (work->pointCount >= VL_MAX_POINT_CONTACTS) {
        return false;
    }
    vlPointMemory* memory = &work->point[work->pointCount++];
    const vlPointMemory* before = findBefore(state, work, slot);
    vlPointStart start = VL_POINT_GOES_ON;
    if (before != NULL) {
        *memory = *before;
    } else {
        start = state->pair[c->pair].touch.isTouching ? VL_POINT_CHANGES : VL_POINT_ENTERS;
    }
    vlPoint_Evaluate(c, &work->context, a, b, &vlContacts_SurfaceOf(model, c)->point, start,
                     memory);
    memory->key = c->key;
    return true;
}

void vlPoints_Keep(vlState* state, const vlWork* work)
{
    memcpy(state->point, work->point, (size_t)work->pointCount * sizeof *state->point);
    state->head->pointCount = work->pointCount;
}

void vlPoints_ForgetBody(vlState* state, int body)
{
    int kept = 0;
    for (int i = 0; i < state->head->pointCount; ++i) {
        vlPairKey key = state->point[i].key;
        if (vlPairKey_BodyA(key) != (uint32_t)body && vlPairKey_BodyB(key) != (uint32_t)body) {
            state->point[kept++] = state->point[i];
        }
    }
    state->head->pointCount = kept;
}

void vlPoints_ForgetMaterials(const vlModel* model, vlState* state, uint32_t a, uint32_t b)
{
    int kept = 0;
    for (int i = 0; i < state->head->pointCount; ++i) {
        vlPairKey key = state->point[i].key;
        uint32_t first = model->slot[vlPairKey_BodyA(key)].material;
        uint32_t second = model->slot[vlPairKey_BodyB(key)].material;
        if (!(first == a && second == b) && !(first == b && second == a)) {
            state->point[kept++] = state->point[i];
        }
    }
    state->head->pointCount = kept;
}
