// SPDX-License-Identifier: MIT
// How the time of a tick is divided, under a clock of the test; and the world's profile, which may
// be switched on and off without any effect on the simulation.

#include <math.h>
#include <string.h>

#include "base/histogram.h"
#include "live_fixture.h"
#include "test.h"

// A clock that has run for some hours: a double is exact to 2e-12 s there, so times are exact to
// 1e-5 us.
#define START 10000.0
#define CLOCK_ERROR 1e-5 // us

static uint32_t countOf(const uint32_t bins[VL_VIEW_BINS])
{
    uint32_t sum = 0;
    for (int i = 0; i < VL_VIEW_BINS; i++) {
        sum += bins[i];
    }
    return sum;
}

// Makes a tick in which each stage takes as many microseconds as `us` says; the world's stages are
// given by its profile.
static double tickOf(vlTiming* timing, double now, double lateness, const double us[VL_STAGE_COUNT])
{
    vlStepProfile profile = {.broadphase = 1e3 * us[VL_STAGE_BROADPHASE],
                             .collide = 1e3 * us[VL_STAGE_COLLIDE],
                             .contact = 1e3 * us[VL_STAGE_CONTACT],
                             .solve = 1e3 * us[VL_STAGE_SOLVE]};
    vlTiming_Begin(timing, now, lateness);
    now += 1e-6 * us[VL_STAGE_READ];
    vlTiming_Lap(timing, VL_STAGE_READ, now);
    for (int i = VL_STAGE_BROADPHASE; i <= VL_STAGE_INTEGRATE; i++) {
        now += 1e-6 * us[i];
    }
    vlTiming_LapStep(timing, &profile, now);
    now += 1e-6 * us[VL_STAGE_WRITE];
    vlTiming_Lap(timing, VL_STAGE_WRITE, now);
    return vlTiming_End(timing, now);
}

static void the_longest_tick_tells_its_stages(void** state)
{
    (void)state;
    static const double quick[VL_STAGE_COUNT] = {1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0};
    static const double slow[VL_STAGE_COUNT] = {100.0, 2.0, 30.0, 4.0, 50.0, 6.0, 70.0};
    vlTiming timing;
    vlTiming_Clear(&timing);
    assert_true(fabs(tickOf(&timing, START, 0.0, quick) - 28.0) < CLOCK_ERROR);
    assert_true(fabs(tickOf(&timing, START + 1e-3, 0.0, slow) - 262.0) < CLOCK_ERROR);
    assert_true(fabs(tickOf(&timing, START + 2e-3, 0.0, quick) - 28.0) < CLOCK_ERROR);
    assert_true(fabs(timing.view.worstStep - 262.0) < CLOCK_ERROR);
    for (int i = 0; i < VL_STAGE_COUNT; i++) {
        assert_true(fabs(timing.view.worstStages[i] - slow[i]) < CLOCK_ERROR);
    }
}

static void the_stages_add_up_to_the_tick_whatever_the_profile_says(void** state)
{
    (void)state;
    static const vlStepProfile profiles[] = {
        {0}, // no profile
        {.broadphase = 1e3, .collide = 2e3},
        {.broadphase = 1e9, .collide = 1e9, .contact = 1e9, .solve = 1e9}, // by another clock
        {.broadphase = -1e6, .collide = 5e3},
    };
    for (size_t i = 0; i < sizeof profiles / sizeof profiles[0]; i++) {
        vlTiming timing;
        double sum = 0.0;
        vlTiming_Clear(&timing);
        vlTiming_Begin(&timing, START, 0.0);
        vlTiming_LapStep(&timing, &profiles[i], START + 20e-6);
        vlTiming_End(&timing, START + 20e-6);
        for (int k = 0; k < VL_STAGE_COUNT; k++) {
            assert_true(timing.view.worstStages[k] >= 0.0);
            sum += timing.view.worstStages[k];
        }
        assert_true(fabs(sum - 20.0) < CLOCK_ERROR);
    }
}

