// SPDX-License-Identifier: MIT
#ifndef VOLAR_TESTS_MESH_MAKERS_H
#define VOLAR_TESTS_MESH_MAKERS_H

// Meshes as in bad files: triangles do not share corners, corners are rounded, triangles are turned
// over or missing.

#include <stdio.h>
#include <stdlib.h>

#include "base/single.h"
#include "mesh/mesh_build.h"
#include "models/random.h"
#include "test.h"
#include "volar/mesh.h"

static inline void addTriangleTo(vlMeshBuild* build, vlVec3 a, vlVec3 b, vlVec3 c)
{
    const vlVec3 corner[3] = {a, b, c};
    for (int i = 0; i < 3; ++i) {
        assert_int_equal(vlMeshBuild_AddPoint(build, corner[i]), VL_OK);
        assert_int_equal(vlMeshBuild_AddCorner(build, build->mesh.pointCount - 1), VL_OK);
    }
    assert_int_equal(vlMeshBuild_EndFace(build), VL_OK);
}

// Adds the triangles of a convex shape, moved by `place`; each has its own three corners.
static inline void addShapeTo(vlMeshBuild* build, const vlShape* shape, vlPose place)
{
    for (int f = 0; f < vlShape_GetFaceCount(shape, 0); ++f) {
        int loop[512];
        int count = vlShape_GetFaceVertices(shape, 0, f, loop, 512);
        for (int i = 1; i + 1 < count; ++i) {
            addTriangleTo(build, vlTransform(place, vlShape_GetVertex(shape, 0, loop[0])),
                          vlTransform(place, vlShape_GetVertex(shape, 0, loop[i])),
                          vlTransform(place, vlShape_GetVertex(shape, 0, loop[i + 1])));
        }
    }
}

// Adds an axis-aligned box from `low` to `high`.
static inline void addBoxTo(vlMeshBuild* build, vlVec3 low, vlVec3 high)
{
    vlShape* box = NULL;
    vlVec3 half = vlScale(vlSub(high, low), 0.5);
    vlPose place = {vlIdentityPose().p, vlIdentityPose().q};
    place.p = vlScale(vlAdd(low, high), 0.5);
    assert_int_equal(vlShape_CreateBox(NULL, half, &box, NULL, 0), VL_OK);
    addShapeTo(build, box, place);
    vlShape_Release(box);
}

static inline void roundToFloat(vlMesh* mesh)
{
    for (int i = 0; i < mesh->pointCount; ++i) {
        vlVec3* p = &mesh->points[i];
        *p = vlVec(vlRoundToSingle(p->x), vlRoundToSingle(p->y), vlRoundToSingle(p->z));
    }
}

static inline vlMeshRepairs prepareIt(vlMesh* mesh, vlMeshPrepareDef def)
{
    char message[256] = "";
    vlMeshRepairs repairs;
    vlResult result = vlMesh_Prepare(mesh, &def, &repairs, message, sizeof message);
    if (result != VL_OK) {
        fail_msg("%s", message);
    }
    return repairs;
}

// A prism over a plane section, anticlockwise seen from +z, from z = low to high, moved by `place`
// and prepared. Unlike the others its sides and ends are whole faces with common corners.
static inline vlMesh makePrism(const vlVec2* section, int n, double low, double high, vlPose place)
{
    vlMeshBuild build = {0};
    for (int i = 0; i < 2 * n; ++i) {
        vlVec3 p = vlVec(section[i % n].x, section[i % n].y, i < n ? low : high);
        assert_int_equal(vlMeshBuild_AddPoint(&build, vlTransform(place, p)), VL_OK);
    }
    for (int i = 0; i < n; ++i) {
        int side[4] = {i, (i + 1) % n, n + (i + 1) % n, n + i};
        for (int k = 0; k < 4; ++k) {
            assert_int_equal(vlMeshBuild_AddCorner(&build, side[k]), VL_OK);
        }
        assert_int_equal(vlMeshBuild_EndFace(&build), VL_OK);
    }
    for (int end = 0; end < 2; ++end) {
        for (int i = 0; i < n; ++i) {
            assert_int_equal(vlMeshBuild_AddCorner(&build, end == 0 ? n - 1 - i : n + i), VL_OK);
        }
        assert_int_equal(vlMeshBuild_EndFace(&build), VL_OK);
    }
    vlMeshPrepareDef def = vlDefaultMeshPrepareDef();
    def.unit = VL_MESH_UNIT_M;
    (void)prepareIt(&build.mesh, def);
    return build.mesh;
}

#endif
