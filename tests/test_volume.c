// SPDX-License-Identifier: MIT
// The integrals over the contact polyhedron: closed forms, brute-force quadrature, finite
// differences and the laws that they must obey. VOLAR_PAIRS sets the number of pairs for the laws.

#include <float.h>
#include <math.h>

#include "quadrature.h"
#include "test.h"

#define SHAPE_SEED 20040902u
#define DEFAULT_PAIRS 10000

static vlTestRig rig;

// Kinds whose overlap is no thinner than 1e-3 of the pieces, so that rounding of the input stays
// below 1e-12 of the result.
static const vlPairKind soundKinds[] = {VL_PAIR_ANYHOW, VL_PAIR_FACE_FACE, VL_PAIR_EDGE_EDGE,
                                        VL_PAIR_VERTEX_FACE, VL_PAIR_DEEP};
#define SOUND_KINDS (int)(sizeof soundKinds / sizeof soundKinds[0])

// Cuts and integrates the pair; `volume` is in the frame of the pair's cutter.
static void collide(bool swapped, vlContactVolume* volume)
{
    assert_int_equal(vlTestRig_Cut(&rig, swapped), VL_CLIP_SOLID);
    assert_true(vlTestRig_Integrate(&rig, volume));
    if (swapped) {
        vlVolume_Transform(volume, rig.pair.rotation, rig.pair.translation);
    }
}

static void drawSound(int number, vlRandom* random)
{
    vlTestPair_Draw(&rig.pair, soundKinds[number % SOUND_KINDS], &rig.shapes, random);
}

static vlVec3 depthVector(const vlContactVolume* v)
{
    return vlMulAdd(vlScale(v->e1, v->depthMoment.x), v->depthMoment.y, v->e2);
}

// The second moments as a tensor in the working frame, because e1 and e2 are arbitrary.
static vlVec3 applyMoments(const vlContactVolume* v, vlVec3 x)
{
    double a = vlDot(v->e1, x);
    double b = vlDot(v->e2, x);
    return vlMulAdd(vlScale(v->e1, v->mxx * a + v->mxy * b), v->mxy * a + v->myy * b, v->e2);
}

static double reachOf(const vlContactVolume* v)
{
    return hypot(v->upper.x - v->lower.x, v->upper.y - v->lower.y);
}

// How much two descriptions of one contact differ, each number relative to its natural scale. A
// sum, not a maximum: fmax would hide a NaN.
static double difference(const vlContactVolume* a, const vlContactVolume* b)
{
    double r = reachOf(a);
    double d = fabs(a->volume - b->volume) / a->volume + fabs(a->area - b->area) / a->area;
    d += vlLength(vlSub(a->normal, b->normal));
    d += vlLength(vlSub(a->origin, b->origin)) / fmax(r, a->highest - a->lowest);
    d += vlLength(vlSub(depthVector(a), depthVector(b))) / (a->volume * r);
    for (int k = 0; k < 3; ++k) {
        vlVec3 axis = vlVec(k == 0, k == 1, k == 2);
        vlVec3 m = vlSub(applyMoments(a, axis), applyMoments(b, axis));
        d += vlLength(m) / (a->area * r * r);
    }
    return d;
}

// ---- closed forms ----

static void cutByFloor(const vlConvex* piece, vlVec3 normal, double offset, vlContactVolume* volume)
{
    vlScaledPiece_Set(&rig.pair.base, piece, 1.0);
    vlScaledPiece_Set(&rig.pair.cutter, piece, 1.0);
    vlConvex* c = &rig.pair.cutter.convex;
    rig.pair.cutter.n[0][0] = normal.x, rig.pair.cutter.n[1][0] = normal.y,
    rig.pair.cutter.n[2][0] = normal.z;
    rig.pair.cutter.n[3][0] = offset;
    c->faceCount = 1;
    c->kind = VL_PIECE_HALFSPACE;
    rig.pair.rotation = vlDiag(1.0, 1.0, 1.0);
    rig.pair.translation = vlZero();
    rig.pair.normal = normal;
    collide(false, volume);
}

