// SPDX-License-Identifier: MIT
// The geometry of the dual pantograph: against the numbers of an independent computation, against
// its own lengths, finite differences and equal power; full turns; and all refusals.

#include <string.h>
#include <volar/pantograph.h>

#include "device/pantograph_parts.h"
#include "models/random.h"
#include "stage.h"
#include "test.h"

#define ROUNDS 2000
// m and rad: angles come from points 0.3 m apart by about 20 operations of 1e-16 each, and a
// condition number up to 3 multiplies that.
#define ROUNDING 1e-14

static vlPantographState atPose(const vlPantograph* p, vlVec3 pose)
{
    vlPantographState state;
    vlPantographFault fault = vlPantograph_AtPose(p, pose, &state);
    if (fault != VL_PANTOGRAPH_OK) {
        fail_msg("(%g, %g, %g): %s", pose.x, pose.y, pose.z, vlPantographFault_Text(fault));
    }
    return state;
}

// Anywhere within a disc, at any angle of up to three turns either way.
static vlVec3 anyPose(vlRandom* random, double radius)
{
    double r = radius * sqrt(vlRandom_Uniform(random));
    double angle = vlRandom_Range(random, -VL_PI, VL_PI);
    return vlVec(r * cos(angle), r * sin(angle), vlRandom_Range(random, -20.0, 20.0));
}

static void checkAll(const double* found, const double* expected, int count, double tolerance)
{
    for (int i = 0; i < count; ++i) {
        VL_CHECK_NEAR(found[i], expected[i], tolerance);
    }
}

// The numbers are from a separate program that works with angles throughout (law of cosines),
// printed with six, five and four decimals; the tolerance is half a unit of the last one.
static void it_agrees_with_an_independent_computation(void** unused)
{
    (void)unused;
    vlPantograph p = vlDefaultPantograph();
    vlPantographState s = atPose(&p, vlZero());
    const double angles[] = {2.581517, 0.834317, -0.560075, -2.307276};
    checkAll(s.angles, angles, 4, 5e-7);
    const vlVec3 rates[] = {{-2.5, -2.36682, 0.11834},
                            {-2.93215, 1.72862, -0.08643},
                            {2.5, 2.36682, 0.11834},
                            {2.93215, -1.72862, -0.08643}};
    checkAll(&s.rates[0].x, &rates[0].x, 12, 5e-6);
    const vlVec3 wrenches[] = {{10.0, 0.0, 0.0}, {0.0, 10.0, 0.0}, {0.0, 0.0, 0.2}};
    const double torques[][4] = {{-0.7675, -1.0509, 0.7675, 1.0509},
                                 {-1.3019, 1.1100, 1.3019, -1.1100},
                                 {0.5511, -0.4025, 0.5511, -0.4025}};
    for (int i = 0; i < 3; ++i) {
        double found[VL_PANTOGRAPH_MOTORS];
        vlPantograph_GetTorques(&s, wrenches[i], found);
        checkAll(found, torques[i], 4, 5e-5);
    }
    s = atPose(&p, vlVec(0.03, -0.05, 2.2));
    const double others[] = {2.409576, 0.317872, -0.709995, -2.428499};
    checkAll(s.angles, others, 4, 5e-7);
    const vlVec3 rows[] = {{-3.65376, -1.19821, -0.18296},
                           {-3.155, 2.47104, -0.05483},
                           {2.69268, 2.08101, -0.17008},
                           {2.69765, -2.07393, -0.04803}};
    checkAll(&s.rates[0].x, &rows[0].x, 12, 5e-6);
}

static double distance(vlVec2 a, vlVec2 b)
{
    return hypot(a.x - b.x, a.y - b.y);
}

