// SPDX-License-Identifier: MIT
#ifndef VOLAR_SOLID_FACE_LIST_H
#define VOLAR_SOLID_FACE_LIST_H

// A polyhedron while it is being made: points, and faces as loops of corners, anticlockwise seen
// from outside. A corner also stands for the edge from its vertex to the next corner of its face,
// which is what linking and merging walk along. Load time only.

#include <float.h>

#include "base/keyed.h"
#include "base/sentence.h"
#include "volar/shape.h"

// A solid thinner than this fraction of its extent is refused: its normals would be noise.
#define VL_MIN_THICKNESS 1e-9

typedef struct vlFaceList {
    int pointCount;
    int faceCount;
    int cornerCount;
    vlVec3* points;
    int* start;  // corners of face f: start[f] .. start[f + 1] - 1
    int* corner; // vertex of each corner
    // Written by vlFaceList_Link.
    int* face;     // face of each corner
    int* twin;     // corner whose edge runs the other way
    int* outStart; // corners at vertex v: out[outStart[v] .. outStart[v + 1])
    int* out;
    // Scratch of vlFaceList_Merge.
    vlKeyed* seed;
    int* group;
    int* queue;
    int* tag;
    int* borderFirst;
    int* borderLength;
    int* mergedStart;
    int* mergedCorner;
    void* block;
    vlAllocator allocator;
} vlFaceList;

// Size of a solid; all tolerances are relative to it.
typedef struct vlExtent {
    double side;    // m, longest side of the bounds
    double largest; // m, largest absolute coordinate: rounding of the input grows with it
} vlExtent;

// Neighbouring faces are joined if they lie in one plane to this tolerance (m): a few roundings of
// the coordinates, far below any intended edge.
static inline double vlExtent_MergeTolerance(vlExtent extent)
{
    return DBL_EPSILON * (32.0 * extent.side + 4.0 * extent.largest);
}

// Takes one block for a list of at most these sizes. False when there is no memory.
bool vlFaceList_Create(const vlAllocator* allocator, int pointCount, int faceCount, int cornerCount,
                       vlFaceList* list);
void vlFaceList_Release(vlFaceList* list);

// Appends a face while a list is being filled: `start` must be complete up to the present
// faceCount.
void vlFaceList_AddFace(vlFaceList* list, int count, const int* vertices);

// Gives the list the one order that does not depend on how its faces were found: each loop begins
// at its lowest vertex, and the faces are sorted by their first two. Needs a closed surface, and
// leaves it unlinked.
void vlFaceList_Sort(vlFaceList* list);

// Finds twins. Fails if the surface is not closed: an edge has no partner or occurs twice in one
// direction, a vertex has no face, or a face has a vertex twice.
vlResult vlFaceList_Link(vlFaceList* list, const vlSentence* error);

// Joins neighbouring faces that lie in one plane to `tolerance` (m) and drops vertices that are
// then not corners of the solid. Needs a linked list and leaves it unlinked.
vlResult vlFaceList_Merge(vlFaceList* list, double tolerance, const vlSentence* error);

// The normal is Newell's sum over the loop, the offset the mean over its vertices. Returns the
// area; with area 0 the normal is zero.
double vlFaceList_Plane(const vlFaceList* list, int face, vlVec3* normal, double* offset);

vlExtent vlFaceList_Extent(const vlVec3* points, int count);

// Signed: negative when the loops run clockwise seen from outside.
double vlFaceList_Volume(const vlFaceList* list);

// Checks to `tolerance` (m) that every face is plane and every vertex lies behind every face, and
// that the solid is thick enough.
vlResult vlFaceList_Check(const vlFaceList* list, double tolerance, const vlSentence* error);

#endif
