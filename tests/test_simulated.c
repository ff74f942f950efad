// SPDX-License-Identifier: MIT
// The motion of the simulated device against closed forms, and its ledger of energies.

#include <math.h>

#include "simulated_fixture.h"
#include "stage.h"
#include "test.h"

#define HOUR 3600.0

// A handle of 50 g that nobody holds, without friction, limits and encoders, 1 kHz.
static vlSimulatedDeviceDef freeHandle(void)
{
    vlSimulatedDeviceDef def;
    assert_int_equal(vlSimulatedDevice_GetPreset("sigma7", &def), VL_OK);
    def.info.maxForce = def.info.maxTorque = 0.0;
    def.mass = 0.05;
    def.inertia = 1e-4;
    def.damping = def.angularDamping = def.friction = def.angularFriction = 0.0;
    def.resolution = def.angularResolution = 0.0;
    def.hand.grip = (vlSimulatedGrip){0.0, 0.0, 0.0, 0.0};
    return def;
}

static double turnAboutZ(vlQuat q)
{
    return 2.0 * atan2(q.z, q.w);
}

static void a_free_handle_falls_under_a_constant_force(void** state)
{
    (void)state;
    vlSimulatedDeviceDef def = freeHandle();
    vlDevice* device = create(&def);
    vlVec3 force = vlVec(0.3, -0.2, 0.1);
    pushAt(device, HOUR, force, vlVec(0.0, 0.0, 2e-4));
    for (int i = 1; i <= 500; ++i) {
        double t = 1e-3 * i;
        vlDeviceSample sample = readAt(device, HOUR + t);
        vlSimulatedReport report = reportOf(device);
        // The midpoint rule is exact here: 5000 sums, each rounded by 1e-16 of 4 m/s or 0.4 J.
        vlVec3 expected = vlScale(force, 0.5 * t * t / def.mass);
        VL_CHECK_BELOW(vlLength(vlSub(sample.pose.p, expected)), 1e-12);
        VL_CHECK_BELOW(vlLength(vlSub(report.handleTwist.linear, vlScale(force, t / def.mass))),
                       1e-12);
        VL_CHECK_NEAR(turnAboutZ(sample.pose.q), 0.5 * t * t * 2e-4 / def.inertia, 1e-12);
        VL_CHECK_NEAR(report.renderedWork, report.kinetic, 1e-12);
    }
    vlDevice_Close(device);
}

// Step response of a mass on spring and damper, of the static deflection.
static double stepResponse(double m, double k, double b, double t)
{
    double decay = 0.5 * b / m;
    double omega = sqrt(k / m - decay * decay);
    return 1.0 - exp(-decay * t) * (cos(omega * t) + decay / omega * sin(omega * t));
}

static void a_handle_in_a_fixed_hand_swings_as_it_should(void** state)
{
    (void)state;
    vlSimulatedDeviceDef def = freeHandle();
    def.hand.mass = def.hand.inertia = 1e9; // 1e9: it does not move
    def.hand.grip = (vlSimulatedGrip){200.0, 0.5, 0.3, 5e-4};
    def.damping = 0.3;
    def.angularDamping = 3e-4;
    vlDevice* device = create(&def);
    pushAt(device, 0.0, vlVec(1.0, 0.0, 0.0), vlVec(0.0, 0.0, 0.06));
    double worst = 0.0;
    double worstTurn = 0.0;
    for (int i = 1; i <= 500; ++i) {
        double t = 1e-3 * i;
        vlDeviceSample sample = readAt(device, t);
        double x = sample.pose.p.x * 200.0;
        double turn = turnAboutZ(sample.pose.q) * 0.3 / 0.06;
        worst = fmax(worst, fabs(x - stepResponse(0.05, 200.0, 0.8, t)));
        worstTurn = fmax(worstTurn, fabs(turn - stepResponse(1e-4, 0.3, 8e-4, t)));
    }
    // The midpoint rule slows a frequency w by (w h)^2 / 12 of itself, 3.3e-6 here (63 rad/s) and
    // 2.5e-6 (55 rad/s); over 1 / decay = 0.125 s and 0.25 s the phase, hence the deflection, is
    // off by up to w t e^-1 times that: 1e-5, 1.3e-5. Twice that for damping.
    VL_CHECK_BELOW(worst, 2e-5);
    VL_CHECK_BELOW(worstTurn, 2.6e-5);
    vlDevice_Close(device);
}

