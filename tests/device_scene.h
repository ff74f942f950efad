// SPDX-License-Identifier: MIT
#ifndef VOLAR_TESTS_DEVICE_SCENE_H
#define VOLAR_TESTS_DEVICE_SCENE_H

// A scene with a device in motion, and an external device whose position the test gives. Every
// function fails the running test on an error.

#include "scene_rig.h"
#include "test.h"

#define STEP 1e-3

// A tool of 50 g above a table, held by a coupling of 500 N/m, and a ball beside it.
static const char coupled[] =
    "volar: 1\nname: test\nworld: {integrator: implicit, step: 0.001}\n"
    "bodies:\n"
    "  - {name: table, type: static, shape: {halfspace: {normal: [0, 0, 1]}}}\n"
    "  - {name: tool, shape: {box: {size: [0.04, 0.04, 0.04]}}, mass: 0.05,\n"
    "     position: [0, 0, 0.1]}\n"
    "  - {name: other, shape: {box: {size: [0.04, 0.04, 0.04]}}, mass: 0.05,\n"
    "     position: [0.2, 0, 0.02]}\n"
    "devices:\n"
    "  - name: right\n"
    "    address: sigma7\n"
    "    holds: tool\n"
    "    stiffness: 500\n"
    "    damping: 5\n"
    "    scale: 2\n"
    "    position: [0.3, 0.1, 0]\n"
    "    rotation: {axis: [0, 0, 1], degrees: 30}\n"
    "    grasp-button: 0\n"
    "    clutch-button: 1\n"
    "    hand:\n"
    "      path:\n"
    "        keys:\n"
    "          - {time: 0.2, position: [0, 0, 0.1]}\n"
    "          - {time: 0.7, position: [0.1, 0, 0.1]}\n";

static inline vlRendererReport reportOf(const Rig* rig)
{
    return vlRenderer_GetReport(vlSimulation_GetRenderer(rig->simulation, 0));
}

static inline vlPose poseOf(const Rig* rig, const char* name)
{
    int place = vlScene_FindBody(rig->scene, name);
    return vlStage_PoseOf(rig->world, vlSimulation_GetBody(rig->simulation, place));
}

static inline void stepFor(const Rig* rig, int steps)
{
    for (int i = 0; i < steps; ++i) {
        assert_int_equal(vlSimulation_Step(rig->simulation), VL_OK);
    }
}

// A step with the external device at `place`, in its own frame.
static inline void stepAt(Rig* rig, vlVec3 place, uint32_t buttons)
{
    vlInput input = {.kind = VL_INPUT_DEVICE, .device = 0};
    rig->clock += STEP;
    input.sample.time = rig->clock;
    input.sample.sequence = ++rig->sequence;
    input.sample.pose = vlIdentityPose();
    input.sample.pose.p = place;
    input.sample.buttons = buttons;
    assert_int_equal(vlSimulation_Input(rig->simulation, &input), VL_OK);
    assert_int_equal(vlSimulation_Step(rig->simulation), VL_OK);
}

#endif
