// SPDX-License-Identifier: MIT
// Joints of a scene: every key reaches the value it names, and a written scene reads back the same.

#include "models/random.h"
#include "scene_text.h"
#include "test.h"

#define DEGREE 0.017453292519943295

static void nearVec(vlVec3 v, double x, double y, double z)
{
    // A product of two quaternions, each unit to a few roundings.
    assert_true(vlLength(vlSub(v, vlVec(x, y, z))) < 1e-14);
}

static void a_joint_without_more_has_the_defaults_of_the_library(void** state)
{
    (void)state;
    vlScene* scene =
        vlSceneText_Read(VL_TWO_BODIES "joints: [{name: j, type: ball, b: a, frame-b: {}}]\n");
    const vlSceneJoint* joint = vlScene_GetJoint(scene, 0);
    vlJointDef usual = vlDefaultJointDef(VL_JOINT_BALL);
    assert_int_equal(vlScene_GetJointCount(scene), 1);
    assert_int_equal(vlScene_GetWorldDef(scene)->capacity.joints, 1);
    assert_string_equal(joint->name, "j");
    assert_true(joint->bodyA == -1 && joint->bodyB == 0);
    assert_int_equal(joint->def.type, VL_JOINT_BALL);
    assert_true(joint->def.stiffness == VL_AUTO && joint->def.damping == VL_AUTO);
    assert_true(joint->def.angularStiffness == VL_AUTO && joint->def.angularDamping == VL_AUTO);
    assert_false(joint->def.collide);
    checkVec(joint->def.frameA.p, 0.0, 0.0, 0.0);
    checkVec(joint->def.frameB.p, 0.0, 0.0, 0.0);
    assert_true(joint->def.frameA.q.w == 1.0 && joint->def.frameB.q.w == 1.0);
    for (int k = 0; k < VL_MAX_JOINT_AXES; ++k) {
        const vlAxisDef* axis = &joint->def.axis[k];
        assert_true(isinf(axis->lower) && isinf(axis->upper) && axis->lower < axis->upper);
        assert_true(axis->limitStiffness == usual.axis[k].limitStiffness);
        assert_true(axis->limitDamping == usual.axis[k].limitDamping);
        assert_true(axis->stiffness == 0.0 && axis->rest == 0.0 && axis->damping == 0.0);
        assert_true(axis->friction == 0.0);
        assert_int_equal(axis->motor.mode, VL_MOTOR_OFF);
        assert_int_equal(joint->target[k].kind, VL_MOTION_NONE);
    }
    vlScene_Destroy(scene);
}

