// SPDX-License-Identifier: MIT
// A simulated device that bends, or that differs by direction, against closed forms, its ledger of
// energies and the linear model of the loop.

#include <math.h>

#include "simulated_fixture.h"
#include "stage.h"
#include "test.h"
#include "volar/stability.h"

// 75 g that nobody holds, without friction, limits and encoders, 1 kHz.
static vlSimulatedDeviceDef freeHandle(void)
{
    vlSimulatedDeviceDef def;
    assert_int_equal(vlSimulatedDevice_GetPreset("sigma7", &def), VL_OK);
    def.info.maxForce = def.info.maxTorque = 0.0;
    def.mass = 0.075;
    def.inertia = 1e-4;
    def.damping = def.angularDamping = def.friction = def.angularFriction = 0.0;
    def.resolution = def.angularResolution = 0.0;
    def.hand.grip = (vlSimulatedGrip){0.0, 0.0, 0.0, 0.0};
    return def;
}

static vlSimulatedMode modeOf(double frequency)
{
    vlSimulatedMode mode = {0.4, frequency, 0.02};
    return mode;
}

static double turnAboutZ(vlQuat q)
{
    return 2.0 * atan2(q.z, q.w);
}

// Step response of a mass on spring and damper, of the static deflection.
static double stepResponse(double w, double ratio, double t)
{
    double damped = w * sqrt(1.0 - ratio * ratio);
    double decay = ratio * w;
    return 1.0 - exp(-decay * t) * (cos(damped * t) + decay / damped * sin(damped * t));
}

// A push at the motors: the whole device is accelerated, and the handle oscillates against the
// motor's side like a mass on a spring whose foot is accelerated: e'' + 2 z w e' + w^2 e = -F/m1.
static void a_pushed_structure_swings_at_its_mode(void** state)
{
    (void)state;
    vlSimulatedDeviceDef def = freeHandle();
    def.mode = def.angularMode = modeOf(150.0);
    vlDevice* device = create(&def);
    const double force = 0.3, torque = 5e-4, w = 2.0 * VL_PI * 150.0;
    pushAt(device, 0.0, vlVec(0.0, force, 0.0), vlVec(0.0, 0.0, torque));
    double bend = force / (0.6 * def.mass * w * w), turn = torque / (0.6 * def.inertia * w * w);
    double worst = 0.0, worstTurn = 0.0, whole = 0.0;
    for (int i = 1; i <= 100; ++i) {
        double t = 1e-3 * i;
        vlDeviceSample sample = readAt(device, t);
        vlSimulatedReport r = reportOf(device);
        double swing = stepResponse(w, 0.02, t);
        worst = fmax(worst, fabs((r.motor.p.y - r.handle.p.y) / bend - swing));
        worstTurn =
            fmax(worstTurn, fabs((turnAboutZ(r.motor.q) - turnAboutZ(r.handle.q)) / turn - swing));
        double centre = 0.6 * r.motor.p.y + 0.4 * r.handle.p.y;
        whole = fmax(whole, fabs(centre - 0.5 * force / def.mass * t * t));
        assert_true(sample.pose.p.y == r.motor.p.y); // the encoders see this side
    }
    // The midpoint rule slows the mode by (w h)^2/12, at most 8e-4; over 1/decay, 8 cycles, its
    // phase is off by 0.04, and the oscillation, by then e^-1, by 0.015.
    VL_CHECK_BELOW(worst, 0.015);
    VL_CHECK_BELOW(worstTurn, 0.015);
    VL_CHECK_BELOW(whole, 1e-12); // exact except for rounding
    vlDevice_Close(device);
}

