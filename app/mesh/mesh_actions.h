// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_MESH_ACTIONS_H
#define VOLAR_APP_MESH_ACTIONS_H

// What volar mesh does with a file; each but the first returns the exit status of the program.

#include "app/mesh/mesh_arguments.h"

// Reads and prepares the file; what was repaired is in `repairs`. VL_EXIT_OK, or says why not.
int vlMeshAction_Read(const vlMeshArguments* a, bool keepsFaults, vlMesh* mesh,
                      vlMeshRepairs* repairs);
int vlMeshAction_Check(vlMeshArguments* a);
int vlMeshAction_Info(vlMeshArguments* a);
int vlMeshAction_Convert(vlMeshArguments* a);
int vlMeshAction_Decompose(vlMeshArguments* a);
int vlMeshAction_MakeHierarchy(vlMeshArguments* a);
int vlMeshAction_Simplify(vlMeshArguments* a);
// Lists the meshes made by formulas, or writes one.
int vlMeshAction_Make(vlMeshArguments* a);

#endif
