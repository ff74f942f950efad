// SPDX-License-Identifier: MIT
// The contact polyhedron: closed forms, what is empty and what does not fit, and random pairs
// against the dual route (oracle.h). VOLAR_PAIRS sets how many random pairs are tried, all kinds
// together.

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "oracle.h"

#define POOL_SEED 20040901u
#define DEFAULT_PAIRS 100000
#define MAX_POINTS 8192

static vlShapePool pool;
static vlClipper clipper;
static vlVolumeScratch scratch;
static vlTestPair pair;
static vlWorkFrame frame;

static int createPool(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(POOL_SEED);
    vlClipper_Init(&clipper);
    return vlShapePool_Create(&pool, &random) ? 0 : -1;
}

static int releasePool(void** state)
{
    (void)state;
    vlShapePool_Release(&pool);
    return 0;
}

static bool integrate(vlContactVolume* volume)
{
    static vlVec2 points[MAX_POINTS];
    static vlHeight heights[MAX_POINTS];
    vlVolumePool room = {.points = points,
                         .pointCapacity = MAX_POINTS,
                         .heights = heights,
                         .heightCapacity = MAX_POINTS};
    return vlVolume_Integrate(vlClip_Result(&clipper), &frame.normals, &frame.request, &scratch,
                              &room, volume);
}

// The base at rest in the cutter's frame, at `translation`.
static vlClipStatus cutPlaced(const vlShape* base, const vlShape* cutter, vlMat3 rotation,
                              vlVec3 translation, vlVec3 normal)
{
    vlScaledPiece_Set(&pair.base, base->pieces, 1.0);
    vlScaledPiece_Set(&pair.cutter, cutter->pieces, 1.0);
    pair.rotation = rotation;
    pair.translation = translation;
    pair.normal = normal;
    pair.inside = vlZero();
    vlWorkFrame_Set(&frame, &pair, false);
    return vlClip_Intersect(&clipper, &frame.input);
}

static vlShape* createBox(double x, double y, double z)
{
    vlShape* box = NULL;
    assert_int_equal(vlShape_CreateBox(NULL, vlVec(x, y, z), &box, NULL), VL_OK);
    return box;
}

// ---- closed forms and refusals ----

static void aligned_boxes_overlap_in_a_box(void** state)
{
    (void)state;
    vlShape* base = createBox(1.0, 2.0, 3.0);
    vlShape* cutter = createBox(2.0, 1.0, 1.0);
    // Overlap x in [-0.5, 1.5], y in [-1, 0.5], z in [0.75, 1].
    vlVec3 place = vlVec(0.5, -1.5, 3.75);
    vlClipStatus status =
        cutPlaced(base, cutter, vlDiag(1.0, 1.0, 1.0), place, vlVec(0.0, 0.0, 1.0));
    assert_int_equal(status, VL_CLIP_SOLID);
    const vlPolytope* p = vlClip_Result(&clipper);
    assert_true(vlPolytope_IsClosed(p));
    assert_int_equal(p->faceCount, 6);
    frame.request.useNormal = true;
    vlContactVolume v;
    assert_true(integrate(&v));
    // All numbers are short binary fractions, but sums of thirds round.
    const double rounding = 1e-15;
    assert_double_equal(v.volume, 2.0 * 1.5 * 0.25, rounding);
    assert_double_equal(v.area, 3.0, 2.0 * rounding);
    assert_double_equal(v.origin.x, 0.5, rounding);
    assert_double_equal(v.origin.y, -0.25, rounding);
    assert_double_equal(v.origin.z, 0.875, rounding);
    assert_double_equal(v.highest - v.lowest, 0.25, rounding);
    assert_double_equal(v.depthMoment.x, 0.0, rounding);
    assert_double_equal(v.depthMoment.y, 0.0, rounding);
    assert_double_equal(v.mxx + v.myy, 3.0 * (4.0 + 2.25) / 12.0, 4.0 * rounding);
    vlShape_Release(base);
    vlShape_Release(cutter);
}

static void a_piece_within_another_stays_whole(void** state)
{
    (void)state;
    vlShape* cutter = createBox(3.0, 3.0, 3.0);
    for (int i = 0; i < VL_POOL_SHAPES; ++i) {
        const vlShape* base = pool.shape[i]; // radius below 1.8
        vlClipStatus status =
            cutPlaced(base, cutter, vlDiag(1.0, 1.0, 1.0), vlZero(), vlVec(0.0, 0.0, 1.0));
        assert_int_equal(status, VL_CLIP_SOLID);
        const vlPolytope* p = vlClip_Result(&clipper);
        assert_int_equal(p->faceCount, base->pieces->faceCount);
        assert_true(vlPolytope_IsClosed(p));
        // No face of the cutter is left: the gradient vanishes and the given normal must serve.
        vlContactVolume v;
        assert_true(integrate(&v));
        assert_true(v.areaVectorA.x == 0.0 && v.areaVectorA.y == 0.0 && v.areaVectorA.z == 0.0);
        assert_true(v.normal.z == 1.0);
        // Two exact formulas for one volume.
        assert_double_equal(v.volume, base->mass.volume, 1e-13 * base->mass.volume);
    }
    vlShape_Release(cutter);
}

