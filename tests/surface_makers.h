// SPDX-License-Identifier: MIT
#ifndef VOLAR_TESTS_SURFACE_MAKERS_H
#define VOLAR_TESTS_SURFACE_MAKERS_H

// Surfaces of meshes for tests, and queries of a mesh that use no tree.

#include <string.h>

#include "models/random.h"
#include "test.h"
#include "volar/mesh_model.h"
#include "volar/surface.h"

static inline vlShape* makeSurface(const vlMesh* mesh, double spacing, double merge)
{
    char message[256] = "";
    vlShape* shape = NULL;
    vlSurfaceShapeDef def = {mesh->points,    mesh->pointCount, mesh->indices,
                             mesh->faceCount, spacing,          merge};
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

// Distance from the surface by a search through all triangles, and the generalised winding number,
// 1 inside and 0 outside (surface_oracle.c).
double distanceToTriangle(vlVec3 p, vlVec3 a, vlVec3 b, vlVec3 c);
double bruteDistance(const vlMesh* mesh, vlVec3 p);
double windingNumber(const vlMesh* mesh, vlVec3 p);

// A point that is mostly near the surface: beside a random triangle.
static inline vlVec3 randomNear(const vlMesh* mesh, double spread, vlRandom* random)
{
    int t = vlRandom_Index(random, mesh->faceCount);
    vlVec3 p = mesh->points[mesh->indices[3 * t]];
    vlVec3 aside = vlRandom_InBall(random);
    double scale = vlRandom_Log(random, 1e-6, 1.0) * spread;
    return vlMulAdd(p, scale, aside);
}

#endif
