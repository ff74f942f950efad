// SPDX-License-Identifier: MIT
// What acts along the axes of joints under the implicit integrator: motors, limits and friction.

#include <math.h>

#include "rig.h"
#include "test.h"

#define STEP 1e-3

static vlWorld* makeWorld(double gravity)
{
    return vlRig_CreateWorld(STEP, VL_INTEGRATOR_IMPLICIT, gravity);
}

// Steps with a torque on the wheel.
static void turn(vlWorld* world, vlBodyId wheel, double torque, double seconds)
{
    for (int i = 0; i < (int)floor(seconds / STEP + 0.5); ++i) {
        assert_int_equal(vlBody_ApplyTorque(world, wheel, vlVec(0.0, torque, 0.0)), VL_OK);
        vlStage_Step(world);
    }
}

static void a_motor_under_half_its_torque_runs_at_half_its_speed(void** state)
{
    (void)state;
    vlWorld* world = makeWorld(0.0);
    vlBodyId wheel;
    vlAxisDef axis = vlRig_FreeAxis();
    axis.motor.mode = VL_MOTOR_TORQUE;
    axis.motor.target = 2.0;
    axis.motor.freeSpeed = 10.0; // on 0.1 kg m2: settles at 2/s
    vlJointId id = vlRig_AddWheel(world, &axis, &wheel);
    turn(world, wheel, -1.0, 15.0); // exp(-30) of the start remains
    VL_CHECK_NEAR(vlRig_ReportOf(world, id).velocity[0], 5.0, 1e-10);
    VL_CHECK_NEAR(vlRig_ReportOf(world, id).motorForce[0], 1.0, 1e-10);
    turn(world, wheel, 0.0, 15.0);
    VL_CHECK_NEAR(vlRig_ReportOf(world, id).velocity[0], 10.0, 1e-10);
    // The same motor in the other direction.
    assert_int_equal(vlJoint_SetTarget(world, id, 0, -2.0), VL_OK);
    turn(world, wheel, 1.0, 15.0);
    VL_CHECK_NEAR(vlRig_ReportOf(world, id).velocity[0], -5.0, 1e-10);
    vlWorld_Destroy(world);
}

static void a_speed_is_reached_and_gives_by_load_over_damping(void** state)
{
    (void)state;
    vlWorld* world = makeWorld(0.0);
    vlBodyId wheel;
    vlAxisDef axis = vlRig_FreeAxis();
    axis.motor.mode = VL_MOTOR_VELOCITY;
    axis.motor.target = 3.0;
    axis.motor.damping = 1e4; // 1e5 times what an explicit step could hold
    vlJointId id = vlRig_AddWheel(world, &axis, &wheel);
    turn(world, wheel, 0.0, 0.01);
    VL_CHECK_NEAR(vlRig_ReportOf(world, id).velocity[0], 3.0, 1e-9);
    turn(world, wheel, -5.0, 1.0);
    VL_CHECK_NEAR(vlRig_ReportOf(world, id).velocity[0], 3.0 - 5.0 / 1e4, 1e-9);
    VL_CHECK_NEAR(vlRig_ReportOf(world, id).motorForce[0], 5.0, 1e-9);
    vlWorld_Destroy(world);
}

static void an_angle_is_reached_and_gives_by_load_over_stiffness(void** state)
{
    (void)state;
    const double stiffness[] = {50.0, 1e4, 1e9};
    for (int i = 0; i < 3; ++i) {
        vlWorld* world = makeWorld(0.0);
        vlBodyId wheel;
        vlAxisDef axis = vlRig_FreeAxis();
        axis.motor.mode = VL_MOTOR_POSITION;
        axis.motor.stiffness = stiffness[i];
        axis.motor.damping = 2.0 * sqrt(0.1 * stiffness[i]);
        axis.motor.maxForce = 20.0;
        vlJointId id = vlRig_AddWheel(world, &axis, &wheel);
        for (int k = 0; k < 8000; ++k) { // to 20 rad, three turns and more, at 5 rad/s
            assert_int_equal(vlJoint_SetTarget(world, id, 0, fmax(-20.0, -5.0 * k * STEP)), VL_OK);
            turn(world, wheel, 4.0, STEP);
            assert_true(fabs(vlRig_ReportOf(world, id).motorForce[0]) <= 20.0);
        }
        vlJointReport report = vlRig_ReportOf(world, id);
        VL_CHECK_NEAR(report.position[0], -20.0 + 4.0 / stiffness[i], 1e-9);
        // 1e-5: 1e9 N m/rad times the rounding of 20 rad.
        VL_CHECK_NEAR(report.motorForce[0], -4.0, 1e-5);
        vlWorld_Destroy(world);
    }
}