static void a_cube_on_its_corner_gives_a_tetrahedron(void** state)
{
    (void)state;
    vlShape* box = NULL;
    assert_int_equal(vlShape_CreateBox(NULL, vlVec(1.0, 1.0, 1.0), &box, NULL, 0), VL_OK);
    const double depth = 0.3;
    vlVec3 up = vlUnit(vlVec(1.0, 1.0, 1.0));
    vlContactVolume v;
    cutByFloor(box->pieces, up, depth - sqrt(3.0), &v);
    // Corner of three right angles, cut at height D over its point: V = sqrt(3)/2 D^3 over an
    // equilateral triangle of area 3 sqrt(3)/2 D^2, hence side sqrt(6) D and M2 = A side^2 / 24.
    double area = 1.5 * sqrt(3.0) * depth * depth;
    double moment = area * 6.0 * depth * depth / 24.0;
    const double rounding = 1e-14; // cancellation of the offset against D
    assert_true(vlIsNear(v.volume, area * depth / 3.0, rounding));
    assert_true(vlIsNear(v.area, area, rounding));
    assert_true(vlIsNear(v.mxx, moment, rounding) && vlIsNear(v.myy, moment, rounding));
    assert_true(vlIsNear(v.mxy, 0.0, rounding));
    assert_true(vlLength(depthVector(&v)) < rounding);
    assert_true(vlLength(vlSub(v.normal, up)) < rounding);
    assert_true(vlIsNear(v.highest - v.lowest, depth, rounding));
    // Halfway between the mean front height D and the mean back height 2/3 D.
    assert_true(vlIsNear(v.highest, depth / 6.0, rounding));
    vlShape_Release(box);
}

static void nearly_upright_faces_count_in_the_shadow(void** state)
{
    (void)state;
    // A needle seen along a direction tilted by less than 1e-9: its sides still add 5e-8 of the
    // area.
    vlShape* needle = NULL;
    assert_int_equal(vlShape_CreateBox(NULL, vlVec(0.005, 0.005, 0.5), &needle, NULL, 0), VL_OK);
    const double tilt = 5e-10;
    vlContactVolume v;
    cutByFloor(needle->pieces, vlVec(0.0, 0.0, 1.0), 0.6, &v);
    rig.frame.request.useNormal = true;
    rig.frame.request.normal = vlVec(tilt, 0.0, 1.0); // of unit length to rounding
    assert_true(vlTestRig_Integrate(&rig, &v));
    assert_true(vlIsNear(v.area, 1e-4 + 0.01 * tilt, 1e-9 * 1e-4));
    assert_true(vlIsNear(v.volume, 1e-4, 1e-9 * 1e-4));
    vlShape_Release(needle);
}

static void pressure_under_a_flat_box_is_its_volume(void** state)
{
    (void)state;
    vlShape* box = NULL;
    assert_int_equal(vlShape_CreateBox(NULL, vlVec(0.5, 0.25, 1.0), &box, NULL, 0), VL_OK);
    vlContactVolume v;
    cutByFloor(box->pieces, vlVec(0.0, 0.0, 1.0), -0.875, &v);
    rig.frame.request.wantPressure = true;
    rig.frame.request.wantLifted = true;
    assert_true(vlTestRig_Integrate(&rig, &v));
    // int d n dA over the floor's part of the surface; depth 1/8 everywhere, sides have no share.
    const double rounding = 1e-15;
    assert_true(vlIsNear(v.pressure.force.z, 0.0625, rounding));
    assert_true(vlIsNear(v.pressure.force.x, 0.0, rounding));
    assert_true(vlIsNear(v.pressure.force.y, 0.0, rounding));
    assert_true(vlLength(v.pressure.torque) < rounding);
    // Only top and bottom have a shadow.
    assert_int_equal(v.liftedFaceCount, 2);
    assert_int_equal(v.frontCount, 1);
    assert_int_equal(v.backCount, 1);
    vlShape_Release(box);
}

static void integrals_match_quadrature(void** state)
{
    (void)state;
    static vlPlaneList planes;
    vlRandom random = vlRandom_Seed(11);
    for (int i = 0; i < 40; ++i) {
        vlContactVolume v;
        drawSound(i, &random);
        collide(false, &v);
        vlPlaneList_Gather(&planes, &rig.pair, &v);
        vlContactVolume sum = {.origin = v.origin, .normal = v.normal, .e1 = v.e1, .e2 = v.e2};
        vlPlaneList_Integrate(&planes, &v, 400, &sum);
        // 1e-3: the midpoint rule errs by some 1 / 400^2, and by up to 1 / 400 times the part of
        // the shadow under steep sides.
        assert_true(difference(&v, &sum) < 1e-3);
    }
}

