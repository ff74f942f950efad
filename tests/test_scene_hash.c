// SPDX-License-Identifier: MIT
// The hash of a scene: equal for equal meaning, different otherwise.

#include "scene_text.h"
#include "test.h"

static void json_and_yaml_say_the_same(void** state)
{
    (void)state;
    const char* yaml =
        VL_HEAD "world:\n"
                "  step: 0.0005 # s\n"
                "  surface:\n"
                "    stiffness: auto\n"
                "bodies:\n"
                "- name: a\n"
                "  shape:\n"
                "    sphere: {radius: 1e-1}\n"
                "  position:\n"
                "  - 0\n"
                "  - 0.5\n"
                "  - -1\n"
                "springs:\n"
                "- {name: s, from: {point: [0, 0, 0]}, to: {body: a}, max-force: inf}\n";
    const char* json =
        "{\"volar\":1,\"name\":\"test\",\n"
        "\t\"world\":{\"step\":5e-4,\"surface\":{\"stiffness\":\"auto\"}},\n"
        "\t\"bodies\":[{\"position\":[0.0,0.5,-1],\"name\":\"a\",\n"
        "\t\t\"shape\":{\"sphere\":{\"radius\":0.1}}}],\n"
        "\t\"springs\":[{\"name\":\"s\",\"from\":{\"point\":[0,0,0]},\"to\":{\"body\":"
        "\"a\"},\"max-force\":\"inf\"}]}";
    assert_true(vlSceneText_Hash(yaml) == vlSceneText_Hash(json));
}

// Computes the hashes of the texts made of `head` and each of the tails; no two may be equal.
static void hashAll(const char* head, const char* const* tails, int count, uint64_t* hash)
{
    for (int i = 0; i < count; ++i) {
        char text[1024];
        (void)snprintf(text, sizeof text, "%s%s", head, tails[i]);
        hash[i] = vlSceneText_Hash(text);
        for (int k = 0; k < i; ++k) {
            assert_true(hash[i] != hash[k]);
        }
    }
}

