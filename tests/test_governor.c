// SPDX-License-Identifier: MIT
// Every rule of the governor by itself: what it does, when it ends, and what it records.

#include <float.h>
#include <string.h>

#include "governor_fixture.h"
#include "models/random.h"
#include "test.h"

// Products of a few numbers: a rounding each.
#define EXACT 1e-12

static void force_begins_softly(void** state)
{
    (void)state;
    Bench bench = makeBench();
    bench.input.wanted.force = vlVec(0.0, 4.0, 0.0);
    for (int k = 0; k <= 600; ++k) {
        tick(&bench);
        double share = k < 500 ? k * TICK / 0.5 : 1.0;
        assert_true(vlIsNear(bench.sent.force.y, 4.0 * share, 1e-9)); // sums of 500 roundings
        assert_int_equal((bench.flags & VL_GOVERNOR_RAMPING) != 0, share < 1.0 - 1e-9);
        assert_int_equal(bench.flags & ~VL_GOVERNOR_RAMPING, 0);
    }
    assert_int_equal(vlGovernor_GetRecordCount(&bench.governor), 0);
    vlGovernor_Restart(&bench.governor);
    tick(&bench);
    assert_true(isZero(bench.sent));
}

static void too_much_is_cut_and_keeps_its_direction(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(1);
    for (int i = 0; i < 50; ++i) {
        vlVec3 direction = vlRandom_Direction(&random);
        vlVec3 axis = vlRandom_Direction(&random);
        double size = vlRandom_Log(&random, 11.0, 1e300);
        Bench bench = makeRunning(vlScale(direction, size));
        bench.input.wanted.torque = vlScale(axis, size);
        tickFor(&bench, 0.1);
        assert_true(vlLength(vlSub(bench.sent.force, vlScale(direction, 10.0))) < 10.0 * EXACT);
        assert_true(vlLength(vlSub(bench.sent.torque, vlScale(axis, 0.2))) < 0.2 * EXACT);
        assert_true(isTripped(&bench, VL_TRIP_FORCE) && isTripped(&bench, VL_TRIP_TORQUE));
        const vlTripCount* count = &bench.governor.counts[VL_TRIP_FORCE];
        assert_int_equal(count->spells, 1);
        assert_int_equal(count->ticks, 700);
        assert_true(vlIsNear(count->worst / size, 1.0, EXACT));
    }
}

static void a_step_becomes_a_slope(void** state)
{
    (void)state;
    Bench bench = makeRunning(vlZero());
    bench.input.wanted.force = vlVec(9.0, 0.0, 0.0);
    bench.input.wanted.torque = vlVec(0.0, 0.0, -0.18);
    double rate = bench.governor.limits.maxForceRate;
    assert_true(vlIsNear(rate, 2500.0, EXACT * 2500.0));
    const double expected[] = {2.5, 5.0, 7.5, 9.0, 9.0};
    for (int k = 0; k < 5; ++k) {
        tick(&bench);
        // 1e-9: 1 ms read from a clock near 0.6 s.
        assert_true(vlIsNear(bench.sent.force.x, expected[k], 1e-9));
        assert_true(vlIsNear(bench.sent.torque.z, -0.02 * expected[k], 1e-9));
        assert_int_equal(isTripped(&bench, VL_TRIP_FORCE_RATE), k < 3);
        assert_int_equal(isTripped(&bench, VL_TRIP_TORQUE_RATE), k < 3);
    }
    vlTripRecord record;
    assert_int_equal(vlGovernor_GetRecord(&bench.governor, 0, &record), VL_OK);
    assert_int_equal(record.cause, VL_TRIP_FORCE_RATE);
    assert_true(vlIsNear(record.value, 9000.0, 1e-6) && record.limit == rate); // 9 N in 1 ms
}

