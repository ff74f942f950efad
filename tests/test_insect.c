// SPDX-License-Identifier: MIT
// The walking insect as a model: its parts, and whether its angles put its feet where the gait
// wants them. The experiment insect tests that it walks.

#include "models/insect_model.h"
#include "stage.h"
#include "test.h"

typedef struct Standing {
    vlWorld* world;
    vlInsectDef def;
    vlInsect insect;
} Standing;

static Standing stand(void)
{
    vlWorldDef worldDef = vlDefaultWorldDef();
    worldDef.integrator = VL_INTEGRATOR_IMPLICIT;
    Standing s = {.world = vlStage_CreateWorld(&worldDef), .def = vlInsect_Default()};
    assert_int_equal(vlModel_AddInsect(s.world, &s.def, &s.insect), VL_OK);
    return s;
}

static vlJointReport jointOf(const Standing* s, vlJointId joint)
{
    vlJointReport report;
    assert_int_equal(vlJoint_GetReport(s->world, joint, &report), VL_OK);
    return report;
}

// A point rotated by `angle` about an axis of the joint's frame in the standing pose.
static vlVec3 turned(vlVec3 point, const vlJointReport* joint, vlVec3 axis, double angle)
{
    vlVec3 direction = vlRotate(joint->frameA.q, axis);
    vlQuat q = vlQuatFromAxisAngle(direction, angle);
    return vlAdd(joint->frameA.p, vlRotate(q, vlSub(point, joint->frameA.p)));
}

// The position of a sole with the leg's angles at `time` and the thorax at rest: joint by joint,
// the last one first.
static vlVec3 soleAt(const Standing* s, int leg, double time)
{
    vlLegAngles angles = vlInsect_Angles(&s->def, leg, time);
    vlJointReport groin = jointOf(s, s->insect.joint[leg][0]);
    vlJointReport knee = jointOf(s, s->insect.joint[leg][1]);
    vlJointReport ankle = jointOf(s, s->insect.joint[leg][2]);
    vlVec3 x = vlVec(1.0, 0.0, 0.0), z = vlVec(0.0, 0.0, 1.0);
    vlPose tarsus = vlStage_PoseOf(s->world, s->insect.link[leg][2]);
    vlVec3 sole = vlTransform(tarsus, vlInsect_Sole(&s->def));
    sole = turned(sole, &ankle, z, angles.ankle);
    sole = turned(sole, &knee, z, angles.knee);
    sole = turned(sole, &groin, x, angles.lift);
    return turned(sole, &groin, z, angles.yaw);
}

static void it_is_made_of_twenty_bodies_and_twenty_seven_angles(void** state)
{
    (void)state;
    Standing s = stand();
    double mass = 0.0;
    int axes = jointOf(&s, s.insect.neck).axisCount;
    for (int i = 0; i < vlWorld_GetBodyCount(s.world); ++i) {
        mass += vlStage_MassOf(s.world, vlWorld_GetBody(s.world, i));
    }
    for (int leg = 0; leg < VL_INSECT_LEGS; ++leg) {
        for (int i = 0; i < VL_INSECT_LINKS; ++i) {
            vlJointReport joint = jointOf(&s, s.insect.joint[leg][i]);
            axes += joint.axisCount;
            VL_CHECK_BELOW(joint.gap + joint.twist, 1e-12); // its parts meet, to rounding
        }
    }
    assert_int_equal(vlWorld_GetBodyCount(s.world), VL_INSECT_BODIES);
    assert_int_equal(vlWorld_GetJointCount(s.world), VL_INSECT_JOINTS);
    assert_int_equal(axes, 27);
    VL_CHECK_NEAR(mass, 0.063, 1e-15);
    vlWorld_Destroy(s.world);
}

static void on_the_floor_a_foot_goes_straight_back(void** state)
{
    (void)state;
    Standing s = stand();
    double speed = s.def.stride * s.def.frequency, half = 0.5 * s.def.duty / s.def.frequency;
    for (int leg = 0; leg < VL_INSECT_LEGS; ++leg) {
        vlPose tarsus = vlStage_PoseOf(s.world, s.insect.link[leg][2]);
        vlVec3 place = vlTransform(tarsus, vlInsect_Sole(&s.def));
        // In the middle of its stance, at 0 or half a cycle later, a leg has its standing pose.
        double middle = vlInsect_IsStance(&s.def, leg, 0.0) ? 0.0 : 0.5 / s.def.frequency;
        for (int i = -20; i <= 20; ++i) {
            double t = 0.999 * half * i / 20.0;
            vlVec3 sole = soleAt(&s, leg, middle + t);
            vlVec3 wanted = vlAdd(place, vlVec(-speed * t, 0.0, 0.0));
            assert_true(vlInsect_IsStance(&s.def, leg, middle + t));
            VL_CHECK_BELOW(vlLength(vlSub(sole, wanted)), 1e-12); // exact, to rounding
        }
    }
    vlWorld_Destroy(s.world);
}

static void in_the_air_a_foot_rises_and_comes_down_smoothly(void** state)
{
    (void)state;
    Standing s = stand();
    double cycle = 1.0 / s.def.frequency, step = cycle / 2000.0;
    for (int leg = 0; leg < VL_INSECT_LEGS; ++leg) {
        double highest = 0.0;
        vlVec3 before = soleAt(&s, leg, 0.0), lastWay = vlZero();
        for (int i = 1; i <= 2000; ++i) {
            vlVec3 sole = soleAt(&s, leg, i * step);
            vlVec3 way = vlSub(sole, before);
            highest = fmax(highest, sole.z);
            assert_true(sole.z > -1e-12);
            // In 0.225 s, s from 0 to 1: z'' = 32 lift = 3.8 m/s2 and x'' = 12 stride/2 = 2.4 m/s2
            // at most, together 4.5: without a jump of the velocity.
            bool isSmooth = i == 1 || vlLength(vlSub(way, lastWay)) < 4.6 * step * step;
            assert_true(isSmooth);
            lastWay = way;
            before = sole;
        }
        VL_CHECK_NEAR(highest, s.def.lift, 1e-12);
    }
    vlWorld_Destroy(s.world);
}

static void three_feet_or_more_stand_at_any_time(void** state)
{
    (void)state;
    vlInsectDef def = vlInsect_Default();
    for (int i = 0; i < 1000; ++i) {
        int feet = 0;
        for (int leg = 0; leg < VL_INSECT_LEGS; ++leg) {
            feet += vlInsect_IsStance(&def, leg, i / 1000.0);
        }
        assert_true(feet == 3 || feet == 6);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_made_of_twenty_bodies_and_twenty_seven_angles),
        cmocka_unit_test(on_the_floor_a_foot_goes_straight_back),
        cmocka_unit_test(in_the_air_a_foot_rises_and_comes_down_smoothly),
        cmocka_unit_test(three_feet_or_more_stand_at_any_time),
    };
    return cmocka_run_group_tests_name("insect", tests, NULL, NULL);
}
