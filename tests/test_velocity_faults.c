// SPDX-License-Identifier: MIT
// Velocity from devices that jump, repeat themselves, come late, lie or fall silent.

#include "models/random.h"
#include "test.h"
#include "velocity_fixture.h"

static vlVelocity makeVelocity(vlVelocityRule rule)
{
    vlVelocityDef def = vlDefaultVelocityDef();
    def.rule = rule;
    vlVelocity velocity;
    assert_int_equal(vlVelocity_Init(&velocity, &def), VL_OK);
    return velocity;
}

static void a_jump_starts_anew_and_gives_no_velocity(void** state)
{
    (void)state;
    for (int rule = 0; rule < 3; ++rule) {
        vlVelocity velocity = makeVelocity((vlVelocityRule)rule);
        for (int k = 0; k < 200; ++k) {
            double x = 0.1 * k / 1000.0 + (k < 100 ? 0.0 : 1.0);
            double v = feed(&velocity, k, 1000.0, x);
            assert_true(fabs(v) < 0.12); // never more than the motion and the filter's overshoot
            assert_true(k != 100 || v == 0.0);
        }
        assert_int_equal(velocity.restarts, 1);
        assert_true(vlIsNear(velocity.twist.linear.x, 0.1, 1e-3)); // the velocity is found again
        vlVelocity_Reset(&velocity);
        assert_true(feed(&velocity, 200, 1000.0, -5.0) == 0.0);
        assert_int_equal(velocity.restarts, 1); // this one was announced
    }
}

static void what_was_seen_before_changes_nothing(void** state)
{
    (void)state;
    for (int rule = 1; rule < 3; ++rule) {
        vlVelocity each = makeVelocity((vlVelocityRule)rule);
        vlVelocity often = makeVelocity((vlVelocityRule)rule);
        for (int k = 0; k < 400; ++k) { // a device at 1 kHz under a loop at 4 kHz
            int measured = k / 4;
            double x = 0.02 * sin(0.03 * measured);
            vlDeviceSample sample =
                sampleAt(measured / 1000.0, (uint64_t)measured + 5, vlVec(x, x, x));
            vlTwist b = vlVelocity_Update(&often, k / 4000.0, &sample);
            vlTwist a = k % 4 == 0 ? vlVelocity_Update(&each, k / 4000.0, &sample) : each.twist;
            assert_memory_equal(&a, &b, sizeof a);
        }
        // A late sample is ignored; if none comes, the motion ends after the gap.
        vlTwist before = often.twist;
        assert_true(before.linear.x != 0.0);
        vlDeviceSample late = sampleAt(0.1, 50, vlVec(0.0, 0.0, 0.0));
        vlTwist after = vlVelocity_Update(&often, 0.1, &late);
        assert_memory_equal(&after, &before, sizeof after);
        assert_int_equal(often.dismissed, 1);
        assert_true(vlVelocity_Update(&often, 0.145, &late).linear.x != 0.0);
        assert_true(vlVelocity_Update(&often, 0.1495, &late).linear.x == 0.0);
    }
}

static void a_device_that_counts_anew_is_followed_after_the_gap(void** state)
{
    (void)state;
    vlVelocity velocity = makeVelocity(VL_VELOCITY_WINDOW);
    for (int k = 0; k < 300; ++k) {
        double t = k / 1000.0;
        uint64_t sequence = (uint64_t)(k < 100 ? 1000 + k : k - 99);
        vlDeviceSample sample = sampleAt(t, sequence, vlVec(0.2 * t, 0.0, 0.0));
        (void)vlVelocity_Update(&velocity, t, &sample);
    }
    assert_int_equal(velocity.restarts, 1);
    assert_true(vlIsNear(velocity.twist.linear.x, 0.2, 1e-5 / 0.064)); // a quantum per window
    // A clock that is set back also causes a new start.
    vlDeviceSample sample = sampleAt(0.1, 1000, vlVec(0.0, 0.0, 0.0));
    assert_true(vlVelocity_Update(&velocity, 0.1, &sample).linear.x == 0.0);
    assert_int_equal(velocity.restarts, 2);
}