// What a hand feels that moves into a wall of 1000 N/m at 0.5 m/s when the loop stands still.
static void after_a_stall_the_force_rises_as_ever(void** state)
{
    (void)state;
    const double stalls[] = {0.005, 0.02, 0.06, 0.3};
    for (size_t i = 0; i < sizeof stalls / sizeof stalls[0]; ++i) {
        for (int turned = 0; turned < 2; ++turned) {
            Bench bench = makeRunning(vlZero());
            double most = bench.governor.limits.maxForce;
            double rate = bench.governor.limits.maxForceRate; // all of it in four periods
            bool isClock = stalls[i] > 0.1;
            double force = 0.0;
            bench.input.now += stalls[i] - TICK;
            for (int k = 0; k < 10; ++k) {
                double depth = 0.5 * (stalls[i] + k * TICK);
                vlVec3 wanted = vlVec(0.0, 0.0, 1000.0 * depth);
                bench.input.wanted.force = turned == 0 ? wanted : vlZero();
                bench.input.wanted.torque = turned == 1 ? vlScale(wanted, 0.02) : vlZero();
                tick(&bench);
                double sent = turned == 0 ? bench.sent.force.z : bench.sent.torque.z / 0.02;
                if (isClock) {
                    assert_true(sent <= most * k * TICK / 0.5 + 1e-9); // zero, then softly
                } else {
                    assert_true(sent - force <= (k == 0 ? 2.0 : 1.0) * rate * TICK + 1e-9);
                    assert_true(sent >=
                                fmin(fmin(1000.0 * depth, most), fmin(2.0 + k, 4.0) * rate * TICK) -
                                    1e-9);
                }
                force = sent;
            }
            assert_int_equal(bench.governor.counts[VL_TRIP_CLOCK].ticks, isClock ? 1 : 0);
        }
    }
    // A loop that is slow by design is not late.
    Bench slow = makeRunning(vlZero());
    slow.input.period = 0.005;
    slow.input.wanted.force = vlVec(9.0, 0.0, 0.0);
    slow.input.now += 0.005 - TICK;
    tick(&slow);
    assert_true(slow.sent.force.x == 9.0);
    // Nor does a period that is no number open the limit.
    const double periods[] = {0.0, -1.0, (double)NAN, -HUGE_VAL};
    for (size_t i = 0; i < sizeof periods / sizeof periods[0]; ++i) {
        Bench bench = makeRunning(vlZero());
        bench.input.period = periods[i];
        bench.input.wanted.force = vlVec(9.0, 0.0, 0.0);
        bench.input.now += 0.05;
        tick(&bench);
        assert_true(vlIsNear(bench.sent.force.x, 5.0, 1e-9));
    }
}

static void one_bad_number_gives_zero_until_all_were_good_for_a_while(void** state)
{
    (void)state;
    const double bad[] = {(double)NAN, HUGE_VAL, -HUGE_VAL};
    for (int i = 0; i < 19 * 3; ++i) {
        Bench bench = makeRunning(vlVec(1.0, 2.0, 3.0));
        vlGovernorInput good = bench.input;
        vlGovernorInput* in = &bench.input;
        double* numbers[] = {
            &in->pose.p.x,        &in->pose.p.y,        &in->pose.p.z,        &in->pose.q.w,
            &in->pose.q.x,        &in->pose.q.y,        &in->pose.q.z,        &in->twist.linear.x,
            &in->twist.linear.y,  &in->twist.linear.z,  &in->twist.angular.x, &in->twist.angular.y,
            &in->twist.angular.z, &in->wanted.force.x,  &in->wanted.force.y,  &in->wanted.force.z,
            &in->wanted.torque.x, &in->wanted.torque.y, &in->wanted.torque.z};
        *numbers[i / 3] = bad[i % 3];
        tick(&bench);
        assert_true(isZero(bench.sent));
        assert_true(isTripped(&bench, VL_TRIP_NOT_FINITE));
        assert_true(bench.governor.records[0].value == 1.0); // one number
        good.now = in->now;
        good.sequence = in->sequence;
        bench.input = good;
        for (int k = 0; k < 100; ++k) {
            tick(&bench);
            assert_true(isZero(bench.sent) && (bench.flags & VL_GOVERNOR_HELD) != 0);
        }
        // Then a soft start.
        for (int k = 1; k <= 500; ++k) {
            tick(&bench);
            assert_true(vlIsNear(bench.sent.force.y, 2.0 * k / 500.0, 1e-9));
        }
        tick(&bench); // 500 sums of a rounded tick may fall short of 1
        assert_int_equal(bench.flags, 0);
    }
}