// Each of these differs from the first in one value only.
static void the_hash_tells_every_change(void** state)
{
    (void)state;
    static const char* const tails[] = {
        VL_BODY,
        "world: {step: 0.002}\n" VL_BODY,
        "world: {gravity: [0, 0, -9.81]}\n" VL_BODY,
        "world: {integrator: rk4}\n" VL_BODY,
        "world: {integrator: euler}\n" VL_BODY,
        "world: {integrator: implicit, sleep: true}\n" VL_BODY,
        "world: {contact: {law: foundation}}\n" VL_BODY,
        "world: {contact: {reference: {normal: search}}}\n" VL_BODY,
        "world: {surface: {friction: 0.6}}\n" VL_BODY,
        "world: {surface: {restitution: 0.6}}\n" VL_BODY,
        "world: {surface: {restitution: 0}}\n" VL_BODY,
        "world: {capacity: {pairs: 25}}\n" VL_BODY,
        "materials: {steel: {}}\n" VL_BODY,
        "materials: {iron: {}}\n" VL_BODY,
        "materials: {iron: {friction: 0.1}}\n" VL_BODY,
        "materials: {iron: {}}\nsurfaces: [{between: [iron, default], friction: 0.1}]\n" VL_BODY,
        "bodies: [{name: b, shape: " VL_BOX "}]\n",
        "bodies: [{name: a, shape: {box: {size: [1, 1, 1.5]}}}]\n",
        "bodies: [{name: a, shape: " VL_BOX ", mass: 1}]\n",
        "bodies: [{name: a, shape: " VL_BOX ", density: 999}]\n",
        "bodies: [{name: a, shape: " VL_BOX ", type: static}]\n",
        "bodies: [{name: a, shape: " VL_BOX ", type: kinematic}]\n",
        "bodies: [{name: a, shape: " VL_BOX ", position: [1, 0, 0]}]\n",
        "bodies: [{name: a, shape: " VL_BOX ", rotation: {euler: [1, 0, 0]}}]\n",
        "bodies: [{name: a, shape: " VL_BOX ", velocity: [1, 0, 0]}]\n",
        "bodies: [{name: a, shape: " VL_BOX ", angular-velocity: [1, 0, 0]}]\n",
        "bodies: [{name: a, shape: " VL_BOX ", inertia: {diagonal: [1, 1, 1]}}]\n",
        "bodies: [{name: a, shape: " VL_BOX ", colour: \"#123456\"}]\n",
        "bodies: [{name: a, shape: " VL_BOX ", type: kinematic,\n"
        "  motion: {oscillate: {shift: [1, 0, 0], frequency: 1}}}]\n",
        "bodies: [{name: a, shape: " VL_BOX ", type: kinematic,\n"
        "  motion: {oscillate: {shift: [1, 0, 0], frequency: 1, phase: 1}}}]\n",
        "bodies: [{name: a, shape: " VL_BOX ", type: kinematic,\n"
        "  motion: {path: {keys: [{time: 0}, {time: 1}]}}}]\n",
        "bodies: [{name: a, shape: " VL_BOX ", type: kinematic,\n"
        "  motion: {path: {keys: [{time: 0}, {time: 1}], smooth: true}}}]\n",
        "forces: [{body: a, force: [1, 0, 0]}]\n" VL_BODY,
        "forces: [{body: a, force: [1, 0, 0], until: 1}]\n" VL_BODY,
        "forces: [{body: a, force: [1, 0, 0], frame: body}]\n" VL_BODY,
        "springs: [{name: s, from: {point: [0, 0, 0]}, to: {body: a}}]\n" VL_BODY,
        "springs: [{name: s, from: {point: [0, 0, 0]}, to: {body: a}, damping: 1}]\n" VL_BODY,
        "camera: {position: [1, 1, 1], target: [0, 0, 0]}\n" VL_BODY,
        "camera: {position: [1, 1, 1], target: [0, 0, 0], follow: a}\n" VL_BODY,
        "camera: {follow: a}\n" VL_BODY,
    };
    enum { COUNT = sizeof tails / sizeof tails[0] };
    uint64_t hash[COUNT];
    hashAll(VL_HEAD, tails, COUNT, hash);
    // But not a change that says nothing.
    assert_true(vlSceneText_Hash(VL_HEAD "description: words\n"
                                         "shapes: {unused: " VL_BOX "}\n" VL_BODY) == hash[0]);
    assert_true(vlSceneText_Hash(VL_HEAD "bodies: [{name: a, shape: " VL_BOX
                                         ", position: [-0, 0, 0]}]") == hash[0]);
}

#define BODIES                                                                                     \
    VL_HEAD "world: {integrator: implicit}\n"                                                      \
            "bodies:\n"                                                                            \
            "- {name: a, shape: " VL_BOX ", position: [0, 0, 5]}\n"                                \
            "- {name: b, shape: " VL_BOX ", position: [2, 0, 5]}\n"

