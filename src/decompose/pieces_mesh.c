// SPDX-License-Identifier: MIT
// Convex pieces as the parts of one mesh.

#include <stdlib.h>

#include "volar/mesh.h"

vlResult vlDecomposition_MakeMesh(const vlDecomposition* decomposition, vlMesh* mesh)
{
    size_t points = 1, faces = 1, corners = 1; // one more: there may be no piece
    for (int i = 0; i < decomposition->pieceCount; ++i) {
        points += (size_t)vlShape_GetVertexCount(decomposition->pieces[i], 0);
        faces += (size_t)vlShape_GetFaceCount(decomposition->pieces[i], 0);
        for (int f = 0; f < vlShape_GetFaceCount(decomposition->pieces[i], 0); ++f) {
            corners += (size_t)vlShape_GetFaceVertices(decomposition->pieces[i], 0, f, NULL, 0);
        }
    }
    *mesh = (vlMesh){.partCount = decomposition->pieceCount};
    mesh->points = malloc(sizeof *mesh->points * points);
    mesh->faceSizes = malloc(sizeof(int) * faces);
    mesh->facePart = malloc(sizeof(int) * faces);
    mesh->indices = malloc(sizeof(int) * corners);
    if (mesh->points == NULL || mesh->faceSizes == NULL || mesh->facePart == NULL ||
        mesh->indices == NULL) {
        vlMesh_Free(mesh);
        return VL_ERROR_MEMORY;
    }
    int next = 0;
    for (int i = 0; i < decomposition->pieceCount; ++i) {
        int first = mesh->pointCount;
        for (int v = 0; v < vlShape_GetVertexCount(decomposition->pieces[i], 0); ++v) {
            mesh->points[mesh->pointCount++] = vlShape_GetVertex(decomposition->pieces[i], 0, v);
        }
        for (int f = 0; f < vlShape_GetFaceCount(decomposition->pieces[i], 0); ++f) {
            int count = vlShape_GetFaceVertices(decomposition->pieces[i], 0, f,
                                                &mesh->indices[next], (int)corners - next);
            for (int k = 0; k < count; ++k) {
                mesh->indices[next++] += first;
            }
            mesh->faceSizes[mesh->faceCount] = count;
            mesh->facePart[mesh->faceCount++] = i;
        }
    }
    return VL_OK;
}
