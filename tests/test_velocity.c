// SPDX-License-Identifier: MIT
// Velocity from quantised poses against the motion from which they were made.

#include "haptic/rotation.h"
#include "models/random.h"
#include "test.h"
#include "velocity_fixture.h"

static const double quanta[] = {1e-5, 3e-5, 1e-4}; // m
static const double rates[] = {1000.0, 4000.0};    // Hz

static double rounded(double x, double quantum)
{
    return quantum > 0.0 ? quantum * floor(x / quantum + 0.5) : x;
}

static vlVelocity makeVelocity(vlVelocityRule rule, double quantum)
{
    vlVelocityDef def = vlDefaultVelocityDef();
    def.rule = rule;
    def.quantum = quantum;
    vlVelocity velocity;
    assert_int_equal(vlVelocity_Init(&velocity, &def), VL_OK);
    return velocity;
}

// The largest effect of rounding on the least-squares slope over n + 1 evenly spaced samples.
static double bestFitBound(double quantum, int n, double rate)
{
    double sum = 0.0;
    double square = 0.0;
    for (int i = 0; i <= n; ++i) {
        double t = (i - 0.5 * n) / rate;
        sum += fabs(t);
        square += t * t;
    }
    return 0.5 * quantum * sum / square;
}

static void a_ramp_is_met_to_the_resolution_of_a_full_window(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(1);
    for (int i = 0; i < 300; ++i) {
        double quantum = quanta[i % 3];
        double rate = rates[i % 2];
        double speed = vlRandom_Log(&random, 1e-3, 1.0) * (i % 4 < 2 ? 1.0 : -1.0);
        double offset = vlRandom_Range(&random, -0.1, 0.1);
        vlVelocity velocity = makeVelocity(VL_VELOCITY_WINDOW, quantum);
        // Rest is reported below two quanta per window: each end is at most half a quantum off.
        double restBound = 2.0 * quantum * rate / VL_MAX_VELOCITY_WINDOW * (1.0 + 1e-6);
        double bound = bestFitBound(quantum, VL_MAX_VELOCITY_WINDOW, rate) * (1.0 + 1e-6);
        for (int k = 0; k < 300; ++k) {
            double x = rounded(offset + speed * k / rate, quantum);
            double slope = feed(&velocity, k, rate, x);
            if (k < VL_MAX_VELOCITY_WINDOW) {
                continue;
            }
            bool isRest = velocity.used[0] == 0;
            // The window of a straight motion is never shortened.
            assert_true(isRest || velocity.used[0] == VL_MAX_VELOCITY_WINDOW);
            assert_true(vlIsNear(slope, speed, isRest ? restBound : bound));
        }
    }
}

static void a_ramp_through_the_filter_keeps_the_noise_of_its_cut(void** state)
{
    (void)state;
    for (int i = 0; i < 6; ++i) {
        double quantum = quanta[i % 3];
        double rate = rates[i / 3];
        double speed = 0.0317;
        vlVelocity velocity = makeVelocity(VL_VELOCITY_FILTER, quantum);
        double w = 2.0 * VL_PI * 100.0;
        // Half a quantum times the total variation of the impulse response, whose first peak is
        // 0.4559 w and each next one e^-pi of it; 5% for the bilinear rule.
        double bound = 0.5 * quantum * 2.0 * 0.4559 * w / (1.0 - exp(-VL_PI)) * 1.05;
        for (int k = 0; k < 1000; ++k) {
            double v = feed(&velocity, k, rate, rounded(speed * k / rate, quantum));
            // After 20 ms the start has decayed to e^-8.9 of 0.03 m/s.
            assert_true(k / rate < 0.02 || vlIsNear(v, speed, bound + 1e-5));
        }
    }
}

