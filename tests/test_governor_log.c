// SPDX-License-Identifier: MIT
// What the governor records, what it refuses, and that no input gets past it.

#include <string.h>

#include "governor_fixture.h"
#include "models/random.h"
#include "test.h"

static void a_spell_is_one_record_however_many_ticks_it_has(void** state)
{
    (void)state;
    Bench bench = makeRunning(vlZero());
    for (int spell = 0; spell < 3; ++spell) {
        double start = bench.input.now;
        for (int k = 0; k < 90; ++k) { // flickers
            bench.input.wanted.force = vlVec(k % 30 == 0 ? 12.0 + spell : 1.0, 0.0, 0.0);
            tick(&bench);
        }
        const vlTripCount* count = &bench.governor.counts[VL_TRIP_FORCE];
        assert_int_equal(count->spells, spell + 1);
        assert_int_equal(count->ticks, 3 * (spell + 1));
        assert_true(vlIsNear(count->last, start + 61.0 * TICK, 1e-9)); // sums of ticks
        assert_true(vlIsNear(count->first, 0.601, 1e-9));
        assert_true(count->worst == 12.0 + spell);
        tickFor(&bench, 0.1);
    }
}

static void the_last_records_are_kept_in_order(void** state)
{
    (void)state;
    Bench bench = makeRunning(vlZero());
    vlTripRecord record;
    assert_int_equal(vlGovernor_GetRecord(&bench.governor, 0, &record), VL_ERROR_ARGUMENT);
    for (int spell = 0; spell < 200; ++spell) {
        bench.input.age = 1.0 + spell;
        tick(&bench);
        bench.input.age = 0.0;
        tickFor(&bench, 0.11);
        int count = vlGovernor_GetRecordCount(&bench.governor);
        assert_int_equal(count, spell < 64 ? spell + 1 : 64);
        for (int i = 0; i < count; ++i) {
            assert_int_equal(vlGovernor_GetRecord(&bench.governor, i, &record), VL_OK);
            assert_int_equal(record.cause, VL_TRIP_STALE);
            assert_true(record.value == 1.0 + spell - (count - 1 - i) && record.limit == 0.05);
        }
        assert_int_equal(vlGovernor_GetRecord(&bench.governor, count, &record), VL_ERROR_ARGUMENT);
        assert_int_equal(vlGovernor_GetRecord(&bench.governor, -1, &record), VL_ERROR_ARGUMENT);
    }
}

static void every_cause_has_its_own_name_and_text(void** state)
{
    (void)state;
    for (int i = 0; i < VL_TRIP_COUNT; ++i) {
        assert_true(strncmp(vlTripCause_Name((vlTripCause)i), "VL_TRIP_", 8) == 0);
        for (int k = 0; k < i; ++k) {
            assert_string_not_equal(vlTripCause_Text((vlTripCause)i),
                                    vlTripCause_Text((vlTripCause)k));
        }
    }
    assert_string_equal(vlTripCause_Name(VL_TRIP_STALE), "VL_TRIP_STALE");
    assert_string_equal(vlTripCause_Name(VL_TRIP_COUNT), "unknown");
    assert_non_null(vlTripCause_Text((vlTripCause)77));
}

static void limits_out_of_range_are_refused(void** state)
{
    (void)state;
    const double bad[] = {-1.0, (double)NAN, HUGE_VAL, 1e10};
    for (int i = 0; i < 12 * 4 + 1; ++i) {
        vlGovernorLimits limits = vlGovernor_DefaultLimits(10.0, 0.2);
        double* numbers[] = {&limits.maxForce,      &limits.maxTorque, &limits.maxForceRate,
                             &limits.maxTorqueRate, &limits.maxPower,  &limits.maxEnergy,
                             &limits.energyWindow,  &limits.softStart, &limits.staleAfter,
                             &limits.fadeTime,      &limits.maxSpeed,  &limits.maxSpin};
        if (i < 12 * 4) {
            *numbers[i / 4] = bad[i % 4];
        } else {
            limits.holdTicks = 0;
        }
        vlGovernor governor;
        memset(&governor, 0x5a, sizeof governor);
        vlGovernor untouched = governor;
        assert_int_equal(vlGovernor_Init(&governor, &limits), VL_ERROR_ARGUMENT);
        assert_memory_equal(&governor, &untouched, sizeof governor);
    }
}

