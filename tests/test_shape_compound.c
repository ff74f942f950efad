// SPDX-License-Identifier: MIT
// Rigid unions: mass, copies of the pieces, refusal of overlap, and faces glued to each other.

#include <string.h>

#include "maybe.h"
#include "models/random.h"
#include "shape/mass.h"
#include "shape/solid.h"
#include "shape_makers.h"
#include "test.h"

static void assertNearMass(vlMassProperties value, vlMassProperties expected, double tolerance)
{
    assertNear(value.volume, expected.volume, tolerance);
    assertNear(vlLength(vlSub(value.centroid, expected.centroid)), 0.0, tolerance);
    assertNear(vlLength(vlSub(value.inertia.cx, expected.inertia.cx)), 0.0, tolerance);
    assertNear(vlLength(vlSub(value.inertia.cy, expected.inertia.cy)), 0.0, tolerance);
    assertNear(vlLength(vlSub(value.inertia.cz, expected.inertia.cz)), 0.0, tolerance);
}

static void eight_boxes_weigh_as_much_as_the_whole(void** state)
{
    (void)state;
    vlShape* whole = makeBox(0.2, 0.4, 0.6);
    vlShape* part = makeBox(0.1, 0.2, 0.3);
    vlShape* parts[8];
    vlPose poses[8];
    for (int i = 0; i < 8; ++i) {
        parts[i] = part;
        poses[i] =
            at((i & 1) != 0 ? 0.1 : -0.1, (i & 2) != 0 ? 0.2 : -0.2, (i & 4) != 0 ? 0.3 : -0.3);
    }
    vlShape* compound = makeCompound(parts, poses, 8);
    assert_int_equal(vlShape_GetKind(compound), VL_SHAPE_COMPOUND);
    assert_int_equal(vlShape_GetPieceCount(compound), 1); // they are one box
    // Values up to 0.4, a dozen roundings each.
    assertNearMass(vlShape_GetMassProperties(compound), vlShape_GetMassProperties(whole), 1e-15);
    // Coordinates of pieces that are joined are rounded to 2^-44 of a metre.
    assertNear(vlShape_GetRadius(compound), vlShape_GetRadius(whole), 1e-13);
    vlShape_Release(compound);
    compound = makeCompoundCut(parts, poses, 8, VL_CUT_AS_GIVEN);
    assert_int_equal(vlShape_GetPieceCount(compound), 8);
    assertNearMass(vlShape_GetMassProperties(compound), vlShape_GetMassProperties(whole), 1e-15);
    for (int i = 0; i < 8; ++i) {
        const vlConvex* piece = &compound->pieces[i];
        for (int f = 0; f < 6; ++f) {
            // The face looks back to the middle exactly if it is glued to a neighbour.
            bool isInner = vlDot(vlConvex_Normal(piece, f), piece->centre) < 0.0;
            assert_int_equal(piece->glue[f], isInner ? VL_FACE_GLUED : VL_FACE_FREE);
        }
    }
    vlShape_Release(whole);
    vlShape_Release(part);
    vlShape_Release(compound);
}

