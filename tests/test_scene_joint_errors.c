// SPDX-License-Identifier: MIT
// Faulty joints: each fault is found and reported with its place, in words that help.

#include "scene_case.h"
#include "test.h"

// The joint stands on line 7, its first key in column 4.
#define BODIES                                                                                     \
    VL_HEAD "world: {integrator: implicit}\n"                                                      \
            "bodies: [{name: a, shape: " VL_BOX "},\n"                                             \
            "         {name: floor, type: static, shape: " VL_BOX "}]\n"                           \
            "joints:\n"
#define JOINT(keys) BODIES "- {" keys "}\n"
#define HINGE(keys) JOINT("name: j, type: hinge, b: a, at: [0, 0, 0], axis: [0, 0, 1],\n   " keys)
#define MOTOR(keys) HINGE("axes: {motor: {" keys "}}")
#define TARGET(value) MOTOR("mode: torque, target: " value)

static const vlSceneCase joints[] = {
    {BODIES "  {}\n", 7, 3, "joints is a mapping; expected a list"},
    {BODIES "- 3\n", 7, 3, "a joint is '3'; expected a mapping"},
    {JOINT("type: ball, b: a, at: [0, 0, 0]"), 7, 3, "a joint has no 'name'; expected one"},
    {JOINT("name: j, b: a, at: [0, 0, 0]"), 7, 3, "a joint has no 'type'; expected one"},
    {JOINT("name: j, type: ball, at: [0, 0, 0]"), 7, 3, "a joint has no 'b'; expected one"},
    {JOINT("name: j/k, type: ball, b: a, at: [0, 0, 0]"), 7, 10, "name is 'j/k'; expected 1 to 63"},
    {JOINT("name: j, type: bal, b: a, at: [0, 0, 0]"), 7, 19,
     "type is 'bal'; expected fixed, hinge, slider, ball, universal, planar, distance or bushing; "
     "did you mean 'ball'?"},
    {JOINT("name: j, type: revolute, b: a, at: [0, 0, 0]"), 7, 19, "; did you mean 'hinge'?"},
    {JOINT("name: j, type: continuous, b: a, at: [0, 0, 0]"), 7, 19,
     "; did you mean 'hinge', without limits?"},
    {JOINT("name: j, type: prismatic, b: a, at: [0, 0, 0]"), 7, 19, "; did you mean 'slider'?"},
    {JOINT("name: j, type: spherical, b: a, at: [0, 0, 0]"), 7, 19, "; did you mean 'ball'?"},
    {JOINT("name: j, type: weld, b: a, at: [0, 0, 0]"), 7, 19, "; did you mean 'fixed'?"},
    {JOINT("name: j, type: plane, b: a, at: [0, 0, 0]"), 7, 19, "; did you mean 'planar'?"},
    {JOINT("name: j, type: ball, b: a, at: [0, 0, 0], limits: [0, 1]"), 7, 46,
     "unknown key 'limits'; expected name, type, a, b, at"},
    {JOINT("name: j, type: ball, b: a, at: [0, 0, 0], axess: {}"), 7, 46,
     "unknown key 'axess'; did you mean 'axes'?"},
    {JOINT("name: j, type: ball, a: flor, b: a, at: [0, 0, 0]"), 7, 28,
     "unknown body 'flor'; did you mean 'floor'?"},
    {JOINT("name: j, type: ball, b: world, at: [0, 0, 0]"), 7, 28, "unknown body 'world'"},
    {JOINT("name: j, type: ball, a: [a], b: a, at: [0, 0, 0]"), 7, 28,
     "body is a list; expected a name"},
    {JOINT("name: j, type: ball, a: a, b: a, at: [0, 0, 0]"), 7, 3,
     "a joint from body 'a' to itself; expected two"},
    {JOINT("name: j, type: ball, b: floor, at: [0, 0, 0]"), 7, 3,
     "a joint without a dynamic body; expected one it could move"},
    {BODIES "- {name: j, type: ball, b: a, at: [0, 0, 0]}\n"
            "- {name: j, type: ball, b: a, at: [0, 0, 0]}\n",
     8, 3, "joint name 'j' is given twice, first on line 7"},
    {JOINT("name: j, type: ball, b: a, at: [0, 0, 0], stiffness: 0"), 7, 57,
     "stiffness is 0; expected above 0, or auto"},
    {JOINT("name: j, type: ball, b: a, at: [0, 0, 0], damping: -1"), 7, 55,
     "damping is -1; expected 0 or above, or auto"},
    {JOINT("name: j, type: ball, b: a, at: [0, 0, 0], angular-stiffness: x"), 7, 65,
     "angular-stiffness is 'x'; expected a number or auto"},
    {JOINT("name: j, type: ball, b: a, at: [0, 0, 0], angular-damping: inf"), 7, 63,
     "angular-damping is 'inf'; expected a number or auto"},
    {JOINT("name: j, type: ball, b: a, at: [0, 0, 0], stiffness: [1, 1, 1]"), 7, 57,
     "stiffness is a list; expected a number or auto"},
    {JOINT("name: j, type: ball, b: a, at: [0, 0, 0], collide: 1"), 7, 55,
     "collide is '1'; expected true or false"},
    {JOINT("name: j, type: bushing, b: a, at: [0, 0, 0]"), 7, 3,
     "a bushing has no stiffness or damping; expected at least one"},
    {JOINT("name: j, type: bushing, b: a, at: [0, 0, 0], stiffness: 3"), 7, 60,
     "stiffness is '3'; expected a list of 3 numbers"},
    {JOINT("name: j, type: bushing, b: a, at: [0, 0, 0], damping: [0, -1, 0]"), 7, 62,
     "damping[1] is -1; expected 0 or above"},
};

