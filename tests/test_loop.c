// SPDX-License-Identifier: MIT
// The linear model of a haptic loop against the formulae of docs/theory/loop.md.

#include "models/random.h"
#include "test.h"
#include "volar/stability.h"

static vlLoop wallLoop(double mass, double periods)
{
    vlLoop loop = vlDefaultLoop();
    loop.mass = mass;
    loop.delay = periods * loop.period;
    loop.rule = VL_LOOP_DIFFERENCE;
    loop.toolMass = 0.0;
    return loop;
}

static double criticalStiffness(const vlLoop* loop)
{
    double stiffness = -1.0;
    double most = 4.0 * loop->mass / (loop->period * loop->period);
    assert_int_equal(vlLoop_GetCriticalStiffness(loop, most, &stiffness), VL_OK);
    return stiffness;
}

// An undamped device without delay: al = K T^2/m < 2 be (2 - be)/(2 + be), be = B T/m (T15.5).
static void the_boundary_without_delay_is_that_of_the_jury_test(void** state)
{
    (void)state;
    for (int i = 1; i <= 19; ++i) {
        vlLoop loop = wallLoop(0.1, 0.0);
        double be = 0.1 * i;
        loop.dampingOfWorld = be * loop.mass / loop.period;
        double al = criticalStiffness(&loop) * loop.period * loop.period / loop.mass;
        double exact = 2.0 * be * (2.0 - be) / (2.0 + be);
        assert_true(
            vlIsNear(al / exact, 1.0, 1e-6)); // the radius has 1e-9; its slope is above 1e-3
    }
}

// Largest stiffness over all dampings for a delay of d periods, from an independent prototype: one
// period costs a factor of 4.7, two cost 11.
static void delay_costs_stiffness_as_tabulated(void** state)
{
    (void)state;
    static const double peaks[][3] = {{0.5, 0.55, 0.2670}, {1.0, 0.42, 0.1445},
                                      {1.5, 0.35, 0.0907}, {2.0, 0.29, 0.0624},
                                      {2.5, 0.25, 0.0456}, {3.0, 0.22, 0.0348}};
    for (int i = 0; i < 6; ++i) {
        double most = 0.0;
        for (int k = -3; k <= 3; ++k) {
            vlLoop loop = wallLoop(0.1, peaks[i][0]);
            loop.dampingOfWorld = (peaks[i][1] + 0.01 * k) * loop.mass / loop.period;
            most = fmax(most, criticalStiffness(&loop) * loop.period * loop.period / loop.mass);
        }
        assert_true(vlIsNear(most / peaks[i][2], 1.0, 0.01)); // four digits, dampings 0.01 apart
    }
}

// The known condition K < (b + B)/(T/2 + td) [GSHPH09] is the limit of small damping.
static void small_damping_gives_the_linear_condition(void** state)
{
    (void)state;
    static const double cases[][4] = {// share of m/T, periods of delay, ratio, tolerance
                                      {0.0, 0.0, 1.0, 0.01},
                                      {0.0, 1.0, 1.0, 0.01},
                                      {0.0, 2.0, 1.0, 0.01},
                                      {0.1, 0.0, 0.90, 0.01},
                                      {0.3, 1.0, 0.66, 0.01}};
    for (int i = 0; i < 5; ++i) {
        vlLoop loop = wallLoop(0.22, cases[i][1]);
        loop.damping = cases[i][0] > 0.0 ? 0.0 : 0.42;
        loop.dampingOfWorld = cases[i][0] * loop.mass / loop.period;
        double linear = (loop.damping + loop.dampingOfWorld) / (0.5 * loop.period + loop.delay);
        assert_true(vlIsNear(criticalStiffness(&loop) / linear, cases[i][2], cases[i][3]));
    }
}

