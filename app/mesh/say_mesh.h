// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_SAY_MESH_H
#define VOLAR_APP_SAY_MESH_H

// What is known of a mesh, printed to standard output.

#include <volar/mesh.h>

void vlSayMesh_Faults(const vlMeshReport* report);
void vlSayMesh_Measures(const vlMeshReport* report);
// All of it as JSON: faults as found and left, what was done, and with `isInfo` the measures.
void vlSayMesh_Json(const char* file, const vlMeshReport* found, const vlMeshReport* left,
                    const char* done, bool isInfo);
// The pieces of the mesh in `file`, and what to do if they are not good.
void vlSayMesh_Pieces(const char* file, const vlDecomposition* cut);
// What became of the mesh in `file`.
void vlSayMesh_Simplification(const char* file, const vlSimplification* done);

#endif