static void pieces_are_placed_copies(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(1);
    for (int round = 0; round < 50; ++round) {
        vlShape* parts[3];
        vlPose poses[3];
        vlMassProperties separate[3];
        double size = vlRandom_Log(&random, 1.0, 1e3);
        for (int i = 0; i < 3; ++i) {
            parts[i] = makeBall(&random, 8 + vlRandom_Index(&random, 50));
            poses[i] = at(3.0 * i + size, -size, 0.0);
            poses[i].q = vlRandom_Rotation(&random);
            separate[i] = vlMass_Transform(vlShape_GetMassProperties(parts[i]), poses[i]);
        }
        vlShape* compound = makeCompound(parts, poses, 3);
        for (int i = 0; i < 3; ++i) {
            const vlConvex* from = &parts[i]->pieces[0];
            const vlConvex* c = &compound->pieces[i];
            assert_int_equal(c->vertexCount, from->vertexCount);
            assert_int_equal(c->faceCount, from->faceCount);
            size_t loop = from->faceStart[from->faceCount] * sizeof(uint16_t);
            assert_memory_equal(c->faceVertex, from->faceVertex, loop);
            assert_memory_equal(c->neighbour, from->neighbour, loop);
            assert_memory_equal(c->vertexFace, from->vertexFace, loop);
            // Coordinates of this size carry 1e-16 of it each.
            double tolerance = 4e-15 * size;
            assertNear(vlLength(vlSub(c->centre, separate[i].centroid)), 0.0, tolerance);
            assertNear(vlMass_OfConvex(c).volume, separate[i].volume, 10.0 * tolerance);
            for (int f = 0; f < c->faceCount; ++f) {
                vlVec3 n = vlConvex_Normal(c, f);
                vlVec3 turned = vlRotate(poses[i].q, vlConvex_Normal(from, f));
                assertNear(vlLength(vlSub(n, turned)), 0.0, 3e-15); // normalised twice
                for (int k = c->faceStart[f]; k < c->faceStart[f + 1]; ++k) {
                    double height = vlDot(n, vlConvex_Vertex(c, c->faceVertex[k])) - c->nd[f];
                    assertNear(height, 0.0, tolerance);
                }
                assert_int_equal(c->glue[f], VL_FACE_FREE);
            }
            vlShape_Release(parts[i]);
        }
        vlShape_Release(compound); // the pieces have been released before
    }
}

static void mass_adds_up_by_the_parallel_axis_theorem(void** state)
{
    (void)state;
    // A dumbbell by hand: two boxes of 2 x 2 x 2 at x = -3 and x = 3, one of them turned.
    vlShape* box = makeBox(1.0, 1.0, 1.0);
    vlShape* parts[2] = {box, box};
    vlPose poses[2] = {at(-3.0, 0.0, 0.0), at(3.0, 0.0, 0.0)};
    poses[1].q = vlQuatFromAxisAngle(vlVec(1.0, 2.0, 3.0), 0.7);
    vlShape* dumbbell = makeCompound(parts, poses, 2);
    double own = 8.0 / 3.0 * 2.0; // a cube's inertia is the same in all directions
    vlMassProperties expected = {16.0, vlZero(),
                                 vlDiag(2.0 * own, 2.0 * own + 144.0, 2.0 * own + 144.0)};
    assertNearMass(vlShape_GetMassProperties(dumbbell), expected, 1e-13); // values of 150
    vlShape_Release(dumbbell);
    vlShape_Release(box);
}

static vlResult tryPair(const vlShape* a, const vlShape* b, vlPose poseB, vlMaybe* error)
{
    const vlShape* parts[2] = {a, b};
    vlPose poses[2] = {vlIdentityPose(), poseB};
    vlShape* compound = NULL;
    vlResult result = vlShape_CreateCompound(NULL, parts, poses, 2, &compound, vlMaybe_Text(error),
                                             vlMaybe_Size(error));
    assert_true((result == VL_OK) == (compound != NULL));
    vlShape_Release(compound);
    return result;
}

static void overlap_is_refused_beyond_a_millionth(void** state)
{
    (void)state;
    vlShape* large = makeBox(1.0, 1.0, 1.0);
    vlShape* small = makeBox(0.1, 0.1, 0.1);
    vlMaybe error = {""};
    // The small box is 0.2 m high: sunk by 0.9e-6 and by 1.1e-6 of that.
    assert_int_equal(tryPair(large, small, at(0.0, 0.0, 1.1 - 0.18e-6), &error), VL_OK);
    assert_int_equal(tryPair(large, small, at(0.0, 0.0, 1.1 - 0.22e-6), &error), VL_ERROR_GEOMETRY);
    assert_non_null(strstr(error.message, "pieces 0 and 1 overlap by 8.8"));
    assert_non_null(strstr(error.message, "1.1e-06 of the smaller; expected at most 1e-06"));
    assert_int_equal(tryPair(large, small, at(0.0, 0.0, 0.0), &error), VL_ERROR_GEOMETRY);
    assert_non_null(strstr(error.message, ", 1 of the smaller"));
    assert_int_equal(tryPair(large, large, at(0.0, 0.0, 0.0), &error), VL_ERROR_GEOMETRY);
    assert_int_equal(tryPair(large, small, at(5.0, 0.0, 0.0), &error), VL_OK);
    vlShape_Release(large);
    vlShape_Release(small);
}