static void a_device_that_jumps_gets_zero_and_a_new_start(void** state)
{
    (void)state;
    for (int kind = 0; kind < 4; ++kind) {
        Bench bench = makeRunning(vlVec(0.0, 0.0, 5.0));
        switch (kind) {
        case 0: bench.input.pose.p.x += 1.0; break;
        case 1: bench.input.pose.q = vlQuatFromRotationVector(vlVec(0.0, 1.0, 0.0)); break;
        case 2: bench.input.twist.linear.z = -6.0; break;
        default: bench.input.twist.angular.y = 1e300; break;
        }
        tick(&bench);
        assert_true(isZero(bench.sent) && isTripped(&bench, VL_TRIP_JUMP));
        const vlTripRecord* record = &bench.governor.records[0];
        // 1 m and 1 rad (4 sin(1/4)) in a tick of 1 ms that the clock rounds.
        const double values[] = {1000.0, 4.0 * sin(0.25) / TICK, 6.0, 1e300};
        assert_true(vlIsNear(record->value / values[kind], 1.0, 1e-9));
        bench.input.twist = (vlTwist){vlZero(), vlZero()};
        for (int k = 1; k <= 500; ++k) { // it stays at this place, so there is no further trip
            tick(&bench);
            assert_true(vlIsNear(bench.sent.force.z, 5.0 * k / 500.0, 1e-9));
        }
        assert_int_equal(bench.governor.counts[VL_TRIP_JUMP].ticks, 1);
    }
}

static void a_device_at_an_impossible_place_gets_nothing_while_it_is_there(void** state)
{
    (void)state;
    const double places[] = {10.1, 1e9, 1e300, DBL_MAX};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; ++i) {
        Bench bench = makeRunning(vlVec(0.0, 0.0, 5.0));
        bench.input.pose.p.y = -places[i];
        for (int k = 0; k < 2000; ++k) { // longer than any soft start
            tick(&bench);
            assert_true(isZero(bench.sent) && isTripped(&bench, VL_TRIP_PLACE));
        }
        assert_int_equal(bench.governor.counts[VL_TRIP_PLACE].spells, 1);
        assert_int_equal(bench.governor.counts[VL_TRIP_PLACE].ticks, 2000);
        bench.input.pose.p.y = -9.9; // a possible place; going back is a jump
        tick(&bench);
        assert_true(isZero(bench.sent) && !isTripped(&bench, VL_TRIP_PLACE));
        tick(&bench);
        assert_true(vlIsNear(bench.sent.force.z, 5.0 / 500.0, 1e-9)); // softly
        tickFor(&bench, 0.6);
        assert_true(vlIsNear(bench.sent.force.z, 5.0, 1e-9));
    }
}

static void a_slow_device_and_an_early_tick_are_no_jump(void** state)
{
    (void)state;
    Bench bench = makeRunning(vlZero());
    double start = bench.input.now;
    for (int k = 1; k <= 1000; ++k) { // measured at 100 Hz, moving at 2 m/s
        bench.input.now = start + k * TICK;
        bench.input.sequence += k % 10 == 0 ? 1 : 0;
        bench.input.pose.p.x = k % 10 == 0 ? 2.0 * k * TICK : bench.input.pose.p.x;
        bench.flags = vlGovernor_Apply(&bench.governor, &bench.input, &bench.sent);
        assert_int_equal(bench.flags, 0);
    }
    // The same orientation given by the other of its two quaternions.
    bench.input.pose.q.w = -1.0;
    tick(&bench);
    assert_int_equal(bench.flags, 0);
    // A tick 0.9 ms late, the next in time.
    for (int k = 0; k < 2; ++k) {
        bench.input.now += k == 0 ? 1.9e-3 : 1e-4;
        ++bench.input.sequence;
        bench.input.pose.p.x += 2.0e-3;
        bench.flags = vlGovernor_Apply(&bench.governor, &bench.input, &bench.sent);
        assert_int_equal(bench.flags, 0);
    }
}

