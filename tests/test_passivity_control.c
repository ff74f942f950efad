// SPDX-License-Identifier: MIT
// The passivity controller with a free device of some mass, moved exactly between ticks: passive
// worlds are left alone, active ones are made passive, and the audit distinguishes the two.

#include "haptic/passivity_control.h"
#include "haptic/port_booking.h"
#include "models/random.h"
#include "test.h"
#include "volar/governor.h"
#include "volar/passivity.h"
#include "volar/velocity.h"

#define TICK 1e-3 // s

// A device of mass m and a spring that responds some ticks late, limited to the device's force.
typedef struct Rig {
    double mass;      // kg; and kg m2 about each axis
    double stiffness; // N/m, N m/rad
    double damping;   // N s/m, N m s/rad
    double most;      // N, N m
    int delay;        // ticks
    bool isTurning;   // about y instead of moving along x
} Rig;

typedef struct Outcome {
    vlPassivity passivity;
    vlPortLedger ledger;
    double lowest;   // J, of the true energy put in by the hand
    double furthest; // m or rad, in the last quarter
} Outcome;

#define MAX_DELAY 8

static double cut(double value, double most)
{
    return fmax(-most, fmin(most, value));
}

// Two seconds after a push, with the hand shaking at 3 Hz.
static Outcome run(const Rig* rig, bool isOn, double push)
{
    Outcome out = {.lowest = 0.0};
    vlPassivityDef def = vlDefaultPassivityDef();
    def.isOn = isOn;
    def.maxDamping = rig->isTurning ? 0.0 : 80.0;
    def.maxAngularDamping = rig->isTurning ? 80.0 : 0.0;
    assert_int_equal(vlPassivity_Init(&out.passivity, &def), VL_OK);
    vlPortLedger_Init(&out.ledger);
    double late[MAX_DELAY + 1] = {0.0};
    double x = 0.0;
    double v = push;
    double energy = 0.0;
    vlVec3 axis = rig->isTurning ? vlVec(0.0, 1.0, 0.0) : vlVec(1.0, 0.0, 0.0);
    for (int k = 0; k < 2000; ++k) {
        late[k % (MAX_DELAY + 1)] = cut(-rig->stiffness * x - rig->damping * v, rig->most);
        double wanted = k >= rig->delay ? late[(k - rig->delay) % (MAX_DELAY + 1)] : 0.0;
        vlPose pose = vlIdentityPose();
        vlTwist twist = {vlZero(), vlZero()};
        vlWrench wrench = {vlZero(), vlZero()};
        if (rig->isTurning) {
            pose.q = vlQuatFromRotationVector(vlScale(axis, x));
            twist.angular = vlScale(axis, v);
            wrench.torque = vlScale(axis, wanted);
        } else {
            pose.p = vlScale(axis, x);
            twist.linear = vlScale(axis, v);
            wrench.force = vlScale(axis, wanted);
        }
        vlWrench sent =
            vlPassivity_Apply(&out.passivity, TICK, &pose, &twist, &wrench, &out.ledger);
        double f = vlDot(axis, rig->isTurning ? sent.torque : sent.force);
        double a = (f + 0.2 * sin(6.0 * 3.1416 * k * TICK)) / rig->mass;
        double step = v * TICK + 0.5 * a * TICK * TICK;
        energy -= f * step;
        out.lowest = fmin(out.lowest, energy);
        out.furthest = k >= 1500 ? fmax(out.furthest, fabs(x)) : 0.0;
        x += step;
        v += a * TICK;
    }
    return out;
}

static void a_passive_world_is_left_alone(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(1);
    for (int i = 0; i < 100; ++i) {
        double stiffness = vlRandom_Log(&random, 10.0, 2000.0);
        Rig rig = {.mass = 0.2, .stiffness = stiffness, .most = 1e3, .isTurning = i % 2 == 1};
        // Passive when sampled if the damping is above half a tick of stiffness; here three times
        // that.
        rig.damping = 1.5 * stiffness * TICK + vlRandom_Range(&random, 0.1, 2.0);
        Outcome out = run(&rig, true, vlRandom_Range(&random, -0.3, 0.3));
        assert_int_equal(out.passivity.acted, 0);
        assert_true(out.passivity.dissipated == 0.0);
        // Not below zero, except for rounding of a sum of 0.01 J.
        assert_true(out.lowest > -1e-15 && out.passivity.lowest > -1e-15);
        vlAudit audit = vlPortLedger_Audit(&out.ledger, 1e-12);
        assert_true(!audit.isActive && audit.givenToHand < 0.0);
    }
}