static int countGlued(const vlConvex* c, vlFaceGlue glue)
{
    int count = 0;
    for (int f = 0; f < c->faceCount; ++f) {
        count += c->glue[f] == glue;
    }
    return count;
}

// Two unit cubes, the second placed by `offset` in a rotated common frame: checks whether one face
// of each is glued, wholly or in part, and how much of the surface is free.
static void checkGlued(vlRandom* random, vlVec3 offset, vlFaceGlue expected, double freeArea)
{
    vlShape* box = makeBox(0.5, 0.5, 0.5);
    vlPose frame = {vlRandom_InBall(random), vlRandom_Rotation(random)};
    vlShape* parts[2] = {box, box};
    vlPose poses[2] = {frame, vlMulPose(frame, at(offset.x, offset.y, offset.z))};
    vlShape* compound = makeCompoundCut(parts, poses, 2, VL_CUT_AS_GIVEN);
    double area = 0.0;
    for (int i = 0; i < 2; ++i) {
        const vlConvex* piece = &compound->pieces[i];
        assert_int_equal(countGlued(piece, VL_FACE_GLUED), expected == VL_FACE_GLUED);
        assert_int_equal(countGlued(piece, VL_FACE_PARTLY), expected == VL_FACE_PARTLY);
    }
    for (int f = 0; f < compound->solid->faceCount; ++f) {
        area += compound->solid->face[f].area;
    }
    assertNear(area, freeArea, 1e-12); // a dozen roundings of areas of 1 m2
    assert_int_equal(compound->solid->partCount, expected == VL_FACE_FREE ? 2 : 1);
    vlShape_Release(compound);
    vlShape_Release(box);
}

static void only_faces_lying_on_each_other_are_internal(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(6);
    for (int round = 0; round < 20; ++round) {
        checkGlued(&random, vlVec(1.0, 0.0, 0.0), VL_FACE_GLUED, 10.0);
        checkGlued(&random, vlVec(1.0, 0.5, -0.3), VL_FACE_PARTLY, 12.0 - 0.7); // like bricks
        checkGlued(&random, vlVec(0.99, 0.0, 1.0), VL_FACE_PARTLY, 12.0 - 0.02);
        checkGlued(&random, vlVec(1.0 + 1e-8, 0.0, 0.0), VL_FACE_GLUED, 10.0); // rounding
        checkGlued(&random, vlVec(1.001, 0.0, 0.0), VL_FACE_FREE, 12.0);
        checkGlued(&random, vlVec(1.0, 1.0, 0.0), VL_FACE_FREE, 12.0); // a common edge
        checkGlued(&random, vlVec(1.0, 1.0, 1.0), VL_FACE_FREE, 12.0); // a common corner
        checkGlued(&random, vlVec(2.0, 0.0, 0.0), VL_FACE_FREE, 12.0);
    }
}

