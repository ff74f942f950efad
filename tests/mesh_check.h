// SPDX-License-Identifier: MIT
#ifndef VOLAR_TESTS_MESH_CHECK_H
#define VOLAR_TESTS_MESH_CHECK_H

// Properties of every result of the mesh reader, whatever the file.

#include <string.h>

#include "volar/mesh.h"

// Whether a mesh is what a successful reading must give.
static inline bool vlMeshCheck_IsSound(const vlMesh* mesh)
{
    int corner = 0;
    bool isSound = mesh->pointCount >= 1 && mesh->pointCount <= VL_MAX_MESH_POINTS &&
                   mesh->faceCount >= 1 && mesh->partCount >= 1 && mesh->facePart[0] == 0 &&
                   mesh->facePart[mesh->faceCount - 1] == mesh->partCount - 1;
    for (int i = 0; i < mesh->pointCount; ++i) {
        isSound = isSound && vlIsFinite(mesh->points[i]);
    }
    for (int f = 0; isSound && f < mesh->faceCount; ++f) {
        int step = f > 0 ? mesh->facePart[f] - mesh->facePart[f - 1] : 0;
        isSound = mesh->faceSizes[f] >= 3 && (step == 0 || step == 1);
        for (int i = 0; isSound && i < mesh->faceSizes[f]; ++i, ++corner) {
            isSound = mesh->indices[corner] >= 0 && mesh->indices[corner] < mesh->pointCount;
        }
    }
    return isSound;
}

// Whether a result is what a refusal must give: an empty mesh and a message that says enough.
static inline bool vlMeshCheck_IsRefused(vlResult result, const vlMesh* mesh,
                                         const vlFileError* error, const char* name)
{
    static const vlMesh empty = {0};
    return (result == VL_ERROR_PARSE || result == VL_ERROR_IO) &&
           memcmp(mesh, &empty, sizeof empty) == 0 && strcmp(error->file, name) == 0 &&
           error->line >= 0 && (error->column > 0) == (error->line > 0) &&
           memchr(error->message, '\0', sizeof error->message) != NULL &&
           strlen(error->message) > 10;
}

#endif