// Each of these differs from all others in at least one value.
static void the_hash_tells_every_change_of_a_joint(void** state)
{
    (void)state;
#define HINGE "joints: [{name: j, type: hinge, b: a, at: [0, 0, 5], axis: [0, 0, 1]"
#define PLACED(keys) HINGE keys "}]\n"
#define DRIVEN(target) PLACED(", axes: {motor: {mode: position, stiffness: 1, target: " target "}}")
    static const char* const tails[] = {
        "",
        PLACED(""),
        "joints: [{name: i, type: hinge, b: a, at: [0, 0, 5], axis: [0, 0, 1]}]\n",
        "joints: [{name: j, type: slider, b: a, at: [0, 0, 5], axis: [0, 0, 1]}]\n",
        "joints: [{name: j, type: hinge, b: b, at: [0, 0, 5], axis: [0, 0, 1]}]\n",
        "joints: [{name: j, type: hinge, a: b, b: a, at: [0, 0, 5], axis: [0, 0, 1]}]\n",
        "joints: [{name: j, type: hinge, b: a, at: [0, 0, 6], axis: [0, 0, 1]}]\n",
        "joints: [{name: j, type: hinge, b: a, at: [0, 0, 5], axis: [0, 1, 0]}]\n",
        PLACED(", second: [1, 1, 0]"),
        "joints: [{name: j, type: hinge, b: a, frame-a: {position: [0, 0, 5.5]}}]\n",
        "joints: [{name: j, type: hinge, b: a, frame-b: {rotation: {euler: [0, 0, 5]}}}]\n",
        PLACED(", stiffness: 1000"),
        PLACED(", damping: 1000"),
        PLACED(", angular-stiffness: 1000"),
        PLACED(", angular-damping: 1000"),
        PLACED(", collide: true"),
        PLACED(", axes: {limits: [-90, inf]}"),
        PLACED(", axes: {limits: [-90, 90]}"),
        PLACED(", axes: {limit-stiffness: 9}"),
        PLACED(", axes: {limit-damping: 9}"),
        PLACED(", axes: {stiffness: 9}"),
        PLACED(", axes: {rest: 9}"),
        PLACED(", axes: {damping: 9}"),
        PLACED(", axes: {friction: 9}"),
        PLACED(", axes: {motor: {mode: torque}}"),
        PLACED(", axes: {motor: {mode: torque, target: 1}}"),
        PLACED(", axes: {motor: {mode: torque, free-speed: 1}}"),
        PLACED(", axes: {motor: {mode: torque, max-force: 1}}"),
        PLACED(", axes: {motor: {mode: velocity, damping: 1}}"),
        PLACED(", axes: {motor: {mode: velocity, damping: 2}}"),
        PLACED(", axes: {motor: {mode: position, stiffness: 2}}"),
        DRIVEN("0"),
        DRIVEN("{path: {keys: [[0, 0], [1, 1]]}}"),
        DRIVEN("{path: {keys: [[0, 0], [1, 2]]}}"),
        DRIVEN("{path: {keys: [[0, 0], [2, 1]]}}"),
        DRIVEN("{path: {keys: [[0, 0], [1, 1]], repeat: true}}"),
        DRIVEN("{path: {keys: [[0, 0], [1, 1]], smooth: true}}"),
        DRIVEN("{oscillate: {amplitude: 1, frequency: 1}}"),
        DRIVEN("{oscillate: {amplitude: 2, frequency: 1}}"),
        DRIVEN("{oscillate: {amplitude: 1, frequency: 2}}"),
        DRIVEN("{oscillate: {amplitude: 1, frequency: 1, mean: 1}}"),
        DRIVEN("{oscillate: {amplitude: 1, frequency: 1, phase: 180}}"),
        "joints: [{name: j, type: bushing, b: a, frame-a: {}, stiffness: [0, 0, 1]}]\n",
        "joints: [{name: j, type: bushing, b: a, frame-a: {}, damping: [0, 0, 1]}]\n",
        "joints: [{name: j, type: bushing, b: a, frame-a: {}, angular-stiffness: [0, 0, 1]}]\n",
        "joints: [{name: j, type: bushing, b: a, frame-a: {}, angular-damping: [0, 0, 1]}]\n",
    };
    enum { COUNT = sizeof tails / sizeof tails[0] };
    uint64_t hash[COUNT];
    hashAll(BODIES, tails, COUNT, hash);
    // But not a change that says nothing.
    assert_true(vlSceneText_Hash(BODIES PLACED(", a: world, damping: auto, axes: {}")) == hash[1]);
}

