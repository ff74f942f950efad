// SPDX-License-Identifier: MIT
// Contacts of bodies that move apart: parts that lift no longer count, or the whole contact, and
// nothing ever pulls.

#include "packet_fixture.h"
#include "test.h"

// The contact as a step would use it.
static vlContactVolume carry(const Pair* pair, const vlBodyPose now[2], vlVolumePool* pool)
{
    vlContactVolume v = pair->volume;
    vlFollow follow = followOf(pair);
    vlRise rise = vlCarry_Move(&v, &follow, pair->pose, now);
    pool->pointCount = pool->heightCount = 0;
    assert_true(vlCarry_Copy(&v, &rise, pair->points, pair->heights, pool));
    (void)vlCarry_Clamp(&v, pool);
    return v;
}

typedef struct Room {
    vlVec2 points[POINTS];
    vlHeight heights[POINTS];
    vlVolumePool pool;
} Room;

static void openRoom(Room* room)
{
    room->pool = (vlVolumePool){.points = room->points,
                                .pointCapacity = POINTS,
                                .heights = room->heights,
                                .heightCapacity = POINTS};
}

static void a_body_that_leaves_is_let_go(void** state)
{
    (void)state;
    Room room;
    openRoom(&room);
    Pair* pairs[] = {makeBlock(true), makeBlock(false), makePointed(0.5, 0.6, true)};
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; ++i) {
        const Pair* pair = pairs[i];
        int upper = pair->shape[0]->radius > 0.1 ? 1 : 0;
        double whole = pair->volume.volume;
        double last = whole;
        for (int k = 1; k <= 20; ++k) {
            vlBodyPose now[2] = {pair->pose[0], pair->pose[1]};
            now[upper].centre.z += 0.1 * k * DEPTH;
            vlContactVolume v = carry(pair, now, &room.pool);
            assert_true(v.volume >= 0.0 && v.volume <= last);
            last = v.volume;
            if (k < 10) {                             // not yet
                assert_true(v.volume > 0.0 || k > 7); // Gauss points miss the tip
            } else if (k > 10) {
                assert_true(v.volume == 0.0 && v.depthMoment.x == 0.0);
            }
        }
        dropPair(pairs[i]);
    }
}

// Tilted until a part of the area has lifted: the remaining volume, against the true one.
static void a_part_that_lifts_does_not_count(void** state)
{
    (void)state;
    Room room;
    openRoom(&room);
    Pair* pair = makeBlock(true);
    for (int i = 1; i <= 6; ++i) {
        // About the block's own y axis, 0.02 m to the rim: lifted from 0.025 rad on.
        double angle = 0.015 * i;
        vlVec3 axis = vlRotate(pair->pose[1].rotation, vlVec(0.0, 1.0, 0.0));
        vlBodyPose now[2] = {pair->pose[0], moved(pair->pose[1], vlZero(), vlScale(axis, angle))};
        // The block rotates about its middle: move the middle of its bottom back to where it was.
        vlVec3 down = vlVec(0.0, 0.0, -0.01);
        vlVec3 arm = vlSub(vlRotate(now[1].rotation, down), down);
        now[1].centre = vlSub(now[1].centre, arm);
        vlContactVolume v = carry(pair, now, &room.pool);
        // A wedge of one side: (d + a x) from x = -d/a to 0.02 over a width of 0.03 m.
        double reach = fmin(0.02, DEPTH / angle);
        double exact = 0.03 * (DEPTH * (0.02 + reach) + 0.5 * angle * (0.0004 - reach * reach));
        // Twelve points do not resolve where it begins: 10%.
        VL_CHECK_NEAR(v.volume, exact, 0.1 * exact);
        // The moment is at most that of the pressing half with its centre 2/3 out.
        assert_true(fabs(v.depthMoment.x) + fabs(v.depthMoment.y) <= 0.02 * v.volume);
    }
    dropPair(pair);
}

static void no_motion_makes_a_contact_pull(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(11);
    Room room;
    openRoom(&room);
    for (int i = 0; i < vlStage_Count(2000, 200); ++i) {
        double first = vlRandom_Range(&random, -0.7, 0.7);
        double second = vlRandom_Range(&random, -0.7, 0.7);
        Pair* pair = makePointed(first, second, i % 2 == 0);
        vlBodyPose now[2];
        for (int k = 0; k < 2; ++k) {
            double size = vlRandom_Log(&random, 1e-6, 1e-2);
            vlVec3 shift = vlScale(vlRandom_InBall(&random), size);
            now[k] = moved(pair->pose[k], shift, vlScale(vlRandom_InBall(&random), 100.0 * size));
        }
        vlContactVolume v = carry(pair, now, &room.pool);
        assert_true(v.volume >= 0.0);
        assert_true(isfinite(v.volume) && isfinite(v.depthMoment.x + v.depthMoment.y));
        // The pressure acts inside the area: its centre cannot be outside.
        double slack = 1e-9 * v.volume + 1e-24;
        double gauss = 0.05 * v.volume * sqrt(v.area); // of the sums over points
        assert_true(v.depthMoment.x <= v.volume * v.upper.x + gauss + slack);
        assert_true(v.depthMoment.x >= v.volume * v.lower.x - gauss - slack);
        assert_true(v.depthMoment.y <= v.volume * v.upper.y + gauss + slack);
        assert_true(v.depthMoment.y >= v.volume * v.lower.y - gauss - slack);
        VL_CHECK_NEAR(vlLength(v.normal), 1.0, 1e-12);
        VL_CHECK_NEAR(vlDot(v.normal, vlCross(v.e1, v.e2)), 1.0, 1e-12);
        dropPair(pair);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_body_that_leaves_is_let_go),
        cmocka_unit_test(a_part_that_lifts_does_not_count),
        cmocka_unit_test(no_motion_makes_a_contact_pull),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
