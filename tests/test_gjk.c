// SPDX-License-Identifier: MIT
// Distances are checked by a certificate, not against another algorithm: if the pieces lie on both
// sides of a slab normal to the reported direction, as thick as the reported distance, and points
// of them are that far apart, then the distance is right.

#include <float.h>

#include "collide/gjk.h"
#include "models/random.h"
#include "shape_makers.h"
#include "stage.h"
#include "test.h"

static vlShape* cloudHull(vlRandom* random, int count, double size)
{
    vlVec3 points[200];
    for (int i = 0; i < count; ++i) {
        points[i] = vlScale(vlRandom_Direction(random), size * vlRandom_Range(random, 0.7, 1.0));
    }
    vlShape* shape = NULL;
    assert_int_equal(vlShape_CreateHull(NULL, points, count, &shape, NULL, 0), VL_OK);
    return shape;
}

static vlShape* anyShape(vlRandom* random, double size)
{
    vlShape* shape = NULL;
    vlResult result = VL_OK;
    switch (vlRandom_Index(random, 6)) {
    case 0: return makeBox(size, size, size);
    case 1:
        return makeBox(size, size * vlRandom_Log(random, 0.01, 1),
                       size * vlRandom_Log(random, 0.01, 1));
    case 2:
        result = vlShape_CreatePrism(NULL, 3 + vlRandom_Index(random, 12), size,
                                     size * vlRandom_Log(random, 0.1, 1), &shape, NULL, 0);
        break;
    case 3:
        result = vlShape_CreateSphere(NULL, size, 8 + vlRandom_Index(random, 8),
                                      4 + vlRandom_Index(random, 8), &shape, NULL, 0);
        break;
    case 4: return cloudHull(random, 4 + vlRandom_Index(random, 20), size);
    default: return cloudHull(random, 20 + vlRandom_Index(random, 181), size);
    }
    assert_int_equal(result, VL_OK);
    return shape;
}

// Shapes of all kinds in order of size, 1e-3 .. 1e3 m: a decade is POOL_DECADE places.
#define POOL_DECADE 80
#define POOL_SIZE (6 * POOL_DECADE + 1)

static vlShape* pool[POOL_SIZE];

static int createPool(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(100);
    for (int i = 0; i < POOL_SIZE; ++i) {
        pool[i] = anyShape(&random, pow(10.0, (double)i / POOL_DECADE - 3.0));
    }
    return 0;
}

static int releasePool(void** state)
{
    (void)state;
    for (int i = 0; i < POOL_SIZE; ++i) {
        vlShape_Release(pool[i]);
    }
    return 0;
}

typedef struct Pair {
    const vlConvex* a;
    const vlConvex* b;
    vlMat3 rotation;
    vlVec3 origin;
} Pair;

static Pair makePair(const vlShape* a, const vlShape* b)
{
    Pair pair = {&a->pieces[0], &b->pieces[0], vlDiag(1, 1, 1), vlZero()};
    return pair;
}

// Two shapes of the pool whose sizes differ by at most `decades`.
static Pair anyPair(vlRandom* random, int decades)
{
    int a = vlRandom_Index(random, POOL_SIZE);
    int b = a + vlRandom_Index(random, 2 * decades * POOL_DECADE + 1) - decades * POOL_DECADE;
    b = b < 0 ? 0 : b;
    return makePair(pool[a], pool[b < POOL_SIZE ? b : POOL_SIZE - 1]);
}

static double smallerRadius(const Pair* pair)
{
    return fmin(pair->a->radius, pair->b->radius);
}

// Size of the numbers the query works on; its results cannot be better than their rounding.
static double magnitude(const Pair* pair)
{
    return pair->a->radius + pair->b->radius + vlLength(pair->origin);
}

static vlVec3 placed(const Pair* pair, int vertex)
{
    return vlAdd(vlMulMV(pair->rotation, vlConvex_Vertex(pair->b, vertex)), pair->origin);
}

// Signed thickness of the slab between the pieces normal to n, over all vertices.
static double slab(const Pair* pair, vlVec3 n)
{
    double top = -DBL_MAX;
    double bottom = DBL_MAX;
    for (int i = 0; i < pair->a->vertexCount; ++i) {
        top = fmax(top, vlDot(n, vlConvex_Vertex(pair->a, i)));
    }
    for (int i = 0; i < pair->b->vertexCount; ++i) {
        bottom = fmin(bottom, vlDot(n, placed(pair, i)));
    }
    return bottom - top;
}