static void far_from_its_mode_it_moves_as_a_rigid_one(void** state)
{
    (void)state;
    vlSimulatedDeviceDef def = freeHandle();
    def.hand.grip = vlSimulatedDevice_RelaxedGrip();
    def.hand.amplitude = vlVec(0.02, -0.01, 0.03);
    def.hand.frequency = 1.0;
    def.damping = 1.0;
    vlDevice* rigid = create(&def);
    def.mode = modeOf(3000.0);
    def.mode.ratio = 0.1;
    vlDevice* bent = create(&def);
    for (int i = 0; i <= 1000; ++i) {
        vlVec3 a = readAt(rigid, 1e-3 * i).pose.p;
        vlVec3 b = readAt(bent, 1e-3 * i).pose.p;
        // The grip swings the handle at 10 Hz: the structure yields by (10/3000)^2 of the motion.
        VL_CHECK_BELOW(vlLength(vlSub(a, b)), 0.04 * 1.2e-5);
    }
    vlDevice_Close(rigid);
    vlDevice_Close(bent);
}

// With equal values in all directions the code for directions gives the plain device.
static void alike_in_all_directions_is_the_plain_device(void** state)
{
    (void)state;
    vlSimulatedDeviceDef def;
    assert_int_equal(vlSimulatedDevice_GetPreset("omega3", &def), VL_OK);
    def.resolution = 0.0;
    def.hand.amplitude = vlVec(0.02, -0.01, 0.03);
    def.hand.frequency = 3.0;
    vlDevice* plain = create(&def);
    def.directions = (vlSimulatedDirections){true, vlVec(def.mass, def.mass, def.mass),
                                             vlVec(def.damping, def.damping, def.damping),
                                             vlVec(def.friction, def.friction, def.friction)};
    vlDevice* each = create(&def);
    vlRandom random = vlRandom_Seed(2);
    for (int i = 0; i <= 1000; ++i) {
        vlVec3 a = readAt(plain, 1e-3 * i).pose.p;
        vlVec3 b = readAt(each, 1e-3 * i).pose.p;
        VL_CHECK_BELOW(vlLength(vlSub(a, b)), 1e-12); // rounding
        vlVec3 force = vlScale(vlRandom_InBall(&random), 3.0);
        pushAt(plain, 1e-3 * i, force, vlZero());
        pushAt(each, 1e-3 * i, force, vlZero());
    }
    vlDevice_Close(plain);
    vlDevice_Close(each);
}

static vlSimulatedDeviceDef unlike(void)
{
    vlSimulatedDeviceDef def = freeHandle();
    def.directions = (vlSimulatedDirections){true, vlVec(0.05, 0.1, 0.2), vlVec(0.0, 0.0, 0.0),
                                             vlVec(0.1, 0.3, 0.2)};
    return def;
}

// From rest under a constant force F the acceleration a is constant, with m a = F - C C a/|C a|.
static void friction_by_direction_slows_as_its_law_says(void** state)
{
    (void)state;
    vlSimulatedDeviceDef def = unlike();
    vlVec3 m = def.directions.mass, c = def.directions.friction;
    vlRandom random = vlRandom_Seed(8);
    for (int i = 0; i < 20; ++i) {
        vlDevice* device = create(&def);
        vlVec3 force = vlScale(vlRandom_Direction(&random), vlRandom_Range(&random, 0.4, 2.0));
        pushAt(device, 0.0, force, vlZero());
        readAt(device, 0.1);
        vlVec3 a = vlScale(reportOf(device).handleTwist.linear, 10.0);
        double size = vlLength(vlVec(c.x * a.x, c.y * a.y, c.z * a.z));
        vlVec3 law = vlVec(m.x * a.x + c.x * c.x * a.x / size, m.y * a.y + c.y * c.y * a.y / size,
                           m.z * a.z + c.z * c.z * a.z / size);
        // 1e-11: 1000 roundings, and the end of Newton's iteration.
        VL_CHECK_BELOW(vlLength(vlSub(law, force)), 1e-11);
        vlDevice_Close(device);
    }
}

