// SPDX-License-Identifier: MIT
// Near pairs against the plain double loop over all proxies.

#include <float.h>
#include <stdlib.h>
#include <string.h>

#include "collide/broadphase.h"
#include "models/random.h"
#include "shape/compound.h"
#include "test.h"

#define MAX_PROXIES 6000 // above the largest gap of the sorting
#define MAX_PAIRS 200000

typedef struct Bench {
    vlProxy proxy[MAX_PROXIES];
    int count;
    uint16_t order[MAX_PROXIES];
    vlPairKey found[MAX_PAIRS];
    vlPairKey expected[MAX_PAIRS];
} Bench;

static Bench bench; // too large for the stack

static void resetOrder(void)
{
    for (int i = 0; i < MAX_PROXIES; ++i) {
        bench.order[i] = (uint16_t)i;
    }
}

static bool boxesOverlap(const vlProxy* a, const vlProxy* b)
{
    return !(a->upper.x < b->lower.x || b->upper.x < a->lower.x || a->upper.y < b->lower.y ||
             b->upper.y < a->lower.y || a->upper.z < b->lower.z || b->upper.z < a->lower.z);
}

// Whether any corner of the box lies in the half-space.
static bool cornerBelow(const vlProxy* box, const vlProxy* half)
{
    for (int i = 0; i < 8; ++i) {
        vlVec3 corner = vlVec((i & 1) != 0 ? box->upper.x : box->lower.x,
                              (i & 2) != 0 ? box->upper.y : box->lower.y,
                              (i & 4) != 0 ? box->upper.z : box->lower.z);
        if (vlDot(half->planeNormal, corner) <= half->planeOffset) {
            return true;
        }
    }
    return false;
}

static bool makesPair(const vlProxy* a, const vlProxy* b)
{
    if (a->body == b->body || (!a->isMovable && !b->isMovable) ||
        (a->isHalfspace && b->isHalfspace)) {
        return false;
    }
    if (a->isHalfspace) {
        return b->isMovable && cornerBelow(b, a);
    }
    if (b->isHalfspace) {
        return a->isMovable && cornerBelow(a, b);
    }
    return boxesOverlap(a, b);
}

static int compareKeys(const void* first, const void* second)
{
    vlPairKey a = *(const vlPairKey*)first;
    vlPairKey b = *(const vlPairKey*)second;
    return (a > b) - (a < b);
}

static int bruteForce(void)
{
    int count = 0;
    for (int i = 0; i < bench.count; ++i) {
        for (int k = i + 1; k < bench.count; ++k) {
            const vlProxy* a = &bench.proxy[i];
            const vlProxy* b = &bench.proxy[k];
            if (makesPair(a, b)) {
                assert_true(count < MAX_PAIRS);
                bool ordered = a->body < b->body;
                const vlProxy* low = ordered ? a : b;
                const vlProxy* high = ordered ? b : a;
                bench.expected[count++] =
                    vlPairKey_Make(low->body, low->piece, high->body, high->piece);
            }
        }
    }
    qsort(bench.expected, (size_t)count, sizeof bench.expected[0], compareKeys);
    return count;
}

static void checkAgainstBruteForce(void)
{
    int expected = bruteForce();
    int dropped = -1;
    int count = vlBroadphase_FindPairs(bench.proxy, bench.count, bench.order, bench.found,
                                       MAX_PAIRS, &dropped);
    assert_int_equal(dropped, 0);
    assert_int_equal(count, expected);
    assert_memory_equal(bench.found, bench.expected, (size_t)count * sizeof bench.found[0]);
    for (int i = 1; i < count; ++i) {
        assert_true(bench.found[i - 1] < bench.found[i]); // ascending, each once
    }
}

static void setBox(vlProxy* p, vlVec3 centre, vlVec3 half)
{
    p->lower = vlSub(centre, half);
    p->upper = vlAdd(centre, half);
    p->isHalfspace = false;
}

