// SPDX-License-Identifier: MIT
#ifndef VOLAR_FORMATION_POLY_DRAFT_H
#define VOLAR_FORMATION_POLY_DRAFT_H

// A polyhedron while it is being made, from convex cells to faces, edges, vertices and loops
// (docs/theory/formations.md). Load time only.

#include "base/sentence.h"
#include "volar/polyhedra.h"

// Largest number of corners of a cell: larger ones are split, so that clipping has fixed room.
#define VL_MAX_CELL_CORNERS 24

typedef struct vlDraftCell {
    int first, count; // corners
    int face;
    int piece, pieceFace; // -1 and the face given, for a list of faces
} vlDraftCell;

typedef struct vlDraftFace {
    vlVec3 normal;
    double offset;
} vlDraftFace;

// A piece of the border of a face, from point a to point b, with the face at its left.
typedef struct vlDraftSide {
    int a, b, face;
    int cell; // that it comes from
} vlDraftSide;

typedef struct vlDraftEdge {
    int a, b, left, right;
} vlDraftEdge;

typedef struct vlPolyDraft {
    vlAllocator allocator;
    const vlSentence* error;
    double snap; // m: points closer than this are one, and points this close to a plane are on it
    bool isOutOfMemory;
    int pieceCount;                // of the shape; 0 for a list of faces
    int pieceFaces[VL_MAX_PIECES]; // faces of each piece
    int pointCount, pointCapacity;
    vlVec3* point;
    int cornerCount, cornerCapacity;
    int* corner;
    int cellCount, cellCapacity;
    vlDraftCell* cell;
    int faceCount, faceCapacity;
    vlDraftFace* face;
    int sideCount, sideCapacity;
    vlDraftSide* side;
    int edgeCount, edgeCapacity;
    vlDraftEdge* edge;
} vlPolyDraft;

void vlPolyDraft_Open(vlPolyDraft* draft, const vlAllocator* allocator, double snap,
                      const vlSentence* error);
void vlPolyDraft_Close(vlPolyDraft* draft);
// Makes room for `need` elements in a growing array. Returns false and notes it if there is no
// memory.
bool vlPolyDraft_Grow(vlPolyDraft* draft, void* array, int* capacity, int need, size_t size);
// A scratch array of zeros that the caller releases with vlPolyDraft_Drop. Returns NULL and notes
// it if there is no memory.
void* vlPolyDraft_Take(vlPolyDraft* draft, int count, size_t size);
void vlPolyDraft_Drop(vlPolyDraft* draft, void* block);
// VL_ERROR_MEMORY if an allocation has failed, else VL_OK.
vlResult vlPolyDraft_Memory(const vlPolyDraft* draft);

// Return the new index, -1 without memory.
int vlPolyDraft_AddPoint(vlPolyDraft* draft, vlVec3 point);
int vlPolyDraft_AddFace(vlPolyDraft* draft, vlVec3 normal, double offset);
// Adds a convex cell; one with many corners becomes several.
void vlPolyDraft_AddCell(vlPolyDraft* draft, const int* corners, int count, int face, int piece,
                         int pieceFace);

// Finds for each point the one that stands for all within the snap of it.
vlResult vlPolyDraft_FindSame(vlPolyDraft* draft, int* same);
// Merges those points, and drops cells that have no area left.
vlResult vlPolyDraft_Weld(vlPolyDraft* draft);
// Joins cells that lie in one plane and share a side to faces, and sets the face of each cell.
// `normals` are those of the cells.
vlResult vlPolyDraft_JoinFaces(vlPolyDraft* draft, const vlVec3* normals);
// Joins faces of a shape that lie in one plane and meet along a side.
vlResult vlPolyDraft_JoinPlanes(vlPolyDraft* draft);
// Makes edges of the sides of cells. `hasSeams`: points may lie within the sides of other cells.
vlResult vlPolyDraft_FindEdges(vlPolyDraft* draft, bool hasSeams);
// Refuses a surface that touches itself, or cuts itself.
vlResult vlPolyDraft_CheckTouch(vlPolyDraft* draft, bool isList);
// Refuses closed surfaces within each other, except a solid and its cavity.
vlResult vlPolyDraft_CheckShells(vlPolyDraft* draft);
// Joins cells of one face where that gives a convex cell; only those of the same face of the same
// piece unless `acrossPieces`.
vlResult vlPolyDraft_JoinCells(vlPolyDraft* draft, bool acrossPieces);

// Packs everything into one block, finds loops, groups and names, and checks that the volume is
// positive.
vlResult vlPolyDraft_Pack(vlPolyDraft* draft, const vlFaceName* names, int nameCount,
                          const vlPolyhedron** polyhedron);

// How messages name the face that a cell comes from: "face 3 of piece 1". `text` is returned.
#define VL_CELL_TEXT 48
const char* vlPolyDraft_CellText(const vlPolyDraft* draft, int cell, char* text);

// Are all corners of a cell within the snap of a plane?
bool vlPolyDraft_IsInPlane(const vlPolyDraft* draft, const vlDraftCell* cell, vlVec3 normal,
                           double offset);
double vlPolyDraft_CellArea(const vlPolyDraft* draft, const vlDraftCell* cell, vlVec3 normal);

#endif
