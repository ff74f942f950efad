// SPDX-License-Identifier: MIT
// The two routes to the contact polyhedron against each other on random pairs of every kind
// (pairs.h, oracle.h). VOLAR_PAIRS sets how many pairs are tried, all kinds together.

#include <math.h>

#include "oracle.h"
#include "test.h"

#define SHAPE_SEED 20040901u
#define DEFAULT_PAIRS 16000

static vlTestRig rig;

static void the_dual_route_says_where_it_is_not_valid(void** state)
{
    (void)state;
    vlShape* box = NULL;
    assert_int_equal(vlShape_CreateBox(NULL, vlVec(0.5, 0.5, 0.5), &box, NULL, 0), VL_OK);
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

// What is compared, each relative to its natural scale.
// clang-format off
#define QUANTITIES(X)        \
    X(VOLUME, "V")           \
    X(AREA, "A")             \
    X(ORIGIN, "origin")      \
    X(CENTROID, "centroid")  \
    X(MOMENTS, "M2")         \
    X(HEIGHTS, "heights")    \
    X(AREA_VECTOR, "gradient")
// clang-format on

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
    // Sums, not maxima: fmax would hide a NaN.
    d.of[MOMENTS] =
        (fabs(a->mxx - b->mxx) + fabs(a->mxy - b->mxy) + fabs(a->myy - b->myy)) / second;
    d.of[HEIGHTS] =
        (fabs(a->lowest - b->lowest) + fabs(a->highest - b->highest)) / (b->highest - b->lowest);
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

// 1e-9 is what contact forces need. If rounding of the input alone moves a quantity by more (thin
// or tiny overlaps, nearly parallel faces), the cut must be as good as the exact answer for planes
// moved within the clipping tolerance. Four samples of that may miss the worst case, hence the
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
        if (vlOracle_Measure(&moved, VL_ORACLE_RESCALED, &rig.frame, v, vlClip_Result(&rig.clipper),
                             rig.frame.input.epsilon, random) != VL_CLIP_SOLID) {
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
        d.of[AREA_VECTOR] = 0.0; // which piece owns a face that both share is arbitrary
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
    // Each pair can be reproduced alone.
    vlRandom random = vlRandom_Seed(((uint64_t)kind << 32) + (uint64_t)number);
    vlTestPair_Draw(&rig.pair, kind, &rig.shapes, &random);
    vlClipStatus status = vlTestRig_Cut(&rig, kind != VL_PAIR_HALFSPACE && number % 2 == 1);
    rig.frame.request.useNormal = number % 4 >= 2;
    ++tally->pairs;
    if (status == VL_CLIP_OVERFLOW) {
        ++tally->overflows;
        return;
    }
    const vlPolytope* p = vlClip_Result(&rig.clipper);
    vlContactVolume v;
    if (status != VL_CLIP_SOLID || !vlPolytope_IsClosed(p) || !vlTestRig_Integrate(&rig, &v)) {
        fail_msg("%s pair %d: not a closed solid", vlPairKind_Name(kind), number);
        return;
    }
    vlOracle truth;
    vlClipStatus judged =
        vlOracle_Measure(&truth, VL_ORACLE_DIRECT, &rig.frame, &v, p, 0.0, &random);
    assert_int_not_equal(judged, VL_CLIP_EMPTY); // a point inside both is known
    tally->direct += judged == VL_CLIP_SOLID;
    if (judged != VL_CLIP_SOLID) {
        judged = vlOracle_Measure(&truth, VL_ORACLE_RESCALED, &rig.frame, &v, p, 0.0, &random);
        assert_int_equal(judged, VL_CLIP_SOLID);
        ++tally->rescaled;
    }
    judge(tally, kind, number, &v, &truth, &random);
}

static void random_pairs_agree_with_the_dual_route(void** state)
{
    (void)state;
    int total = vlTestRig_PairCount(DEFAULT_PAIRS);
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
        cmocka_unit_test(the_dual_route_says_where_it_is_not_valid),
        cmocka_unit_test(random_pairs_agree_with_the_dual_route),
    };
    if (!vlTestRig_Create(&rig, SHAPE_SEED)) {
        return 1;
    }
    int failures = cmocka_run_group_tests(tests, NULL, NULL);
    vlTestRig_Release(&rig);
    return failures;
}
