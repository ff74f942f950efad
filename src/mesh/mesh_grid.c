// SPDX-License-Identifier: MIT
#include "mesh/mesh_grid.h"

#include <stdlib.h>

vlResult vlMeshGrid_Reserve(vlMesh* mesh, int points, int triangles)
{
    *mesh = (vlMesh){.partCount = 1};
    mesh->points = malloc(sizeof *mesh->points * (size_t)points);
    mesh->faceSizes = malloc(sizeof(int) * (size_t)triangles);
    mesh->facePart = calloc((size_t)triangles, sizeof(int));
    mesh->indices = calloc(3 * (size_t)triangles, sizeof(int));
    if (mesh->points == NULL || mesh->faceSizes == NULL || mesh->facePart == NULL ||
        mesh->indices == NULL) {
        vlMesh_Free(mesh);
        return VL_ERROR_MEMORY;
    }
    return VL_OK;
}

void vlMeshGrid_AddTriangle(vlMesh* mesh, int a, int b, int c)
{
    int* corner = &mesh->indices[3 * mesh->faceCount];
    corner[0] = a;
    corner[1] = b;
    corner[2] = c;
    mesh->faceSizes[mesh->faceCount++] = 3;
}

void vlMeshGrid_AddRings(vlMesh* mesh, const vlMeshGrid* grid, int* first)
{
    int m = grid->around, n = grid->rings;
    *first = mesh->pointCount;
    for (int i = 0; i < n; ++i) {
        for (int j = 0; j < m; ++j) {
            mesh->points[mesh->pointCount++] = grid->point(grid->model, i, j);
        }
    }
    for (int i = 0; i < (grid->isLoop ? n : n - 1); ++i) {
        for (int j = 0; j < m; ++j) {
            int here = *first + i * m, there = *first + (i + 1) % n * m, next = (j + 1) % m;
            int q[4] = {here + j, here + next, there + next, there + j};
            bool isOdd = (i + j) % 2 == 1;
            vlMeshGrid_AddTriangle(mesh, q[0], q[1], isOdd ? q[2] : q[3]);
            vlMeshGrid_AddTriangle(mesh, isOdd ? q[0] : q[1], q[2], q[3]);
        }
    }
}

void vlMeshGrid_Finish(vlMesh* mesh)
{
    double volume = 0.0;
    for (int i = 0; i < mesh->pointCount; ++i) {
        mesh->points[i] = vlScale(mesh->points[i], 1e-3);
    }
    for (int t = 0; t < mesh->faceCount; ++t) {
        const int* corner = &mesh->indices[3 * t];
        volume += vlDot(mesh->points[corner[0]],
                        vlCross(mesh->points[corner[1]], mesh->points[corner[2]]));
    }
    for (int t = 0; volume < 0.0 && t < mesh->faceCount; ++t) {
        int kept = mesh->indices[3 * t + 1];
        mesh->indices[3 * t + 1] = mesh->indices[3 * t + 2];
        mesh->indices[3 * t + 2] = kept;
    }
}

vlResult vlMeshGrid_Make(const vlMeshGrid* grid, vlMesh* mesh)
{
    int m = grid->around, n = grid->rings, first = 0;
    vlResult result = vlMeshGrid_Reserve(mesh, m * n + 2, 2 * m * n);
    if (result != VL_OK) {
        return result;
    }
    vlMeshGrid_AddRings(mesh, grid, &first);
    if (!grid->isLoop) {
        int low = mesh->pointCount++, high = mesh->pointCount++;
        mesh->points[low] = grid->pole[0];
        mesh->points[high] = grid->pole[1];
        for (int j = 0; j < m; ++j) {
            vlMeshGrid_AddTriangle(mesh, low, (j + 1) % m, j);
            vlMeshGrid_AddTriangle(mesh, high, (n - 1) * m + j, (n - 1) * m + (j + 1) % m);
        }
    }
    vlMeshGrid_Finish(mesh);
    return VL_OK;
}
