// SPDX-License-Identifier: MIT
#ifndef VOLAR_SHAPE_SOLID_CELLS_H
#define VOLAR_SHAPE_SOLID_CELLS_H

// A growing list of cells while a solid is made, and the cutting of one polygon out of them. Load
// time only.

#include "shape/polyhedron.h"

typedef struct vlCellList {
    const vlAllocator* allocator;
    vlCell* cell;
    int cellCount, cellCapacity;
    vlVec3* point;
    int pointCount, pointCapacity;
    vlVec3* scratch; // three polygons of `scratchSize` points each
    int scratchSize;
    bool isOutOfMemory;
} vlCellList;

// `largest` is the number of corners of the largest face, `pieces` that of pieces.
bool vlCellList_Open(vlCellList* list, const vlAllocator* allocator, int largest, int pieces);
void vlCellList_Close(vlCellList* list);

// Adds a whole face of a piece as one cell.
void vlCellList_AddFace(vlCellList* list, const vlConvex* convex, int piece, int face);
// Takes face `hole` of `other` out of the cells from `first` on, which all lie in the plane of that
// face with the given normal. Points within `tolerance` (m) of a line count as on it.
void vlCellList_CutOut(vlCellList* list, int first, vlVec3 normal, const vlConvex* other, int hole,
                       double tolerance);

#endif
