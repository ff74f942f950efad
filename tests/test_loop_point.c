// SPDX-License-Identifier: MIT
// The three oracles of a stability map against each other, and refused points.

#include <stdlib.h>

#include "base/hash.h"
#include "models/plain_loop.h"
#include "models/zwidth_map.h"
#include "test.h"

static vlSimulatedDeviceDef presetOf(const char* name)
{
    vlSimulatedDeviceDef def;
    assert_int_equal(vlSimulatedDevice_GetPreset(name, &def), VL_OK);
    return def;
}

static vlSimulatedDeviceDef smoothPreset(const char* name)
{
    vlSimulatedDeviceDef def = presetOf(name);
    def.friction = def.angularFriction = 0.0;
    def.resolution = def.angularResolution = 0.0;
    def.info.maxForce = 1e5;
    return def;
}

// Whether the motion grows on a wall that also pulls, with a device that is let go and moves at 0.1
// m/s.
static bool growsOverTime(vlLoop loop, double stiffness, double duration)
{
    loop.stiffness = stiffness;
    vlPlainLoopDef def = {.loop = loop, .speed = 0.1, .duration = duration};
    vlStrikeResult result;
    def.duration = fmax(def.duration, vlPlainLoop_GetLeastDuration(&loop));
    assert_int_equal(vlPlainLoop_Run(&def, &result, NULL, 0), VL_OK);
    return result.growth > 1.0;
}

// 4 devices, delays of 0 to 2 samples, 4 dampings: the simple loop grows from the boundary of the
// linear model on, to 0.1% (an independent implementation of both found 0.03%).
static void the_simple_loop_has_the_exact_boundary(void** state)
{
    (void)state;
    int tried = 0;
    for (int i = 0; i < VL_PLAIN_CASES; ++i) {
        vlLoop loop = vlPlainLoop_MakeCase(i);
        double critical = 0.0;
        double most = 4.0 * loop.mass / (loop.period * loop.period);
        assert_int_equal(vlLoop_GetCriticalStiffness(&loop, most, &critical), VL_OK);
        if (critical > 0.0) {
            ++tried;
            assert_false(growsOverTime(loop, 0.999 * critical, 1.0));
            assert_true(growsOverTime(loop, 1.001 * critical, 1.0));
        }
    }
    assert_true(tried >= 60);
}

// With a hand the simple loop moves in steps of 0.1 ms, for which 0.2% of the boundary are allowed.
static void a_hand_at_the_simple_loop_has_the_exact_boundary(void** state)
{
    (void)state;
    vlSimulatedDeviceDef device = presetOf("omega3");
    for (int i = 0; i < 4; ++i) {
        vlLoop loop = vlDefaultLoop();
        double critical = 0.0;
        device.hand.grip = i % 2 == 0 ? device.hand.grip : vlSimulatedDevice_TightGrip();
        assert_int_equal(vlLoop_SetDevice(&loop, &device, false), VL_OK);
        loop.delay = i / 2 * 1e-3;
        loop.dampingOfWorld = 5.0;
        loop.wallDamping = 20.0;
        assert_int_equal(vlLoop_GetCriticalStiffness(&loop, 1e5, &critical), VL_OK);
        assert_false(growsOverTime(loop, 0.998 * critical, 1.0));
        assert_true(growsOverTime(loop, 1.002 * critical, 1.0));
    }
}

// The closed form for a device with Coulomb friction that is let go on a wall without delay:
// friction holds it up to the speed 4/pi c/(K T/2 - b).
static void friction_holds_an_active_wall_up_to_a_speed(void** state)
{
    (void)state;
    for (int i = 0; i < 3; ++i) {
        vlLoop loop = vlDefaultLoop();
        vlStrikeResult result;
        loop.mass = 0.22;
        loop.rule = VL_LOOP_DIFFERENCE;
        loop.toolMass = loop.wallStiffness = loop.dampingOfWorld = 0.0;
        loop.stiffness = 5000.0;
        loop.damping = 0.3 * i * 0.5 * loop.stiffness * loop.period;
        vlPlainLoopDef def = {.loop = loop, .friction = 0.1, .duration = 4.0};
        double limit =
            4.0 / VL_PI * def.friction / (0.5 * loop.stiffness * loop.period - loop.damping);
        def.speed = 0.98 * limit; // 2% are required
        assert_int_equal(vlPlainLoop_Run(&def, &result, NULL, 0), VL_OK);
        assert_true(result.growth < 1.0);
        def.speed = 1.02 * limit;
        assert_int_equal(vlPlainLoop_Run(&def, &result, NULL, 0), VL_OK);
        assert_true(result.growth > 1.0);
    }
}

