// SPDX-License-Identifier: MIT
// A walk over the balls of samples, parents first. The signed distance of a closed surface changes
// by no more than the way of the point, so that from the distance D of a ball's centre at an
// earlier place, m away from where it is now (T13.3),
//
//   no sample is within reach   if  D - m > radius + reach   or  D + m < -(radius + depth)
//   the ball is near            if  -(radius + depth) <= D - m  and  D + m <= radius + reach
//
// and only otherwise the distance is found again. Balls that stay clear, or stay near, cost a
// transformed point each, whatever the number of triangles.

#include "collide/near_samples.h"

#include <string.h>

#include "collide/closest.h"

// Distances of centres are searched up to this multiple of what decides: what is found far stays
// clear for longer.
#define LOOK_AHEAD 2.0

typedef enum Nearness { CLEAR, NEAR, UNDECIDED } Nearness;

static Nearness judge(const vlSampleSearch* s, double radius, const vlClusterMemory* m, vlVec3 at,
                      double* lowest)
{
    if (!m->isKnown) {
        return UNDECIDED;
    }
    double moved = vlLength(vlSub(at, m->centre));
    double outside = radius + s->reach, inside = radius + s->depth;
    if (m->isFar) {
        double widest = outside > inside ? outside : inside;
        return m->distance - moved > widest ? CLEAR : UNDECIDED;
    }
    *lowest = m->distance - moved;
    if (*lowest > outside || m->distance + moved < -inside) {
        return CLEAR;
    }
    return m->distance + moved <= outside && *lowest >= -inside ? NEAR : UNDECIDED;
}

static void measure(vlSampleSearch* s, double radius, vlVec3 at, vlClusterMemory* m)
{
    double widest = radius + (s->reach > s->depth ? s->reach : s->depth);
    double ahead = LOOK_AHEAD * (radius + s->reach);
    double cap = ahead > widest ? ahead : widest;
    int hint = m->isKnown ? m->hint : -1;
    vlClosestPoint found = vlShape_ClosestLocal(s->other, at, cap, &hint);
    ++s->distancesFound;
    m->isKnown = true;
    m->isFar = !(fabs(found.distance) <= cap);
    m->distance = m->isFar ? cap : found.distance;
    m->hint = hint;
    m->centre = at;
}

void vlNearSample_Keep(vlNearSample* found, int* count, int capacity, int* dropped,
                       const vlNearSample* made)
{
    if (*count < capacity) {
        found[(*count)++] = *made;
        return;
    }
    ++*dropped;
    int widest = -1;
    double most = made->gap;
    for (int i = 0; i < *count; ++i) {
        if (found[i].gap > most) {
            most = found[i].gap;
            widest = i;
        }
    }
    if (widest >= 0) {
        memmove(&found[widest], &found[widest + 1], (size_t)(*count - widest - 1) * sizeof *found);
        found[*count - 1] = *made;
    }
}

// The samples of a leaf. `lowest`: least distance that its centre can have.
static int lookAtSamples(vlSampleSearch* s, const vlSkinCluster* c, vlVec3 at, double lowest,
                         int hint, vlNearSample* found, int count, int capacity, int* dropped)
{
    for (int i = c->first; i < c->first + c->count; ++i) {
        vlVec3 p = vlSamples_PlaceIn(s, i);
        double least = lowest - vlLength(vlSub(p, at));
        if (least >= s->reach) {
            continue;
        }
        double deepest = -least < s->depth ? -least : s->depth;
        double cap = deepest > s->reach ? deepest : s->reach;
        int near = hint;
        vlClosestPoint closest = vlShape_ClosestLocal(s->other, p, cap, &near);
        ++s->distancesFound;
        if (closest.distance < s->reach && closest.distance >= -s->depth) {
            vlNearSample made = {i, closest.distance, p, closest.normal};
            vlNearSample_Keep(found, &count, capacity, dropped, &made);
        }
    }
    return count;
}

int vlSamples_FindNear(vlSampleSearch* s, vlNearSample* found, int capacity, int* dropped)
{
    const vlSkin* skin = s->skin;
    int count = 0;
    for (int i = 0; i < skin->clusterCount;) {
        const vlSkinCluster* c = &skin->cluster[i];
        vlVec3 at = vlAdd(vlMulMV(s->rotation, c->centre), s->origin);
        vlClusterMemory unknown = {.isKnown = false};
        vlClusterMemory* m = s->memory != NULL ? &s->memory[i] : &unknown;
        double lowest = 0.0;
        ++s->nodesVisited;
        Nearness nearness = judge(s, c->radius, m, at, &lowest);
        if (nearness == UNDECIDED) {
            measure(s, c->radius, at, m);
            nearness = judge(s, c->radius, m, at, &lowest);
        }
        bool isLeaf = c->after == i + 1;
        if (nearness != CLEAR && isLeaf) {
            count = lookAtSamples(s, c, at, lowest, m->hint, found, count, capacity, dropped);
        }
        i = nearness == CLEAR ? c->after : i + 1;
    }
    return count;
}
