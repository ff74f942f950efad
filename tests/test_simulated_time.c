// SPDX-License-Identifier: MIT
// What a simulated device measures and when: encoders, rate, delay, limits, and any clock.

#include <math.h>

#include "base/hash.h"
#include "simulated_fixture.h"
#include "stage.h"
#include "test.h"

#define MOST_STEPS 2000 // inner steps of a call: 0.2 s of 0.1 ms
#define GOLDEN_HASH 0x79533832de4ce0e5u
#define GOLDEN_BENT_HASH 0x57d99959e48f492au

static vlSimulatedDeviceDef preset(const char* name)
{
    vlSimulatedDeviceDef def;
    assert_int_equal(vlSimulatedDevice_GetPreset(name, &def), VL_OK);
    return def;
}

// A person who stirs.
static vlSimulatedDeviceDef stirred(const char* name)
{
    vlSimulatedDeviceDef def = preset(name);
    def.hand.amplitude = vlVec(0.02, -0.03, 0.01);
    def.hand.turn = vlVec(0.5, 0.2, -0.4);
    def.hand.frequency = 1.3;
    return def;
}

static uint64_t hashOf(uint64_t hash, const vlDeviceSample* sample)
{
    const vlQuat* q = &sample->pose.q;
    hash = vlHash_Word(vlHash_Double(hash, sample->time), sample->sequence);
    hash = vlHash_Vec(vlHash_Vec(hash, sample->pose.p), vlVec(q->x, q->y, q->z));
    return vlHash_Word(vlHash_Double(hash, q->w), sample->buttons);
}

static bool isSame(const vlDeviceSample* a, const vlDeviceSample* b)
{
    return hashOf(VL_HASH_SEED, a) == hashOf(VL_HASH_SEED, b);
}

// The rotation vector of a rotation below half a turn, by the C library.
static vlVec3 rotationVector(vlQuat q)
{
    double sine = sqrt(q.x * q.x + q.y * q.y + q.z * q.z);
    double scale = sine > 0.0 ? 2.0 * atan2(sine, q.w) / sine : 2.0;
    return vlScale(vlVec(q.x, q.y, q.z), scale);
}

static double worstOf(vlVec3 a)
{
    return fmax(fabs(a.x), fmax(fabs(a.y), fabs(a.z)));
}

static void encoders_are_never_off_by_more_than_half_a_count(void** state)
{
    (void)state;
    vlSimulatedDeviceDef def = stirred("touch");
    vlDevice* device = create(&def);
    double worst = 0.0;
    double worstTurn = 0.0;
    for (int i = 0; i < 2000; ++i) {
        vlDeviceSample sample = readAt(device, 1e-3 * i);
        vlPose truth = reportOf(device).handle;
        worst = fmax(worst, worstOf(vlSub(sample.pose.p, truth.p)));
        worstTurn =
            fmax(worstTurn, worstOf(vlSub(rotationVector(sample.pose.q), rotationVector(truth.q))));
        // On the grid, to rounding.
        double counts = sample.pose.p.x / def.resolution;
        VL_CHECK_NEAR(counts, round(counts), 1e-9);
    }
    // Half a count, plus rounding; and not much less, because the handle went through all
    // positions.
    VL_CHECK_BELOW(worst, 0.5 * def.resolution * (1.0 + 1e-9));
    VL_CHECK_BELOW(worstTurn, 0.5 * def.angularResolution * (1.0 + 1e-9));
    assert_true(worst > 0.49 * def.resolution && worstTurn > 0.49 * def.angularResolution);
    vlDevice_Close(device);
}

static void it_measures_at_its_own_rate(void** state)
{
    (void)state;
    vlSimulatedDeviceDef def = stirred("touch");
    def.info.rate = 500.0;
    vlDevice* device = create(&def);
    vlDeviceSample last = readAt(device, 7.0);
    assert_int_equal(last.sequence, 1);
    assert_true(last.time == 7.0);
    for (int i = 1; i <= 4000; ++i) { // every quarter of a millisecond
        vlDeviceSample sample = readAt(device, 7.0 + 0.25e-3 * i);
        int count = i / 8;
        assert_int_equal(sample.sequence, 1 + count);
        VL_CHECK_NEAR(sample.time, 7.0 + 2e-3 * count, 1e-12); // rounding
        if (i % 8 != 0) {
            assert_true(isSame(&sample, &last));
        }
        last = sample;
    }
    vlDevice_Close(device);
}

