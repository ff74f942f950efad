// SPDX-License-Identifier: MIT
#ifndef VOLAR_COLLIDE_PAIR_FINDER_H
#define VOLAR_COLLIDE_PAIR_FINDER_H

// How a pair of pieces of two kinds is brought into the common form that pair.c cuts and
// integrates. Each combination of kinds has one row of functions; a new kind of piece adds rows.

#include "collide/pair.h"
#include "collide/search.h"

// A vertex nearer to a plane than this many rounding errors of its coordinates counts as on it.
#define VL_ON_PLANE (64.0 * DBL_EPSILON)

// The pair in one working frame (see vlClipInput), and which piece cuts which.
typedef struct vlPairSetting {
    vlClipInput input;
    vlNormalSource normals;
    vlMat3 rotation; // working frame -> world
    vlVec3 translation;
    vlMat3 baseRotation; // base frame -> working frame
    vlVec3 baseOrigin;
    bool baseIsA;
    double plane[4][VL_LANES]; // a half-space's one plane, when there is one
} vlPairSetting;

typedef struct vlPairFinder {
    // A cheap proof that the two are apart, which notes the gap that it proves; NULL: this row has
    // none.
    bool (*isClearlyApart)(const vlPlaced* a, const vlPlaced* b, vlPairCache* cache);
    // A direction from A to B, frame of A, unit, to start from when none is remembered.
    vlVec3 (*firstAxis)(const vlPlaced* a, const vlPlaced* b);
    // True if the direction above is the only one possible, so that none is remembered.
    bool hasOneAxis;
    // Decides which piece cuts which, and in which frame.
    void (*setUp)(vlPairSetting* setting, const vlPlaced* a, const vlPlaced* b, vlPairCache* cache,
                  vlClipper* clipper);
    // Finds a point that the two share, in the working frame. False: there is none.
    bool (*findCommonPoint)(const vlPlaced* a, const vlPlaced* b, const vlPairSetting* setting,
                            vlPairCache* cache, vlVec3* point);
    // The normal by trial separation [HS04] 4.2, frame of A.
    vlSearchResult (*searchNormal)(const vlPlaced* a, const vlPlaced* b, vlPairCache* cache);
    // The gap between two pieces that are apart, and its direction from A to B, frame of A; the
    // direction is zero if they graze and have none.
    double (*findGap)(const vlPlaced* a, const vlPlaced* b, vlPairCache* cache, vlVec3* normal);
    // After an empty cut: remembers what the next cheap proof needs; NULL: nothing.
    void (*rememberApart)(const vlPlaced* a, const vlPlaced* b, vlPairCache* cache);
} vlPairFinder;

extern const vlPairFinder vlConvexFinder;         // pair_convex.c: both are polyhedra
extern const vlPairFinder vlOnHalfspaceFinder;    // pair_halfspace.c: B is a half-space
extern const vlPairFinder vlUnderHalfspaceFinder; // pair_halfspace.c: A is a half-space

// `cutter` is the piece whose planes cut; its arrays of faces are NULL for a half-space.
static inline void vlPairSetting_SetNormals(vlPairSetting* s, const vlConvex* cutter)
{
    s->normals.cutter = cutter;
    s->normals.cutterBend = cutter->bend;
    s->normals.base = s->input.base;
    s->normals.rotation = s->baseRotation;
    s->normals.origin = s->baseOrigin;
    s->normals.nx = s->input.planes.nx;
    s->normals.ny = s->input.planes.ny;
    s->normals.nz = s->input.planes.nz;
}

#endif
