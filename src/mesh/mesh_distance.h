// SPDX-License-Identifier: MIT
#ifndef VOLAR_MESH_DISTANCE_H
#define VOLAR_MESH_DISTANCE_H

// A tree of boxes over the triangles of a mesh, the triangle that is nearest to a point, and how
// far triangles lie from the mesh, for every point of them.

#include "base/box_tree.h"
#include "mesh/mesh_parts.h"
#include "solid/triangle.h"

// False without memory. Free it with vlBoxTree_Free.
bool vlMeshTree_Make(const vlMesh* mesh, vlBoxTree* tree);

// The distance of the point from a triangle.
double vlMesh_TriangleDistance(const vlMesh* mesh, int triangle, vlVec3 p);
// The distance of the point from the mesh; `*triangle` is where the search begins, and becomes the
// nearest one. The search ends early at a distance of `enough`.
double vlMeshTree_Distance(const vlBoxTree* tree, const vlMesh* mesh, vlVec3 p, double enough,
                           int* triangle);

typedef struct vlMeshProbe {
    const vlMesh* mesh;
    const vlBoxTree* tree;
    int nearest; // triangle of the mesh where the next search begins; 0 at first
} vlMeshProbe;

// Is no point of the triangle farther than `limit` from the mesh? True is certain; false may also
// mean that it could not be shown with a bounded number of looks.
bool vlMeshProbe_IsWithin(vlMeshProbe* probe, const vlVec3* corners, double limit);

#endif