static const vlSceneCase places[] = {
    {JOINT("name: j, type: ball, b: a"), 7, 3,
     "a joint has no place; expected either at, or frame-a and frame-b"},
    {JOINT("name: j, type: ball, b: a, at: [0, 0, 0], frame-a: {}"), 7, 3,
     "a joint has a point and frames; expected either"},
    {JOINT("name: j, type: ball, b: a, axis: [0, 0, 1]"), 7, 3,
     "a joint has a direction but no 'at'; expected one"},
    {JOINT("name: j, type: ball, b: a, at: [0, 0]"), 7, 35, "at has 2 numbers; expected 3"},
    {JOINT("name: j, type: hinge, b: a, at: [0, 0, 0]"), 7, 3,
     "a hinge joint has no 'axis'; expected one"},
    {JOINT("name: j, type: planar, b: a, at: [0, 0, 0]"), 7, 3, "a planar joint has no 'axis'"},
    {JOINT("name: j, type: hinge, b: a, at: [0, 0, 0], axis: [0, 0, 0]"), 7, 53,
     "axis is zero; expected a direction"},
    {JOINT("name: j, type: ball, b: a, at: [0, 0, 0], second: [0, 0, 0]"), 7, 54,
     "second is zero; expected a direction"},
    {JOINT("name: j, type: hinge, b: a, at: [0, 0, 0], axis: [0, 1, 0], second: [0, -2, 0]"), 7, 72,
     "second is along axis; expected another direction"},
    {JOINT("name: j, type: distance, b: a, at: [0, 0, 0]"), 7, 3,
     "a distance joint at one point; expected frame-a and frame-b, it has two"},
    {JOINT("name: j, type: ball, b: a, frame-a: 3"), 7, 40, "frame-a is '3'; expected a mapping"},
    {JOINT("name: j, type: ball, b: a, frame-b: {at: [0, 0, 0]}"), 7, 41,
     "unknown key 'at'; expected position, rotation"},
    {JOINT("name: j, type: ball, b: a, frame-b: {rotation: {degrees: 1}}"), 7, 51,
     "rotation is not clear"},
};