static void a_joint_is_read_key_by_key(void** state)
{
    (void)state;
    vlScene* scene = vlSceneText_Read(
        VL_TWO_BODIES
        "joints:\n"
        "- name: first\n"
        "  type: universal\n"
        "  a: a\n"
        "  b: b\n"
        "  frame-a: {position: [1, 2, 3], rotation: {quaternion: [0.6, 0, 0.8, 0]}}\n"
        "  frame-b: {position: [4, 5, 6], rotation: {quaternion: [0, 1, 0, 0]}}\n"
        "  stiffness: 1000\n"
        "  damping: 10\n"
        "  angular-stiffness: 500\n"
        "  angular-damping: 5\n"
        "  collide: true\n"
        "  axes:\n"
        "  - {limits: [-30, 45], limit-stiffness: 70, limit-damping: 0.5, stiffness: 2,\n"
        "     rest: 15, damping: 0.25, friction: 0.125,\n"
        "     motor: {mode: torque, target: 3, free-speed: 20, max-force: 2.5}}\n"
        "  - {limits: [-inf, 10], motor: {mode: position, target: 60, stiffness: 8,\n"
        "     damping: 1}}\n"
        "- {name: second, type: slider, a: world, b: b, at: [2, 0, 5], axis: [0, 0, 1],\n"
        "   axes: {limits: [-0.5, inf], rest: 0.25, stiffness: 1,\n"
        "          motor: {mode: velocity, target: 0.5, damping: 9, max-force: inf}}}\n"
        "- {name: third, type: bushing, a: a, b: b, frame-a: {}, stiffness: [1, 2, 3],\n"
        "   damping: [4, 5, 6], angular-stiffness: [7, 8, 9], angular-damping: [0, 1, 2]}\n");
    const vlSceneJoint* j = vlScene_GetJoint(scene, 0);
    assert_int_equal(vlScene_GetJointCount(scene), 3);
    assert_int_equal(vlScene_GetWorldDef(scene)->capacity.joints, 3);
    assert_true(j->bodyA == 0 && j->bodyB == 1 && j->def.type == VL_JOINT_UNIVERSAL);
    checkVec(j->def.frameA.p, 1.0, 2.0, 3.0);
    assert_true(j->def.frameA.q.w == 0.6 && j->def.frameA.q.y == 0.8);
    checkVec(j->def.frameB.p, 4.0, 5.0, 6.0);
    assert_true(j->def.frameB.q.x == 1.0);
    assert_true(j->def.stiffness == 1000.0 && j->def.damping == 10.0);
    assert_true(j->def.angularStiffness == 500.0 && j->def.angularDamping == 5.0);
    assert_true(j->def.collide);
    const vlAxisDef* axis = &j->def.axis[0]; // turning: degrees
    assert_true(axis->lower == -30.0 * DEGREE && axis->upper == 45.0 * DEGREE);
    assert_true(axis->limitStiffness == 70.0 && axis->limitDamping == 0.5);
    assert_true(axis->stiffness == 2.0 && axis->rest == 15.0 * DEGREE && axis->damping == 0.25);
    assert_true(axis->friction == 0.125 && axis->motor.mode == VL_MOTOR_TORQUE);
    assert_true(axis->motor.target == 3.0 && axis->motor.freeSpeed == 20.0);
    assert_true(axis->motor.maxForce == 2.5);
    axis = &j->def.axis[1];
    assert_true(isinf(axis->lower) && axis->lower < 0.0 && axis->upper == 10.0 * DEGREE);
    assert_true(axis->motor.mode == VL_MOTOR_POSITION && axis->motor.target == 60.0 * DEGREE);
    assert_true(axis->motor.stiffness == 8.0 && axis->motor.damping == 1.0);
    assert_true(isinf(axis->motor.maxForce));
    j = vlScene_GetJoint(scene, 1);
    axis = &j->def.axis[0]; // sliding: metres
    assert_true(j->bodyA == -1 && j->bodyB == 1 && axis->lower == -0.5 && isinf(axis->upper));
    assert_true(axis->rest == 0.25 && axis->motor.mode == VL_MOTOR_VELOCITY);
    assert_true(axis->motor.target == 0.5 && axis->motor.damping == 9.0);
    j = vlScene_GetJoint(scene, 2);
    checkVec(j->def.bushingStiffness, 1.0, 2.0, 3.0);
    checkVec(j->def.bushingDamping, 4.0, 5.0, 6.0);
    checkVec(j->def.bushingAngularStiffness, 7.0, 8.0, 9.0);
    checkVec(j->def.bushingAngularDamping, 0.0, 1.0, 2.0);
    vlScene_Destroy(scene);
}

static void every_type_is_known_by_its_word(void** state)
{
    (void)state;
    static const char* const words[] = {"fixed",     "hinge",  "slider",   "ball",
                                        "universal", "planar", "distance", "bushing"};
    for (int i = 0; i <= (int)VL_JOINT_BUSHING; ++i) {
        char text[512];
        (void)snprintf(text, sizeof text,
                       VL_TWO_BODIES "joints: [{name: j, type: %s, a: a, b: b, frame-a: {}%s}]\n",
                       words[i], i == (int)VL_JOINT_BUSHING ? ", stiffness: [1, 1, 1]" : "");
        vlScene* scene = vlSceneText_Read(text);
        assert_int_equal(vlScene_GetJoint(scene, 0)->def.type, i);
        vlScene_FreeText(vlSceneText_RoundTrip(scene));
        vlScene_Destroy(scene);
    }
}