// Moves B along n until the slab is `gap` thick.
static void placeAt(Pair* pair, vlVec3 n, double gap)
{
    pair->origin = vlMulAdd(pair->origin, gap - slab(pair, n), n);
}

static double outside(const vlConvex* c, vlVec3 p)
{
    double worst = -DBL_MAX;
    for (int f = 0; f < c->faceCount; ++f) {
        worst = fmax(worst, vlDot(vlConvex_Normal(c, f), p) - c->nd[f]);
    }
    return worst;
}

static double outsideB(const Pair* pair, vlVec3 p)
{
    return outside(pair->b, vlMulTV(pair->rotation, vlSub(p, pair->origin)));
}

static vlGjkResult query(const Pair* pair, vlGjkCache* cache)
{
    return vlGjk_Distance(pair->a, pair->b, pair->rotation, pair->origin, cache);
}

static void checkResult(const Pair* pair, const vlGjkResult* r)
{
    double length = smallerRadius(pair);
    // Planes of a hull are fitted to 1e-10 of its size or better; 1e-9 is what contact code relies
    // on. Between pieces of very different size rounding of the larger one is more than that.
    double planes = fmax(1e-9 * length, 64 * DBL_EPSILON * magnitude(pair));
    assert_true(r->converged);
    assert_true(r->iterations >= 1 && r->iterations <= VL_GJK_MAX_ITERATIONS);
    assert_true(outside(pair->a, r->pointA) <= planes);
    assert_true(outsideB(pair, r->pointB) <= planes);
    if (r->touching) {
        assert_true(r->distance == 0.0);
        assert_true(vlLength(r->normal) == 0.0);
        assert_true(vlLength(vlSub(r->pointB, r->pointA)) == 0.0);
        return;
    }
    // A dozen operations per vertex: 32 ulp of the numbers involved. So gaps above 1e-8 of these
    // are checked to 1e-6.
    double rounding = 32 * DBL_EPSILON * magnitude(pair);
    assert_true(fabs(vlLength(r->normal) - 1.0) <= 4 * DBL_EPSILON);
    assert_true(slab(pair, r->normal) >= r->distance * (1.0 - 1e-6) - rounding);
    // Witness points are means over thin triangles, which multiplies rounding by up to 1e3.
    vlVec3 apart = vlSub(r->pointB, r->pointA);
    assert_true(vlLength(vlMulAdd(apart, -r->distance, r->normal)) <= 1e3 * rounding);
}

// Relative rotations that make contact features meet in every way: any, equal axes, turned about a
// common normal; the last two exactly or nearly (1e-12 .. 1e-3 rad).
static vlMat3 meetingTurn(vlRandom* random)
{
    vlMat3 rotation = vlDiag(1, 1, 1);
    switch (vlRandom_Index(random, 4)) {
    case 0: return vlMatFromQuat(vlRandom_Rotation(random));
    case 1: break;
    case 2: rotation = turnBy(vlVec(0, 0, 1), vlRandom_Range(random, -3, 3)); break;
    default: rotation = vlMat(vlVec(0, 1, 0), vlVec(0, 0, 1), vlVec(1, 0, 0)); break;
    }
    if (vlRandom_Index(random, 2) == 0) {
        rotation = vlMulMM(turnBy(vlRandom_Direction(random), vlRandom_Log(random, 1e-12, 1e-3)),
                           rotation);
    }
    return rotation;
}

// Direction of separation: a face of either piece, the normal of two edges, or any.
static vlVec3 meetingNormal(vlRandom* random, const Pair* pair)
{
    vlVec3 edge = vlZero();
    switch (vlRandom_Index(random, 4)) {
    case 0: return vlConvex_Normal(pair->a, vlRandom_Index(random, pair->a->faceCount));
    case 1:
        return vlNeg(vlMulMV(pair->rotation,
                             vlConvex_Normal(pair->b, vlRandom_Index(random, pair->b->faceCount))));
    case 2:
        edge = vlCross(
            vlSub(vlConvex_Vertex(pair->a, pair->a->neighbour[0]), vlConvex_Vertex(pair->a, 0)),
            vlSub(placed(pair, pair->b->neighbour[0]), placed(pair, 0)));
        return vlLength(edge) > 0.0 ? vlUnit(edge) : vlRandom_Direction(random);
    default: return vlRandom_Direction(random);
    }
}