static void the_links_keep_their_lengths_and_the_pose_comes_back(void** unused)
{
    (void)unused;
    vlRandom random = vlRandom_Seed(1);
    for (int i = 0; i < ROUNDS; ++i) {
        vlPantograph p = vlDefaultPantograph();
        vlVec3 pose = anyPose(&random, 0.18);
        vlPantographState s = atPose(&p, pose);
        for (int j = 0; j < VL_PANTOGRAPH_MOTORS; ++j) {
            VL_CHECK_NEAR(distance(s.motors[j], s.elbows[j]), p.proximal, ROUNDING);
            VL_CHECK_NEAR(distance(s.elbows[j], s.ends[j / 2]), p.distal, ROUNDING);
        }
        VL_CHECK_NEAR(distance(s.ends[0], s.ends[1]), p.crank, ROUNDING);
        vlPantographState back;
        // The number of full turns follows from an angle that is known to less than half a turn.
        double near = pose.z + vlRandom_Range(&random, -3.0, 3.0);
        assert_int_equal(vlPantograph_AtAngles(&p, s.angles, near, &back), VL_PANTOGRAPH_OK);
        VL_CHECK_NEAR(back.pose.x, pose.x, ROUNDING);
        VL_CHECK_NEAR(back.pose.y, pose.y, ROUNDING);
        VL_CHECK_NEAR(back.pose.z, pose.z, 20.0 * ROUNDING); // times a lever of half a crank
        VL_CHECK_NEAR(back.closure, 0.0, ROUNDING);
    }
}

// The central difference over 1e-6 errs by (1e-6)^2/6 of the third derivative, which reaches 1e4
// /m^3 near the rim, and by a few 1e-16/1e-6 of rounding: 5e-9 covers both.
static void rates_are_the_derivatives_of_the_angles(void** unused)
{
    (void)unused;
    vlPantograph p = vlDefaultPantograph();
    vlRandom random = vlRandom_Seed(2);
    const double h = 1e-6;
    for (int i = 0; i < ROUNDS; ++i) {
        vlVec3 pose = anyPose(&random, 0.18);
        vlPantographState s = atPose(&p, pose);
        for (int axis = 0; axis < 3; ++axis) {
            vlVec3 d = vlVec(axis == 0 ? h : 0.0, axis == 1 ? h : 0.0, axis == 2 ? h : 0.0);
            vlPantographState before = atPose(&p, vlSub(pose, d));
            vlPantographState after = atPose(&p, vlAdd(pose, d));
            for (int j = 0; j < VL_PANTOGRAPH_MOTORS; ++j) {
                double rate =
                    remainder(after.angles[j] - before.angles[j], 2.0 * VL_PI) / (2.0 * h);
                VL_CHECK_NEAR((&s.rates[j].x)[axis], rate, 5e-9);
            }
        }
        // The mechanism finds the same rates from its angles.
        vlPantographState back;
        assert_int_equal(vlPantograph_AtAngles(&p, s.angles, pose.z, &back), VL_PANTOGRAPH_OK);
        // 1e-11: rounding times the curvature, 100.
        checkAll(&back.rates[0].x, &s.rates[0].x, 12, 1e-11);
        vlPantographState fast;
        assert_int_equal(vlPantograph_RatesAt(&p, pose, &fast), VL_PANTOGRAPH_OK);
        assert_memory_equal(fast.rates, s.rates, sizeof s.rates);
    }
}

static double squares(const double t[VL_PANTOGRAPH_MOTORS])
{
    return t[0] * t[0] + t[1] * t[1] + t[2] * t[2] + t[3] * t[3];
}

