// SPDX-License-Identifier: MIT
#ifndef VOLAR_COLLIDE_CLIP_H
#define VOLAR_COLLIDE_CLIP_H

// Makes the contact polyhedron by cutting one piece (the base) with the planes of the other (the
// cutter).

#include "collide/polytope.h"
#include "collide/sides.h"

typedef enum vlClipStatus {
    VL_CLIP_SOLID,   // a polyhedron with volume
    VL_CLIP_EMPTY,   // the pieces share no volume
    VL_CLIP_OVERFLOW // did not fit, or rounding broke the loops: the caller falls back
} vlClipStatus;

// Edges cut by one plane, so that both faces of an edge get the same new vertex. This is a hash
// table, or a plain table for few vertices.
#define VL_CLIP_TABLE 4096

typedef struct vlCutEdge {
    uint32_t key;
    uint32_t stamp;
    uint16_t vertex;
} vlCutEdge;

typedef struct vlSmallCutEdge {
    uint32_t stamp;
    uint32_t vertex;
} vlSmallCutEdge;

// What one pair's last cut did; see cut_record.h.
typedef struct vlCutRecord vlCutRecord;

// Scratch of the cutter; its contents mean nothing between calls. It takes 350 kB, of which only as
// much is touched as the pieces need.
typedef struct vlClipper {
    vlPolytope polytope;
    double side[VL_MAX_HULL_VERTICES]; // signed distance of each vertex to the plane
    vlSides sides;
    uint16_t remap[VL_MAX_HULL_VERTICES]; // base vertex -> vertex of the polytope
    uint16_t capNext[VL_POLYTOPE_MAX_VERTICES];
    uint16_t spare[VL_POLYTOPE_MAX_VERTICES]; // vertices cut off, free for new ones
    int spareCount;
    bool inUse[VL_POLYTOPE_MAX_VERTICES];
    uint32_t faceStamp[VL_MAX_HULL_FACES];
    vlCutEdge edge[VL_CLIP_TABLE];
    vlSmallCutEdge smallEdge[VL_POLYTOPE_SMALL * VL_POLYTOPE_SMALL];
    uint32_t stamp;
    uint16_t packed[VL_POLYTOPE_MAX_LOOP]; // loops while they are moved together
    double excess[VL_MAX_HULL_FACES];      // how far the bounds reach beyond each cutting plane
    uint16_t candidate[VL_MAX_HULL_FACES]; // planes that may still cut
    // The base's vertices in the working frame.
    double baseX[VL_MAX_HULL_VERTICES];
    double baseY[VL_MAX_HULL_VERTICES];
    double baseZ[VL_MAX_HULL_VERTICES];
    vlCutRecord* record; // where the present cut is recorded; NULL: nowhere, or it did not fit
} vlClipper;

// Planes n . x <= d of the cutter in the working frame; arrays padded as in vlConvex.
typedef struct vlPlaneSet {
    const double* nx;
    const double* ny;
    const double* nz;
    const double* nd;
    int count;
} vlPlaneSet;

// Base and cutter in one working frame. For two convex pieces that is the cutter's own frame: only
// the base's vertices are transformed, not its many planes. Against a half-space it is the base's
// frame, and only the one plane is transformed.
typedef struct vlClipInput {
    const vlConvex* base;
    const double* x; // the base's vertices in the working frame
    const double* y;
    const double* z;
    vlPlaneSet planes;
    int first;      // the plane that cuts first, best the one that faces the base. A poor choice
                    // costs time only.
    double epsilon; // m; a vertex this close to a plane counts as on it
    vlCutRecord* record; // of the last cut of this pair, or of any other pair: it changes the
                         // time that the cut takes and not the result; NULL: none is kept
} vlClipInput;

// To be called once after the scratch was allocated.
void vlClipper_Init(vlClipper* clipper);

vlClipStatus vlClip_Intersect(vlClipper* clipper, const vlClipInput* input);

// Where the edge from vertex `in`, inside, to vertex `out`, outside, crosses the plane to which the
// vertices have the distances `side`.
static inline vlVec3 vlClip_Crossing(const double* side, const double* x, const double* y,
                                     const double* z, int in, int out)
{
    double t = side[in] / (side[in] - side[out]);
    return vlVec(x[in] + t * (x[out] - x[in]), y[in] + t * (y[out] - y[in]),
                 z[in] + t * (z[out] - z[in]));
}

// The polyhedron of the last VL_CLIP_SOLID.
static inline const vlPolytope* vlClip_Result(const vlClipper* clipper)
{
    return &clipper->polytope;
}

#endif