// b > K T/2 + |B| for both signs of B.
static void passive_damping_of_a_wall_is_that_of_colgate(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(7);
    for (int i = 0; i < 1000; ++i) {
        vlLoop loop = wallLoop(0.1, 0.0);
        loop.stiffness = vlRandom_Log(&random, 10.0, 1e5);
        loop.dampingOfWorld = vlRandom_Range(&random, -50.0, 50.0);
        double exact = 0.5 * loop.stiffness * loop.period + fabs(loop.dampingOfWorld);
        double needed = -1.0;
        assert_int_equal(vlLoop_GetPassiveDamping(&loop, &needed), VL_OK);
        // 1e-8: if B < 0 the largest value belongs to infinitely slow motions; the slowest one
        // tried is 8e-6.
        assert_true(vlIsNear(needed / exact, 1.0, 1e-8));
    }
}

static void delay_adds_to_the_passive_damping(void** state)
{
    (void)state;
    for (int i = 0; i <= 8; ++i) {
        vlLoop loop = wallLoop(0.1, 0.5 * i);
        loop.stiffness = 1000.0;
        loop.dampingOfWorld = 0.0;
        double needed = -1.0;
        assert_int_equal(vlLoop_GetPassiveDamping(&loop, &needed), VL_OK);
        assert_true(
            vlIsNear(needed / (loop.stiffness * (0.5 * loop.period + loop.delay)), 1.0, 1e-8));
    }
}

// The motion that needs most damping alternates between two places at the sample rate. With b = K
// T/2 + B it neither takes nor gives energy: while the force K x + B v of one end is held, the
// device moves at constant speed to the other.
static void the_worst_motion_takes_nothing_at_the_limit(void** state)
{
    (void)state;
    const double stiffness = 2000.0, damping = 3.0, period = 1e-3, way = 1e-4;
    double own = 0.5 * stiffness * period + damping;
    double energy = 0.0;
    for (int i = 0; i < 100; ++i) {
        double step = i % 2 == 0 ? way : -way; // of the next motion
        double place = i % 2 == 0 ? 0.0 : way;
        double velocity = -step / period; // the previous motion
        double force = -(stiffness * place + damping * velocity);
        energy += -force * step + own * step * step / period;
    }
    assert_true(fabs(energy) < 1e-12 * stiffness * way * way * 100.0); // rounding of a hundred sums
}

// The same loop stepped in time: a motion shrinks by the spectral radius per step.
static void the_radius_is_what_a_motion_shrinks_by(void** state)
{
    (void)state;
    const double h = 1e-3, m = 0.1, k = 4000.0, b = 3.0;
    vlLoop loop = wallLoop(m, 0.0);
    loop.stiffness = k;
    loop.dampingOfWorld = b;
    double radius = -1.0;
    assert_int_equal(vlLoop_GetRadius(&loop, &radius), VL_OK);
    double x = 1.0, v = 0.0, last = 1.0;
    double first = 0.0, second = 0.0; // sums of squares in two windows 1000 samples apart
    for (int i = 0; i < 3000; ++i) {
        double force = -(k * x + b * (x - last) / h);
        last = x;
        x += h * v + 0.5 * h * h * force / m;
        v += h * force / m;
        first += i >= 1000 && i < 2000 ? x * x : 0.0;
        second += i >= 2000 ? x * x : 0.0;
    }
    // 3e-5: the windows begin at different phases of a motion that shrinks by 14% per period, which
    // changes their sums by some per cent; here that is spread over 2000 samples.
    assert_true(vlIsNear(pow(second / first, 0.5e-3) / radius, 1.0, 3e-5));
}