// Struck slowly, kicked by a micrometre and kept in touch: device, renderer and world begin to
// shake at the boundary of the linear model, within 1%.
static void renderer_and_world_have_the_exact_boundary(void** state)
{
    (void)state;
    static const char* const names[] = {"omni", "omega3"};
    for (int i = 0; i < 2; ++i) {
        vlSimulatedDeviceDef device = smoothPreset(names[i]);
        vlLoopPoint point = vlLoopPoint_Default(&device);
        vlLoop loop;
        double critical = 0.0;
        point.strike.device.motors.delay = 2e-3 * i;
        point.strike.gains.damping = 2.0;
        point.strike.wallStiffness = 1e5;
        point.strike.wallDamping = 20.0;
        point.strike.press = 3.0;
        point.strike.approach = 1.2;
        point.strike.kickTime = 1.5;
        point.strike.kick = 1e-6;
        point.strike.duration = 3.2;
        assert_int_equal(vlLoopPoint_MakeLoop(&point, &loop), VL_OK);
        assert_int_equal(vlLoop_GetCriticalStiffness(&loop, 1e5, &critical), VL_OK);
        for (int side = -1; side <= 1; side += 2) {
            vlPointOutcome outcome;
            point.strike.gains.stiffness = (1.0 + 0.01 * side) * critical;
            assert_int_equal(vlLoopPoint_Run(&point, VL_ORACLE_VOLAR, &outcome, NULL, 0), VL_OK);
            assert_int_equal(outcome.radius > 1.0, side > 0);
            assert_int_equal(outcome.strike.growth > 1.0, side > 0);
        }
    }
}

// Below the linear boundary a wall that is struck may hammer for ever, and one that is pressed
// gently rests.
static void hammering_is_there(void** state)
{
    (void)state;
    vlSimulatedDeviceDef device = smoothPreset("omega3");
    vlLoopPoint point = vlLoopPoint_Default(&device);
    vlPointOutcome outcome;
    point.strike.gains.stiffness = 10000.0;
    point.strike.gains.damping = 0.1;
    point.strike.toolMass = 1e-3;
    point.strike.wallStiffness = 1e5;
    point.strike.press = 3.6; // 0.3 of the real device's force
    point.strike.duration = 2.4;
    point.strike.approach = 0.4;
    assert_int_equal(vlLoopPoint_Run(&point, VL_ORACLE_VOLAR, &outcome, NULL, 0), VL_OK);
    assert_true(outcome.radius < 1.0);
    assert_true(outcome.strike.kind != VL_STRIKE_UNSTABLE);
    point.strike.approach = 0.05;
    assert_int_equal(vlLoopPoint_Run(&point, VL_ORACLE_VOLAR, &outcome, NULL, 0), VL_OK);
    assert_int_equal(outcome.strike.kind, VL_STRIKE_UNSTABLE);
}

static void a_run_too_short_for_its_slowest_mode_is_refused(void** state)
{
    (void)state;
    vlSimulatedDeviceDef device = presetOf("omega3");
    vlLoopPoint point = vlLoopPoint_Default(&device);
    vlPointOutcome outcome;
    char message[200] = "";
    point.hand = VL_POINT_FREE;
    point.strike.gains.stiffness = 20.0; // 0.22 kg oscillate with a period of 0.66 s
    for (int oracle = VL_ORACLE_SIMPLE; oracle < VL_ORACLES; ++oracle) {
        assert_int_equal(
            vlLoopPoint_Run(&point, (vlPointOracle)oracle, &outcome, message, sizeof message),
            VL_ERROR_ARGUMENT);
        assert_non_null(strstr(message, "too short to judge"));
        double least = strtod(strstr(message, "at least ") + 9, NULL);
        double period = 2.0 * VL_PI * sqrt(device.mass / 20.0);
        assert_true(fabs(least / (4.8 * period) - 1.0) < 0.01); // 1%: the message has three digits
    }
    assert_int_equal(vlLoopPoint_Run(&point, VL_ORACLE_LINEAR, &outcome, message, sizeof message),
                     VL_OK);
    point.strike.gains.stiffness = 2000.0;
    point.strike.device.motors.delay = 0.5e-3;
    assert_int_equal(vlLoopPoint_Run(&point, VL_ORACLE_SIMPLE, &outcome, message, sizeof message),
                     VL_OK);
    assert_int_equal(vlLoopPoint_Set(&point, vlLoopPoint_Find("m"), -1.0, message, sizeof message),
                     VL_ERROR_ARGUMENT);
    assert_string_equal(message, "device.mass is -1 kg; expected 1e-06 to 1000");
    assert_int_equal(vlLoopPoint_Find("device.colour"), -1);
}

