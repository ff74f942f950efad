// SPDX-License-Identifier: MIT
// The contact polyhedron by cutting: closed forms, empty overlaps and overlaps that do not fit.
// Random pairs against an independent route are in test_dual.c.

#include <float.h>
#include <math.h>

#include "oracle.h"
#include "shape_makers.h"
#include "test.h"

#define SHAPE_SEED 20040901u

static vlTestRig rig;

// The base at rest in the cutter's frame, at `translation`.
static vlClipStatus cutPlaced(const vlShape* base, const vlShape* cutter, vlMat3 rotation,
                              vlVec3 translation, vlVec3 normal)
{
    vlScaledPiece_Set(&rig.pair.base, base->pieces, 1.0);
    vlScaledPiece_Set(&rig.pair.cutter, cutter->pieces, 1.0);
    rig.pair.rotation = rotation;
    rig.pair.translation = translation;
    rig.pair.normal = normal;
    rig.pair.inside = vlZero();
    return vlTestRig_Cut(&rig, false);
}

static void aligned_boxes_overlap_in_a_box(void** state)
{
    (void)state;
    vlShape* base = makeBox(1.0, 2.0, 3.0);
    vlShape* cutter = makeBox(2.0, 1.0, 1.0);
    // Overlap x in [-0.5, 1.5], y in [-1, 0.5], z in [0.75, 1].
    vlVec3 place = vlVec(0.5, -1.5, 3.75);
    vlClipStatus status =
        cutPlaced(base, cutter, vlDiag(1.0, 1.0, 1.0), place, vlVec(0.0, 0.0, 1.0));
    assert_int_equal(status, VL_CLIP_SOLID);
    const vlPolytope* p = vlClip_Result(&rig.clipper);
    assert_true(vlPolytope_IsClosed(p));
    assert_int_equal(p->faceCount, 6);
    rig.frame.request.useNormal = true;
    vlContactVolume v;
    assert_true(vlTestRig_Integrate(&rig, &v));
    // All numbers are short binary fractions, but sums of thirds round.
    const double rounding = 1e-15;
    assert_true(vlIsNear(v.volume, 2.0 * 1.5 * 0.25, rounding));
    assert_true(vlIsNear(v.area, 3.0, 2.0 * rounding));
    assert_true(vlIsNear(v.origin.x, 0.5, rounding));
    assert_true(vlIsNear(v.origin.y, -0.25, rounding));
    assert_true(vlIsNear(v.origin.z, 0.875, rounding));
    assert_true(vlIsNear(v.highest - v.lowest, 0.25, rounding));
    assert_true(vlIsNear(v.depthMoment.x, 0.0, rounding));
    assert_true(vlIsNear(v.depthMoment.y, 0.0, rounding));
    assert_true(vlIsNear(v.mxx + v.myy, 3.0 * (4.0 + 2.25) / 12.0, 4.0 * rounding));
    vlShape_Release(base);
    vlShape_Release(cutter);
}

static void thin_overlaps_of_exact_boxes_are_exact(void** state)
{
    (void)state;
    // Places without rounding: then overlaps are found down to some 1e-12 of the size, where the
    // tolerance of the cut begins.
    vlShape* box = makeBox(0.5, 0.5, 0.5);
    for (int k = 4; k <= 40; ++k) {
        double depth = ldexp(1.0, -k);
        vlVec3 place = vlVec(0.25, -0.125, 1.0 - depth);
        vlClipStatus status =
            cutPlaced(box, box, vlDiag(1.0, 1.0, 1.0), place, vlVec(0.0, 0.0, 1.0));
        assert_int_equal(status, VL_CLIP_SOLID);
        vlContactVolume v;
        rig.frame.request.useNormal = true;
        assert_true(vlTestRig_Integrate(&rig, &v));
        assert_true(vlIsNear(v.area, 0.75 * 0.875, 1e-15)); // rounding of the sums
        assert_true(vlIsNear(v.volume, 0.75 * 0.875 * depth, 1e-15 * depth));
    }
    vlShape_Release(box);
}

static void a_piece_within_another_stays_whole(void** state)
{
    (void)state;
    vlShape* cutter = makeBox(3.0, 3.0, 3.0);
    for (int i = 0; i < VL_POOL_SHAPES; ++i) {
        const vlShape* base = rig.shapes.shape[i]; // radius below 1.8
        vlClipStatus status =
            cutPlaced(base, cutter, vlDiag(1.0, 1.0, 1.0), vlZero(), vlVec(0.0, 0.0, 1.0));
        assert_int_equal(status, VL_CLIP_SOLID);
        const vlPolytope* p = vlClip_Result(&rig.clipper);
        assert_int_equal(p->faceCount, base->pieces->faceCount);
        assert_true(vlPolytope_IsClosed(p));
        // No face of the cutter remains: the gradient vanishes, except for the rounding of a sum
        // over the base's closed surface, and the given normal must be used.
        vlContactVolume v;
        assert_true(vlTestRig_Integrate(&rig, &v));
        assert_true(vlLength(v.areaVectorA) < 1e-13 * v.area);
        assert_true(v.normal.z == 1.0);
        // Two exact formulas for one volume.
        assert_true(vlIsNear(v.volume, base->mass.volume, 1e-13 * base->mass.volume));
    }
    vlShape_Release(cutter);
}

