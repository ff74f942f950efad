// SPDX-License-Identifier: MIT
#ifndef VOLAR_COLLIDE_SEARCH_H
#define VOLAR_COLLIDE_SEARCH_H

// The contact normal of two overlapping pieces by trial separation [HS04, 4.2]: B is moved along
// the previous normal until the pieces are apart, and the closest points there give the new normal.
// Over the steps this follows a LOCAL minimum of the penetration depth, not the global one.

#include "collide/gjk.h"

// Bounds of one search. Distance queries <= 3 rounds x (1 + 24 doublings + 1 + 2 trims x 2).
#define VL_SEARCH_MAX_ROUNDS 3
#define VL_SEARCH_MAX_DOUBLINGS 24
#define VL_SEARCH_MAX_TRIMS 2

typedef struct vlSearchResult {
    bool found;    // false: no overlap along the normal; `normal` is then the one given
    vlVec3 normal; // unit, from A to B, frame of A; within 90 degrees of the one given
    double depth;  // m; > 0 when found: how far B must move along `normal` to separate from A
    vlVec3 pointA; // deepest points of A and B along `normal`, B at its true place, frame of A
    vlVec3 pointB;
    int queries; // distance queries spent
} vlSearchResult;

// For pieces that overlap; for pieces that are apart it may find a depth along a normal that does
// not separate them. `rotationAB` and `originAB` place B's frame in A's frame. `normal` is the
// previous normal, unit, frame of A; `depth` the previous depth, or 0 when unknown. `cache` belongs
// to this search alone, because its simplices are of separated pieces and those of an overlap query
// of the same pair are not.
vlSearchResult vlSearch_Normal(const vlConvex* a, const vlConvex* b, vlMat3 rotationAB,
                               vlVec3 originAB, vlVec3 normal, double depth, vlGjkCache* cache);

#endif