static void a_late_stiff_spring_is_active_without_and_passive_with_the_controller(void** state)
{
    (void)state;
    for (int i = 0; i < 16; ++i) {
        Rig rig = {.mass = i % 4 < 2 ? 0.2 : 0.5,
                   .stiffness = i < 8 ? 3000.0 : 6000.0,
                   .most = 20.0,
                   .delay = i % 8 < 4 ? 3 : 2,
                   .isTurning = i % 2 == 1};
        // The controller foresees a motion of v dt, but the device moves by v dt + f dt^2/2m: at
        // full force f^2 dt^2/2m may be given in a tick before the controller knows, and the next
        // tick takes it back.
        double tolerance = rig.most * rig.most * TICK * TICK / (2.0 * rig.mass);
        Outcome off = run(&rig, false, 0.2);
        Outcome on = run(&rig, true, 0.2);
        vlAudit audit = vlPortLedger_Audit(&off.ledger, tolerance);
        assert_true(audit.isActive && audit.isPortActive[VL_PORT_DEVICE]);
        assert_true(audit.mostGivenToHand > 0.1);
        assert_int_equal(off.passivity.acted, 0);
        audit = vlPortLedger_Audit(&on.ledger, tolerance);
        assert_true(on.lowest > -tolerance && !audit.isActive);
        assert_true(on.passivity.acted > 0 && on.passivity.dissipated > 0.0);
        assert_true(on.furthest < 0.2 * off.furthest);
    }
}

static void the_damper_takes_just_what_is_missing(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(3);
    for (int i = 0; i < 100; ++i) {
        vlPassivityDef def = vlDefaultPassivityDef();
        def.maxDamping = 100.0;
        def.maxAngularDamping = 1.0;
        vlPassivity passivity;
        assert_int_equal(vlPassivity_Init(&passivity, &def), VL_OK);
        vlTwist twist = {vlRandom_Direction(&random), vlRandom_Direction(&random)};
        vlWrench wanted = {vlScale(twist.linear, vlRandom_Range(&random, 1.0, 90.0)), vlZero()};
        vlPose pose = vlIdentityPose();
        vlWrench sent = vlPassivity_Apply(&passivity, TICK, &pose, &twist, &wanted, NULL);
        // Nothing was put in, so nothing may be given: no power, to rounding of 90 W.
        double power = vlDot(sent.force, twist.linear) + vlDot(sent.torque, twist.angular);
        assert_true(vlIsNear(power, 0.0, 1e-12));
        assert_true(passivity.saturated == 0 && passivity.acted == 1);
    }
}

static void the_largest_damping_bounds_what_the_controller_adds(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(2);
    vlPassivityDef def = vlDefaultPassivityDef();
    def.maxDamping = 3.0;
    def.maxAngularDamping = 0.02;
    vlPassivity passivity;
    assert_int_equal(vlPassivity_Init(&passivity, &def), VL_OK);
    vlPose pose = vlIdentityPose();
    for (int k = 0; k < 2000; ++k) { // a world that always pushes along
        vlTwist twist = {vlRandom_InBall(&random), vlScale(vlRandom_InBall(&random), 20.0)};
        vlWrench wanted = {vlScale(twist.linear, 50.0), vlScale(twist.angular, 0.5)};
        vlWrench sent = vlPassivity_Apply(&passivity, TICK, &pose, &twist, &wanted, NULL);
        vlVec3 force = vlSub(sent.force, wanted.force);
        vlVec3 torque = vlSub(sent.torque, wanted.torque);
        // s (b v, bt w), one s for both, at most 1; differences of 50 N round by 1e-14.
        assert_true(passivity.share >= 0.0 && passivity.share <= 1.0);
        vlVec3 damper = vlScale(twist.linear, -3.0 * passivity.share);
        vlVec3 turnDamper = vlScale(twist.angular, -0.02 * passivity.share);
        assert_true(vlLength(vlSub(force, damper)) < 1e-13);
        assert_true(vlLength(vlSub(torque, turnDamper)) < 1e-13);
        pose.p = vlMulAdd(pose.p, TICK, twist.linear);
        pose.q = vlMulQ(vlQuatFromRotationVector(vlScale(twist.angular, TICK)), pose.q);
    }
    assert_true(passivity.saturated > 1900 && passivity.energy < -1.0);
}

