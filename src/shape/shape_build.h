// SPDX-License-Identifier: MIT
#ifndef VOLAR_SHAPE_BUILD_H
#define VOLAR_SHAPE_BUILD_H

// From checked face lists to the one block of memory that is a shape.

#include "base/sentence.h"
#include "shape/polyhedron.h"
#include "solid/face_list.h"

// The arrays of one piece while they are written; vlConvex shows them read-only.
typedef struct vlPieceArrays {
    double* vx;
    double* vy;
    double* vz;
    double* nx;
    double* ny;
    double* nz;
    double* nd;
    uint16_t* faceStart;
    uint16_t* faceVertex;
    uint16_t* neighbourStart;
    uint16_t* neighbour;
    uint16_t* vertexFaceStart;
    uint16_t* vertexFace;
    uint8_t* glue;
    vlBend* bend;
} vlPieceArrays;

typedef struct vlPieceSize {
    int vertexCount;
    int faceCount;
    int loopLength; // corners of all faces; also the length of the neighbour and face lists
} vlPieceSize;

// A shape under construction.
typedef struct vlShapeDraft {
    vlShape* shape;
    vlConvex* pieces;
    vlPieceArrays* arrays;
} vlShapeDraft;

// Every creator begins with this: `shape` must not be NULL, and `*chosen` becomes the allocator to
// use.
vlResult vlShape_ChooseAllocator(const vlAllocator* allocator, vlShape* const* shape,
                                 vlAllocator* chosen, const vlSentence* error);

// Takes the block and lays it out. Counts are set; arrays are still to be written. False if there
// is no memory.
bool vlShapeDraft_Open(vlShapeDraft* draft, const vlAllocator* allocator, vlShapeKind kind,
                       const vlPieceSize* sizes, int pieceCount);

// Pads the arrays of a piece whose vertices, planes and lists are written, and fills in its bounds,
// centre and radius. Returns its integrals.
vlMassProperties vlShapeDraft_FinishPiece(vlShapeDraft* draft, int piece);

// Sets the shape's radius and mass, and gives it its first holder. Refuses a volume or inertia that
// overflowed or vanished.
vlResult vlShapeDraft_Finish(vlShapeDraft* draft, vlMassProperties mass, const vlSentence* error);

// Builds a convex shape of one piece from a list that passed vlFaceList_Check.
vlResult vlShape_Build(const vlAllocator* allocator, const vlFaceList* list, vlShape** shape,
                       const vlSentence* error);

#endif