static const vlSceneCase axes[] = {
    {JOINT("name: j, type: fixed, b: a, at: [0, 0, 0], axes: {}"), 7, 53,
     "axes of a fixed joint; expected none, it has no axis"},
    {HINGE("axes: 3"), 8, 10, "an axis is '3'; expected a mapping"},
    {HINGE("axes: [{}, {}]"), 8, 10, "axes has 2 items; expected at most 1"},
    {JOINT("name: j, type: ball, b: a, at: [0, 0, 0], axes: {}"), 7, 52,
     "axes is a mapping; expected a list"},
    {HINGE("axes: {limit: [0, 1]}"), 8, 11, "unknown key 'limit'; did you mean 'limits'?"},
    {HINGE("axes: {limits: 3}"), 8, 19, "limits is not a list of 2; expected [lower, upper]"},
    {HINGE("axes: {limits: [1]}"), 8, 19, "limits is not a list of 2; expected [lower, upper]"},
    {HINGE("axes: {limits: [inf, inf]}"), 8, 20, "lower limit is 'inf'; expected a number or -inf"},
    {HINGE("axes: {limits: [0, auto]}"), 8, 23, "upper limit is 'auto'; expected a number or inf"},
    {HINGE("axes: {limits: [2, 1]}"), 8, 19, "limits are 2 and 1; expected the lower one first"},
    {HINGE("axes: {limit-stiffness: 0}"), 8, 28, "limit-stiffness is 0; expected above 0, or auto"},
    {HINGE("axes: {limit-damping: -1}"), 8, 26, "is -1; expected 0 or above, or auto"},
    {HINGE("axes: {stiffness: -1}"), 8, 22, "stiffness is -1; expected 0 or above"},
    {HINGE("axes: {rest: auto}"), 8, 17, "rest is 'auto'; expected a number"},
    {HINGE("axes: {damping: -1}"), 8, 20, "damping is -1; expected 0 or above"},
    {HINGE("axes: {friction: -1}"), 8, 21, "friction is -1; expected 0 or above"},
    {HINGE("axes: {motor: 3}"), 8, 18, "motor is '3'; expected a mapping"},
    {MOTOR(""), 8, 18, "motor has no 'mode'; expected one"},
    {MOTOR("mode: off"), 8, 25, "mode is 'off'; expected torque, velocity or position"},
    {MOTOR("mode: position"), 8, 18, "a motor of mode position has no 'stiffness'; expected one"},
    {MOTOR("mode: velocity"), 8, 18, "a motor of mode velocity has no 'damping'; expected one"},
    {MOTOR("mode: velocity, damping: 1, stiffness: 1"), 8, 58,
     "stiffness of a motor of another mode; expected mode position"},
    {MOTOR("mode: torque, damping: 1"), 8, 42,
     "damping of a motor of another mode; expected mode velocity or position"},
    {MOTOR("mode: position, stiffness: 1, free-speed: 1"), 8, 61,
     "free-speed of a motor of another mode; expected mode torque"},
    {MOTOR("mode: position, stiffness: -1"), 8, 46, "stiffness is -1; expected 0 or above"},
    {MOTOR("mode: velocity, damping: -1"), 8, 44, "damping is -1; expected 0 or above"},
    {MOTOR("mode: torque, free-speed: 0"), 8, 45, "free-speed is 0; expected above 0, or inf"},
    {MOTOR("mode: torque, max-force: 0"), 8, 44, "max-force is 0; expected above 0, or inf"},
};

