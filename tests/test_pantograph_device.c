// SPDX-License-Identifier: MIT
// The simulated dual pantograph as a device: its encoders, its motors, the stop, the energy
// balance, and the estimate of the hand's wrench; at 500 Hz and at 1 kHz.

#include <string.h>

#include "base/hash.h"
#include "device/hand_observer.h"
#include "models/random.h"
#include "simulated_fixture.h"
#include "stage.h"

static const double rates[] = {500.0, 1000.0}; // Hz, the two steps of the planar world
#define RATES 2

static vlMechanismReport mechanismOf(const vlDevice* device)
{
    vlMechanismReport report;
    assert_int_equal(vlSimulatedDevice_GetMechanism(device, &report), VL_OK);
    return report;
}

// Nobody holds the handle, and nothing brakes it.
static vlSimulatedDeviceDef freeHandle(double rate)
{
    vlSimulatedDeviceDef def = vlSimulatedDevice_Pantograph(rate);
    def.hand.grip = (vlSimulatedGrip){0.0, 0.0, 0.0, 0.0};
    def.damping = def.angularDamping = def.friction = def.angularFriction = 0.0;
    return def;
}

// Both sides of (handle) and (both) in simulated_device.h.
static void checkLedger(const vlDevice* device)
{
    vlSimulatedReport r = reportOf(device);
    double losses = r.viscousLoss + r.coulombLoss + r.stopLoss;
    double turnover = fabs(r.handWork) + fabs(r.renderedWork) + fabs(r.personWork) + r.kinetic +
                      losses + r.handLoss + r.stored;
    // 1e-12: random rounding of some 1e5 additions, 1e-16 sqrt(1e5), and a factor of 30 in reserve.
    VL_CHECK_NEAR(r.handWork + r.renderedWork, r.kinetic + losses, 1e-12 * turnover);
    VL_CHECK_NEAR(r.personWork + r.renderedWork,
                  r.kinetic + r.handKinetic + r.stored + losses + r.handLoss, 1e-12 * turnover);
}

static void it_opens_by_its_name_and_rests_in_a_hand(void** state)
{
    (void)state;
    vlDevice* device = NULL;
    char message[200] = "";
    assert_int_equal(vlDevice_Open("pantograph", "", &device, message, sizeof message), VL_OK);
    const vlDeviceInfo* info = vlDevice_GetInfo(device);
    assert_string_equal(info->backend, "pantograph");
    assert_string_equal(info->model, "Dual pantograph");
    assert_true(info->hasForce && info->hasTorque && info->hasOrientation);
    for (int n = 0; n <= 10; ++n) {
        vlDeviceSample sample = readAt(device, 0.1 * n);
        // A count of 6.3e-5 rad, seen through the smallest singular value of G, 1.7 /m: 20 um.
        VL_CHECK_BELOW(vlLength(sample.pose.p), 2e-5);
        assert_true(sample.pose.p.z == 0.0 && sample.pose.q.x == 0.0 && sample.pose.q.y == 0.0);
        assert_true(sample.hasTwist && vlLength(sample.twist.linear) == 0.0);
    }
    vlDevice_Close(device);
    assert_int_equal(vlDevice_Open("pantograph", "big", &device, message, sizeof message),
                     VL_ERROR_ARGUMENT);
    assert_non_null(strstr(message, "without an address; found 'big'"));
}

// The motors push a free handle with a constant wrench: x = F t^2 / 2m and the same for the angle.
// The torques are held for a sample while the handle moves on, and the encoders round, so force and
// direction are off by the change of G within a sample (0.4 m/s 2 ms times its curvature) and by
// 2e-5 m over 0.1 m: less than 1e-3 of the force.
static void motors_move_the_handle_as_newton_says(void** state)
{
    (void)state;
    for (int k = 0; k < RATES; ++k) {
        vlSimulatedDeviceDef def = freeHandle(rates[k]);
        vlDevice* device = create(&def);
        vlVec3 force = vlVec(1.2, -0.9, 0.0);
        for (int n = 0; n <= (int)(0.25 * rates[k]); ++n) {
            (void)readAt(device, n / rates[k]);
            pushAt(device, n / rates[k], force, vlVec(0.0, 0.0, 0.003));
        }
        vlMechanismReport r = mechanismOf(device);
        double half = 0.5 * 0.25 * 0.25;
        VL_CHECK_NEAR(r.pose.x, half * force.x / def.mass, 1e-3 * half * 2.5);
        VL_CHECK_NEAR(r.pose.y, half * force.y / def.mass, 1e-3 * half * 2.5);
        // The small torque is the difference of torques a hundred times larger: 1 %.
        VL_CHECK_NEAR(r.pose.z, half * 0.003 / def.inertia, 0.02 * half * 2.0);
        assert_true(r.cutWrites == 0);
        checkLedger(device);
        vlDevice_Close(device);
    }
}

