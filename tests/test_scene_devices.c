// SPDX-License-Identifier: MIT
// Devices of a scene: every key reaches the value it names, and a written scene reads back the
// same.

#include "models/random.h"
#include "scene_text.h"
#include "stage.h"
#include "test.h"

#define BODIES                                                                                     \
    VL_TWO_BODIES "- {name: p, type: kinematic, shape: " VL_BOX ", position: [1, 2, 3]}\n"

static void a_device_without_more_has_the_defaults_of_the_library(void** state)
{
    (void)state;
    vlScene* scene = vlSceneText_Read(BODIES "devices: [{name: d}]\n");
    const vlSceneDevice* d = vlScene_GetDevice(scene, 0);
    vlCouplingDef usual = vlDefaultCouplingDef();
    assert_int_equal(vlScene_GetDeviceCount(scene), 1);
    assert_int_equal(vlScene_FindDevice(scene, "d"), 0);
    assert_int_equal(vlScene_FindDevice(scene, "e"), -1);
    assert_null(vlScene_GetDevice(scene, 1));
    assert_string_equal(d->name, "d");
    assert_string_equal(d->backend, "simulated");
    assert_string_equal(d->address, "sigma7");
    checkVec(d->base.p, 0.0, 0.0, 0.0);
    checkQuat(d->base.q, 1.0, 0.0, 0.0, 0.0);
    assert_true(d->scale == 1.0 && d->forceScale == 1.0);
    assert_false(d->fixOrientation);
    assert_false(d->isPassivityOn);
    assert_int_equal(d->velocity, VL_VELOCITY_FILTER);
    assert_true(d->velocityCut == 100.0);
    assert_int_equal(d->body, -1);
    checkVec(d->coupling.grasp.p, 0.0, 0.0, 0.0);
    assert_true(d->coupling.stiffness == usual.stiffness);
    assert_true(d->coupling.damping == usual.damping);
    assert_true(d->coupling.angularStiffness == usual.angularStiffness);
    assert_true(d->coupling.angularDamping == usual.angularDamping);
    assert_true(isinf(d->coupling.maxForce) && isinf(d->coupling.maxTorque));
    assert_true(d->graspButton == -1 && d->clutchButton == -1 && d->reach == 0.02);
    assert_true(d->hand.keyCount == 0 && d->hand.gripCount == 0 && d->hand.pressCount == 0);
    assert_true(d->hand.frequency == 0.0 && !d->hand.repeat);
    checkGrip(d->hand.grip, vlSimulatedDevice_RelaxedGrip());
    vlScene_Destroy(scene);
}

