// SPDX-License-Identifier: MIT
// A haptic tick of a whole scene, with simulated hands, an external device that comes and goes,
// grasping, clutching and a restart, neither allocates, locks nor makes a system call.

#include "quiet_run.h"
#include "scene_text.h"
#include "test.h"
#include "volar/volar.h"

#define STEPS 4000

static const char text[] =
    VL_HEAD "world: {integrator: implicit, step: 0.001}\n"
            "bodies:\n"
            "  - {name: floor, type: static, shape: {halfspace: {normal: [0, 0, 1]}}}\n"
            "  - {name: a, shape: {box: {size: [0.04, 0.04, 0.04]}}, position: [0, 0, 0.02]}\n"
            "  - {name: b, shape: {box: {size: [0.04, 0.04, 0.04]}}, position: [0.1, 0, 0.02]}\n"
            "  - {name: tip, type: kinematic, shape: {box: {size: [0.02, 0.02, 0.02]}},\n"
            "     position: [0.2, 0, 0.015]}\n"
            "devices:\n"
            "  - {name: left, holds: a, grasp-button: 0, clutch-button: 1, passivity: true,\n"
            "     velocity: window,\n"
            "     hand: {oscillate: {shift: [0.02, 0, 0.03], frequency: 2},\n"
            "            grips: [{time: 0.5, grip: tight}],\n"
            "            presses: [{button: 0, from: 0.7, until: 0.8},\n"
            "                      {button: 0, from: 0.9, until: 1}]}}\n"
            "  - {name: right, address: omega3, holds: tip,\n"
            "     hand: {oscillate: {shift: [0, 0, 0.01], frequency: 3}}}\n";

typedef struct Rig {
    vlScene* scene;
    vlSimulation* simulation;
    bool isEverHeld, isEverLetGo, isEverClutched, isEverOutside;
} Rig;

static void makeRig(void* argument)
{
    Rig* rig = argument;
    *rig = (Rig){.scene = vlSceneText_Read(text)};
    assert_int_equal(vlSimulation_Create(rig->scene, &rig->simulation, NULL, 0), VL_OK);
}

static void endRig(void* argument)
{
    Rig* rig = argument;
    vlSimulation_Destroy(rig->simulation);
    vlScene_Destroy(rig->scene);
}

static bool give(Rig* rig, vlInput input)
{
    return vlSimulation_Input(rig->simulation, &input) == VL_OK;
}

// The external inputs in step `i`.
static bool disturb(Rig* rig, int i)
{
    bool ok = true;
    vlInput input = {.kind = VL_INPUT_DEVICE};
    input.sample.time = 7.0 + 1e-3 * i;
    if (i >= 1200 && i < 1800) {
        input.sample.sequence = (uint64_t)i;
        input.sample.pose = vlIdentityPose();
        input.sample.pose.p.z = 1e-5 * (i - 1200);
        input.sample.buttons = i >= 1400 && i < 1500 ? 2 : 0;
        input.kind = i % 100 < 90 ? VL_INPUT_DEVICE : VL_INPUT_SILENT;
        ok = give(rig, input);
    } else if (i == 1800) {
        ok = give(rig, (vlInput){.kind = VL_INPUT_RETURN});
    } else if (i == 2500) {
        ok = give(rig, (vlInput){.kind = VL_INPUT_RESTART});
    }
    return ok;
}

static bool run(void* argument)
{
    Rig* rig = argument;
    bool ok = true;
    for (int i = 0; i < STEPS; ++i) {
        ok = disturb(rig, i) && ok;
        ok = vlSimulation_Step(rig->simulation) == VL_OK && ok;
        for (int k = 0; k < 2; ++k) {
            const vlRenderer* renderer = vlSimulation_GetRenderer(rig->simulation, k);
            vlRendererReport report = vlRenderer_GetReport(renderer);
            vlAudit audit = vlRenderer_GetAudit(renderer, 0.01);
            ok = audit.refused == 0 && vlIsFinite(report.sent.force) && ok;
            rig->isEverHeld = rig->isEverHeld || report.hold == VL_HOLD_COUPLED;
            rig->isEverLetGo = rig->isEverLetGo || (k == 0 && report.hold == VL_HOLD_NOTHING);
            rig->isEverClutched = rig->isEverClutched || report.isClutched;
            rig->isEverOutside = rig->isEverOutside || vlSimulation_IsOutside(rig->simulation, k);
        }
    }
    return ok && rig->isEverHeld && rig->isEverLetGo && rig->isEverClutched && rig->isEverOutside;
}

static Rig stage;
static const QuietRun quiet = {makeRig, run, endRig, &stage};

static void a_tick_neither_allocates_nor_locks(void** state)
{
    (void)state;
    checkCounts(&quiet);
}

static void a_tick_makes_no_system_call(void** state)
{
    (void)state;
    checkNoCalls(&quiet);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tick_neither_allocates_nor_locks),
        cmocka_unit_test(a_tick_makes_no_system_call),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