// If the commanded wrench is too large for the motors, the most loaded motor gives its limit and
// the wrench keeps its direction.
static void motors_end_at_their_limit_and_keep_the_direction(void** state)
{
    (void)state;
    vlSimulatedDeviceDef def = vlSimulatedDevice_Pantograph(1000.0);
    def.info.maxForce = def.info.maxTorque = 0.0; // only the motors limit the wrench
    vlDevice* device = create(&def);
    (void)readAt(device, 0.0);
    pushAt(device, 0.0, vlVec(60.0, 80.0, 5.0), vlVec(1.0, 1.0, 0.5));
    vlMechanismReport r = mechanismOf(device);
    vlVec3 wrench = vlPantograph_GetWrench(&r.measured, r.torques);
    double most = 0.0;
    for (int j = 0; j < VL_PANTOGRAPH_MOTORS; ++j) {
        most = fmax(most, fabs(r.torques[j]));
    }
    VL_CHECK_NEAR(most, 4.0, 1e-12);
    VL_CHECK_NEAR(wrench.y / wrench.x, 80.0 / 60.0, 1e-12);
    VL_CHECK_NEAR(wrench.z / wrench.x, 0.5 / 60.0, 1e-12);
    assert_true(r.cutWrites == 1);
    VL_CHECK_NEAR(r.mostDropped, 5.0, 0.0); // along z: not rendered, and reported
    // It renders its stated largest force anywhere in its workspace: 20 N in any direction.
    vlPantograph p = vlDefaultPantograph();
    vlSimulatedDeviceDef usual = vlSimulatedDevice_Pantograph(1000.0);
    vlRandom random = vlRandom_Seed(1);
    for (int i = 0; i < 5000; ++i) {
        double radius = usual.info.radius * sqrt(vlRandom_Uniform(&random));
        double at = vlRandom_Range(&random, -VL_PI, VL_PI);
        vlVec3 pose = vlVec(radius * cos(at), radius * sin(at), vlRandom_Range(&random, -4.0, 4.0));
        vlPantographState s;
        assert_int_equal(vlPantograph_AtPose(&p, pose, &s), VL_PANTOGRAPH_OK);
        double torques[VL_PANTOGRAPH_MOTORS];
        vlPantograph_GetTorques(&s, vlVec(0.0, 0.0, usual.info.maxTorque), torques);
        double needed = usual.info.maxForce * vlPantograph_GetTorquePerForce(&s);
        for (int j = 0; j < VL_PANTOGRAPH_MOTORS; ++j) {
            assert_true(fabs(torques[j]) <= usual.mechanism.maxMotorTorque);
        }
        assert_true(needed <= usual.mechanism.maxMotorTorque);
    }
    vlDevice_Close(device);
}

// The hand leads the handle through the workspace and rotates it three times.
static vlSimulatedDeviceDef wandering(double rate, vlMotionKey keys[10])
{
    vlSimulatedDeviceDef def = vlSimulatedDevice_Pantograph(rate);
    for (int i = 0; i < 10; ++i) {
        // A key is less than half a turn from the previous one, so the shorter way is meant.
        keys[i] = (vlMotionKey){0.3 * i, vlIdentityPose()};
        keys[i].pose.p = vlVec(0.14 * sin(1.3 * i), 0.14 * sin(0.9 * i), 0.05);
        keys[i].pose.q = vlQuatFromRotationVector(vlVec(0.0, 0.0, 2.0 * i));
    }
    def.hand.grip = vlSimulatedDevice_TightGrip();
    def.hand.keys = keys;
    def.hand.keyCount = 10;
    return def;
}

