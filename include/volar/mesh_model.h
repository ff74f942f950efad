// SPDX-License-Identifier: MIT
#ifndef VOLAR_MESH_MODEL_H
#define VOLAR_MESH_MODEL_H

// Meshes made by formulas, in metres: those that a scene names in `mesh: {make: cup}` and that
// `volar mesh make` writes. All are closed, and every edge is used once in each direction. The
// functions allocate with malloc: not for a real-time loop.

#include "volar/mesh.h"

typedef struct vlMeshModel {
    const char* name;
    const char* describes;
    int triangles;
    int euler; // vertices - edges + triangles
} vlMeshModel;

VL_BEGIN_C

// The models; NULL after the last one.
VL_API const vlMeshModel* vlMeshModel_Get(int i);
// Makes the model of that name; free it with vlMesh_Free. VL_ERROR_ARGUMENT: there is none;
// VL_ERROR_MEMORY.
VL_API VL_WARN_UNUSED vlResult vlMeshModel_Make(const char* name, vlMesh* mesh);

// Makes one of the two jaws, with `fineness` times as many points along it and around it as the
// model has. VL_ERROR_MEMORY.
VL_API VL_WARN_UNUSED vlResult vlMeshModel_MakeJaw(vlMesh* mesh, bool isUpper, double fineness);

VL_END_C

#endif
