// SPDX-License-Identifier: MIT
// The contact volume as a query, against the overlap of boxes computed by hand.

#include "failing_allocator.h"
#include "models/random.h"
#include "shape/compound.h"
#include "test.h"
#include "volar/volar.h"

typedef struct Bench {
    vlProbe* probe;
    vlShape* box;   // edges 1, 1, 1
    vlShape* floor; // z <= 0
    vlShape* pair;  // two such boxes side by side
} Bench;

static Bench openBench(void)
{
    Bench b = {0};
    assert_int_equal(vlProbe_Create(NULL, &b.probe), VL_OK);
    assert_int_equal(vlShape_CreateBox(NULL, vlVec(0.5, 0.5, 0.5), &b.box, NULL, 0), VL_OK);
    assert_int_equal(vlShape_CreateHalfspace(NULL, vlVec(0, 0, 1), 0.0, &b.floor, NULL, 0), VL_OK);
    const vlShape* const pieces[2] = {b.box, b.box};
    vlPose poses[2] = {vlIdentityPose(), vlIdentityPose()};
    poses[1].p.x = 1.0;
    assert_int_equal(vlCompound_Create(NULL, pieces, poses, 2, VL_CUT_AS_GIVEN, &b.pair, NULL),
                     VL_OK);
    return b;
}

static void closeBench(Bench* b)
{
    vlProbe_Destroy(b->probe);
    vlShape_Release(b->box);
    vlShape_Release(b->floor);
    vlShape_Release(b->pair);
}

static vlPlacedShape at(const vlShape* shape, int piece, double x, double y, double z)
{
    vlPlacedShape placed = {shape, piece, {vlVec(x, y, z), vlIdentityQuat()}};
    return placed;
}

static bool isNear(double value, double expected)
{
    return fabs(value - expected) < 1e-12; // some roundings of lengths about 1 m
}

static void boxes_share_what_they_share(void** state)
{
    (void)state;
    Bench b = openBench();
    const vlPolyhedronRoute routes[2] = {VL_POLYHEDRON_CLIP, VL_POLYHEDRON_DUAL};
    for (int i = 0; i < 2; ++i) {
        vlPlacedShape low = at(b.box, 0, 0, 0, 0), high = at(b.box, 0, 0.25, -0.5, 0.9);
        vlPlacedShape floor = at(b.floor, 0, 0, 0, 0), sunk = at(b.box, 0, 1, 0, 0.4);
        vlPlacedShape second = at(b.pair, 1, 0, 0, 0.4); // in the same place
        bool touching = false;
        vlIntersection x;
        vlResult result = vlProbe_Intersect(b.probe, &low, &high, routes[i], NULL, &touching, &x);
        assert_int_equal(result, VL_OK);
        // 0.75 by 0.5, 0.1 deep: flat enough for the normal to be z, except for the contribution of
        // the sides.
        assert_true(touching && isNear(x.volume, 0.75 * 0.5 * 0.1));
        vlVec3 gradient = vlUnit(vlVec(0.5 * 0.1, -0.75 * 0.1, 0.75 * 0.5));
        assert_true(vlLength(vlSub(x.normal, gradient)) < 1e-9);

        result = vlProbe_Intersect(b.probe, &floor, &sunk, routes[i], NULL, &touching, &x);
        assert_int_equal(result, VL_OK);
        assert_true(touching && isNear(x.volume, 0.1) && isNear(x.area, 1.0) &&
                    isNear(x.depth, 0.1));
        assert_true(vlLength(vlSub(x.normal, vlVec(0, 0, 1))) < 1e-12);
        assert_true(vlLength(vlSub(x.origin, vlVec(1, 0, -0.05))) < 1e-12);
        result = vlProbe_Intersect(b.probe, &floor, &second, routes[i], NULL, &touching, &x);
        assert_int_equal(result, VL_OK);
        assert_true(touching && isNear(x.volume, 0.1));
    }
    closeBench(&b);
}

static void the_normal_turns_over_with_the_order(void** state)
{
    (void)state;
    Bench b = openBench();
    vlRandom random = vlRandom_Seed(1);
    int met = 0;
    for (int i = 0; i < 1000; ++i) {
        vlPlacedShape one = at(b.box, 0, 0, 0, 0), two = one;
        two.pose.p = vlRandom_InBall(&random);
        two.pose.q = vlRandom_Rotation(&random);
        bool forth = false, back = false;
        vlIntersection x, y;
        assert_int_equal(
            vlProbe_Intersect(b.probe, &one, &two, VL_POLYHEDRON_CLIP, NULL, &forth, &x), VL_OK);
        assert_int_equal(
            vlProbe_Intersect(b.probe, &two, &one, VL_POLYHEDRON_CLIP, NULL, &back, &y), VL_OK);
        assert_int_equal(forth, back);
        if (forth && x.volume > 1e-6) { // a grazing overlap has no definite normal
            ++met;
            assert_true(fabs(x.volume - y.volume) < 1e-12);
            // If one box lies almost centred in the other, the gradient is indefinite.
            assert_true(vlDot(x.normal, y.normal) < -0.999999 || vlLength(two.pose.p) < 0.2);
        }
    }
    assert_true(met > 500);
    closeBench(&b);
}