static void a_piece_on_its_own_copy_is_the_piece(void** state)
{
    (void)state;
    for (int i = 0; i < VL_POOL_SHAPES; ++i) {
        const vlShape* shape = pool.shape[i];
        vlClipStatus status =
            cutPlaced(shape, shape, vlDiag(1.0, 1.0, 1.0), vlZero(), vlVec(1.0, 0.0, 0.0));
        assert_int_equal(status, VL_CLIP_SOLID);
        assert_true(vlPolytope_IsClosed(vlClip_Result(&clipper)));
        vlContactVolume v;
        assert_true(integrate(&v));
        // Every plane passes its own vertices to within rounding.
        assert_double_equal(v.volume, shape->mass.volume, 1e-12 * shape->mass.volume);
    }
}

static void boxes_that_touch_from_outside_share_no_volume(void** state)
{
    (void)state;
    vlShape* box = createBox(0.5, 0.5, 0.5);
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
        vlTestPair_Draw(&pair, VL_PAIR_FACE_FACE, &pool, &random);
        const vlConvex* c = &pair.cutter.convex;
        double lowest = DBL_MAX;
        double highest = -DBL_MAX;
        for (int v = 0; v < pair.base.convex.vertexCount; ++v) {
            vlVec3 x = vlMulMV(pair.rotation, vlConvex_Vertex(&pair.base.convex, v));
            lowest = fmin(lowest, vlDot(pair.normal, vlAdd(x, pair.translation)));
        }
        for (int v = 0; v < c->vertexCount; ++v) {
            highest = fmax(highest, vlDot(pair.normal, vlConvex_Vertex(c, v)));
        }
        double gap = vlRandom_Log(&random, 1e-12, 1.0) * c->radius;
        pair.translation = vlMulAdd(pair.translation, highest - lowest + gap, pair.normal);
        vlWorkFrame_Set(&frame, &pair, i % 2 == 1);
        if (i % 3 == 0) {
            frame.input.toBase = vlRandom_Direction(&random);
        }
        assert_int_equal(vlClip_Intersect(&clipper, &frame.input), VL_CLIP_EMPTY);
    }
}

static void what_does_not_fit_is_an_overflow(void** state)
{
    (void)state;
    // Two spheres of about 2000 faces about one centre: nearly 4000 faces would be left.
    vlShape* sphere = NULL;
    assert_int_equal(vlShape_CreateSphere(NULL, 1.0, 50, 40, &sphere, NULL), VL_OK);
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
                         .toBase = vlVec(0.0, 0.0, 1.0),
                         .epsilon = 1e-14};
    assert_int_equal(vlClip_Intersect(&clipper, &input), VL_CLIP_OVERFLOW);
    static vlPolytope out;
    assert_int_equal(vlDual_Intersect(&out, c, turn, vlZero(), &input.planes, vlZero()),
                     VL_CLIP_OVERFLOW);
    vlShape_Release(sphere);
    // The scratch serves the next pair as if nothing had happened.
    aligned_boxes_overlap_in_a_box(state);
}

static void the_dual_route_says_where_it_is_not_valid(void** state)
{
    (void)state;
    vlShape* box = createBox(0.5, 0.5, 0.5);
    const vlConvex* c = box->pieces;
    vlPlaneSet planes = {c->nx, c->ny, c->nz, c->nd, c->faceCount};
    vlMat3 turn = vlDiag(1.0, 1.0, 1.0);
    static vlPolytope out;
    vlVec3 middle = vlVec(0.499, 0.0, 0.0);
    assert_int_equal(vlDual_Intersect(&out, c, turn, vlVec(0.998, 0.0, 0.0), &planes, middle),
                     VL_CLIP_SOLID);
    assert_int_equal(out.vertexCount, 8);
    assert_true(vlPolytope_IsClosed(&out));
    // 1e-5 thick: the nearest plane is closer than 1e-4 of the farthest.
    assert_int_equal(vlDual_Intersect(&out, c, turn, vlVec(0.99999, 0.0, 0.0), &planes, middle),
                     VL_CLIP_OVERFLOW);
    assert_int_equal(vlDual_Intersect(&out, c, turn, vlVec(1.1, 0.0, 0.0), &planes, middle),
                     VL_CLIP_EMPTY);
    // A single plane through the middle, common point on the boundary: re-centred.
    const double one[4] = {0.0, 0.0, 1.0, 0.0};
    vlPlaneSet floor = {&one[0], &one[1], &one[2], &one[3], 1};
    assert_int_equal(vlDual_Intersect(&out, c, turn, vlZero(), &floor, vlZero()), VL_CLIP_SOLID);
    assert_int_equal(out.faceCount, 6);
    vlShape_Release(box);
}