static void a_full_compound_fits_and_one_piece_more_is_refused(void** state)
{
    (void)state;
    vlShape* box = makeBox(0.5, 0.5, 0.5);
    static const vlShape* parts[VL_MAX_PIECES + 1];
    static vlPose poses[VL_MAX_PIECES + 1];
    for (int i = 0; i <= VL_MAX_PIECES; ++i) {
        parts[i] = box;
        poses[i] = at(i, 0.0, 0.0);
    }
    vlShape* compound = NULL;
    vlMaybe error = {""};
    assert_int_equal(vlShape_CreateCompound(NULL, parts, poses, 512, &compound, error.message,
                                            sizeof error.message),
                     VL_OK);
    assertNear(vlShape_GetMassProperties(compound).volume, 512.0, 1e-12);
    assert_int_equal(vlShape_GetPieceCount(compound), 1); // a bar
    vlShape_Release(compound);
    const vlSentence sentence = {error.message, sizeof error.message};
    assert_int_equal(
        vlCompound_Create(NULL, parts, poses, VL_MAX_PIECES, VL_CUT_AS_GIVEN, &compound, &sentence),
        VL_OK);
    assert_int_equal(countGlued(&compound->pieces[0], VL_FACE_GLUED), 1);
    assert_int_equal(countGlued(&compound->pieces[1], VL_FACE_GLUED), 2);
    vlShape_Release(compound);
    compound = NULL;
    assert_int_equal(vlShape_CreateCompound(NULL, parts, poses, VL_MAX_PIECES + 1, &compound,
                                            error.message, sizeof error.message),
                     VL_ERROR_FULL);
    assert_string_equal(error.message, "4097 pieces; expected at most 4096");
    assert_null(compound);
    vlShape_Release(box);
}

static void expectRefused(const vlShape* const* parts, const vlPose* poses, int count,
                          const char* found)
{
    vlShape* shape = NULL;
    vlMaybe error = {""};
    vlResult result = vlShape_CreateCompound(NULL, parts, poses, count, &shape, error.message,
                                             sizeof error.message);
    assert_int_equal(result, VL_ERROR_ARGUMENT);
    assert_null(shape);
    if (strstr(error.message, found) == NULL || strstr(error.message, "expected") == NULL) {
        fail_msg("\"%s\" does not speak of \"%s\"", error.message, found);
    }
}

static void bad_pieces_and_poses_are_refused(void** state)
{
    (void)state;
    vlShape* box = makeBox(0.5, 0.5, 0.5);
    vlShape* floor = NULL;
    assert_int_equal(vlShape_CreateHalfspace(NULL, vlVec(0.0, 0.0, 1.0), 0.0, &floor, NULL, 0),
                     VL_OK);
    const vlShape* parts[2] = {box, box};
    vlPose poses[2] = {at(0.0, 0.0, 0.0), at(2.0, 0.0, 0.0)};
    vlShape* compound = makeCompound(&box, poses, 1);
    expectRefused(NULL, poses, 2, "`pieces` or `poses` is NULL");
    expectRefused(parts, NULL, 2, "`pieces` or `poses` is NULL");
    expectRefused(parts, poses, 0, "0 pieces");
    parts[1] = NULL;
    expectRefused(parts, poses, 2, "piece 1 is NULL");
    parts[1] = floor;
    expectRefused(parts, poses, 2, "piece 1 is a half-space");
    parts[1] = compound;
    expectRefused(parts, poses, 2, "piece 1 is a compound");
    parts[1] = box;
    poses[1].q.w = 1.01;
    expectRefused(parts, poses, 2, "pose 1 is at (2, 0, 0) with a quaternion of length 1.01");
    poses[1].q.w = nan("");
    expectRefused(parts, poses, 2, "pose 1");
    poses[1] = at(0.0, HUGE_VAL, 0.0);
    expectRefused(parts, poses, 2, "pose 1 is at (0, inf, 0)");
    vlMaybe error = {""};
    poses[1] = at(2.0, 0.0, 0.0);
    assert_int_equal(
        vlShape_CreateCompound(NULL, parts, poses, 2, NULL, error.message, sizeof error.message),
        VL_ERROR_ARGUMENT);
    vlShape_Release(compound);
    vlShape_Release(floor);
    vlShape_Release(box);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(eight_boxes_weigh_as_much_as_the_whole),
        cmocka_unit_test(pieces_are_placed_copies),
        cmocka_unit_test(mass_adds_up_by_the_parallel_axis_theorem),
        cmocka_unit_test(overlap_is_refused_beyond_a_millionth),
        cmocka_unit_test(only_faces_lying_on_each_other_are_internal),
        cmocka_unit_test(a_full_compound_fits_and_one_piece_more_is_refused),
        cmocka_unit_test(bad_pieces_and_poses_are_refused),
    };
    return cmocka_run_group_tests_name("shape_compound", tests, NULL, NULL);
}
