// SPDX-License-Identifier: MIT
// Parameters of a running scene: what they change, restart and reset, what is refused, that
// recordings contain every change, and the scene that is written with the current values.

#include <stdlib.h>

#include "recordings.h"
#include "scene/parameter_parts.h"
#include "scene/scene_parts.h"
#include "scene_rig.h"

// Two materials, a device that holds a block, and one that is a pointer.
#define SHOP                                                                                       \
    VL_HEAD "world: {surface: {friction: 0.5}}\n"                                                  \
            "materials:\n"                                                                         \
            "  ice: {friction: 0.1, damping-ratio: 0.9}\n"                                         \
            "  unused: {friction: 0.9}\n"                                                          \
            "surfaces:\n"                                                                          \
            "- {between: [ice, default], friction-static: 0.3, friction-dynamic: 0.2}\n"           \
            "bodies:\n"                                                                            \
            "- {name: floor, type: static, shape: {halfspace: {normal: [0, 0, 1]}}}\n"             \
            "- {name: puck, material: ice, shape: {box: {size: [0.2, 0.2, 0.05]}}, mass: 1,\n"     \
            "   position: [0, 0, 0.025], velocity: [2, 0, 0]}\n"                                   \
            "- {name: tool, shape: {box: {size: [0.1, 0.1, 0.1]}}, mass: 0.2,\n"                   \
            "   position: [2, 0, 0.5]}\n"                                                          \
            "- {name: tip, type: kinematic, shape: {sphere: {radius: 0.02}},\n"                    \
            "   position: [5, 0, 0.5]}\n"                                                          \
            "devices:\n"                                                                           \
            "- {name: right.hand, address: sigma7, holds: tool, stiffness: 400, damping: 8}\n"     \
            "- {name: left, address: omega3, holds: tip}\n"

static int find(const vlScene* scene, const char* name, int a, int b, int device)
{
    for (int i = 0; i < vlScene_GetParameterCount(scene); ++i) {
        const vlParameter* p = vlScene_GetParameter(scene, i);
        if (strcmp(vlParameterKind_Name(p->kind), name) == 0 && p->materialA == a &&
            p->materialB == b && p->device == device) {
            return i;
        }
    }
    return -1;
}

static vlResult put(Rig* rig, int parameter, double value)
{
    vlInput input = {.kind = VL_INPUT_SET, .parameter = parameter, .value = value};
    return vlSimulation_Input(rig->simulation, &input);
}

static void say(Rig* rig, vlInputKind kind)
{
    vlInput input = {.kind = kind};
    assert_int_equal(vlSimulation_Input(rig->simulation, &input), VL_OK);
}

static void run(Rig* rig, int steps)
{
    for (int i = 0; i < steps; ++i) {
        assert_int_equal(vlSimulation_Step(rig->simulation), VL_OK);
    }
}

static void a_scene_lists_what_can_have_an_effect(void** state)
{
    (void)state;
    vlScene* scene = vlSceneText_Read(SHOP);
    assert_int_equal(vlScene_GetParameter(scene, 0)->kind, VL_PARAMETER_STEP);
    assert_int_equal(vlScene_GetParameter(scene, 3)->kind, VL_PARAMETER_GRAVITY_Z);
    assert_true(vlScene_GetParameter(scene, 3)->value == -9.8);
    // The tool on the floor, the puck on the floor; only one body is of ice, and none of the third
    // material.
    assert_true(find(scene, "friction-static", 0, 0, -1) >= 0);
    int mixed = find(scene, "friction-static", 0, 1, -1);
    assert_true(mixed >= 0);
    assert_true(vlScene_GetParameter(scene, mixed)->value == 0.3);
    assert_int_equal(find(scene, "friction-static", 1, 1, -1), -1);
    assert_int_equal(find(scene, "friction-static", 0, 2, -1), -1);
    assert_true(vlScene_GetParameter(scene, find(scene, "stiffness", 0, 1, -1))->value == VL_AUTO);
    // A pointer has no coupling.
    assert_true(find(scene, "coupling-stiffness", -1, -1, 0) >= 0);
    assert_int_equal(find(scene, "coupling-stiffness", -1, -1, 1), -1);
    assert_int_equal(vlScene_GetParameterCount(scene), 4 + 2 * 4 + 4);
    assert_null(vlScene_GetParameter(scene, -1));
    assert_null(vlScene_GetParameter(scene, 16));
    vlScene_Destroy(scene);

    // If a damping is given, its ratio has no effect.
    scene = vlSceneText_Read(VL_HEAD
                             "world: {surface: {damping: 3}}\nbodies:\n- {name: a, shape: " VL_BOX
                             "}\n- {name: b, shape: " VL_BOX ", position: [0, 0, 2]}\n");
    assert_int_equal(find(scene, "damping-ratio", 0, 0, -1), -1);
    assert_int_equal(vlScene_GetParameterCount(scene), 4 + 3);
    vlScene_Destroy(scene);
}

