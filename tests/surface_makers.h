// SPDX-License-Identifier: MIT
#ifndef VOLAR_TESTS_SURFACE_MAKERS_H
#define VOLAR_TESTS_SURFACE_MAKERS_H

// Surfaces of meshes for tests, and questions about a mesh answered without a tree.

#include <string.h>

#include "models/mesh_model.h"
#include "models/random.h"
#include "test.h"
#include "volar/surface.h"

static inline vlShape* makeSurface(const vlMesh* mesh, double spacing, double merge)
{
    char message[256] = "";
    vlShape* shape = NULL;
    vlSurfaceShapeDef def = {mesh->points, mesh->pointCount, mesh->indices, mesh->faceCount,
                             spacing,      merge};
    vlResult result = vlShape_CreateSurface(NULL, &def, &shape, message, sizeof message);
    assert_string_equal(message, "");
    assert_int_equal(result, VL_OK);
    return shape;
}

static inline vlMesh makeModelMesh(const char* name)
{
    vlMesh mesh;
    assert_int_equal(vlMeshModel_Make(name, &mesh), VL_OK);
    for (int f = 0; f < mesh.faceCount; ++f) {
        assert_int_equal(mesh.faceSizes[f], 3);
    }
    return mesh;
}

// The closest point of a triangle, by clamping: the best of the plane's point, if it is inside, and
// of the points of the three sides.
static inline double distanceToTriangle(vlVec3 p, vlVec3 a, vlVec3 b, vlVec3 c)
{
    const vlVec3 corner[3] = {a, b, c};
    vlVec3 n = vlUnit(vlCross(vlSub(b, a), vlSub(c, a)));
    double least = HUGE_VAL;
    bool isInside = true;
    for (int k = 0; k < 3; ++k) {
        vlVec3 from = corner[k], side = vlSub(corner[(k + 1) % 3], from);
        double part = vlDot(vlSub(p, from), side) / vlDot(side, side);
        part = part < 0.0 ? 0.0 : (part > 1.0 ? 1.0 : part);
        least = fmin(least, vlLength(vlSub(p, vlMulAdd(from, part, side))));
        isInside = isInside && vlDot(vlCross(side, vlSub(p, from)), n) >= 0.0;
    }
    return isInside ? fmin(least, fabs(vlDot(n, vlSub(p, a)))) : least;
}

static inline double bruteDistance(const vlMesh* mesh, vlVec3 p)
{
    double least = HUGE_VAL;
    for (int t = 0; t < mesh->faceCount; ++t) {
        const int* v = &mesh->indices[3 * t];
        least = fmin(least, distanceToTriangle(p, mesh->points[v[0]], mesh->points[v[1]],
                                               mesh->points[v[2]]));
    }
    return least;
}

// Generalised winding number: 1 inside, 0 outside.
static inline double windingNumber(const vlMesh* mesh, vlVec3 p)
{
    double sum = 0.0;
    for (int t = 0; t < mesh->faceCount; ++t) {
        const int* v = &mesh->indices[3 * t];
        vlVec3 a = vlSub(mesh->points[v[0]], p), b = vlSub(mesh->points[v[1]], p);
        vlVec3 c = vlSub(mesh->points[v[2]], p);
        double la = vlLength(a), lb = vlLength(b), lc = vlLength(c);
        sum += atan2(vlDot(a, vlCross(b, c)), la * lb * lc + vlDot(a, b) * lc + vlDot(b, c) * la +
                                                  vlDot(c, a) * lb);
    }
    return sum / (2.0 * VL_PI);
}

// A point that is more often than not near the surface: beside a random triangle.
static inline vlVec3 randomNear(const vlMesh* mesh, double spread, vlRandom* random)
{
    int t = vlRandom_Index(random, mesh->faceCount);
    vlVec3 p = mesh->points[mesh->indices[3 * t]];
    vlVec3 aside = vlRandom_InBall(random);
    double scale = vlRandom_Log(random, 1e-6, 1.0) * spread;
    return vlMulAdd(p, scale, aside);
}

#endif
