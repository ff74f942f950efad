// SPDX-License-Identifier: MIT
#ifndef VOLAR_MESH_PARTS_H
#define VOLAR_MESH_PARTS_H

// What works on meshes of triangles: their edges, components and orientation, and the filling of
// holes. "Side" k of triangle t runs from corner k to corner k + 1 and has the number 3 t + k.

#include "base/sentence.h"
#include "mesh/mesh_build.h"
#include "volar/mesh.h"

typedef struct vlMeshEdge {
    int a, b; // vertices, a < b
    int side;
} vlMeshEdge;

// All sides of a mesh of triangles, sorted by their vertices, then by their number: the sides of
// one edge stand together.
typedef struct vlMeshEdges {
    vlMeshEdge* edge;
    int count;
} vlMeshEdges;

// Writes the message (if the caller asks) and returns `result`.
vlResult vlMesh_Fail(const vlSentence* error, vlResult result, const char* format, ...)
    VL_MESH_PRINTF(3, 4);
vlResult vlMesh_FailMemory(const vlSentence* error);

// False without memory. Free `edge` afterwards.
bool vlMeshEdges_Make(const int* triangles, int triangleCount, vlMeshEdges* edges);
// The end of the run of sides of one edge that begins at `first`.
static inline int vlMeshEdges_End(const vlMeshEdges* edges, int first)
{
    int end = first + 1;
    while (end < edges->count && edges->edge[end].a == edges->edge[first].a &&
           edges->edge[end].b == edges->edge[first].b) {
        ++end;
    }
    return end;
}
// Does the side run from a to b?
static inline bool vlMeshEdge_IsForward(const vlMeshEdge* edge, const int* triangles)
{
    return triangles[edge->side] == edge->a;
}
static inline int vlMesh_NextSide(int side)
{
    return side % 3 == 2 ? side - 2 : side + 1;
}

// Numbers the components of triangles that are joined by edges, 0 and up in the order of their
// first triangles; returns how many there are.
int vlMesh_NumberComponents(const vlMeshEdges* edges, int triangleCount, int* component);

// Cuts a polygon into `count` - 2 triangles, anticlockwise as the polygon; `out` has room for their
// corners. Ears are cut as seen along the normal of the whole polygon; of a polygon that crosses
// itself, or of more than VL_MOST_EARS corners, the rest is a fan. False without memory.
#define VL_MOST_EARS 512
bool vlMesh_CutPolygon(const vlVec3* points, const int* loop, int count, int* out);

// Six times the volume between the triangles and `origin`, for the triangles of one component (-1:
// of all).
double vlMesh_SixVolumes(const vlMesh* mesh, vlVec3 origin, const int* component, int chosen);
// Is the point inside the closed component? By the parity of a ray, which is turned until it
// meets no edge.
bool vlMesh_IsInside(const vlMesh* mesh, const int* component, int chosen, vlVec3 point);

// Does component i lie in closed component k, which it does not cross? It may touch it.
bool vlMesh_IsWithinOther(const vlMesh* mesh, const int* component, int i, int k);

// Gives solids of a closed mesh that touch along edges, and were welded there, vertices of their
// own again. VL_ERROR_MEMORY.
vlResult vlMesh_PartSeams(vlMesh* mesh, vlMeshRepairs* repairs);
// Turns triangles so that neighbours agree and closed components face outwards.
vlResult vlMesh_Orient(vlMesh* mesh, vlMeshRepairs* repairs);
// Closes small plane holes.
vlResult vlMesh_FillHoles(vlMesh* mesh, vlMeshRepairs* repairs);

void vlMesh_Bounds(const vlMesh* mesh, vlVec3* low, vlVec3* high);

#endif
