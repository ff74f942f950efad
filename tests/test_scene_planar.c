// SPDX-License-Identifier: MIT
// Planar scenes: what is read, written, listed as parameters, and refused with its place.

#include "scene/parameter_parts.h"
#include "scene/scene_parts.h"
#include "scene_case.h"
#include "volar/simulation.h"

// The world stands on line 3, the first body on line 5.
#define WORLD(keys) VL_HEAD "world: {planar: true" keys "}\nbodies:\n"
#define BLOCK "- {name: block, mass: 1, shape: {box: {size: [0.1, 0.06]}}}\n"
#define WALL                                                                                       \
    "- {name: wall, type: static, shape: {box: {size: [0.04, 0.3]}}, position: [0.15, 0]}\n"
#define BODY(keys) WORLD("") "- {name: b, " keys "}\n" WALL
#define POLYGON(points) BODY("mass: 1, shape: {polygon: {points: " points "}}")
#define MORE(text) WORLD("") BLOCK WALL text
#define DEVICE(keys) MORE("devices:\n- {name: d, holds: block" keys "}\n")

static const vlSceneCase faults[] = {
    // Polygons and masses.
    {POLYGON("[[0, 0], [0, 0.1], [0.1, 0]]"), 5, 48,
     "vertex 1 of the polygon turns right, sine of the corner (-0.707107); expected a "
     "convex polygon, anticlockwise"},
    {POLYGON("[[0, 0], [0.1, 0], [0.02, 0.02], [0, 0.1]]"), 5, 48,
     "vertex 2 of the polygon turns right"},
    {POLYGON("[[0, 0], [0.1, 0]]"), 5, 48, "the polygon has 2 vertices; expected 3 to 16"},
    {BODY("mass: 0, shape: {box: {size: [1, 1]}}"), 5, 19, "mass is 0; expected above 0"},
    {BODY("shape: {box: {size: [1, 1]}}"), 5, 3, "body 'b' has no mass; expected mass"},
    {BODY("density: 3, shape: {box: {size: [1, 1]}}"), 5, 13,
     "density in a planar scene; expected mass"},
    {BODY("mass: 1, shape: {sphere: {radius: 1}}"), 5, 3, "body 'b' is not a polygon; expected"},
    {BODY("mass: 1, inertia: -2, shape: {box: {size: [1, 1]}}"), 5, 31, "inertia is -2; expected"},
    {VL_HEAD "bodies:\n- {name: b, shape: {polygon: {points: [[0, 0], [1, 0], [0, 1]]}}}\n", 4, 30,
     "polygon in a scene that is not planar; expected world.planar: true"},
    // The load, and the window that depends on it: 2 m v_s/(n mus T) with 1/m that of the farthest
    // corner, 1 + r^2/I with r^2 = 0.0034 m2 and I = 0.0136/12 kg m2: 1/4 kg, so up to 3.846 N.
    {VL_HEAD "world: {load: 3}\nbodies:\n- {name: b, shape: {box: {size: [1, 1, 1]}}}\n", 3, 9,
     "load in a scene that is not planar; expected none"},
    {WORLD(", load: -1") BLOCK, 3, 29, "load is -1; expected"},
    {WORLD(", load: 3.85, surface: {point-law: {wall: seh, friction: classical}}") BLOCK WALL, 3,
     44, "window: n mus N T/(m band) < 2, a band above 0.01001 m/s at a step of 0.002 s"},
    // Values outside the plane.
    {BODY("mass: 1, shape: {box: {size: [1, 1]}}, position: [0, 0, 1]"), 5, 3,
     "body 'b' leaves the plane; expected positions and velocities [x, y]"},
    {BODY("mass: 1, shape: {box: {size: [1, 1]}}, rotation: {axis: [1, 0, 0], degrees: 3}"), 5, 3,
     "body 'b' leaves the plane"},
    {BODY("mass: 1, shape: {box: {size: [1, 1]}}, angular-velocity: [1, 0]"), 5, 3, "leaves"},
    {WORLD(", gravity: [0, 0, -9.8]") BLOCK, 3, 8,
     "gravity points out of the plane; expected [x, y]"},
    {MORE("forces: [{body: block, force: [0, 0, 1]}]\n"), 7, 10,
     "a force points out of the plane; expected force and point [x, y]"},
    // Keys that a planar scene does not have.
    {WORLD(", integrator: euler") BLOCK, 3, 23, "integrator in a planar scene; expected none"},
    {WORLD(", sleep: true") BLOCK, 3, 23, "sleep in a planar scene; expected none"},
    {WORLD(", surface: {friction: 0.3}") BLOCK, 3, 33,
     "friction of a surface in a planar scene; expected point-law"},
    {VL_HEAD "world: {planar: true}\nmaterials: {wood: {stiffness: 3}}\nbodies:\n" BLOCK, 4, 20,
     "stiffness of a surface in a planar scene"},
    {MORE("joints: []\n"), 7, 1, "joints in a planar scene; expected bodies, forces and devices"},
    {WORLD(", step: 0.02") BLOCK, 3, 8, "step is 0.02 s; expected 1e-5 to 0.01"},
    // Laws, with their window.
    {WORLD(", surface: {point-law: {wall: spring}}") BLOCK, 3, 51, "unknown wall law 'spring'"},
    {WORLD(", surface: {point-law: {wall: {law: seh, stiffness: -1}}}") BLOCK, 3, 73,
     "stiffness is -1; expected"},
    {WORLD(", surface: {point-law: {wall: {law: seh, stiffness: 1e5}}}") BLOCK WALL, 3, 32,
     "point-law: 'block' and 'wall': a wall of 100000 N/m on 0.25 kg (contacts: n = 1) turns by "
     "w T = 1.26 in a step of 0.002 s; the window is w T <= 0.5"},
    {WORLD(", surface: {point-law: {wall: seh, friction: {law: reset, damping: 2}}}") BLOCK WALL, 3,
     32, "is outside its window: K T/2 <= B < 2 m/(n T), 6.5 to 125 N s/m at a step of 0.002 s"},
    // Devices.
    {DEVICE(", grasp: {position: [0, 0]}"), 8, 27, "grasp in a planar scene; expected holds"},
    {DEVICE(", channels: position"), 8, 37,
     "channels is 'position'; expected force or force-position"},
    {DEVICE(", position: [0, 0.5]"), 8, 3, "device 'd' where it starts: "},
    {DEVICE(", damping: 0.1"), 8, 3, "device 'd': "},
    {MORE("- {name: k, type: kinematic, shape: {box: {size: [0.1, 0.1]}}, position: [1, 1]}\n"
          "devices:\n- {name: d, holds: k}\n"),
     9, 3, "device 'd' holds 'k', which is kinematic; expected a dynamic body"},
    {VL_HEAD VL_BODY "devices:\n- {name: d, channels: force}\n", 5, 23,
     "channels in a scene that is not planar; expected none"},
};