static void friction_by_direction_holds_within_its_ellipsoid(void** state)
{
    (void)state;
    vlSimulatedDeviceDef def = unlike();
    vlVec3 c = def.directions.friction;
    vlRandom random = vlRandom_Seed(9);
    for (int i = 0; i < 20; ++i) {
        vlDevice* device = create(&def);
        vlVec3 d = vlRandom_Direction(&random);
        vlVec3 rim = vlVec(c.x * d.x, c.y * d.y, c.z * d.z);
        pushAt(device, 0.0, vlScale(rim, 0.999), vlZero());
        assert_true(vlLength(readAt(device, 0.1).pose.p) == 0.0);
        pushAt(device, 0.1, vlScale(rim, 1.001), vlZero());
        assert_true(vlLength(readAt(device, 0.2).pose.p) > 0.0);
        vlDevice_Close(device);
    }
}

static void the_ledger_closes_for_all_that_a_device_can_be(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(4);
    for (int run = 0; run < 12; ++run) {
        vlSimulatedDeviceDef def = unlike();
        bool hasTurn = run % 2 == 1;
        def.info.hasOrientation = def.info.hasTorque = hasTurn;
        def.directions.areGiven = run % 3 != 0;
        def.directions.damping = vlVec(1.0, 0.2, 0.5);
        def.friction = 0.1;
        def.angularFriction = 1e-4;
        def.mode = modeOf(vlRandom_Log(&random, 50.0, 600.0));
        def.angularMode = modeOf(vlRandom_Log(&random, 50.0, 200.0));
        def.motors.delay = vlRandom_Range(&random, 0.0, 3e-3);
        def.motors.jitter = vlRandom_Range(&random, 0.0, 1e-3);
        def.motors.bandwidth = vlRandom_Log(&random, 20.0, 2000.0);
        def.motors.forceResolution = 0.01;
        def.hand.grip = vlSimulatedDevice_RelaxedGrip();
        def.hand.amplitude = vlScale(vlRandom_InBall(&random), 0.03);
        def.hand.turn = vlVec(0.3, 0.2, 0.1);
        def.hand.frequency = 2.0;
        vlDevice* device = create(&def);
        for (int i = 0; i < 500; ++i) {
            readAt(device, 1e-3 * i);
            vlVec3 force = vlScale(vlRandom_InBall(&random), 3.0);
            pushAt(device, 1e-3 * i, force, vlScale(force, 0.003));
            vlSimulatedReport r = reportOf(device);
            double losses = r.viscousLoss + r.coulombLoss + r.bendLoss;
            double handle = r.handWork + r.renderedWork - r.kinetic - r.bent - losses;
            double both = r.personWork + r.renderedWork - r.kinetic - r.bent - losses -
                          r.handKinetic - r.stored - r.handLoss;
            double turnover = fabs(r.personWork) + losses + r.handLoss + 1e-3;
            // A translation closes to rounding; a rotation to second order in the step.
            VL_CHECK_BELOW(fabs(handle), (hasTurn ? 1e-6 : 1e-12) * turnover);
            VL_CHECK_BELOW(fabs(both), (hasTurn ? 1e-6 : 1e-12) * turnover);
        }
        vlSimulatedReport end = reportOf(device);
        assert_true(end.bendLoss > 0.0 && end.coulombLoss > 0.0);
        vlDevice_Close(device);
    }
}

// A wall at the device itself, seen through its encoders and served once in a period: the motion of
// the last quarter over that of the second.
static double growthAt(const vlLoop* loop, const vlSimulatedDeviceDef* def, double stiffness)
{
    vlDevice* device = create(def);
    double last = 0.0, early = 0.0, late = 0.0;
    const int count = 4000;
    for (int i = 0; i < count; ++i) {
        double t = i * loop->period;
        double x = readAt(device, t).pose.p.x;
        double force = -(stiffness * x + loop->dampingOfWorld * (x - last) / loop->period);
        force += i == 0 ? 1.0 : 0.0; // a knock
        pushAt(device, t, vlVec(force, 0.0, 0.0), vlZero());
        last = x;
        early = i >= count / 4 && i < count / 2 ? fmax(early, fabs(x)) : early;
        late = i >= 3 * count / 4 ? fmax(late, fabs(x)) : late;
        if (late > 1e3) {
            break;
        }
    }
    vlDevice_Close(device);
    return late / early;
}

