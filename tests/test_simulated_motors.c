// SPDX-License-Identifier: MIT
// The motors of a simulated device against closed forms: delay, jitter, lag, resolution.

#include <math.h>

#include "base/hash.h"
#include "simulated_fixture.h"
#include "stage.h"
#include "test.h"

#define MASS 0.05

// A handle that nobody holds, without friction, limits and encoders, 1 kHz.
static vlSimulatedDeviceDef freeHandle(void)
{
    vlSimulatedDeviceDef def;
    assert_int_equal(vlSimulatedDevice_GetPreset("sigma7", &def), VL_OK);
    def.info.maxForce = def.info.maxTorque = 0.0;
    def.mass = MASS;
    def.damping = def.angularDamping = def.friction = def.angularFriction = 0.0;
    def.resolution = def.angularResolution = 0.0;
    def.hand.grip = (vlSimulatedGrip){0.0, 0.0, 0.0, 0.0};
    return def;
}

static double speedAt(vlDevice* device, double time)
{
    (void)readAt(device, time);
    return reportOf(device).handleTwist.linear.x;
}

// f = F (1 - e^-wt), so m v = F (t - (1 - e^-wt)/w): the mean force of every step is exact.
static void slow_motors_follow_as_a_lag_of_first_order(void** state)
{
    (void)state;
    static const double bandwidths[] = {1.0, 37.0, 400.0, 5e3, 1e5};
    for (int k = 0; k < 5; ++k) {
        vlSimulatedDeviceDef def = freeHandle();
        def.motors.bandwidth = bandwidths[k];
        vlDevice* device = create(&def);
        double w = 2.0 * VL_PI * bandwidths[k];
        pushAt(device, 0.0, vlVec(2.0, 0.0, 0.0), vlVec(0.0, 0.1, 0.0));
        for (int i = 0; i <= 100; ++i) {
            double t = 1e-3 * i;
            double speed = speedAt(device, t);
            vlSimulatedReport report = reportOf(device);
            double rest = exp(-w * t);
            VL_CHECK_NEAR(report.rendered.force.x, 2.0 * (1.0 - rest), 1e-12); // 1000 roundings
            VL_CHECK_NEAR(report.rendered.torque.y, 0.1 * (1.0 - rest), 1e-13);
            VL_CHECK_NEAR(MASS * speed, 2.0 * (t - (1.0 - rest) / w), 1e-12);
        }
        vlDevice_Close(device);
    }
}

// A delay is a time and not a number of steps: m v = F (t - delay).
static void a_force_acts_after_its_delay_to_the_nanosecond(void** state)
{
    (void)state;
    static const double delays[] = {0.0, 0.23e-3, 0.999e-3, 1e-3, 1.37e-3, 12.3456789e-3, 64e-3};
    for (int k = 0; k < 7; ++k) {
        vlSimulatedDeviceDef def = freeHandle();
        def.motors.delay = delays[k];
        vlDevice* device = create(&def);
        pushAt(device, 0.0, vlVec(2.0, 0.0, 0.0), vlZero());
        for (int i = 0; i <= 80; ++i) {
            double t = 1e-3 * i;
            double expected = 2.0 * fmax(t - delays[k], 0.0);
            VL_CHECK_NEAR(MASS * speedAt(device, t), expected, 2e-12); // 1e-9 s is 2e-9 here
        }
        vlDevice_Close(device);
    }
}

// Single pushes, far apart: the speed that each gives shows when it began. The delays are spread
// evenly over the jitter.
static void jitter_delays_each_write_by_its_own_time(void** state)
{
    (void)state;
    enum { COUNT = 400 };
    vlSimulatedDeviceDef def = freeHandle();
    def.motors.delay = 0.5e-3;
    def.motors.jitter = 2e-3;
    uint64_t hashes[3];
    for (int k = 0; k < 3; ++k) {
        def.motors.seed = k < 2 ? 1 : 2;
        vlDevice* device = create(&def);
        double sum = 0.0, square = 0.0, speed = 0.0, pushed = 0.0;
        hashes[k] = VL_HASH_SEED;
        for (int i = 0; i < COUNT; ++i) {
            double t = 0.01 * i, before = pushed;
            pushed = i % 2 == 0 ? 1.0 : -1.0;
            pushAt(device, t, vlVec(pushed, 0.0, 0.0), vlZero());
            double next = speedAt(device, t + 0.01);
            // m dv = F0 late + F1 (0.01 - late)
            double late = (pushed * 0.01 - MASS * (next - speed)) / (pushed - before);
            speed = next;
            assert_true(late >= 0.5e-3 - 1e-12 && late <= 2.5e-3 + 1e-12); // rounding
            sum += late;
            square += late * late;
            hashes[k] = vlHash_Double(hashes[k], late);
        }
        double mean = sum / (double)COUNT;
        double spread = sqrt(square / (double)COUNT - mean * mean);
        // Four standard deviations of the mean.
        VL_CHECK_NEAR(mean, 1.5e-3, 4.0 * 2e-3 / sqrt(12.0 * (double)COUNT));
        VL_CHECK_NEAR(spread, 2e-3 / sqrt(12.0), 0.1 * 2e-3 / sqrt(12.0));
        vlDevice_Close(device);
    }
    assert_int_equal(hashes[0], hashes[1]);
    assert_true(hashes[0] != hashes[2]);
}

