// SPDX-License-Identifier: MIT
#ifndef VOLAR_MESH_DISTANCE_H
#define VOLAR_MESH_DISTANCE_H

// How far triangles lie from a mesh, for every point of them.

#include "mesh/mesh_tree.h"

typedef struct vlMeshProbe {
    const vlMesh* mesh;
    const vlBoxTree* tree;
    int nearest; // triangle of the mesh where the next search begins; 0 at first
} vlMeshProbe;

// Is no point of the triangle farther than `limit` from the mesh? True is certain; false may also
// mean that it could not be shown with a bounded number of looks.
bool vlMeshProbe_IsWithin(vlMeshProbe* probe, const vlVec3* corners, double limit);

#endif
