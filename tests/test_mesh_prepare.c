// SPDX-License-Identifier: MIT
// Files as they are in practice: rounded, without shared vertices, turned inside out, with holes,
// in millimetres.

#include <string.h>

#include "mesh_makers.h"

static const double pi = 3.14159265358979323846;

static vlMeshPrepareDef inMetres(void)
{
    vlMeshPrepareDef def = vlDefaultMeshPrepareDef();
    def.unit = VL_MESH_UNIT_M;
    return def;
}

// A rotated cylinder of 48 sides, as in a binary STL in millimetres far from the origin.
static void an_ordinary_stl_of_a_convex_solid_is_convex(void** state)
{
    (void)state;
    enum { SIDES = 48 };
    vlMeshBuild build = {0};
    vlShape* cylinder = NULL;
    vlShape* shape = NULL;
    vlPose place = {vlVec(110.0, -40.0, 75.0), vlUnitQ((vlQuat){0.8, 0.3, -0.4, 0.2})};
    assert_int_equal(vlShape_CreateCylinder(NULL, SIDES, 20.0, 35.0, &cylinder, NULL, 0), VL_OK);
    addShapeTo(&build, cylinder, place);
    vlShape_Release(cylinder);
    roundToFloat(&build.mesh);
    int corners = build.mesh.pointCount;
    vlMeshRepairs repairs = prepareIt(&build.mesh, vlDefaultMeshPrepareDef());
    assert_true(repairs.isUnitGuessed && repairs.scale == 0.001);
    assert_int_equal(build.mesh.pointCount, 2 * SIDES);
    assert_int_equal(repairs.weldedPoints, corners - 2 * SIDES);
    assert_int_equal(build.mesh.faceCount, 4 * SIDES - 4);
    // Coordinates up to 128 mm are rounded by up to 2^-18 mm: planes of the file are off by as
    // much.
    double rounding = 1.3e-4 * 0x1p-24;
    assert_true(repairs.tolerance > rounding);
    char message[256] = "";
    double error = 1.0;
    assert_int_equal(vlMesh_CreateConvex(NULL, &build.mesh, 0, build.mesh.faceCount,
                                         repairs.tolerance, &shape, &error, message,
                                         sizeof message),
                     VL_OK);
    // The two ends are one face each again, and the sides have four corners.
    assert_int_equal(vlShape_GetFaceCount(shape, 0), SIDES + 2);
    assert_int_equal(vlShape_GetVertexCount(shape, 0), 2 * SIDES);
    double exact = 0.5 * (double)SIDES * sin(2.0 * pi / (double)SIDES) * 0.02 * 0.02 * 0.035;
    // Every plane moves by less than the tolerance: volume by less than tolerance times area.
    double area = 2.0 * pi * 0.02 * (0.02 + 0.035);
    assert_true(vlIsNear(vlShape_GetMassProperties(shape).volume, exact, repairs.tolerance * area));
    assert_true(error <= 2.0 * repairs.tolerance);
    vlShape_Release(shape);
    vlMesh_Free(&build.mesh);
}

// A part of 10 cm that lies 1000 km from the origin of its file, where neighbouring
// single-precision numbers are 6 cm apart; text with all digits still represents it.
static void a_part_may_lie_far_from_its_origin(void** state)
{
    (void)state;
    for (int i = 0; i < 2; ++i) {
        vlMeshBuild build = {0};
        char message[256] = "";
        addBoxTo(&build, vlVec(1e6, 1e6, 1e6), vlVec(1e6 + 0.1, 1e6 + 0.1, 1e6 + 0.1));
        if (i == 0) {
            vlMeshRepairs repairs = prepareIt(&build.mesh, inMetres());
            assert_true(repairs.tolerance < 1.01e-7);
            assert_int_equal(build.mesh.pointCount, 8);
        } else {
            vlMeshPrepareDef def = inMetres();
            roundToFloat(&build.mesh);
            assert_int_equal(vlMesh_Prepare(&build.mesh, &def, NULL, message, sizeof message),
                             VL_ERROR_GEOMETRY);
            assert_non_null(strstr(message, "near the origin"));
        }
        vlMesh_Free(&build.mesh);
    }
}

