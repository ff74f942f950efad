// SPDX-License-Identifier: MIT
// Faces that form no closed solid are refused with the element at fault, and failing memory leaves
// nothing behind.

#include "failing_allocator.h"
#include "formation_fixture.h"

// The list must be refused with this reason and place.
static void checkList(const vlVec3* points, int pointCount, const int* sizes, int faceCount,
                      const int* indices, const char* what, const char* where)
{
    const vlPolyhedron* p = NULL;
    char message[256] = "";
    vlResult result = vlPolyhedron_CreateFromFaces(NULL, points, pointCount, sizes, faceCount,
                                                   indices, NULL, 0, &p, message, sizeof message);
    assert_int_equal(result, VL_ERROR_GEOMETRY);
    assert_null(p);
    if (strstr(message, what) == NULL || strstr(message, where) == NULL ||
        strstr(message, "expected") == NULL) {
        fail_msg("'%s' does not say '%s' and '%s'", message, what, where);
    }
}

static const vlVec3 tetraPoints[8] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1},
                                      {0, 0, 0}, {2, 0, 1}, {0, 2, 1}, {0, 0, 3}};

static void bad_surfaces_are_refused_with_the_element(void** state)
{
    (void)state;
    const int sizes[8] = {3, 3, 3, 3, 3, 3, 3, 3};
    const int open[12] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 1, 3};
    checkList(tetraPoints, 4, sizes, 4, open, "meet in the edge", "(0, 0, 0)");
    const int missing[12] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 3, 2, 1};
    checkList(tetraPoints, 4, sizes, 4, missing, "face", "(");
    const int inverted[12] = {0, 1, 2, 0, 1, 3, 1, 2, 3, 0, 3, 2};
    checkList(tetraPoints, 4, sizes, 4, inverted, "the same way", "face 0");
    const int insideOut[12] = {0, 1, 2, 0, 3, 1, 1, 3, 2, 0, 2, 3};
    checkList(tetraPoints, 4, sizes, 4, insideOut, "volume of -0.1", "m3");

    // Two tetrahedra that share a vertex.
    vlVec3 two[8];
    for (int i = 0; i < 4; ++i) {
        two[i] = tetraPoints[i];
        two[4 + i] = vlScale(tetraPoints[i], -1.0);
    }
    const int vertex[24] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2, 4, 5, 6, 4, 7, 5, 5, 7, 6, 4, 6, 7};
    checkList(two, 8, sizes, 8, vertex, "more than once", "vertex (0, 0, 0)");
    // Two that share an edge.
    for (int i = 0; i < 4; ++i) {
        vlVec3 p = tetraPoints[i];
        two[4 + i] = vlVec(p.x, -p.y, -p.z);
    }
    const int edge[24] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2, 4, 6, 5, 4, 5, 7, 5, 6, 7, 4, 7, 6};
    checkList(two, 8, sizes, 8, edge, "4 faces", "(1, 0, 0) to (0, 0, 0)");
    // One whose corner lies within a face of the other.
    for (int i = 0; i < 4; ++i) {
        vlVec3 p = tetraPoints[i];
        two[4 + i] = vlAdd(vlVec(0.2, 0.2, -1.0), vlVec(0.1 * p.x, 0.1 * p.y, p.z));
    }
    checkList(two, 8, sizes, 8, edge, "lies on face 0", "(0.2, 0.2, 0)");
    // And one that goes through.
    for (int i = 4; i < 8; ++i) {
        two[i].z += 0.3;
    }
    checkList(two, 8, sizes, 8, edge, "goes through face 0", "(0.2, 0.2, 0)");

    const int flat[12] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 3};
    checkList(tetraPoints, 4, sizes, 4, flat, "face 3", "two corners at one place");
    vlVec3 line[5] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, 0.5}};
    const int thin[15] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2, 0, 4, 3};
    checkList(line, 5, sizes, 5, thin, "face 4 at (0, 0, 0) has no area", "span a plane");
    vlVec3 bent[5] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0.01}, {0, 1, 0}, {0, 0, 1}};
    const int quad[5] = {4, 3, 3, 3, 3};
    const int pyramid[16] = {0, 3, 2, 1, 0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0, 4};
    checkList(bent, 5, quad, 5, pyramid, "face 0", "not plane");
}

