// SPDX-License-Identifier: MIT
#ifndef VOLAR_MESH_GRID_H
#define VOLAR_MESH_GRID_H

// Meshes of rings: N rings of M points each, joined by triangles whose diagonals alternate. A tube
// ends in two poles (2 M N triangles), or its last ring is joined to the first (2 M N triangles as
// well).

#include "volar/mesh.h"

// Point j of ring i, in mm.
typedef vlVec3 (*vlMeshPointFunction)(const void* model, int i, int j);

typedef struct vlMeshGrid {
    vlMeshPointFunction point;
    const void* model;
    int around;     // M: points of a ring
    int rings;      // N
    bool isLoop;    // the last ring is joined to the first one
    vlVec3 pole[2]; // mm, of a tube
} vlMeshGrid;

// Room for a mesh of triangles; VL_ERROR_MEMORY.
VL_WARN_UNUSED vlResult vlMeshGrid_Reserve(vlMesh* mesh, int points, int triangles);
void vlMeshGrid_AddTriangle(vlMesh* mesh, int a, int b, int c);
// Adds the points of the rings, and triangles between neighbouring rings; ring 0 begins at point
// `*first` of the mesh afterwards.
void vlMeshGrid_AddRings(vlMesh* mesh, const vlMeshGrid* grid, int* first);
// The whole mesh: rings and poles, outside outwards, in metres.
VL_WARN_UNUSED vlResult vlMeshGrid_Make(const vlMeshGrid* grid, vlMesh* mesh);
// Turns all triangles over if they enclose a negative volume, and converts from mm to m.
void vlMeshGrid_Finish(vlMesh* mesh);

// Models that have a file of their own.
VL_WARN_UNUSED vlResult vlMeshModel_MakeCup(vlMesh* mesh);
VL_WARN_UNUSED vlResult vlMeshModel_MakeBolt(vlMesh* mesh);
VL_WARN_UNUSED vlResult vlMeshModel_MakeNut(vlMesh* mesh);

#endif