static void encoders_see_the_handle_and_count_its_turns(void** state)
{
    (void)state;
    for (int k = 0; k < RATES; ++k) {
        vlMotionKey keys[10];
        vlSimulatedDeviceDef def = wandering(rates[k], keys);
        vlDevice* device = create(&def);
        double worst = 0.0, worstAngle = 0.0, angle = 0.0;
        for (int n = 0; n <= (int)(3.5 * rates[k]); ++n) {
            vlDeviceSample sample = readAt(device, n / rates[k]);
            pushAt(device, n / rates[k], vlZero(), vlZero());
            vlMechanismReport r = mechanismOf(device);
            vlVec3 error = vlSub(r.measured.pose, r.pose);
            worst = fmax(worst, hypot(error.x, error.y));
            worstAngle = fmax(worstAngle, fabs(error.z));
            angle = r.measured.pose.z;
            assert_true(sample.pose.p.x == r.measured.pose.x && sample.pose.p.z == 0.0);
        }
        // Half a count of 6.3e-5 rad in each of four encoders, at most sqrt(4)/2 counts in all,
        // seen through the smallest singular value of G, above 1.5 /m and above 0.05 of an angle.
        VL_CHECK_BELOW(worst, 6.3e-5 / 1.5);
        VL_CHECK_BELOW(worstAngle, 6.3e-5 / 0.05);
        assert_true(worst > 1e-6);        // the encoders do round
        VL_CHECK_NEAR(angle, 18.0, 0.02); // nearly three turns; friction holds the last hundredth
        // The same half counts, times the lengths of the links.
        vlMechanismReport r = mechanismOf(device);
        assert_true(r.worstClosure > 1e-7 && r.worstClosure < 6.3e-5 * 0.65);
        checkLedger(device);
        vlDevice_Close(device);
    }
}

// A hand that wants to be 0.3 m away: the handle stands at the rim, and the ledger closes.
static void the_stop_holds_the_handle(void** state)
{
    (void)state;
    for (int k = 0; k < RATES; ++k) {
        vlSimulatedDeviceDef def = vlSimulatedDevice_Pantograph(rates[k]);
        vlMotionKey path[] = {{0.0, vlIdentityPose()}, {0.5, vlIdentityPose()}};
        path[1].pose.p = vlVec(0.18, 0.24, 0.0);
        def.hand.keys = path;
        def.hand.keyCount = 2;
        vlDevice* device = create(&def);
        double arrival = 0.0, still = 0.0; // J
        for (int n = 0; n <= (int)(2.0 * rates[k]); ++n) {
            (void)readAt(device, n / rates[k]);
            pushAt(device, n / rates[k], vlVec(3.0, 4.0, 0.0), vlZero()); // outwards too
            vlSimulatedReport r = reportOf(device);
            VL_CHECK_BELOW(hypot(r.handle.p.x, r.handle.p.y), def.mechanism.stop * (1.0 + 1e-15));
            arrival = mechanismOf(device).stops == 0 ? r.kinetic : arrival;
            still = n == (int)rates[k] ? r.coulombLoss + r.viscousLoss + r.stopLoss : still;
        }
        vlSimulatedReport r = reportOf(device);
        VL_CHECK_NEAR(hypot(r.handle.p.x, r.handle.p.y), def.mechanism.stop, 1e-6);
        assert_true(mechanismOf(device).stops > 0);
        // The stop took the kinetic energy with which the handle arrived.
        VL_CHECK_NEAR(r.stopLoss, arrival, 0.02 * arrival); // the part along the rim is not taken
        assert_true(arrival > 0.1);
        // Pressed against the stop for a second, the handle loses almost nothing: only the work of
        // the grip's damper on the motion that the stop takes back, b (a h/2)(a h^2/2)/h per
        // second, where a is the acceleration that the rim stops in every inner step h. Friction on
        // that motion would take ten times as much.
        double pressed = (vlLength(r.grip.force) + 5.0) / def.mass;
        double left = 0.25 * def.hand.grip.damping * pressed * pressed * 2.5e-4 * 2.5e-4;
        VL_CHECK_NEAR(r.coulombLoss + r.viscousLoss + r.stopLoss - still, 0.0, 1.2 * left);
        checkLedger(device);
        vlDevice_Close(device);
    }
}

// A hand pulls with a steady force against motors that hold: the estimate is its force, except for
// the dry friction, which cannot be distinguished.
static void the_hand_is_felt_without_a_sensor(void** state)
{
    (void)state;
    for (int k = 0; k < RATES; ++k) {
        vlSimulatedDeviceDef def = vlSimulatedDevice_Pantograph(rates[k]);
        vlMotionKey path[] = {{0.0, vlIdentityPose()}, {0.5, vlIdentityPose()}};
        path[1].pose.p = vlVec(0.03, -0.04, 0.0);
        path[1].pose.q = vlQuatFromRotationVector(vlVec(0.0, 0.0, 0.2));
        def.hand.keys = path;
        def.hand.keyCount = 2;
        vlDevice* device = create(&def);
        for (int n = 0; n <= (int)(2.0 * rates[k]); ++n) {
            double now = n / rates[k];
            vlDeviceSample sample = readAt(device, now);
            vlVec3 back = vlMulAdd(vlScale(sample.pose.p, -500.0), -20.0, sample.twist.linear);
            double turn = -0.5 * 2.0 * sample.pose.q.z - 0.01 * sample.twist.angular.z;
            pushAt(device, now, back, vlVec(0.0, 0.0, turn));
        }
        vlVec3 estimate = mechanismOf(device).hand;
        vlVec3 grip = reportOf(device).grip.force;
        assert_true(vlLength(grip) > 3.0);
        double off = hypot(estimate.x - grip.x, estimate.y - grip.y);
        VL_CHECK_BELOW(off, def.friction * 1.01);
        VL_CHECK_NEAR(estimate.z, reportOf(device).grip.torque.z, def.angularFriction * 1.05);
        vlDevice_Close(device);
    }
}