static void coulomb_friction_holds_up_to_its_limit(void** state)
{
    (void)state;
    vlSimulatedDeviceDef def = freeHandle();
    def.friction = 0.3;
    def.angularFriction = 1e-3;
    vlDevice* device = create(&def);
    pushAt(device, 0.0, vlVec(0.0, 0.299, 0.0), vlVec(0.99e-3, 0.0, 0.0));
    vlDeviceSample held = readAt(device, 0.2);
    assert_true(held.pose.p.y == 0.0 && held.pose.q.w == 1.0); // not at all

    // Beyond the friction, the remaining force accelerates it.
    pushAt(device, 0.2, vlVec(0.0, 0.5, 0.0), vlZero());
    double y = readAt(device, 0.3).pose.p.y;
    VL_CHECK_NEAR(y, 0.5 * (0.5 - 0.3) / 0.05 * 0.01, 1e-13);

    // Without a push it stops after v^2 m / 2c, and stays. The last step ends at rest and moves
    // with half of its first velocity: an error of at most v < c h / m times h.
    double v = (0.5 - 0.3) / 0.05 * 0.1;
    pushAt(device, 0.3, vlZero(), vlZero());
    double end = readAt(device, 0.45).pose.p.y;
    VL_CHECK_NEAR(end - y, v * v * 0.05 / (2.0 * 0.3), 0.3 * 1e-4 / 0.05 * 1e-4);
    assert_true(readAt(device, 0.6).pose.p.y == end);
    vlSimulatedReport report = reportOf(device);
    assert_true(report.kinetic == 0.0);
    VL_CHECK_NEAR(report.coulombLoss, 0.3 * end, 1e-6 * 0.3 * end); // the same last step
    VL_CHECK_NEAR(report.coulombLoss, report.renderedWork, 1e-14);
    vlDevice_Close(device);
}

// Checks that the ledger closes to `share` of the energy that went through it.
static void checkLedger(const vlSimulatedReport* r, double share)
{
    double handle = r->handWork + r->renderedWork - r->kinetic - r->viscousLoss - r->coulombLoss;
    double both = r->personWork + r->renderedWork - r->kinetic - r->handKinetic - r->stored -
                  r->viscousLoss - r->coulombLoss - r->handLoss;
    double through = fabs(r->personWork) + fabs(r->renderedWork) + r->viscousLoss + r->coulombLoss +
                     r->handLoss + r->stored + r->kinetic;
    VL_CHECK_BELOW(fabs(handle), share * through);
    VL_CHECK_BELOW(fabs(both), share * through);
}

// Any device, any person, moving through random poses.
static vlSimulatedDeviceDef randomDef(vlRandom* random, vlMotionKey keys[5],
                                      vlSimulatedGripChange grips[2], double turn)
{
    vlSimulatedDeviceDef def;
    int i = vlRandom_Index(random, 11);
    assert_int_equal(vlSimulatedDevice_GetPreset(vlSimulatedDevice_GetPresetName(i), &def), VL_OK);
    for (int k = 0; k < 5; ++k) {
        keys[k].time = 0.1 + 0.2 * k;
        keys[k].pose.p = vlScale(vlRandom_InBall(random), def.info.radius);
        keys[k].pose.q = vlQuatFromRotationVector(vlScale(vlRandom_InBall(random), turn));
    }
    grips[0] = (vlSimulatedGripChange){0.3, vlSimulatedDevice_TightGrip()};
    grips[1] = (vlSimulatedGripChange){0.6, vlSimulatedDevice_RelaxedGrip()};
    def.start = keys[0].pose;
    def.hand.keys = keys;
    def.hand.keyCount = 5;
    def.hand.grips = grips;
    def.hand.gripCount = 2;
    def.hand.amplitude = vlScale(vlRandom_InBall(random), 2e-3);
    def.hand.turn = vlScale(vlRandom_InBall(random), 0.1 * turn);
    def.hand.frequency = vlRandom_Range(random, 1.0, 9.0); // a tremor
    def.motors.delay = 1e-3 * vlRandom_Index(random, 4);
    return def;
}

