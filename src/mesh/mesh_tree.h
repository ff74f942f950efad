// SPDX-License-Identifier: MIT
#ifndef VOLAR_MESH_TREE_H
#define VOLAR_MESH_TREE_H

// A tree of boxes over the triangles of a mesh, and the triangle that is nearest to a point.

#include "base/box_tree.h"
#include "mesh/mesh_parts.h"

// False without memory. Free it with vlBoxTree_Free.
bool vlMeshTree_Make(const vlMesh* mesh, vlBoxTree* tree);

// The distance of the point from a triangle.
double vlTriangle_Distance(const vlVec3* corners, vlVec3 p);
double vlMesh_TriangleDistance(const vlMesh* mesh, int triangle, vlVec3 p);
// The distance of the point from the mesh; `*triangle` is where the search begins, and becomes the
// nearest one. The search ends early at a distance of `enough`.
double vlMeshTree_Distance(const vlBoxTree* tree, const vlMesh* mesh, vlVec3 p, double enough,
                           int* triangle);

#endif
