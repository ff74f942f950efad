// SPDX-License-Identifier: MIT
// A scene in motion: scripts, forces, hands, restart; the same inputs give the same bits.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "run/simulation_parts.h"
#include "scene_rig.h"
#include "test.h"

static void stepFor(const Rig* rig, double seconds)
{
    int steps = (int)lround(seconds / vlWorld_GetStep(rig->world));
    for (int i = 0; i < steps; ++i) {
        assert_int_equal(vlSimulation_Step(rig->simulation), VL_OK);
    }
}

static vlBodyId bodyOf(const Rig* rig, const char* name)
{
    int place = vlScene_FindBody(rig->scene, name);
    assert_true(place >= 0);
    return vlSimulation_GetBody(rig->simulation, place);
}

static vlVec3 positionOf(const Rig* rig, const char* name)
{
    return vlStage_PoseOf(rig->world, bodyOf(rig, name)).p;
}

static void put(const Rig* rig, vlInput input)
{
    assert_int_equal(vlSimulation_Input(rig->simulation, &input), VL_OK);
}

static const char scripts[] =
    "volar: 1\nname: scripts\nworld: {gravity: [0, 0, 0]}\nbodies:\n"
    "- {name: swing, type: kinematic, shape: {box: {size: [1, 1, 1]}}, position: [5, 0, 0],\n"
    "   motion: {oscillate: {shift: [0.5, 0, 0], turn: {axis: [0, 0, 1], degrees: 60},\n"
    "            frequency: 2, phase: 90}}}\n"
    "- {name: path, type: kinematic, shape: {box: {size: [1, 1, 1]}},\n"
    "   motion: {path: {smooth: true, keys: [{time: 0.5, position: [0, 0, 0]},\n"
    "     {time: 1.5, position: [0, 2, 0], rotation: {axis: [1, 0, 0], degrees: 170}}]}}}\n"
    "- {name: line, type: kinematic, shape: {box: {size: [1, 1, 1]}},\n"
    "   motion: {path: {repeat: true, smooth: false, keys: [{time: 0, position: [0, 0, 9]},\n"
    "     {time: 1, position: [0, 4, 9]}]}}}\n";

static void scripts_lead_their_bodies_exactly(void** state)
{
    (void)state;
    Rig rig = makeRig(scripts);
    VL_CHECK_NEAR(positionOf(&rig, "swing").x, 5.5, 1e-15); // it starts at its phase
    for (int i = 1; i <= 2200; ++i) {
        assert_int_equal(vlSimulation_Step(rig.simulation), VL_OK);
        double t = i * 1e-3;
        double sine = sin(4.0 * VL_PI * t + 0.5 * VL_PI);
        vlPose swing = vlStage_PoseOf(rig.world, bodyOf(&rig, "swing"));
        // Each step aims at the exact place, so only one step's rounding remains.
        VL_CHECK_NEAR(swing.p.x, 5.0 + 0.5 * sine, 1e-12);
        VL_CHECK_NEAR(2.0 * atan2(swing.q.z, swing.q.w), VL_PI / 3.0 * sine, 1e-12);
        double s = fmin(fmax(t - 0.5, 0.0), 1.0);
        double eased = s * s * s * (10.0 - 15.0 * s + 6.0 * s * s);
        vlPose path = vlStage_PoseOf(rig.world, bodyOf(&rig, "path"));
        VL_CHECK_NEAR(path.p.y, 2.0 * eased, 1e-12);
        VL_CHECK_NEAR(2.0 * atan2(path.q.x, path.q.w), VL_PI * 170.0 / 180.0 * eased, 1e-12);
        // It jumps back at the end of its path; one step after the jump it is at the right place.
        double phase = fmod(t, 1.0);
        if (phase > 2e-3 && phase < 0.998) {
            VL_CHECK_NEAR(positionOf(&rig, "line").y, 4.0 * phase, 1e-11);
        }
    }
    // At rest after the last key.
    VL_CHECK_BELOW(vlLength(vlStage_TwistOf(rig.world, bodyOf(&rig, "path")).linear), 1e-12);
    endRig(&rig);
}