// Energy put in by pushing may come back by rotation: that is not activity.
static void energy_may_pass_from_pushing_to_turning(void** state)
{
    (void)state;
    vlPassivityDef def = vlDefaultPassivityDef();
    def.maxAngularDamping = 1.0;
    vlPassivity passivity;
    vlPortLedger ledger;
    assert_int_equal(vlPassivity_Init(&passivity, &def), VL_OK);
    vlPortLedger_Init(&ledger);
    vlPose pose = vlIdentityPose();
    for (int k = 0; k < 1000; ++k) {
        bool isPushing = k < 500;
        vlTwist twist = {vlVec(isPushing ? 0.1 : 0.0, 0.0, 0.0),
                         vlVec(0.0, 0.0, isPushing ? 0.0 : 1.0)};
        vlWrench wanted = {vlVec(isPushing ? -2.0 : 0.0, 0.0, 0.0),
                           vlVec(0.0, 0.0, isPushing ? 0.0 : 0.199)}; // 0.1 J in, 0.0995 J out
        (void)vlPassivity_Apply(&passivity, TICK, &pose, &twist, &wanted, &ledger);
        pose.p = vlMulAdd(pose.p, TICK, twist.linear);
        pose.q = vlMulQ(vlQuatFromRotationVector(vlScale(twist.angular, TICK)), pose.q);
    }
    assert_int_equal(passivity.acted, 0);
    // The last tick has not ended yet.
    assert_true(vlIsNear(ledger.ports[VL_PORT_DEVICE].net, 0.1 - 0.0995 + 0.000199, 1e-12));
}

static void credit_is_forgotten_beyond_its_bound(void** state)
{
    (void)state;
    for (int i = 0; i < 2; ++i) {
        vlPassivityDef def = vlDefaultPassivityDef();
        def.maxCredit = i == 0 ? HUGE_VAL : 0.01;
        def.maxDamping = 1e3;
        vlPassivity passivity;
        vlPortLedger ledger;
        assert_int_equal(vlPassivity_Init(&passivity, &def), VL_OK);
        vlPortLedger_Init(&ledger);
        vlPose pose = vlIdentityPose();
        for (int k = 0; k < 1000; ++k) { // 0.05 J in, then 0.03 J wanted back
            double v = k < 500 ? 0.1 : -0.1;
            vlTwist twist = {vlVec(v, 0.0, 0.0), vlZero()};
            vlWrench wanted = {vlVec(k < 500 ? -1.0 : -0.6, 0.0, 0.0), vlZero()};
            (void)vlPassivity_Apply(&passivity, TICK, &pose, &twist, &wanted, &ledger);
            pose.p.x += v * TICK;
        }
        // All of it comes back, or at most the credit; the ledger keeps everything.
        double rest = i == 0 ? 0.02 : 0.04;
        assert_int_equal(passivity.acted > 0, i == 1);
        // 1e-4: one tick, 6e-5 J.
        assert_true(vlIsNear(ledger.ports[VL_PORT_DEVICE].net, rest, 1e-4));
    }
}

static void what_was_really_sent_is_what_counts(void** state)
{
    (void)state;
    vlPassivityDef def = vlDefaultPassivityDef();
    vlPassivity passivity;
    vlPortLedger ledger;
    assert_int_equal(vlPassivity_Init(&passivity, &def), VL_OK);
    vlPortLedger_Init(&ledger);
    vlPose pose = vlIdentityPose();
    vlTwist twist = {vlVec(0.1, 0.0, 0.0), vlZero()};
    vlWrench wanted = {vlVec(-5.0, 0.0, 0.0), vlZero()};
    vlWrench sent = {vlVec(-1.0, 0.0, 0.0), vlZero()};
    (void)vlPassivity_Apply(&passivity, TICK, &pose, &twist, &wanted, &ledger);
    vlPassivity_SetSent(&passivity, &sent);
    pose.p.x = 1e-4;
    (void)vlPassivity_Apply(&passivity, TICK, &pose, &twist, &wanted, &ledger);
    assert_true(vlIsNear(passivity.energy, 1e-4, 1e-18));
    assert_true(ledger.ports[VL_PORT_DEVICE].net == passivity.energy);
}

