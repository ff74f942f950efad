// SPDX-License-Identifier: MIT
// Joints under the explicit integrators, against closed forms.

#include <math.h>

#include "rig.h"
#include "test.h"

static const vlJointType allTypes[] = {VL_JOINT_FIXED,    VL_JOINT_HINGE,     VL_JOINT_SLIDER,
                                       VL_JOINT_BALL,     VL_JOINT_UNIVERSAL, VL_JOINT_PLANAR,
                                       VL_JOINT_DISTANCE, VL_JOINT_BUSHING};

static void an_explicit_pendulum_swings_with_its_period(void** state)
{
    (void)state;
    const double step = 1e-4;
    const vlIntegrator integrators[] = {VL_INTEGRATOR_EULER, VL_INTEGRATOR_RK4};
    for (int i = 0; i < 2; ++i) {
        vlWorld* world = vlRig_CreateWorld(step, integrators[i], VL_GRAVITY);
        vlBodyId rod;
        vlJointId hinge = vlRig_HangRod(world, 0.1, &rod);
        // Angle from where it was made, which leans by 0.1: it swings about -0.1.
        double before = vlRig_ReportOf(world, hinge).position[0] + 0.1;
        VL_CHECK_NEAR(before, 0.1, 1e-15);
        double crossings[3] = {0.0, 0.0, 0.0};
        double widest = 0.0;
        int found = 0;
        for (int k = 0; found < 3; ++k) {
            assert_true(k < 60000);
            vlStage_Step(world);
            double angle = vlRig_ReportOf(world, hinge).position[0] + 0.1;
            if (before < 0.0 && angle >= 0.0) {
                crossings[found++] = (k + before / (before - angle)) * step;
            }
            widest = found > 0 ? fmax(widest, fabs(angle)) : widest;
            before = angle;
        }
        // At 0.1 rad the period is 1 + 0.1^2/16 times that of a small swing.
        double exact =
            2.0 * VL_PI * sqrt(VL_ROD_INERTIA / (VL_GRAVITY * 0.5)) * (1.0 + 0.01 / 16.0);
        // 1e-4: the joint yields by weight over stiffness, 9.8/1.8e6 m of 0.5 m, and oscillates for
        // a while after the start; its dampers take 1e-5 of the amplitude.
        VL_CHECK_NEAR(0.5 * (crossings[2] - crossings[0]) / exact, 1.0, 1e-4);
        VL_CHECK_NEAR(widest, 0.1, 1e-4);
        VL_CHECK_BELOW(vlRig_ReportOf(world, hinge).gap, 2.0 * VL_GRAVITY / 1.7e6);
        vlWorld_Destroy(world);
    }
}

static void every_joint_conserves_momentum(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(11);
    for (size_t i = 0; i < sizeof allTypes / sizeof allTypes[0]; ++i) {
        vlWorld* world = vlRig_CreateWorld(1e-3, VL_INTEGRATOR_EULER, 0.0);
        vlJointDef def = vlDefaultJointDef(allTypes[i]);
        def.bodyA = vlRig_AddCube(world, 1.0, vlZero());
        def.bodyB = vlRig_AddCube(world, 2.0, vlVec(0.2, 0.0, 0.0));
        assert_int_equal(
            vlJointDef_Place(&def, world, vlVec(0.1, 0.02, 0.0), vlVec(0.3, 0.2, 1.0), vlZero()),
            VL_OK);
        def.frameB.p.x += allTypes[i] == VL_JOINT_DISTANCE ? 0.05 : 0.0; // a length to keep
        def.bushingStiffness = vlVec(100.0, 50.0, 20.0);
        def.bushingAngularStiffness = vlVec(0.2, 0.1, 0.05);
        vlRig_Join(world, &def);
        vlTwist twist = vlStage_AnyTwist(&random, 0.5, 2.0);
        assert_int_equal(vlBody_SetTwist(world, def.bodyB, twist), VL_OK);
        vlVec3 start = vlAdd(vlStage_AngularMomentum(world, def.bodyA),
                             vlStage_AngularMomentum(world, def.bodyB));
        vlStage_Run(world, 0.5);
        vlVec3 linear = vlAdd(vlStage_TwistOf(world, def.bodyA).linear,
                              vlScale(vlStage_TwistOf(world, def.bodyB).linear, 2.0));
        vlVec3 turning = vlAdd(vlStage_AngularMomentum(world, def.bodyA),
                               vlStage_AngularMomentum(world, def.bodyB));
        assert_true(vlLength(vlStage_TwistOf(world, def.bodyA).linear) > 1e-3); // the joint acted
        // The same wrench on both, to the bit; sums of 500 steps round.
        VL_CHECK_BELOW(vlLength(vlSub(linear, vlScale(twist.linear, 2.0))), 1e-13);
        VL_CHECK_BELOW(vlLength(vlSub(turning, start)), 1e-13);
        vlWorld_Destroy(world);
    }
}