static void torques_make_the_wrench_and_are_the_smallest(void** unused)
{
    (void)unused;
    vlPantograph p = vlDefaultPantograph();
    vlRandom random = vlRandom_Seed(3);
    for (int i = 0; i < ROUNDS; ++i) {
        vlPantographState s = atPose(&p, anyPose(&random, 0.18));
        vlVec3 wrench = vlRandom_InCube(&random, 10.0);
        double torques[VL_PANTOGRAPH_MOTORS];
        double internal[VL_PANTOGRAPH_MOTORS];
        vlPantograph_GetTorques(&s, wrench, torques);
        vlPantograph_GetInternal(&s, internal);
        // Torques of up to 40 N m times 1e-16 and the condition number of G'G without scaling, up
        // to (3/0.05)^2 = 3600.
        VL_CHECK_BELOW(vlLength(vlSub(vlPantograph_GetWrench(&s, torques), wrench)), 1e-10);
        VL_CHECK_BELOW(vlLength(vlPantograph_GetWrench(&s, internal)), 1e-14);
        VL_CHECK_NEAR(squares(internal), 1.0, 1e-14);
        // Any component along the internal direction makes the torques larger, by exactly its
        // square.
        double share = vlRandom_Range(&random, -1.0, 1.0);
        double other[VL_PANTOGRAPH_MOTORS];
        for (int j = 0; j < VL_PANTOGRAPH_MOTORS; ++j) {
            other[j] = torques[j] + share * internal[j];
        }
        VL_CHECK_NEAR(squares(other) - squares(torques), share * share, 1e-10);
        // Equal power: torques times rates is wrench times velocity, for any velocity.
        vlVec3 velocity = vlRandom_InCube(&random, 1.0);
        double power = 0.0;
        for (int j = 0; j < VL_PANTOGRAPH_MOTORS; ++j) {
            power += torques[j] * vlDot(s.rates[j], velocity);
        }
        VL_CHECK_NEAR(power, vlDot(wrench, velocity), 1e-10);
    }
}

// The worst direction of a force against 720 directions: the largest of those is below the closed
// form by at most 1 - cos(0.25 degrees) = 1e-5 of it.
static void the_worst_direction_of_a_force_is_known(void** unused)
{
    (void)unused;
    vlPantograph p = vlDefaultPantograph();
    vlRandom random = vlRandom_Seed(4);
    for (int i = 0; i < 50; ++i) {
        vlPantographState s = atPose(&p, anyPose(&random, 0.18));
        double most = 0.0;
        for (int k = 0; k < 720; ++k) {
            double torques[VL_PANTOGRAPH_MOTORS];
            double angle = k * VL_PI / 360.0;
            vlPantograph_GetTorques(&s, vlVec(cos(angle), sin(angle), 0.0), torques);
            for (int j = 0; j < VL_PANTOGRAPH_MOTORS; ++j) {
                most = fmax(most, fabs(torques[j]));
            }
        }
        double known = vlPantograph_GetTorquePerForce(&s);
        assert_true(most <= known * (1.0 + 1e-12) && most >= known * (1.0 - 1e-5));
    }
}

// On the grid of the independent computation, which printed two decimals.
static void the_workspace_is_reachable_and_well_conditioned(void** unused)
{
    (void)unused;
    vlPantograph p = vlDefaultPantograph();
    double least = HUGE_VAL, most = 0.0, torque = 0.0;
    for (int ring = 0; ring <= 2; ++ring) {
        for (int ia = 0; ia < 24; ++ia) {
            for (int it = 0; it < 24; ++it) {
                double r = 0.075 * ring;
                double at = ia * VL_PI / 12.0;
                vlPantographState s =
                    atPose(&p, vlVec(r * cos(at), r * sin(at), it * VL_PI / 12.0));
                double condition = vlPantograph_GetCondition(&s, 0.05);
                least = fmin(least, condition);
                most = fmax(most, condition);
                torque = fmax(torque, 10.0 * vlPantograph_GetTorquePerForce(&s));
            }
        }
    }
    VL_CHECK_NEAR(least, 1.02, 0.005);
    VL_CHECK_NEAR(most, 2.52, 0.005);
    // The independent program tried eight directions, the nearest of which is up to 22.5 degrees
    // from the worst, so its 1.86 N m may be too small by 1 - cos(22.5 degrees) = 8 %.
    assert_true(torque >= 1.855 && torque <= 1.865 / cos(VL_PI / 8.0));
}

