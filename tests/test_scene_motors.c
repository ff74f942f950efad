// SPDX-License-Identifier: MIT
// Motors of a scene follow their scripts, step by step, and move the right bodies.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "scene_rig.h"
#include "test.h"

#define DEGREE 0.017453292519943295

static void step(const Rig* rig)
{
    assert_int_equal(vlSimulation_Step(rig->simulation), VL_OK);
}

static double targetOf(const Rig* rig, int joint, int axis)
{
    vlMotor motor;
    vlJointId id = vlSimulation_GetJoint(rig->simulation, joint);
    assert_int_equal(vlJoint_GetMotor(rig->world, id, axis, &motor), VL_OK);
    return motor.target;
}

static vlJointReport reportOf(const Rig* rig, int joint)
{
    vlJointReport report;
    vlJointId id = vlSimulation_GetJoint(rig->simulation, joint);
    assert_int_equal(vlJoint_GetReport(rig->world, id, &report), VL_OK);
    return report;
}

static const char scripted[] =
    "volar: 1\nname: scripted\nworld: {gravity: [0, 0, 0], integrator: implicit}\nbodies:\n"
    "- {name: a, shape: {box: {size: [1, 1, 1]}}}\n"
    "- {name: b, shape: {box: {size: [1, 1, 1]}}, position: [9, 0, 0]}\n"
    "joints:\n"
    "- {name: plane, type: planar, b: a, at: [0, 0, 0], axis: [0, 0, 1], axes: [\n"
    "    {motor: {mode: torque, target: {path: {keys: [[0.25, 1], [0.5, 3], [1, -1]]}}}},\n"
    "    {motor: {mode: velocity, damping: 1, target: {path: {keys: [[0.1, 0], [0.3, 2]],\n"
    "             repeat: true}}}},\n"
    "    {motor: {mode: position, stiffness: 1, target: {path: {keys: [[0, 0], [0.5, 60]],\n"
    "             smooth: true}}}}]}\n"
    "- {name: turn, type: universal, b: b, at: [9, 0, 0], axis: [0, 0, 1], axes: [\n"
    "    {motor: {mode: torque, target: 0.5}},\n"
    "    {motor: {mode: position, stiffness: 1, target: {oscillate: {mean: 10, amplitude: 30,\n"
    "             frequency: 2, phase: 45}}}}]}\n";

// Straight from one value to another.
static double between(double from, double to, double share)
{
    double s = fmin(fmax(share, 0.0), 1.0);
    return from + s * (to - from);
}

static void motors_have_the_target_of_the_end_of_the_step(void** state)
{
    (void)state;
    Rig rig = makeRig(scripted);
    for (int i = 1; i <= 1500; ++i) {
        step(&rig);
        double t = i * 1e-3;
        double s = fmin(t / 0.5, 1.0);
        double eased = s * s * s * (10.0 - 15.0 * s + 6.0 * s * s);
        double wrapped = t > 0.1 ? fmod(t - 0.1, 0.2) / 0.2 : 0.0;
        double wave = 10.0 + 30.0 * sin(4.0 * VL_PI * t + 0.25 * VL_PI);
        // Times are sums of steps: t is exact to 1500 roundings, values to a few.
        VL_CHECK_NEAR(targetOf(&rig, 0, 0),
                      t < 0.5 ? between(1.0, 3.0, (t - 0.25) / 0.25)
                              : between(3.0, -1.0, (t - 0.5) / 0.5),
                      1e-11);
        if (wrapped > 1e-6 && wrapped < 1.0 - 1e-6) { // not at the jump back
            VL_CHECK_NEAR(targetOf(&rig, 0, 1), 2.0 * wrapped, 1e-11);
        }
        VL_CHECK_NEAR(targetOf(&rig, 0, 2), 60.0 * DEGREE * eased, 1e-11);
        VL_CHECK_NEAR(targetOf(&rig, 1, 1), wave * DEGREE, 1e-11);
        assert_true(targetOf(&rig, 1, 0) == 0.5); // for ever, because it has no script
    }
    endRig(&rig);
}

static void a_restart_brings_back_the_targets_and_the_same_bits(void** state)
{
    (void)state;
    Rig rig = makeRig(scripted);
    uint64_t hash[2];
    double first[2];
    for (int round = 0; round < 2; ++round) {
        for (int i = 0; i < 300; ++i) {
            if (round == 1 && i == 0) {
                const vlInput restart = {.kind = VL_INPUT_RESTART};
                assert_int_equal(vlSimulation_Input(rig.simulation, &restart), VL_OK);
            }
            step(&rig);
            first[round] = i == 0 ? targetOf(&rig, 1, 1) : first[round];
        }
        hash[round] = vlWorld_GetHash(rig.world);
    }
    assert_true(first[0] == first[1]);
    assert_true(hash[0] == hash[1]);
    endRig(&rig);
}

static void a_joint_out_of_range_is_the_null_id(void** state)
{
    (void)state;
    Rig rig = makeRig(scripted);
    assert_int_equal(vlWorld_GetJointCount(rig.world), 2);
    assert_int_equal(vlSimulation_GetJoint(rig.simulation, 2).index1, 0);
    assert_int_equal(vlSimulation_GetJoint(rig.simulation, -1).index1, 0);
    assert_true(vlSimulation_GetJoint(rig.simulation, 1).index1 != 0);
    endRig(&rig);
}