// Adds a tetrahedron about (0.2, 0.2, 0.2) or beside it; its faces look outwards or inwards.
static void addTetra(vlVec3* points, int* indices, int at, double size, double aside, bool looksOut)
{
    static const int faces[12] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2};
    for (int i = 0; i < 4; ++i) {
        vlVec3 arm = vlSub(tetraPoints[i], vlVec(0.2, 0.2, 0.2));
        points[4 * at + i] = vlMulAdd(vlVec(0.2 + aside, 0.2, 0.2), size, arm);
    }
    for (int i = 0; i < 12; ++i) {
        indices[12 * at + i] = 4 * at + faces[looksOut ? i : 11 - i];
    }
}

// A solid, a cavity in it and a solid in that are one polyhedron. Without the cavity the inner
// solid would count twice.
static void closed_surfaces_within_each_other_are_solid_and_cavity_by_turns(void** state)
{
    (void)state;
    const int sizes[12] = {3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3};
    vlVec3 points[12];
    int indices[36];
    addTetra(points, indices, 0, 1.0, 0.0, true);
    addTetra(points, indices, 1, 0.5, 0.0, false);
    addTetra(points, indices, 2, 0.25, 0.0, true);
    const vlPolyhedron* p = NULL;
    assert_int_equal(
        vlPolyhedron_CreateFromFaces(NULL, points, 12, sizes, 12, indices, NULL, 0, &p, NULL, 0),
        VL_OK);
    assert_int_equal(p->shellCount, 3);
    assertNear(p->volume, (1.0 - 0.125 + 0.015625) / 6.0, 1e-15);
    vlPolyhedron_Release(p);
    addTetra(points, indices, 1, 0.25, 0.0, true);
    checkList(points, 8, sizes, 8, indices, "with face 4 at (0.15, 0.15, 0.15) lies within",
              "the one with face 0, and both look outwards");
    addTetra(points, indices, 1, 0.5, 3.0, false);
    checkList(points, 8, sizes, 8, indices, "with face 4 at (3.1, 0.6, 0.1) looks inwards",
              "no solid is around it");
    addTetra(points, indices, 1, 0.5, 3.0, true);
    assert_int_equal(
        vlPolyhedron_CreateFromFaces(NULL, points, 8, sizes, 8, indices, NULL, 0, &p, NULL, 0),
        VL_OK);
    assertNear(p->volume, 1.125 / 6.0, 1e-15);
    vlPolyhedron_Release(p);
}

static void pieces_that_overlap_or_touch_in_an_edge_are_refused(void** state)
{
    (void)state;
    vlShape* box = makeBox(0.5, 0.5, 0.5);
    const vlShape* pieces[2] = {box, box};
    vlPose overlap[2] = {at(0, 0, 0), at(0.9, 0, 0)};
    vlShape* shape = NULL;
    vlMaybe error = {""};
    vlResult result = vlShape_CreateCompound(NULL, pieces, overlap, 2, &shape, error.message,
                                             sizeof error.message);
    checkRefused(result, VL_ERROR_GEOMETRY, shape, &error, "piece");
    vlPose touch[2] = {at(0, 0, 0), at(1, 1, 0)};
    result =
        vlShape_CreateCompound(NULL, pieces, touch, 2, &shape, error.message, sizeof error.message);
    assert_int_equal(result, VL_OK);
    const vlPolyhedron* p = NULL;
    result =
        vlPolyhedron_CreateFromShape(NULL, shape, NULL, 0, &p, error.message, sizeof error.message);
    assert_int_equal(result, VL_ERROR_GEOMETRY);
    assert_non_null(strstr(error.message, "4 faces"));
    assert_non_null(strstr(error.message, "(0.5, 0.5, "));
    vlShape_Release(shape);
    vlShape_Release(box);
}

static void memory_failing_anywhere_leaves_nothing_behind(void** state)
{
    (void)state;
    const vlShape* shape = makeHole();
    vlFailingAllocator failing;
    vlResult result = VL_ERROR_MEMORY;
    for (int allowed = 0; result != VL_OK; ++allowed) {
        vlAllocator hooks = vlFailingAllocator_Make(&failing, allowed);
        const vlPolyhedron* p = NULL;
        result = vlPolyhedron_CreateFromShape(&hooks, shape, NULL, 0, &p, NULL, 0);
        if (result == VL_OK) {
            vlPolyhedron_Release(p);
        } else {
            assert_int_equal(result, VL_ERROR_MEMORY);
            assert_null(p);
        }
        assert_int_equal(failing.live, 0);
    }
    vlShape_Release((vlShape*)(uintptr_t)shape);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_surfaces_are_refused_with_the_element),
        cmocka_unit_test(closed_surfaces_within_each_other_are_solid_and_cavity_by_turns),
        cmocka_unit_test(pieces_that_overlap_or_touch_in_an_edge_are_refused),
        cmocka_unit_test(memory_failing_anywhere_leaves_nothing_behind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