static void apart_nothing_is_written_and_a_memory_changes_nothing(void** state)
{
    (void)state;
    Bench b = openBench();
    vlIntersection x;
    memset(&x, 0x5a, sizeof x);
    vlIntersection same = x;
    vlPlacedShape low = at(b.box, 0, 0, 0, 0), high = at(b.box, 0, 0, 0, 1.5);
    vlPairMemory memory;
    memset(&memory, 0, sizeof memory);
    bool touching = true;
    vlPolyhedronRoute clip = VL_POLYHEDRON_CLIP;
    for (int i = 0; i < 2; ++i) { // the second time with a remembered direction
        assert_int_equal(vlProbe_Intersect(b.probe, &low, &high, clip, &memory, &touching, &x),
                         VL_OK);
        assert_false(touching);
    }
    assert_memory_equal(&x, &same, sizeof x);
    for (double z = 1.5; z > 0.5; z -= 0.01) { // coming closer, with and without memory
        high.pose.p = vlVec(0.1, 0.2, z);
        bool plain = false;
        vlIntersection y;
        assert_int_equal(vlProbe_Intersect(b.probe, &low, &high, clip, &memory, &touching, &x),
                         VL_OK);
        assert_int_equal(vlProbe_Intersect(b.probe, &low, &high, clip, NULL, &plain, &y), VL_OK);
        assert_int_equal(touching, plain);
        assert_true(!plain || isNear(x.volume, y.volume));
        assert_true(!plain || isNear(x.depth, y.depth));
    }
    closeBench(&b);
}

static void bad_questions_are_refused(void** state)
{
    (void)state;
    Bench b = openBench();
    vlPlacedShape good = at(b.box, 0, 0, 0, 0), floor = at(b.floor, 0, 0, 0, 0);
    vlPlacedShape bad[9] = {good, good, good, good, good, good, good, good, good};
    bad[0].shape = NULL;
    bad[1].piece = 1;
    bad[2].piece = -1;
    bad[3].pose.p.x = (double)NAN;
    bad[4].pose.p.y = HUGE_VAL;
    bad[5].pose.q.w = 1.1;
    bad[6].pose.q.x = (double)NAN;
    bad[7].pose.q = (vlQuat){0, 0, 0, 0};
    bad[8].pose.p.z = -1.001 * VL_MAX_LENGTH;
    vlResult refused = VL_ERROR_ARGUMENT;
    vlPolyhedronRoute clip = VL_POLYHEDRON_CLIP;
    bool touching = true;
    vlIntersection x;
    memset(&x, 0x5a, sizeof x);
    vlIntersection same = x;
    for (int i = 0; i < 9; ++i) {
        assert_int_equal(vlProbe_Intersect(b.probe, &bad[i], &good, clip, NULL, &touching, &x),
                         refused);
        assert_int_equal(vlProbe_Intersect(b.probe, &good, &bad[i], clip, NULL, &touching, &x),
                         refused);
    }
    assert_int_equal(vlProbe_Intersect(b.probe, &floor, &floor, clip, NULL, &touching, &x),
                     refused);
    assert_int_equal(vlProbe_Intersect(b.probe, NULL, &good, clip, NULL, &touching, &x), refused);
    assert_int_equal(vlProbe_Intersect(b.probe, &good, NULL, clip, NULL, &touching, &x), refused);
    assert_int_equal(vlProbe_Intersect(NULL, &good, &good, clip, NULL, &touching, &x), refused);
    assert_int_equal(vlProbe_Intersect(b.probe, &good, &good, clip, NULL, NULL, &x), refused);
    assert_int_equal(vlProbe_Intersect(b.probe, &good, &good, clip, NULL, &touching, NULL),
                     refused);
    assert_int_equal(
        vlProbe_Intersect(b.probe, &good, &good, (vlPolyhedronRoute)77, NULL, &touching, &x),
        refused);
    assert_true(touching);
    assert_memory_equal(&x, &same, sizeof x);
    closeBench(&b);
}

static void a_probe_is_one_block(void** state)
{
    (void)state;
    vlFailingAllocator memory;
    vlAllocator allocator = vlFailingAllocator_Make(&memory, 0);
    vlProbe* probe = NULL;
    assert_int_equal(vlProbe_Create(&allocator, &probe), VL_ERROR_MEMORY);
    assert_null(probe);
    allocator = vlFailingAllocator_Make(&memory, 1);
    assert_int_equal(vlProbe_Create(&allocator, &probe), VL_OK);
    assert_int_equal(memory.live, 1);
    vlProbe_Destroy(probe);
    assert_int_equal(memory.live, 0);
    vlProbe_Destroy(NULL);
    assert_int_equal(vlProbe_Create(NULL, NULL), VL_ERROR_ARGUMENT);
    allocator = vlFailingAllocator_Make(&memory, 0);
    allocator.release = NULL;
    probe = NULL;
    assert_int_equal(vlProbe_Create(&allocator, &probe), VL_ERROR_ARGUMENT);
    assert_null(probe);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_share_what_they_share),
        cmocka_unit_test(the_normal_turns_over_with_the_order),
        cmocka_unit_test(apart_nothing_is_written_and_a_memory_changes_nothing),
        cmocka_unit_test(bad_questions_are_refused),
        cmocka_unit_test(a_probe_is_one_block),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