// An arm on a hinge swings by its motor's script; the knee follows keys.
static void motors_lead_their_bodies(void** state)
{
    (void)state;
    Rig rig = makeRig(
        "volar: 1\nname: arm\nworld: {gravity: [0, 0, 0], integrator: implicit}\nbodies:\n"
        "- {name: arm, shape: {box: {size: [0.2, 0.04, 0.04]}}, position: [0.1, 0, 0]}\n"
        "- {name: hand, shape: {box: {size: [0.1, 0.02, 0.02]}}, position: [0.25, 0, 0]}\n"
        "joints:\n"
        "- {name: shoulder, type: hinge, b: arm, at: [0, 0, 0], axis: [0, 0, 1], axes: {motor:\n"
        "   {mode: position, stiffness: 500, damping: 1, target: {oscillate: {amplitude: 30,\n"
        "    frequency: 0.5}}}}}\n"
        "- {name: wrist, type: hinge, a: arm, b: hand, at: [0.2, 0, 0], axis: [0, 0, 1],\n"
        "   axes: {motor: {mode: position, stiffness: 50, damping: 0.1, target: {path: {smooth:\n"
        "    true, keys: [[0, 0], [1, 40], [2, 0]], repeat: true}}}}}\n");
    double most[2] = {0.0, 0.0};
    for (int i = 1; i <= 4000; ++i) {
        step(&rig);
        for (int k = 0; k < 2 && i > 500; ++k) { // after the oscillation from the sudden start
            double error = fabs(reportOf(&rig, k).position[0] - targetOf(&rig, k, 0));
            most[k] = fmax(most[k], error);
        }
    }
    // A motor's spring lags by its damper and the inertia: (b w + I w') / k. With w at most 1.64
    // rad/s of
    // 30 degrees at 0.5 Hz and 5.2 rad/s2, I = 0.012 kg m2 of the arm with the hand:
    // (1.64 + 0.06)/500 = 3.4e-3. The keys ask for at most 1.31 rad/s (1.875 times 40 degrees in a
    // second) and 4.1 rad/s2 of the hand, 1.3e-4 kg m2, on an arm that turns: (0.13 + 0.002)/50.
    VL_CHECK_BELOW(most[0], 4e-3);
    VL_CHECK_BELOW(most[1], 3e-3);
    VL_CHECK_BELOW(1e-3, most[0]); // it did move
    endRig(&rig);
}

// An arm rests on a block until its keys begin; bodies that sleep by then are woken.
static void a_script_wakes_what_is_asleep(void** state)
{
    (void)state;
    Rig rig = makeRig(
        "volar: 1\nname: waking\nworld: {integrator: implicit, sleep: true}\nbodies:\n"
        "- {name: floor, type: static, shape: {halfspace: {normal: [0, 0, 1]}}}\n"
        "- {name: block, shape: {box: {size: [1, 1, 0.2]}}, position: [0, 0, 0.1]}\n"
        "- {name: arm, shape: {box: {size: [0.1, 0.1, 0.5]}}, position: [0, 0, 0.5]}\n"
        "joints:\n"
        "- {name: j, type: hinge, a: block, b: arm, at: [0, 0, 0.2], axis: [0, 1, 0], axes: {\n"
        "   motor: {mode: position, stiffness: 2000, damping: 50, target: {path: {keys:\n"
        "     [[2, 0], [3, 30]]}}}}}\n");
    for (int i = 0; i < 1900; ++i) {
        step(&rig);
    }
    assert_int_equal(vlWorld_GetStepInfo(rig.world).asleepBodies, 2);
    for (int i = 0; i < 2000; ++i) {
        step(&rig);
    }
    // 5 kg, 0.3 m above the hinge: the weight bends the spring by 14.7 sin(30)/2000 = 3.7e-3 rad,
    // and this bending adds a little more; the block does not tip.
    VL_CHECK_NEAR(reportOf(&rig, 0).position[0], 30.0 * DEGREE, 4e-3);
    endRig(&rig);
}

// A mass on a rail with a spring: the energy that one loses the other gains.
static void the_energy_of_joints_is_counted(void** state)
{
    (void)state;
    Rig rig = makeRig("volar: 1\nname: spring\nworld: {integrator: rk4}\nbodies:\n"
                      "- {name: a, shape: {box: {size: [0.1, 0.1, 0.1]}}, mass: 2}\n"
                      "joints:\n"
                      "- {name: rail, type: slider, b: a, at: [0, 0, 0], axis: [0, 0, 1],\n"
                      "   axes: {stiffness: 200, rest: 0.3}}\n");
    vlEnergy first = vlSimulation_GetEnergy(rig.simulation);
    VL_CHECK_NEAR(first.joints, 0.5 * 200.0 * 0.09, 1e-12);
    double least = first.joints;
    for (int i = 0; i < 1000; ++i) {
        step(&rig);
        vlEnergy now = vlSimulation_GetEnergy(rig.simulation);
        least = fmin(least, now.joints);
        // RK4 loses of the order (w h)^6 = 1e-12 of 9 J a step, w = 10/s.
        VL_CHECK_NEAR(now.kinetic + now.gravity + now.springs + now.joints, first.joints, 1e-7);
    }
    VL_CHECK_BELOW(least, 0.1); // it did turn over
    endRig(&rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(motors_have_the_target_of_the_end_of_the_step),
        cmocka_unit_test(a_restart_brings_back_the_targets_and_the_same_bits),
        cmocka_unit_test(a_joint_out_of_range_is_the_null_id),
        cmocka_unit_test(motors_lead_their_bodies),
        cmocka_unit_test(a_script_wakes_what_is_asleep),
        cmocka_unit_test(the_energy_of_joints_is_counted),
    };
    return cmocka_run_group_tests_name("scene_motors", tests, NULL, NULL);
}