// A device whose two halves hardly move against each other is like a rigid one; very fast actuators
// have no effect.
static void stiff_structure_and_fast_actuators_change_nothing(void** state)
{
    (void)state;
    vlLoop loop = vlDefaultLoop();
    vlSimulatedDeviceDef def;
    assert_int_equal(vlSimulatedDevice_GetPreset("omega6", &def), VL_OK);
    assert_int_equal(vlLoop_SetDevice(&loop, &def, false), VL_OK);
    double rigid = -1.0, other = -1.0;
    assert_int_equal(vlLoop_GetRadius(&loop, &rigid), VL_OK);
    loop.handleShare = 0.5;
    loop.modeFrequency = 3e4;
    loop.modeRatio = 0.1;
    loop.actuatorCut = 1e6;
    assert_int_equal(vlLoop_GetRadius(&loop, &other), VL_OK);
    assert_true(vlIsNear(other, rigid, 1e-5)); // the mode deforms by (100 Hz/30 kHz)^2
}

// 75 g in two equal parts with a mode of 2% damping: best stiffness in N/m, by delay and frequency,
// from an independent prototype, which tried dampings in coarser steps.
static void a_structural_mode_costs_stiffness(void** state)
{
    (void)state;
    static const double cases[][3] = {
        {1.0, 150.0, 1.7e3}, {1.0, 80.0, 3.1e3}, {2.0, 80.0, 0.73e3}, {2.0, 300.0, 4.7e3}};
    for (int i = 0; i < 4; ++i) {
        double best = 0.0;
        for (int k = 0; k < 60; ++k) {
            vlLoop loop = wallLoop(0.075, cases[i][0]);
            loop.handleShare = 0.5;
            loop.modeFrequency = cases[i][1];
            loop.modeRatio = 0.02;
            loop.dampingOfWorld = 0.01 * (k + 1) * loop.mass / loop.period;
            best = fmax(best, criticalStiffness(&loop));
        }
        assert_true(vlIsNear(best / cases[i][2], 1.0, 0.05)); // 5%: two digits are given
    }
}

static void numbers_out_of_range_are_named(void** state)
{
    (void)state;
    char message[200];
    vlLoop loop = vlDefaultLoop();
    double result = 0.0;
    assert_int_equal(vlLoop_Check(&loop, message, sizeof message), VL_OK);
    loop.mass = 0.0;
    assert_int_equal(vlLoop_Check(&loop, message, sizeof message), VL_ERROR_ARGUMENT);
    assert_string_equal(message, "mass is 0; expected a number from 1e-12 to 1e+12");
    assert_int_equal(vlLoop_GetRadius(&loop, &result), VL_ERROR_ARGUMENT);
    assert_int_equal(vlLoop_GetPassiveDamping(&loop, &result), VL_ERROR_ARGUMENT);
    assert_int_equal(vlLoop_GetCriticalGain(&loop, 10.0, &result), VL_ERROR_ARGUMENT);
    loop = vlDefaultLoop();
    loop.gain = (double)NAN;
    assert_int_equal(vlLoop_Check(&loop, message, sizeof message), VL_ERROR_ARGUMENT);
    loop = vlDefaultLoop();
    loop.delay = 0.04;
    assert_int_equal(vlLoop_Check(&loop, message, sizeof message), VL_ERROR_ARGUMENT);
    assert_string_equal(message, "delay is more than VL_MAX_LOOP_DELAY periods");
    loop = vlDefaultLoop();
    loop.gripStiffness = 1.0;
    assert_int_equal(vlLoop_Check(&loop, NULL, 0), VL_ERROR_ARGUMENT);
    loop = vlDefaultLoop();
    loop.rule = VL_LOOP_TRUE;
    assert_int_equal(vlLoop_GetPassiveDamping(&loop, &result), VL_ERROR_ARGUMENT);
    assert_int_equal(vlLoop_GetRadius(NULL, &result), VL_ERROR_ARGUMENT);
    assert_int_equal(vlLoop_GetCriticalGain(&loop, 0.0, &result), VL_ERROR_ARGUMENT);
    vlSimulatedDeviceDef def = vlSimulatedDevice_Pantograph(1000.0);
    assert_int_equal(vlLoop_SetDevice(&loop, &def, false), VL_ERROR_ARGUMENT);
}