// ---- the laws of the volume ----

static double volumeOf(vlVec3 shift, vlVec3 turn, vlVec3 pivot)
{
    vlMat3 rotation = rig.pair.rotation;
    vlVec3 translation = rig.pair.translation;
    vlMat3 step = vlMatFromQuat(vlQuatFromRotationVector(turn));
    rig.pair.rotation = vlMulMM(step, rotation);
    rig.pair.translation = vlAdd(vlAdd(vlMulMV(step, vlSub(translation, pivot)), pivot), shift);
    vlContactVolume v;
    collide(false, &v);
    rig.pair.rotation = rotation;
    rig.pair.translation = translation;
    return v.volume;
}

// Sums over the cutter's faces of P: area vector, its moment about `pivot`, and the plain area of
// all.
static void sumFaces(const vlPolytope* p, vlVec3 pivot, vlVec3* force, vlVec3* moment,
                     double* surface)
{
    *force = *moment = vlZero();
    *surface = 0.0;
    for (int f = 0; f < p->faceCount; ++f) {
        const uint16_t* loop = &p->loop[p->face[f].start];
        for (int i = 1; i + 1 < p->face[f].count; ++i) {
            vlVec3 a = vlSub(vlPolytope_Vertex(p, loop[0]), pivot);
            vlVec3 b = vlSub(vlPolytope_Vertex(p, loop[i]), pivot);
            vlVec3 c = vlSub(vlPolytope_Vertex(p, loop[i + 1]), pivot);
            vlVec3 area = vlScale(vlCross(vlSub(b, a), vlSub(c, a)), 0.5);
            *surface += vlLength(area);
            if (p->face[f].owner == VL_OWNER_CUTTER) {
                vlVec3 middle = vlScale(vlAdd(a, vlAdd(b, c)), 1.0 / 3.0);
                *force = vlAdd(*force, area);
                *moment = vlAdd(*moment, vlCross(middle, area));
            }
        }
    }
}

static void area_vector_is_the_gradient_of_the_volume(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(12);
    for (int i = 0; i < vlTestRig_PairCount(DEFAULT_PAIRS) / 20; ++i) {
        vlContactVolume v;
        drawSound(i, &random);
        collide(false, &v);
        vlVec3 force, moment;
        double surface;
        sumFaces(vlClip_Result(&rig.clipper), v.origin, &force, &moment, &surface);
        assert_true(vlLength(vlSub(force, v.areaVectorA)) < 1e-10 * surface);
        double r = fmax(reachOf(&v), v.highest - v.lowest);
        // A millionth of P: truncation and rounding are both near 1e-10 of the scale. If a vertex
        // crosses a plane within the step, the second derivative jumps, which is an error of first
        // order.
        const double step = 1e-6;
        for (int k = 0; k < 3; ++k) {
            vlVec3 axis = vlVec(k == 0, k == 1, k == 2);
            vlVec3 shift = vlScale(axis, step * r);
            double slope =
                (volumeOf(shift, vlZero(), v.origin) - volumeOf(vlNeg(shift), vlZero(), v.origin)) /
                (2.0 * step * r);
            // A is the cutter; the base moves.
            assert_true(vlIsNear(slope, -vlDot(axis, v.areaVectorA), 1e-6 * surface));
            vlVec3 turn = vlScale(axis, step);
            double twist =
                (volumeOf(vlZero(), turn, v.origin) - volumeOf(vlZero(), vlNeg(turn), v.origin)) /
                (2.0 * step);
            assert_true(vlIsNear(twist, -vlDot(axis, moment), 1e-6 * surface * r));
        }
    }
}