static void old_data_fades_and_comes_back_softly(void** state)
{
    (void)state;
    for (int kind = 0; kind < 2; ++kind) { // detected by the age, or by the sequence number
        Bench bench = makeRunning(vlVec(8.0, 0.0, 0.0));
        for (int k = 1; k <= 120; ++k) {
            bench.input.age = kind == 0 ? k * TICK : 0.0;
            bench.input.sequence -= kind == 0 ? 0 : 1;
            tick(&bench);
            double late = (k * TICK - 0.05) / 0.02;
            double share = late <= 0.0 ? 1.0 : late < 1.0 ? 1.0 - late : 0.0;
            assert_true(vlIsNear(bench.sent.force.x, 8.0 * share, 1e-8)); // times of 0.7 s / 20 ms
            assert_true(k == 50 || isTripped(&bench, VL_TRIP_STALE) == (k > 50));
        }
        assert_true(isZero(bench.sent));
        bench.input.age = 0.0;
        for (int k = 1; k <= 500; ++k) {
            tick(&bench);
            assert_true(vlIsNear(bench.sent.force.x, 8.0 * k / 500.0, 1e-9));
        }
        assert_int_equal(bench.governor.counts[VL_TRIP_STALE].spells, 1);
        tick(&bench); // 500 sums of a rounded tick may fall short of 1
        assert_int_equal(bench.flags, 0);
    }
    // An infinite age is old, not invalid; a negative one is fresh.
    Bench bench = makeRunning(vlVec(8.0, 0.0, 0.0));
    bench.input.age = -3.0;
    tick(&bench);
    assert_int_equal(bench.flags, 0);
    bench.input.age = HUGE_VAL;
    tickFor(&bench, 0.01); // 8 N at 2500 N/s
    assert_true(isZero(bench.sent) && isTripped(&bench, VL_TRIP_STALE));
}

static void a_clock_that_jumps_gives_zero_and_a_new_start(void** state)
{
    (void)state;
    const double jumps[] = {0.2, -0.001, -1e9, 1e300, HUGE_VAL, (double)NAN};
    for (size_t i = 0; i < sizeof jumps / sizeof *jumps; ++i) {
        Bench bench = makeRunning(vlVec(8.0, 0.0, 0.0));
        double before = bench.input.now;
        bench.input.now += jumps[i] - TICK;
        tick(&bench);
        assert_true(isZero(bench.sent) && isTripped(&bench, VL_TRIP_CLOCK));
        bench.input.now = isfinite(jumps[i]) && jumps[i] < 1.0 ? bench.input.now : before;
        tickFor(&bench, 0.55);
        assert_true(vlIsNear(bench.sent.force.x, 8.0, EXACT * 8.0));
        assert_int_equal(bench.flags, 0);
    }
    // Asking twice at the same time changes nothing.
    Bench bench = makeRunning(vlVec(8.0, 0.0, 0.0));
    bench.input.wanted.force = vlVec(-8.0, 0.0, 0.0);
    bench.flags = vlGovernor_Apply(&bench.governor, &bench.input, &bench.sent);
    assert_int_equal(bench.flags, 0);
    assert_true(vlIsNear(bench.sent.force.x, 8.0, EXACT * 8.0));
}

static void power_cuts_only_what_pushes_along_the_motion(void** state)
{
    (void)state;
    vlVec3 force = vlVec(6.0, 3.0, 0.0);
    Bench bench = makeRunning(force);
    double most = bench.governor.limits.maxPower; // 5 W and 1 W for the torque
    assert_true(vlIsNear(most, 6.0, 6.0 * EXACT));
    bench.input.twist.linear = vlVec(2.0, 0.0, 0.0); // 12 W
    tick(&bench);
    assert_true(isTripped(&bench, VL_TRIP_POWER));
    assert_true(vlIsNear(bench.sent.force.x, 3.0, 3.0 * EXACT));
    assert_true(vlIsNear(bench.sent.force.y, 3.0, 3.0 * EXACT));
    assert_true(bench.governor.records[0].value == 12.0 && bench.governor.records[0].limit == most);
    // Against the motion nothing is cut: braking is what walls do.
    bench = makeRunning(force);
    bench.input.twist.linear = vlVec(-4.0, 0.0, 0.0);
    tick(&bench);
    assert_int_equal(bench.flags, 0);
    assert_true(vlLength(vlSub(bench.sent.force, force)) <= EXACT);
    // Force and torque share the power; a torque that takes energy does not compensate a force that
    // gives it.
    bench = makeRunning(force);
    bench.input.wanted.torque = vlVec(0.0, 0.0, 0.2);
    tickFor(&bench, 0.1);
    bench.input.twist.linear = vlVec(1.0, 0.0, 0.0);   // 6 W
    bench.input.twist.angular = vlVec(0.0, 0.0, 30.0); // 6 W
    tick(&bench);
    assert_true(vlIsNear(bench.sent.force.x, 3.0, 3.0 * EXACT));
    assert_true(vlIsNear(bench.sent.torque.z, 0.1, 0.1 * EXACT));
    bench = makeRunning(force);
    bench.input.wanted.torque = vlVec(0.0, 0.0, 0.2);
    tickFor(&bench, 0.1);
    bench.input.twist.linear = vlVec(2.0, 0.0, 0.0);    // 12 W
    bench.input.twist.angular = vlVec(0.0, 0.0, -50.0); // -10 W
    tick(&bench);
    assert_true(vlIsNear(bench.sent.force.x, 3.0, 3.0 * EXACT));
    assert_true(vlIsNear(bench.sent.torque.z, 0.2, 0.2 * EXACT));
}