// Mostly a usual number, sometimes anything.
static double anyNumber(vlRandom* random, double usual, int oneIn)
{
    if (vlRandom_Index(random, oneIn) != 0) {
        return vlRandom_Range(random, -usual, usual);
    }
    switch (vlRandom_Index(random, 7)) {
    case 0: return (double)NAN;
    case 1: return HUGE_VAL;
    case 2: return -1e300;
    case 3: return 1.79e308;
    case 4: return vlRandom_Log(random, 1e-320, 1e-300);
    case 5: return -0.0;
    default: return vlRandom_Range(random, -100.0, 100.0) * usual;
    }
}

static vlVec3 anyVector(vlRandom* random, double usual, int oneIn)
{
    double x = anyNumber(random, usual, oneIn);
    double y = anyNumber(random, usual, oneIn);
    return vlVec(x, y, anyNumber(random, usual, oneIn));
}

static vlGovernorLimits anyLimits(vlRandom* random)
{
    vlGovernorLimits limits = vlGovernor_DefaultLimits(vlRandom_Log(random, 0.1, 100.0),
                                                       vlRandom_Log(random, 1e-3, 10.0));
    limits.maxForceRate *= vlRandom_Log(random, 1e-3, 100.0);
    limits.maxTorqueRate *= vlRandom_Log(random, 1e-3, 100.0);
    limits.maxPower *= vlRandom_Log(random, 1e-4, 1.0);
    limits.maxEnergy *= vlRandom_Log(random, 1e-4, 1.0);
    limits.energyWindow = vlRandom_Log(random, 1e-3, 10.0);
    limits.softStart = vlRandom_Index(random, 3) == 0 ? 0.0 : vlRandom_Log(random, 1e-3, 1.0);
    limits.fadeTime = vlRandom_Index(random, 3) == 0 ? 0.0 : 0.02;
    limits.holdTicks = 1 + vlRandom_Index(random, 20);
    return limits;
}

// All that must hold for one tick, whatever the input.
static void checkTick(const vlGovernor* governor, vlWrench before, double dt, vlTwist twist,
                      vlWrench sent, uint32_t flags)
{
    const vlGovernorLimits* limits = &governor->limits;
    const double slack = 1.0 + 1e-12; // a few roundings
    assert_true(vlIsFinite(sent.force) && vlIsFinite(sent.torque));
    double force = vlLength(sent.force);
    double torque = vlLength(sent.torque);
    assert_true(force <= limits->maxForce * slack && torque <= limits->maxTorque * slack);
    // No growth beyond the limit of the rate, and no other change beyond it unless a rule cuts;
    // differences of two forces round by 1e-16 of them.
    double change = limits->maxForceRate * dt + limits->maxForce * 1e-14;
    double twistChange = limits->maxTorqueRate * dt + limits->maxTorque * 1e-14;
    assert_true(force <= vlLength(before.force) + change);
    assert_true(torque <= vlLength(before.torque) + twistChange);
    const uint32_t cuts = VL_GOVERNOR_HELD | VL_TRIP_FLAG(VL_TRIP_JUMP) |
                          VL_TRIP_FLAG(VL_TRIP_CLOCK) | VL_TRIP_FLAG(VL_TRIP_POWER) |
                          VL_TRIP_FLAG(VL_TRIP_ENERGY);
    if ((flags & cuts) == 0) {
        assert_true(vlLength(vlSub(sent.force, before.force)) <= change * slack);
        assert_true(vlLength(vlSub(sent.torque, before.torque)) <= twistChange * slack);
    }
    const uint32_t stops =
        VL_GOVERNOR_HELD | VL_TRIP_FLAG(VL_TRIP_JUMP) | VL_TRIP_FLAG(VL_TRIP_CLOCK);
    assert_true((flags & stops) == 0 || isZero(sent));
    if (!isZero(sent)) { // a force was sent, so the twist was valid
        double power = fmax(vlDot(sent.force, twist.linear), 0.0) +
                       fmax(vlDot(sent.torque, twist.angular), 0.0);
        // The power after the cut is a difference of two numbers as large as force times speed.
        double rounding =
            1e-14 * (limits->maxForce * limits->maxSpeed + limits->maxTorque * limits->maxSpin);
        assert_true(power <= limits->maxPower * slack + rounding);
    }
    assert_true(governor->energy >= 0.0 && governor->energy <= limits->maxEnergy * slack);
    assert_true(governor->ramp >= 0.0 && governor->ramp <= 1.0);
}

