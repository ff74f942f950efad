// SPDX-License-Identifier: MIT
// Faulty devices: each fault is found and reported with its place, in words that help.

#include "scene_case.h"
#include "test.h"

// The device stands on line 10, its first key in column 4; `MORE` continues on line 11.
#define BODIES                                                                                     \
    VL_HEAD "world: {integrator: implicit}\n"                                                      \
            "bodies: [{name: a, shape: " VL_BOX "},\n"                                             \
            "         {name: floor, type: static, shape: " VL_BOX "},\n"                           \
            "         {name: p, type: kinematic, shape: " VL_BOX "},\n"                            \
            "         {name: lift, type: kinematic, shape: " VL_BOX ",\n"                          \
            "          motion: {oscillate: {shift: [0, 0, 1], frequency: 1}}}]\n"                  \
            "devices:\n"
#define DEVICE(keys) BODIES "- {" keys "}\n"
#define MORE(keys) DEVICE("name: d, holds: a,\n   " keys)
#define HAND(keys) MORE("hand: {" keys "}")

static const vlSceneCase devices[] = {
    {BODIES "  {}\n", 10, 3, "devices is a mapping; expected a list"},
    {BODIES "- 3\n", 10, 3, "a device is '3'; expected a mapping"},
    {DEVICE("holds: a"), 10, 3, "a device has no 'name'; expected one"},
    {DEVICE("name: a/b"), 10, 10, "name is 'a/b'; expected 1 to 63"},
    {BODIES "- {name: d}\n- {name: e}\n- {name: d}\n", 12, 3,
     "device name 'd' is given twice, first on line 10"},
    {BODIES "  [{name: d}, {name: d}, {name: d}, {name: d}, {name: d}, {name: d}, {name: d},\n"
            "   {name: d}, {name: d}, {name: d}, {name: d}, {name: d}, {name: d}, {name: d},\n"
            "   {name: d}, {name: d}, {name: d}]\n",
     10, 3, "devices has 17 items; expected at most 16"},
    {DEVICE("name: d, grip: tight"), 10, 13, "unknown key 'grip'; did you mean 'grasp'?"},
    {DEVICE("name: d, device: Udp"), 10, 21, "device is 'Udp'; expected 1 to 63 of a-z, 0-9 and -"},
    {DEVICE("name: d, device: \"\""), 10, 21, "device is empty; expected 1 to 63"},
    {DEVICE("name: d, device: [udp]"), 10, 21, "device is a list; expected 1 to 63"},
    {DEVICE("name: d, address: sigma"), 10, 22,
     "address is 'sigma'; did you mean 'sigma7'? expected one of touch, omni, desktop"},
    {DEVICE("name: d, address: quadrocopter"), 10, 22,
     "address is 'quadrocopter'; expected one of touch, omni, desktop, premium"},
    {DEVICE("name: d, address: \"\""), 10, 22, "address is empty; expected one of touch"},
    {DEVICE("name: d, device: udp, address: [1]"), 10, 35, "address is a list; expected a text"},
    {MORE("position: [0, 0]"), 11, 14, "position has 2 numbers; expected 3"},
    {MORE("rotation: {degrees: 3}"), 11, 14, "rotation is not clear"},
    {MORE("scale: 0"), 11, 11, "scale is 0; expected above 0"},
    {MORE("force-scale: -1"), 11, 17, "force-scale is -1; expected above 0"},
    {MORE("velocity-cut: 0"), 11, 18, "velocity-cut is 0; expected 1 to 10000"},
    {MORE("velocity: window, velocity-cut: 50"), 11, 36,
     "velocity-cut without the filter; expected velocity: filter"},
    {MORE("fix-orientation: 1"), 11, 21, "fix-orientation is '1'; expected true or false"},
    {MORE("velocity: fast"), 11, 14, "velocity is 'fast'; expected filter, window or device"},
    {MORE("passivity: on"), 11, 15, "passivity is 'on'; expected true or false"},
    {MORE("grasp-button: 32"), 11, 18,
     "grasp-button is '32'; expected a whole number from 0 to 31"},
    {MORE("clutch-button: -1"), 11, 19, "clutch-button is '-1'; expected a whole number"},
    {MORE("grasp-button: 2, clutch-button: 2"), 11, 36,
     "clutch-button is 2, the grasp-button too; expected two buttons"},
    {MORE("grasp-button: 2, reach: 0"), 11, 28, "reach is 0; expected above 0"},
    {MORE("reach: 1"), 11, 11, "reach without grasp-button; expected both"},
    {DEVICE("name: d, device: udp, hand: {}"), 10, 32,
     "hand of device 'udp'; expected it for 'simulated' only"},
};