static void every_distance_carries_its_certificate(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(1);
    int touching = 0;
    int pairs = vlStage_Count(100000, 10000);
    for (int i = 0; i < pairs; ++i) {
        Pair pair = anyPair(&random, i % 8 == 0 ? 6 : 1);
        pair.rotation = meetingTurn(&random);
        vlVec3 n = meetingNormal(&random, &pair);
        vlVec3 aside = vlRandom_Direction(&random);
        aside = vlMulAdd(aside, -vlDot(aside, n), n);
        double shift = vlRandom_Range(&random, 0.0, pair.a->radius + pair.b->radius);
        pair.origin = vlScale(aside, vlRandom_Index(&random, 4) == 0 ? 0.0 : shift);
        double gap = smallerRadius(&pair) * vlRandom_Log(&random, 1e-9, 1e3);
        placeAt(&pair, n, vlRandom_Index(&random, 8) == 0 ? -gap : gap);
        vlGjkCache cache = {.count = 0};
        vlGjkResult r = query(&pair, &cache);
        checkResult(&pair, &r);
        // Touching may be declared at 1e-12 of the smaller radius and 32 ulp of the coordinates.
        if (slab(&pair, n) > 2e-12 * smallerRadius(&pair) + 64 * DBL_EPSILON * magnitude(&pair)) {
            assert_false(r.touching);
        }
        touching += r.touching ? 1 : 0;
    }
    assert_in_range(touching, pairs / 50, pairs / 5);
}

static void pieces_that_share_a_point_return_one(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(2);
    for (int i = 0; i < 10000; ++i) {
        Pair pair = anyPair(&random, 1);
        pair.rotation = meetingTurn(&random);
        // A point of A and a point of B, both between the centre and a vertex, are made to
        // coincide.
        vlVec3 a = vlConvex_Vertex(pair.a, vlRandom_Index(&random, pair.a->vertexCount));
        vlVec3 b = vlConvex_Vertex(pair.b, vlRandom_Index(&random, pair.b->vertexCount));
        a = vlMulAdd(a, vlRandom_Log(&random, 1e-6, 1), vlSub(pair.a->centre, a));
        b = vlMulAdd(b, vlRandom_Log(&random, 1e-6, 1), vlSub(pair.b->centre, b));
        pair.origin = vlSub(a, vlMulMV(pair.rotation, b));
        vlGjkCache cache = {.count = 0};
        vlGjkResult r = query(&pair, &cache);
        assert_true(r.touching);
        checkResult(&pair, &r);
    }
}

static void aligned_boxes_match_the_closed_form(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(3);
    for (int i = 0; i < 4000; ++i) {
        double half[2][3];
        for (int k = 0; k < 6; ++k) {
            half[k / 3][k % 3] = vlRandom_Log(&random, 1e-1, 10.0);
        }
        vlShape* boxA = makeBox(half[0][0], half[0][1], half[0][2]);
        vlShape* boxB = makeBox(half[1][0], half[1][1], half[1][2]);
        Pair pair = makePair(boxA, boxB);
        double centre[3];
        double sum = 0.0;
        for (int k = 0; k < 3; ++k) {
            double reach = half[0][k] + half[1][k];
            centre[k] = vlRandom_Index(&random, 2) == 0
                            ? reach + reach * vlRandom_Log(&random, 1e-6, 10.0)
                            : vlRandom_Range(&random, -reach, reach);
            double gap = fmax(fabs(centre[k]) - reach, 0.0);
            sum += gap * gap;
        }
        pair.origin = vlVec(centre[0], centre[1], centre[2]);
        vlGjkCache cache = {.count = 0};
        vlGjkResult r = query(&pair, &cache);
        checkResult(&pair, &r);
        assert_int_equal(r.touching, sum == 0.0);
        // Forming the gap from numbers of size `magnitude` costs a few ulp of them.
        assert_true(fabs(r.distance - sqrt(sum)) <= 32 * DBL_EPSILON * magnitude(&pair));
        vlShape_Release(boxA);
        vlShape_Release(boxB);
    }
}