static void every_fault_is_told_with_its_place(void** state)
{
    (void)state;
    VL_CHECK_FAULTS(faults);
}

#define GOOD                                                                                       \
    VL_HEAD                                                                                        \
    "world: {planar: true, step: 0.001, gravity: [0, -1],\n"                                       \
    "        surface: {point-law: {wall: {law: hysteretic, stiffness: 2000}, friction: pad}}}\n"   \
    "materials: {ice: {point-law: {wall: seh}}}\n"                                                 \
    "bodies:\n"                                                                                    \
    "- {name: floor, type: static, material: ice, shape: {box: {size: [1, 0.1]}}}\n"               \
    "- {name: lift, type: kinematic, shape: {box: {size: [0.1, 0.1]}}, position: [0.3, 0.2],\n"    \
    "   motion: {oscillate: {shift: [0, 0.05], turn: {axis: [0, 0, 1], degrees: 20},\n"            \
    "            frequency: 1}}}\n"                                                                \
    "- {name: tip, mass: 0.5, inertia: 0.002, position: [0, 0.2], velocity: [0.1, 0],\n"           \
    "   rotation: {axis: [0, 0, 1], degrees: 30}, angular-velocity: [0, 0, 2],\n"                  \
    "   shape: {polygon: {points: [[0, 0], [0.06, 0], [0, 0.03]]}}}\n"                             \
    "devices:\n"                                                                                   \
    "- {name: d, holds: tip, position: [0, 0.2], channels: force-position, stiffness: 300,\n"      \
    "   damping: 10}\n"

