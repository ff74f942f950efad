// SPDX-License-Identifier: MIT
// Meshes of fewer triangles: as near to the original as stated, closed, of the same topology, and
// the same every time.

#include <string.h>

#include "mesh_makers.h"
#include "models/random.h"
#include "volar/mesh_model.h"
#include "volar/surface.h"

// From random points of one mesh to the other one, by the signed distance of surfaces, which shares
// no code with the simplification.
static double sampledDistance(const vlMesh* from, const vlMesh* to, int samples, vlRandom* random)
{
    double most = 0.0;
    vlShape* shape = NULL;
    vlSurfaceShapeDef def = vlDefaultSurfaceShapeDef();
    def.points = to->points;
    def.pointCount = to->pointCount;
    def.triangles = to->indices;
    def.triangleCount = to->faceCount;
    def.spacing = 1.0; // few samples, because they are not used
    assert_int_equal(vlShape_CreateSurface(NULL, &def, &shape, NULL, 0), VL_OK);
    for (int i = 0; i < samples; ++i) {
        const int* c = &from->indices[3 * vlRandom_Index(random, from->faceCount)];
        double s = vlRandom_Uniform(random);
        double t = vlRandom_Uniform(random);
        bool isOut = s + t > 1.0;
        s = isOut ? 1.0 - s : s;
        t = isOut ? 1.0 - t : t;
        vlVec3 a = from->points[c[0]];
        vlVec3 p =
            vlMulAdd(vlMulAdd(a, s, vlSub(from->points[c[1]], a)), t, vlSub(from->points[c[2]], a));
        vlSignedDistance found;
        assert_int_equal(vlShape_FindSignedDistance(shape, p, HUGE_VAL, -1, &found), VL_OK);
        most = fmax(most, fabs(found.distance));
    }
    vlShape_Release(shape);
    return most;
}

static vlSimplification simplifyIt(vlMesh* mesh, double error, int triangles)
{
    vlSimplifyDef def = vlDefaultSimplifyDef();
    vlSimplification done;
    char message[256] = "";
    def.error = error;
    def.triangles = triangles;
    if (vlMesh_Simplify(mesh, &def, &done, message, sizeof message) != VL_OK) {
        fail_msg("%s", message);
    }
    return done;
}

static void a_simpler_mesh_is_as_near_as_stated(void** state)
{
    static const struct {
        const char* name;
        double error;
        int most, euler;
    } cases[] = {{"torus", 0.03, 400, 0}, {"spoon", 0.01, 200, 2}, {"nut", 0.02, 900, 0}};
    vlRandom random = vlRandom_Seed(16);
    (void)state;
    for (int i = 0; i < 3; ++i) {
        vlMesh old, mesh;
        vlMeshReport report;
        assert_int_equal(vlMeshModel_Make(cases[i].name, &old), VL_OK);
        assert_int_equal(vlMeshModel_Make(cases[i].name, &mesh), VL_OK);
        vlSimplification done = simplifyIt(&mesh, cases[i].error, 0);
        assert_int_equal(done.before, old.faceCount);
        assert_int_equal(done.after, mesh.faceCount);
        assert_in_range(mesh.faceCount, 4, cases[i].most);
        assert_true(done.error <= cases[i].error * done.radius);
        // No sample is beyond the stated distance, and that distance is not much too large: some
        // sample reaches a third of it.
        double out = sampledDistance(&mesh, &old, 3000, &random);
        double back = sampledDistance(&old, &mesh, 3000, &random);
        assert_true(fmax(out, back) <= done.error * (1.0 + 1e-9));
        assert_true(fmax(out, back) >= 0.3 * done.error);
        assert_int_equal(vlMesh_Inspect(&mesh, 1e-9, &report), VL_OK);
        assert_true(report.isSound && report.mass.volume > 0.0);
        assert_int_equal(report.components, 1);
        assert_int_equal(report.pointCount - report.edgeCount + report.triangleCount,
                         cases[i].euler);
        assert_true(fabs(done.volumeRatio - 1.0) < 0.2);
        vlMesh_Free(&old);
        vlMesh_Free(&mesh);
    }
}

// A cube of many triangles needs twelve, and its corners stay where they are.
static void flat_sides_become_two_triangles(void** state)
{
    enum { N = 6 };
    vlMeshBuild build = {0};
    (void)state;
    for (int face = 0; face < 6; ++face) {
        for (int i = 0; i < N * N; ++i) {
            vlVec3 p[4];
            for (int k = 0; k < 4; ++k) {
                double x = (i % N + (k == 1 || k == 2)) / (double)N;
                double y = (i / N + (k >= 2)) / (double)N;
                bool isHigh = face % 2 == 1;
                double a = isHigh ? x : y, b = isHigh ? y : x, c = isHigh;
                p[k] = face / 2 == 0   ? vlVec(a, b, c)
                       : face / 2 == 1 ? vlVec(b, c, a)
                                       : vlVec(c, a, b);
            }
            addTriangleTo(&build, p[0], p[1], p[2]);
            addTriangleTo(&build, p[0], p[2], p[3]);
        }
    }
    vlMesh mesh = build.mesh;
    (void)prepareIt(&mesh, vlDefaultMeshPrepareDef());
    assert_int_equal(mesh.faceCount, 12 * N * N);
    vlSimplification done = simplifyIt(&mesh, 1e-6, 0);
    assert_int_equal(mesh.faceCount, 12);
    assert_int_equal(mesh.pointCount, 8);
    assert_true(done.error <= 1e-12 && fabs(done.volumeRatio - 1.0) < 1e-9);
    vlMesh_Free(&mesh);
}

