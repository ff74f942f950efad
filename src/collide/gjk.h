// SPDX-License-Identifier: MIT
#ifndef VOLAR_COLLIDE_GJK_H
#define VOLAR_COLLIDE_GJK_H

// Distance between two convex polyhedra by GJK [GJK88], warm-started.

#include "shape/polyhedron.h"

#define VL_GJK_MAX_ITERATIONS 64

// Vertex ids of the last simplex, kept from call to call of one pair. Zero-initialised is valid.
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
    vlVec3 normal;   // unit, from A towards B, frame of A; zero when touching
    vlVec3 pointA;   // closest points, frame of A; equal (a common point) when touching
    vlVec3 pointB;
} vlGjkResult;

// `rotationAB`, `originAB`: place of B's frame in A's frame (a trial displacement of B is added to
// originAB by the caller). Neither may be a half-space. Bounded: VL_GJK_MAX_ITERATIONS.
vlGjkResult vlGjk_Distance(const vlConvex* a, const vlConvex* b, vlMat3 rotationAB, vlVec3 originAB,
                           vlGjkCache* cache);

// Vertex of `c` farthest along `direction` (c's frame); ties go to the lowest reached id. Hill
// climbing from `start` for large pieces, a plain scan for small ones.
int vlConvex_Support(const vlConvex* c, vlVec3 direction, int start);

#endif
