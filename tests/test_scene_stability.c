// SPDX-License-Identifier: MIT
// A coupling that its device cannot hold with its delay causes a note when the scene is read.

#include <stdio.h>

#include "scene/device_parts.h"
#include "scene_text.h"
#include "stability/tuner_judge.h"
#include "test.h"
#include "volar/scene_haptics.h"

// A scene whose device has these keys.
static vlScene* sceneOf(const char* keys)
{
    char text[768];
    (void)snprintf(text, sizeof text,
                   "volar: 1\nname: s\nbodies:\n"
                   "  - {name: a, mass: 0.1, shape: {box: {size: [0.05, 0.05, 0.05]}}}\n"
                   "  - {name: p, type: kinematic, shape: {box: {size: [0.05, 0.05, 0.05]}}}\n"
                   "devices: [{name: d, %s}]\n",
                   keys);
    return vlSceneText_Read(text);
}

static int notesOf(const char* keys)
{
    vlScene* scene = sceneOf(keys);
    int count = vlScene_GetNoteCount(scene);
    vlScene_Destroy(scene);
    return count;
}

static vlTunerJudgement judgementOf(const char* keys)
{
    vlScene* scene = sceneOf(keys);
    vlTunerJudgement found;
    double delay = -1.0;
    assert_int_equal(
        vlSceneDevice_GetStability(scene, vlScene_GetDevice(scene, 0), false, &found, &delay),
        VL_OK);
    assert_true(delay == 0.002);
    vlScene_Destroy(scene);
    return found;
}

static void table_stiffness_with_little_damping_is_noted(void** state)
{
    (void)state;
    vlScene* scene = sceneOf("holds: a, address: omega6, stiffness: 5000");
    assert_int_equal(vlScene_GetNoteCount(scene), 1);
    const char* note = vlScene_GetNote(scene, 0);
    assert_non_null(strstr(note, "warning: device 'd': stiffness 5000 N/m with 2 N s/m is unstable "
                                 "when the device is 2 ms late (assumed) and nobody holds it"));
    vlScene_Destroy(scene);
    // The number in the note is the limit.
    vlTunerJudgement found = judgementOf("holds: a, address: omega6, stiffness: 5000");
    assert_true(!found.isStable && found.stiffness > 500.0 && found.stiffness < 4000.0);
    char keys[96];
    for (int i = 0; i < 2; ++i) {
        (void)snprintf(keys, sizeof keys, "holds: a, address: omega6, stiffness: %g",
                       (i == 0 ? 0.99 : 1.01) * found.stiffness);
        assert_int_equal(notesOf(keys), i);
        // Three metres in the world for one of the device, and a third of the force: the same.
        (void)snprintf(keys, sizeof keys,
                       "holds: a, address: omega6, scale: 3, force-scale: 0.3333333, stiffness: %g",
                       (i == 0 ? 0.99 : 1.01) * found.stiffness);
        assert_int_equal(notesOf(keys), i);
    }
}

static void the_default_coupling_and_tuned_ones_are_not_noted(void** state)
{
    (void)state;
    for (int i = 0; vlSimulatedDevice_GetPresetName(i) != NULL; ++i) {
        char keys[96];
        (void)snprintf(keys, sizeof keys, "holds: a, address: %s",
                       vlSimulatedDevice_GetPresetName(i));
        if (strstr(keys, "pantograph") == NULL) {
            assert_int_equal(notesOf(keys), 0);
        }
    }
    assert_int_equal(notesOf("holds: a, address: omega6, stiffness: 3544, damping: 17.3, "
                             "velocity-cut: 192"),
                     0);
}

static void the_delay_of_a_model_counts(void** state)
{
    (void)state;
    assert_int_equal(notesOf("holds: a, stiffness: 5000, model: {name: m, like: omega6, "
                             "delay: {value: 0, source: ideal}}"),
                     0);
    vlScene* scene = sceneOf("holds: a, stiffness: 5000, model: {name: m, like: omega6, "
                             "delay: {value: 0.001, source: ours}}");
    assert_int_equal(vlScene_GetNoteCount(scene), 1);
    assert_non_null(strstr(vlScene_GetNote(scene, 0), "1 ms late (as its file says)"));
    vlScene_Destroy(scene);
    // A delay that comes from the preset is called assumed, not stated by the file.
    scene = sceneOf("holds: a, stiffness: 5000, model: {name: m, like: omega6, "
                    "mass: {value: 0.2, source: ours}}");
    assert_int_equal(vlScene_GetNoteCount(scene), 1);
    assert_non_null(strstr(vlScene_GetNote(scene, 0), "2 ms late (assumed)"));
    vlScene_Destroy(scene);
}

