// SPDX-License-Identifier: MIT
// Angles of joints over full turns, far from the start, and where they have no direction.

#include <math.h>

#include "base/angle.h"
#include "joint/joint_law.h"
#include "joint/joint_rows.h"
#include "stage.h"
#include "test.h"

#define STEP 1e-3 // s, of the implicit elements

// From the world to body 1, both frames in their bodies' places, stiffness 2, nothing on the axes.
static vlJoint jointOf(vlJointType type)
{
    vlJoint joint = {
        .head = {.bodyA = -1, .bodyB = 1}, .type = type, .kLinear = 2.0, .kAngular = 2.0};
    joint.frameA = joint.frameB = vlIdentityPose();
    for (int i = 0; i < 4; ++i) {
        joint.bushing[i] = vlVec(2.0, 2.0, 2.0);
    }
    for (int i = 0; i < VL_MAX_JOINT_AXES; ++i) {
        vlAxisDef axis = {.lower = -HUGE_VAL, .upper = HUGE_VAL};
        axis.motor.freeSpeed = axis.motor.maxForce = HUGE_VAL;
        joint.axis[i] = axis;
    }
    return joint;
}

static void the_angle_is_that_of_the_library(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(1);
    for (int i = 0; i < 100000; ++i) {
        double x = vlRandom_Range(&random, -1.0, 1.0);
        double y = vlRandom_Range(&random, -1.0, 1.0) * vlRandom_Log(&random, 1e-12, 1e12);
        // Two units in the last place of pi, or of the angle if that is smaller.
        double angle = atan2(y, x);
        VL_CHECK_BELOW(fabs(vlAngle_Of(y, x) - angle), 4.5e-16 * fabs(angle));
    }
    assert_true(vlAngle_Of(0.0, -1.0) == VL_PI);
    assert_true(vlAngle_Of(-1.0, 0.0) == -0.5 * VL_PI);
    assert_true(vlAngle_Of(0.0, 0.0) == 0.0);
    assert_true(vlAngle_Of((double)NAN, 1.0) == 0.0);
    assert_true(vlAngle_Of(HUGE_VAL, 1.0) == 0.0);
    VL_CHECK_NEAR(vlAngle_Near(-3.0, 3.0), 2.0 * VL_PI - 3.0, 1e-15);
    VL_CHECK_NEAR(vlAngle_Near(1.0, 1.0 + 20.0 * VL_PI), 1.0 + 20.0 * VL_PI, 1e-14);
}

// A hinge to the world with B rotated by `rotation` from its proper place.
static vlWrench tiltedHinge(vlQuat rotation)
{
    vlJoint joint = jointOf(VL_JOINT_HINGE);
    vlMotion motions[2] = {{.rotation = vlIdentityQuat()}, {.rotation = rotation}};
    vlJointReport report;
    return vlJoint_Evaluate(&joint, motions, false, &report).onB;
}

static void a_tilted_hinge_pulls_back_with_the_whole_angle(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(7);
    for (int i = 0; i < 2000; ++i) {
        double angle = vlRandom_Range(&random, 0.0, VL_PI);
        double heading = vlRandom_Range(&random, 0.0, 2.0 * VL_PI);
        double about = vlRandom_Range(&random, -3.0, 3.0);
        vlVec3 axis = vlVec(cos(heading), sin(heading), 0.0);
        vlQuat tilt = vlQuatFromAxisAngle(axis, angle);
        vlWrench w = tiltedHinge(vlMulQ(tilt, vlQuatFromAxisAngle(vlVec(0.0, 0.0, 1.0), about)));
        // The angle comes from sine and cosine, each exact to 1e-16; the direction of an almost
        // reversed axis is exact to 1e-16 over the sine.
        double tolerance = 1e-14 / fmax(1e-3, sin(angle));
        VL_CHECK_BELOW(vlLength(vlMulAdd(w.torque, 2.0 * angle, axis)), tolerance);
    }
    // For an exactly reversed axis there is no shortest way back, but one is chosen.
    vlQuat over = {0.0, 0.0, 1.0, 0.0};
    VL_CHECK_NEAR(vlLength(tiltedHinge(over).torque), 2.0 * VL_PI, 1e-14);
}

