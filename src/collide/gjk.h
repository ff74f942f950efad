// SPDX-License-Identifier: MIT
#ifndef VOLAR_COLLIDE_GJK_H
#define VOLAR_COLLIDE_GJK_H

// Distance between two convex polyhedra by GJK [GJK88], warm-started.

#include "shape/polyhedron.h"

#define VL_GJK_MAX_ITERATIONS 64

// Vertex ids of the last simplex, kept from call to call of one pair. All zero is valid.
typedef struct vlGjkCache {
    uint16_t vertexA[4];
    uint16_t vertexB[4];
    uint8_t count;
} vlGjkCache;

typedef struct vlGjkResult {
    bool touching;  // the polyhedra share a point (to within eps)
    bool converged; // false: iterations ran out; `distance` is the best upper bound
    int iterations;
    double distance; // 0 when touching
    double lower;    // certain lower bound: the distance, or what was known when the search ended
    vlVec3 normal;   // unit, from A towards B, frame of A; zero when touching
    vlVec3 pointA;   // closest points, frame of A; equal (a common point) when touching
    vlVec3 pointB;
} vlGjkResult;

// `rotationAB` and `originAB` place B's frame in A's frame (the caller adds a trial displacement of
// B to originAB). Neither piece may be a half-space. Takes at most VL_GJK_MAX_ITERATIONS.
vlGjkResult vlGjk_Distance(const vlConvex* a, const vlConvex* b, vlMat3 rotationAB, vlVec3 originAB,
                           vlGjkCache* cache);

// The same, but the search ends as soon as the distance is known to be at most `near` (below 0: no
// such limit) or above `far` (may be infinite): `converged` is then false, `distance` an upper and
// `lower` a lower bound.
vlGjkResult vlGjk_DistanceWithin(const vlConvex* a, const vlConvex* b, vlMat3 rotationAB,
                                 vlVec3 originAB, double near, double far, vlGjkCache* cache);

// The vertex of `c` farthest along `direction` (c's frame); of equals, the lowest id reached.
// Climbs along the edges from `start` for large pieces and scans all vertices of small ones.
int vlConvex_Support(const vlConvex* c, vlVec3 direction, int start);

#endif