// ---- random pairs against the oracle ----

// What is compared, each relative to its natural scale.
#define QUANTITIES(X)                                                                              \
    X(VOLUME, "V")                                                                                 \
    X(AREA, "A") X(ORIGIN, "origin") X(CENTROID, "centroid") X(MOMENTS, "M2")                      \
        X(HEIGHTS, "heights") X(AREA_VECTOR, "gradient")

typedef enum Quantity {
#define QUANTITY_ENUM(quantity, name) quantity,
    QUANTITIES(QUANTITY_ENUM)
#undef QUANTITY_ENUM
        QUANTITY_COUNT
} Quantity;

static const char* const quantityName[] = {
#define QUANTITY_NAME(quantity, name) name,
    QUANTITIES(QUANTITY_NAME)
#undef QUANTITY_NAME
};

typedef struct Differences {
    double of[QUANTITY_COUNT];
} Differences;

static Differences difference(const vlOracle* a, const vlOracle* b)
{
    double second = b->area * b->reach * b->reach;
    Differences d;
    d.of[VOLUME] = fabs(a->volume - b->volume) / b->volume;
    d.of[AREA] = fabs(a->area - b->area) / b->area;
    d.of[ORIGIN] =
        hypot(a->areaCentroid.x - b->areaCentroid.x, a->areaCentroid.y - b->areaCentroid.y) /
        b->reach;
    d.of[CENTROID] = hypot(a->centroid.x - b->centroid.x, a->centroid.y - b->centroid.y) / b->reach;
    d.of[MOMENTS] =
        fmax(fabs(a->mxx - b->mxx), fmax(fabs(a->mxy - b->mxy), fabs(a->myy - b->myy))) / second;
    d.of[HEIGHTS] =
        fmax(fabs(a->lowest - b->lowest), fabs(a->highest - b->highest)) / (b->highest - b->lowest);
    d.of[AREA_VECTOR] = vlLength(vlSub(a->areaVectorA, b->areaVectorA)) / b->surface;
    return d;
}

// The library's answer in the oracle's terms.
static vlOracle asOracle(const vlContactVolume* v)
{
    vlVec3 g = v->areaVectorA;
    vlOracle o = {.volume = v->volume,
                  .area = v->area,
                  .mxx = v->mxx,
                  .mxy = v->mxy,
                  .myy = v->myy,
                  .lowest = v->lowest,
                  .highest = v->highest};
    o.centroid = vlVec(v->depthMoment.x / v->volume, v->depthMoment.y / v->volume, 0.0);
    o.areaVectorA = vlVec(vlDot(v->e1, g), vlDot(v->e2, g), vlDot(v->normal, g));
    return o;
}

typedef struct Tally {
    int pairs, overflows, direct, rescaled, tight, conditioned;
    double worst[QUANTITY_COUNT];
} Tally;

// 1e-9 is what the contact forces ask for; where rounding of the input alone moves a quantity by
// more (thin or tiny overlaps, nearly parallel faces), the cut must be as good as the exact answer
// for planes moved within the clipping tolerance. Four samples may miss the worst case, hence the
// factor.
#define TIGHT 1e-9
#define ROUNDING_SAMPLES 4
#define ROUNDING_FACTOR 4.0

// How far rounding moves each quantity.
static Differences measureConditioning(const vlContactVolume* v, const vlOracle* truth,
                                       vlRandom* random)
{
    Differences spread = {{0}};
    for (int i = 0; i < ROUNDING_SAMPLES; ++i) {
        vlOracle moved;
        if (vlOracle_Measure(&moved, VL_ORACLE_RESCALED, &frame, v, vlClip_Result(&clipper),
                             frame.input.epsilon, random) != VL_CLIP_SOLID) {
            continue;
        }
        Differences d = difference(&moved, truth);
        for (int q = 0; q < QUANTITY_COUNT; ++q) {
            spread.of[q] = fmax(spread.of[q], d.of[q]);
        }
    }
    return spread;
}