static vlVec3 inBox(vlRandom* random, vlVec3 size)
{
    double x = vlRandom_Range(random, -1.0, 1.0);
    double y = vlRandom_Range(random, -1.0, 1.0);
    double z = vlRandom_Range(random, -1.0, 1.0);
    return vlVec(size.x * x, size.y * y, size.z * z);
}

// Up to 4 pieces a body, every tenth proxy a half-space, bodies in no particular order of place.
static void fill(vlRandom* random, int count, vlVec3 size, double half, bool withHalfspaces)
{
    memset(bench.proxy, 0, sizeof bench.proxy);
    uint32_t body = 0;
    uint32_t piece = 0;
    bool movable = true;
    for (int i = 0; i < count; ++i) {
        vlProxy* p = &bench.proxy[i];
        p->body = body;
        p->piece = piece;
        p->isMovable = movable;
        vlVec3 centre = inBox(random, size);
        double x = vlRandom_Range(random, 0.0, half);
        double y = vlRandom_Range(random, 0.0, half);
        double z = vlRandom_Range(random, 0.0, half);
        setBox(p, centre, vlVec(x, y, z));
        if (piece == 0 && withHalfspaces && vlRandom_Index(random, 10) == 0) {
            p->isHalfspace = true;
            p->isMovable = false;
            p->planeNormal = vlRandom_Direction(random);
            p->planeOffset = vlRandom_Range(random, -1.0, 0.2);
            piece = 4;
        }
        if (++piece >= 1u + (uint32_t)vlRandom_Index(random, 4)) {
            piece = 0;
            ++body;
            movable = vlRandom_Index(random, 4) != 0;
        }
    }
    bench.count = count;
}

static void random_boxes_give_exactly_the_overlapping_pairs(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(1);
    const vlVec3 sizes[] = {{1, 1, 1}, {10, 1, 0.1}, {0.1, 10, 1}, {1, 0.1, 10}};
    for (int i = 0; i < 400; ++i) {
        resetOrder();
        fill(&random, vlRandom_Index(&random, 120), sizes[i % 4], vlRandom_Log(&random, 0.01, 1.0),
             false);
        checkAgainstBruteForce();
    }
}

static void halfspaces_meet_everything_movable_that_reaches_below(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(2);
    for (int i = 0; i < 400; ++i) {
        resetOrder();
        fill(&random, vlRandom_Index(&random, 120), vlVec(1, 1, 1), 0.3, true);
        checkAgainstBruteForce();
    }
}

static void many_proxies_are_sorted_too_whatever_the_order_before(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(3);
    resetOrder();
    fill(&random, MAX_PROXIES, vlVec(4, 3, 2), 0.1, false);
    checkAgainstBruteForce();
    fill(&random, MAX_PROXIES, vlVec(2, 3, 4), 0.1,
         false); // the order of the last call is useless
    checkAgainstBruteForce();
}

static void the_order_kept_from_call_to_call_stays_a_permutation(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(4);
    resetOrder();
    fill(&random, 300, vlVec(1, 1, 1), 0.1, true);
    for (int step = 0; step < 200; ++step) {
        for (int i = 0; i < bench.count; ++i) {
            vlVec3 shift = vlScale(vlRandom_InBall(&random), 0.02);
            bench.proxy[i].lower = vlAdd(bench.proxy[i].lower, shift);
            bench.proxy[i].upper = vlAdd(bench.proxy[i].upper, shift);
        }
        checkAgainstBruteForce();
        bool seen[300] = {false};
        for (int i = 0; i < bench.count; ++i) {
            assert_in_range(bench.order[i], 0, 299);
            assert_false(seen[bench.order[i]]);
            seen[bench.order[i]] = true;
        }
    }
}

