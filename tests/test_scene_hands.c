// SPDX-License-Identifier: MIT
// The hand at a simulated device of a scene: every key reaches the value it names, and the device
// gets all values in its own frame.

#include "scene/device_parts.h"
#include "scene/scene_device.h"
#include "scene_text.h"
#include "test.h"
#include "volar/scene_haptics.h"

#define DEGREE 0.017453292519943295

#define BODIES                                                                                     \
    VL_TWO_BODIES "- {name: p, type: kinematic, shape: " VL_BOX ", position: [1, 2, 3]}\n"

static void nearVec(vlVec3 v, double x, double y, double z)
{
    // 1e-14: one or two rotations by quaternions, each of unit length to a few roundings, of
    // lengths of a few metres.
    assert_true(vlLength(vlSub(v, vlVec(x, y, z))) < 1e-14);
}

static void a_hand_is_read_key_by_key(void** state)
{
    (void)state;
    vlScene* scene = vlSceneText_Read(
        BODIES
        "devices:\n"
        "- name: d\n"
        "  address: touch\n"
        "  holds: b\n"
        "  grasp: {position: [0.5, 0, 0]}\n"
        "  hand:\n"
        "    grip: {stiffness: 1, damping: 2, angular-stiffness: 3, angular-damping: 4}\n"
        "    path:\n"
        "      keys: [{time: 0.5}, {time: 1, position: [1, 2, 3]},\n"
        "             {time: 2, rotation: {quaternion: [0, 0, 1, 0]}}]\n"
        "      repeat: true\n"
        "    oscillate: {shift: [0.5, 0, 1], turn: {axis: [0, 2, 0], degrees: 45},\n"
        "                frequency: 3, phase: 90}\n"
        "    grips: [{time: 1, grip: tight}, {time: 2, grip: relaxed},\n"
        "            {time: 3, grip: {damping: 9}}]\n"
        "    presses: [{button: 0, from: 1, until: 1.5}, {button: 31, from: 0, until: 4}]\n");
    const vlSceneHand* h = &vlScene_GetDevice(scene, 0)->hand;
    checkGrip(h->grip, (vlSimulatedGrip){1.0, 2.0, 3.0, 4.0});
    assert_int_equal(h->keyCount, 3);
    assert_true(h->repeat);
    assert_true(h->keys[0].time == 0.5 && h->keys[1].time == 1.0 && h->keys[2].time == 2.0);
    // A key without a place is at the grasp's first one: half a metre along the x axis of a body
    // that is turned by a quarter.
    nearVec(h->keys[0].pose.p, 2.0, 0.5, 5.0);
    nearVec(vlRotate(h->keys[1].pose.q, vlVec(1.0, 0.0, 0.0)), 0.0, 1.0, 0.0);
    checkVec(h->keys[1].pose.p, 1.0, 2.0, 3.0);
    nearVec(h->keys[2].pose.p, 2.0, 0.5, 5.0);
    checkQuat(h->keys[2].pose.q, 0.0, 0.0, 1.0, 0.0);
    checkVec(h->amplitude, 0.5, 0.0, 1.0);
    checkVec(h->turn, 0.0, 45.0 * DEGREE, 0.0);
    assert_true(h->frequency == 3.0 && h->phase == 90.0 * DEGREE);
    assert_int_equal(h->gripCount, 3);
    assert_true(h->grips[0].time == 1.0 && h->grips[1].time == 2.0 && h->grips[2].time == 3.0);
    checkGrip(h->grips[0].grip, vlSimulatedDevice_TightGrip());
    checkGrip(h->grips[1].grip, vlSimulatedDevice_RelaxedGrip());
    vlSimulatedGrip third = vlSimulatedDevice_RelaxedGrip();
    third.damping = 9.0;
    checkGrip(h->grips[2].grip, third);
    assert_int_equal(h->pressCount, 2);
    assert_true(h->presses[0].from == 1.0 && h->presses[0].to == 1.5);
    assert_true(h->presses[0].buttons == 1u && h->presses[1].buttons == 0x80000000u);
    vlScene_Destroy(scene);
}