static void a_motor_at_its_limit_is_pushed_back_by_the_rest(void** state)
{
    (void)state;
    vlWorld* world = makeWorld(0.0);
    vlBodyId wheel;
    vlAxisDef axis = vlRig_FreeAxis();
    axis.motor.mode = VL_MOTOR_POSITION;
    axis.motor.stiffness = 1e6;
    axis.motor.damping = 1e3;
    axis.motor.maxForce = 2.0;
    vlJointId id = vlRig_AddWheel(world, &axis, &wheel);
    turn(world, wheel, 1.9, 1.0); // holds
    VL_CHECK_NEAR(vlRig_ReportOf(world, id).position[0], 1.9e-6, 1e-12);
    turn(world, wheel, 2.5, 1.0); // 0.5 N m too much on 0.1 kg m2
    VL_CHECK_NEAR(vlRig_ReportOf(world, id).velocity[0], 5.0, 0.01);
    VL_CHECK_NEAR(vlRig_ReportOf(world, id).motorForce[0], -2.0, 0.0);
    vlWorld_Destroy(world);
}

// From rest to 3 rad, with 20 N m on 0.1 kg m2: not before 2 sqrt(3 0.1/20) s. It arrives soon
// after, and does not overshoot: when the damper did not act at the limit, it overshot by 1.5 to
// 2.9 rad and swung for 0.4 to 10 s.
static void a_motor_at_its_limit_stops_at_its_target(void** state)
{
    (void)state;
    const double stiffness[] = {200.0, 1e4, 1e6, 1e9};
    const double soonest = 2.0 * sqrt(3.0 * 0.1 / 20.0);
    for (int i = 0; i < 4; ++i) {
        vlWorld* world = makeWorld(0.0);
        vlBodyId wheel;
        vlAxisDef axis = vlRig_FreeAxis();
        axis.motor.mode = VL_MOTOR_POSITION;
        axis.motor.target = 3.0;
        axis.motor.stiffness = stiffness[i];
        axis.motor.damping = 2.0 * sqrt(0.1 * stiffness[i]); // critical
        axis.motor.maxForce = 20.0;
        vlJointId id = vlRig_AddWheel(world, &axis, &wheel);
        double arrived = 0.0;
        double widest = 0.0;
        for (int k = 0; k < 1000; ++k) {
            vlStage_Step(world);
            vlJointReport report = vlRig_ReportOf(world, id);
            widest = fmax(widest, report.position[0]);
            arrived = fabs(report.position[0] - 3.0) > 0.01 ? (k + 1) * STEP : arrived;
            assert_true(fabs(report.motorForce[0]) <= 20.0);
        }
        VL_CHECK_BELOW(soonest, 1.05 * arrived);
        // The motor plans with 0.7 of its limit for stopping, which takes (1 + 1/0.7)/2 times as
        // long, and a soft one covers the last 0.1 rad within some sqrt(0.1/200) s.
        VL_CHECK_BELOW(arrived, 1.3 * soonest);
        // A step of 1 ms at 20 N m moves by up to 2e-4 rad.
        VL_CHECK_BELOW(widest, 3.0 + 4e-4);
        vlWorld_Destroy(world);
    }
}

static void a_motors_work_is_booked(void** state)
{
    (void)state;
    vlWorld* world = makeWorld(0.0);
    vlBodyId wheel;
    vlAxisDef axis = vlRig_FreeAxis();
    axis.motor.mode = VL_MOTOR_TORQUE;
    axis.motor.target = 0.5;
    axis.damping = 0.1;
    vlJointId id = vlRig_AddWheel(world, &axis, &wheel);
    turn(world, wheel, 0.0, 2.0);
    vlLedger ledger = vlWorld_GetLedger(world);
    double w = vlRig_ReportOf(world, id).velocity[0];
    // The energy is torque times angle; the damper took the rest. Angles differ from the sum of
    // mean rates by half a step at the end.
    double angle = vlRig_ReportOf(world, id).position[0];
    VL_CHECK_NEAR(ledger.motors, 0.5 * angle, 0.5 * 0.5 * w * STEP * 1.01);
    VL_CHECK_NEAR(ledger.motors + ledger.joints, 0.05 * w * w, 1e-9);
    assert_true(ledger.joints < -1.0);
    vlWorld_Destroy(world);
}