// Each of these differs from all others in at least one value.
static void the_hash_tells_every_change_of_a_device(void** state)
{
    (void)state;
#define HELD(keys) "devices: [{name: d, holds: a" keys "}]\n"
#define HAND(keys) HELD(", hand: {" keys "}")
    static const char* const tails[] = {
        "",
        HELD(""),
        "devices: [{name: d}]\n",
        "devices: [{name: e, holds: a}]\n",
        "devices: [{name: d, holds: b}]\n",
        "devices: [{name: d, holds: a}, {name: e}]\n",
        HELD(", device: udp"),
        HELD(", device: udp, address: here"),
        HELD(", address: touch"),
        HELD(", grasp: {position: [0, 0, 1]}"),
        HELD(", grasp: {rotation: {euler: [0, 0, 1]}}"),
        HELD(", stiffness: 3"),
        HELD(", damping: 3"),
        HELD(", angular-stiffness: 3"),
        HELD(", angular-damping: 3"),
        HELD(", max-force: 3"),
        HELD(", max-torque: 3"),
        HELD(", position: [0, 0, 1]"),
        HELD(", rotation: {euler: [0, 0, 1]}"),
        HELD(", scale: 3"),
        HELD(", force-scale: 3"),
        HELD(", fix-orientation: true"),
        HELD(", velocity: window"),
        HELD(", velocity-cut: 150"),
        HELD(", velocity: device"),
        HELD(", passivity: true"),
        HELD(", grasp-button: 3"),
        HELD(", grasp-button: 3, reach: 3"),
        HELD(", clutch-button: 3"),
        HAND("grip: tight"),
        HAND("grip: {stiffness: 3}"),
        HAND("grip: {damping: 3}"),
        HAND("grip: {angular-stiffness: 3}"),
        HAND("grip: {angular-damping: 3}"),
        HAND("path: {keys: [{time: 0}]}"),
        HAND("path: {keys: [{time: 1}]}"),
        HAND("path: {keys: [{time: 0}, {time: 1}]}"),
        HAND("path: {keys: [{time: 0}, {time: 1}], repeat: true}"),
        HAND("path: {keys: [{time: 0, position: [0, 0, 1]}]}"),
        HAND("path: {keys: [{time: 0, rotation: {euler: [0, 0, 1]}}]}"),
        HAND("oscillate: {shift: [0, 0, 1], frequency: 1}"),
        HAND("oscillate: {shift: [0, 0, 1], frequency: 2}"),
        HAND("oscillate: {shift: [0, 0, 1], frequency: 1, phase: 3}"),
        HAND("oscillate: {turn: {axis: [0, 0, 1], degrees: 3}, frequency: 1}"),
        HAND("grips: [{time: 1, grip: tight}]"),
        HAND("grips: [{time: 2, grip: tight}]"),
        HAND("grips: [{time: 1, grip: relaxed}]"),
        HAND("presses: [{button: 0, from: 1, until: 2}]"),
        HAND("presses: [{button: 1, from: 1, until: 2}]"),
        HAND("presses: [{button: 0, from: 0, until: 2}]"),
        HAND("presses: [{button: 0, from: 1, until: 3}]"),
    };
    enum { COUNT = sizeof tails / sizeof tails[0] };
    uint64_t hash[COUNT];
    hashAll(BODIES, tails, COUNT, hash);
    // But not a change that says nothing.
    assert_true(vlSceneText_Hash(BODIES "devices: []\n") == hash[0]);
    assert_true(vlSceneText_Hash(BODIES HELD(
                    ", device: simulated, address: sigma7, grasp: {}, max-force: inf, scale: 1, "
                    "velocity: filter, hand: {grip: relaxed, grips: [], presses: []}")) == hash[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(json_and_yaml_say_the_same),
        cmocka_unit_test(the_hash_tells_every_change),
        cmocka_unit_test(the_hash_tells_every_change_of_a_joint),
        cmocka_unit_test(the_hash_tells_every_change_of_a_device),
    };
    return cmocka_run_group_tests_name("scene_hash", tests, NULL, NULL);
}
