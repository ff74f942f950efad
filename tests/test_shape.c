// SPDX-License-Identifier: MIT
// Shapes: references, reading back, and the half-space.

#include <string.h>

#include "maybe.h"
#include "shape/polyhedron.h"
#include "shape_makers.h"
#include "test.h"

static void checkPadding(const double* values, int count)
{
    for (int i = count; i % VL_LANES != 0; ++i) {
        assert_true(values[i] == values[0]);
    }
}

static void a_halfspace_is_one_plane_without_mass(void** state)
{
    (void)state;
    vlShape* shape = NULL;
    vlVec3 given = vlVec(0.6, 0.0, 0.8 + 1e-7);
    assert_int_equal(vlShape_CreateHalfspace(NULL, given, 2.5, &shape, NULL, 0), VL_OK);
    assert_int_equal(vlShape_GetKind(shape), VL_SHAPE_HALFSPACE);
    assert_int_equal(vlShape_GetPieceCount(shape), 0);
    assert_int_equal(vlShape_GetVertexCount(shape, 0), 0);
    assert_int_equal(vlShape_GetFaceCount(shape, 0), 1);
    assert_true(isinf(vlShape_GetRadius(shape)));
    assert_true(vlShape_GetMassProperties(shape).volume == 0.0);
    vlVec3 normal;
    double offset;
    vlShape_GetFacePlane(shape, 0, 0, &normal, &offset);
    assertNear(vlLength(normal), 1.0, 1e-15); // normalised
    assertNear(vlDot(normal, vlUnit(given)), 1.0, 1e-15);
    assert_true(offset == 2.5);
    int index;
    assert_int_equal(vlShape_GetFaceVertices(shape, 0, 0, &index, 1), 0);
    const vlConvex* c = &shape->pieces[0];
    assert_int_equal(shape->pieceCount, 1);
    assert_true(c->kind == VL_PIECE_HALFSPACE && isinf(c->radius) && isinf(c->lower.x) &&
                isinf(c->upper.z));
    assertNear(vlDot(normal, c->centre), 2.5, 1e-15);
    checkPadding(c->nx, 1);
    checkPadding(c->nd, 1);
    vlShape_Release(shape);
}

static void* countedAllocate(size_t size, void* user)
{
    ++*(int*)user;
    return vlDefaultAllocator().allocate(size, NULL);
}

static void countedRelease(void* block, void* user)
{
    --*(int*)user;
    vlDefaultAllocator().release(block, NULL);
}

static void the_last_hold_frees_the_one_block(void** state)
{
    (void)state;
    int blocks = 0;
    vlAllocator allocator = {countedAllocate, countedRelease, &blocks};
    vlShape* shape = NULL;
    assert_int_equal(vlShape_CreateBox(&allocator, vlVec(1.0, 1.0, 1.0), &shape, NULL, 0), VL_OK);
    assert_int_equal(blocks, 1);
    vlShape_Retain(shape);
    vlShape_Retain(shape);
    vlShape_Release(shape);
    vlShape_Release(shape);
    assert_int_equal(blocks, 1);
    assert_int_equal(vlShape_GetFaceCount(shape, 0), 6);
    vlShape_Release(shape);
    assert_int_equal(blocks, 0);
    vlShape_Retain(NULL);
    vlShape_Release(NULL);
    assert_int_equal(blocks, 0);
}

static void reading_past_the_end_gives_zero(void** state)
{
    (void)state;
    vlShape* box = makeBox(1.0, 2.0, 3.0);
    int indices[4] = {-7, -7, -7, -7};
    assert_int_equal(vlShape_GetFaceVertices(box, 0, 0, indices, 2), 4);
    assert_true(indices[0] >= 0 && indices[1] >= 0);
    assert_int_equal(indices[2], -7); // capacity respected
    int wrong[] = {-1, 1, 99};
    for (int i = 0; i < 3; ++i) {
        assert_int_equal(vlShape_GetVertexCount(box, wrong[i]), 0);
        assert_int_equal(vlShape_GetFaceCount(box, wrong[i]), 0);
        assert_int_equal(vlShape_GetFaceVertices(box, wrong[i], 0, indices, 4), 0);
        assert_true(vlLength(vlShape_GetVertex(box, wrong[i], 0)) == 0.0);
    }
    assert_true(vlLength(vlShape_GetVertex(box, 0, -1)) == 0.0);
    assert_true(vlLength(vlShape_GetVertex(box, 0, 8)) == 0.0);
    assert_int_equal(vlShape_GetFaceVertices(box, 0, 6, indices, 4), 0);
    assert_int_equal(vlShape_GetFaceVertices(box, 0, -1, indices, 4), 0);
    vlVec3 normal = vlVec(1.0, 1.0, 1.0);
    double offset = 1.0;
    vlShape_GetFacePlane(box, 0, 6, &normal, &offset);
    assert_true(vlLength(normal) == 0.0 && offset == 0.0);
    vlShape_Release(box);
}

static void bad_halfspaces_are_refused(void** state)
{
    (void)state;
    vlShape* s = NULL;
    vlMaybe e = {""};
    vlVec3 up = vlVec(0.0, 0.0, 1.0);
    checkRefused(
        vlShape_CreateHalfspace(NULL, vlVec(0.0, 0.0, 1.01), 0.0, &s, e.message, sizeof e.message),
        VL_ERROR_ARGUMENT, s, &e, "length 1.01");
    checkRefused(vlShape_CreateHalfspace(NULL, vlZero(), 0.0, &s, e.message, sizeof e.message),
                 VL_ERROR_ARGUMENT, s, &e, "length 0");
    checkRefused(vlShape_CreateHalfspace(NULL, vlVec(nan(""), 0.0, 1.0), 0.0, &s, e.message,
                                         sizeof e.message),
                 VL_ERROR_ARGUMENT, s, &e, "nan");
    checkRefused(vlShape_CreateHalfspace(NULL, up, HUGE_VAL, &s, e.message, sizeof e.message),
                 VL_ERROR_ARGUMENT, s, &e, "offset is inf");
    checkRefused(vlShape_CreateHalfspace(NULL, up, 0.0, NULL, e.message, sizeof e.message),
                 VL_ERROR_ARGUMENT, s, &e, "`shape` is NULL");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_halfspace_is_one_plane_without_mass),
        cmocka_unit_test(the_last_hold_frees_the_one_block),
        cmocka_unit_test(reading_past_the_end_gives_zero),
        cmocka_unit_test(bad_halfspaces_are_refused),
    };
    return cmocka_run_group_tests_name("shape", tests, NULL, NULL);
}