static void forces_act_during_their_time_and_in_their_frame(void** state)
{
    (void)state;
    Rig rig = makeRig("volar: 1\nname: pushed\nworld: {gravity: [0, 0, 0]}\nbodies:\n"
                      "- {name: a, shape: {box: {size: [1, 1, 1]}}, mass: 2}\n"
                      "- {name: b, shape: {box: {size: [1, 1, 1]}}, mass: 2, position: [9, 0, 0],\n"
                      "   rotation: {axis: [0, 0, 1], degrees: 90}}\n"
                      "- {name: c, shape: {box: {size: [1, 1, 1]}}, mass: 6, position: [0, 9, 0]}\n"
                      "forces:\n"
                      "- {body: a, force: [4, 0, 0], from: 0.5, until: 1.5}\n"
                      "- {body: b, force: [4, 0, 0], frame: body}\n"
                      "- {body: c, torque: [0, 0, 3]}\n");
    stepFor(&rig, 2.0);
    // Momentum is force times time exactly, up to the sums' rounding.
    VL_CHECK_NEAR(vlStage_TwistOf(rig.world, bodyOf(&rig, "a")).linear.x, 2.0, 1e-11);
    VL_CHECK_NEAR(vlStage_TwistOf(rig.world, bodyOf(&rig, "b")).linear.y, 4.0, 1e-11);
    VL_CHECK_NEAR(vlStage_TwistOf(rig.world, bodyOf(&rig, "b")).linear.x, 0.0, 1e-11);
    // Moment of inertia 6/6 = 1.
    VL_CHECK_NEAR(vlStage_TwistOf(rig.world, bodyOf(&rig, "c")).angular.z, 6.0, 1e-11);
    endRig(&rig);
}

static const char table[] =
    "volar: 1\nname: table\nbodies:\n"
    "- {name: floor, type: static, shape: {halfspace: {normal: [0, 0, 1]}}}\n"
    "- {name: box, shape: {box: {size: [0.1, 0.1, 0.1]}}, position: [0, 0, 0.05], mass: 1}\n"
    "- {name: other, shape: {box: {size: [0.1, 0.1, 0.1]}}, position: [0.3, 0, 0.05], mass: 1}\n"
    "springs:\n"
    "- {name: leash, from: {point: [0.3, 0, 0.3]}, to: {body: other}, stiffness: 20}\n";

static void a_hand_lifts_a_body_and_holds_it_still(void** state)
{
    (void)state;
    Rig rig = makeRig(table);
    stepFor(&rig, 0.1);
    put(&rig, (vlInput){.kind = VL_INPUT_GRAB,
                        .grab = 2,
                        .body = 1,
                        .point = {0.0, 0.0, 0.05},
                        .target = {0.0, 0.0, 0.3}});
    assert_int_equal(vlSimulation_Step(rig.simulation), VL_OK);
    // The pull grows from zero: in one step the grab speeds up by (50/s)^2 0.2 m 1 ms = 0.5 m/s,
    // which gives 25 N at its damper of 50 N s/m, of the 196 N with which it could pull.
    VL_CHECK_BELOW(vlLength(vlSimulation_GetGrab(rig.simulation, 2).force), 26.0);
    double strongest = 0.0;
    for (int i = 0; i < 3000; ++i) {
        assert_int_equal(vlSimulation_Step(rig.simulation), VL_OK);
        strongest = fmax(strongest, vlLength(vlSimulation_GetGrab(rig.simulation, 2).force));
    }
    vlGrab grab = vlSimulation_GetGrab(rig.simulation, 2);
    assert_true(grab.isActive && grab.body == 1);
    // At rest the grab carries the weight exactly, on a spring of 1 kg (25/s)^2.
    VL_CHECK_NEAR(grab.force.z, VL_GRAVITY, 1e-3);
    VL_CHECK_NEAR(positionOf(&rig, "box").z, 0.3 - 0.05 - VL_GRAVITY / 625.0, 1e-4);
    VL_CHECK_BELOW(strongest, 20.0 * 9.8 + 1e-9); // saturates at 20 weights
    put(&rig, (vlInput){.kind = VL_INPUT_RELEASE, .grab = 2});
    stepFor(&rig, 1.5);
    assert_false(vlSimulation_GetGrab(rig.simulation, 2).isActive);
    VL_CHECK_NEAR(positionOf(&rig, "box").z, 0.05, 1e-3); // back on the floor
    endRig(&rig);
}

