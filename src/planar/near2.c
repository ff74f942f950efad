// SPDX-License-Identifier: MIT

#include "planar/near2.h"

#include <string.h>

#include "planar/distance2.h"
#include "planar/touch2.h"
#include "planar/world2_parts.h"

static bool boundsAreWithin(const vlPlace2* a, const vlPlace2* b, double reach)
{
    return a->low.x <= b->high.x + reach && b->low.x <= a->high.x + reach &&
           a->low.y <= b->high.y + reach && b->low.y <= a->high.y + reach;
}

// A pair that was near stays until it is farther than farDistance; a new one must be nearer than
// nearDistance. The gap between the two keeps pairs from coming and going.
static bool isNear(const vlWorld2* world, vlPair2* pair, double reach)
{
    const vlPlace2* a = &world->place[pair->a];
    const vlPlace2* b = &world->place[pair->b];
    if (!boundsAreWithin(a, b, reach)) {
        return false;
    }
    vlOutline2 outlineA = {a->vertex, world->model[pair->a].count};
    vlOutline2 outlineB = {b->vertex, world->model[pair->b].count};
    return vlOutline2_Distance(outlineA, outlineB, pair->witness) < reach;
}

static bool isCandidate(const vlWorld2* world, int a, int b)
{
    const vlBody2Model* first = &world->model[a];
    const vlBody2Model* second = &world->model[b];
    return first->slot.isTaken && second->slot.isTaken &&
           (first->perMass > 0.0 || second->perMass > 0.0);
}

// The list is sorted by a, then b, so the old list can be read along with the new one.
static void look(vlWorld2* world)
{
    const vlPair2* old = world->pair;
    const vlPair2* end = world->pair + world->state->pairCount;
    int count = 0;
    world->state->droppedPairs = 0;
    for (int a = 0; a < world->bodyCount.used; ++a) {
        for (int b = a + 1; b < world->bodyCount.used; ++b) {
            bool wasNear = old < end && old->a == a && old->b == b;
            vlPair2 pair = {.a = a, .b = b};
            if (wasNear) {
                pair = *old++;
            }
            pair.isPlaced = !wasNear && world->state->mustLook;
            double reach = wasNear ? world->farDistance : world->nearDistance;
            if (!isCandidate(world, a, b) || !isNear(world, &pair, reach)) {
                continue;
            }
            if (count == world->capacity.pairs) {
                ++world->state->droppedPairs;
                continue;
            }
            vlPair2_Search(world, &pair);
            world->nextPair[count++] = pair;
        }
    }
    memcpy(world->pair, world->nextPair, (size_t)count * sizeof world->pair[0]);
    world->state->pairCount = count;
    world->state->sinceLook = 0;
    world->state->travel = 0.0;
    world->state->mustLook = false;
}

void vlWorld2_Look(vlWorld2* world)
{
    const vlState2* state = world->state;
    world->info.looked = state->mustLook || state->sinceLook >= world->nearEvery ||
                         4.0 * state->travel > world->nearDistance;
    if (world->info.looked) {
        look(world);
    }
}
