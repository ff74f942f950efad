// SPDX-License-Identifier: MIT
#ifndef VOLAR_MESH_PARTS_H
#define VOLAR_MESH_PARTS_H

// What works on meshes of triangles: their edges, components and orientation, and the filling of
// holes.

#include "base/box.h"
#include "base/sentence.h"
#include "base/side.h"
#include "mesh/mesh_build.h"
#include "volar/mesh.h"

// Numbers the components of triangles that are joined by edges, 0 and up in the order of their
// first triangles; returns how many there are.
int vlMesh_NumberComponents(const vlSideList* sides, int triangleCount, int* component);

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

#endif