static void a_hand_cannot_pull_harder_than_its_limit(void** state)
{
    (void)state;
    Rig rig = makeRig(table);
    put(&rig, (vlInput){.kind = VL_INPUT_GRAB, .body = 1, .target = {1e6, 0.0, 1e6}});
    stepFor(&rig, 0.05);
    VL_CHECK_NEAR(vlLength(vlSimulation_GetGrab(rig.simulation, 0).force), 20.0 * 9.8,
                  1e-5); // linearised in the step
    endRig(&rig);
}

static void a_restart_gives_the_same_bits(void** state)
{
    (void)state;
    Rig rig = makeRig(table);
    uint64_t hashes[2];
    for (int k = 0; k < 2; ++k) {
        stepFor(&rig, 0.2);
        put(&rig, (vlInput){.kind = VL_INPUT_GRAB, .body = 1, .target = {0.1, 0.0, 0.2}});
        stepFor(&rig, 0.3);
        put(&rig, (vlInput){.kind = VL_INPUT_MOVE, .target = {0.3, 0.1, 0.2}});
        stepFor(&rig, 0.3);
        hashes[k] = vlWorld_GetHash(rig.world);
        if (k == 0) { // while the grab still holds
            put(&rig, (vlInput){.kind = VL_INPUT_RESTART});
            assert_int_equal(vlSimulation_Step(rig.simulation), VL_OK);
            assert_false(vlSimulation_GetGrab(rig.simulation, 0).isActive);
            assert_int_equal(vlWorld_GetStepInfo(rig.world).stepCount, 1);
            assert_int_equal(vlWorld_GetSpringCount(rig.world), 1);
            put(&rig, (vlInput){.kind = VL_INPUT_RESTART}); // with the next round's first step
        }
    }
    assert_true(hashes[0] == hashes[1]);
    endRig(&rig);
}

static void inputs_without_sense_are_refused(void** state)
{
    (void)state;
    Rig rig = makeRig(table);
    const vlInput bad[] = {
        {.kind = VL_INPUT_GRAB, .grab = -1, .body = 1},
        {.kind = VL_INPUT_GRAB, .grab = VL_MAX_GRABS, .body = 1},
        {.kind = VL_INPUT_GRAB, .body = 0}, // static
        {.kind = VL_INPUT_GRAB, .body = 3},
        {.kind = VL_INPUT_GRAB, .body = -1},
        {.kind = VL_INPUT_GRAB, .body = 1, .target = {(double)NAN, 0.0, 0.0}},
        {.kind = VL_INPUT_GRAB, .body = 1, .point = {HUGE_VAL, 0.0, 0.0}},
        {.kind = VL_INPUT_GRAB, .body = 1, .target = {0.0, 0.0, -1.001 * VL_MAX_LENGTH}},
        {.kind = VL_INPUT_GRAB, .body = 1, .point = {0.0, 1.001 * VL_MAX_LENGTH, 0.0}},
        {.kind = VL_INPUT_MOVE, .target = {0.0, HUGE_VAL, 0.0}},
        {.kind = VL_INPUT_MOVE, .target = {1.001 * VL_MAX_LENGTH, 0.0, 0.0}},
        {.kind = (vlInputKind)99, .body = 1},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; ++i) {
        assert_int_equal(vlSimulation_Input(rig.simulation, &bad[i]), VL_ERROR_ARGUMENT);
    }
    assert_int_equal(vlSimulation_Input(rig.simulation, NULL), VL_ERROR_ARGUMENT);
    const vlInput good = {.kind = VL_INPUT_RELEASE};
    for (int i = 0; i < VL_MAX_INPUTS; ++i) {
        assert_int_equal(vlSimulation_Input(rig.simulation, &good), VL_OK);
    }
    assert_int_equal(vlSimulation_Input(rig.simulation, &good), VL_ERROR_FULL);
    stepFor(&rig, 0.001);
    const vlInput* taken;
    assert_int_equal(vlSimulation_GetInputs(rig.simulation, &taken), VL_MAX_INPUTS);
    endRig(&rig);
}