static void pairs_that_do_not_fit_are_counted(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(5);
    for (int i = 0; i < 100; ++i) {
        resetOrder();
        fill(&random, 80, vlVec(1, 1, 1), 0.5, true);
        int total = bruteForce();
        int capacity = vlRandom_Index(&random, total + 2);
        int dropped = -1;
        bench.found[capacity] = 12345; // beyond the room: must not be written
        int count = vlBroadphase_FindPairs(bench.proxy, bench.count, bench.order, bench.found,
                                           capacity, &dropped);
        assert_int_equal(count, capacity < total ? capacity : total);
        assert_int_equal(dropped, total - count);
        assert_true(count == total || bench.found[capacity] == 12345);
        for (int k = 0; k < count; ++k) {
            assert_true(k == 0 || bench.found[k - 1] < bench.found[k]);
            assert_non_null(bsearch(&bench.found[k], bench.expected, (size_t)total,
                                    sizeof bench.expected[0], compareKeys));
        }
    }
}

static void touching_and_equal_boxes_count_as_overlapping(void** state)
{
    (void)state;
    memset(bench.proxy, 0, sizeof bench.proxy);
    resetOrder();
    bench.count = 40;
    for (int i = 0; i < bench.count; ++i) { // four rows of boxes that share their faces exactly
        bench.proxy[i].body = (uint32_t)(bench.count - 1 - i);
        bench.proxy[i].isMovable = true;
        int column = i / 4;
        setBox(&bench.proxy[i], vlVec(2.0 * column, i % 2, 0.0), vlVec(1.0, 0.5, 1.0));
    }
    checkAgainstBruteForce();
    for (int i = 0; i < bench.count; ++i) { // all in one place: every tie there can be
        setBox(&bench.proxy[i], vlZero(), vlVec(1.0, 1.0, 1.0));
    }
    checkAgainstBruteForce();
    int dropped = -1;
    assert_int_equal(vlBroadphase_FindPairs(bench.proxy, 0, bench.order, bench.found, 10, &dropped),
                     0);
    assert_int_equal(dropped, 0);
}

static void a_proxy_that_left_the_numbers_hides_no_other(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(6);
    const double bad[3] = {(double)NAN, HUGE_VAL, -HUGE_VAL};
    for (int i = 0; i < 200; ++i) {
        resetOrder();
        fill(&random, 60, vlVec(1, 1, 1), 0.3, true);
        // An infinite box and a box with NaN overlap nothing: all other pairs must be found.
        for (int k = 0; k < 5; ++k) {
            vlProxy* p = &bench.proxy[vlRandom_Index(&random, bench.count)];
            p->lower = p->upper = vlVec(bad[i % 3], bad[i % 3], bad[i % 3]);
            p->isMovable = false; // two of them in one infinite place make no pair
        }
        int count = 0;
        for (int a = 0; a < bench.count; ++a) {
            for (int b = a + 1; b < bench.count; ++b) {
                const vlProxy* p = &bench.proxy[a];
                const vlProxy* q = &bench.proxy[b];
                bool sound = (p->isHalfspace || vlIsFinite(p->lower)) &&
                             (q->isHalfspace || vlIsFinite(q->lower));
                count += sound && makesPair(p, q);
            }
        }
        int dropped = -1;
        int found = vlBroadphase_FindPairs(bench.proxy, bench.count, bench.order, bench.found,
                                           MAX_PAIRS, &dropped);
        assert_int_equal(found, count);
        assert_int_equal(dropped, 0);
    }
}

static void bounds_hold_all_vertices_and_the_margin(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(7);
    for (int i = 0; i < 100; ++i) {
        vlVec3 points[20];
        for (int k = 0; k < 20; ++k) {
            points[k] = vlAdd(vlRandom_InBall(&random), vlVec(3.0, 0.0, 0.0));
        }
        vlShape* shape = NULL;
        assert_int_equal(vlShape_CreateHull(NULL, points, 20, &shape, NULL, 0), VL_OK);
        vlMat3 rotation = vlMatFromQuat(vlRandom_Rotation(&random));
        vlVec3 origin = vlScale(vlRandom_InBall(&random), 10.0);
        vlProxy p;
        memset(&p, 0, sizeof p);
        vlProxy_SetBounds(&p, &shape->pieces[0], rotation, origin, 0.25);
        assert_false(p.isHalfspace);
        const double rounding = 1e-13; // of coordinates up to 15 m
        for (int v = 0; v < shape->pieces[0].vertexCount; ++v) {
            vlVec3 x = vlAdd(vlMulMV(rotation, vlConvex_Vertex(&shape->pieces[0], v)), origin);
            assert_true(x.x - p.lower.x >= 0.25 - rounding && p.upper.x - x.x >= 0.25 - rounding);
            assert_true(x.y - p.lower.y >= 0.25 - rounding && p.upper.y - x.y >= 0.25 - rounding);
            assert_true(x.z - p.lower.z >= 0.25 - rounding && p.upper.z - x.z >= 0.25 - rounding);
        }
        // Half the diagonal of the piece's own box is at most sqrt(3), and that is the farthest any
        // turned box reaches along an axis.
        assert_true(vlLength(vlSub(p.upper, p.lower)) <= 2.0 * sqrt(3.0) * (sqrt(3.0) + 0.25));
        vlShape_Release(shape);
    }
}