static double speedOf(const Rig* rig, int body)
{
    return vlStage_TwistOf(rig->world, vlSimulation_GetBody(rig->simulation, body)).linear.x;
}

// A sliding puck slows down by mu g.
static void friction_and_gravity_act_from_the_next_step_on(void** state)
{
    (void)state;
    Rig rig = makeRig(SHOP);
    run(&rig, 50);
    double before = speedOf(&rig, 1);
    run(&rig, 100);
    // 0.03: the pressure is larger at the front.
    VL_CHECK_NEAR((before - speedOf(&rig, 1)) / 0.1, 0.2 * 9.8, 0.03);
    int dynamic = find(rig.scene, "friction-dynamic", 0, 1, -1);
    int gravity = find(rig.scene, "gravity-z", -1, -1, -1);
    assert_int_equal(put(&rig, dynamic, 0.05), VL_OK);
    assert_int_equal(put(&rig, gravity, -4.0), VL_OK);
    run(&rig, 50);
    before = speedOf(&rig, 1);
    run(&rig, 100);
    VL_CHECK_NEAR((before - speedOf(&rig, 1)) / 0.1, 0.05 * 4.0, 0.01);
    assert_true(vlSimulation_GetParameter(rig.simulation, dynamic) == 0.05);
    assert_true(vlSimulation_GetParameter(rig.simulation, gravity) == -4.0);
    endRig(&rig);
}

static void static_friction_is_never_below_dynamic(void** state)
{
    (void)state;
    Rig rig = makeRig(SHOP);
    int higher = find(rig.scene, "friction-static", 0, 1, -1);
    int lower = find(rig.scene, "friction-dynamic", 0, 1, -1);
    assert_int_equal(put(&rig, lower, 0.7), VL_OK);
    run(&rig, 1);
    assert_true(vlSimulation_GetParameter(rig.simulation, higher) == 0.7);
    assert_int_equal(put(&rig, higher, 0.25), VL_OK);
    run(&rig, 1);
    assert_true(vlSimulation_GetParameter(rig.simulation, lower) == 0.25);
    assert_int_equal(put(&rig, lower, 0.1), VL_OK);
    run(&rig, 1);
    assert_true(vlSimulation_GetParameter(rig.simulation, higher) == 0.25);
    endRig(&rig);
}

// The tool hangs by m g / k below the device that holds it.
static void the_stiffness_of_a_coupling_moves_what_hangs_on_it(void** state)
{
    (void)state;
    Rig rig = makeRig(SHOP);
    int stiffness = find(rig.scene, "coupling-stiffness", -1, -1, 0);
    static const double values[] = {400.0, 100.0};
    for (int k = 0; k < 2; ++k) {
        assert_int_equal(put(&rig, stiffness, values[k]), VL_OK);
        run(&rig, 3000);
        vlRendererReport report = vlRenderer_GetReport(vlSimulation_GetRenderer(rig.simulation, 0));
        double stretch = report.pose.p.z - report.held.p.z;
        VL_CHECK_NEAR(stretch, 0.2 * 9.8 / values[k], 1e-4); // the hand still sways a little
    }
    endRig(&rig);
}