static void targets_are_read_key_by_key(void** state)
{
    (void)state;
    vlScene* scene = vlSceneText_Read(
        VL_TWO_BODIES
        "joints:\n"
        "- {name: j, type: planar, b: a, at: [0, 0, 5], axis: [0, 0, 1], axes: [\n"
        "   {motor: {mode: torque, target: {path: {keys: [[0.5, 3], [1, -4], [2, 6]]}}}},\n"
        "   {motor: {mode: velocity, damping: 1, target: {oscillate: {mean: 0.5,\n"
        "            amplitude: 2, frequency: 3, phase: 30}}}},\n"
        "   {motor: {mode: position, stiffness: 1, target: {path: {keys: [[0, 10], [1, 20]],\n"
        "            repeat: true, smooth: true}}}}]}\n"
        "- {name: k, type: hinge, b: b, at: [2, 0, 5], axis: [0, 0, 1], axes:\n"
        "   {motor: {mode: position, stiffness: 1, target: {oscillate: {mean: 5,\n"
        "            amplitude: 40, frequency: 2, phase: 90}}}}}\n");
    const vlTargetScript* t = vlScene_GetJoint(scene, 0)->target;
    assert_true(t[0].kind == VL_MOTION_PATH && t[0].keyCount == 3);
    assert_true(!t[0].repeat && !t[0].smooth);
    assert_true(t[0].keys[0].time == 0.5 && t[0].keys[1].time == 1.0 && t[0].keys[2].time == 2.0);
    assert_true(t[0].keys[0].value == 3.0 && t[0].keys[1].value == -4.0);
    assert_true(t[1].kind == VL_MOTION_OSCILLATE && t[1].mean == 0.5 && t[1].amplitude == 2.0);
    assert_true(t[1].frequency == 3.0 && t[1].phase == 30.0 * DEGREE);
    assert_true(t[2].kind == VL_MOTION_PATH && t[2].repeat && t[2].smooth);
    assert_true(t[2].keys[0].value == 10.0 * DEGREE && t[2].keys[1].value == 20.0 * DEGREE);
    // The motor begins with the target that its script has at the start.
    const vlAxisDef* axis = vlScene_GetJoint(scene, 0)->def.axis;
    assert_true(axis[0].motor.target == 3.0 && axis[2].motor.target == 10.0 * DEGREE);
    const vlSceneJoint* swing = vlScene_GetJoint(scene, 1);
    assert_true(swing->target[0].mean == 5.0 * DEGREE);
    assert_true(swing->target[0].amplitude == 40.0 * DEGREE);
    // The sine of a right angle is 1 except for the rounding of pi.
    assert_true(fabs(swing->def.axis[0].motor.target - 45.0 * DEGREE) < 1e-15);
    vlScene_Destroy(scene);
}

// B stands at (2, 0, 5), rotated by 90 degrees: the world's x is its -y.
static void a_place_in_the_world_becomes_frames_on_the_bodies(void** state)
{
    (void)state;
    vlScene* scene = vlSceneText_Read(
        VL_TWO_BODIES "- {name: rocker, type: kinematic, shape: " VL_BOX ", position: [9, 0, 0],\n"
                      "   motion: {oscillate: {shift: [0, 0, 3], frequency: 1, phase: 90}}}\n"
                      "joints:\n"
                      "- {name: j, type: hinge, a: a, b: b, at: [3, 1, 5], axis: [2, 0, 0],\n"
                      "   second: [0.5, 0, 3]}\n"
                      "- {name: k, type: fixed, b: b, at: [3, 1, 5]}\n"
                      "- {name: l, type: ball, a: rocker, b: b, at: [9, 0, 3]}\n");
    const vlJointDef* def = &vlScene_GetJoint(scene, 0)->def;
    nearVec(def->frameA.p, 3.0, 1.0, 0.0);
    nearVec(def->frameB.p, 1.0, -1.0, 0.0);
    nearVec(vlRotate(def->frameA.q, vlVec(0.0, 0.0, 1.0)), 1.0, 0.0, 0.0);
    nearVec(vlRotate(def->frameA.q, vlVec(1.0, 0.0, 0.0)), 0.0, 0.0, 1.0);
    nearVec(vlRotate(def->frameB.q, vlVec(0.0, 0.0, 1.0)), 0.0, -1.0, 0.0);
    nearVec(vlRotate(def->frameB.q, vlVec(1.0, 0.0, 0.0)), 0.0, 0.0, 1.0);
    def = &vlScene_GetJoint(scene, 1)->def; // without directions the axes of the world
    nearVec(def->frameA.p, 3.0, 1.0, 5.0);
    nearVec(vlRotate(def->frameA.q, vlVec(0.0, 0.0, 1.0)), 0.0, 0.0, 1.0);
    nearVec(vlRotate(def->frameA.q, vlVec(1.0, 0.0, 0.0)), 1.0, 0.0, 0.0);
    def = &vlScene_GetJoint(scene, 2)->def; // on a scripted body where its script begins
    nearVec(def->frameA.p, 0.0, 0.0, 0.0);
    vlScene_Destroy(scene);
}

static void a_body_of_the_name_world_is_meant_before_the_world(void** state)
{
    (void)state;
    vlScene* scene =
        vlSceneText_Read(VL_HEAD "world: {integrator: implicit}\n"
                                 "bodies:\n"
                                 "- {name: a, shape: " VL_BOX "}\n"
                                 "- {name: world, type: static, shape: " VL_BOX "}\n"
                                 "joints:\n"
                                 "- {name: j, type: ball, a: world, b: a, frame-a: {}}\n"
                                 "- {name: k, type: ball, b: a, frame-a: {}}\n");
    assert_int_equal(vlScene_GetJoint(scene, 0)->bodyA, 1);
    assert_int_equal(vlScene_GetJoint(scene, 1)->bodyA, -1);
    vlScene_FreeText(vlSceneText_RoundTrip(scene));
    vlScene_Destroy(scene);
}