// The error of a slope over a window tau is at most the change of speed in it plus the effect of
// rounding on the slope; both are known at every sample.
static void a_sine_is_met_within_the_change_of_speed_over_the_window(void** state)
{
    (void)state;
    for (int i = 0; i < 12; ++i) {
        double quantum = quanta[i % 3];
        double rate = rates[i / 3 % 2];
        double omega = 2.0 * VL_PI * (i < 6 ? 1.0 : 5.0);
        double amplitude = 0.03;
        vlVelocity window = makeVelocity(VL_VELOCITY_WINDOW, quantum);
        vlVelocity filter = makeVelocity(VL_VELOCITY_FILTER, quantum);
        double last = 0.0;
        double sums[3] = {0.0, 0.0, 0.0}; // of squared errors: difference, window, filter
        int count = (int)(2.0 * rate);
        for (int k = 0; k < count; ++k) {
            double t = k / rate;
            double x = rounded(amplitude * sin(omega * t), quantum);
            double truth = amplitude * omega * cos(omega * t);
            double fastest = amplitude * omega * omega; // m/s2
            double errors[3] = {(x - last) * rate - truth, feed(&window, k, rate, x) - truth,
                                feed(&filter, k, rate, x) - truth};
            last = x;
            if (k < VL_MAX_VELOCITY_WINDOW * 2) {
                continue;
            }
            for (int e = 0; e < 3; ++e) {
                sums[e] += errors[e] * errors[e] / count;
            }
            bool isRest = window.used[0] == 0;
            int n = isRest ? VL_MAX_VELOCITY_WINDOW : window.used[0];
            double turn = fastest * n / rate;
            double noise = isRest ? 2.0 * quantum * rate / n : bestFitBound(quantum, n, rate);
            assert_true(fabs(errors[1]) <= turn + noise * (1.0 + 1e-6));
        }
        // Slow motion: noise dominates, and a window of 16 ms or more is better than the difference
        // of neighbours by its length, minus the cost of the lag (measured 6 to 25 at 4 kHz).
        if (i < 6 && rate > 2000.0) {
            assert_true(sqrt(sums[1]) < 0.2 * sqrt(sums[0]));
        }
        // Fast motion, fine encoder: lag dominates, and the lag of the shrunk window is below the
        // filter's (measured 2.8 times).
        if (i >= 6 && quantum < 2e-5) {
            assert_true(sqrt(sums[1]) < 0.5 * sqrt(sums[2]));
        }
    }
}

// Lag of an estimate of a sine's velocity, s, from its phase over whole periods.
static double lagOf(vlVelocity* velocity, double rate, double frequency, double amplitude,
                    double quantum)
{
    double omega = 2.0 * VL_PI * frequency;
    double inPhase = 0.0;
    double behind = 0.0;
    int settle = (int)rate;
    int count = (int)(4.0 * rate);
    for (int k = 0; k < settle + count; ++k) {
        double t = k / rate;
        double v = feed(velocity, k, rate, rounded(amplitude * sin(omega * t), quantum));
        inPhase += k < settle ? 0.0 : v * cos(omega * t);
        behind += k < settle ? 0.0 : v * sin(omega * t);
    }
    return atan2(behind, inPhase) / omega;
}

static void the_filter_lags_by_its_time_constant(void** state)
{
    (void)state;
    for (int i = 0; i < 2; ++i) {
        vlVelocity velocity = makeVelocity(VL_VELOCITY_FILTER, 0.0);
        double lag = lagOf(&velocity, rates[i], 2.0, 0.02, 0.0);
        // sqrt(2)/w for slow motion; 1% because 2 Hz is not quite slow and for the bilinear rule.
        // The step since the last sample adds no lag, because the input is taken as a line.
        assert_true(vlIsNear(lag, sqrt(2.0) / (2.0 * VL_PI * 100.0), 0.01 * 2.25e-3));
    }
}

static void a_window_lags_by_half_its_length(void** state)
{
    (void)state;
    for (int i = 0; i < 2; ++i) {
        vlVelocityDef def = vlDefaultVelocityDef();
        def.rule = VL_VELOCITY_WINDOW;
        def.quantum = 1e-3; // every window of 8 samples fits
        def.window = 8;
        vlVelocity velocity;
        assert_int_equal(vlVelocity_Init(&velocity, &def), VL_OK);
        double rate = rates[i];
        double lag = lagOf(&velocity, rate, 2.0, 0.1, 0.0);
        // 2%: near the turning points some windows count as rest.
        assert_true(vlIsNear(lag, 4.0 / rate, 0.02 * 4.0 / rate));
    }
}

