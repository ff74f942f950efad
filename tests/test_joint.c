// SPDX-License-Identifier: MIT
// Joints as a user uses them: making, placing, reading and changing them, and what is refused.

#include <math.h>
#include <stdlib.h>

#include "refusal.h"
#include "rig.h"
#include "test.h"

static void placing_puts_both_frames_where_asked(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(12);
    for (int i = 0; i < 300; ++i) {
        vlWorld* world = vlRig_CreateWorld(1e-3, VL_INTEGRATOR_EULER, 0.0);
        vlJointDef def = vlDefaultJointDef(VL_JOINT_FIXED);
        vlVec3 size = vlVec(0.1, 0.2, 0.3);
        vlPose poseA = vlStage_AnyPose(&random, vlZero());
        vlPose poseB = vlStage_AnyPose(&random, vlVec(1.0, 0.0, 0.0));
        if (i % 3 > 0) {
            def.bodyA = vlStage_AddBox(world, size, 1.0, poseA, vlModel_AtRest());
        }
        def.bodyB = vlStage_AddBox(world, size, 1.0, poseB, vlModel_AtRest());
        vlVec3 point = vlRandom_InBall(&random);
        vlVec3 axis = vlScale(vlRandom_Direction(&random), 3.0);
        vlVec3 second = i % 2 > 0 ? vlRandom_InBall(&random) : vlScale(axis, i % 4 > 0 ? 2.0 : 0.0);
        assert_int_equal(vlJointDef_Place(&def, world, point, axis, second), VL_OK);
        vlJointReport report = vlRig_ReportOf(world, vlRig_Join(world, &def));
        const vlPose frames[] = {report.frameA, report.frameB};
        for (int k = 0; k < 2; ++k) {
            vlVec3 x = vlRotate(frames[k].q, vlVec(1.0, 0.0, 0.0));
            vlVec3 z = vlRotate(frames[k].q, vlVec(0.0, 0.0, 1.0));
            // Rounding of quaternions there and back.
            VL_CHECK_BELOW(vlLength(vlSub(frames[k].p, point)), 1e-14);
            VL_CHECK_BELOW(vlLength(vlSub(z, vlUnit(axis))), 1e-14);
            if (i % 2 > 0) { // in the plane of axis and second, on second's side
                VL_CHECK_NEAR(vlDot(vlCross(z, x), vlUnit(second)), 0.0, 1e-13);
                assert_true(vlDot(x, second) > 0.0);
            }
        }
        VL_CHECK_BELOW(report.gap + report.twist, 1e-14);
        vlWorld_Destroy(world);
    }
}

static void joined_bodies_pass_through_each_other(void** state)
{
    (void)state;
    vlWorld* world = vlRig_CreateWorld(1e-3, VL_INTEGRATOR_EULER, 0.0);
    vlJointDef def = vlDefaultJointDef(VL_JOINT_DISTANCE);
    def.bodyA = vlRig_AddCube(world, 1.0, vlZero());
    def.bodyB = vlRig_AddCube(world, 1.0, vlVec(0.09, 0.0, 0.0));
    vlStage_Step(world);
    assert_int_equal(vlWorld_GetContactCount(world), 1);
    vlJointId id = vlRig_Join(world, &def);
    vlStage_Step(world);
    assert_int_equal(vlWorld_GetContactCount(world), 0);
    assert_int_equal(vlWorld_DestroyJoint(world, id), VL_OK);
    vlStage_Step(world);
    assert_int_equal(vlWorld_GetContactCount(world), 1);
    def.collide = true;
    vlRig_Join(world, &def);
    vlStage_Step(world);
    assert_int_equal(vlWorld_GetContactCount(world), 1);
    vlWorld_Destroy(world);
}