static void a_limit_gives_by_load_over_stiffness(void** state)
{
    (void)state;
    vlWorld* world = makeWorld(VL_GRAVITY);
    vlBodyId rod; // released level, it falls by 0.7 rad onto its limit
    vlQuat level = vlQuatFromAxisAngle(vlRig_AlongY(), -0.5 * VL_PI);
    vlPose pose = {vlRotate(level, vlVec(0.0, 0.0, -0.5)), level};
    rod = vlStage_AddBox(world, vlVec(0.1, 0.1, 1.0), 1.0, pose, vlModel_AtRest());
    vlJointDef def = vlRig_HingeAt(world, rod, vlZero());
    def.axis[0].upper = 0.7;
    def.axis[0].lower = -0.1;
    def.axis[0].limitStiffness = 1e4;
    vlJointId id = vlRig_Join(world, &def);
    bool wasMet = false;
    for (int i = 0; i < 10000; ++i) {
        vlStage_Step(world);
        vlJointReport report = vlRig_ReportOf(world, id);
        assert_true(report.limitForce[0] <= 0.0); // the limit never pulls
        wasMet |= report.limitForce[0] < 0.0;
        assert_true(wasMet || report.position[0] <= 0.7 + 0.1);
    }
    vlJointReport report = vlRig_ReportOf(world, id);
    double torque = 0.5 * VL_GRAVITY * cos(report.position[0]); // of its weight
    VL_CHECK_NEAR(report.position[0] - 0.7, torque / 1e4, 1e-9);
    VL_CHECK_NEAR(report.limitForce[0], -torque, 1e-6);
    VL_CHECK_BELOW(fabs(report.velocity[0]), 1e-9);
    vlWorld_Destroy(world);
}

static void a_slider_stops_at_its_ends(void** state)
{
    (void)state;
    vlWorld* world = makeWorld(VL_GRAVITY);
    vlBodyId none = {0, 0};
    vlBodyId cube = vlRig_AddCube(world, 2.0, vlZero());
    vlJointDef def = vlRig_At(world, VL_JOINT_SLIDER, none, cube, vlZero(), vlVec(0.0, 0.0, 1.0));
    def.axis[0].lower = -0.2;
    def.axis[0].upper = 0.2;
    vlJointId id = vlRig_Join(world, &def);
    vlStage_Run(world, 2.0);
    double k = vlRig_StiffnessOf(world, id, false); // as stiff as the locked directions
    VL_CHECK_NEAR((-0.2 - vlRig_ReportOf(world, id).position[0]) * k, 2.0 * VL_GRAVITY, 1e-5);
    vlWorld_SetGravity(world, vlVec(1.0, -2.0, 5.0));
    vlStage_Run(world, 2.0);
    VL_CHECK_NEAR((vlRig_ReportOf(world, id).position[0] - 0.2) * k, 10.0, 1e-5);
    VL_CHECK_BELOW(vlRig_ReportOf(world, id).gap, 1.001 * 2.0 * sqrt(5.0) / k);
    vlWorld_Destroy(world);
}

// A level arm on a hinge with friction against the 4.9 N m of its weight.
static vlJointId addArm(vlWorld* world, double friction)
{
    vlQuat level = vlQuatFromAxisAngle(vlRig_AlongY(), -0.5 * VL_PI);
    vlPose pose = {vlRotate(level, vlVec(0.0, 0.0, -0.5)), level};
    vlBodyId rod = vlStage_AddBox(world, vlVec(0.1, 0.1, 1.0), 1.0, pose, vlModel_AtRest());
    vlJointDef def = vlRig_HingeAt(world, rod, vlZero());
    def.axis[0].friction = friction;
    return vlRig_Join(world, &def);
}

