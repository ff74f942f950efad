// SPDX-License-Identifier: MIT
// The hash of a scene: the same for the same meaning, another for any other.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "scene_text.h"

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

// Each of these differs from the first in one value only.
static void the_hash_tells_every_change(void** state)
{
    (void)state;
    static const char* const tails[] = {
        VL_BODY,
        "world: {step: 0.002}\n" VL_BODY,
        "world: {gravity: [0, 0, -9.81]}\n" VL_BODY,
        "world: {integrator: rk4}\n" VL_BODY,
        "world: {contact: {law: pressure}}\n" VL_BODY,
        "world: {contact: {pointwise: true}}\n" VL_BODY,
        "world: {surface: {friction: 0.6}}\n" VL_BODY,
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
    };
    enum { COUNT = sizeof tails / sizeof tails[0] };
    uint64_t hash[COUNT];
    for (int i = 0; i < COUNT; ++i) {
        char text[1024];
        (void)snprintf(text, sizeof text, VL_HEAD "%s", tails[i]);
        hash[i] = vlSceneText_Hash(text);
        for (int k = 0; k < i; ++k) {
            assert_true(hash[i] != hash[k]);
        }
    }
    // But not a change that says nothing.
    assert_true(vlSceneText_Hash(VL_HEAD "description: words\n"
                                         "shapes: {unused: " VL_BOX "}\n" VL_BODY) == hash[0]);
    assert_true(vlSceneText_Hash(VL_HEAD "bodies: [{name: a, shape: " VL_BOX
                                         ", position: [-0, 0, 0]}]") == hash[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(json_and_yaml_say_the_same),
        cmocka_unit_test(the_hash_tells_every_change),
    };
    return cmocka_run_group_tests_name("scene_hash", tests, NULL, NULL);
}