static void a_snapshot_holds_the_joints(void** state)
{
    (void)state;
    vlWorld* world = vlRig_CreateWorld(1e-3, VL_INTEGRATOR_EULER, 0.0);
    vlBodyId wheel;
    vlAxisDef axis = vlRig_FreeAxis();
    axis.friction = 0.1;
    axis.motor.mode = VL_MOTOR_TORQUE;
    axis.motor.target = 0.2;
    vlJointId kept = vlRig_AddWheel(world, &axis, &wheel);
    size_t size = vlWorld_GetSnapshotSize(world);
    void* bytes = malloc(size);
    assert_non_null(bytes);
    vlStage_Run(world, 2.0);
    assert_int_equal(vlWorld_Save(world, bytes, size), VL_OK);
    vlStage_Run(world, 1.0);
    uint64_t hash = vlWorld_GetHash(world);
    vlJointReport report = vlRig_ReportOf(world, kept);
    assert_int_equal(vlJoint_SetTarget(world, kept, 0, -5.0), VL_OK);
    vlJointDef def = vlRig_HingeAt(world, wheel, vlZero());
    vlJointId later = vlRig_Join(world, &def);
    assert_int_equal(vlWorld_GetJointCount(world), 2);
    vlStage_Run(world, 0.1);
    assert_int_equal(vlWorld_Restore(world, bytes, size), VL_OK);
    assert_int_equal(vlWorld_GetJointCount(world), 1);
    vlJointReport again;
    assert_int_equal(vlJoint_GetReport(world, later, &again), VL_ERROR_STALE_ID);
    vlStage_Run(world, 1.0);
    assert_true(vlWorld_GetHash(world) == hash);
    again = vlRig_ReportOf(world, kept);
    assert_true(again.position[0] == report.position[0] && report.position[0] > VL_PI); // turned
    assert_true(again.motorForce[0] == report.motorForce[0]);
    free(bytes);
    vlWorld_Destroy(world);
}

static void joints_go_with_their_bodies(void** state)
{
    (void)state;
    vlWorld* world = vlRig_CreateWorld(1e-3, VL_INTEGRATOR_EULER, 0.0);
    vlJointDef def = vlDefaultJointDef(VL_JOINT_BALL);
    def.bodyA = vlRig_AddCube(world, 1.0, vlZero());
    def.bodyB = vlRig_AddCube(world, 1.0, vlVec(0.2, 0.0, 0.0));
    assert_int_equal(vlJointDef_Place(&def, world, vlVec(0.1, 0.0, 0.0), vlRig_AlongY(), vlZero()),
                     VL_OK);
    vlJointId id = vlRig_Join(world, &def);
    assert_int_equal(vlWorld_DestroyBody(world, def.bodyA), VL_OK);
    assert_int_equal(vlWorld_GetJointCount(world), 0);
    assert_int_equal(vlWorld_DestroyJoint(world, id), VL_ERROR_STALE_ID);
    vlStage_Step(world);
    assert_true(vlLength(vlStage_TwistOf(world, def.bodyB).linear) == 0.0);
    vlWorld_Destroy(world);
}

static void the_room_for_joints_is_fixed(void** state)
{
    (void)state;
    vlWorldDef worldDef = vlDefaultWorldDef();
    worldDef.capacity.joints = 2;
    vlWorld* world = vlStage_CreateWorld(&worldDef);
    vlBodyId cube = vlRig_AddCube(world, 1.0, vlZero());
    vlJointDef def = vlRig_HingeAt(world, cube, vlZero());
    vlJointId first = vlRig_Join(world, &def);
    vlRig_Join(world, &def);
    vlJointId third = {7, 7};
    assert_int_equal(vlWorld_CreateJoint(world, &def, &third), VL_ERROR_FULL);
    assert_true(vlRefusal_Says(vlWorld_GetMessage(world), "2 joints|capacity.joints is 2"));
    assert_int_equal(third.index1, 7);
    assert_int_equal(vlWorld_DestroyJoint(world, first), VL_OK);
    third = vlRig_Join(world, &def);
    assert_true(third.index1 == first.index1 && third.generation != first.generation);
    assert_int_equal(vlWorld_DestroyJoint(world, first), VL_ERROR_STALE_ID);
    vlWorld_Destroy(world);
}

static void refuse(vlRefusal* r, const vlJointDef* def, vlResult expected, const char* words)
{
    vlJointId id = {7, 7};
    VL_REFUSED(r, expected, words, vlWorld_CreateJoint(r->world, def, &id));
    assert_int_equal(id.index1, 7);
}