static void a_restart_keeps_parameters_and_a_reset_leaves_no_trace(void** state)
{
    (void)state;
    Rig fresh = makeRig(SHOP);
    Rig rig = makeRig(SHOP);
    run(&fresh, 200);
    for (int i = 0; i < vlScene_GetParameterCount(rig.scene); ++i) {
        const vlParameter* p = vlScene_GetParameter(rig.scene, i);
        double value = p->value == VL_AUTO ? 3e4 : 0.5 * p->value + 0.25 * p->least;
        assert_int_equal(put(&rig, i, fmax(value, p->least)), VL_OK);
    }
    run(&rig, 100);
    assert_int_equal(vlSimulation_GetRefusals(rig.simulation), 0);
    double step = vlWorld_GetStep(rig.world);
    assert_true(step != 1e-3);
    say(&rig, VL_INPUT_RESTART);
    run(&rig, 1);
    assert_true(vlWorld_GetStep(rig.world) == step);
    VL_CHECK_NEAR(vlWorld_GetStepInfo(rig.world).time, step, 1e-15);
    assert_true(vlSimulation_GetParameter(rig.simulation, 0) == step);
    uint64_t first = vlWorld_GetHash(rig.world);
    run(&rig, 50);
    say(&rig, VL_INPUT_RESTART); // both runs give the same bits
    run(&rig, 1);
    assert_true(vlWorld_GetHash(rig.world) == first);

    say(&rig, VL_INPUT_RESET);
    say(&rig, VL_INPUT_RESTART);
    run(&rig, 200);
    assert_true(vlWorld_GetHash(rig.world) == vlWorld_GetHash(fresh.world));
    assert_true(vlWorld_GetStepInfo(rig.world).time == vlWorld_GetStepInfo(fresh.world).time);
    endRig(&rig);
    endRig(&fresh);
}

static void what_is_out_of_range_is_refused_with_a_sentence(void** state)
{
    (void)state;
    Rig rig = makeRig(SHOP);
    int count = vlScene_GetParameterCount(rig.scene);
    uint32_t refusals = 0;
    for (int i = 0; i < count; ++i) {
        const vlParameter* p = vlScene_GetParameter(rig.scene, i);
        const double bad[] = {p->least - 1.0 - fabs(p->least), p->most + 1.0 + fabs(p->most),
                              (double)NAN, (double)INFINITY, -(double)INFINITY};
        for (size_t k = 0; k < sizeof bad / sizeof bad[0]; ++k) {
            if (p->mayBeAuto && bad[k] == VL_AUTO) {
                continue;
            }
            assert_int_equal(put(&rig, i, bad[k]), VL_ERROR_ARGUMENT);
            assert_int_equal(vlSimulation_GetRefusals(rig.simulation), ++refusals);
            const char* message = vlSimulation_GetMessage(rig.simulation);
            assert_non_null(strstr(message, vlParameterKind_Name(p->kind)));
            assert_non_null(strstr(message, "expected"));
        }
        assert_true(vlSimulation_GetParameter(rig.simulation, i) == p->value);
    }
    assert_int_equal(put(&rig, -1, 1.0), VL_ERROR_ARGUMENT);
    assert_int_equal(put(&rig, count, 1.0), VL_ERROR_ARGUMENT);
    assert_non_null(strstr(vlSimulation_GetMessage(rig.simulation), "expected 0 to"));
    endRig(&rig);
}