// Extreme numbers give a radius that is a number, or infinity.
static void the_radius_is_never_nan(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(3);
    for (int i = 0; i < 300; ++i) {
        vlLoop loop = vlDefaultLoop();
        loop.period = vlRandom_Log(&random, 1e-6, 10.0);
        loop.delay = loop.period * vlRandom_Range(&random, 0.0, 4.0);
        loop.mass = vlRandom_Log(&random, 1e-12, 1e12);
        loop.damping = vlRandom_Log(&random, 1e-12, 1e12);
        loop.handMass = vlRandom_Log(&random, 1e-12, 1e12);
        loop.gripStiffness = vlRandom_Log(&random, 1e-12, 1e12);
        loop.armDamping = vlRandom_Log(&random, 1e-12, 1e12);
        loop.cut = vlRandom_Log(&random, 1e-6, 1e6);
        loop.toolMass = vlRandom_Log(&random, 1e-12, 1e12);
        loop.stiffness = vlRandom_Log(&random, 1e-12, 1e12);
        double radius = -1.0, damping = -1.0;
        assert_int_equal(vlLoop_GetRadius(&loop, &radius), VL_OK);
        assert_true(radius >= 0.0);
        assert_int_equal(vlLoop_GetPassiveDamping(&loop, &damping), VL_OK);
        assert_true(damping >= 0.0);
    }
}

// Bounds decide early in the same way as the radius, on both sides of the boundary and near it.
static void the_verdict_is_that_of_the_radius(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(17);
    int stable = 0;
    for (int i = 0; i < 2000; ++i) {
        vlLoop loop = vlDefaultLoop();
        double radius = 0.0, critical = 0.0;
        bool isStable = false;
        loop.mass = vlRandom_Log(&random, 0.01, 1.0);
        loop.damping = vlRandom_Log(&random, 0.01, 10.0);
        loop.delay = loop.period * vlRandom_Range(&random, 0.0, 3.0);
        loop.toolMass = i % 4 == 0 ? 0.0 : vlRandom_Log(&random, 1e-4, 0.1);
        loop.dampingOfWorld = vlRandom_Log(&random, 0.1, 30.0);
        loop.cut = vlRandom_Log(&random, 25.0, 400.0);
        loop.stiffness = vlRandom_Log(&random, 10.0, 1e5);
        if (i % 2 == 0) { // within a millionth of the boundary
            assert_int_equal(vlLoop_GetCriticalStiffness(&loop, 1e5, &critical), VL_OK);
            critical = critical > 0.0 ? critical : 1.0;
            loop.stiffness = critical * (1.0 + vlRandom_Range(&random, -1e-6, 1e-6));
        }
        assert_int_equal(vlLoop_GetRadius(&loop, &radius), VL_OK);
        assert_int_equal(vlLoop_IsStable(&loop, &isStable), VL_OK);
        assert_int_equal(isStable, radius <= 1.0 + 1e-9);
        stable += isStable;
    }
    assert_true(stable > 500 && stable < 1500); // both cases occurred
    assert_int_equal(vlLoop_IsStable(NULL, &(bool){false}), VL_ERROR_ARGUMENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_boundary_without_delay_is_that_of_the_jury_test),
        cmocka_unit_test(delay_costs_stiffness_as_tabulated),
        cmocka_unit_test(small_damping_gives_the_linear_condition),
        cmocka_unit_test(passive_damping_of_a_wall_is_that_of_colgate),
        cmocka_unit_test(delay_adds_to_the_passive_damping),
        cmocka_unit_test(the_worst_motion_takes_nothing_at_the_limit),
        cmocka_unit_test(the_radius_is_what_a_motion_shrinks_by),
        cmocka_unit_test(stiff_structure_and_fast_actuators_change_nothing),
        cmocka_unit_test(a_structural_mode_costs_stiffness),
        cmocka_unit_test(numbers_out_of_range_are_named),
        cmocka_unit_test(the_radius_is_never_nan),
        cmocka_unit_test(the_verdict_is_that_of_the_radius),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
