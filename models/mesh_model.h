// SPDX-License-Identifier: MIT
#ifndef VOLAR_MODEL_MESH_H
#define VOLAR_MODEL_MESH_H

// Meshes made by formulas, in metres: what experiments and tests of meshes use, and what
// `volar mesh make` writes. All are closed, and every edge is used once in each direction.

#include <volar/mesh.h>

typedef struct vlMeshModel {
    const char* name;
    const char* describes;
    int triangles;
    int euler; // vertices - edges + triangles
} vlMeshModel;

// The models; NULL after the last one.
const vlMeshModel* vlMeshModel_Get(int i);
// Makes the model of that name; free it with vlMesh_Free. VL_ERROR_ARGUMENT: there is none;
// VL_ERROR_MEMORY.
VL_WARN_UNUSED vlResult vlMeshModel_Make(const char* name, vlMesh* mesh);

#endif
