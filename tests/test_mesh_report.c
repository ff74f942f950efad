// SPDX-License-Identifier: MIT
// Each fault of a mesh is found; measures are exact; files are read back as they were written.

#include <string.h>
#include <unistd.h>

#include "mesh_makers.h"
#include "volar/mesh_model.h"

static vlMeshReport inspectIt(vlMeshBuild* build)
{
    vlMeshReport report;
    vlMeshPrepareDef def = vlDefaultMeshPrepareDef();
    def.unit = VL_MESH_UNIT_M;
    def.keepsFaults = true;
    vlMeshRepairs repairs = prepareIt(&build->mesh, def);
    assert_int_equal(vlMesh_Inspect(&build->mesh, repairs.tolerance, &report), VL_OK);
    vlMesh_Free(&build->mesh);
    return report;
}

static void a_box_is_measured_exactly(void** state)
{
    (void)state;
    vlMeshBuild build = {0};
    addBoxTo(&build, vlVec(101, 202, 303), vlVec(102, 204, 306));
    vlMeshReport r = inspectIt(&build);
    assert_true(r.isSound && r.isSolid);
    assert_int_equal(r.edgeCount, 18);
    assert_int_equal(r.components, 1);
    // Sums of a dozen products of coordinates about the middle: a few hundred roundings of 1.
    double small = 1e-12;
    assert_true(vlIsNear(r.mass.volume, 6.0, small));
    assert_true(vlIsNear(r.area, 22.0, small));
    assert_true(vlIsNear(r.wall, 12.0 / 22.0, small));
    assert_true(vlLength(vlSub(r.mass.centroid, vlVec(101.5, 203, 304.5))) < small);
    assert_true(vlIsNear(r.mass.inertia.cx.x, 6.0 * (4.0 + 9.0) / 12.0, small));
    assert_true(vlIsNear(r.mass.inertia.cy.y, 6.0 * (1.0 + 9.0) / 12.0, small));
    assert_true(vlIsNear(r.mass.inertia.cz.z, 6.0 * (1.0 + 4.0) / 12.0, small));
    assert_true(vlIsNear(r.mass.inertia.cy.x, 0.0, small));
    assert_true(vlIsNear(r.radius, 0.5 * sqrt(14.0), small));
}

static void each_fault_is_found_by_itself(void** state)
{
    (void)state;
    // A missing triangle.
    vlMeshBuild open = {0};
    addBoxTo(&open, vlVec(0, 0, 0), vlVec(1, 1, 1));
    --open.mesh.faceCount;
    vlMeshReport r = inspectIt(&open);
    assert_true(r.openEdges == 3 && r.holes == 1 && r.openPlaceCount == 3);
    assert_true(!r.isSolid && r.mass.volume == 0.0);
    // A reversed triangle.
    vlMeshBuild turned = {0};
    addBoxTo(&turned, vlVec(0, 0, 0), vlVec(1, 1, 1));
    int kept = turned.mesh.indices[1];
    turned.mesh.indices[1] = turned.mesh.indices[2];
    turned.mesh.indices[2] = kept;
    r = inspectIt(&turned);
    assert_true(r.openEdges == 0 && r.opposedEdges == 3 && r.holes == 0 && !r.isSolid);
    // Two boxes that share an edge, and two that share a vertex.
    vlMeshBuild edge = {0};
    addBoxTo(&edge, vlVec(0, 0, 0), vlVec(1, 1, 1));
    addBoxTo(&edge, vlVec(1, 1, 0), vlVec(2, 2, 1));
    r = inspectIt(&edge);
    assert_true(r.crowdedEdges == 1 && r.components == 1 && r.openEdges == 0);
    vlMeshBuild corner = {0};
    addBoxTo(&corner, vlVec(0, 0, 0), vlVec(1, 1, 1));
    addBoxTo(&corner, vlVec(1, 1, 1), vlVec(2, 2, 2));
    r = inspectIt(&corner);
    assert_true(r.pinchedPoints == 1 && r.components == 2 && r.crowdedEdges == 0);
    assert_true(r.isSolid && !r.isSound && r.crossings == 0);
    // Both sides of one triangle: closed, but without volume.
    vlMeshBuild flat = {0};
    addTriangleTo(&flat, vlVec(0, 0, 0), vlVec(1, 0, 0), vlVec(0, 1, 0));
    addTriangleTo(&flat, vlVec(0, 0, 0), vlVec(0, 1, 0), vlVec(1, 0, 0));
    r = inspectIt(&flat);
    assert_true(r.openEdges == 0 && r.isFlat && !r.isSolid && !r.isSound && r.wall == 0.0);
}