static void an_explicit_world_keeps_a_stiffness_that_its_step_holds(void** state)
{
    (void)state;
    Rig rig = makeRig(VL_HEAD "world: {integrator: euler}\nbodies:\n- {name: a, shape: " VL_BOX
                              ", mass: 1}\n- {name: b, shape: " VL_BOX
                              ", mass: 1, position: [0, 0, 3]}\n");
    int stiffness = find(rig.scene, "stiffness", 0, 0, -1);
    // Within its range, but not for a step of 1 ms.
    assert_int_equal(put(&rig, stiffness, 1e9), VL_OK);
    run(&rig, 1);
    assert_int_equal(vlSimulation_GetRefusals(rig.simulation), 1);
    assert_non_null(strstr(vlSimulation_GetMessage(rig.simulation), "stiffness stays -1"));
    assert_true(vlSimulation_GetParameter(rig.simulation, stiffness) == VL_AUTO);
    assert_int_equal(put(&rig, 0, 2e-3), VL_ERROR_ARGUMENT); // longer than the step of the scene
    assert_int_equal(put(&rig, 0, 5e-4), VL_OK);
    assert_int_equal(put(&rig, stiffness, 1e4), VL_OK);
    run(&rig, 1);
    assert_int_equal(vlSimulation_GetRefusals(rig.simulation), 2);
    assert_true(vlSimulation_GetParameter(rig.simulation, stiffness) == 1e4);
    endRig(&rig);
}

// Changes at odd steps, with restarts between them.
static void addChanges(Rig* rig, int step)
{
    int count = vlScene_GetParameterCount(rig->scene);
    if (step % 7 == 3) {
        int i = (step / 7) % count;
        const vlParameter* p = vlScene_GetParameter(rig->scene, i);
        double share = 0.3 + 0.02 * (double)(step % 30);
        double value = p->value == VL_AUTO ? 2e4 * share : p->value * share;
        assert_int_equal(put(rig, i, fmax(value, p->least)), VL_OK);
    }
    if (step == 120 || step == 260) {
        say(rig, VL_INPUT_RESTART);
    }
    if (step == 200) {
        say(rig, VL_INPUT_RESET);
    }
}

static void recordings_hold_every_change_and_repeat_to_the_bit(void** state)
{
    (void)state;
    Rig rig = makeRig(SHOP);
    char* name = vlTestFile_Name();
    vlRecorder* recorder = NULL;
    assert_int_equal(vlRecorder_Create(name, rig.simulation, &vlTestRecorder, &recorder, NULL, 0),
                     VL_OK);
    double sum = 0.0;
    for (int i = 0; i < 400; ++i) {
        addChanges(&rig, i);
        run(&rig, 1);
        sum += vlWorld_GetStep(rig.world);
        assert_int_equal(vlRecorder_AddStep(recorder, rig.simulation), VL_OK);
    }
    assert_int_equal(vlSimulation_GetRefusals(rig.simulation), 0);
    assert_int_equal(vlRecorder_Close(recorder, NULL), VL_OK);
    vlRecording* recording = vlTestRun_OpenRecording(name);
    vlReplayReport report;
    assert_int_equal(vlRecording_Verify(recording, &report, NULL, 0), VL_OK);
    assert_true(report.isEqual);
    assert_int_equal(report.stepsCompared, 400);
    // Time in a recording is the sum of its steps, whatever their length and whatever was
    // restarted.
    vlRecordingInfo info = vlRecording_GetInfo(recording);
    assert_true(sum < 0.39);
    VL_CHECK_NEAR(info.lastTime, sum, 1e-12);
    vlInput input;
    assert_int_equal(vlRecording_GetInput(recording, 3, 0, &input), VL_OK);
    assert_int_equal(input.kind, VL_INPUT_SET);
    assert_int_equal(input.parameter, 0);
    vlRecording_Close(recording);
    vlTestFile_Remove(name);
    endRig(&rig);
}