static void jumps_and_bad_numbers_count_nothing(void** state)
{
    (void)state;
    vlPassivityDef def = vlDefaultPassivityDef();
    vlPassivity passivity;
    assert_int_equal(vlPassivity_Init(&passivity, &def), VL_OK);
    vlPose pose = vlIdentityPose();
    vlTwist twist = {vlZero(), vlZero()};
    vlWrench wanted = {vlVec(-5.0, 0.0, 0.0), vlZero()};
    (void)vlPassivity_Apply(&passivity, TICK, &pose, &twist, &wanted, NULL);
    pose.p.x = 1.0;
    (void)vlPassivity_Apply(&passivity, TICK, &pose, &twist, &wanted, NULL);
    assert_true(passivity.energy == 0.0);
    assert_int_equal(passivity.dismissed, 1);
    // A measurement every 10 ms at 1 m/s is a valid motion, although it would be 10 m/s within one
    // tick.
    for (int k = 0; k < 10; ++k) {
        pose.p.x += k == 9 ? 0.01 : 0.0;
        (void)vlPassivity_Apply(&passivity, TICK, &pose, &twist, &wanted, NULL);
    }
    assert_true(vlIsNear(passivity.energy, 0.05, 1e-15));
    // It passes through unchanged; the governor stops it.
    vlWrench bad = {vlVec((double)NAN, 0.0, 0.0), vlZero()};
    vlWrench sent = vlPassivity_Apply(&passivity, TICK, &pose, &twist, &bad, NULL);
    assert_true(isnan(sent.force.x));
    pose.p.x += 1e-3;
    sent = vlPassivity_Apply(&passivity, TICK, &pose, &twist, &wanted, NULL);
    assert_true(sent.force.x == -5.0);
    assert_true(vlIsNear(passivity.energy, 0.05, 1e-15));
    (void)vlPassivity_Apply(&passivity, -1.0, &pose, &twist, &wanted, NULL);
    (void)vlPassivity_Apply(&passivity, (double)NAN, &pose, &twist, &wanted, NULL);
    assert_true(isfinite(passivity.energy));
    assert_int_equal(passivity.dismissed, 4);
}

// All stages in a row: quantised pose, estimated velocity, late stiff spring, controller, governor.
static void with_an_encoder_and_a_governor_the_world_stays_passive(void** state)
{
    (void)state;
    for (int i = 0; i < 2; ++i) {
        const double mass = 0.3;
        vlVelocityDef velocityDef = vlDefaultVelocityDef();
        velocityDef.rule = VL_VELOCITY_WINDOW;
        vlVelocity velocity;
        vlPassivityDef def = vlDefaultPassivityDef();
        def.isOn = i == 1;
        def.maxDamping = 60.0;
        vlPassivity passivity;
        vlGovernor governor;
        vlGovernorLimits limits = vlGovernor_DefaultLimits(12.0, 0.0);
        vlPortLedger ledger;
        assert_int_equal(vlVelocity_Init(&velocity, &velocityDef), VL_OK);
        assert_int_equal(vlPassivity_Init(&passivity, &def), VL_OK);
        assert_int_equal(vlGovernor_Init(&governor, &limits), VL_OK);
        vlPortLedger_Init(&ledger);
        double late[4] = {0.0};
        double x = 0.0;
        double v = 0.0;
        for (int k = 0; k < 4000; ++k) {
            double seen = 1e-5 * floor(x / 1e-5 + 0.5);
            vlDeviceSample sample = {.time = k * TICK,
                                     .sequence = (uint64_t)k + 1,
                                     .pose = {{seen, 0.0, 0.0}, vlIdentityQuat()}};
            vlTwist twist = vlVelocity_Update(&velocity, sample.time, &sample);
            late[k % 4] = -3000.0 * seen;
            vlWrench wanted = {vlVec(late[(k + 1) % 4], 0.0, 0.0), vlZero()};
            vlWrench damped =
                vlPassivity_Apply(&passivity, TICK, &sample.pose, &twist, &wanted, &ledger);
            vlGovernorInput input = {.now = sample.time,
                                     .sequence = sample.sequence,
                                     .pose = sample.pose,
                                     .twist = twist,
                                     .wanted = damped};
            vlWrench sent;
            (void)vlGovernor_Apply(&governor, &input, &sent);
            vlPassivity_SetSent(&passivity, &sent);
            double a = (sent.force.x + 0.5 * sin(12.0 * k * TICK)) / mass;
            x += v * TICK + 0.5 * a * TICK * TICK;
            v += a * TICK;
        }
        // As above, 12 N: f^2 dt^2/2m. Measured 1.3e-4 J with the controller, 0.2 J without.
        vlAudit audit = vlPortLedger_Audit(&ledger, 12.0 * 12.0 * TICK * TICK / (2.0 * mass));
        assert_int_equal(audit.isActive, i == 0);
    }
}