static void within_its_reach_every_pose_is_possible(void** unused)
{
    (void)unused;
    vlPantograph p = vlDefaultPantograph();
    double reach = vlPantograph_GetReach(&p);
    VL_CHECK_NEAR(reach, 0.65 - hypot(0.05, 0.40) - 0.05, 1e-15);
    vlRandom random = vlRandom_Seed(5);
    for (int i = 0; i < ROUNDS; ++i) {
        (void)atPose(&p, anyPose(&random, 0.999999 * reach));
    }
    // Away from motor 0 with the crank in the same direction: the end of the reach.
    vlVec2 away = {0.05 / hypot(0.05, 0.40), 0.40 / hypot(0.05, 0.40)};
    double angle = atan2(-away.y, -away.x); // P1 = h - (L/2) u
    vlPantographState state;
    for (int side = 0; side < 2; ++side) {
        double r = reach + (side == 0 ? -1e-9 : 1e-9);
        vlPantographFault fault =
            vlPantograph_AtPose(&p, vlVec(r * away.x, r * away.y, angle), &state);
        assert_int_equal(fault, side == 0 ? VL_PANTOGRAPH_OK : VL_PANTOGRAPH_TOO_FAR);
    }
    assert_int_equal(state.worst, 0);
    // Short distal links cannot fold, so the inner end of the ring counts.
    p.distal = 0.02;
    p.proximal = 0.40;
    double inner = hypot(0.05, 0.40) - 0.38 - 0.05;
    VL_CHECK_NEAR(vlPantograph_GetReach(&p), fmin(inner, 0.42 - hypot(0.05, 0.40) - 0.05), 1e-15);
    p.crank = (double)NAN;
    assert_true(isnan(vlPantograph_GetReach(&p)));
}

// Twenty turns there and back at the rim of the workspace: the angle is counted, no elbow flips.
static void the_crank_turns_without_limit(void** unused)
{
    (void)unused;
    vlPantograph p = vlDefaultPantograph();
    const int steps = 20 * 100;
    double last = 0.0;
    vlPantographState before = atPose(&p, vlVec(0.15, 0.0, 0.0));
    for (int k = 0; k <= 2 * steps; ++k) {
        double turn = (k <= steps ? k : 2 * steps - k) * (2.0 * VL_PI / 100.0);
        double along = k * 0.001;
        vlVec3 pose = vlVec(0.15 * cos(along), 0.15 * sin(along), turn);
        vlPantographState s = atPose(&p, pose);
        vlPantographState measured;
        assert_int_equal(vlPantograph_AtAngles(&p, s.angles, last, &measured), VL_PANTOGRAPH_OK);
        VL_CHECK_NEAR(measured.pose.z, turn, 20.0 * ROUNDING);
        last = measured.pose.z;
        for (int j = 0; j < VL_PANTOGRAPH_MOTORS; ++j) {
            // An end point moves by (L/2) 0.063 = 3.1 mm and 0.15 mm per step, and no row of G is
            // longer than 6 /m: 0.02 rad. Another elbow would be radians away.
            double step = remainder(s.angles[j] - before.angles[j], 2.0 * VL_PI);
            VL_CHECK_BELOW(fabs(step), 0.02);
        }
        before = s;
    }
}

// Errors of the encoders that no motion of the handle explains appear in the closure, to first
// order in proportion to their component along the internal direction; errors that look like a
// motion do not.
static void the_closure_shows_encoders_that_contradict_each_other(void** unused)
{
    (void)unused;
    vlPantograph p = vlDefaultPantograph();
    vlRandom random = vlRandom_Seed(6);
    for (int i = 0; i < 200; ++i) {
        vlPantographState s = atPose(&p, anyPose(&random, 0.15));
        double internal[VL_PANTOGRAPH_MOTORS];
        vlPantograph_GetInternal(&s, internal);
        const double size = 1e-6; // rad; second-order terms are below 100 size^2 = 1e-10
        double slope = 0.0;
        for (int trial = 0; trial < 3; ++trial) {
            vlVec3 motion = vlScale(vlRandom_Direction(&random), trial == 0 ? 0.0 : 1.0);
            double share = trial == 1 ? 0.0 : 1.0;
            double angles[VL_PANTOGRAPH_MOTORS];
            for (int j = 0; j < VL_PANTOGRAPH_MOTORS; ++j) {
                double error = share * internal[j] + 0.1 * vlDot(s.rates[j], motion);
                angles[j] = s.angles[j] + size * error;
            }
            vlPantographState off;
            assert_int_equal(vlPantograph_AtAngles(&p, angles, s.pose.z, &off), VL_PANTOGRAPH_OK);
            slope = trial == 0 ? off.closure / size : slope;
            VL_CHECK_NEAR(off.closure, share * slope * size, 1e-10);
        }
        // A radian of contradiction changes the closure by a good part of a link's length.
        assert_true(fabs(slope) > 0.1 && fabs(slope) < 1.0);
    }
}