static const vlSceneCase holds[] = {
    {DEVICE("name: d, holds: b"), 10, 20, "unknown body 'b'"},
    {DEVICE("name: d, holds: flor"), 10, 20, "unknown body 'flor'; did you mean 'floor'?"},
    {DEVICE("name: d, holds: [a]"), 10, 20, "body is a list; expected a name"},
    {DEVICE("name: d, holds: floor"), 10, 20,
     "body 'floor' is static; expected a dynamic or a kinematic one"},
    {DEVICE("name: d, holds: lift"), 10, 20,
     "body 'lift' has a motion; expected a kinematic one without, or a dynamic one"},
    {BODIES "- {name: d, holds: p}\n- {name: e, holds: p}\n", 11, 20,
     "kinematic body 'p' is held by another device; expected one only"},
    {DEVICE("name: d, holds: p, grasp: {}"), 10, 30,
     "grasp of a kinematic body; expected none, it is held by its own frame"},
    {DEVICE("name: d, grasp: {}"), 10, 20, "grasp without holds; expected both"},
    {MORE("grasp: 3"), 11, 11, "grasp is '3'; expected a mapping"},
    {MORE("grasp: {at: 3}"), 11, 12, "unknown key 'at'; expected position, rotation"},
    {MORE("grasp: {position: [1, x, 0]}"), 11, 26, "position[1] is 'x'; expected a number"},
    {MORE("stiffness: -1"), 11, 15, "stiffness is -1; expected 0 or above"},
    {MORE("damping: auto"), 11, 13, "damping is 'auto'; expected a number"},
    {MORE("angular-stiffness: -1"), 11, 23, "angular-stiffness is -1; expected 0 or above"},
    {MORE("angular-damping: x"), 11, 21, "angular-damping is 'x'; expected a number"},
    {MORE("max-force: 0"), 11, 15, "max-force is 0; expected above 0, or inf"},
    {MORE("max-torque: 0"), 11, 16, "max-torque is 0; expected above 0, or inf"},
    {DEVICE("name: d, holds: p, stiffness: 3"), 10, 34,
     "stiffness beside a kinematic body; expected it for a dynamic one, or with a grasp-button"},
    {DEVICE("name: d, holds: p, max-torque: 3"), 10, 35, "max-torque beside a kinematic body"},
};

static const vlSceneCase hands[] = {
    {MORE("hand: tight"), 11, 10, "hand is 'tight'; expected a mapping"},
    {HAND("grasp: tight"), 11, 11, "unknown key 'grasp'; did you mean 'grip'?"},
    {HAND("grip: soft"), 11, 17, "grip is 'soft'; expected relaxed or tight"},
    {HAND("grip: [1]"), 11, 17, "grip is a list; expected a mapping"},
    {HAND("grip: {stiff: 1}"), 11, 18, "unknown key 'stiff'; did you mean 'stiffness'?"},
    {HAND("grip: {stiffness: -1}"), 11, 29, "stiffness is -1; expected 0 to 1e+09"},
    {HAND("grip: {damping: 1e10}"), 11, 27, "damping is 1e10; expected 0 to 1e+09"},
    {HAND("grip: {angular-stiffness: x}"), 11, 37, "angular-stiffness is 'x'; expected a number"},
    {HAND("grip: {angular-damping: -1}"), 11, 35, "angular-damping is -1; expected 0 to 1e+09"},
    {HAND("path: 3"), 11, 17, "path is '3'; expected a mapping"},
    {HAND("path: {}"), 11, 17, "path has no 'keys'; expected one"},
    {HAND("path: {smooth: true, keys: [{time: 0}]}"), 11, 18,
     "unknown key 'smooth'; expected keys"},
    {HAND("path: {keys: 3}"), 11, 24, "keys is '3'; expected a list"},
    {HAND("path: {keys: []}"), 11, 24, "keys is empty; expected at least one"},
    {HAND("path: {keys: [{}]}"), 11, 25, "a key has no 'time'; expected one"},
    {HAND("path: {keys: [{time: -1}]}"), 11, 32, "time is -1; expected 0 or above"},
    {HAND("path: {keys: [{time: 2e9}]}"), 11, 25, "time is 2e+09; expected at most 1e+09"},
    {HAND("path: {keys: [{time: 1}, {time: 1}]}"), 11, 36,
     "time is 1 after 1; expected times in ascending order"},
    {HAND("path: {keys: [{time: 1}], repeat: 1}"), 11, 45, "repeat is '1'; expected true or false"},
    {HAND("oscillate: {frequency: 1}"), 11, 22,
     "oscillate has no amplitude; expected shift or turn"},
    {HAND("oscillate: {shift: [1, 0, 0]}"), 11, 22, "oscillate has no 'frequency'; expected one"},
    {HAND("oscillate: {shift: [1, 0, 0], frequency: 1001}"), 11, 52,
     "frequency is 1001; expected at most 1000"},
    {HAND("oscillate: {turn: {axis: [1, 0, 0], degrees: 181}, frequency: 1}"), 11, 29,
     "turn is by 181 degrees; expected -180 to 180"},
    {HAND("grips: {}"), 11, 18, "grips is a mapping; expected a list"},
    {HAND("grips: [tight]"), 11, 19, "a change of grip is 'tight'; expected a mapping"},
    {HAND("grips: [{grip: tight}]"), 11, 19, "a change of grip has no 'time'; expected one"},
    {HAND("grips: [{time: 1}]"), 11, 19, "a change of grip has no 'grip'; expected one"},
    {HAND("grips: [{time: 2e9, grip: tight}]"), 11, 26, "time is 2e9; expected 0 to 1e+09"},
    {HAND("grips: [{time: 1, grip: 3}]"), 11, 35, "grip is '3'; expected relaxed or tight"},
    {HAND("grips: [{time: 1, grip: tight}, {time: 1, grip: tight}]"), 11, 43,
     "time is 1 after 1; expected times in ascending order"},
    {HAND("presses: 0"), 11, 20, "presses is '0'; expected a list"},
    {HAND("presses: [0]"), 11, 21, "a press is '0'; expected a mapping"},
    {HAND("presses: [{from: 1, until: 2}]"), 11, 21, "a press has no 'button'; expected one"},
    {HAND("presses: [{button: 0, until: 2}]"), 11, 21, "a press has no 'from'; expected one"},
    {HAND("presses: [{button: 0, from: 2}]"), 11, 21, "a press has no 'until'; expected one"},
    {HAND("presses: [{button: 32, from: 1, until: 2}]"), 11, 30,
     "button is '32'; expected a whole number from 0 to 31"},
    {HAND("presses: [{button: 0, from: -1, until: 2}]"), 11, 39, "from is -1; expected 0 to 1e+09"},
    {HAND("presses: [{button: 0, from: 1, until: inf}]"), 11, 49,
     "until is 'inf'; expected a number"},
    {HAND("presses: [{button: 0, from: 2, until: 2}]"), 11, 49,
     "until is 2 and from 2; expected until after from"},
};