static void the_device_s_own_word_counts_if_it_makes_sense(void** state)
{
    (void)state;
    vlVelocity own = makeVelocity(VL_VELOCITY_DEVICE);
    vlVelocity filter = makeVelocity(VL_VELOCITY_FILTER);
    for (int k = 0; k < 60; ++k) {
        vlDeviceSample sample = sampleAt(k / 1000.0, (uint64_t)k + 1, vlVec(k * 1e-4, 0.0, 0.0));
        sample.hasTwist = k < 40;
        sample.twist.linear = vlVec(k < 20 ? 0.7 : k < 30 ? (double)NAN : 1e300, 0.0, 0.0);
        double v = vlVelocity_Update(&own, sample.time, &sample).linear.x;
        double other = vlVelocity_Update(&filter, sample.time, &sample).linear.x;
        assert_true(v == (k < 20 ? 0.7 : other));
    }
}

// Any number a broken device may give.
static double anyNumber(vlRandom* random)
{
    switch (vlRandom_Index(random, 8)) {
    case 0: return (double)NAN;
    case 1: return HUGE_VAL;
    case 2: return -1e300;
    case 3: return 1.7e308;
    case 4: return vlRandom_Log(random, 1e-310, 1e-3);
    default: return vlRandom_Range(random, -1.0, 1.0);
    }
}

static void nonsense_in_gives_finite_out(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(6);
    for (int rule = 0; rule < 3; ++rule) {
        vlVelocity velocity = makeVelocity((vlVelocityRule)rule);
        double now = 0.0;
        for (uint64_t k = 0; k < 60000; ++k) {
            now += vlRandom_Index(&random, 50) == 0 ? anyNumber(&random) : 1e-3;
            now = fabs(now) < 1e3 ? now : 0.0;
            vlDeviceSample sample = sampleAt(now, k, vlVec(0.001 * sin(30.0 * now), 0.0, 0.0));
            bool isBad = vlRandom_Index(&random, 4) == 0;
            if (isBad) {
                double* numbers[] = {&sample.time,           &sample.pose.p.y,
                                     &sample.pose.q.w,       &sample.pose.q.x,
                                     &sample.pose.p.x,       &sample.twist.linear.x,
                                     &sample.twist.angular.z};
                *numbers[vlRandom_Index(&random, 7)] = anyNumber(&random);
                sample.sequence = vlRandom_Index(&random, 3) == 0 ? vlRandom_Next(&random) : k;
                sample.hasTwist = true;
            }
            double time = isBad ? anyNumber(&random) : now;
            if (vlDeviceSample_IsGood(&sample)) { // 1e300 m and 1e300 m/s are good values
                vlTwist twist = vlVelocity_Update(&velocity, time, &sample);
                assert_true(vlIsFinite(twist.linear) && vlIsFinite(twist.angular));
            }
        }
    }
}

static void definitions_out_of_range_are_refused(void** state)
{
    (void)state;
    vlVelocity velocity;
    for (int i = 0; i < 9; ++i) {
        vlVelocityDef def = vlDefaultVelocityDef();
        switch (i) {
        case 0: def.cut = 0.0; break;
        case 1: def.quantum = -1e-5; break;
        case 2: def.angularQuantum = (double)NAN; break;
        case 3: def.window = 0; break;
        case 4: def.window = VL_MAX_VELOCITY_WINDOW + 1; break;
        case 5: def.maxSpeed = HUGE_VAL; break;
        case 6: def.maxSpin = 0.0; break;
        case 7: def.maxGap = -1.0; break;
        default: def.rule = (vlVelocityRule)7; break;
        }
        assert_int_equal(vlVelocity_Init(&velocity, &def), VL_ERROR_ARGUMENT);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_jump_starts_anew_and_gives_no_velocity),
        cmocka_unit_test(what_was_seen_before_changes_nothing),
        cmocka_unit_test(a_device_that_counts_anew_is_followed_after_the_gap),
        cmocka_unit_test(the_device_s_own_word_counts_if_it_makes_sense),
        cmocka_unit_test(nonsense_in_gives_finite_out),
        cmocka_unit_test(definitions_out_of_range_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