static void the_bounds_of_a_halfspace_are_its_plane_moved_out_by_the_margin(void** state)
{
    (void)state;
    vlShape* shape = NULL;
    assert_int_equal(vlShape_CreateHalfspace(NULL, vlVec(0, 0, 1), 2.0, &shape, NULL, 0), VL_OK);
    vlMat3 turn = vlMatFromQuat(vlQuatFromAxisAngle(vlVec(0, 1, 0), 0.3));
    vlProxy p;
    memset(&p, 0, sizeof p);
    vlProxy_SetBounds(&p, &shape->pieces[0], turn, vlVec(1, 2, 3), 0.5);
    assert_true(p.isHalfspace);
    vlVec3 n = vlMulMV(turn, vlVec(0, 0, 1));
    assert_true(vlLength(vlSub(p.planeNormal, n)) < 4.0 * DBL_EPSILON);
    vlVec3 onPlane = vlAdd(vlMulMV(turn, vlVec(7, -4, 2)), vlVec(1, 2, 3));
    // Coordinates of some 10 m, a handful of roundings.
    assert_true(fabs(vlDot(p.planeNormal, onPlane) + 0.5 - p.planeOffset) < 1e-14);
    vlShape_Release(shape);
}

static void keys_keep_all_four_numbers_and_sort_by_bodies_then_pieces(void** state)
{
    (void)state;
    vlPairKey key = vlPairKey_Make(64999, 255, 65000, 65535);
    assert_int_equal(vlPairKey_BodyA(key), 64999);
    assert_int_equal(vlPairKey_PieceA(key), 255);
    assert_int_equal(vlPairKey_BodyB(key), 65000);
    assert_int_equal(vlPairKey_PieceB(key), 65535);
    assert_true(vlPairKey_Make(1, 9, 2, 9) < vlPairKey_Make(1, 0, 3, 0));
    assert_true(vlPairKey_Make(1, 9, 3, 9) < vlPairKey_Make(2, 0, 3, 0));
    assert_true(vlPairKey_Make(1, 0, 2, 9) < vlPairKey_Make(1, 1, 2, 0));
    assert_true(vlPairKey_Make(1, 1, 2, 0) < vlPairKey_Make(1, 1, 2, 1));
}

// ---- bodies of several pieces ----

#define GRID 5 // cubes along each axis of a body, every third one left out

// A compound of cubes with gaps between them; `count` receives the number of pieces.
static vlShape* makeGrid(int* count)
{
    static const vlShape* parts[GRID * GRID * GRID];
    static vlPose poses[GRID * GRID * GRID];
    vlShape* cube = NULL;
    assert_int_equal(vlShape_CreateBox(NULL, vlVec(0.03, 0.03, 0.03), &cube, NULL, 0), VL_OK);
    *count = 0;
    for (int i = 0; i < GRID * GRID * GRID; ++i) {
        if (i % 3 != 0) {
            vlVec3 place =
                vlVec(0.1 * (i % GRID), 0.1 * (i / GRID % GRID), 0.1 * (i / GRID / GRID));
            parts[*count] = cube;
            poses[(*count)++] = (vlPose){place, vlIdentityQuat()};
        }
    }
    vlShape* grid = NULL;
    const vlSentence none = {NULL, 0};
    assert_int_equal(vlCompound_Create(NULL, parts, poses, *count, VL_CUT_AS_GIVEN, &grid, &none),
                     VL_OK);
    vlShape_Release(cube);
    return grid;
}