// A column of classes from below: where it ends, and the islands above.
static void a_scan_reports_the_first_unstable_value_and_islands(void** state)
{
    (void)state;
    static const vlStrikeClass kinds[] = {VL_STRIKE_RESTS,    VL_STRIKE_RIPPLES,  VL_STRIKE_ACTIVE,
                                          VL_STRIKE_RESTS,    VL_STRIKE_UNSTABLE, VL_STRIKE_RESTS,
                                          VL_STRIKE_UNSTABLE, VL_STRIKE_ACTIVE,   VL_STRIKE_RESTS};
    vlZwidthAxis axis = {.from = 1.0, .to = 256.0, .count = 9};
    vlZwidthColumn column = vlZwidth_Scan(&axis, kinds);
    assert_true(fabs(column.quiet - 1.0) < 1e-12);
    assert_true(fabs(column.passive - 2.0) < 1e-12);
    assert_true(fabs(column.stable - 8.0) < 1e-12);
    assert_true(fabs(column.firstUnstable - 16.0) < 1e-12);
    assert_int_equal(column.islands, 2);
}

static void countTick(void* user, double time, double handle, double force)
{
    (void)time;
    (void)handle;
    (void)force;
    ++*(int*)user;
}

// Points of all oracles give the same bits with every compiler, because parts of a sweep may be
// computed on different machines.
static void the_oracles_have_the_same_bits_everywhere(void** state)
{
    (void)state;
    uint64_t hash = VL_HASH_SEED;
    vlSimulatedDeviceDef device = presetOf("omega6");
    for (int i = 0; i < 18; ++i) {
        vlLoopPoint point = vlLoopPoint_Default(&device);
        vlPointOutcome outcome;
        point.hand = (vlPointHand)(i / 3 % 3);
        point.strike.device.motors.delay = 1e-3;
        point.strike.gains.stiffness = i < 9 ? 2000.0 : 9000.0;
        assert_int_equal(vlLoopPoint_Run(&point, (vlPointOracle)(i % 3), &outcome, NULL, 0), VL_OK);
        const vlStrikeResult* s = &outcome.strike;
        hash = vlHash_Double(vlHash_Word(hash, (uint64_t)s->kind), outcome.radius);
        hash = vlHash_Double(vlHash_Double(vlHash_Double(hash, s->motion), s->growth), s->ripple);
        hash = vlHash_Double(vlHash_Double(vlHash_Double(hash, s->leastWork), s->speed), s->force);
    }
    assert_int_equal(hash, 0x63988a45a678368fu);
}

// A strike ends early once friction holds the handle for good; one that is watched runs to its end.
// Both must give the same result, from rest to shaking, for devices with much and little friction.
static void a_strike_that_ends_early_is_judged_alike(void** state)
{
    (void)state;
    static const char* const names[] = {"omni", "sigma7", "falcon"};
    int resting = 0, shaking = 0;
    for (int i = 0; i < 18; ++i) {
        vlSimulatedDeviceDef device = presetOf(names[i % 3]);
        vlLoopPoint point = vlLoopPoint_Default(&device);
        vlPointOutcome early, whole;
        int ticks = 0;
        point.hand = (vlPointHand)(i / 3 % 3);
        point.strike.gains.stiffness *= i < 9 ? 0.3 : 4.0;
        point.strike.device.motors.delay = i < 9 ? 0.0 : 2e-3;
        assert_int_equal(vlLoopPoint_Run(&point, VL_ORACLE_VOLAR, &early, NULL, 0), VL_OK);
        point.strike.watch = countTick;
        point.strike.user = &ticks;
        assert_int_equal(vlLoopPoint_Run(&point, VL_ORACLE_VOLAR, &whole, NULL, 0), VL_OK);
        assert_true(ticks == 1200 || whole.strike.kind == VL_STRIKE_UNSTABLE);
        assert_int_equal(early.strike.kind, whole.strike.kind);
        assert_true(early.strike.motion == whole.strike.motion);
        assert_true(early.strike.leastWork == whole.strike.leastWork);
        // The force had settled to 1e-6 when the strike was ended.
        assert_true(fabs(early.strike.force - whole.strike.force) <=
                    1e-5 * fabs(whole.strike.force));
        resting += whole.strike.motion == 0.0;
        shaking += whole.strike.kind == VL_STRIKE_UNSTABLE;
    }
    assert_true(resting >= 6 && shaking >= 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_strike_that_ends_early_is_judged_alike),
        cmocka_unit_test(the_simple_loop_has_the_exact_boundary),
        cmocka_unit_test(a_hand_at_the_simple_loop_has_the_exact_boundary),
        cmocka_unit_test(friction_holds_an_active_wall_up_to_a_speed),
        cmocka_unit_test(renderer_and_world_have_the_exact_boundary),
        cmocka_unit_test(hammering_is_there),
        cmocka_unit_test(a_run_too_short_for_its_slowest_mode_is_refused),
        cmocka_unit_test(a_scan_reports_the_first_unstable_value_and_islands),
        cmocka_unit_test(the_oracles_have_the_same_bits_everywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