static void a_mesh_with_a_dent_is_not_convex(void** state)
{
    (void)state;
    // The dent of a box whose upper face has its middle lowered: below, at and above the tolerance.
    static const struct {
        double dent;
        vlResult result;
    } cases[] = {
        {0.0, VL_OK}, {0.5e-6, VL_OK}, {2e-6, VL_ERROR_GEOMETRY}, {0.1, VL_ERROR_GEOMETRY}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        vlMeshBuild build = {0};
        vlShape* shape = NULL;
        char message[256] = "";
        vlVec3 middle = vlVec(0.5, 0.5, 1.0 - cases[i].dent);
        vlVec3 top[4] = {{0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
        vlVec3 base[4] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
        for (int k = 0; k < 4; ++k) {
            int next = (k + 1) % 4;
            addTriangleTo(&build, top[k], top[next], middle);
            addTriangleTo(&build, base[k], base[next], top[next]);
            addTriangleTo(&build, base[k], top[next], top[k]);
        }
        addTriangleTo(&build, base[0], base[2], base[1]);
        addTriangleTo(&build, base[0], base[3], base[2]);
        vlMeshRepairs repairs = prepareIt(&build.mesh, inMetres());
        assert_true(repairs.tolerance == 1e-6);
        assert_int_equal(vlMesh_CreateConvex(NULL, &build.mesh, 0, build.mesh.faceCount,
                                             repairs.tolerance, &shape, NULL, message,
                                             sizeof message),
                         cases[i].result);
        if (cases[i].result == VL_OK) {
            assert_int_equal(vlShape_GetFaceCount(shape, 0), 6);
        } else {
            assert_non_null(strstr(message, "at (0.5, 0.5, "));
        }
        vlShape_Release(shape);
        vlMesh_Free(&build.mesh);
    }
}

// Schoenhardt's polyhedron: all vertices on the hull, and yet not convex.
static void a_mesh_with_all_vertices_on_its_hull_may_not_be_convex(void** state)
{
    (void)state;
    vlMeshBuild build = {0};
    vlVec3 low[3], high[3];
    vlShape* shape = NULL;
    char message[256] = "";
    for (int k = 0; k < 3; ++k) {
        double angle = 2.0 * pi * k / 3.0;
        low[k] = vlVec(cos(angle), sin(angle), 0.0);
        high[k] = vlVec(cos(angle - 0.5), sin(angle - 0.5), 1.0);
    }
    addTriangleTo(&build, low[0], low[2], low[1]);
    addTriangleTo(&build, high[0], high[1], high[2]);
    for (int k = 0; k < 3; ++k) {
        int next = (k + 1) % 3;
        addTriangleTo(&build, low[k], low[next], high[k]);
        addTriangleTo(&build, low[next], high[next], high[k]);
    }
    vlMeshRepairs repairs = prepareIt(&build.mesh, inMetres());
    vlResult one = vlMesh_CreateConvex(NULL, &build.mesh, 0, 8, repairs.tolerance, &shape, NULL,
                                       message, sizeof message);
    // The upper triangle is rotated so that the sides bend inwards.
    assert_int_equal(one, VL_ERROR_GEOMETRY);
    assert_non_null(strstr(message, "under its convex hull"));
    vlMesh_Free(&build.mesh);
}

static void triangles_turned_over_are_turned_back(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(5);
    for (int round = 0; round < 40; ++round) {
        vlMeshBuild build = {0};
        addBoxTo(&build, vlVec(0, 0, 0), vlVec(1, 2, 3));
        addBoxTo(&build, vlVec(4, 0, 0), vlVec(4.5, 1, 1));
        int turned = 0;
        for (int f = 0; f < build.mesh.faceCount; ++f) {
            if (round == 0 || vlRandom_Uniform(&random) < 0.4) {
                int* corner = &build.mesh.indices[3 * f];
                int kept = corner[1];
                corner[1] = corner[2];
                corner[2] = kept;
                ++turned;
            }
        }
        vlMeshRepairs repairs = prepareIt(&build.mesh, inMetres());
        assert_int_equal(repairs.flippedFaces, turned);
        double volume = 0.0;
        for (int f = 0; f < build.mesh.faceCount; ++f) {
            const int* c = &build.mesh.indices[3 * f];
            const vlVec3* p = build.mesh.points;
            volume += vlDot(p[c[0]], vlCross(p[c[1]], p[c[2]])) / 6.0;
        }
        assert_true(vlIsNear(volume, 6.5, 1e-12)); // 24 products of a few units
        vlMesh_Free(&build.mesh);
    }
}

static void a_hollow_stays_a_hollow(void** state)
{
    (void)state;
    vlMeshBuild build = {0};
    addBoxTo(&build, vlVec(0, 0, 0), vlVec(3, 3, 3));
    int outer = build.mesh.faceCount;
    addBoxTo(&build, vlVec(1, 1, 1), vlVec(2, 2, 2));
    for (int f = outer; f < build.mesh.faceCount; ++f) {
        int* corner = &build.mesh.indices[3 * f];
        int kept = corner[1];
        corner[1] = corner[2];
        corner[2] = kept;
    }
    vlMeshRepairs repairs = prepareIt(&build.mesh, inMetres());
    assert_int_equal(repairs.flippedFaces, 0);
    vlMesh_Free(&build.mesh);
}

static void small_plane_holes_are_closed_and_sheets_are_not_doubled(void** state)
{
    (void)state;
    for (int missing = 0; missing < 12; ++missing) {
        vlMeshBuild build = {0};
        vlShape* shape = NULL;
        addBoxTo(&build, vlVec(0, 0, 0), vlVec(1, 2, 3));
        memmove(&build.mesh.indices[3 * missing], &build.mesh.indices[3 * missing + 3],
                sizeof(int) * (size_t)(3 * (11 - missing)));
        build.mesh.faceCount = 11;
        vlMeshRepairs repairs = prepareIt(&build.mesh, inMetres());
        assert_int_equal(repairs.filledHoles, 1);
        assert_int_equal(repairs.fillingTriangles, 1);
        assert_int_equal(
            vlMesh_CreateConvex(NULL, &build.mesh, 0, 12, repairs.tolerance, &shape, NULL, NULL, 0),
            VL_OK);
        assert_true(vlIsNear(vlShape_GetMassProperties(shape).volume, 6.0, 1e-13));
        vlShape_Release(shape);
        vlMesh_Free(&build.mesh);
    }
    vlMeshBuild sheet = {0};
    addTriangleTo(&sheet, vlVec(0, 0, 0), vlVec(1, 0, 0), vlVec(0, 1, 0));
    assert_int_equal(prepareIt(&sheet.mesh, inMetres()).filledHoles, 0);
    assert_int_equal(sheet.mesh.faceCount, 1);
    vlMesh_Free(&sheet.mesh);
}

static void copies_and_what_has_no_area_are_left_out(void** state)
{
    (void)state;
    vlMeshBuild build = {0};
    char text[256];
    addBoxTo(&build, vlVec(0, 0, 0), vlVec(1, 1, 1));
    addTriangleTo(&build, vlVec(0, 0, 0), vlVec(1e-7, 0, 0), vlVec(0, 1, 0));
    addTriangleTo(&build, vlVec(0, 0, 0), vlVec(0, 1, 0), vlVec(1, 1, 0));
    addTriangleTo(&build, vlVec(0, 0, 0), vlVec(1, 1, 0), vlVec(1, 0, 0));
    addTriangleTo(&build, vlVec(1, 1, 0), vlVec(1, 0, 0), vlVec(0, 0, 0));
    assert_int_equal(vlMeshBuild_AddPoint(&build, vlVec(9, 9, 9)), VL_OK);
    vlMeshRepairs repairs = prepareIt(&build.mesh, inMetres());
    assert_int_equal(repairs.collapsedFaces, 1);
    assert_true(repairs.duplicateFaces >= 1); // the lower face has one diagonal or two
    assert_int_equal(repairs.unusedPoints, 1);
    assert_int_equal(build.mesh.pointCount, 8);
    int length = vlMeshRepairs_Describe(&repairs, text, sizeof text);
    assert_int_equal(length, strlen(text));
    assert_non_null(strstr(text, "1 triangle without area left out"));
    assert_non_null(strstr(text, "1 unused vertex left out"));
    // If the text is cut, the function returns the room that it needs.
    assert_int_equal(vlMeshRepairs_Describe(&repairs, text, 10), length);
    assert_int_equal(strlen(text), 9);
    vlMesh_Free(&build.mesh);
}

static void polygons_that_are_not_convex_are_cut_into_ears(void** state)
{
    (void)state;
    // A comb: its area is the sum of its triangles' areas only if none of them sticks out.
    enum { TEETH = 20, CORNERS = 2 * TEETH + 3 };
    vlMeshBuild build = {0};
    assert_int_equal(vlMeshBuild_AddPoint(&build, vlVec(0, -1, 0)), VL_OK);
    assert_int_equal(vlMeshBuild_AddPoint(&build, vlVec(2 * TEETH, -1, 0)), VL_OK);
    for (int i = 0; i <= 2 * TEETH; ++i) {
        vlVec3 p = vlVec(2 * TEETH - i, i % 2 == 0 ? 0.0 : 3.0, 0.0);
        assert_int_equal(vlMeshBuild_AddPoint(&build, p), VL_OK);
    }
    for (int i = 0; i < CORNERS; ++i) {
        assert_int_equal(vlMeshBuild_AddCorner(&build, i), VL_OK);
    }
    assert_int_equal(vlMeshBuild_EndFace(&build), VL_OK);
    (void)prepareIt(&build.mesh, inMetres());
    assert_int_equal(build.mesh.faceCount, CORNERS - 2);
    double area = 0.0;
    for (int f = 0; f < build.mesh.faceCount; ++f) {
        const int* c = &build.mesh.indices[3 * f];
        const vlVec3* p = build.mesh.points;
        area += 0.5 * vlLength(vlCross(vlSub(p[c[1]], p[c[0]]), vlSub(p[c[2]], p[c[0]])));
    }
    assert_true(
        vlIsNear(area, 2.0 * (double)TEETH + 3.0 * (double)TEETH, 1e-9)); // bar and teeth; rounding
    vlMesh_Free(&build.mesh);
}

static void units_and_the_axis_up_are_as_told_or_guessed(void** state)
{
    (void)state;
    static const struct {
        double size;
        vlMeshUnit unit;
        double scale, expected;
    } cases[] = {{4.0, VL_MESH_UNIT_GUESSED, 0.0, 1.0}, {6.0, VL_MESH_UNIT_GUESSED, 0.0, 0.001},
                 {6.0, VL_MESH_UNIT_M, 0.0, 1.0},       {6.0, VL_MESH_UNIT_INCH, 0.0, 0.0254},
                 {6.0, VL_MESH_UNIT_CM, 0.0, 0.01},     {1.0, VL_MESH_UNIT_MM, 0.0, 0.001},
                 {6.0, VL_MESH_UNIT_GUESSED, 2.0, 2.0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        vlMeshBuild build = {0};
        vlMeshPrepareDef def = vlDefaultMeshPrepareDef();
        def.unit = cases[i].unit;
        def.scale = cases[i].scale;
        def.up = VL_MESH_UP_Y;
        addBoxTo(&build, vlVec(0, 0, 0), vlVec(1.0, cases[i].size, 0.5));
        vlMeshRepairs repairs = prepareIt(&build.mesh, def);
        double highest = 0.0;
        for (int v = 0; v < build.mesh.pointCount; ++v) {
            highest = fmax(highest, build.mesh.points[v].z);
        }
        assert_true(repairs.scale == cases[i].expected);
        assert_true(vlIsNear(highest, cases[i].size * cases[i].expected, 1e-12));
        assert_int_equal(repairs.flippedFaces, 0); // a rotation is not a mirror
        vlMesh_Free(&build.mesh);
    }
}

static void what_cannot_be_prepared_says_why(void** state)
{
    (void)state;
    vlMeshBuild build = {0};
    char message[256] = "";
    vlMeshPrepareDef def = inMetres();
    addTriangleTo(&build, vlVec(0, 0, 0), vlVec(1e-9, 0, 0), vlVec(0, 1, 0));
    assert_int_equal(vlMesh_Prepare(&build.mesh, &def, NULL, message, sizeof message),
                     VL_ERROR_GEOMETRY);
    assert_non_null(strstr(message, "no triangle is larger"));
    assert_null(build.mesh.points);
    vlMeshBuild far = {0};
    addTriangleTo(&far, vlVec(0, 0, 0), vlVec(1e12, 0, 0), vlVec(0, 1, 0));
    assert_int_equal(vlMesh_Prepare(&far.mesh, &def, NULL, message, sizeof message),
                     VL_ERROR_GEOMETRY);
    assert_non_null(strstr(message, "1e+12"));
    vlMeshBuild other = {0};
    addTriangleTo(&other, vlVec(0, 0, 0), vlVec(1, 0, 0), vlVec(0, 1, 0));
    def.tolerance = -1.0;
    assert_int_equal(vlMesh_Prepare(&other.mesh, &def, NULL, message, sizeof message),
                     VL_ERROR_ARGUMENT);
    // Vertices alone: refused, and freed like any other mesh that is.
    vlMesh pointsOnly = {.points = calloc(3, sizeof(vlVec3)), .pointCount = 3};
    assert_int_equal(vlMesh_Prepare(&pointsOnly, &def, NULL, message, sizeof message),
                     VL_ERROR_ARGUMENT);
    assert_non_null(strstr(message, "has no faces"));
    assert_null(pointsOnly.points);
    assert_int_equal(pointsOnly.pointCount, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_ordinary_stl_of_a_convex_solid_is_convex),
        cmocka_unit_test(a_part_may_lie_far_from_its_origin),
        cmocka_unit_test(a_mesh_with_a_dent_is_not_convex),
        cmocka_unit_test(a_mesh_with_all_vertices_on_its_hull_may_not_be_convex),
        cmocka_unit_test(triangles_turned_over_are_turned_back),
        cmocka_unit_test(a_hollow_stays_a_hollow),
        cmocka_unit_test(small_plane_holes_are_closed_and_sheets_are_not_doubled),
        cmocka_unit_test(copies_and_what_has_no_area_are_left_out),
        cmocka_unit_test(polygons_that_are_not_convex_are_cut_into_ears),
        cmocka_unit_test(units_and_the_axis_up_are_as_told_or_guessed),
        cmocka_unit_test(what_cannot_be_prepared_says_why),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