static void the_window_shrinks_as_the_motion_quickens(void** state)
{
    (void)state;
    double lags[3];
    const double frequencies[3] = {0.25, 1.0, 4.0};
    for (int i = 0; i < 3; ++i) {
        vlVelocity velocity = makeVelocity(VL_VELOCITY_WINDOW, 1e-5);
        lags[i] = lagOf(&velocity, 1000.0, frequencies[i], 0.03, 1e-5);
    }
    // The window ends where the arc is a quantum off its chord: its length is proportional to
    // 1/frequency.
    assert_true(lags[1] < 0.5 * lags[0] && lags[2] < 0.5 * lags[1]);
    assert_true(lags[2] > 0.0);
}

static void rest_is_exactly_zero_also_between_two_counts(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(2);
    for (int i = 0; i < 3; ++i) {
        vlVelocity velocity = makeVelocity(VL_VELOCITY_WINDOW, quanta[i]);
        for (int k = 0; k < 500; ++k) { // it arrives, and stays on the border of two counts
            double x = k < 100 ? 0.2 * (k - 100) / 1000.0 : 0.0;
            double flicker = k < 100 ? 0.0 : (double)vlRandom_Index(&random, 2) * quanta[i];
            double v = feed(&velocity, k, 1000.0, rounded(x, quanta[i]) + flicker);
            if (k >= 100 + VL_MAX_VELOCITY_WINDOW) {
                assert_true(v == 0.0);
            }
        }
    }
}

static void a_filter_far_quicker_than_the_loop_gives_the_difference(void** state)
{
    (void)state;
    vlVelocityDef def = vlDefaultVelocityDef();
    def.cut = 1e5; // 600 time constants in a tick
    vlVelocity velocity;
    assert_int_equal(vlVelocity_Init(&velocity, &def), VL_OK);
    double last = 0.0;
    for (int k = 0; k < 100; ++k) {
        double x = 1e-3 * sin(0.1 * k);
        double v = feed(&velocity, k, 1000.0, x);
        // Times k/1000 are rounded: a tick is 1 ms to 1e-14.
        assert_true(vlIsNear(v, (x - last) * 1000.0, 1e-12));
        last = x;
    }
}

static void the_filter_answers_a_ramp_as_its_equation_says_at_any_step(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(3);
    const double longest[] = {2e-4, 1e-3, 4e-3, 0.02};
    for (int i = 0; i < 4; ++i) {
        vlVelocity velocity = makeVelocity(VL_VELOCITY_FILTER, 0.0);
        double t = 0.0;
        for (uint64_t k = 1; t < 0.1; ++k) {
            vlDeviceSample sample = sampleAt(t, k, vlVec(0.0, 0.3 * t, 0.0));
            double v = vlVelocity_Update(&velocity, t, &sample).linear.y;
            double s = sqrt(0.5) * 2.0 * VL_PI * 100.0 * t;
            double truth = 0.3 * (1.0 - exp(-s) * (cos(s) + sin(s)));
            // 0.3 * 0.02: the bilinear rule is off by (w h)^2/12 = 2% of the phase at its longest
            // piece, and the result changes by at most 0.46 per unit of phase.
            assert_true(vlIsNear(v, truth, 0.3 * 0.02));
            t += longest[i] * vlRandom_Range(&random, 0.3, 1.0);
        }
    }
}