// Runs one second at 1 kHz with a new random force every few ticks.
static vlSimulatedReport shake(const vlSimulatedDeviceDef* def, vlRandom* random, double share)
{
    vlDevice* device = create(def);
    for (int i = 0; i < 1000; ++i) {
        double t = 1e-3 * i;
        readAt(device, t);
        if (vlRandom_Index(random, 5) == 0) {
            pushAt(device, t, vlScale(vlRandom_InBall(random), 1.5 * def->info.maxForce),
                   vlScale(vlRandom_InBall(random), 1.5 * def->info.maxTorque));
        }
        vlSimulatedReport report = reportOf(device);
        checkLedger(&report, share);
    }
    vlSimulatedReport report = reportOf(device);
    vlDevice_Close(device);
    return report;
}

static void the_ledger_closes_whatever_is_done(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(5);
    vlMotionKey keys[5];
    vlSimulatedGripChange grips[2];
    for (int run = 0; run < 40; ++run) {
        // Without rotation exact except for the rounding of 10000 sums; with rotation to second
        // order in the step, here 2e-9.
        double turn = run % 2 == 0 ? 0.0 : 1.5;
        vlSimulatedDeviceDef def = randomDef(&random, keys, grips, turn);
        if (turn == 0.0) {
            def.info.hasOrientation = def.info.hasTorque = false;
        }
        vlSimulatedReport report = shake(&def, &random, turn == 0.0 ? 1e-12 : 1e-8);
        assert_true(report.coulombLoss > 0.0 && report.viscousLoss > 0.0 && report.handLoss > 0.0);
        assert_true(report.cutWrites > 0);
    }
}

static void a_hand_arrives_where_it_intends_to(void** state)
{
    (void)state;
    vlSimulatedDeviceDef def = freeHandle();
    vlMotionKey keys[2] = {{0.1, vlIdentityPose()}, {0.5, vlIdentityPose()}};
    keys[1].pose.p = vlVec(0.03, -0.02, 0.01);
    keys[1].pose.q = vlQuatFromRotationVector(vlVec(0.4, 0.0, -0.7));
    vlSimulatedPress presses[2] = {{0.2, 0.3, 1u}, {0.25, 0.4, 4u}};
    def.hand.grip = vlSimulatedDevice_TightGrip();
    def.hand.keys = keys;
    def.hand.keyCount = 2;
    def.hand.presses = presses;
    def.hand.pressCount = 2;
    vlDevice* device = create(&def);
    readAt(device, 0.0);                                      // its time begins
    assert_true(vlLength(readAt(device, 0.1).pose.p) == 0.0); // rests until the first key
    assert_int_equal(readAt(device, 0.199).buttons, 0);
    assert_int_equal(readAt(device, 0.2).buttons, 1);
    assert_int_equal(readAt(device, 0.25).buttons, 5);
    assert_int_equal(readAt(device, 0.3).buttons, 4);
    for (int i = 4; i <= 20; ++i) {
        readAt(device, 0.1 * i);
    }
    vlDeviceSample end = readAt(device, 2.1);
    assert_int_equal(end.buttons, 0);
    // The arm's slowest mode decays as exp(-8 / (2 * 0.2 kg) t); exp(-30) remains.
    VL_CHECK_BELOW(vlLength(vlSub(end.pose.p, keys[1].pose.p)), 1e-12);
    vlQuat off = vlMulQ(end.pose.q, vlConj(keys[1].pose.q));
    VL_CHECK_BELOW(vlLength(vlVec(off.x, off.y, off.z)), 1e-12);
    vlDevice_Close(device);
}

static void an_intention_repeats_and_oscillates(void** state)
{
    (void)state;
    vlSimulatedDeviceDef def = freeHandle();
    vlMotionKey keys[3] = {
        {0.0, vlIdentityPose()}, {0.1, vlIdentityPose()}, {0.2, vlIdentityPose()}};
    keys[1].pose.p = vlVec(0.02, 0.0, 0.0);
    def.hand.keys = keys;
    def.hand.keyCount = 3;
    def.hand.repeat = true;
    def.hand.amplitude = vlVec(0.0, 1e-3, 0.0);
    def.hand.turn = vlVec(0.0, 0.0, 0.1);
    def.hand.frequency = 2.5;
    vlDevice* device = create(&def);
    for (int i = 0; i <= 1000; ++i) {
        double t = 1e-3 * i;
        readAt(device, t);
        vlPose intention = reportOf(device).intention;
        double s = fmod(t, 0.2) / 0.1;
        s = s > 1.0 ? 2.0 - s : s;
        double wave = sin(2.0 * 3.14159265358979 * 2.5 * t);
        // Rounding of the time, times the largest speed, 0.4 m/s.
        VL_CHECK_NEAR(intention.p.x, 0.02 * s * s * s * (10.0 - 15.0 * s + 6.0 * s * s), 1e-12);
        VL_CHECK_NEAR(intention.p.y, 1e-3 * wave, 1e-12);
        VL_CHECK_NEAR(turnAboutZ(intention.q), 0.1 * wave, 1e-12);
    }
    vlDevice_Close(device);
}