static void a_face_against_a_larger_one_gives_the_larger_ones_normal(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(4);
    vlShape* large = makeBox(2, 2, 0.5);
    vlShape* little = makeBox(0.4, 0.3, 0.2);
    for (int i = 0; i < 4000; ++i) {
        Pair pair = i % 4 < 2 ? makePair(large, little) : makePair(little, large);
        double tilt = i % 2 == 0 ? 0.0 : vlRandom_Log(&random, 1e-12, 1e-3);
        double gap = vlRandom_Log(&random, 1e-9, 1.0);
        vlVec3 axis =
            vlUnit(vlVec(vlRandom_Range(&random, -1, 1), vlRandom_Range(&random, -1, 1), 0.0));
        pair.rotation =
            vlMulMM(turnBy(axis, tilt), turnBy(vlVec(0, 0, 1), vlRandom_Range(&random, -3, 3)));
        pair.origin = vlVec(vlRandom_Range(&random, -1, 1), vlRandom_Range(&random, -1, 1), 0.0);
        placeAt(&pair, vlVec(0, 0, 1), gap);
        vlGjkCache cache = {.count = 0};
        vlGjkResult r = query(&pair, &cache);
        checkResult(&pair, &r);
        // Parallel or not, the smaller face lies within the larger one, whose normal it is. A
        // direction is known to the rounding of its end points (16 ulp) over the gap; the stop test
        // accepts a slope of 1e-12 gap over an edge of the smaller box (0.4 m or longer).
        vlVec3 expected = i % 4 < 2 ? vlVec(0, 0, 1) : pair.rotation.cz;
        double sine = vlLength(vlCross(r.normal, expected));
        assert_true(sine <= 16 * DBL_EPSILON * magnitude(&pair) / gap + 2.5e-12 * gap);
    }
    vlShape_Release(large);
    vlShape_Release(little);
}

static void centred_pieces_share_their_normal(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(9);
    for (int i = 0; i < vlStage_Count(20000, 4000); ++i) {
        // The nearest point falls on a diagonal of a face of the difference: rounding decides on
        // which side of it, and must not decide on the normal.
        Pair pair = anyPair(&random, 1);
        vlVec3 n = vlVec(i % 3 == 0 ? 1 : 0, i % 3 == 1 ? 1 : 0, i % 3 == 2 ? 1 : 0);
        if (i % 2 == 0) {
            pair.rotation = turnBy(n, vlRandom_Range(&random, -3, 3));
        }
        placeAt(&pair, n, smallerRadius(&pair) * vlRandom_Log(&random, 1e-9, 1e-3));
        vlGjkCache cache = {.count = (uint8_t)vlRandom_Index(&random, 5)};
        for (int k = 0; k < 4; ++k) {
            cache.vertexA[k] = (uint16_t)vlRandom_Index(&random, pair.a->vertexCount);
            cache.vertexB[k] = (uint16_t)vlRandom_Index(&random, pair.b->vertexCount);
        }
        vlGjkResult r = query(&pair, &cache);
        checkResult(&pair, &r);
    }
}

static void exchanging_the_pieces_turns_the_normal_round(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(5);
    for (int i = 0; i < 10000; ++i) {
        Pair pair = anyPair(&random, 1);
        double length = smallerRadius(&pair);
        pair.rotation = vlMatFromQuat(vlRandom_Rotation(&random));
        placeAt(&pair, vlRandom_Direction(&random), length * vlRandom_Log(&random, 1e-3, 10));
        Pair swapped = pair;
        swapped.a = pair.b;
        swapped.b = pair.a;
        swapped.rotation = vlTranspose(pair.rotation);
        swapped.origin = vlNeg(vlMulTV(pair.rotation, pair.origin));
        vlGjkCache cache = {.count = 0};
        vlGjkResult r = query(&pair, &cache);
        cache.count = 0;
        vlGjkResult s = query(&swapped, &cache);
        // Two certified answers: distances agree to rounding, directions to rounding over the gap,
        // which is at least 1e-4 of the coordinates.
        assert_true(fabs(r.distance - s.distance) <= 64 * DBL_EPSILON * magnitude(&pair));
        vlVec3 sum = vlAdd(r.normal, vlMulMV(pair.rotation, s.normal));
        assert_true(vlLength(sum) <= 64 * DBL_EPSILON * 1e4);
    }
}

static void warm_starts_give_the_same_answer_in_fewer_rounds(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(6);
    long cold = 0;
    long warm = 0;
    for (int i = 0; i < 100; ++i) {
        Pair pair = anyPair(&random, 1);
        pair.rotation = vlMatFromQuat(vlRandom_Rotation(&random));
        placeAt(&pair, vlRandom_Direction(&random), 0.1 * smallerRadius(&pair));
        vlMat3 spin = turnBy(vlRandom_Direction(&random), 1e-3);
        vlGjkCache kept = {.count = 0};
        query(&pair, &kept);
        for (int step = 0; step < 50; ++step) {
            pair.rotation = vlMulMM(spin, pair.rotation);
            vlGjkCache fresh = {.count = 0};
            vlGjkResult r = query(&pair, &kept);
            vlGjkResult s = query(&pair, &fresh);
            checkResult(&pair, &r);
            // Both differ from the same distance by rounding only.
            assert_true(fabs(r.distance - s.distance) <= 64 * DBL_EPSILON * magnitude(&pair));
            warm += r.iterations;
            cold += s.iterations;
        }
    }
    // A milliradian rarely changes the closest features: most queries end in their first round.
    assert_true(warm <= 5000 * 3 / 2);
    assert_true(cold >= 2 * warm);
}