static void nothing_gets_past(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(20);
    uint64_t seen[VL_TRIP_COUNT] = {0};
    uint64_t rendered = 0;
    for (int run = 0; run < 200; ++run) {
        vlGovernor governor;
        vlGovernorLimits limits = anyLimits(&random);
        assert_int_equal(vlGovernor_Init(&governor, &limits), VL_OK);
        vlGovernorInput input = {.pose = vlIdentityPose()};
        int oneIn = run % 2 == 0 ? 2000 : 100; // so that it also renders for a while
        vlWrench before = {vlZero(), vlZero()};
        for (int k = 0; k < 1000; ++k) {
            double last = governor.time;
            double now = last + vlRandom_Range(&random, 0.0, 2e-3);
            input.now = vlRandom_Index(&random, oneIn) == 0 ? anyNumber(&random, 1.0, 1) : now;
            input.sequence += vlRandom_Index(&random, 100) == 0 ? vlRandom_Next(&random) : 1;
            input.period = anyNumber(&random, 1e-3, oneIn);
            input.age = fabs(anyNumber(&random, 0.04, oneIn));
            input.pose.p = anyVector(&random, 1e-3, oneIn * 3);
            input.pose.q.x = anyNumber(&random, 1e-3, oneIn * 3);
            input.twist.linear = anyVector(&random, 2.0, oneIn * 3);
            input.twist.angular = anyVector(&random, 40.0, oneIn * 3);
            input.wanted.force = anyVector(&random, 2.0 * limits.maxForce, oneIn * 3);
            input.wanted.torque = anyVector(&random, 2.0 * limits.maxTorque, oneIn * 3);
            vlWrench sent = {vlVec(1e9, 0.0, 0.0), vlZero()};
            uint32_t flags = vlGovernor_Apply(&governor, &input, &sent);
            double most = 2.0 * (input.period > 0.0 ? input.period : 1e-3);
            double dt = input.now > last && k > 0 ? fmin(input.now - last, most) : 0.0;
            checkTick(&governor, before, dt, input.twist, sent, flags);
            rendered += isZero(sent) ? 0 : 1;
            before = sent;
        }
        for (int i = 0; i < VL_TRIP_COUNT; ++i) {
            seen[i] += governor.counts[i].ticks;
            assert_true(isfinite(governor.counts[i].first) && isfinite(governor.counts[i].last));
            assert_true(isfinite(governor.counts[i].worst));
        }
    }
    // The inputs triggered every rule, not only those that stop the force.
    for (int i = 0; i < VL_TRIP_COUNT; ++i) {
        assert_true(seen[i] > 100);
    }
    assert_true(rendered > 50000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_spell_is_one_record_however_many_ticks_it_has),
        cmocka_unit_test(the_last_records_are_kept_in_order),
        cmocka_unit_test(every_cause_has_its_own_name_and_text),
        cmocka_unit_test(limits_out_of_range_are_refused),
        cmocka_unit_test(nothing_gets_past),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