static void a_force_acts_after_its_delay_to_the_step(void** state)
{
    (void)state;
    vlSimulatedDeviceDef def = preset("omega6");
    def.resolution = 0.0;
    for (int delay = 0; delay <= VL_MAX_SIMULATED_DELAY; delay += 8) {
        def.motors.delay = 0.0;
        vlDevice* prompt = create(&def);
        def.motors.delay = 1e-3 * delay;
        vlDevice* late = create(&def);
        readAt(prompt, 0.0);
        readAt(late, 0.0);
        for (int i = 0; i < 200; ++i) { // a new force at every inner step
            vlVec3 force = vlVec(5.0 * sin(0.3 * i), 3.0, -4.0 * cos(0.1 * i * i));
            pushAt(prompt, 1e-4 * i, force, vlZero());
            pushAt(late, 1e-4 * i, force, vlZero());
        }
        if (delay >= 24) {
            assert_true(vlLength(readAt(late, 1e-3 * delay).pose.p) == 0.0);
        }
        // At rest until then, so it is the same motion later, bit for bit.
        for (int i = 0; i <= 10; ++i) {
            vlVec3 a = readAt(prompt, 0.02 + 1e-3 * i).pose.p;
            vlVec3 b = readAt(late, 0.02 + 1e-3 * (i + delay)).pose.p;
            assert_true(vlLength(a) > 1e-5);
            assert_memory_equal(&a, &b, sizeof a);
        }
        vlDevice_Close(prompt);
        vlDevice_Close(late);
    }
}

static void what_is_beyond_the_motors_is_cut(void** state)
{
    (void)state;
    vlSimulatedDeviceDef def = preset("sigma7");
    vlDevice* device = create(&def);
    pushAt(device, 0.0, vlVec(30.0, 0.0, 40.0), vlVec(0.0, 3.0, 0.0));
    vlSimulatedReport report = reportOf(device);
    VL_CHECK_NEAR(report.rendered.force.x, 0.6 * 12.0, 1e-14); // rounding
    VL_CHECK_NEAR(report.rendered.force.z, 0.8 * 12.0, 1e-14);
    VL_CHECK_NEAR(report.rendered.torque.y, 0.2, 1e-16);
    assert_int_equal(report.cutWrites, 1);
    pushAt(device, 0.0, vlVec(0.0, 12.0, 0.0), vlZero());
    report = reportOf(device);
    assert_true(report.rendered.force.y == 12.0);
    assert_int_equal(report.cutWrites, 1);
    vlDevice_Close(device);

    // A device without motors at the wrist.
    def = preset("touch");
    device = create(&def);
    pushAt(device, 0.0, vlZero(), vlVec(1.0, 0.0, 0.0));
    vlDeviceSample sample = readAt(device, 0.1);
    assert_true(sample.pose.q.w == 1.0);
    assert_true(vlLength(reportOf(device).rendered.torque) == 0.0);
    vlDevice_Close(device);
}

// Two equal devices under random forces and at random times; returns a hash of their measurements.
static uint64_t hashOfTwins(const vlSimulatedDeviceDef* def)
{
    vlDevice* a = create(def);
    vlDevice* b = create(def);
    vlRandom random = vlRandom_Seed(3);
    double t = 12345.678;
    uint64_t hash = VL_HASH_SEED;
    for (int i = 0; i < 3000; ++i) {
        t += vlRandom_Range(&random, 0.0, 2e-3);
        vlDeviceSample sampleA = readAt(a, t);
        vlDeviceSample sampleB = readAt(b, t);
        assert_true(isSame(&sampleA, &sampleB));
        hash = hashOf(hash, &sampleA);
        vlVec3 force = vlScale(vlRandom_InBall(&random), 10.0);
        pushAt(a, t, force, vlScale(force, 0.01));
        pushAt(b, t, force, vlScale(force, 0.01));
    }
    vlDevice_Close(a);
    vlDevice_Close(b);
    return hash;
}

// In every build and for every compiler.
static void the_same_calls_give_the_same_bits(void** state)
{
    (void)state;
    vlSimulatedDeviceDef def = stirred("premium");
    def.resolution = def.angularResolution = 0.0; // so that every bit matters
    def.motors.delay = 3e-3;
    assert_int_equal(hashOfTwins(&def), GOLDEN_HASH);
    def.mode = (vlSimulatedMode){0.3, 120.0, 0.03};
    def.angularMode = (vlSimulatedMode){0.5, 60.0, 0.05};
    def.directions = (vlSimulatedDirections){true, vlVec(0.1, 0.15, 0.2), vlVec(0.4, 0.5, 0.6),
                                             vlVec(0.02, 0.05, 0.03)};
    def.motors = (vlSimulatedMotors){1.234e-3, 0.7e-3, 5, 150.0, 0.01, 1e-4};
    assert_int_equal(hashOfTwins(&def), GOLDEN_BENT_HASH);
}

static void how_often_it_is_read_does_not_move_it(void** state)
{
    (void)state;
    vlSimulatedDeviceDef def = stirred("lambda7");
    vlDevice* slow = create(&def);
    vlDevice* fast = create(&def);
    vlDevice* any = create(&def);
    vlRandom random = vlRandom_Seed(4);
    pushAt(slow, 0.0, vlVec(1.0, -2.0, 3.0), vlVec(0.0, 0.1, 0.0));
    pushAt(fast, 0.0, vlVec(1.0, -2.0, 3.0), vlVec(0.0, 0.1, 0.0));
    pushAt(any, 0.0, vlVec(1.0, -2.0, 3.0), vlVec(0.0, 0.1, 0.0));
    for (int i = 1; i <= 1000; ++i) {
        double t = 1e-3 * i;
        vlDeviceSample sample = readAt(slow, t);
        readAt(fast, t - 0.75e-3);
        readAt(fast, t - 0.5e-3);
        readAt(fast, t - 0.25e-3);
        vlDeviceSample sampleFast = readAt(fast, t);
        readAt(any, t - vlRandom_Range(&random, 0.0, 1e-3));
        vlDeviceSample sampleAny = readAt(any, t);
        assert_true(isSame(&sample, &sampleFast) && isSame(&sample, &sampleAny));
    }
    vlDevice_Close(slow);
    vlDevice_Close(fast);
    vlDevice_Close(any);
}