typedef struct Case {
    double delay;     // ms
    double mode;      // Hz; 0: rigid
    double bandwidth; // Hz; 0: no lag
} Case;

// 75 g in two equal parts, a mode damped by 2%, the best damping: the device begins to shake at the
// boundary of the linear model. Modes from 80 to 600 Hz cost a factor of up to 6; delays need not
// be whole samples.
static void it_shakes_where_the_linear_model_says(void** state)
{
    (void)state;
    static const Case cases[] = {{1.0, 0.0, 0.0},   {1.0, 80.0, 0.0},    {1.0, 150.0, 0.0},
                                 {1.0, 300.0, 0.0}, {1.0, 600.0, 0.0},   {2.0, 80.0, 0.0},
                                 {2.0, 300.0, 0.0}, {0.25, 0.0, 0.0},    {1.37, 0.0, 0.0},
                                 {0.5, 0.0, 100.0}, {0.73, 120.0, 300.0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        vlSimulatedDeviceDef def = freeHandle();
        vlLoop loop = vlDefaultLoop();
        double critical = 0.0, damping = 0.0;
        def.motors.delay = 1e-3 * cases[i].delay;
        def.motors.bandwidth = cases[i].bandwidth;
        def.mode = (vlSimulatedMode){cases[i].mode > 0.0 ? 0.5 : 0.0, cases[i].mode, 0.02};
        assert_int_equal(vlLoop_SetDevice(&loop, &def, false), VL_OK);
        loop.rule = VL_LOOP_DIFFERENCE;
        loop.toolMass = 0.0;
        for (int k = 1; k <= 60; ++k) { // the best damping
            double found = 0.0;
            loop.dampingOfWorld = 0.01 * k * def.mass / loop.period;
            assert_int_equal(vlLoop_GetCriticalStiffness(&loop, 4e5, &found), VL_OK);
            damping = found > critical ? loop.dampingOfWorld : damping;
            critical = fmax(critical, found);
        }
        loop.dampingOfWorld = damping;
        // 0.985: the radius crosses 1 within a per cent of the stiffness; the midpoint rule is off
        // by 8e-4.
        VL_CHECK_BELOW(growthAt(&loop, &def, 0.985 * critical), 1.0);
        assert_true(growthAt(&loop, &def, 1.015 * critical) > 1.0);
    }
}

static void what_no_structure_can_be_is_refused(void** state)
{
    (void)state;
    vlDevice* device = NULL;
    for (int i = 0; i < 9; ++i) {
        vlSimulatedDeviceDef def = i == 8 ? vlSimulatedDevice_Pantograph(1000.0) : unlike();
        def.mode = modeOf(100.0);
        def.mode.handleShare = i == 0 ? 1.0 : i == 1 ? -0.1 : 0.4;
        def.mode.frequency = i == 2 ? 0.0 : i == 3 ? 1e4 : 100.0;
        def.mode.ratio = i == 4 ? -0.1 : 0.02;
        def.directions.mass.y = i == 5 ? 0.0 : 0.1;
        def.directions.friction.z = i == 6 ? (double)NAN : 0.1;
        def.angularMode.handleShare = i == 7 ? (double)NAN : 0.0;
        assert_int_equal(vlSimulatedDevice_Create(&def, &device), VL_ERROR_ARGUMENT);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pushed_structure_swings_at_its_mode),
        cmocka_unit_test(far_from_its_mode_it_moves_as_a_rigid_one),
        cmocka_unit_test(alike_in_all_directions_is_the_plain_device),
        cmocka_unit_test(friction_by_direction_slows_as_its_law_says),
        cmocka_unit_test(friction_by_direction_holds_within_its_ellipsoid),
        cmocka_unit_test(the_ledger_closes_for_all_that_a_device_can_be),
        cmocka_unit_test(it_shakes_where_the_linear_model_says),
        cmocka_unit_test(what_no_structure_can_be_is_refused),
    };
    return cmocka_run_group_tests_name("simulated structure", tests, NULL, NULL);
}