static void friction_holds_an_arm_for_good(void** state)
{
    (void)state;
    vlWorld* world = makeWorld(VL_GRAVITY);
    vlJointId id = addArm(world, 1.001 * 0.5 * VL_GRAVITY);
    vlStage_Run(world, 1.0);
    vlJointReport before = vlRig_ReportOf(world, id);
    vlStage_Run(world, 60.0);
    vlJointReport after = vlRig_ReportOf(world, id);
    VL_CHECK_BELOW(fabs(after.velocity[0]), 1e-12);
    VL_CHECK_BELOW(fabs(after.position[0] - before.position[0]) / 60.0, 1e-12); // creep
    VL_CHECK_NEAR(after.frictionForce[0], -0.5 * VL_GRAVITY, 1e-6);
    vlWorld_Destroy(world);
    // With some allowance for the sudden load it yields like the locked directions, and no more.
    world = makeWorld(VL_GRAVITY);
    id = addArm(world, 0.75 * VL_GRAVITY);
    vlStage_Run(world, 1.0);
    double k = vlRig_StiffnessOf(world, id, true);
    VL_CHECK_NEAR(vlRig_ReportOf(world, id).position[0] * k, 0.5 * VL_GRAVITY, 1e-4);
    vlWorld_Destroy(world);
}

static void friction_lets_go_above_its_limit(void** state)
{
    (void)state;
    vlWorld* world = makeWorld(VL_GRAVITY);
    vlJointId id = addArm(world, 0.999 * 0.5 * VL_GRAVITY);
    vlStage_Run(world, 1.0);
    assert_true(vlRig_ReportOf(world, id).velocity[0] > 0.01);
    vlWorld_Destroy(world);
    // Well above the limit the motion is that by weight minus friction.
    const double friction = 0.8 * 0.5 * VL_GRAVITY;
    world = makeWorld(VL_GRAVITY);
    id = addArm(world, friction);
    vlStage_Run(world, 0.7);
    double angle = 0.0;
    double speed = 0.0;
    for (int i = 0; i < 700000; ++i) { // second order at 1 us: exact to 1e-6
        speed += 1e-6 * (0.5 * VL_GRAVITY * cos(angle) - friction) / VL_ROD_INERTIA;
        angle += 1e-6 * speed;
    }
    // 2e-3: half a step of 700, and the first step, in which the spring of friction stretches.
    VL_CHECK_NEAR(vlRig_ReportOf(world, id).position[0] / angle, 1.0, 2e-3);
    vlWorld_Destroy(world);
}

static void friction_slides_with_its_full_force_and_holds_again(void** state)
{
    (void)state;
    vlWorld* world = makeWorld(0.0);
    vlBodyId wheel;
    vlAxisDef axis = vlRig_FreeAxis();
    axis.friction = 0.3;
    vlJointId id = vlRig_AddWheel(world, &axis, &wheel);
    assert_int_equal(vlBody_SetTwist(world, wheel, vlModel_Moving(vlZero(), vlVec(0.0, 6.0, 0.0))),
                     VL_OK);
    // Decelerates at 3 rad/s2: 6 rad in 2 s, then stands.
    turn(world, wheel, 0.0, 1.0);
    // The first step sticks in part.
    VL_CHECK_NEAR(vlRig_ReportOf(world, id).velocity[0], 3.0, 0.01);
    VL_CHECK_NEAR(vlRig_ReportOf(world, id).frictionForce[0], -0.3, 0.0);
    turn(world, wheel, 0.0, 2.0);
    VL_CHECK_NEAR(vlRig_ReportOf(world, id).position[0], 6.0, 6.0 * 2.0 * STEP);
    VL_CHECK_BELOW(fabs(vlRig_ReportOf(world, id).velocity[0]), 1e-12);
    // Pushed to and fro below the limit it comes back to where it was.
    double before = vlRig_ReportOf(world, id).position[0];
    for (int i = 0; i < 10; ++i) {
        turn(world, wheel, i % 2 == 0 ? 0.25 : -0.25, 0.2);
    }
    turn(world, wheel, 0.0, 0.2);
    VL_CHECK_NEAR(vlRig_ReportOf(world, id).position[0], before, 1e-12);
    vlWorld_Destroy(world);
}