static void turning_gives_the_angular_velocity_in_the_frame_of_the_poses(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(4);
    for (int i = 0; i < 40; ++i) {
        vlVelocityDef def = vlDefaultVelocityDef();
        def.rule = i % 2 == 0 ? VL_VELOCITY_WINDOW : VL_VELOCITY_FILTER;
        def.angularQuantum = 0.0;
        vlVelocity velocity;
        assert_int_equal(vlVelocity_Init(&velocity, &def), VL_OK);
        vlVec3 spin = vlScale(vlRandom_InBall(&random), 40.0);
        vlQuat start = vlRandom_Rotation(&random);
        for (int k = 0; k < 5000; ++k) { // long enough for several turns
            double t = k / 1000.0;
            vlDeviceSample sample = sampleAt(t, (uint64_t)k + 1, vlZero());
            sample.pose.q = vlMulQ(vlQuatFromRotationVector(vlScale(spin, t)), start);
            if (vlRandom_Index(&random, 2) == 0) { // the same rotation
                vlQuat q = sample.pose.q;
                sample.pose.q = (vlQuat){-q.w, -q.x, -q.y, -q.z};
            }
            vlTwist twist = vlVelocity_Update(&velocity, t, &sample);
            // Rounding of quaternions, 1e-15, and of angles up to 200 rad in the poses, per tick;
            // the filter's start has decayed after 0.1 s.
            assert_true(k < 100 || vlLength(vlSub(twist.angular, spin)) < 1e-9);
            // Sums of angles stay bounded, or a day of rotation would cost digits.
            assert_true(fabs(velocity.samples[3][velocity.newest]) <= 100.0);
        }
    }
}

static void a_quantised_turn_is_met_to_a_quantum_per_window(void** state)
{
    (void)state;
    const double quantum = 1e-3;
    vlVelocityDef def = vlDefaultVelocityDef();
    def.rule = VL_VELOCITY_WINDOW;
    def.angularQuantum = quantum;
    vlVelocity velocity;
    assert_int_equal(vlVelocity_Init(&velocity, &def), VL_OK);
    for (int k = 0; k < 1000; ++k) {
        double angle = rounded(0.731 * k / 1000.0, quantum);
        vlDeviceSample sample = sampleAt(k / 1000.0, (uint64_t)k + 1, vlZero());
        sample.pose.q = vlQuatFromRotationVector(vlVec(0.0, angle, 0.0));
        vlTwist twist = vlVelocity_Update(&velocity, sample.time, &sample);
        // After the window is full; the sums of angles round by 1e-15.
        double bound = bestFitBound(quantum, VL_MAX_VELOCITY_WINDOW, 1000.0) + 1e-9;
        assert_true(k < VL_MAX_VELOCITY_WINDOW || vlIsNear(twist.angular.y, 0.731, bound));
    }
}

static void the_rotation_between_two_poses_is_right_up_to_half_a_turn(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(5);
    for (int i = 0; i < 2000; ++i) {
        vlVec3 turn = vlScale(vlRandom_Direction(&random), vlRandom_Log(&random, 1e-9, 3.1415));
        vlQuat from = vlRandom_Rotation(&random);
        vlQuat to = vlMulQ(vlQuatFromRotationVector(turn), from);
        vlVec3 found = vlRotation_BetweenAny(from, to);
        // Quaternions are rounded at 1e-16; near half a turn the axis is as exact as they are.
        assert_true(vlLength(vlSub(found, turn)) < 4e-15);
    }
    vlQuat zero = {0.0, 0.0, 0.0, 0.0};
    assert_true(vlLength(vlRotation_BetweenAny(zero, zero)) == 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ramp_is_met_to_the_resolution_of_a_full_window),
        cmocka_unit_test(a_ramp_through_the_filter_keeps_the_noise_of_its_cut),
        cmocka_unit_test(a_sine_is_met_within_the_change_of_speed_over_the_window),
        cmocka_unit_test(the_filter_lags_by_its_time_constant),
        cmocka_unit_test(a_window_lags_by_half_its_length),
        cmocka_unit_test(the_window_shrinks_as_the_motion_quickens),
        cmocka_unit_test(rest_is_exactly_zero_also_between_two_counts),
        cmocka_unit_test(a_filter_far_quicker_than_the_loop_gives_the_difference),
        cmocka_unit_test(the_filter_answers_a_ramp_as_its_equation_says_at_any_step),
        cmocka_unit_test(turning_gives_the_angular_velocity_in_the_frame_of_the_poses),
        cmocka_unit_test(a_quantised_turn_is_met_to_a_quantum_per_window),
        cmocka_unit_test(the_rotation_between_two_poses_is_right_up_to_half_a_turn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