static void the_same_mesh_gives_the_same_triangles(void** state)
{
    vlMesh one, other;
    (void)state;
    assert_int_equal(vlMeshModel_Make("torus", &one), VL_OK);
    assert_int_equal(vlMeshModel_Make("torus", &other), VL_OK);
    (void)simplifyIt(&one, 0.05, 600);
    (void)simplifyIt(&other, 0.05, 600);
    assert_in_range(one.faceCount, 599, 600); // two triangles disappear at a time
    assert_int_equal(one.faceCount, other.faceCount);
    assert_memory_equal(one.points, other.points, sizeof *one.points * (size_t)one.pointCount);
    assert_memory_equal(one.indices, other.indices, sizeof(int) * 3 * (size_t)one.faceCount);
    vlMesh_Free(&one);
    vlMesh_Free(&other);
}

static void expectRefusal(vlMesh* mesh, vlSimplifyDef def, vlResult expected, const char* part)
{
    vlSimplification done;
    char message[256] = "";
    int faces = mesh->faceCount;
    assert_int_equal(vlMesh_Simplify(mesh, &def, &done, message, sizeof message), expected);
    assert_non_null(strstr(message, part));
    assert_int_equal(mesh->faceCount, faces);
}

static void bad_meshes_are_refused_with_a_sentence(void** state)
{
    vlMeshBuild build = {0};
    vlMesh mesh;
    vlSimplifyDef def = vlDefaultSimplifyDef();
    vlMeshDistance distance;
    (void)state;
    assert_int_equal(vlMeshModel_Make("gear", &mesh), VL_OK);
    def.error = 0.0;
    expectRefusal(&mesh, def, VL_ERROR_ARGUMENT, "fraction of the radius");
    def.error = NAN;
    expectRefusal(&mesh, def, VL_ERROR_ARGUMENT, "fraction of the radius");
    def = vlDefaultSimplifyDef();
    def.triangles = -1;
    expectRefusal(&mesh, def, VL_ERROR_ARGUMENT, "-1 triangles");
    def = vlDefaultSimplifyDef();
    --mesh.faceCount;
    expectRefusal(&mesh, def, VL_ERROR_GEOMETRY, "3 open");
    ++mesh.faceCount;
    assert_int_equal(vlMesh_MeasureDistance(&mesh, &mesh, 0.0, &distance), VL_ERROR_ARGUMENT);
    assert_int_equal(vlMesh_MeasureDistance(&mesh, &mesh, 1e-6, &distance), VL_OK);
    assert_true(distance.atMost <= 1e-6);
    vlMesh_Free(&mesh);
    // Two boxes that share a corner.
    addBoxTo(&build, vlVec(0.0, 0.0, 0.0), vlVec(1.0, 1.0, 1.0));
    addBoxTo(&build, vlVec(1.0, 1.0, 1.0), vlVec(2.0, 2.0, 2.0));
    mesh = build.mesh;
    (void)prepareIt(&mesh, vlDefaultMeshPrepareDef());
    expectRefusal(&mesh, def, VL_ERROR_GEOMETRY, "meet in a point");
    vlMesh_Free(&mesh);
}

// Shifted by a known vector, a cube is as far from itself as that vector is long.
static void the_distance_of_shifted_cubes_is_the_shift(void** state)
{
    vlMesh mesh[2];
    vlMeshDistance distance;
    (void)state;
    for (int i = 0; i < 2; ++i) {
        vlMeshBuild build = {0};
        vlVec3 shift = vlVec(0.1 * i, 0.0, 0.0);
        addBoxTo(&build, shift, vlAdd(shift, vlVec(1.0, 1.0, 1.0)));
        mesh[i] = build.mesh;
        (void)prepareIt(&mesh[i], vlDefaultMeshPrepareDef());
    }
    assert_int_equal(vlMesh_MeasureDistance(&mesh[0], &mesh[1], 1e-3, &distance), VL_OK);
    assert_true(fabs(distance.atLeast - 0.1) < 1e-12); // at a corner, to rounding
    assert_true(distance.atMost >= 0.1 - 1e-12 && distance.atMost <= 0.11 + 1e-12);
    vlMesh_Free(&mesh[0]);
    vlMesh_Free(&mesh[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_simpler_mesh_is_as_near_as_stated),
        cmocka_unit_test(flat_sides_become_two_triangles),
        cmocka_unit_test(the_same_mesh_gives_the_same_triangles),
        cmocka_unit_test(bad_meshes_are_refused_with_a_sentence),
        cmocka_unit_test(the_distance_of_shifted_cubes_is_the_shift),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