static void a_clock_that_goes_back_is_waited_for(void** state)
{
    (void)state;
    vlSimulatedDeviceDef def = stirred("omni");
    vlDevice* device = create(&def);
    readAt(device, 100.0);
    vlDeviceSample sample = readAt(device, 100.15);
    // The clock went back by less than 0.1 s: nothing moves.
    vlDeviceSample back = readAt(device, 100.06);
    assert_true(isSame(&sample, &back));
    pushAt(device, 100.1, vlZero(), vlZero());
    back = readAt(device, 100.15);
    assert_true(isSame(&sample, &back));
    assert_int_equal(reportOf(device).innerSteps, 1500);

    // The clock is set back by more: the device stops for this call, and goes on with the new
    // clock.
    back = readAt(device, 3.0);
    assert_true(isSame(&sample, &back));
    vlDeviceSample next = readAt(device, 3.05);
    assert_int_equal(next.sequence, sample.sequence + 50);
    VL_CHECK_NEAR(next.time, 3.05, 1e-12); // rounding
    assert_int_equal(reportOf(device).innerSteps, 2000);
    vlDevice_Close(device);
}

static void a_clock_that_leaps_is_followed_for_a_fifth_of_a_second(void** state)
{
    (void)state;
    vlSimulatedDeviceDef def = stirred("omni");
    vlDevice* device = create(&def);
    vlDevice* steady = create(&def);
    readAt(device, 0.0);
    readAt(steady, 0.0);
    readAt(device, 0.1);
    readAt(steady, 0.1);
    vlDeviceSample after = readAt(device, 10.1);
    vlSimulatedReport report = reportOf(device);
    assert_int_equal(report.innerSteps, 1000 + MOST_STEPS);
    VL_CHECK_NEAR(report.skipped, 9.8, 1e-9); // rounding of the clock
    VL_CHECK_NEAR(after.time, 10.1, 1e-9);
    // It moved as far as in 0.2 s.
    vlDeviceSample expected = readAt(steady, 0.3);
    assert_memory_equal(&after.pose, &expected.pose, sizeof after.pose);
    assert_int_equal(after.sequence, expected.sequence);

    // An absurd clock.
    double times[] = {1e308, -1e308, 1e308, 1e18, 0.0, -5.0, 1e9};
    for (size_t i = 0; i < sizeof times / sizeof times[0]; ++i) {
        uint64_t before = reportOf(device).innerSteps;
        vlDeviceSample sample = readAt(device, times[i]);
        assert_true(vlIsFinite(sample.pose.p) && vlLength(sample.pose.p) < 0.1);
        assert_true(reportOf(device).innerSteps - before <= MOST_STEPS);
    }
    vlDeviceSample last = readAt(device, 1e9 + 1.0);
    assert_true(readAt(device, 1e9 + 1.1).sequence > last.sequence);
    vlDevice_Close(device);
    vlDevice_Close(steady);
}

static void it_gives_its_velocity_if_asked(void** state)
{
    (void)state;
    vlSimulatedDeviceDef def = stirred("omega7");
    vlDevice* device = create(&def);
    assert_false(readAt(device, 0.0).hasTwist);
    vlDevice_Close(device);
    def.hasTwist = true;
    device = create(&def);
    readAt(device, 0.0);
    vlDeviceSample sample = readAt(device, 0.1);
    vlTwist truth = reportOf(device).handleTwist;
    assert_true(sample.hasTwist && vlLength(sample.twist.linear) > 0.01);
    assert_memory_equal(&sample.twist, &truth, sizeof truth);
    vlDevice_Close(device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(encoders_are_never_off_by_more_than_half_a_count),
        cmocka_unit_test(it_measures_at_its_own_rate),
        cmocka_unit_test(a_force_acts_after_its_delay_to_the_step),
        cmocka_unit_test(what_is_beyond_the_motors_is_cut),
        cmocka_unit_test(the_same_calls_give_the_same_bits),
        cmocka_unit_test(how_often_it_is_read_does_not_move_it),
        cmocka_unit_test(a_clock_that_goes_back_is_waited_for),
        cmocka_unit_test(a_clock_that_leaps_is_followed_for_a_fifth_of_a_second),
        cmocka_unit_test(it_gives_its_velocity_if_asked),
    };
    return cmocka_run_group_tests_name("simulated time", tests, NULL, NULL);
}
