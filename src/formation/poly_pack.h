// SPDX-License-Identifier: MIT
#ifndef VOLAR_FORMATION_POLY_PACK_H
#define VOLAR_FORMATION_POLY_PACK_H

// The arrays of a polyhedron while they are written; vlPolyhedron shows them read-only.

#include "formation/poly_draft.h"
#include "formation/poly_inside.h"

typedef struct vlPolyBlock {
    vlPolyhedron shown;
    vlAllocator allocator;
    vlPolyhedronVertex* vertex;
    vlPolyhedronEdge* edge;
    vlPolyhedronFace* face;
    vlPolyhedronCell* cell;
    int* vertexEdge;
    vlVec3* point;
    int* corner;
    vlVec3* sideNormal;
    double* sideOffset;
    int* loopStart;
    int* loopVertex;
    int* pieceStart;
    int* slotStart;
    int* pieceCell;
    vlRayLists rayLists;
} vlPolyBlock;

// Walks round faces and vertices: loops, shells and genus. Refuses a vertex where the surface
// touches itself.
vlResult vlPolyBlock_FindLoops(vlPolyBlock* block, vlPolyDraft* draft);
// Round surfaces and rims.
vlResult vlPolyBlock_FindGroups(vlPolyBlock* block, vlPolyDraft* draft);
vlResult vlPolyBlock_GiveNames(vlPolyBlock* block, vlPolyDraft* draft, const vlFaceName* names,
                               int nameCount);

#endif