static void a_distance_joint_holds_its_length_or_its_limits(void** state)
{
    (void)state;
    vlWorld* world = vlRig_CreateWorld(1e-3, VL_INTEGRATOR_EULER, VL_GRAVITY);
    vlJointDef rod = vlDefaultJointDef(VL_JOINT_DISTANCE);
    rod.bodyB = vlRig_AddCube(world, 1.0, vlVec(0.3, 0.0, -0.4));
    vlJointId rodId = vlRig_Join(world, &rod);
    vlJointDef rope = rod;
    rope.bodyB = vlRig_AddCube(world, 1.0, vlVec(0.0, 2.0, -0.1));
    rope.frameA.p = vlVec(0.0, 2.0, 0.0);
    rope.axis[0].lower = 0.0;
    rope.axis[0].upper = 0.5;
    vlJointId ropeId = vlRig_Join(world, &rope);
    VL_CHECK_NEAR(vlRig_ReportOf(world, rodId).position[0], 0.5, 1e-15);
    double taut = 0.0;
    for (int i = 0; i < 1000; ++i) {
        vlStage_Step(world);
        vlJointReport report = vlRig_ReportOf(world, rodId);
        // Weight and swing pull with 3 g at most on 1 kg at 1.25e5 N/m: 0.24 mm, twice that as it
        // starts.
        VL_CHECK_BELOW(report.gap, 4.8e-4);
        VL_CHECK_NEAR(report.position[0], 0.5, 4.8e-4);
        report = vlRig_ReportOf(world, ropeId);
        if (report.position[0] < 0.49) {
            assert_true(report.limitForce[0] == 0.0); // slack: it falls freely
        }
        taut = fmax(taut, report.position[0] - 0.5);
    }
    assert_true(taut > 0.0); // it reached its end at sqrt(2 g 0.4) = 2.8 m/s
    // Caught at 1.25e5 N/m: half a swing of sqrt(m/k), 2.8 m/s * 2.8 ms.
    VL_CHECK_BELOW(taut, 0.008);
    vlStage_Run(world, 4.0);
    vlJointReport report = vlRig_ReportOf(world, ropeId);
    VL_CHECK_NEAR(report.limitForce[0], -VL_GRAVITY, 1e-6); // at rest, the weight
    vlWorld_Destroy(world);
}

static void a_motor_drives_as_its_law_says(void** state)
{
    (void)state;
    vlWorld* world = vlRig_CreateWorld(1e-4, VL_INTEGRATOR_RK4, 0.0);
    vlBodyId wheel;
    vlAxisDef axis = vlRig_FreeAxis();
    axis.motor.mode = VL_MOTOR_TORQUE;
    axis.motor.target = 0.5;
    axis.motor.freeSpeed = 10.0;
    vlJointId id = vlRig_AddWheel(world, &axis, &wheel);
    // I w' = T0 (1 - w/wf): w = wf (1 - exp(-T0 t/(I wf))), here 1 - exp(-t/2).
    vlStage_Run(world, 1.0);
    VL_CHECK_NEAR(vlRig_ReportOf(world, id).velocity[0], 10.0 * (1.0 - exp(-0.5)), 1e-9); // RK4
    // Twice the target may not give more than the largest torque: 0.2/0.1 rad/s2.
    vlMotor motor;
    assert_int_equal(vlJoint_GetMotor(world, id, 0, &motor), VL_OK);
    motor.maxForce = 0.2;
    motor.freeSpeed = HUGE_VAL;
    assert_int_equal(vlJoint_SetMotor(world, id, 0, &motor), VL_OK);
    double before = vlRig_ReportOf(world, id).velocity[0];
    vlStage_Run(world, 0.5);
    VL_CHECK_NEAR(vlRig_ReportOf(world, id).velocity[0], before + 1.0, 1e-9);
    VL_CHECK_NEAR(vlRig_ReportOf(world, id).motorForce[0], 0.2, 0.0);
    // A velocity motor, backwards: I w' = b (target - w).
    motor.mode = VL_MOTOR_VELOCITY;
    motor.maxForce = HUGE_VAL;
    motor.damping = 1.0;
    assert_int_equal(vlJoint_SetMotor(world, id, 0, &motor), VL_OK);
    assert_int_equal(vlJoint_SetTarget(world, id, 0, -2.0), VL_OK);
    vlStage_Run(world, 4.0); // exp(-40) of the start remains
    VL_CHECK_NEAR(vlRig_ReportOf(world, id).velocity[0], -2.0, 1e-12);
    // A position motor with a target many turns away.
    motor.mode = VL_MOTOR_POSITION;
    motor.stiffness = 10.0;
    motor.damping = 2.0; // critical: exp(-10 t)
    motor.target = 30.0;
    assert_int_equal(vlJoint_SetMotor(world, id, 0, &motor), VL_OK);
    vlStage_Run(world, 5.0);
    VL_CHECK_NEAR(vlRig_ReportOf(world, id).position[0], 30.0, 1e-12);
    vlWorld_Destroy(world);
}