static void judge(Tally* tally, vlPairKind kind, int number, const vlContactVolume* v,
                  const vlOracle* truth, vlRandom* random)
{
    vlOracle answer = asOracle(v);
    Differences d = difference(&answer, truth);
    if (kind == VL_PAIR_COPLANAR) {
        d.of[AREA_VECTOR] = 0.0; // which piece owns a face they share is a matter of choice
    }
    bool tight = true;
    for (int q = 0; q < QUANTITY_COUNT; ++q) {
        tally->worst[q] = fmax(tally->worst[q], d.of[q]);
        tight = tight && d.of[q] <= TIGHT;
    }
    tally->tight += tight;
    tally->conditioned += !tight;
    if (tight) {
        return;
    }
    Differences spread = measureConditioning(v, truth, random);
    for (int q = 0; q < QUANTITY_COUNT; ++q) {
        if (!(d.of[q] <= TIGHT + ROUNDING_FACTOR * spread.of[q])) {
            fail_msg("%s pair %d: %s differs by %.2e, rounding explains %.2e",
                     vlPairKind_Name(kind), number, quantityName[q], d.of[q], spread.of[q]);
        }
    }
}

static void tryPair(Tally* tally, vlPairKind kind, int number)
{
    // Each pair can be had again alone.
    vlRandom random = vlRandom_Seed(((uint64_t)kind << 32) + (uint64_t)number);
    vlTestPair_Draw(&pair, kind, &pool, &random);
    vlWorkFrame_Set(&frame, &pair, kind != VL_PAIR_HALFSPACE && number % 2 == 1);
    frame.request.useNormal = number % 4 >= 2;
    ++tally->pairs;
    vlClipStatus status = vlClip_Intersect(&clipper, &frame.input);
    if (status == VL_CLIP_OVERFLOW) {
        ++tally->overflows;
        return;
    }
    const vlPolytope* p = vlClip_Result(&clipper);
    vlContactVolume v;
    if (status != VL_CLIP_SOLID || !vlPolytope_IsClosed(p) || !integrate(&v)) {
        fail_msg("%s pair %d: not a closed solid", vlPairKind_Name(kind), number);
        return;
    }
    vlOracle truth;
    vlClipStatus judged = vlOracle_Measure(&truth, VL_ORACLE_DIRECT, &frame, &v, p, 0.0, &random);
    assert_int_not_equal(judged, VL_CLIP_EMPTY); // a point inside both is known
    tally->direct += judged == VL_CLIP_SOLID;
    if (judged != VL_CLIP_SOLID) {
        judged = vlOracle_Measure(&truth, VL_ORACLE_RESCALED, &frame, &v, p, 0.0, &random);
        assert_int_equal(judged, VL_CLIP_SOLID);
        ++tally->rescaled;
    }
    judge(tally, kind, number, &v, &truth, &random);
}

static void random_pairs_agree_with_the_dual_route(void** state)
{
    (void)state;
    const char* wanted = getenv("VOLAR_PAIRS");
    int total = wanted != NULL ? atoi(wanted) : DEFAULT_PAIRS;
    int overflows = 0;
    for (int kind = 0; kind < VL_PAIR_KIND_COUNT; ++kind) {
        Tally t = {0};
        for (int i = 0; i < total / VL_PAIR_KIND_COUNT; ++i) {
            tryPair(&t, (vlPairKind)kind, i);
        }
        overflows += t.overflows;
        print_message(
            "%-15s %d pairs, %d overflows; judged directly %d, rescaled %d; within 1e-9 %d, "
            "within rounding %d; worst",
            vlPairKind_Name((vlPairKind)kind), t.pairs, t.overflows, t.direct, t.rescaled, t.tight,
            t.conditioned);
        for (int q = 0; q < QUANTITY_COUNT; ++q) {
            print_message(" %s %.0e", quantityName[q], t.worst[q]);
        }
        print_message("\n");
    }
    // At most one in 100,000 may fall back to the point contact.
    assert_true(overflows <= total / 100000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(aligned_boxes_overlap_in_a_box),
        cmocka_unit_test(a_piece_within_another_stays_whole),
        cmocka_unit_test(a_piece_on_its_own_copy_is_the_piece),
        cmocka_unit_test(boxes_that_touch_from_outside_share_no_volume),
        cmocka_unit_test(pieces_apart_are_empty),
        cmocka_unit_test(what_does_not_fit_is_an_overflow),
        cmocka_unit_test(the_dual_route_says_where_it_is_not_valid),
        cmocka_unit_test(random_pairs_agree_with_the_dual_route),
    };
    return cmocka_run_group_tests(tests, createPool, releasePool);
}
