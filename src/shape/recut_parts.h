// SPDX-License-Identifier: MIT
#ifndef VOLAR_SHAPE_RECUT_PARTS_H
#define VOLAR_SHAPE_RECUT_PARTS_H

// One part of a compound while it is cut again: what recut.c and recut_join.c share.

#include "shape/recut.h"

// A part of a compound with more concave planes, more vertices in a piece or more cells than this
// stays as it was given: the number of cells grows with the square of the planes.
#define VL_CUT_PLANES 16
#define VL_CUT_VERTICES 64
#define VL_CUT_CELLS 1024
#define VL_CUT_POINTS 16384
// Planes are the same if their normals differ by less than this.
#define VL_CUT_SAME_NORMAL 1e-5

typedef struct vlCutPlane {
    vlVec3 normal;
    double offset;
} vlCutPlane;

// One part of a compound while it is cut.
typedef struct vlCutWork {
    const vlAllocator* allocator;
    vlCutPlane plane[VL_CUT_PLANES];
    int planeCount;
    vlShape* cell[VL_CUT_CELLS];
    uint32_t sides[VL_CUT_CELLS]; // bit i: above plane i
    int cellCount;
    vlVec3* points; // VL_CUT_POINTS
    double snap;    // m
    bool isGivenUp;
    bool isOutOfMemory;
} vlCutWork;

// A new cell from the first `count` of the points; NULL if that is not possible.
vlShape* vlCutWork_MakeCell(vlCutWork* work, int count);
// Appends the vertices of a piece to the first `count` points; returns how many there are then.
int vlCutWork_AddPoints(vlCutWork* work, int count, const vlConvex* from);

// Joins fragments to cells and cells to the pieces, and numbers these. Gives up where rounding
// leaves a cell that is not convex.
void vlCutWork_Join(vlCutWork* work);

#endif