// A number set in a valid definition, the result, and the message.
typedef struct Bad {
    double* field;
    double value;
    const char* words;
} Bad;

static void bad_numbers_are_refused(void** state)
{
    (void)state;
    vlRefusal r = vlRefusal_Open();
    vlJointDef def = vlDefaultJointDef(VL_JOINT_HINGE);
    def.bodyB = r.boxId;
    vlAxisDef* axis = &def.axis[0];
    const Bad bad[] = {
        {&def.stiffness, 0.0, "stiffness is 0|above 0"},
        {&def.stiffness, -2.0, "stiffness is -2|VL_AUTO"},
        {&def.stiffness, (double)NAN, "stiffness|nan|finite"},
        {&def.damping, -0.5, "damping is -0.5|0 or above"},
        {&def.angularStiffness, HUGE_VAL, "angularStiffness is inf"},
        {&def.angularDamping, -3.0, "angularDamping is -3"},
        {&axis->lower, HUGE_VAL, "limits from inf"},
        {&axis->upper, (double)NAN, "limits|nan|lower <= upper"},
        {&axis->limitStiffness, 0.0, "limitStiffness is 0|above 0"},
        {&axis->limitDamping, -2.0, "limitDamping is -2"},
        {&axis->stiffness, -1.0, "axis stiffness is -1|0 or above"},
        {&axis->damping, -1.0, "axis damping is -1"},
        {&axis->friction, HUGE_VAL, "axis friction is inf"},
        {&axis->rest, (double)NAN, "rest|nan"},
        {&axis->motor.target, HUGE_VAL, "motor target is inf"},
        {&axis->motor.stiffness, -1.0, "motor stiffness is -1"},
        {&axis->motor.damping, (double)NAN, "motor damping|nan"},
        {&axis->motor.freeSpeed, 0.0, "motor freeSpeed is 0|above 0, or infinity"},
        {&axis->motor.maxForce, -1.0, "motor maxForce is -1|above 0, or infinity"},
        {&def.frameA.p.y, HUGE_VAL, "frameA is at|inf"},
        {&def.frameB.q.w, 1.1, "quaternion of frameB|1.1|1 to within 1e-6"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; ++i) {
        double good = *bad[i].field;
        *bad[i].field = bad[i].value;
        refuse(&r, &def, VL_ERROR_ARGUMENT, bad[i].words);
        *bad[i].field = good;
    }
    axis->motor.mode = (vlMotorMode)9;
    refuse(&r, &def, VL_ERROR_ARGUMENT, "motor mode 9");
    axis->motor.mode = VL_MOTOR_OFF;
    def.type = (vlJointType)8;
    refuse(&r, &def, VL_ERROR_ARGUMENT, "joint type 8|0 to 7");
    def = vlDefaultJointDef(VL_JOINT_BUSHING);
    def.bodyB = r.boxId;
    def.bushingDamping.y = -1.0;
    refuse(&r, &def, VL_ERROR_ARGUMENT, "bushingDamping is (0, -1, 0)");
    refuse(&r, NULL, VL_ERROR_ARGUMENT, "def is NULL");
    vlRefusal_Close(&r);
}

static void bad_bodies_are_refused(void** state)
{
    (void)state;
    vlRefusal r = vlRefusal_Open();
    vlJointDef def = vlDefaultJointDef(VL_JOINT_BALL);
    refuse(&r, &def, VL_ERROR_STALE_ID, "body");
    def.bodyB = r.boxId;
    def.bodyA = r.boxId;
    refuse(&r, &def, VL_ERROR_ARGUMENT, "to itself");
    vlBodyId stale = {99, 1};
    def.bodyA = stale;
    refuse(&r, &def, VL_ERROR_STALE_ID, "99");
    def.bodyA.index1 = 0;
    def.bodyB = r.floorId;
    refuse(&r, &def, VL_ERROR_ARGUMENT, "no force moves|dynamic");
    def.bodyB = r.boxId;
    VL_REFUSED(&r, VL_ERROR_ARGUMENT, "id is NULL", vlWorld_CreateJoint(r.world, &def, NULL));
    VL_REFUSED(&r, VL_ERROR_ARGUMENT, "def is NULL",
               vlJointDef_Place(NULL, r.world, vlZero(), vlRig_AlongY(), vlZero()));
    vlJointDef before = def;
    VL_REFUSED(&r, VL_ERROR_ARGUMENT, "along (0, 0, 0)|axis with a length",
               vlJointDef_Place(&def, r.world, vlZero(), vlZero(), vlZero()));
    VL_REFUSED(
        &r, VL_ERROR_ARGUMENT, "inf",
        vlJointDef_Place(&def, r.world, vlVec(HUGE_VAL, 0.0, 0.0), vlRig_AlongY(), vlZero()));
    def.bodyA = stale;
    VL_REFUSED(&r, VL_ERROR_STALE_ID, "99",
               vlJointDef_Place(&def, r.world, vlZero(), vlRig_AlongY(), vlZero()));
    assert_true(def.frameB.q.w == before.frameB.q.w && def.frameA.q.w == before.frameA.q.w);
    vlRefusal_Close(&r);
}

static void bad_calls_on_a_joint_are_refused(void** state)
{
    (void)state;
    vlRefusal r = vlRefusal_Open();
    vlJointDef def = vlDefaultJointDef(VL_JOINT_UNIVERSAL);
    def.bodyB = r.boxId;
    vlJointId id = vlRig_Join(r.world, &def);
    vlJointId stale = {id.index1, id.generation + 1};
    vlMotor motor = def.axis[0].motor;
    vlJointReport report;
    double a, b, c, d;
    VL_REFUSED(&r, VL_ERROR_STALE_ID, "names no joint", vlWorld_DestroyJoint(r.world, stale));
    VL_REFUSED(&r, VL_ERROR_STALE_ID, "names no joint", vlJoint_GetReport(r.world, stale, &report));
    VL_REFUSED(&r, VL_ERROR_ARGUMENT, "report is NULL", vlJoint_GetReport(r.world, id, NULL));
    VL_REFUSED(&r, VL_ERROR_STALE_ID, "names", vlJoint_GetGains(r.world, stale, &a, &b, &c, &d));
    VL_REFUSED(&r, VL_ERROR_ARGUMENT, "NULL", vlJoint_GetGains(r.world, id, &a, &b, &c, NULL));
    VL_REFUSED(&r, VL_ERROR_ARGUMENT, "axis 2 of a joint that has 2",
               vlJoint_GetMotor(r.world, id, 2, &motor));
    VL_REFUSED(&r, VL_ERROR_ARGUMENT, "axis -1", vlJoint_SetMotor(r.world, id, -1, &motor));
    VL_REFUSED(&r, VL_ERROR_ARGUMENT, "motor is NULL", vlJoint_SetMotor(r.world, id, 0, NULL));
    VL_REFUSED(&r, VL_ERROR_ARGUMENT, "motor is NULL", vlJoint_GetMotor(r.world, id, 0, NULL));
    VL_REFUSED(&r, VL_ERROR_STALE_ID, "names", vlJoint_SetMotor(r.world, stale, 0, &motor));
    VL_REFUSED(&r, VL_ERROR_ARGUMENT, "target", vlJoint_SetTarget(r.world, id, 1, HUGE_VAL));
    VL_REFUSED(&r, VL_ERROR_STALE_ID, "names", vlJoint_SetTarget(r.world, stale, 0, 1.0));
    motor.maxForce = -1.0;
    VL_REFUSED(&r, VL_ERROR_ARGUMENT, "maxForce", vlJoint_SetMotor(r.world, id, 0, &motor));
    vlRefusal_Close(&r);
}

// An explicit step holds half of what is stable for one body at these points; beyond that, the
// message gives the limit.
static void what_an_explicit_step_cannot_hold_is_refused(void** state)
{
    (void)state;
    vlRefusal r = vlRefusal_Open(); // 1 kg, 1 m, I = 1/6
    vlJointDef def = vlDefaultJointDef(VL_JOINT_HINGE);
    def.bodyB = r.boxId;
    double h = vlWorld_GetStep(r.world);
    double turn = 0.5 / (18.0 * h); // over the trace of the inverse inertia
    const struct {
        double* field;
        double limit;
        const char* words;
    } most[] = {
        {&def.stiffness, 0.5 / (h * h), "stiffness of|N/m|at most 5e+05 N/m"},
        {&def.damping, 0.5 / h, "damping of|at most 500 N s/m"},
        {&def.angularStiffness, turn / h, "at most 2.778e+04 N m/rad"},
        {&def.angularDamping, turn, "at most 27.78 N m s/rad"},
        {&def.axis[0].stiffness, turn / h, "at most 2.778e+04 N m/rad"},
        {&def.axis[0].damping, turn, "at most 27.78 N m s/rad"},
    };
    for (size_t i = 0; i < sizeof most / sizeof most[0]; ++i) {
        double good = *most[i].field;
        *most[i].field = 1.001 * most[i].limit;
        refuse(&r, &def, VL_ERROR_UNSTABLE, most[i].words);
        *most[i].field = 0.999 * most[i].limit;
        vlJointId id = vlRig_Join(r.world, &def);
        assert_int_equal(vlWorld_DestroyJoint(r.world, id), VL_OK);
        *most[i].field = good;
    }
    vlJointId id = vlRig_Join(r.world, &def);
    vlMotor motor = def.axis[0].motor;
    motor.mode = VL_MOTOR_POSITION;
    motor.stiffness = 1e6;
    VL_REFUSED(&r, VL_ERROR_UNSTABLE, "at most", vlJoint_SetMotor(r.world, id, 0, &motor));
    def = vlDefaultJointDef(VL_JOINT_BUSHING);
    def.bodyB = r.boxId;
    def.bushingAngularStiffness.z = 1e6;
    refuse(&r, &def, VL_ERROR_UNSTABLE, "at most 2.778e+04 N m/rad");
    vlRefusal_Close(&r);
}

static void the_gains_in_force_can_be_read(void** state)
{
    (void)state;
    vlWorld* world = vlRig_CreateWorld(1e-3, VL_INTEGRATOR_EULER, 0.0);
    vlBodyId cube = vlRig_AddCube(world, 1.0, vlZero()); // I = 1/600
    vlJointDef def = vlRig_HingeAt(world, cube, vlZero());
    double k, b, kt, bt;
    vlJointId id = vlRig_Join(world, &def);
    assert_int_equal(vlJoint_GetGains(world, id, &k, &b, &kt, &bt), VL_OK);
    VL_CHECK_NEAR(k, 0.125 / 1e-6, 1e-6); // shares of what an explicit step can hold
    VL_CHECK_NEAR(b, 0.25 / 1e-3, 1e-9);
    VL_CHECK_NEAR(kt, 0.125 / (1800.0 * 1e-6), 1e-9);
    VL_CHECK_NEAR(bt, 0.25 / 1.8, 1e-12);
    def.stiffness = 1234.0;
    id = vlRig_Join(world, &def);
    assert_int_equal(vlJoint_GetGains(world, id, &k, &b, &kt, &bt), VL_OK);
    VL_CHECK_NEAR(k, 1234.0, 0.0);
    VL_CHECK_NEAR(b, 2.0 * sqrt(1234.0), 1e-12); // critical
    vlWorld_Destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(placing_puts_both_frames_where_asked),
        cmocka_unit_test(joined_bodies_pass_through_each_other),
        cmocka_unit_test(a_snapshot_holds_the_joints),
        cmocka_unit_test(joints_go_with_their_bodies),
        cmocka_unit_test(the_room_for_joints_is_fixed),
        cmocka_unit_test(bad_numbers_are_refused),
        cmocka_unit_test(bad_bodies_are_refused),
        cmocka_unit_test(bad_calls_on_a_joint_are_refused),
        cmocka_unit_test(what_an_explicit_step_cannot_hold_is_refused),
        cmocka_unit_test(the_gains_in_force_can_be_read),
    };
    return cmocka_run_group_tests_name("joints", tests, NULL, NULL);
}
