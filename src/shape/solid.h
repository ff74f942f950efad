// SPDX-License-Identifier: MIT
#ifndef VOLAR_SHAPE_SOLID_H
#define VOLAR_SHAPE_SOLID_H

// The outer solid of a compound: what is left of the faces of its pieces after these are glued to
// each other. Its elements have numbers, and every element says which piece it comes from:
//
//   cell   a convex part of one face of one piece that is surface of the whole
//   face   the cells that lie in one plane, look the same way and are joined by their borders
//   part   the pieces that glued faces connect
//
// A solid never changes. It is one block, beside that of its shape. docs/theory/unions.md

#include "base/sentence.h"
#include "shape/polyhedron.h"

// Faces glued to each other may have a gap or an overlap of this fraction of the smaller radius,
// because poses have limited precision: as much as the volume that pieces may share.
#define VL_GLUE_GAP 2e-6
// Pieces whose faces are farther apart than that, but not by this fraction of the smaller radius,
// were meant to touch.
#define VL_GLUE_NEAR 1e-4

typedef struct vlSolidFace {
    vlVec3 normal; // outward, unit
    double offset; // normal . x = offset on the face, m
    double area;   // m2
    int firstCell; // one of its cells: that of the lowest number
    int cellCount;
    int part;
    // Some edge of it is concave: there the solid goes on above the face's plane.
    bool isConcave;
} vlSolidFace;

typedef struct vlSolid {
    int partCount, pieceCount, faceCount, cellCount, pointCount;
    vlSolidFace* face;
    vlCell* cell; // by piece, then by face of the piece
    vlVec3* point;
    // Cells of face f of piece i: firstCell[pieceStart[i] + f] up to the next number there.
    uint32_t* pieceStart;
    uint32_t* firstCell;
    int* part; // of each piece
} vlSolid;

// Finds the outer solid of pieces in one frame that share no volume. Fills `glue` (one array for
// each piece) with the vlFaceGlue of each face. Refuses pieces between which a gap is left that is
// too wide to glue and too narrow to be meant.
vlResult vlSolid_Create(const vlAllocator* allocator, const vlConvex* pieces, int pieceCount,
                        uint8_t* const* glue, vlSolid** solid, const vlSentence* error);

// Joins cells to faces and finds the concave ones. The second half of vlSolid_Create.
void vlSolid_JoinCells(vlSolid* solid, const vlConvex* pieces, int* group);

static inline const vlVec3* vlSolid_CellPoints(const vlSolid* solid, int cell)
{
    return &solid->point[solid->cell[cell].start];
}

#endif