// The renderer's mapping, x = base.p + base.q (scale x_device) and q = base.q q_device, maps the
// values given to the device back to those of the scene.
static void a_simulated_device_gets_its_person_in_its_own_frame(void** state)
{
    (void)state;
    vlScene* scene = vlSceneText_Read(
        BODIES "devices:\n"
               "- name: d\n"
               "  holds: b\n"
               "  position: [1, 0, 5]\n"
               "  rotation: {axis: [0, 0, 1], degrees: 90}\n"
               "  scale: 4\n"
               "  hand:\n"
               "    grip: tight\n"
               "    path: {keys: [{time: 1, position: [1, 2, 5]}, {time: 2}], repeat: true}\n"
               "    oscillate: {shift: [0, 1, 0], turn: {axis: [0, 1, 0], degrees: 30},\n"
               "                frequency: 3, phase: 90}\n"
               "    grips: [{time: 1, grip: relaxed}]\n"
               "    presses: [{button: 1, from: 1, until: 2}]\n");
    const vlSceneDevice* d = vlScene_GetDevice(scene, 0);
    vlMotionKey keys[2];
    vlSimulatedDeviceDef def;
    vlPose start = vlSceneDevice_GetStart(d, vlScene_GetBody(scene, 1));
    nearVec(start.p, 2.0, 0.0, 5.0);
    assert_int_equal(vlSceneDevice_MakeSimulated(d, start, &def, keys), VL_OK);
    assert_string_equal(def.info.model, "sigma.7");
    assert_int_equal(def.hand.keyCount, 2);
    assert_ptr_equal(def.hand.keys, keys);
    assert_true(keys[0].time == 1.0 && keys[1].time == 2.0 && def.hand.repeat);
    // 2 m ahead in the world are half a metre for the device, along its x axis.
    nearVec(keys[0].pose.p, 0.5, 0.0, 0.0);
    nearVec(keys[1].pose.p, 0.0, -0.25, 0.0);
    // Body and device have the same rotation.
    nearVec(vlRotationVectorFromQuat(keys[0].pose.q), 0.0, 0.0, 0.0);
    nearVec(def.start.p, 0.0, -0.25, 0.0); // where the body is, whatever the path
    nearVec(def.hand.amplitude, 0.25, 0.0, 0.0);
    nearVec(def.hand.turn, 30.0 * DEGREE, 0.0, 0.0);
    assert_true(def.hand.frequency == 3.0 && def.hand.phase == 90.0 * DEGREE);
    checkGrip(def.hand.grip, vlSimulatedDevice_TightGrip());
    assert_true(def.hand.gripCount == 1 && def.hand.grips == d->hand.grips);
    assert_true(def.hand.pressCount == 1 && def.hand.presses == d->hand.presses);
    // The arm and the hand themselves stay the preset's.
    vlSimulatedDeviceDef preset;
    assert_int_equal(vlSimulatedDevice_GetPreset("sigma7", &preset), VL_OK);
    assert_true(def.hand.mass == preset.hand.mass);
    assert_true(def.hand.arm.stiffness == preset.hand.arm.stiffness);
    vlScene_Destroy(scene);
}

static void a_person_without_a_path_rests_where_the_grasp_is(void** state)
{
    (void)state;
    vlScene* scene = vlSceneText_Read(BODIES "devices:\n"
                                             "- {name: d, holds: p, position: [1, 2, 2.5]}\n"
                                             "- {name: e, position: [7, 8, 9]}\n");
    const vlSceneDevice* d = vlScene_GetDevice(scene, 0);
    const vlSceneDevice* e = vlScene_GetDevice(scene, 1);
    vlSimulatedDeviceDef def;
    vlPose start = vlSceneDevice_GetStart(d, vlScene_GetBody(scene, 2));
    checkVec(start.p, 1.0, 2.0, 3.0);
    assert_int_equal(vlSceneDevice_MakeSimulated(d, start, &def, NULL), VL_OK);
    checkVec(def.start.p, 0.0, 0.0, 0.5);
    assert_true(def.hand.keyCount == 0 && def.hand.keys == NULL);
    // Holding nothing, at the centre of its own frame.
    start = vlSceneDevice_GetStart(e, NULL);
    assert_int_equal(vlSceneDevice_MakeSimulated(e, start, &def, NULL), VL_OK);
    checkVec(def.start.p, 0.0, 0.0, 0.0);
    vlSceneDevice unknown = *e;
    unknown.address = "no such preset";
    assert_int_equal(vlSceneDevice_MakeSimulated(&unknown, start, &def, NULL), VL_ERROR_ARGUMENT);
    vlScene_Destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hand_is_read_key_by_key),
        cmocka_unit_test(a_simulated_device_gets_its_person_in_its_own_frame),
        cmocka_unit_test(a_person_without_a_path_rests_where_the_grasp_is),
    };
    return cmocka_run_group_tests_name("scene_hands", tests, NULL, NULL);
}