static void written_joints_read_back_to_the_same(void** state)
{
    (void)state;
    vlScene* scene = vlSceneText_Read(
        VL_TWO_BODIES
        "joints:\n"
        "- {name: j, type: hinge, a: world, b: a, at: [0, 0, 5], axis: [0, 0, 2],\n"
        "   stiffness: auto, collide: false, axes: [{limits: [-90, inf], friction: 0.1,\n"
        "   motor: {mode: position, stiffness: 0, target: {oscillate: {amplitude: 30,\n"
        "     frequency: 2, phase: 90}}}}]}\n"
        "- {name: k, type: ball, a: a, b: b, frame-b: {position: [1, 0, 0]}, damping: 3,\n"
        "   collide: true, axes: [{}, {motor: {mode: torque, target: {path: {repeat: true,\n"
        "     keys: [[0, 1], [2, 3]]}}}}, {}]}\n"
        "- {name: l, type: bushing, b: b, at: [2, 0, 5], stiffness: [1, 2, 3]}\n");
    vlScene_FreeText(vlSceneText_RoundTrip(scene));
    vlScene_Destroy(scene);
}

static void numbers_of_joints_keep_their_last_bit(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(11);
    for (int i = 0; i < 200; ++i) {
        char text[2048];
        vlVec3 axis = vlRandom_Direction(&random);
        vlVec3 second = vlRandom_Direction(&random);
        double angle = vlRandom_Range(&random, -170.0, 170.0);
        (void)snprintf(
            text, sizeof text,
            VL_TWO_BODIES
            "joints:\n"
            "- {name: j, type: universal, a: a, b: b, at: [%.17g, %.17g, 5],\n"
            "   axis: [%.17g, %.17g, %.17g], second: [%.17g, %.17g, %.17g],\n"
            "   stiffness: %.17g, axes: [{limits: [%.17g, %.17g], rest: %.17g, stiffness: 1,\n"
            "   motor: {mode: position, stiffness: %.17g, target: {path: {keys:\n"
            "     [[0, %.17g], [%.17g, %.17g], [9, %.17g]]}}}}, {motor: {mode: position,\n"
            "     stiffness: 1, target: {oscillate: {mean: %.17g, amplitude: %.17g,\n"
            "     frequency: %.17g, phase: %.17g}}}}]}\n"
            "- {name: k, type: hinge, b: b, frame-a: {position: [%.17g, 0, 1],\n"
            "   rotation: {axis: [%.17g, %.17g, %.17g], degrees: %.17g}},\n"
            "   axes: {motor: {mode: position, stiffness: 1, target: %.17g}}}\n",
            vlRandom_Uniform(&random), vlRandom_Uniform(&random), axis.x, axis.y, axis.z, second.x,
            second.y, second.z, vlRandom_Log(&random, 1.0, 1e6), angle, angle + 10.0,
            vlRandom_Range(&random, -90.0, 90.0), vlRandom_Log(&random, 0.1, 10.0),
            vlRandom_Range(&random, -90.0, 90.0), vlRandom_Range(&random, 0.1, 8.9),
            vlRandom_Range(&random, -90.0, 90.0), vlRandom_Range(&random, -90.0, 90.0),
            vlRandom_Range(&random, -90.0, 90.0), vlRandom_Range(&random, 0.1, 90.0),
            vlRandom_Log(&random, 0.1, 10.0), vlRandom_Range(&random, -180.0, 180.0),
            vlRandom_Uniform(&random), axis.y, axis.z, axis.x, angle,
            vlRandom_Range(&random, -90.0, 90.0));
        vlScene* scene = vlSceneText_Read(text);
        vlScene_FreeText(vlSceneText_RoundTrip(scene));
        vlScene_Destroy(scene);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_joint_without_more_has_the_defaults_of_the_library),
        cmocka_unit_test(a_joint_is_read_key_by_key),
        cmocka_unit_test(every_type_is_known_by_its_word),
        cmocka_unit_test(targets_are_read_key_by_key),
        cmocka_unit_test(a_place_in_the_world_becomes_frames_on_the_bodies),
        cmocka_unit_test(a_body_of_the_name_world_is_meant_before_the_world),
        cmocka_unit_test(written_joints_read_back_to_the_same),
        cmocka_unit_test(numbers_of_joints_keep_their_last_bit),
    };
    return cmocka_run_group_tests_name("scene_joints", tests, NULL, NULL);
}
