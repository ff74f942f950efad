// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_MESH_LEVELS_H
#define VOLAR_APP_MESH_LEVELS_H

// `volar mesh hierarchy`: makes the hierarchy of a mesh, or reads it from the cache, and says what
// it is like.

#include <volar/mesh.h>

// `leafError`: of the radius; 0: the usual one. `cacheFolder` may be NULL. Returns an exit status.
int vlMeshLevels_Make(const char* program, const char* file, const vlMesh* mesh, double leafError,
                      const char* cacheFolder);

#endif
