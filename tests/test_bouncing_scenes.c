// SPDX-License-Identifier: MIT
// Restitution in a scene: how that of two materials is mixed, changed while the scene runs, and
// repeated from a recording.

#include <stdlib.h>

#include "recordings.h"
#include "scene_rig.h"

// Two boxes on a floor of rubber: one of rubber too, one of steel; and one of the default material,
// which says nothing of restitution.
#define YARD                                                                                       \
    VL_HEAD "world: {step: 0.001, integrator: implicit, gravity: [0, 0, 0]}\n"                     \
            "materials:\n"                                                                         \
            "  rubber: {restitution: 0.8}\n"                                                       \
            "  steel: {restitution: 0.3}\n"                                                        \
            "bodies:\n"                                                                            \
            "- {name: floor, material: rubber, type: static,\n"                                    \
            "   shape: {halfspace: {normal: [0, 0, 1]}}}\n"                                        \
            "- {name: rubber, material: rubber, shape: {box: {size: [0.2, 0.2, 0.2]}}, mass: 1,\n" \
            "   position: [0, 0, 0.12], velocity: [0, 0, -2]}\n"                                   \
            "- {name: steel, material: steel, shape: {box: {size: [0.2, 0.2, 0.2]}}, mass: 1,\n"   \
            "   position: [1, 0, 0.12], velocity: [0, 0, -2]}\n"                                   \
            "- {name: plain, shape: {box: {size: [0.2, 0.2, 0.2]}}, mass: 1,\n"                    \
            "   position: [2, 0, 0.12], velocity: [0, 0, -2]}\n"

// The error of an implicit impact: (1 + e)/1000 of the speed (T3.18).
#define LEFT 2e-3

static double riseOf(const Rig* rig, int body)
{
    return vlStage_TwistOf(rig->world, vlSimulation_GetBody(rig->simulation, body)).linear.z / 2.0;
}

static void run(Rig* rig, int steps)
{
    for (int i = 0; i < steps; ++i) {
        assert_int_equal(vlSimulation_Step(rig->simulation), VL_OK);
    }
}

// The smaller restitution counts if both are given, otherwise the one that is given.
static void two_restitutions_are_mixed(void** state)
{
    (void)state;
    Rig rig = makeRig(YARD);
    run(&rig, 20);
    VL_CHECK_NEAR(riseOf(&rig, 1), 0.8, LEFT);
    VL_CHECK_NEAR(riseOf(&rig, 2), 0.3, LEFT);
    VL_CHECK_NEAR(riseOf(&rig, 3), 0.8, LEFT);
    endRig(&rig);
}

static int restitutionOf(const vlScene* scene, int a, int b)
{
    for (int i = 0; i < vlScene_GetParameterCount(scene); ++i) {
        const vlParameter* p = vlScene_GetParameter(scene, i);
        if (p->kind == VL_PARAMETER_CONTACT_RESTITUTION && p->materialA == a && p->materialB == b) {
            return i;
        }
    }
    return -1;
}

// Material 1 is rubber, 2 steel; a change acts on later impacts.
static void restitution_changes_while_a_scene_runs(void** state)
{
    (void)state;
    Rig rig = makeRig(YARD);
    int own = restitutionOf(rig.scene, 1, 1);
    int mixed = restitutionOf(rig.scene, 1, 2);
    assert_true(own >= 0 && mixed >= 0);
    assert_true(vlScene_GetParameter(rig.scene, mixed)->value == 0.3);
    vlInput input = {.kind = VL_INPUT_SET, .parameter = mixed, .value = 0.6};
    assert_int_equal(vlSimulation_Input(rig.simulation, &input), VL_OK);
    run(&rig, 20);
    VL_CHECK_NEAR(riseOf(&rig, 1), 0.8, LEFT);
    VL_CHECK_NEAR(riseOf(&rig, 2), 0.6, LEFT);
    input.value = 1.01;
    assert_int_not_equal(vlSimulation_Input(rig.simulation, &input), VL_OK);
    assert_true(vlSimulation_GetParameter(rig.simulation, mixed) == 0.6);
    endRig(&rig);
}

// Ten steps before they strike, one restitution is changed.
static void a_recording_of_bounces_repeats_to_the_bit(void** state)
{
    (void)state;
    Rig rig = makeRig(YARD);
    char* name = vlTestFile_Name();
    vlRecorder* recorder = NULL;
    assert_int_equal(vlRecorder_Create(name, rig.simulation, &vlTestRecorder, &recorder, NULL, 0),
                     VL_OK);
    vlInput input = {
        .kind = VL_INPUT_SET, .parameter = restitutionOf(rig.scene, 1, 1), .value = 0.5};
    for (int i = 0; i < 60; ++i) {
        if (i == 5) {
            assert_int_equal(vlSimulation_Input(rig.simulation, &input), VL_OK);
        }
        assert_int_equal(vlSimulation_Step(rig.simulation), VL_OK);
        assert_int_equal(vlRecorder_AddStep(recorder, rig.simulation), VL_OK);
    }
    VL_CHECK_NEAR(riseOf(&rig, 1), 0.5, LEFT);
    assert_int_equal(vlRecorder_Close(recorder, NULL), VL_OK);
    vlRecording* recording = vlTestRun_OpenRecording(name);
    vlReplayReport report;
    assert_int_equal(vlRecording_Verify(recording, &report, NULL, 0), VL_OK);
    assert_true(report.isEqual && !report.hasGaps);
    assert_int_equal(report.stepsCompared, 60);
    vlRecording_Close(recording);
    vlTestFile_Remove(name);
    endRig(&rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_restitutions_are_mixed),
        cmocka_unit_test(restitution_changes_while_a_scene_runs),
        cmocka_unit_test(a_recording_of_bounces_repeats_to_the_bit),
    };
    return cmocka_run_group_tests_name("bouncing_scenes", tests, NULL, NULL);
}
