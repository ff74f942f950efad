// SPDX-License-Identifier: MIT
#ifndef VOLAR_PROBE_H
#define VOLAR_PROBE_H

// The contact volume of two shapes as a query, without a world.

#include "volar/base.h"
#include "volar/math.h"
#include "volar/reference.h"
#include "volar/shape.h"

// Holds the scratch memory of the query (under 1 MB). One thread at a time may use it.
typedef struct vlProbe vlProbe;

// What one query of a pair passes on to the next: start with zeros and keep one per pair, and a
// query after a small motion is faster. The contents have no public meaning.
typedef struct vlPairMemory {
    uint64_t opaque[16];
} vlPairMemory;

// One convex piece of a shape, placed in the world. Piece 0 of a half-space is the half-space.
typedef struct vlPlacedShape {
    const vlShape* shape;
    int piece;
    vlPose pose;
} vlPlacedShape;

typedef struct vlIntersection {
    double volume; // m3
    double area;   // m2, projected along the normal
    double depth;  // m, extent along the normal
    vlVec3 normal; // unit, from A towards B: the direction in which the volume shrinks fastest
    vlVec3 origin; // centroid of the area, half way between the mean front and back heights
} vlIntersection;

VL_BEGIN_C

// `allocator` NULL means vlDefaultAllocator(). Allocates.
VL_API VL_WARN_UNUSED vlResult vlProbe_Create(const vlAllocator* allocator, vlProbe** probe);
VL_API void vlProbe_Destroy(vlProbe* probe);

// Finds the contact volume of A and B by the given route (VL_POLYHEDRON_DUAL allocates).
// `*touching` says whether they intersect; `*intersection` is written only if they do. Volume and
// area are 0 if the polyhedron is too large for the fixed room. At most one of the two may be a
// half-space, and neither may be the surface of a mesh (surface.h). VL_ERROR_ARGUMENT for that and
// for numbers out of range. `memory` is that of this pair; it may be NULL.
VL_API VL_WARN_UNUSED vlResult vlProbe_Intersect(vlProbe* probe, const vlPlacedShape* a,
                                                 const vlPlacedShape* b, vlPolyhedronRoute route,
                                                 vlPairMemory* memory, bool* touching,
                                                 vlIntersection* intersection);

VL_END_C

#endif
