// SPDX-License-Identifier: MIT
// Paths, oscillations and the follower: against the formulas that define them.

#include "base/script_at.h"
#include "stage.h"
#include "test.h"

static vlPose at(double x, double angle)
{
    vlPose pose = {vlVec(x, 0.0, 0.0), vlQuatFromAxisAngle(vlVec(0.0, 0.0, 1.0), angle)};
    return pose;
}

static double angleOf(vlPose pose)
{
    return vlRotationVectorFromQuat(pose.q).z;
}

static const vlTargetKey steps[] = {{1.0, 5.0}, {2.0, 7.0}, {4.0, -1.0}, {5.0, 5.0}, {5.5, 6.0}};

static void a_path_goes_through_its_keys_and_rests_at_both_ends(void** state)
{
    (void)state;
    vlTargetScript script = {.kind = VL_MOTION_PATH, .keys = steps, .keyCount = 5};
    for (int i = 0; i < 5; ++i) {
        assert_true(vlTargetScript_At(&script, 0.0, steps[i].time) == steps[i].value);
    }
    assert_true(vlTargetScript_At(&script, 0.0, -3.0) == 5.0);
    assert_true(vlTargetScript_At(&script, 0.0, 1e9) == 6.0);
    assert_true(vlTargetScript_At(&script, 0.0, 3.5) == 1.0); // three quarters from 7 to -1
    script.kind = VL_MOTION_NONE;
    assert_true(vlTargetScript_At(&script, 3.0, 3.5) == 3.0);
}

static void smooth_paths_have_no_speed_at_a_key(void** state)
{
    (void)state;
    vlTargetScript script = {.kind = VL_MOTION_PATH, .keys = steps, .keyCount = 5, .smooth = true};
    const double h = 1e-4;
    for (int i = 0; i < 5; ++i) {
        double before = vlTargetScript_At(&script, 0.0, steps[i].time - h);
        double after = vlTargetScript_At(&script, 0.0, steps[i].time + h);
        // 10 (h/T)^3 of at most 8 on each side, T at least 0.5 s.
        assert_true(fabs(before - steps[i].value) < 1e-9 && fabs(after - steps[i].value) < 1e-9);
    }
    // Half of the distance at half time.
    VL_CHECK_NEAR(vlTargetScript_At(&script, 0.0, 3.0), 3.0, 1e-12);
}

static void a_path_that_repeats_has_the_period_of_its_keys(void** state)
{
    (void)state;
    vlTargetScript script = {.kind = VL_MOTION_PATH, .keys = steps, .keyCount = 5, .repeat = true};
    for (int i = 0; i < 450; ++i) {
        double t = 1.0 + 0.01 * i;
        double once = vlTargetScript_At(&script, 0.0, t);
        // A clock of a million periods is rounded to 1e-9 s.
        VL_CHECK_NEAR(vlTargetScript_At(&script, 0.0, t + 4.5e6), once, 1e-7);
    }
    assert_true(vlTargetScript_At(&script, 0.0, 0.5) == 5.0); // not before it began
}

static void poses_move_straight_and_turn_about_a_fixed_axis(void** state)
{
    (void)state;
    const vlMotionKey keys[] = {{0.0, at(0.0, 0.0)}, {2.0, at(4.0, 1.0)}, {3.0, at(5.0, -1.0)}};
    vlMotionScript script = {.kind = VL_MOTION_PATH, .keys = keys, .keyCount = 3};
    vlPose start = at(9.0, 0.0);
    vlPose pose = vlMotionScript_At(&script, start, 0.5);
    VL_CHECK_NEAR(pose.p.x, 1.0, 1e-15);
    VL_CHECK_NEAR(angleOf(pose), 0.25, 1e-15);
    pose = vlMotionScript_At(&script, start, 2.75);
    VL_CHECK_NEAR(pose.p.x, 4.75, 1e-15);
    VL_CHECK_NEAR(angleOf(pose), -0.5, 1e-15);
    script.kind = VL_MOTION_NONE;
    assert_true(vlMotionScript_At(&script, start, 0.5).p.x == 9.0);
}

static void an_oscillation_keeps_its_phase_for_days(void** state)
{
    (void)state;
    vlMotionScript script = {.kind = VL_MOTION_OSCILLATE,
                             .amplitude = {2.0, 0.0, 0.0},
                             .turn = {0.0, 0.0, 0.5},
                             .frequency = 4.0,
                             .phase = 0.3};
    vlTargetScript target = {
        .kind = VL_MOTION_OSCILLATE, .mean = 1.0, .amplitude = 2.0, .frequency = 4.0, .phase = 0.3};
    for (int i = 0; i < 100; ++i) {
        double t = i / 128.0; // exact in binary, also a whole number of cycles later
        double sine = sin(2.0 * VL_PI * 4.0 * t + 0.3);
        for (int day = 0; day < 3; ++day) {
            double later = t + 86400.0 * day;
            vlPose pose = vlMotionScript_At(&script, at(1.0, 0.0), later);
            VL_CHECK_NEAR(pose.p.x, 1.0 + 2.0 * sine, 1e-13);
            VL_CHECK_NEAR(angleOf(pose), 0.5 * sine, 1e-13);
            VL_CHECK_NEAR(vlTargetScript_At(&target, 0.0, later), 1.0 + 2.0 * sine, 1e-13);
        }
    }
}

static void a_follower_arrives_without_passing_by(void** state)
{
    (void)state;
    static const double times[] = {1e-4, 1e-3, 0.1, 10.0};
    for (int k = 0; k < 4; ++k) {
        vlVec3 place = vlZero();
        vlVec3 velocity = vlZero();
        double last = 0.0;
        for (double t = 0.0; t < 1.0 || t < 20.0 * times[k]; t += times[k]) {
            vlFollower_Step(vlVec(1.0, 0.0, 0.0), 50.0, times[k], &place, &velocity);
            assert_true(place.x >= last && place.x <= 1.0 + 1e-12);
            last = place.x;
        }
        VL_CHECK_NEAR(place.x, 1.0, 1e-6);
    }
    // With fine steps the follower is at 1 - (1 + w t) exp(-w t), which is 90% at 3.9/w; the rule
    // has first order.
    vlVec3 place = vlZero();
    vlVec3 velocity = vlZero();
    for (int i = 0; i < 7780; ++i) {
        vlFollower_Step(vlVec(1.0, 0.0, 0.0), 50.0, 1e-5, &place, &velocity);
    }
    VL_CHECK_NEAR(place.x, 1.0 - (1.0 + 3.89) * exp(-3.89), 1e-3);
    VL_CHECK_NEAR(place.x, 0.9, 2e-3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_path_goes_through_its_keys_and_rests_at_both_ends),
        cmocka_unit_test(smooth_paths_have_no_speed_at_a_key),
        cmocka_unit_test(a_path_that_repeats_has_the_period_of_its_keys),
        cmocka_unit_test(poses_move_straight_and_turn_about_a_fixed_axis),
        cmocka_unit_test(an_oscillation_keeps_its_phase_for_days),
        cmocka_unit_test(a_follower_arrives_without_passing_by),
    };
    return cmocka_run_group_tests_name("script", tests, NULL, NULL);
}