static void a_device_is_read_key_by_key(void** state)
{
    (void)state;
    vlScene* scene = vlSceneText_Read(
        BODIES "devices:\n"
               "- name: first\n"
               "  device: my-device-2\n"
               "  address: \"usb:3\"\n"
               "  holds: b\n"
               "  grasp: {position: [1, 2, 3], rotation: {quaternion: [0.6, 0, 0.8, 0]}}\n"
               "  stiffness: 1000\n"
               "  damping: 10\n"
               "  angular-stiffness: 5\n"
               "  angular-damping: 0.5\n"
               "  max-force: 8\n"
               "  max-torque: 0.25\n"
               "  position: [4, 5, 6]\n"
               "  rotation: {quaternion: [0, 1, 0, 0]}\n"
               "  scale: 3\n"
               "  force-scale: 0.125\n"
               "  fix-orientation: true\n"
               "  velocity: window\n"
               "  passivity: true\n"
               "  grasp-button: 31\n"
               "  reach: 0.5\n"
               "  clutch-button: 0\n"
               "- {name: second, device: udp, velocity: device}\n"
               "- {name: third, velocity-cut: 250}\n");
    const vlSceneDevice* d = vlScene_GetDevice(scene, 0);
    assert_int_equal(vlScene_GetWorldDef(scene)->capacity.couplings, 4);
    assert_string_equal(d->name, "first");
    assert_string_equal(d->backend, "my-device-2");
    assert_string_equal(d->address, "usb:3");
    assert_int_equal(d->body, 1);
    checkVec(d->coupling.grasp.p, 1.0, 2.0, 3.0);
    checkQuat(d->coupling.grasp.q, 0.6, 0.0, 0.8, 0.0);
    assert_true(d->coupling.stiffness == 1000.0 && d->coupling.damping == 10.0);
    assert_true(d->coupling.angularStiffness == 5.0 && d->coupling.angularDamping == 0.5);
    assert_true(d->coupling.maxForce == 8.0 && d->coupling.maxTorque == 0.25);
    checkVec(d->base.p, 4.0, 5.0, 6.0);
    checkQuat(d->base.q, 0.0, 1.0, 0.0, 0.0);
    assert_true(d->scale == 3.0 && d->forceScale == 0.125);
    assert_true(d->fixOrientation && d->isPassivityOn);
    assert_int_equal(d->velocity, VL_VELOCITY_WINDOW);
    assert_true(d->graspButton == 31 && d->clutchButton == 0 && d->reach == 0.5);
    d = vlScene_GetDevice(scene, 1);
    assert_string_equal(d->address, ""); // only a simulated device has a preset
    assert_int_equal(d->velocity, VL_VELOCITY_DEVICE);
    assert_int_equal(vlScene_FindDevice(scene, "second"), 1);
    assert_true(vlScene_GetDevice(scene, 2)->velocityCut == 250.0);
    vlScene_Destroy(scene);
}

static void a_kinematic_body_that_is_held_becomes_a_pointer(void** state)
{
    (void)state;
    vlScene* scene = vlSceneText_Read(BODIES "devices:\n"
                                             "- {name: d, holds: p}\n"
                                             "- {name: e, holds: a}\n"
                                             "- {name: f, holds: a, grasp: {}}\n");
    assert_int_equal(vlScene_GetDevice(scene, 0)->body, 2);
    assert_true(vlScene_GetBody(scene, 2)->def.isPointer);
    assert_false(vlScene_GetBody(scene, 0)->def.isPointer);
    // One dynamic body in two hands.
    assert_int_equal(vlScene_GetDevice(scene, 1)->body, 0);
    assert_int_equal(vlScene_GetDevice(scene, 2)->body, 0);
    vlScene_Destroy(scene);
    // Without a device: as before.
    scene = vlSceneText_Read(BODIES);
    assert_false(vlScene_GetBody(scene, 2)->def.isPointer);
    vlScene_Destroy(scene);
}

// Every preset of the library is available in scenes.
static void a_simulated_device_may_be_any_preset(void** state)
{
    (void)state;
    int count = 0;
    for (; vlSimulatedDevice_GetPresetName(count) != NULL; ++count) {
        char text[1024];
        (void)snprintf(text, sizeof text, BODIES "devices: [{name: d, address: %s}]\n",
                       vlSimulatedDevice_GetPresetName(count));
        vlScene* scene = vlSceneText_Read(text);
        assert_string_equal(vlScene_GetDevice(scene, 0)->address,
                            vlSimulatedDevice_GetPresetName(count));
        vlScene_Destroy(scene);
    }
    assert_true(count >= 10);
}

static void yaml_and_json_say_the_same(void** state)
{
    (void)state;
    char* yaml = vlSceneText_Load("tests/corpus/scene/good_devices.yaml");
    char* json = vlSceneText_Load("tests/corpus/scene/good_devices.json");
    assert_true(vlSceneText_Hash(yaml) == vlSceneText_Hash(json));
    free(yaml);
    free(json);
}

