// SPDX-License-Identifier: MIT
// A walk over the balls of samples, parents first. The signed distance from a closed surface
// changes by no more than a point moves. So if the distance of a ball's centre was D at an earlier
// place, m away from where it is now (T13.3),
//
//   no sample is within reach   if  D - m > radius + reach   or  D + m < -(radius + depth)
//   the ball is near            if  -(radius + depth) <= D - m  and  D + m <= radius + reach
//
// and only in the other cases is the distance found again. A ball that stays clear, or stays near,
// costs one transformed point, whatever the number of triangles. A sample is a ball of radius 0:
// only those that are within reach, or may be, are measured, each beginning at the triangle that
// was closest to it before.

#include "collide/near_samples.h"

#include <string.h>

#include "collide/closest.h"

// Distances of centres are searched up to this multiple of the one that decides, so that a ball
// that is found to be far stays clear for longer.
#define LOOK_AHEAD 2.0

typedef enum Nearness { CLEAR, NEAR, UNDECIDED } Nearness;

static bool isKnown(const vlSampleSearch* s, const vlPlaceMemory* m)
{
    return m->stamp == s->stamp;
}

static Nearness judge(const vlSampleSearch* s, double radius, const vlPlaceMemory* m, vlVec3 at,
                      double* lowest)
{
    if (!isKnown(s, m)) {
        return UNDECIDED;
    }
    double moved = vlLength(vlSub(at, m->place)) + s->rounding;
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

// Measures a place, beginning at the triangle `hint`.
static vlClosestPoint measure(vlSampleSearch* s, double radius, vlVec3 at, int hint,
                              vlPlaceMemory* m)
{
    double widest = radius + (s->reach > s->depth ? s->reach : s->depth);
    double ahead = LOOK_AHEAD * (radius + s->reach);
    double cap = ahead > widest ? ahead : widest;
    vlClosestPoint found = vlShape_ClosestLocal(s->other, at, cap, &hint);
    ++s->distancesFound;
    if (s->distancesFound == s->most && s->narrow < s->reach) {
        s->reach = s->narrow;
    }
    m->stamp = s->stamp & VL_LAST_STAMP;
    m->isFar = !(fabs(found.distance) <= cap);
    m->distance = m->isFar ? cap : found.distance;
    m->hint = hint;
    m->place = at;
    return found;
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

typedef struct FoundList {
    vlNearSample* sample;
    int count, capacity;
    int* dropped;
} FoundList;

// The samples of a leaf, whose centre is `at`. `lowest`: least distance that the centre can have.
static void lookAtSamples(vlSampleSearch* s, const vlSkinCluster* c, vlVec3 at, double lowest,
                          int hint, FoundList* found)
{
    vlPlaceMemory* memory = s->memory != NULL ? &s->memory[s->skin->clusterCount] : NULL;
    for (int i = c->first; i < c->first + c->count; ++i) {
        vlVec3 p = vlSamples_PlaceIn(s, i);
        vlPlaceMemory unknown = {.stamp = 0};
        vlPlaceMemory* m = memory != NULL ? &memory[i] : &unknown;
        double least = 0.0;
        if (judge(s, 0.0, m, p, &least) == CLEAR ||
            lowest - vlLength(vlSub(p, at)) > s->reach + s->rounding) {
            continue;
        }
        vlClosestPoint closest = measure(s, 0.0, p, isKnown(s, m) ? m->hint : hint, m);
        if (closest.distance < s->reach && closest.distance >= -s->depth) {
            vlNearSample made = {i, closest.distance, p, closest.normal};
            vlNearSample_Keep(found->sample, &found->count, found->capacity, found->dropped, &made);
        }
    }
}

// By how much rounding may change a place and a distance, as a part of the skin's size and its
// distance from the other shape's origin.
#define ROUNDING 1e-14

int vlSamples_FindNear(vlSampleSearch* s, vlNearSample* found, int capacity, int* dropped)
{
    const vlSkin* skin = s->skin;
    FoundList list = {found, 0, capacity, dropped};
    s->rounding = ROUNDING * (skin->size + vlLength(s->origin));
    for (int i = 0; i < skin->clusterCount;) {
        const vlSkinCluster* c = &skin->cluster[i];
        vlVec3 at = vlAdd(vlMulMV(s->rotation, c->centre), s->origin);
        vlPlaceMemory unknown = {.stamp = 0};
        vlPlaceMemory* m = s->memory != NULL ? &s->memory[i] : &unknown;
        double lowest = 0.0;
        ++s->nodesVisited;
        Nearness nearness = judge(s, c->radius, m, at, &lowest);
        if (nearness == UNDECIDED) {
            (void)measure(s, c->radius, at, isKnown(s, m) ? m->hint : -1, m);
            nearness = judge(s, c->radius, m, at, &lowest);
        }
        bool isLeaf = c->after == i + 1;
        if (nearness != CLEAR && isLeaf) {
            lookAtSamples(s, c, at, lowest, m->hint, &list);
        }
        i = nearness == CLEAR ? c->after : i + 1;
    }
    return list.count;
}
