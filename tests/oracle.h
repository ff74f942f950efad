// SPDX-License-Identifier: MIT
#ifndef VOLAR_TESTS_ORACLE_H
#define VOLAR_TESTS_ORACLE_H

// The contact polyhedron of a test pair by duality, and its integrals by formulas that share
// nothing with those of the library: tetrahedra for the volume, the outline of the projected
// vertices for the contact area.

#include "collide/dual.h"
#include "pairs.h"

// Values about the origin and along the axes (e1, e2, normal) of the contact volume under test.
typedef struct vlOracle {
    double volume;
    vlVec3 centroid; // of P
    double area;     // of P's shadow
    vlVec2 areaCentroid;
    double mxx, mxy, myy; // second moments of the shadow about its centroid
    double lowest, highest;
    double reach; // largest in-plane distance of a vertex
    double surface;
    vlVec3 areaVectorA;
} vlOracle;

typedef enum vlOracleRoute {
    VL_ORACLE_DIRECT,  // vlDual_Intersect on the pair as it is
    VL_ORACLE_RESCALED // after an affine map that makes P round: for thin, tiny and uneven P
} vlOracleRoute;

// `guess` is the polyhedron under test. The rescaled route uses it only to place the map, and
// checks that this choice is harmless: it leaves out only planes beyond a box around `guess`, and
// if P reaches that box the result is VL_CLIP_OVERFLOW. A `shift` (m) above 0 moves and tilts every
// plane at random by that much over its piece, to find out how sensitive the integrals are to
// rounding.
vlClipStatus vlOracle_Measure(vlOracle* oracle, vlOracleRoute route, const vlWorkFrame* frame,
                              const vlContactVolume* volume, const vlPolytope* guess, double shift,
                              vlRandom* random);

// True if every edge is used once in each direction and V - E + F = 2 for the vertices in use.
bool vlPolytope_IsClosed(const vlPolytope* p);

#endif