static void the_axes_of_a_ball_are_driven_one_by_one(void** state)
{
    (void)state;
    vlWorld* world = makeWorld(0.0);
    vlBodyId none = {0, 0};
    vlBodyId cube = vlRig_AddCube(world, 1.0, vlZero());
    vlJointDef def = vlRig_At(world, VL_JOINT_BALL, none, cube, vlZero(), vlVec(0.0, 0.0, 1.0));
    const double target[] = {0.5, -0.3, 0.8};
    for (int i = 0; i < 3; ++i) {
        def.axis[i].motor.mode = VL_MOTOR_POSITION;
        def.axis[i].motor.target = target[i];
        def.axis[i].motor.stiffness = 10.0;
        def.axis[i].motor.damping = 0.3;
    }
    def.axis[2].upper = 0.6;
    vlJointId id = vlRig_Join(world, &def);
    vlStage_Run(world, 3.0);
    vlJointReport report = vlRig_ReportOf(world, id);
    VL_CHECK_NEAR(report.position[0], 0.5, 1e-9);
    VL_CHECK_NEAR(report.position[1], -0.3, 1e-9);
    // The limit holds it back: 10 N m/rad times 0.2 rad over the limit's stiffness.
    double k = vlRig_StiffnessOf(world, id, true);
    VL_CHECK_NEAR(report.position[2], 0.6 + 2.0 / (k + 10.0), 1e-9);
    VL_CHECK_NEAR(report.limitForce[2], -2.0, 1e-3);
    vlWorld_Destroy(world);
}

static void a_universal_joint_is_driven_by_both_axes(void** state)
{
    (void)state;
    vlWorld* world = makeWorld(VL_GRAVITY);
    vlBodyId none = {0, 0};
    vlBodyId cube = vlRig_AddCube(world, 1.0, vlZero());
    vlJointDef def =
        vlRig_At(world, VL_JOINT_UNIVERSAL, none, cube, vlZero(), vlVec(0.0, 0.0, 1.0));
    const double target[] = {2.0, -1.2};
    for (int i = 0; i < 2; ++i) {
        def.axis[i].motor.mode = VL_MOTOR_POSITION;
        def.axis[i].motor.target = target[i];
        def.axis[i].motor.stiffness = 20.0;
        def.axis[i].motor.damping = 0.5;
    }
    vlJointId id = vlRig_Join(world, &def);
    vlStage_Run(world, 3.0);
    vlJointReport report = vlRig_ReportOf(world, id);
    VL_CHECK_NEAR(report.position[0], 2.0, 1e-9);
    VL_CHECK_NEAR(report.position[1], -1.2, 1e-9);
    // The body is rotated about its vertical z by the first motor, then about its own x by the
    // other.
    vlQuat expected = vlMulQ(vlQuatFromAxisAngle(vlVec(0.0, 0.0, 1.0), 2.0),
                             vlQuatFromAxisAngle(vlVec(1.0, 0.0, 0.0), -1.2));
    vlQuat q = vlStage_PoseOf(world, cube).q;
    double cosine = q.w * expected.w + q.x * expected.x + q.y * expected.y + q.z * expected.z;
    VL_CHECK_NEAR(fabs(cosine), 1.0, 1e-12);
    vlWorld_Destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_motor_under_half_its_torque_runs_at_half_its_speed),
        cmocka_unit_test(a_speed_is_reached_and_gives_by_load_over_damping),
        cmocka_unit_test(an_angle_is_reached_and_gives_by_load_over_stiffness),
        cmocka_unit_test(a_motor_at_its_limit_is_pushed_back_by_the_rest),
        cmocka_unit_test(a_motor_at_its_limit_stops_at_its_target),
        cmocka_unit_test(a_motors_work_is_booked),
        cmocka_unit_test(a_limit_gives_by_load_over_stiffness),
        cmocka_unit_test(a_slider_stops_at_its_ends),
        cmocka_unit_test(friction_holds_an_arm_for_good),
        cmocka_unit_test(friction_lets_go_above_its_limit),
        cmocka_unit_test(friction_slides_with_its_full_force_and_holds_again),
        cmocka_unit_test(the_axes_of_a_ball_are_driven_one_by_one),
        cmocka_unit_test(a_universal_joint_is_driven_by_both_axes),
    };
    return cmocka_run_group_tests_name("driven joints", tests, NULL, NULL);
}