static void a_fixed_joint_remembers_which_way_it_was_turned(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(8);
    vlJoint joint = jointOf(VL_JOINT_FIXED);
    vlVec3 axis = vlRandom_Direction(&random);
    vlMotion motions[2] = {{.rotation = vlIdentityQuat()}, {.rotation = vlIdentityQuat()}};
    // Up to 1.49 pi the torque goes on growing; beyond 1.5 pi the shorter way is chosen.
    for (int i = 0; i <= 160; ++i) {
        double angle = 0.01 * i * VL_PI;
        motions[1].rotation = vlQuatFromAxisAngle(axis, angle);
        vlJointReport report;
        vlVec3 torque = vlJoint_Evaluate(&joint, motions, true, &report).onB.torque;
        double expected = i < 150 ? angle : angle - 2.0 * VL_PI;
        if (i != 150) {
            VL_CHECK_BELOW(vlLength(vlMulAdd(torque, joint.kAngular * expected, axis)), 1e-13);
        }
    }
}

static void a_hinge_counts_its_turns(void** state)
{
    (void)state;
    vlJoint joint = jointOf(VL_JOINT_HINGE);
    vlMotion motions[2] = {{.rotation = vlIdentityQuat()}, {.rotation = vlIdentityQuat()}};
    vlJointReport report;
    // A little less than half a turn each, the most that can be followed.
    for (int i = 0; i <= 100; ++i) {
        motions[1].rotation = vlQuatFromAxisAngle(vlVec(0.0, 0.0, 1.0), 3.1 * i);
        (void)vlJoint_Evaluate(&joint, motions, true, &report);
        VL_CHECK_NEAR(report.position[0], 3.1 * i, 1e-12); // 310 rad, rounded in the quaternion
    }
}

static bool isFiniteWrench(vlWrench w)
{
    return vlIsFinite(w.force) && vlIsFinite(w.torque);
}

static void nothing_is_ever_without_a_number(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(10);
    const vlQuat odd[] = {{1.0, 0.0, 0.0, 0.0}, {0.0, 1.0, 0.0, 0.0},       {0.0, 0.0, 1.0, 0.0},
                          {0.0, 0.0, 0.0, 1.0}, {0.5, 0.5, 0.5, 0.5},       {0.0, 0.6, 0.8, 0.0},
                          {0.6, 0.0, 0.8, 0.0}, {1.0, 1e-160, 1e-170, 1e-9}};
    const double places[] = {0.0, 1e-200, 1.0, 1e6};
    for (int i = 0; i < 8 * 8 * 4 * 2; ++i) {
        vlJoint joint = jointOf((vlJointType)(i % 8));
        joint.frameA.p.x = places[i / 64 % 4];
        bool isStiff = i >= 256;
        joint.kLinear = joint.kAngular = isStiff ? 1e12 : 1.0;
        joint.bLinear = joint.bAngular = isStiff ? 1e12 : 1.0;
        vlMotion motions[2] = {{.rotation = vlIdentityQuat()}, {.rotation = odd[i / 8 % 8]}};
        vlJointRows rows;
        vlJoint_Place(&joint, motions, &rows);
        vlImplicitElement element = vlJoint_Linearise(&joint, &rows, STEP);
        vlTwist twist = vlStage_AnyTwist(&random, 10.0, 100.0);
        assert_true(isFiniteWrench(element.onB));
        assert_true(isFiniteWrench(vlImplicitElement_At(&element, twist)));
        vlJointReport report;
        assert_true(isFiniteWrench(vlJoint_Evaluate(&joint, motions, true, &report).onB));
        assert_true(isfinite(report.gap) && isfinite(report.twist) && isfinite(report.energy));
    }
    // A body whose state is not finite is not pulled at all.
    vlJoint joint = jointOf(VL_JOINT_HINGE);
    vlMotion gone[2] = {{.rotation = vlIdentityQuat()}, {.rotation = vlIdentityQuat()}};
    gone[1].centre.x = HUGE_VAL;
    vlJointReport report;
    vlJointRows rows;
    vlJoint_Place(&joint, gone, &rows);
    assert_true(isFiniteWrench(vlJoint_Linearise(&joint, &rows, STEP).onB));
    assert_true(vlLength(vlJoint_Evaluate(&joint, gone, true, &report).onB.force) == 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_angle_is_that_of_the_library),
        cmocka_unit_test(a_tilted_hinge_pulls_back_with_the_whole_angle),
        cmocka_unit_test(a_fixed_joint_remembers_which_way_it_was_turned),
        cmocka_unit_test(a_hinge_counts_its_turns),
        cmocka_unit_test(nothing_is_ever_without_a_number),
    };
    return cmocka_run_group_tests_name("joint turns", tests, NULL, NULL);
}