// Two grids, a single cube and a half-space at random places, by trees and piece by piece.
static void bodies_of_many_pieces_give_the_pairs_of_their_pieces(void** state)
{
    (void)state;
    static vlPieceBounds bounds[2][GRID * GRID * GRID];
    int pieces, dropped;
    vlShape* grid = makeGrid(&pieces);
    vlShape* cube = NULL;
    vlShape* half = NULL;
    assert_int_equal(vlShape_CreateBox(NULL, vlVec(0.2, 0.1, 0.3), &cube, NULL, 0), VL_OK);
    assert_int_equal(vlShape_CreateHalfspace(NULL, vlVec(0, 0, 1), 0.0, &half, NULL, 0), VL_OK);
    vlRandom random = vlRandom_Seed(31);
    int most = 0;
    for (int round = 1; round <= 60; ++round) {
        vlProxy bodies[4];
        vlPlacedPieces placed[2];
        memset(bodies, 0, sizeof bodies);
        memset(bench.proxy, 0, sizeof bench.proxy);
        bench.count = 0;
        for (int i = 0; i < 4; ++i) {
            const vlShape* shape = i < 2 ? grid : (i == 2 ? cube : half);
            vlVec3 place = inBox(&random, vlVec(0.4, 0.4, 0.4));
            vlQuat turn = vlQuatFromRotationVector(vlScale(vlRandom_Direction(&random), round % 4));
            vlMat3 rotation = vlMatFromQuat(turn);
            bodies[i].body = (uint32_t)i;
            bodies[i].isMovable = i != 3;
            if (i < 2) {
                placed[i] =
                    (vlPlacedPieces){shape, rotation, place, 0.004, bounds[i], (uint64_t)round};
                vlProxy_SetPieces(&bodies[i], &placed[i]);
            } else {
                vlProxy_SetBounds(&bodies[i], &shape->pieces[0], rotation, place, 0.004);
            }
            for (int k = 0; k < shape->pieceCount; ++k) {
                vlProxy* p = &bench.proxy[bench.count++];
                p->body = (uint32_t)i;
                p->piece = (uint32_t)k;
                p->isMovable = bodies[i].isMovable;
                vlProxy_SetBounds(p, &shape->pieces[k], rotation, place, 0.004);
            }
        }
        int expected = bruteForce();
        uint16_t order[4] = {0, 1, 2, 3};
        int count = vlBroadphase_FindPairs(bodies, 4, order, bench.found, MAX_PAIRS, &dropped);
        assert_int_equal(count, expected);
        assert_memory_equal(bench.found, bench.expected, (size_t)count * sizeof bench.found[0]);
        most = count > most ? count : most;
    }
    assert_true(most > 100); // they did meet
    vlShape_Release(grid);
    vlShape_Release(cube);
    vlShape_Release(half);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_boxes_give_exactly_the_overlapping_pairs),
        cmocka_unit_test(halfspaces_meet_everything_movable_that_reaches_below),
        cmocka_unit_test(many_proxies_are_sorted_too_whatever_the_order_before),
        cmocka_unit_test(the_order_kept_from_call_to_call_stays_a_permutation),
        cmocka_unit_test(pairs_that_do_not_fit_are_counted),
        cmocka_unit_test(touching_and_equal_boxes_count_as_overlapping),
        cmocka_unit_test(a_proxy_that_left_the_numbers_hides_no_other),
        cmocka_unit_test(bounds_hold_all_vertices_and_the_margin),
        cmocka_unit_test(the_bounds_of_a_halfspace_are_its_plane_moved_out_by_the_margin),
        cmocka_unit_test(bodies_of_many_pieces_give_the_pairs_of_their_pieces),
        cmocka_unit_test(keys_keep_all_four_numbers_and_sort_by_bodies_then_pieces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