static void the_ledger_adds_up_and_the_audit_names_the_source(void** state)
{
    (void)state;
    vlPortLedger ledger;
    vlPortLedger_Init(&ledger);
    vlAudit audit = vlPortLedger_Audit(&ledger, 0.0);
    assert_false(audit.isActive);
    const double booked[] = {0.5, -1.0, 0.25, -0.5, 1.0};
    for (int i = 0; i < 5; ++i) {
        vlPortLedger_Book(&ledger, VL_PORT_DEVICE, booked[i]);
    }
    vlPortLedger_Book(&ledger, VL_PORT_FRICTION, 2.0);
    vlPortLedger_Book(&ledger, VL_PORT_CONTACT, -1.5);
    vlPortLedger_Book(&ledger, VL_PORT_INTEGRATION, -0.125);
    vlPortLedger_Book(&ledger, VL_PORT_CONTACT, (double)NAN);
    vlPortLedger_Book(&ledger, VL_PORT_CONTACT, HUGE_VAL);
    vlPortLedger_Book(&ledger, VL_PORT_COUNT, 1.0);
    const vlPortEnergy* device = &ledger.ports[VL_PORT_DEVICE];
    assert_true(device->net == 0.25 && device->taken == 1.75 && device->given == 1.5);
    assert_true(device->lowest == -0.75 && device->highest == 0.5);
    audit = vlPortLedger_Audit(&ledger, 0.5);
    assert_true(audit.isActive && audit.source == VL_PORT_CONTACT);
    assert_true(audit.givenToHand == -0.25 && audit.mostGivenToHand == 0.75);
    assert_true(audit.mostTakenOfHand == 0.5 && audit.port[VL_PORT_FRICTION] == 2.0);
    assert_true(audit.isPortActive[VL_PORT_CONTACT] && !audit.isPortActive[VL_PORT_INTEGRATION]);
    assert_int_equal(audit.refused, 3);
    assert_false(vlPortLedger_Audit(&ledger, 0.75).isActive);
    // The hand's own port shows the energy, but is never named as the cause.
    vlPortLedger_Book(&ledger, VL_PORT_DEVICE, -9.0);
    assert_true(vlPortLedger_Audit(&ledger, 0.75).source == VL_PORT_CONTACT);
    assert_string_equal(vlPort_Name(VL_PORT_FRICTION), "friction");
    assert_string_equal(vlPort_Name(VL_PORT_COUNT), "unknown");
}

static void definitions_out_of_range_are_refused(void** state)
{
    (void)state;
    const double bad[] = {-1.0, HUGE_VAL, (double)NAN, 0.0, (double)NAN};
    vlPassivity passivity;
    for (int i = 0; i < 5; ++i) {
        vlPassivityDef def = vlDefaultPassivityDef();
        double* numbers[] = {&def.maxDamping, &def.maxAngularDamping, &def.maxCredit, &def.maxSpeed,
                             &def.maxSpin};
        *numbers[i] = bad[i];
        assert_int_equal(vlPassivity_Init(&passivity, &def), VL_ERROR_ARGUMENT);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_passive_world_is_left_alone),
        cmocka_unit_test(a_late_stiff_spring_is_active_without_and_passive_with_the_controller),
        cmocka_unit_test(the_damper_takes_just_what_is_missing),
        cmocka_unit_test(the_largest_damping_bounds_what_the_controller_adds),
        cmocka_unit_test(energy_may_pass_from_pushing_to_turning),
        cmocka_unit_test(credit_is_forgotten_beyond_its_bound),
        cmocka_unit_test(what_was_really_sent_is_what_counts),
        cmocka_unit_test(jumps_and_bad_numbers_count_nothing),
        cmocka_unit_test(with_an_encoder_and_a_governor_the_world_stays_passive),
        cmocka_unit_test(the_ledger_adds_up_and_the_audit_names_the_source),
        cmocka_unit_test(definitions_out_of_range_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
