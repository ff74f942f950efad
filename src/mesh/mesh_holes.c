// SPDX-License-Identifier: MIT
// Holes: loops of edges that only one triangle has. Only what leaves no choice is closed: a loop
// that touches no other one, is plane, and small beside the mesh (or has three edges).

#include <stdlib.h>
#include <string.h>

#include "mesh/mesh_parts.h"
#include "solid/facet.h"

// Largest hole, as a fraction of the mesh's diagonal, and how far it may be from plane, as a
// fraction of its own size.
#define LARGEST_HOLE 0.1
#define UNEVENNESS 1e-3
#define BACK_TO_BACK (-0.99)
#define MOST_EDGES VL_MOST_EARS

// The side that ends at each vertex and has no other triangle: the border of the hole runs against
// it. -1: there is none, -2: borders meet.
static void findBorder(const vlMesh* mesh, const vlSideList* edges, int* border)
{
    for (int i = 0; i < mesh->pointCount; ++i) {
        border[i] = -1;
    }
    for (int i = 0; i < edges->count;) {
        int end = vlSideList_End(edges, i);
        if (end - i == 1) {
            int side = edges->side[i].number;
            int from = mesh->indices[vlSide_Next(side)];
            border[from] = border[from] == -1 ? side : -2;
        }
        i = end;
    }
}

// The loop from `start` as its sides; 0 if it does not come back, or is too long.
static int takeLoop(const vlMesh* mesh, int* border, int start, int* sides)
{
    int count = 0;
    int v = start;
    while (border[v] >= 0 && count < MOST_EDGES) {
        int side = border[v];
        sides[count++] = side;
        border[v] = -1; // each loop is looked at once
        v = mesh->indices[side];
        if (v == start) {
            return count;
        }
    }
    return 0;
}

static vlVec3 normalOf(const vlMesh* mesh, int triangle)
{
    const int* corner = &mesh->indices[3 * triangle];
    vlVec3 a = mesh->points[corner[0]];
    return vlUnit(vlCross(vlSub(mesh->points[corner[1]], a), vlSub(mesh->points[corner[2]], a)));
}

// The border of a sheet looks like that of a hole; its filling would lie on the sheet, back to
// back.
static bool isSmallAndPlane(const vlMesh* mesh, const int* sides, const int* loop, int count,
                            double diagonal)
{
    vlVec3 middle = vlZero(), normal = vlZero();
    double size = 0.0, height = 0.0;
    for (int i = 0; i < count; ++i) {
        middle = vlMulAdd(middle, 1.0 / count, mesh->points[loop[i]]);
    }
    for (int i = 0; i < count; ++i) {
        vlVec3 a = vlSub(mesh->points[loop[i]], middle);
        vlVec3 b = vlSub(mesh->points[loop[(i + 1) % count]], middle);
        normal = vlAdd(normal, vlCross(a, b));
        size = fmax(size, 2.0 * vlLength(a));
    }
    normal = vlUnit(normal);
    for (int i = 0; i < count; ++i) {
        height = fmax(height, fabs(vlDot(normal, vlSub(mesh->points[loop[i]], middle))));
    }
    bool isBack = false;
    for (int i = 0; i < count; ++i) {
        isBack = isBack || vlDot(normal, normalOf(mesh, sides[i] / 3)) < BACK_TO_BACK;
    }
    return count >= 3 && !isBack && height <= UNEVENNESS * size &&
           (count == 3 || size <= LARGEST_HOLE * diagonal);
}

// Adds the triangles of a hole to the part of the last face. The arrays grow one hole at a time:
// there are few of them.
static bool addTriangles(vlMesh* mesh, const int* loop, int count)
{
    size_t added = (size_t)count - 2;
    size_t faces = (size_t)mesh->faceCount + added;
    int* indices = realloc(mesh->indices, sizeof(int) * 3 * faces);
    mesh->indices = indices != NULL ? indices : mesh->indices;
    int* sizes = realloc(mesh->faceSizes, sizeof(int) * faces);
    mesh->faceSizes = sizes != NULL ? sizes : mesh->faceSizes;
    int* parts = realloc(mesh->facePart, sizeof(int) * faces);
    mesh->facePart = parts != NULL ? parts : mesh->facePart;
    if (indices == NULL || sizes == NULL || parts == NULL ||
        !vlFacet_Triangulate(mesh->points, loop, count, &indices[3 * mesh->faceCount])) {
        return false;
    }
    for (size_t i = 0; i < added; ++i) {
        sizes[mesh->faceCount] = 3;
        parts[mesh->faceCount++] = mesh->partCount - 1;
    }
    return true;
}

// In a mesh of several parts it would be unclear to which one a filling belongs.
vlResult vlMesh_FillHoles(vlMesh* mesh, vlMeshRepairs* repairs)
{
    vlSideList edges = {0};
    int sides[MOST_EDGES], loop[MOST_EDGES];
    if (mesh->partCount != 1) {
        return VL_OK;
    }
    int* border = malloc(sizeof(int) * (size_t)mesh->pointCount);
    bool ok =
        border != NULL && vlSideList_OfTriangles(mesh->indices, (size_t)mesh->faceCount, &edges);
    if (ok) {
        findBorder(mesh, &edges, border);
    }
    vlBox box = vlBox_OfPoints(mesh->points, mesh->pointCount);
    double size = vlLength(vlSub(box.high, box.low));
    for (int v = 0; ok && v < mesh->pointCount; ++v) {
        int count = border[v] >= 0 ? takeLoop(mesh, border, v, sides) : 0;
        for (int i = 0; i < count; ++i) {
            loop[i] = mesh->indices[vlSide_Next(sides[i])];
        }
        if (count > 0 && isSmallAndPlane(mesh, sides, loop, count, size)) {
            ok = addTriangles(mesh, loop, count);
            ++repairs->filledHoles;
            repairs->fillingTriangles += count - 2;
        }
    }
    free(edges.side);
    free(border);
    return ok ? VL_OK : VL_ERROR_MEMORY;
}