static void expectFault(const vlPantograph* p, vlVec3 pose, vlPantographFault expected, int motor)
{
    vlPantographState state;
    vlPantographFault fault = vlPantograph_AtPose(p, pose, &state);
    assert_string_equal(vlPantographFault_Text(fault), vlPantographFault_Text(expected));
    assert_int_equal(state.worst, motor);
}

static void what_cannot_be_is_named(void** unused)
{
    (void)unused;
    const vlPantograph p = vlDefaultPantograph();
    expectFault(&p, vlVec(0.0, 0.5, 0.5 * VL_PI), VL_PANTOGRAPH_TOO_FAR, 0);
    expectFault(&p, vlVec(0.0, -0.5, 0.5 * VL_PI), VL_PANTOGRAPH_TOO_FAR, 2);
    expectFault(&p, vlVec(0.0, -0.35, -0.5 * VL_PI), VL_PANTOGRAPH_TOO_FAR, 2);
    expectFault(&p, vlVec(-0.05, -0.35, 0.5 * VL_PI), VL_PANTOGRAPH_TOO_NEAR, 0);
    expectFault(&p, vlVec((double)NAN, 0.0, 0.0), VL_PANTOGRAPH_BAD_NUMBER, 0);
    expectFault(&p, vlVec(0.0, 0.0, HUGE_VAL), VL_PANTOGRAPH_BAD_NUMBER, 0);
    expectFault(&p, vlVec(0.0, 2e6, 0.0), VL_PANTOGRAPH_BAD_NUMBER, 0);
    vlPantograph bad = p;
    bad.distal = 0.0;
    expectFault(&bad, vlZero(), VL_PANTOGRAPH_BAD_NUMBER, 0);
    bad.distal = -1.0;
    expectFault(&bad, vlZero(), VL_PANTOGRAPH_BAD_NUMBER, 0);
    // Both links of motor 0 are in line except for 3e-14 m, which is an angle of 6e-7.
    double motor = hypot(0.05, 0.40);
    double rim = vlPantograph_GetReach(&p) - 3e-14;
    vlVec3 end = vlVec(rim * 0.05 / motor, rim * 0.40 / motor, atan2(-0.40, -0.05));
    expectFault(&p, end, VL_PANTOGRAPH_STRETCHED, 0);
    // Distal links that only just reach across: the end point lies between the elbows.
    vlPantograph wide = p;
    wide.base = 0.35;
    wide.offset = 0.30;
    expectFault(&wide, vlVec(0.05, 0.0, 0.0), VL_PANTOGRAPH_LOST, 0);
    assert_string_equal(vlPantographFault_Text(VL_PANTOGRAPH_FAULT_COUNT),
                        "not a fault of this version");
}