static void a_tighter_grip_follows_closer(void** state)
{
    (void)state;
    vlSimulatedDeviceDef def = freeHandle();
    vlSimulatedGripChange tight = {0.5, vlSimulatedDevice_TightGrip()};
    def.damping = 1.0;
    def.hand.grip = vlSimulatedDevice_RelaxedGrip();
    def.hand.grips = &tight;
    def.hand.gripCount = 1;
    vlDevice* device = create(&def);
    pushAt(device, 0.0, vlVec(1.0, 0.0, 0.0), vlZero());
    for (int i = 0; i < 5; ++i) {
        readAt(device, 0.1 * i);
    }
    double before = readAt(device, 0.5).pose.p.x;
    for (int i = 6; i < 20; ++i) {
        readAt(device, 0.1 * i);
    }
    double after = readAt(device, 2.0).pose.p.x;
    // Both springs in series; at rest to exp(-0.5 s / 43 ms) before the change.
    VL_CHECK_NEAR(before, 1.0 / 200.0 + 1.0 / 300.0, 1e-6);
    VL_CHECK_NEAR(after, 1.0 / 2000.0 + 1.0 / 300.0, 1e-9);
    vlDevice_Close(device);
}

static vlSimulatedGrip randomGrip(vlRandom* random)
{
    vlSimulatedGrip grip = {vlRandom_Log(random, 1e-3, 1e9), vlRandom_Log(random, 1e-6, 1e9),
                            vlRandom_Log(random, 1e-6, 1e9), vlRandom_Log(random, 1e-9, 1e9)};
    return grip;
}

static void the_oddest_of_devices_stays_finite(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(6);
    for (int run = 0; run < 300; ++run) {
        vlSimulatedDeviceDef def = freeHandle();
        def.mass = vlRandom_Log(&random, 1e-6, 1e9);
        def.inertia = vlRandom_Log(&random, 1e-9, 1e9);
        def.damping = vlRandom_Log(&random, 1e-9, 1e9);
        def.friction = vlRandom_Log(&random, 1e-9, 1e9);
        def.info.rate = vlRandom_Log(&random, 10.0, VL_MAX_SIMULATED_RATE);
        int late = vlRandom_Index(&random, VL_MAX_SIMULATED_DELAY + 1);
        def.motors.delay = late / def.info.rate;
        def.hand.mass = vlRandom_Log(&random, 1e-6, 1e9);
        def.hand.inertia = vlRandom_Log(&random, 1e-9, 1e9);
        def.hand.grip = randomGrip(&random);
        def.hand.arm = randomGrip(&random);
        def.hand.amplitude = vlRandom_InBall(&random);
        def.hand.turn = vlRandom_InBall(&random);
        def.hand.frequency = 1.0;
        vlDevice* device = create(&def);
        for (int i = 0; i < 50; ++i) {
            double t = 1e-2 * i;
            readAt(device, t); // refuses what is not finite
            pushAt(device, t, vlScale(vlRandom_InBall(&random), vlRandom_Log(&random, 1.0, 1e300)),
                   vlScale(vlRandom_InBall(&random), vlRandom_Log(&random, 1.0, 1e300)));
        }
        vlSimulatedReport report = reportOf(device);
        assert_true(isfinite(report.personWork) && isfinite(report.kinetic));
        assert_true(vlLength(report.rendered.force) <= 1e6 * (1.0 + 1e-15)); // rounding
        vlDevice_Close(device);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_free_handle_falls_under_a_constant_force),
        cmocka_unit_test(a_handle_in_a_fixed_hand_swings_as_it_should),
        cmocka_unit_test(coulomb_friction_holds_up_to_its_limit),
        cmocka_unit_test(the_ledger_closes_whatever_is_done),
        cmocka_unit_test(a_hand_arrives_where_it_intends_to),
        cmocka_unit_test(an_intention_repeats_and_oscillates),
        cmocka_unit_test(a_tighter_grip_follows_closer),
        cmocka_unit_test(the_oddest_of_devices_stays_finite),
    };
    return cmocka_run_group_tests_name("simulated", tests, NULL, NULL);
}