static void torque_is_judged_where_there_is_some(void** state)
{
    (void)state;
    assert_int_equal(notesOf("holds: a, address: sigma7, angular-stiffness: 60"), 1);
    assert_int_equal(notesOf("holds: a, address: omega6, angular-stiffness: 60"), 0);
}

static void what_has_no_coupling_is_not_judged(void** state)
{
    (void)state;
    static const char* const keys[] = {"holds: p, address: omega6", "address: omega6",
                                       "device: udp, holds: a, stiffness: 50000"};
    for (int i = 0; i < 3; ++i) {
        vlScene* scene = sceneOf(keys[i]);
        vlTunerJudgement found;
        assert_int_equal(
            vlSceneDevice_GetStability(scene, vlScene_GetDevice(scene, 0), false, &found, NULL),
            VL_ERROR_ARGUMENT);
        assert_int_equal(vlScene_GetNoteCount(scene), 0);
        vlScene_Destroy(scene);
    }
}

// The request to the tuner: the device with the delay that it states, its tool, scale and step, and
// its filter only if the scene states one. The result is stable in that scene with a margin.
static void the_tuner_is_asked_for_the_device_of_the_scene(void** state)
{
    (void)state;
    vlTunerDef def;
    vlTunedCoupling found;
    vlTunerJudgement judgement;
    vlScene* scene = sceneOf("holds: a, address: omega6, scale: 3, force-scale: 0.5");
    const vlSceneDevice* device = vlScene_GetDevice(scene, 0);
    assert_false(device->hasGains || device->hasAngularGains || device->hasVelocityCut);
    assert_int_equal(vlSceneDevice_MakeTuner(scene, device, false, &def), VL_OK);
    assert_true(def.toolMass == 0.1 && def.gain == 1.5 && def.margin == 2.0 && def.cut == 0.0);
    assert_true(def.device.motors.delay == 0.002);
    assert_int_equal(vlTuner_Find(&def, &found, NULL, 0), VL_OK);
    assert_int_equal(vlTuner_Judge(&def, found.stiffness, found.damping, found.cut, &judgement),
                     VL_OK);
    assert_true(judgement.isStable); // with twice the force
    assert_int_equal(
        vlTuner_Judge(&def, 1.02 * found.stiffness, found.damping, found.cut, &judgement), VL_OK);
    assert_false(judgement.isStable);
    assert_int_equal(vlSceneDevice_MakeTuner(scene, device, true, &def), VL_ERROR_ARGUMENT);
    vlScene_Destroy(scene);
    scene =
        sceneOf("holds: a, address: sigma7, damping: 3, angular-stiffness: 1, velocity-cut: 60");
    device = vlScene_GetDevice(scene, 0);
    assert_true(device->hasGains && device->hasAngularGains && device->hasVelocityCut);
    assert_int_equal(vlSceneDevice_MakeTuner(scene, device, true, &def), VL_OK);
    assert_true(def.isAngular && def.gain == 1.0 && def.cut == 60.0);
    vlScene_Destroy(scene);
    scene = sceneOf("holds: p, address: omega6"); // a pointer has no coupling
    device = vlScene_GetDevice(scene, 0);
    assert_int_equal(vlSceneDevice_MakeTuner(scene, device, false, &def), VL_ERROR_ARGUMENT);
    vlScene_Destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(table_stiffness_with_little_damping_is_noted),
        cmocka_unit_test(the_default_coupling_and_tuned_ones_are_not_noted),
        cmocka_unit_test(the_delay_of_a_model_counts),
        cmocka_unit_test(torque_is_judged_where_there_is_some),
        cmocka_unit_test(what_has_no_coupling_is_not_judged),
        cmocka_unit_test(the_tuner_is_asked_for_the_device_of_the_scene),
    };
    return cmocka_run_group_tests_name("scene stability", tests, NULL, NULL);
}