// Faults that only a world or the simulated device itself finds; they are reported at the device's
// place.
static const vlSceneCase trials[] = {
    {VL_HEAD VL_BODY "devices:\n- {name: d, holds: a}\n- {name: e, holds: a, stiffness: "
                     "1e12}\nworld: {integrator: euler}\n",
     6, 3, "stiffness is 1e+12 N/m; a step of 0.001 s can hold at most"},
    {VL_HEAD VL_BODY
     "devices:\n- {name: d, holds: a, angular-damping: 1e12}\nworld: {integrator: euler}\n",
     5, 3, "angular-damping is 1e+12 N m s/rad; a step of 0.001 s can hold at most"},
    {DEVICE("name: d, holds: a, position: [0, 0, 1001]"), 10, 3,
     "device 'd' has to go too far; expected all its places within 1000 m of its own"},
    {DEVICE("name: d, holds: a, scale: 0.01, position: [0, 0, 11]"), 10, 3, "has to go too far"},
    {HAND("path: {keys: [{time: 0}, {time: 1, position: [0, 2000, 0]}]}"), 10, 3,
     "has to go too far"},
    {HAND("oscillate: {shift: [0, 0, 2000], frequency: 1}"), 10, 3, "has to go too far"},
};

static void faults_of_devices_are_told_with_their_place(void** state)
{
    (void)state;
    VL_CHECK_SINGLE_FAULTS(devices);
}

static void faults_of_what_they_hold_are_told_with_their_place(void** state)
{
    (void)state;
    VL_CHECK_SINGLE_FAULTS(holds);
}

static void faults_of_hands_are_told_with_their_place(void** state)
{
    (void)state;
    VL_CHECK_SINGLE_FAULTS(hands);
}

static void what_only_a_world_refuses_is_told_at_its_place(void** state)
{
    (void)state;
    VL_CHECK_SINGLE_FAULTS(trials);
}

// Farther away than a simulated device can be; the limit does not apply to an external device.
static void a_device_from_outside_may_stand_anywhere(void** state)
{
    (void)state;
    vlScene* scene =
        vlSceneText_Read(DEVICE("name: d, device: udp, holds: a, position: [0, 0, 5000]"));
    assert_true(vlScene_GetDevice(scene, 0)->base.p.z == 5000.0);
    vlScene_Destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(faults_of_devices_are_told_with_their_place),
        cmocka_unit_test(faults_of_what_they_hold_are_told_with_their_place),
        cmocka_unit_test(faults_of_hands_are_told_with_their_place),
        cmocka_unit_test(what_only_a_world_refuses_is_told_at_its_place),
        cmocka_unit_test(a_device_from_outside_may_stand_anywhere),
    };
    return cmocka_run_group_tests_name("scene_device_errors", tests, NULL, NULL);
}
