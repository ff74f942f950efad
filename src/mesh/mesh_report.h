// SPDX-License-Identifier: MIT
#ifndef VOLAR_MESH_REPORT_H
#define VOLAR_MESH_REPORT_H

// Parts of vlMesh_Inspect.

#include "mesh/mesh_parts.h"

// Which components go through each other.
typedef struct vlMeshMeetings {
    bool meet[VL_MESH_COMPONENTS][VL_MESH_COMPONENTS];
} vlMeshMeetings;

// Fills in the crossings. False without memory.
bool vlMeshReport_FindCrossings(const vlMesh* mesh, const int* component, double tolerance,
                                vlMeshReport* report, vlMeshMeetings* meetings);
// Volume, centroid and inertia of a closed mesh of triangles.
vlMassProperties vlMesh_Mass(const vlMesh* mesh);

#endif