static void a_hand_that_is_pushed_along_gets_so_much_energy_and_no_more(void** state)
{
    (void)state;
    Bench bench = makeRunning(vlVec(9.0, 0.0, 0.0));
    double most = bench.governor.limits.maxEnergy;
    double window = bench.governor.limits.energyWindow;
    assert_true(vlIsNear(most, 2.4, 2.4 * EXACT));
    bench.input.twist.linear = vlVec(0.5, 0.0, 0.0); // 4.5 W
    double given = 0.0;
    double first = 0.0;
    double last = bench.sent.force.x;
    for (int k = 0; k < 20000; ++k) {
        tick(&bench);
        given += bench.sent.force.x * 0.5 * TICK;
        first = first == 0.0 && isTripped(&bench, VL_TRIP_ENERGY) ? k * TICK : first;
        assert_true(bench.governor.energy <= most * (1.0 + EXACT));
        // Energy that has leaked may be given again.
        assert_true(given <= most * (1.0 + k * TICK / window));
        // The push weakens without a jolt: 6 W over half the energy, 9 N per 4.5 W.
        assert_true(fabs(bench.sent.force.x - last) < 0.05);
        last = bench.sent.force.x;
    }
    // Half of the energy is free (1.2 J at 4.5 W minus the leak), then the power falls to that of
    // the leak.
    assert_true(first > 0.25 && first < 0.5);
    double rest = bench.governor.energy;
    assert_true(vlIsNear(bench.sent.force.x * 0.5, rest / window, 1e-3 * rest)); // one tick of leak
    // Once the handle stops, everything is as before.
    bench.input.twist.linear = vlZero();
    tickFor(&bench, 10.0);
    assert_int_equal(bench.flags, 0);
    assert_true(vlIsNear(bench.sent.force.x, 9.0, 9.0 * EXACT));
}

static void a_device_without_torque_gets_none_and_that_is_no_trip(void** state)
{
    (void)state;
    Bench bench = makeBench();
    vlGovernorLimits limits = vlGovernor_DefaultLimits(3.3, 0.0);
    assert_int_equal(vlGovernor_Init(&bench.governor, &limits), VL_OK);
    bench.input.wanted.force = vlVec(1.0, 0.0, 0.0);
    bench.input.wanted.torque = vlVec(1.0, 2.0, 3.0);
    tickFor(&bench, 0.6);
    assert_int_equal(bench.flags, 0);
    assert_true(vlLength(bench.sent.torque) == 0.0 && bench.sent.force.x == 1.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(force_begins_softly),
        cmocka_unit_test(too_much_is_cut_and_keeps_its_direction),
        cmocka_unit_test(a_step_becomes_a_slope),
        cmocka_unit_test(after_a_stall_the_force_rises_as_ever),
        cmocka_unit_test(one_bad_number_gives_zero_until_all_were_good_for_a_while),
        cmocka_unit_test(a_device_that_jumps_gets_zero_and_a_new_start),
        cmocka_unit_test(a_device_at_an_impossible_place_gets_nothing_while_it_is_there),
        cmocka_unit_test(a_slow_device_and_an_early_tick_are_no_jump),
        cmocka_unit_test(old_data_fades_and_comes_back_softly),
        cmocka_unit_test(a_clock_that_jumps_gives_zero_and_a_new_start),
        cmocka_unit_test(power_cuts_only_what_pushes_along_the_motion),
        cmocka_unit_test(a_hand_that_is_pushed_along_gets_so_much_energy_and_no_more),
        cmocka_unit_test(a_device_without_torque_gets_none_and_that_is_no_trip),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