static void a_piece_on_its_own_copy_is_the_piece(void** state)
{
    (void)state;
    for (int i = 0; i < VL_POOL_SHAPES; ++i) {
        const vlShape* shape = rig.shapes.shape[i];
        vlClipStatus status =
            cutPlaced(shape, shape, vlDiag(1.0, 1.0, 1.0), vlZero(), vlVec(1.0, 0.0, 0.0));
        assert_int_equal(status, VL_CLIP_SOLID);
        assert_true(vlPolytope_IsClosed(vlClip_Result(&rig.clipper)));
        vlContactVolume v;
        assert_true(vlTestRig_Integrate(&rig, &v));
        // Every plane passes its own vertices to within rounding.
        assert_true(vlIsNear(v.volume, shape->mass.volume, 1e-12 * shape->mass.volume));
    }
}

static void boxes_that_touch_from_outside_share_no_volume(void** state)
{
    (void)state;
    vlShape* box = makeBox(0.5, 0.5, 0.5);
    const vlMat3 turn = vlDiag(1.0, 1.0, 1.0);
    const vlVec3 places[] = {{1.0, 0.0, 0.0}, {0.25, 0.25, -1.0}, {1.0, 1.0, 0.0},
                             {1.0, 1.0, 1.0}, {0.0, 1.5, 0.0},    {0.0, 1.0 + 1e-12, 0.0}};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; ++i) {
        // Also with a useless guess of the direction.
        vlVec3 guess = i % 2 == 0 ? vlUnit(places[i]) : vlVec(0.0, 0.0, 1.0);
        assert_int_equal(cutPlaced(box, box, turn, places[i], guess), VL_CLIP_EMPTY);
    }
    vlShape_Release(box);
}

static void pieces_apart_are_empty(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(7);
    for (int i = 0; i < 5000; ++i) {
        // The base at rest above a face of the cutter, then lifted until all of it is clear by a
        // gap.
        vlTestPair_Draw(&rig.pair, VL_PAIR_FACE_FACE, &rig.shapes, &random);
        const vlConvex* c = &rig.pair.cutter.convex;
        double lowest = DBL_MAX;
        double highest = -DBL_MAX;
        for (int v = 0; v < rig.pair.base.convex.vertexCount; ++v) {
            vlVec3 x = vlMulMV(rig.pair.rotation, vlConvex_Vertex(&rig.pair.base.convex, v));
            lowest = fmin(lowest, vlDot(rig.pair.normal, vlAdd(x, rig.pair.translation)));
        }
        for (int v = 0; v < c->vertexCount; ++v) {
            highest = fmax(highest, vlDot(rig.pair.normal, vlConvex_Vertex(c, v)));
        }
        double gap = vlRandom_Log(&random, 1e-12, 1.0) * c->radius;
        rig.pair.translation =
            vlMulAdd(rig.pair.translation, highest - lowest + gap, rig.pair.normal);
        vlWorkFrame_Set(&rig.frame, &rig.pair, i % 2 == 1);
        if (i % 3 == 0) {
            rig.frame.input.first = vlRandom_Index(&random, rig.frame.input.planes.count);
        }
        assert_int_equal(vlClip_Intersect(&rig.clipper, &rig.frame.input), VL_CLIP_EMPTY);
    }
}

static void what_does_not_fit_is_an_overflow(void** state)
{
    (void)state;
    // Two spheres of about 2000 faces about one centre: nearly 4000 faces would be left.
    vlShape* sphere = NULL;
    assert_int_equal(vlShape_CreateSphere(NULL, 1.0, 50, 40, &sphere, NULL, 0), VL_OK);
    const vlConvex* c = sphere->pieces;
    vlMat3 turn = vlMatFromQuat(vlQuatFromAxisAngle(vlVec(1.0, 2.0, 3.0), 0.5));
    static double x[3][VL_MAX_HULL_VERTICES];
    for (int i = 0; i < c->vertexCount; ++i) {
        vlVec3 v = vlMulMV(turn, vlConvex_Vertex(c, i));
        x[0][i] = v.x, x[1][i] = v.y, x[2][i] = v.z;
    }
    vlClipInput input = {.base = c,
                         .x = x[0],
                         .y = x[1],
                         .z = x[2],
                         .planes = {c->nx, c->ny, c->nz, c->nd, c->faceCount},
                         .first = 0,
                         .epsilon = 1e-14};
    assert_int_equal(vlClip_Intersect(&rig.clipper, &input), VL_CLIP_OVERFLOW);
    static vlPolytope out;
    assert_int_equal(vlDual_Intersect(&out, c, turn, vlZero(), &input.planes, vlZero()),
                     VL_CLIP_OVERFLOW);
    vlShape_Release(sphere);
    // The scratch memory is still good for the next pair.
    aligned_boxes_overlap_in_a_box(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(aligned_boxes_overlap_in_a_box),
        cmocka_unit_test(thin_overlaps_of_exact_boxes_are_exact),
        cmocka_unit_test(a_piece_within_another_stays_whole),
        cmocka_unit_test(a_piece_on_its_own_copy_is_the_piece),
        cmocka_unit_test(boxes_that_touch_from_outside_share_no_volume),
        cmocka_unit_test(pieces_apart_are_empty),
        cmocka_unit_test(what_does_not_fit_is_an_overflow),
    };
    if (!vlTestRig_Create(&rig, SHAPE_SEED)) {
        return 1;
    }
    int failures = cmocka_run_group_tests(tests, NULL, NULL);
    vlTestRig_Release(&rig);
    return failures;
}