static void a_cache_of_another_pair_does_no_harm(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(7);
    for (int i = 0; i < 10000; ++i) {
        Pair pair = anyPair(&random, 1);
        double gap = smallerRadius(&pair) * vlRandom_Log(&random, 1e-9, 10);
        pair.rotation = meetingTurn(&random);
        placeAt(&pair, meetingNormal(&random, &pair), gap);
        vlGjkCache cache = {.count = (uint8_t)vlRandom_Index(&random, 7)};
        for (int k = 0; k < 4; ++k) {
            int limit = i % 2 == 0 ? 65536 : 8;
            cache.vertexA[k] = (uint16_t)vlRandom_Index(&random, limit);
            cache.vertexB[k] = (uint16_t)vlRandom_Index(&random, limit);
        }
        vlGjkCache copy = cache;
        vlGjkResult r = query(&pair, &cache);
        checkResult(&pair, &r);
        // Same input, same bits.
        vlGjkResult again = query(&pair, &copy);
        assert_memory_equal(&again.normal, &r.normal, sizeof(r.normal));
        assert_memory_equal(&again.pointA, &r.pointA, sizeof(r.pointA));
        assert_memory_equal(&again.pointB, &r.pointB, sizeof(r.pointB));
        assert_int_equal(again.iterations, r.iterations);
    }
}

static void walking_finds_the_same_support_as_scanning(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(8);
    for (int i = 0; i < POOL_SIZE; ++i) {
        const vlConvex* c = &pool[i]->pieces[0];
        for (int k = 0; k < 200; ++k) {
            vlVec3 d = k % 8 == 0 ? vlConvex_Normal(c, vlRandom_Index(&random, c->faceCount))
                                  : vlRandom_Direction(&random);
            double best = -DBL_MAX;
            for (int v = 0; v < c->vertexCount; ++v) {
                best = fmax(best, vlDot(d, vlConvex_Vertex(c, v)));
            }
            int found = vlConvex_Support(c, d, vlRandom_Index(&random, c->vertexCount + 4) - 2);
            assert_in_range(found, 0, c->vertexCount - 1);
            // Equal corners of a face may differ by the rounding of their products.
            assert_true(vlDot(d, vlConvex_Vertex(c, found)) >= best - 8 * DBL_EPSILON * c->radius);
        }
    }
}

static void tied_supports_go_to_the_lowest_id(void** state)
{
    (void)state;
    vlShape* shape = makeBox(1, 1, 1);
    const vlConvex* c = &shape->pieces[0];
    for (int f = 0; f < c->faceCount; ++f) {
        vlVec3 d = vlConvex_Normal(c, f);
        int lowest = c->vertexCount;
        for (int v = c->vertexCount - 1; v >= 0; --v) {
            lowest = vlDot(d, vlConvex_Vertex(c, v)) == 1.0 ? v : lowest;
        }
        assert_int_equal(vlConvex_Support(c, d, 5), lowest);
    }
    assert_int_equal(vlConvex_Support(c, vlZero(), 5), 0);
    vlShape_Release(shape);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_distance_carries_its_certificate),
        cmocka_unit_test(pieces_that_share_a_point_return_one),
        cmocka_unit_test(aligned_boxes_match_the_closed_form),
        cmocka_unit_test(a_face_against_a_larger_one_gives_the_larger_ones_normal),
        cmocka_unit_test(centred_pieces_share_their_normal),
        cmocka_unit_test(exchanging_the_pieces_turns_the_normal_round),
        cmocka_unit_test(warm_starts_give_the_same_answer_in_fewer_rounds),
        cmocka_unit_test(a_cache_of_another_pair_does_no_harm),
        cmocka_unit_test(walking_finds_the_same_support_as_scanning),
        cmocka_unit_test(tied_supports_go_to_the_lowest_id),
    };
    return cmocka_run_group_tests(tests, createPool, releasePool);
}