// (T12.10): a constant force on a mass whose momentum is known exactly is found as 1 - (1 - L T)^n.
static void the_estimate_comes_with_its_time_constant(void** state)
{
    (void)state;
    for (int k = 0; k < RATES; ++k) {
        double step = 1.0 / rates[k];
        vlHandObserverDef def = {
            .mass = {0.6, 0.6, 1.5e-3}, .damping = {1.0, 1.0, 2e-3}, .gain = 60.0, .step = step};
        vlHandObserver observer;
        assert_int_equal(vlHandObserver_Init(&observer, &def, NULL, 0), VL_OK);
        const vlVec3 hand = {3.0, -2.0, 0.05}, motors = {-1.0, 2.0, 0.01};
        vlVec3 v = vlZero();
        for (int n = 0; n < 200; ++n) {
            vlVec3 r = vlHandObserver_Update(&observer, v, motors);
            double share = 1.0 - pow(1.0 - def.gain * step, n);
            VL_CHECK_NEAR(r.x, share * hand.x, 1e-13 * n + 1e-13); // rounding adds up
            VL_CHECK_NEAR(r.y, share * hand.y, 1e-13 * n + 1e-13);
            VL_CHECK_NEAR(r.z, share * hand.z, 1e-13 * n + 1e-13);
            v.x += step / def.mass.x * (hand.x + motors.x - def.damping.x * v.x);
            v.y += step / def.mass.y * (hand.y + motors.y - def.damping.y * v.y);
            v.z += step / def.mass.z * (hand.z + motors.z - def.damping.z * v.z);
        }
        // A NaN changes nothing.
        vlHandObserver before = observer;
        vlVec3 same = vlHandObserver_Update(&observer, vlVec((double)NAN, 0.0, 0.0), motors);
        assert_memory_equal(&before, &observer, sizeof before);
        assert_true(same.x == before.estimate.x);
    }
}

static void refuseObserver(vlHandObserverDef def, const char* expected)
{
    vlHandObserver observer;
    char message[120] = "";
    assert_int_equal(vlHandObserver_Init(&observer, &def, message, sizeof message),
                     VL_ERROR_ARGUMENT);
    assert_non_null(strstr(message, expected));
}

static void refuse(vlSimulatedDeviceDef def, const char* expected)
{
    vlDevice* device = NULL;
    char message[200] = "";
    assert_int_equal(vlSimulatedDevice_Check(&def, message, sizeof message), VL_ERROR_ARGUMENT);
    if (strstr(message, expected) == NULL) {
        fail_msg("expected '%s', found '%s'", expected, message);
    }
    assert_int_equal(vlSimulatedDevice_Create(&def, &device), VL_ERROR_ARGUMENT);
    assert_null(device);
}