static void moving_both_pieces_changes_nothing(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(13);
    for (int i = 0; i < vlTestRig_PairCount(DEFAULT_PAIRS); ++i) {
        vlContactVolume v, w;
        drawSound(i, &random);
        collide(false, &v);
        // Both are placed in a world frame some sizes away, and back to the relative place.
        vlMat3 world = vlMatFromQuat(vlRandom_Rotation(&random));
        vlVec3 cutter = vlScale(vlRandom_InBall(&random), 2.0 * rig.pair.size);
        vlVec3 base = vlAdd(vlMulMV(world, rig.pair.translation), cutter);
        rig.pair.rotation = vlMulTM(world, vlMulMM(world, rig.pair.rotation));
        rig.pair.translation = vlMulTV(world, vlSub(base, cutter));
        collide(false, &w);
        // The place is rounded by some 1e-15 of the size, relative to the thickness of the overlap;
        // for a corner it counts three times, and the thickness is at least 1e-3 of the size.
        bool isThin = v.highest - v.lowest < 0.01 * rig.pair.size;
        assert_true(difference(&v, &w) < (isThin ? 1e-10 : 1e-11));
    }
}

static void swapping_base_and_cutter_changes_nothing(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(14);
    for (int i = 0; i < vlTestRig_PairCount(DEFAULT_PAIRS); ++i) {
        vlContactVolume v, w;
        drawSound(i, &random);
        collide(false, &v);
        collide(true, &w);
        // 1e-10: other vertices are rounded, otherwise as above.
        assert_true(difference(&v, &w) < 1e-10);
    }
}

static void front_and_back_shadows_cancel(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(15);
    for (int i = 0; i < vlTestRig_PairCount(DEFAULT_PAIRS); ++i) {
        vlPairKind kind = (vlPairKind)(i % VL_PAIR_KIND_COUNT);
        vlContactVolume v;
        vlTestPair_Draw(&rig.pair, kind, &rig.shapes, &random);
        collide(kind != VL_PAIR_HALFSPACE && i % 3 == 0, &v);
        double sum = 0.0;
        for (int f = 0; f < vlClip_Result(&rig.clipper)->faceCount; ++f) {
            sum += rig.scratch.faceShadow[f];
        }
        // The second part is rounding of the products, which matters in shadows as thin as needles.
        double r = reachOf(&v);
        assert_true(fabs(sum) < 1e-9 * v.area + 16.0 * DBL_EPSILON * r * r);
    }
}

static void without_a_clear_gradient_the_given_normal_serves(void** state)
{
    (void)state;
    vlShape* box = NULL;
    assert_int_equal(vlShape_CreateBox(NULL, vlVec(0.5, 0.5, 0.5), &box, NULL, 0), VL_OK);
    // A is wholly inside B, so its faces cancel. Then half of it is, and the gradient is definite.
    vlScaledPiece_Set(&rig.pair.cutter, box->pieces, 0.5);
    vlScaledPiece_Set(&rig.pair.base, box->pieces, 1.0);
    rig.pair.rotation = vlDiag(1.0, 1.0, 1.0);
    rig.pair.translation = vlZero();
    rig.pair.normal = vlUnit(vlVec(1.0, 2.0, 3.0));
    vlContactVolume v;
    collide(false, &v);
    assert_true(vlLength(vlSub(v.normal, rig.pair.normal)) == 0.0);
    assert_true(vlIsNear(v.volume, 0.125, 1e-15)); // rounding
    rig.pair.translation = vlVec(0.5, 0.0, 0.0);
    collide(false, &v);
    assert_true(vlLength(vlSub(v.normal, vlVec(1.0, 0.0, 0.0))) < 1e-15); // rounding
    vlShape_Release(box);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cube_on_its_corner_gives_a_tetrahedron),
        cmocka_unit_test(nearly_upright_faces_count_in_the_shadow),
        cmocka_unit_test(pressure_under_a_flat_box_is_its_volume),
        cmocka_unit_test(integrals_match_quadrature),
        cmocka_unit_test(area_vector_is_the_gradient_of_the_volume),
        cmocka_unit_test(moving_both_pieces_changes_nothing),
        cmocka_unit_test(swapping_base_and_cutter_changes_nothing),
        cmocka_unit_test(front_and_back_shadows_cancel),
        cmocka_unit_test(without_a_clear_gradient_the_given_normal_serves),
    };
    if (!vlTestRig_Create(&rig, SHAPE_SEED)) {
        return 1;
    }
    int failures = cmocka_run_group_tests(tests, NULL, NULL);
    vlTestRig_Release(&rig);
    return failures;
}
