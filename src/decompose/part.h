// SPDX-License-Identifier: MIT
#ifndef VOLAR_DECOMPOSE_PART_H
#define VOLAR_DECOMPOSE_PART_H

// A closed polyhedron while it is cut: points, and plane faces given by their directed border edges
// alone, in any order. A face may so have holes, or be of several pieces, and cutting it needs no
// triangles: edges are cut, and the cuts of one face joined along the line in which the plane meets
// it. Each point of a face's border is left as often as it is reached, before and after.

#include "volar/mesh.h"

typedef struct vlPartEdge {
    int from, to;
} vlPartEdge;

typedef struct vlPartFace {
    vlVec3 normal;    // unit, outwards
    int first, count; // edges
    bool isConvex;    // one convex polygon: a triangle of the mesh, or what cutting left of it
} vlPartFace;

typedef struct vlPart {
    vlVec3* points;
    int pointCount, pointRoom;
    vlPartEdge* edges;
    int edgeCount, edgeRoom;
    vlPartFace* faces;
    int faceCount, faceRoom;
    double volume;
    vlShape* hull;
    double hullVolume;
    double error;   // m, bound of the distance of the hull from the part; below 0: not measured
    vlVec3 worst;   // where on the hull it is about that far
    vlVec3 nearest; // the nearest point of the part to it
    double hollow;  // m, how far the middle of its widest closed hollow is from it, about; 0: none
    vlVec3 hollowAt;
} vlPart;

// Parts of `count` pieces.
typedef struct vlPartList {
    vlPart* part;
    int count, room;
} vlPartList;

void vlPart_Free(vlPart* part);
void vlPartList_Free(vlPartList* list);
// Moves the part into the list, which frees it; `*part` is empty afterwards. False without memory.
bool vlPartList_Add(vlPartList* list, vlPart* part);
// Each adds one; -1 without memory (of a face: its place; edges added after it are its own).
int vlPart_AddPoint(vlPart* part, vlVec3 point);
bool vlPart_AddEdge(vlPart* part, int from, int to);
int vlPart_AddFace(vlPart* part, vlVec3 normal, bool isConvex);

// The whole mesh as one part. False without memory.
bool vlPart_FromMesh(const vlMesh* mesh, vlPart* part);
// Adds all points and faces of another part, and makes a part of nothing else (both without hull).
bool vlPart_Append(const vlPart* from, vlPart* to);
bool vlPart_Copy(const vlPart* from, vlPart* part);
bool vlPart_FromShape(const vlShape* shape, vlPart* part);
// What of the part lies below the plane normal . x = offset, with a face where it was cut. Points
// within the tolerance of the plane count as not below it, whichever side is asked for: a face in
// the plane is so never left as a sheet without thickness, but made anew from its border. The
// result may be empty. False without memory.
bool vlPart_Below(const vlPart* part, vlVec3 normal, double offset, double tolerance, vlPart* cut);
// One component of what lies below a plane.
typedef struct vlCutOff {
    vlVec3 normal;
    double offset;
    const int* component; // of each point, by vlPart_LabelBelow
    int chosen;
} vlCutOff;
// Tells of each point below the plane to which component of what lies there it belongs; -1: not
// below. Points of one face count as connected. Returns their number; -1 without memory.
int vlPart_LabelBelow(const vlPart* part, vlVec3 normal, double offset, double tolerance,
                      int* component);
// Cuts off one component alone. The plane does not cut the rest where it meets it elsewhere, as it
// would cut the neighbours of a gear's tooth. False without memory.
bool vlPart_CutOff(const vlPart* part, const vlCutOff* off, double tolerance, vlPart* piece,
                   vlPart* rest);
// Adds the connected components of the part to the list, and empties the part. A part with a hollow
// stays in one piece.
bool vlPart_Split(vlPart* part, double tolerance, vlPartList* list);
double vlPart_Volume(const vlPart* part);
// The area of a part's surface. The sum of area times normal, which is zero of a closed surface, is
// added to `*open`.
double vlPart_Area(const vlPart* part, vlVec3* open);

// The hull and its volume, unless it has one. VL_ERROR_GEOMETRY: it is flat; VL_ERROR_FULL;
// VL_ERROR_MEMORY.
vlResult vlPart_MakeHull(vlPart* part);
// The largest distance from the hull to the part, on the hull's surface and in closed hollows,
// which its surface does not see. On the surface the true one is at most `error`, which is at
// most 1.1 times a distance that was found, or .3 `target`, and within the target if the true one
// is (but for very many faces). `*visits` becomes the number of faces that were looked at.
bool vlPart_MeasureError(vlPart* part, double tolerance, double target, long* visits);

#endif