static void what_is_wrong_is_said(void** state)
{
    (void)state;
    const vlSimulatedDeviceDef good = vlSimulatedDevice_Pantograph(500.0);
    assert_int_equal(vlSimulatedDevice_Check(&good, NULL, 0), VL_OK);
    assert_int_equal(vlSimulatedDevice_Check(NULL, NULL, 0), VL_ERROR_ARGUMENT);
    vlSimulatedDeviceDef def = good;
    def.mechanism.maxMotorTorque = 0.0;
    refuse(def, "maxMotorTorque is 0 N m, expected above 0");
    def = good;
    def.mechanism.counts = 1000.5;
    refuse(def, "counts is 1000.5, expected 0 or a whole number from 100");
    def = good;
    def.mechanism.velocityCutoff = 0.0;
    refuse(def, "velocityCutoff is 0 Hz");
    def = good;
    def.mechanism.stop = 0.2;
    refuse(def, "stop is 0.2 m, expected above 0 and below the reach, 0.19688");
    def = good;
    def.mechanism.pantograph.crank = -1.0;
    refuse(def, "below the reach, ");
    def = good;
    def.mechanism.observerGain = 501.0;
    refuse(def, "gain times step at most 1");
    def = good;
    def.start.p.z = 0.01;
    refuse(def, "start is not in the plane");
    def = good;
    def.start.q = vlQuatFromRotationVector(vlVec(0.1, 0.0, 0.0));
    refuse(def, "start is not in the plane");
    def = good;
    def.info.hasOrientation = def.info.hasTorque = false;
    refuse(def, "hasOrientation is false");
    def = good;
    def.mass = 0.0;
    refuse(def, "a number is out of range");
    // Within reach, but the distal links are in line on the way.
    def = good;
    def.mechanism.pantograph = (vlPantograph){
        .base = 0.20, .offset = 0.30, .proximal = 0.35, .distal = 0.40, .crank = 0.1};
    def.mechanism.stop = 0.2;
    refuse(def, "the two distal links are in line");
    vlHandObserverDef observer = {{0.6, 0.6, 1.5e-3}, {1.0, 1.0, 2e-3}, 60.0, 0.002};
    vlHandObserverDef bad = observer;
    bad.mass.z = 0.0;
    refuseObserver(bad, "mass must be above 0");
    bad = observer;
    bad.damping.x = (double)NAN;
    refuseObserver(bad, "damping must be from 0");
    bad = observer;
    bad.gain = 0.0;
    refuseObserver(bad, "gain and step must be above 0");
    vlMechanismReport report;
    vlDevice* other = NULL;
    assert_int_equal(vlDevice_Open("simulated", "touch", &other, NULL, 0), VL_OK);
    assert_int_equal(vlSimulatedDevice_GetMechanism(other, &report), VL_ERROR_ARGUMENT);
    assert_int_equal(vlSimulatedDevice_GetMechanism(NULL, &report), VL_ERROR_ARGUMENT);
    vlDevice_Close(other);
}

// Everything that a run can see, to the bit.
static uint64_t hashOfRun(vlDevice* device, double rate)
{
    vlRandom random = vlRandom_Seed(3);
    uint64_t hash = VL_HASH_SEED;
    for (int n = 0; n < (int)(2.0 * rate); ++n) {
        vlDeviceSample sample = readAt(device, n / rate);
        vlVec3 force = vlRandom_InCube(&random, 15.0);
        vlVec3 torque = vlRandom_InCube(&random, 0.3);
        pushAt(device, n / rate, force, torque);
        vlMechanismReport r = mechanismOf(device);
        hash = vlHash_Vec(vlHash_Vec(hash, sample.pose.p), sample.twist.linear);
        hash = vlHash_Double(vlHash_Vec(hash, sample.twist.angular), sample.pose.q.z);
        hash = vlHash_Vec(vlHash_Vec(hash, r.pose), r.hand);
        for (int j = 0; j < VL_PANTOGRAPH_MOTORS; ++j) {
            hash = vlHash_Double(hash, r.torques[j]);
        }
    }
    return hash;
}

static void the_same_calls_give_the_same_bits(void** state)
{
    (void)state;
    const uint64_t golden[RATES] = {0x71148b8cae70eabbu, 0x3d27e226b78891b3u};
    for (int k = 0; k < RATES; ++k) {
        vlMotionKey keys[10];
        vlSimulatedDeviceDef def = wandering(rates[k], keys);
        vlDevice* device = create(&def);
        uint64_t first = hashOfRun(device, rates[k]);
        checkLedger(device);
        assert_int_equal(vlSimulatedDevice_Restart(device), VL_OK);
        assert_int_equal(mechanismOf(device).cutWrites, 0);
        assert_true(hashOfRun(device, rates[k]) == first);
        if (first != golden[k]) {
            fail_msg("at %g Hz the hash is 0x%016llx", rates[k], (unsigned long long)first);
        }
        vlDevice_Close(device);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_opens_by_its_name_and_rests_in_a_hand),
        cmocka_unit_test(motors_move_the_handle_as_newton_says),
        cmocka_unit_test(motors_end_at_their_limit_and_keep_the_direction),
        cmocka_unit_test(encoders_see_the_handle_and_count_its_turns),
        cmocka_unit_test(the_stop_holds_the_handle),
        cmocka_unit_test(the_hand_is_felt_without_a_sensor),
        cmocka_unit_test(the_estimate_comes_with_its_time_constant),
        cmocka_unit_test(what_is_wrong_is_said),
        cmocka_unit_test(the_same_calls_give_the_same_bits),
    };
    return cmocka_run_group_tests_name("pantograph device", tests, NULL, NULL);
}
