// SPDX-License-Identifier: MIT
#ifndef VOLAR_DECOMPOSE_PART_H
#define VOLAR_DECOMPOSE_PART_H

// A closed polyhedron while it is cut: points, and plane faces that are given only by their
// directed border edges, in any order. A face may therefore have holes or several pieces, and needs
// no triangles to be cut: its edges are cut, and the cut ends are joined along the line in which
// the plane meets the face. Before and after a cut, as many edges of a face begin at each point as
// end there.

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
    double hollow;  // m, about how far the middle of its widest closed hollow is from it; 0: none
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
// Each adds one. Points and faces return their index, -1 without memory; an edge false. Edges
// belong to the face that was added last.
int vlPart_AddPoint(vlPart* part, vlVec3 point);
bool vlPart_AddEdge(vlPart* part, int from, int to);
int vlPart_AddFace(vlPart* part, vlVec3 normal, bool isConvex);

// The whole mesh as one part. False without memory.
bool vlPart_FromMesh(const vlMesh* mesh, vlPart* part);
// Adds all points and faces of another part; makes a part of those alone. None has a hull. False
// without memory.
bool vlPart_Append(const vlPart* from, vlPart* to);
bool vlPart_Copy(const vlPart* from, vlPart* part);
// Makes what remains of a part below the plane normal . x = offset, with a face where it was cut.
// Points within the tolerance of the plane count as not below it, whichever side is asked for. A
// face in the plane is therefore never left as a sheet without thickness, but made again from its
// border. The result may be empty. False without memory.
bool vlPart_Below(const vlPart* part, vlVec3 normal, double offset, double tolerance, vlPart* cut);
// One component of what lies below a plane.
typedef struct vlCutOff {
    vlVec3 normal;
    double offset;
    const int* component; // of each point, by vlPart_LabelBelow
    int chosen;
} vlCutOff;
// Finds for each point below the plane the component that it belongs to there; -1: not below.
// Points of one face count as connected. Returns the number of components; -1 without memory.
int vlPart_LabelBelow(const vlPart* part, vlVec3 normal, double offset, double tolerance,
                      int* component);
// Cuts off one component alone: where the plane meets the rest it does not cut, so that a gear
// loses one tooth and keeps the others. False without memory.
bool vlPart_CutOff(const vlPart* part, const vlCutOff* off, double tolerance, vlPart* piece,
                   vlPart* rest);
// Adds the connected components of the part to the list, and empties the part. A part with a hollow
// stays in one piece.
bool vlPart_Split(vlPart* part, double tolerance, vlPartList* list);
double vlPart_Volume(const vlPart* part);
// The area of a part's surface. The sum of area times normal, which is zero for a closed surface,
// is added to `*open`.
double vlPart_Area(const vlPart* part, vlVec3* open);

// Makes the hull and its volume, unless the part has one. VL_ERROR_GEOMETRY: it is flat;
// VL_ERROR_FULL; VL_ERROR_MEMORY.
vlResult vlPart_MakeHull(vlPart* part);
// Measures the largest distance from the hull to the part, on the hull's surface and in closed
// hollows, which are not seen from there. The true distance on the surface is at most `error`. What
// the surface adds to `error` is at most the larger of 1.1 times a distance that was found and 0.3
// `target`, and is within the target if the true distance is (except with very many faces).
// `*visits` becomes the number of faces that were looked at.
bool vlPart_MeasureError(vlPart* part, double tolerance, double target, long* visits);

#endif