static const vlSceneCase targets[] = {
    {TARGET("fast"), 8, 41, "target is 'fast'; expected a number"},
    {TARGET("[1]"), 8, 41, "target is a list; expected a mapping"},
    {TARGET("{}"), 8, 41, "target has neither; expected one of path and oscillate"},
    {TARGET("{path: {}, oscillate: {}}"), 8, 41, "target has both; expected one of"},
    {TARGET("{path: {}}"), 8, 48, "path has no 'keys'; expected one"},
    {TARGET("{path: {keys: 3}}"), 8, 55, "keys is '3'; expected a list"},
    {TARGET("{path: {keys: [[0, 1]]}}"), 8, 55, "keys has 1 item; expected at least 2"},
    {TARGET("{path: {keys: [[0, 1], 3]}}"), 8, 64, "key is '3'; expected a list of 2 numbers"},
    {TARGET("{path: {keys: [[0, 1], [1]]}}"), 8, 64, "key has 1 number; expected 2"},
    {TARGET("{path: {keys: [[0, 1], [1, inf]]}}"), 8, 68, "key[1] is 'inf'; expected a number"},
    {TARGET("{path: {keys: [[-1, 1], [1, 1]]}}"), 8, 56, "time is -1; expected 0 or above"},
    {TARGET("{path: {keys: [[0, 1], [1, 1], [1, 2]]}}"), 8, 72,
     "time is 1 after 1; expected times in ascending order"},
    {TARGET("{path: {keys: [[0, 1], [1, 1]], repeat: 1}}"), 8, 81,
     "repeat is '1'; expected true or false"},
    {TARGET("{path: {keys: [[0, 1], [1, 1]], smooth: 1}}"), 8, 81, "smooth is '1'; expected true"},
    {TARGET("{oscillate: {frequency: 1}}"), 8, 53, "oscillate has no 'amplitude'; expected one"},
    {TARGET("{oscillate: {amplitude: 1}}"), 8, 53, "oscillate has no 'frequency'; expected one"},
    {TARGET("{oscillate: {amplitude: x, frequency: 1}}"), 8, 65, "amplitude is 'x'; expected a"},
    {TARGET("{oscillate: {amplitude: 1, frequency: 1, mean: x}}"), 8, 88, "mean is 'x'; expected"},
    {TARGET("{oscillate: {amplitude: 1, frequency: 0}}"), 8, 79,
     "frequency is 0; expected above 0 to 1e+06"},
    {TARGET("{oscillate: {amplitude: 1, frequency: 1, phase: 361}}"), 8, 89,
     "phase is 361; expected -360 to 360"},
};

static void faults_of_joints_are_told_with_their_place(void** state)
{
    (void)state;
    VL_CHECK_SINGLE_FAULTS(joints);
}

static void faults_of_their_places_are_told_with_their_place(void** state)
{
    (void)state;
    VL_CHECK_SINGLE_FAULTS(places);
}

static void faults_of_axes_and_motors_are_told_with_their_place(void** state)
{
    (void)state;
    VL_CHECK_SINGLE_FAULTS(axes);
}

static void faults_of_targets_are_told_with_their_place(void** state)
{
    (void)state;
    VL_CHECK_SINGLE_FAULTS(targets);
}

// A fault that only a world can find is reported at the joint's place.
static void a_joint_that_the_step_cannot_bear_is_told_at_its_place(void** state)
{
    (void)state;
    const vlFileErrors* errors =
        vlSceneText_Refuse(VL_HEAD VL_BODY "joints:\n"
                                           "- {name: i, type: ball, b: a, at: [0, 0, 0]}\n"
                                           "- {name: j, type: ball, b: a, at: [0, 0, 0], "
                                           "stiffness: 1e12}\nworld: {integrator: euler}\n",
                           NULL);
    assert_int_equal(errors->total, 1);
    assert_int_equal(errors->item[0].line, 6);
    assert_int_equal(errors->item[0].column, 3);
    assert_non_null(strstr(errors->item[0].message, "1e+12"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(faults_of_joints_are_told_with_their_place),
        cmocka_unit_test(faults_of_their_places_are_told_with_their_place),
        cmocka_unit_test(faults_of_axes_and_motors_are_told_with_their_place),
        cmocka_unit_test(faults_of_targets_are_told_with_their_place),
        cmocka_unit_test(a_joint_that_the_step_cannot_bear_is_told_at_its_place),
    };
    return cmocka_run_group_tests_name("scene_joint_errors", tests, NULL, NULL);
}