static void components_overlap_or_not(void** state)
{
    (void)state;
    static const struct {
        vlVec3 low, high;
        int overlaps;
        bool crosses;
    } cases[] = {
        {{2, 0, 0}, {3, 1, 1}, 0, false},             // beside
        {{1, 0.25, 0.25}, {2, 0.5, 0.5}, 0, false},   // touching a face
        {{0.5, 0.2, 0.2}, {1.5, 0.7, 0.7}, 1, true},  // through a face
        {{0.2, 0.2, 0.2}, {0.7, 0.7, 0.7}, 1, false}, // inside
        {{-1, -1, -1}, {2, 2, 2}, 1, false},          // around
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        vlMeshBuild build = {0};
        addBoxTo(&build, vlVec(0, 0, 0), vlVec(1, 1, 1));
        addBoxTo(&build, cases[i].low, cases[i].high);
        vlMeshReport r = inspectIt(&build);
        assert_int_equal(r.components, 2);
        assert_int_equal(r.overlappingComponents, cases[i].overlaps);
        assert_int_equal(r.crossings > 0, cases[i].crosses);
        assert_int_equal(r.isSound, cases[i].overlaps == 0);
        if (cases[i].crosses) {
            assert_true(r.crossing[0].a < 12 && r.crossing[0].b >= 12);
            assert_true(vlIsNear(r.crossing[0].point.x, 1.0, 1e-12));
        }
    }
}

// Testing all pairs by the same test of two triangles would prove nothing, so triangles are sampled
// here.
static void the_tree_finds_the_crossings_that_samples_find(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(3);
    enum { COUNT = 40, SAMPLES = 60 };
    for (int round = 0; round < 20; ++round) {
        vlMeshBuild build = {0};
        vlVec3 p[COUNT][3];
        for (int i = 0; i < COUNT; ++i) {
            vlVec3 middle = vlScale(vlRandom_InCube(&random, 1.0), 2.0);
            for (int k = 0; k < 3; ++k) {
                p[i][k] = vlAdd(middle, vlRandom_InCube(&random, 1.0));
            }
            addTriangleTo(&build, p[i][0], p[i][1], p[i][2]);
        }
        // Points of one triangle on both sides of another one, above its inside: they cross.
        int sure = 0;
        for (int i = 0; i < COUNT; ++i) {
            for (int k = i + 1; k < COUNT; ++k) {
                vlVec3 n = vlUnit(vlCross(vlSub(p[k][1], p[k][0]), vlSub(p[k][2], p[k][0])));
                bool isAbove = false, isBelow = false;
                for (int s = 0; s < SAMPLES; ++s) {
                    double u = vlRandom_Uniform(&random), v = vlRandom_Uniform(&random);
                    u = u + v > 1.0 ? 1.0 - u : u;
                    v = u + v > 1.0 ? 1.0 - v : v;
                    vlVec3 q = vlMulAdd(vlMulAdd(p[i][0], u, vlSub(p[i][1], p[i][0])), v,
                                        vlSub(p[i][2], p[i][0]));
                    double height = vlDot(n, vlSub(q, p[k][0]));
                    vlVec3 foot = vlMulAdd(q, -height, n);
                    bool isIn = fabs(height) < 0.05;
                    for (int e = 0; e < 3; ++e) {
                        vlVec3 side = vlSub(p[k][(e + 1) % 3], p[k][e]);
                        vlVec3 in = vlUnit(vlCross(n, side));
                        isIn = isIn && vlDot(in, vlSub(foot, p[k][e])) > 0.12;
                    }
                    isAbove = isAbove || (isIn && height > 0.0);
                    isBelow = isBelow || (isIn && height < 0.0);
                }
                sure += isAbove && isBelow;
            }
        }
        vlMeshReport r = inspectIt(&build);
        assert_true(r.crossings >= sure);
        assert_true(r.isCrossingCountComplete);
    }
}

static void files_are_read_back_as_they_were_written(void** state)
{
    (void)state;
    static const struct {
        const char* name;
        double precision; // relative
    } formats[] = {{"a.obj", 0.0}, {"a.ply", 0.0}, {"a.stl", 0x1p-24}};
    char folder[256] = "/tmp/volar_mesh_XXXXXX";
    assert_non_null(mkdtemp(folder));
    vlMesh mesh;
    assert_int_equal(vlMeshModel_Make("spoon", &mesh), VL_OK);
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; ++i) {
        char path[300];
        vlMesh back;
        vlFileError error;
        (void)snprintf(path, sizeof path, "%s/%s", folder, formats[i].name);
        assert_int_equal(vlMesh_Write(&mesh, path, &error), VL_OK);
        assert_int_equal(vlMesh_Read(path, &back, &error), VL_OK);
        assert_int_equal(back.faceCount, mesh.faceCount);
        assert_int_equal(back.pointCount, mesh.pointCount);
        for (int c = 0; c < 3 * mesh.faceCount; ++c) {
            vlVec3 p = mesh.points[mesh.indices[c]], q = back.points[back.indices[c]];
            // Coordinates of 0.2 m.
            assert_true(vlLength(vlSub(p, q)) <= formats[i].precision * 0.4);
        }
        vlMesh_Free(&back);
        assert_int_equal(unlink(path), 0);
    }
    vlFileError error;
    assert_int_equal(vlMesh_Write(&mesh, "mesh.xyz", &error), VL_ERROR_ARGUMENT);
    assert_int_equal(vlMesh_Write(&mesh, "/nowhere/a.obj", &error), VL_ERROR_IO);
    assert_non_null(strstr(error.message, "cannot be written"));
    assert_int_equal(rmdir(folder), 0);
    vlMesh_Free(&mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_box_is_measured_exactly),
        cmocka_unit_test(each_fault_is_found_by_itself),
        cmocka_unit_test(components_overlap_or_not),
        cmocka_unit_test(the_tree_finds_the_crossings_that_samples_find),
        cmocka_unit_test(files_are_read_back_as_they_were_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