static void the_written_scene_reads_back_with_the_present_values(void** state)
{
    (void)state;
    Rig rig = makeRig(SHOP);
    int count = vlScene_GetParameterCount(rig.scene);
    double values[64];
    assert_in_range(count, 1, 64);
    for (int i = 0; i < count; ++i) {
        const vlParameter* p = vlScene_GetParameter(rig.scene, i);
        values[i] = p->value == VL_AUTO ? 12345.678 : p->value * (1.0 + 1.0 / 3.0);
        values[i] = fmin(fmax(values[i], p->least), p->most);
    }
    char* text = NULL;
    size_t size = 0;
    char message[256] = "";
    vlResult r = vlScene_WriteWith(rig.scene, values, count, &text, &size, message, sizeof message);
    assert_string_equal(message, "");
    assert_int_equal(r, VL_OK);
    assert_int_equal(strlen(text), size);
    vlScene* again = vlSceneText_Read(text);
    assert_int_equal(vlScene_GetParameterCount(again), count);
    for (int i = 0; i < count; ++i) {
        assert_true(vlScene_GetParameter(again, i)->value == values[i]);
    }
    // Values that are not parameters are unchanged: those of the material that no body has.
    vlSurface before;
    vlSurface after;
    assert_int_equal(vlScene_GetSurface(rig.scene, 2, 2, &before), VL_OK);
    assert_int_equal(vlScene_GetSurface(again, 2, 2, &after), VL_OK);
    assert_memory_equal(&before, &after, sizeof before);
    vlScene_FreeText(text);
    vlScene_Destroy(again);

    // With the scene's own values it is the scene.
    for (int i = 0; i < count; ++i) {
        values[i] = vlScene_GetParameter(rig.scene, i)->value;
    }
    assert_int_equal(vlScene_WriteWith(rig.scene, values, count, &text, &size, NULL, 0), VL_OK);
    again = vlSceneText_Read(text);
    assert_true(vlScene_GetHash(again) == vlScene_GetHash(rig.scene));
    vlScene_FreeText(text);
    vlScene_Destroy(again);

    values[3] = (double)NAN;
    assert_int_equal(
        vlScene_WriteWith(rig.scene, values, count, &text, &size, message, sizeof message),
        VL_ERROR_ARGUMENT);
    assert_non_null(strstr(message, "gravity-z"));
    assert_int_equal(
        vlScene_WriteWith(rig.scene, values, count - 1, &text, &size, message, sizeof message),
        VL_ERROR_ARGUMENT);
    endRig(&rig);
}

// A body that falls past the edge of the world is reported; one that lies on the floor is not.
static void a_body_that_falls_for_ever_has_left_the_scene(void** state)
{
    (void)state;
    Rig rig = makeRig(VL_HEAD "bodies:\n"
                              "- {name: table, type: static, shape: {box: {size: [1, 1, 0.1]}}}\n"
                              "- {name: on, shape: {box: {size: [0.1, 0.1, 0.1]}},\n"
                              "   position: [0, 0, 0.1]}\n"
                              "- {name: off, shape: {box: {size: [0.1, 0.1, 0.1]}},\n"
                              "   position: [0.7, 0, 0.1]}\n");
    assert_false(vlSimulation_HasLeft(rig.simulation, 2));
    run(&rig, 5000); // falls by 120 m
    assert_false(vlSimulation_HasLeft(rig.simulation, 0));
    assert_false(vlSimulation_HasLeft(rig.simulation, 1));
    assert_true(vlSimulation_HasLeft(rig.simulation, 2));
    assert_false(vlSimulation_HasLeft(rig.simulation, -1));
    assert_false(vlSimulation_HasLeft(rig.simulation, 3));
    say(&rig, VL_INPUT_RESTART);
    run(&rig, 1);
    assert_false(vlSimulation_HasLeft(rig.simulation, 2));
    endRig(&rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_scene_lists_what_can_have_an_effect),
        cmocka_unit_test(friction_and_gravity_act_from_the_next_step_on),
        cmocka_unit_test(static_friction_is_never_below_dynamic),
        cmocka_unit_test(the_stiffness_of_a_coupling_moves_what_hangs_on_it),
        cmocka_unit_test(a_restart_keeps_parameters_and_a_reset_leaves_no_trace),
        cmocka_unit_test(what_is_out_of_range_is_refused_with_a_sentence),
        cmocka_unit_test(an_explicit_world_keeps_a_stiffness_that_its_step_holds),
        cmocka_unit_test(recordings_hold_every_change_and_repeat_to_the_bit),
        cmocka_unit_test(the_written_scene_reads_back_with_the_present_values),
        cmocka_unit_test(a_body_that_falls_for_ever_has_left_the_scene),
    };
    return cmocka_run_group_tests_name("parameters", tests, NULL, NULL);
}