static void what_is_written_is_what_the_planar_world_gets(void** state)
{
    (void)state;
    vlScene* scene = vlSceneText_Read(GOOD);
    assert_true(vlScene_IsPlanar(scene));
    const vlWorld2Def* world = vlScene_GetWorld2Def(scene);
    assert_true(world->step == 0.001 && world->gravity.x == 0.0 && world->gravity.y == -1.0);
    const vlBody2Def* tip = vlScene_GetBody2(scene, 2);
    assert_int_equal(tip->type, VL_BODY_DYNAMIC);
    assert_int_equal(tip->polygon.count, 3);
    assert_true(tip->polygon.vertex[2].y == 0.03 && tip->mass == 0.5 && tip->inertia == 0.002);
    // 30 degrees converted to a quaternion and back: a few roundings.
    assert_true(fabs(tip->pose.angle - VL_PI / 6.0) < 1e-15);
    assert_true(tip->velocity.linear.x == 0.1 && tip->velocity.angular == 2.0);
    const vlSceneDevice* device = vlScene_GetDevice(scene, 0);
    assert_string_equal(device->address, "pantograph");
    assert_int_equal(device->channels, VL_FOUR_CHANNEL_FP);
    // It holds the centroid, at a third of the height; that of the prism is exact to rounding.
    assert_true(fabs(device->coupling.grasp.p.x - 0.02) < 1e-12 &&
                fabs(device->coupling.grasp.p.y - 0.01) < 1e-12 &&
                device->coupling.grasp.p.z == 0.0);
    vlSurface onIce;
    assert_int_equal(vlScene_GetSurface(scene, 0, 1, &onIce), VL_OK);
    assert_string_equal(onIce.point.wall.law->name, "seh");
    assert_null(onIce.point.friction.law);
    vlScene_FreeText(vlSceneText_RoundTrip(scene)); // reads back to the same hash
    vlScene_Destroy(scene);
    vlScene* loaded = vlSceneText_Read(WORLD(", load: 2") BLOCK WALL);
    assert_true(vlScene_GetWorld2Def(loaded)->load == 2.0);
    vlScene_FreeText(vlSceneText_RoundTrip(loaded));
    vlScene_Destroy(loaded);
    vlScene* other = vlSceneText_Read(VL_HEAD VL_BODY);
    assert_false(vlScene_IsPlanar(other));
    assert_null(vlScene_GetWorld2Def(other));
    assert_null(vlScene_GetBody2(other, 0));
    vlScene_Destroy(other);
}

static int find(const vlScene* scene, vlParameterKind kind, int a, int b)
{
    for (int i = 0; i < vlScene_GetParameterCount(scene); ++i) {
        const vlParameter* p = vlScene_GetParameter(scene, i);
        if (p->kind == kind && p->materialA == a && p->materialB == b) {
            return i;
        }
    }
    fail_msg("no parameter of kind %d", (int)kind);
    return -1;
}

static void laws_are_parameters_by_name_and_can_be_saved(void** state)
{
    (void)state;
    vlScene* scene = vlSceneText_Read(GOOD);
    int law = find(scene, VL_PARAMETER_WALL_LAW, 0, 0);
    const vlParameter* p = vlScene_GetParameter(scene, law);
    assert_string_equal(vlParameter_GetChoice(p, (int)p->value), "hysteretic");
    assert_null(vlParameter_GetChoice(p, (int)p->most + 1));
    assert_non_null(vlParameter_GetChoice(p, (int)p->most));
    assert_false(vlParameter_Accepts(p, 0.5)); // there is no law between two laws
    int friction = find(scene, VL_PARAMETER_FRICTION_LAW, 0, 1);
    const vlParameter* none = vlScene_GetParameter(scene, friction);
    assert_true(none->value == 0.0);
    assert_string_equal(vlParameter_GetChoice(none, 0), "none");

    double values[64];
    int count = vlScene_GetParameterCount(scene);
    assert_in_range(count, 1, 64);
    for (int i = 0; i < count; ++i) {
        values[i] = vlScene_GetParameter(scene, i)->value;
    }
    int karnopp = 0;
    while (strcmp(vlParameter_GetChoice(none, karnopp), "karnopp") != 0) {
        ++karnopp;
    }
    values[friction] = karnopp;
    values[find(scene, VL_PARAMETER_FRICTION_KINETIC, 0, 1)] = 0.11;
    values[find(scene, VL_PARAMETER_WALL_STIFFNESS, 0, 1)] = 1234.0;
    values[find(scene, VL_PARAMETER_GRAVITY_Y, -1, -1)] = -2.0;
    char* text;
    size_t size;
    char message[256] = "";
    assert_int_equal(vlScene_WriteWith(scene, values, count, &text, &size, message, sizeof message),
                     VL_OK);
    vlScene* again = vlSceneText_Read(text);
    vlSurface s;
    assert_int_equal(vlScene_GetSurface(again, 0, 1, &s), VL_OK);
    assert_string_equal(s.point.friction.law->name, "karnopp");
    assert_true(vlLaw_GetParameter(&s.point.friction, "kinetic", 0.0) == 0.11);
    assert_string_equal(s.point.wall.law->name, "seh");
    assert_true(vlLaw_GetParameter(&s.point.wall, "stiffness", 0.0) == 1234.0);
    assert_true(vlScene_GetWorld2Def(again)->gravity.y == -2.0);
    assert_int_equal(vlScene_GetSurface(again, 0, 0, &s), VL_OK);
    assert_string_equal(s.point.wall.law->name, "hysteretic");
    vlScene_Destroy(again);
    vlScene_FreeText(text);
    vlScene_Destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_fault_is_told_with_its_place),
        cmocka_unit_test(what_is_written_is_what_the_planar_world_gets),
        cmocka_unit_test(laws_are_parameters_by_name_and_can_be_saved),
    };
    return cmocka_run_group_tests_name("scene_planar", tests, NULL, NULL);
}