// A grab point far from the body or a tiny body must not make the grab unstable: it becomes softer.
static void any_grab_is_stable(void** state)
{
    (void)state;
    Rig rig = makeRig("volar: 1\nname: needle\nbodies:\n"
                      "- {name: floor, type: static, shape: {halfspace: {normal: [0, 0, 1]}}}\n"
                      "- {name: needle, shape: {box: {size: [0.4, 0.002, 0.002]}}, mass: 0.002,\n"
                      "   position: [0, 0, 0.001], rotation: {axis: [0, 0, 1], degrees: 33}}\n");
    put(&rig, (vlInput){.kind = VL_INPUT_GRAB,
                        .body = 1,
                        .point = {0.2, 0.001, 0.001},
                        .target = {0.1, 0.1, 0.3}});
    stepFor(&rig, 4.0);
    vlTwist twist = vlStage_TwistOf(rig.world, bodyOf(&rig, "needle"));
    // All motion is damped, and nothing drives it.
    VL_CHECK_BELOW(vlLength(twist.linear), 0.01);
    VL_CHECK_BELOW(vlLength(twist.angular), 0.1);
    assert_true(vlSimulation_GetGrab(rig.simulation, 0).isActive);
    endRig(&rig);
}

static void energy_adds_up_in_free_flight(void** state)
{
    (void)state;
    Rig rig = makeRig("volar: 1\nname: thrown\nworld: {integrator: rk4}\nbodies:\n"
                      "- {name: a, shape: {box: {size: [0.1, 0.2, 0.3]}}, mass: 3,\n"
                      "   velocity: [1, 2, 8], angular-velocity: [1, 2, 3]}\n"
                      "springs:\n- {name: s, from: {point: [0, 0, 1]}, to: {body: a},\n"
                      "   stiffness: 50}\n");
    vlEnergy first = vlSimulation_GetEnergy(rig.simulation);
    stepFor(&rig, 1.0);
    vlEnergy last = vlSimulation_GetEnergy(rig.simulation);
    double before = first.kinetic + first.gravity + first.springs;
    double after = last.kinetic + last.gravity + last.springs;
    assert_true(fabs(last.kinetic - first.kinetic) > 1.0); // it did turn over
    // RK4 loses of the order (w h)^5 per step, w = sqrt(50/3)/s for the spring and 4/s for the
    // rotation: 1e-12 of 100 J, a thousand times.
    VL_CHECK_NEAR(after, before, 1e-7);
    endRig(&rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scripts_lead_their_bodies_exactly),
        cmocka_unit_test(forces_act_during_their_time_and_in_their_frame),
        cmocka_unit_test(a_hand_lifts_a_body_and_holds_it_still),
        cmocka_unit_test(a_hand_cannot_pull_harder_than_its_limit),
        cmocka_unit_test(a_restart_gives_the_same_bits),
        cmocka_unit_test(inputs_without_sense_are_refused),
        cmocka_unit_test(any_grab_is_stable),
        cmocka_unit_test(energy_adds_up_in_free_flight),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