static void angles_that_cannot_be_are_named(void** unused)
{
    (void)unused;
    const vlPantograph p = vlDefaultPantograph();
    vlPantographState state;
    const double wide[] = {VL_PI, 0.0, 0.0, VL_PI}; // elbows 0.7 m apart: just possible
    const double over[] = {2.581517, 0.834317, 0.1, VL_PI};
    vlPantograph narrow = p;
    narrow.base = 0.06;
    assert_int_equal(vlPantograph_AtAngles(&narrow, wide, 0.0, &state), VL_PANTOGRAPH_OPEN);
    assert_int_equal(state.worst, 0);
    narrow.base = 0.0525;
    assert_int_equal(vlPantograph_AtAngles(&narrow, over, 0.0, &state), VL_PANTOGRAPH_OPEN);
    assert_int_equal(state.worst, 2);
    // Elbows in one point.
    double same = acos(p.base / p.proximal);
    const double met[] = {same, VL_PI - same, 0.0, VL_PI};
    assert_int_equal(vlPantograph_AtAngles(&p, met, 0.0, &state), VL_PANTOGRAPH_LOST);
    // One elbow turned inwards, which it can reach only through a position in line.
    vlPantographState folded = atPose(&p, vlZero());
    double inwards = 2.0 * atan2(0.40, 0.0) - folded.angles[0]; // P1 - A1 is (0, 0.40)
    const double crossed[] = {inwards, folded.angles[1], folded.angles[2], folded.angles[3]};
    assert_int_equal(vlPantograph_AtAngles(&p, crossed, 0.0, &state), VL_PANTOGRAPH_STRETCHED);
    assert_int_equal(state.worst, 0);
    // Both end points at the centre: the angles of a mechanism without crank.
    vlPantograph short2 = p;
    short2.crank = 1e-9;
    vlPantographState centre = atPose(&short2, vlZero());
    assert_int_equal(vlPantograph_AtAngles(&p, centre.angles, 0.0, &state), VL_PANTOGRAPH_FOLDED);
    const double none[] = {(double)NAN, 0.0, 0.0, 0.0};
    assert_int_equal(vlPantograph_AtAngles(&p, none, 0.0, &state), VL_PANTOGRAPH_BAD_NUMBER);
    assert_int_equal(vlPantograph_AtAngles(&p, wide, HUGE_VAL, &state), VL_PANTOGRAPH_BAD_NUMBER);
}

// Any numbers: the result is finite, or a fault.
static void every_number_has_an_answer(void** unused)
{
    (void)unused;
    vlRandom random = vlRandom_Seed(7);
    int good = 0;
    for (int i = 0; i < 200000; ++i) {
        vlPantograph p = {vlRandom_Range(&random, -0.1, 0.5), vlRandom_Range(&random, -0.1, 0.6),
                          vlRandom_Range(&random, -0.1, 0.6), vlRandom_Range(&random, -0.1, 0.6),
                          vlRandom_Range(&random, -0.1, 0.4)};
        vlVec3 pose = vlRandom_InCube(&random, 0.5);
        vlPantographState s;
        if (vlPantograph_AtPose(&p, pose, &s) != VL_PANTOGRAPH_OK) {
            continue;
        }
        ++good;
        for (int j = 0; j < VL_PANTOGRAPH_MOTORS; ++j) {
            assert_true(isfinite(s.angles[j]) && vlIsFinite(s.rates[j]));
        }
        double torques[VL_PANTOGRAPH_MOTORS];
        vlPantograph_GetTorques(&s, vlVec(1.0, 2.0, 0.1), torques);
        assert_true(isfinite(squares(torques)) && vlPantograph_GetCondition(&s, 0.05) >= 1.0);
    }
    assert_true(good > 2000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_agrees_with_an_independent_computation),
        cmocka_unit_test(the_links_keep_their_lengths_and_the_pose_comes_back),
        cmocka_unit_test(rates_are_the_derivatives_of_the_angles),
        cmocka_unit_test(torques_make_the_wrench_and_are_the_smallest),
        cmocka_unit_test(the_worst_direction_of_a_force_is_known),
        cmocka_unit_test(the_workspace_is_reachable_and_well_conditioned),
        cmocka_unit_test(within_its_reach_every_pose_is_possible),
        cmocka_unit_test(the_crank_turns_without_limit),
        cmocka_unit_test(the_closure_shows_encoders_that_contradict_each_other),
        cmocka_unit_test(what_cannot_be_is_named),
        cmocka_unit_test(angles_that_cannot_be_are_named),
        cmocka_unit_test(every_number_has_an_answer),
    };
    return cmocka_run_group_tests_name("pantograph", tests, NULL, NULL);
}