static void friction_holds_below_its_limit_and_slides_above(void** state)
{
    (void)state;
    vlWorld* world = vlRig_CreateWorld(1e-3, VL_INTEGRATOR_EULER, 0.0);
    vlBodyId wheel;
    vlAxisDef axis = vlRig_FreeAxis();
    axis.friction = 0.3;
    vlJointId id = vlRig_AddWheel(world, &axis, &wheel);
    for (int i = 0; i < 2000; ++i) {
        assert_int_equal(vlBody_ApplyTorque(world, wheel, vlVec(0.0, 0.29, 0.0)), VL_OK);
        vlStage_Step(world);
    }
    VL_CHECK_NEAR(vlRig_ReportOf(world, id).velocity[0], 0.0, 1e-12); // it does not creep
    VL_CHECK_NEAR(vlRig_ReportOf(world, id).frictionForce[0], -0.29, 1e-12);
    double before = 0.0;
    for (int i = 0; i < 2000; ++i) {
        assert_int_equal(vlBody_ApplyTorque(world, wheel, vlVec(0.0, 0.4, 0.0)), VL_OK);
        vlStage_Step(world);
        before = i == 999 ? vlRig_ReportOf(world, id).velocity[0] : before;
    }
    // (0.4 - 0.3) N m on 0.1 kg m2, for one second: 1 rad/s, to rounding.
    VL_CHECK_NEAR(vlRig_ReportOf(world, id).velocity[0] - before, 1.0, 1e-10);
    vlWorld_Destroy(world);
}

static void limits_push_back_but_never_pull(void** state)
{
    (void)state;
    vlWorld* world = vlRig_CreateWorld(1e-4, VL_INTEGRATOR_EULER, 0.0);
    vlBodyId wheel;
    vlAxisDef axis = vlRig_FreeAxis();
    axis.lower = -0.5;
    axis.upper = 0.25;
    vlJointId id = vlRig_AddWheel(world, &axis, &wheel);
    assert_int_equal(vlBody_SetTwist(world, wheel, vlModel_Moving(vlZero(), vlVec(0.0, 2.0, 0.0))),
                     VL_OK);
    double least = 0.0;
    double most = 0.0;
    for (int i = 0; i < 20000; ++i) {
        vlStage_Step(world);
        vlJointReport report = vlRig_ReportOf(world, id);
        double f = report.limitForce[0];
        least = fmin(least, report.position[0]);
        most = fmax(most, report.position[0]);
        assert_true(f == 0.0 || (f < 0.0) == (report.position[0] > 0.0));
    }
    // Both limits were reached; the first one yields by w sqrt(I/k), k = 1/(8 h^2 tr I^-1): 1.4
    // mrad without damping.
    assert_true(least < -0.5 && most > 0.25);
    VL_CHECK_BELOW(most - 0.25, 1.4e-3);
    vlWorld_Destroy(world);
}

// A chain of five, each hanging by automatic joints: two on one body leave room for each other.
static void an_explicit_chain_with_automatic_gains_hangs_still(void** state)
{
    (void)state;
    for (int type = 0; type < 2; ++type) {
        vlWorld* world = vlRig_CreateWorld(1e-3, VL_INTEGRATOR_EULER, VL_GRAVITY);
        vlBodyId above = {0, 0};
        vlJointId top = {0, 0};
        for (int i = 0; i < 5; ++i) {
            vlJointDef def = vlDefaultJointDef(type == 0 ? VL_JOINT_BALL : VL_JOINT_FIXED);
            def.bodyA = above;
            def.bodyB = vlStage_AddBox(world, vlVec(0.05, 0.05, 0.1), 0.1,
                                       vlModel_At(0.0, 0.0, -0.05 - 0.1 * i), vlModel_AtRest());
            assert_int_equal(vlJointDef_Place(&def, world, vlVec(0.0, 0.0, -0.1 * i),
                                              vlRig_AlongY(), vlVec(1.0, 0.0, 0.0)),
                             VL_OK);
            vlJointId id = vlRig_Join(world, &def);
            top = i == 0 ? id : top;
            above = def.bodyB;
        }
        vlStage_Run(world, 20.0);
        // At rest: the oscillation along the chain decays at 1/s, by exp(-20).
        VL_CHECK_BELOW(vlStage_TopSpeed(world), 1e-6);
        vlJointReport report = vlRig_ReportOf(world, top);
        VL_CHECK_NEAR(report.reaction.force.z, 0.5 * VL_GRAVITY, 1e-4); // the whole weight
        double k, b, kt, bt;
        assert_int_equal(vlJoint_GetGains(world, top, &k, &b, &kt, &bt), VL_OK);
        VL_CHECK_NEAR(report.gap * k, 0.5 * VL_GRAVITY, 1e-4);
        vlWorld_Destroy(world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_explicit_pendulum_swings_with_its_period),
        cmocka_unit_test(every_joint_conserves_momentum),
        cmocka_unit_test(a_distance_joint_holds_its_length_or_its_limits),
        cmocka_unit_test(a_motor_drives_as_its_law_says),
        cmocka_unit_test(friction_holds_below_its_limit_and_slides_above),
        cmocka_unit_test(limits_push_back_but_never_pull),
        cmocka_unit_test(an_explicit_chain_with_automatic_gains_hangs_still),
    };
    return cmocka_run_group_tests_name("explicit joints", tests, NULL, NULL);
}
