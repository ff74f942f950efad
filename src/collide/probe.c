// SPDX-License-Identifier: MIT
#include "volar/probe.h"

#include <string.h>

#include "collide/pair.h"

struct vlProbe {
    vlAllocator allocator;
    vlCollideScratch scratch;
};

vlResult vlProbe_Create(const vlAllocator* allocator, vlProbe** probe)
{
    vlAllocator a = allocator != NULL ? *allocator : vlDefaultAllocator();
    if (probe == NULL || a.allocate == NULL || a.release == NULL) {
        return VL_ERROR_ARGUMENT;
    }
    vlProbe* p = a.allocate(sizeof *p, a.user);
    if (p == NULL) {
        return VL_ERROR_MEMORY;
    }
    memset(p, 0, sizeof *p);
    p->allocator = a;
    vlClipper_Init(&p->scratch.clipper);
    *probe = p;
    return VL_OK;
}

void vlProbe_Destroy(vlProbe* probe)
{
    if (probe != NULL) {
        vlAllocator a = probe->allocator;
        a.release(probe, a.user);
    }
}

static bool isPlaced(const vlPlacedShape* s)
{
    if (s == NULL || s->shape == NULL || s->piece < 0 || s->piece >= s->shape->pieceCount) {
        return false;
    }
    return vlIsWithin(s->pose.p, VL_MAX_LENGTH) && vlIsUnitQ(s->pose.q, VL_UNIT_TOLERANCE);
}

static vlPlaced placedOf(const vlPlacedShape* s)
{
    vlPlaced p = {&s->shape->pieces[s->piece], vlMatFromQuat(vlUnitQ(s->pose.q)), s->pose.p};
    return p;
}

_Static_assert(sizeof(vlPairCache) <= sizeof(vlPairMemory), "a pair's cache must fit its memory");

vlResult vlProbe_Intersect(vlProbe* probe, const vlPlacedShape* a, const vlPlacedShape* b,
                           vlPolyhedronRoute route, vlPairMemory* memory, bool* touching,
                           vlIntersection* intersection)
{
    if (probe == NULL || touching == NULL || intersection == NULL || !isPlaced(a) || !isPlaced(b) ||
        (route != VL_POLYHEDRON_CLIP && route != VL_POLYHEDRON_DUAL)) {
        return VL_ERROR_ARGUMENT;
    }
    vlPlaced pa = placedOf(a);
    vlPlaced pb = placedOf(b);
    if (!vlPair_IsPossible(pa.convex, pb.convex)) {
        return VL_ERROR_ARGUMENT;
    }
    vlContactOptions options = vlDefaultContactOptions();
    options.reference.route = route;
    vlPairCache cache = {0};
    if (memory != NULL) {
        memcpy(&cache, memory, sizeof cache);
    }
    vlContactVolume v;
    vlPairStatus status =
        vlPair_Collide(&pa, &pb, &options, &cache, NULL, &probe->scratch, NULL, &v);
    if (memory != NULL) {
        memcpy(memory, &cache, sizeof cache);
    }
    *touching = status != VL_PAIR_APART;
    if (status == VL_PAIR_APART) {
        return VL_OK;
    }
    bool isPoint = status == VL_PAIR_FALLBACK;
    intersection->volume = isPoint ? 0.0 : v.volume;
    intersection->area = isPoint ? 0.0 : v.area;
    intersection->depth = v.highest - v.lowest;
    intersection->normal = v.normal;
    intersection->origin = v.origin;
    return VL_OK;
}