// Numbers of all sizes, any rotation, and a start that a key may or may not repeat.
static void numbers_keep_their_last_bit(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(11);
    for (int i = 0; i < vlStage_Count(300, 40); ++i) {
        char text[2048];
        vlVec3 axis = vlRandom_Direction(&random);
        (void)snprintf(
            text, sizeof text,
            VL_HEAD "world: {integrator: implicit}\n"
                    "bodies: [{name: a, shape: " VL_BOX ", position: [%.17g, 1, -2],\n"
                    "          rotation: {axis: [%.17g, %.17g, %.17g], degrees: %.17g}}]\n"
                    "devices:\n"
                    "- name: d\n"
                    "  holds: a\n"
                    "  grasp: {position: [%.17g, 0, 0], rotation: {euler: [%.17g, 0, %.17g]}}\n"
                    "  stiffness: %.17g\n"
                    "  max-force: %.17g\n"
                    "  rotation: {axis: [%.17g, %.17g, %.17g], degrees: %.17g}\n"
                    "  scale: %.17g\n"
                    "  hand:\n"
                    "    grip: {damping: %.17g}\n"
                    "    path: {keys: [{time: %.17g}, {time: 20, position: [0, %.17g, 0]}]}\n"
                    "    oscillate: {turn: {axis: [1, %.17g, 0], degrees: %.17g},\n"
                    "                frequency: %.17g, phase: %.17g}\n",
            vlRandom_Uniform(&random), axis.x, axis.y, axis.z,
            vlRandom_Range(&random, -400.0, 400.0), vlRandom_Uniform(&random),
            vlRandom_Range(&random, -400.0, 400.0), vlRandom_Range(&random, -400.0, 400.0),
            vlRandom_Log(&random, 1e-30, 1e18), vlRandom_Log(&random, 1e-30, 1e30), axis.y, axis.z,
            axis.x, vlRandom_Range(&random, -400.0, 400.0), vlRandom_Log(&random, 0.1, 1e30),
            vlRandom_Log(&random, 1e-30, 1e9), vlRandom_Uniform(&random), vlRandom_Uniform(&random),
            vlRandom_Uniform(&random), vlRandom_Range(&random, -180.0, 180.0),
            vlRandom_Log(&random, 1e-30, 1e3), vlRandom_Range(&random, -360.0, 360.0));
        vlScene* scene = vlSceneText_Read(text);
        vlScene_FreeText(vlSceneText_RoundTrip(scene));
        vlScene_Destroy(scene);
    }
}

static void a_set_reaches_a_device_by_its_name(void** state)
{
    (void)state;
    static vlFileErrors errors;
    const char* text = BODIES "devices: [{name: d, holds: a, hand: {path: {keys: [{time: 1}]}}}]\n";
    const char* const sets[] = {"devices.d.hand.grip=tight", "devices.0.scale=2.5",
                                "devices.d.hand.path.keys.0.position=[1, 2, 3]"};
    vlSceneOptions options = {.sets = sets, .setCount = 3};
    vlScene* scene = NULL;
    assert_int_equal(vlScene_ReadText(text, strlen(text), "t", &options, &scene, &errors), VL_OK);
    const vlSceneDevice* d = vlScene_GetDevice(scene, 0);
    assert_true(d->scale == 2.5);
    checkGrip(d->hand.grip, vlSimulatedDevice_TightGrip());
    checkVec(d->hand.keys[0].pose.p, 1.0, 2.0, 3.0);
    vlScene_Destroy(scene);
    const char* const wrong[] = {"devices.d.stiffness=soft"};
    vlSceneOptions faulty = {.sets = wrong, .setCount = 1};
    const vlFileErrors* found = vlSceneText_Refuse(text, &faulty);
    assert_int_equal(found->total, 1);
    assert_string_equal(found->item[0].file, "--set");
    assert_non_null(strstr(found->item[0].message, "stiffness is 'soft'; expected a number"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_device_without_more_has_the_defaults_of_the_library),
        cmocka_unit_test(a_device_is_read_key_by_key),
        cmocka_unit_test(a_kinematic_body_that_is_held_becomes_a_pointer),
        cmocka_unit_test(a_simulated_device_may_be_any_preset),
        cmocka_unit_test(yaml_and_json_say_the_same),
        cmocka_unit_test(numbers_keep_their_last_bit),
        cmocka_unit_test(a_set_reaches_a_device_by_its_name),
    };
    return cmocka_run_group_tests_name("scene_devices", tests, NULL, NULL);
}