// Writes follow each other within the jitter: each acts in order, so the force never returns to an
// earlier one.
static void no_write_overtakes_another(void** state)
{
    (void)state;
    vlSimulatedDeviceDef def = freeHandle();
    def.motors.delay = 0.1e-3;
    def.motors.jitter = 5e-3;
    vlDevice* device = create(&def);
    double last = 0.0;
    for (int i = 1; i <= 3000; ++i) { // at every inner step, each harder
        double t = 1e-4 * i;
        pushAt(device, t, vlVec(1e-3 * i, 0.0, 0.0), vlZero());
        double force = reportOf(device).rendered.force.x;
        assert_true(force >= last);
        assert_true(force <= 1e-3 * i);
        assert_true(force >= 1e-3 * (i - 52)); // not later than delay and jitter
        last = force;
    }
    assert_true(vlSimulatedDevice_Restart(device) == VL_OK);
    assert_true(reportOf(device).rendered.force.x == 0.0);
    vlDevice_Close(device);
}

static void forces_are_rounded_to_what_the_motors_know(void** state)
{
    (void)state;
    vlSimulatedDeviceDef def = freeHandle();
    def.motors.forceResolution = 0.015;
    def.motors.torqueResolution = 1e-3;
    def.info.maxForce = 3.3;
    vlDevice* device = create(&def);
    vlRandom random = vlRandom_Seed(12);
    for (int i = 0; i < 500; ++i) {
        vlVec3 force = vlScale(vlRandom_InBall(&random), 4.0);
        vlVec3 able = vlLength(force) > 3.3 ? vlScale(force, 3.3 / vlLength(force)) : force;
        pushAt(device, 0.0, force, vlVec(0.0, 0.0, 0.02 * i * 1e-3));
        vlWrench r = reportOf(device).rendered;
        double counts = r.force.y / 0.015;
        VL_CHECK_NEAR(counts, round(counts), 1e-9); // rounding
        VL_CHECK_BELOW(vlLength(r.force), 3.3 + 1e-12);
        // Half a count, or a whole one where that would be too much.
        bool isInner = vlLength(able) < 3.3 - 0.015;
        VL_CHECK_BELOW(fabs(r.force.z - able.z), (isInner ? 0.5 : 1.0) * 0.015 + 1e-12);
        VL_CHECK_NEAR(r.torque.z, 1e-3 * round(0.02 * i),
                      1e-3 * 1e-9 + (i % 25 == 0 && i % 50 != 0 ? 1e-3 : 0.0));
    }
    vlDevice_Close(device);
}

static void what_no_motor_can_be_is_refused(void** state)
{
    (void)state;
    vlDevice* device = NULL;
    for (int i = 0; i < 7; ++i) {
        vlSimulatedDeviceDef def = freeHandle();
        def.motors.delay = i == 0 ? -1e-3 : i == 1 ? 0.06 : 0.0;
        def.motors.jitter = i == 1 ? 0.005 : i == 2 ? (double)NAN : 0.0; // more than 64 samples
        def.motors.bandwidth = i == 3 ? -1.0 : i == 4 ? 1e6 : 0.0;
        def.motors.forceResolution = i == 5 ? -0.1 : 0.0;
        def.motors.torqueResolution = i == 6 ? HUGE_VAL : 0.0;
        assert_int_equal(vlSimulatedDevice_Create(&def, &device), VL_ERROR_ARGUMENT);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slow_motors_follow_as_a_lag_of_first_order),
        cmocka_unit_test(a_force_acts_after_its_delay_to_the_nanosecond),
        cmocka_unit_test(jitter_delays_each_write_by_its_own_time),
        cmocka_unit_test(no_write_overtakes_another),
        cmocka_unit_test(forces_are_rounded_to_what_the_motors_know),
        cmocka_unit_test(what_no_motor_can_be_is_refused),
    };
    return cmocka_run_group_tests_name("simulated motors", tests, NULL, NULL);
}