static void lateness_is_no_part_of_the_tick(void** state)
{
    (void)state;
    static const double stages[VL_STAGE_COUNT] = {0.0, 0.0, 10.0, 0.0, 0.0, 0.0, 0.0};
    vlTiming timing;
    vlTiming_Clear(&timing);
    for (int i = 0; i < 999; i++) {
        tickOf(&timing, START + 1e-3 * i, 50e-6, stages);
    }
    tickOf(&timing, START + 1.0, 3e-3, stages);
    assert_true(fabs(timing.view.worstStep - 10.0) < CLOCK_ERROR);
    assert_true(timing.view.worstLateness == 3000.0);
    assert_int_equal(countOf(timing.view.lateTimes), 1000);
    assert_int_equal(timing.view.lateTimes[vlHistogram_FindBin(50.0)], 999);
    assert_int_equal(timing.view.lateTimes[vlHistogram_FindBin(3000.0)], 1);
    // To within a bin, which is a quarter of an octave.
    double usual = vlHistogram_FindPercentile(timing.view.lateTimes, 0.5);
    assert_true(usual > 50.0 / exp2(0.25) && usual < 50.0 * exp2(0.25));
    // Ticks without a deadline are never late.
    tickOf(&timing, START + 2.0, -1.0, stages);
    assert_int_equal(countOf(timing.view.lateTimes), 1000);
    // The earlier values are forgotten.
    static const vlViewTiming nothing;
    vlTiming_Clear(&timing);
    assert_memory_equal(&timing.view, &nothing, sizeof nothing);
}

static void a_tick_of_any_length_is_counted(void** state)
{
    (void)state;
    static const double lateness[] = {0.0, 1e-12, 1e-3, 1.0, 1e6};
    vlTiming timing;
    vlTiming_Clear(&timing);
    for (uint32_t i = 0; i < sizeof lateness / sizeof lateness[0]; i++) {
        vlTiming_Begin(&timing, START, lateness[i]);
        assert_true(vlTiming_End(&timing, START) == 0.0); // a coarse clock may stand still
        assert_int_equal(countOf(timing.view.lateTimes), i + 1);
    }
    // 50 days at 1 kHz: the count saturates and does not wrap.
    timing.view.lateTimes[0] = UINT32_MAX;
    vlTiming_Begin(&timing, START, 0.0);
    assert_int_equal(timing.view.lateTimes[0], UINT32_MAX);
}

static void the_profile_is_switched_without_a_trace(void** state)
{
    (void)state;
    vlScene* scene[2];
    vlSimulation* simulation[2];
    makeScene(&scene[0], &simulation[0]);
    makeScene(&scene[1], &simulation[1]);
    vlWorld* plain = vlSimulation_GetWorld(simulation[0]);
    vlWorld* timed = vlSimulation_GetWorld(simulation[1]);
    for (int i = 0; i < 300; i++) {
        bool isOn = i / 10 % 2 == 1;
        vlWorld_SetProfile(timed, isOn);
        assert_int_equal(vlSimulation_Step(simulation[0]), VL_OK);
        assert_int_equal(vlSimulation_Step(simulation[1]), VL_OK);
        assert_true((vlWorld_GetStepInfo(timed).profile.total > 0.0) == isOn);
        assert_true(vlWorld_GetHash(plain) == vlWorld_GetHash(timed));
    }
    assert_true(vlWorld_GetStepInfo(plain).contactCount > 0); // it has landed in that time
    for (int i = 0; i < 2; i++) {
        vlSimulation_Destroy(simulation[i]);
        vlScene_Destroy(scene[i]);
    }
}

static void a_sleep_until_a_far_time_is_short(void** state)
{
    (void)state;
    vlLoopClock clock = vlLoopClock_System();
    // However wrong the clock may be, the loop looks again soon; never, if this is not so.
    const double far[] = {1e5, 1e18, HUGE_VAL};
    for (size_t i = 0; i < sizeof far / sizeof far[0]; ++i) {
        clock.sleepUntil(clock.now(clock.user) + far[i], clock.user);
    }
    // What is near is waited for, and what is over is not.
    double until = clock.now(clock.user) + 0.02;
    clock.sleepUntil(until, clock.user);
    assert_true(clock.now(clock.user) >= until);
    clock.sleepUntil(until - 1e9, clock.user);
    clock.sleepUntil((double)NAN, clock.user); // nor does this last
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_longest_tick_tells_its_stages),
        cmocka_unit_test(the_stages_add_up_to_the_tick_whatever_the_profile_says),
        cmocka_unit_test(lateness_is_no_part_of_the_tick),
        cmocka_unit_test(a_tick_of_any_length_is_counted),
        cmocka_unit_test(the_profile_is_switched_without_a_trace),
        cmocka_unit_test(a_sleep_until_a_far_time_is_short),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
