// SPDX-License-Identifier: MIT
// What the elements of a world hold, against closed forms.

#include <math.h>

#include "scene_text.h"
#include "stage.h"
#include "test.h"
#include "volar/simulation.h"

static double storedOf(const char* text, int steps)
{
    vlScene* scene = vlSceneText_Read(text);
    vlSimulation* simulation = NULL;
    assert_int_equal(vlSimulation_Create(scene, &simulation, NULL, 0), VL_OK);
    const vlWorld* world = vlSimulation_GetWorld(simulation);
    assert_true(vlWorld_GetStoredEnergy(world) == 0.0);
    for (int i = 0; i < steps; ++i) {
        assert_int_equal(vlSimulation_Step(simulation), VL_OK);
    }
    double stored = vlWorld_GetStoredEnergy(world);
    vlSimulation_Destroy(simulation);
    vlScene_Destroy(scene);
    return stored;
}

static void a_stretched_spring_holds_half_k_x_squared(void** state)
{
    (void)state;
    for (int i = 0; i < 2; ++i) {
        char text[512];
        (void)snprintf(text, sizeof text,
                       VL_HEAD "world: {integrator: %s, gravity: [0, 0, 0]}\n"
                               "bodies: [{name: a, shape: " VL_BOX ", mass: 1000}]\n"
                               "springs: [{name: s, from: {point: [0, 0, 3]}, to: {body: a},\n"
                               "           stiffness: 50, rest-length: 1}]\n",
                       i == 0 ? "euler" : "implicit");
        // 50 N/m stretched by 2 m; 0.1 m/s2 for a millisecond moves the body by 1e-7 m.
        VL_CHECK_NEAR(storedOf(text, 1), 100.0, 2e-5);
    }
}

static void a_resting_box_holds_its_weight_squared_over_twice_k(void** state)
{
    (void)state;
    double stored = storedOf(
        VL_HEAD "world: {integrator: implicit, surface: {stiffness: 1e4}}\n"
                "bodies:\n"
                "  - {name: floor, type: static, shape: {halfspace: {normal: [0, 0, 1]}}}\n"
                "  - {name: box, shape: {box: {size: [0.1, 0.1, 0.1]}}, mass: 1,\n"
                "     position: [0, 0, 0.05]}\n",
        3000);
    VL_CHECK_NEAR(stored, 9.8 * 9.8 / 2e4, 1e-9); // at rest to far below that
}

static void a_loaded_coupling_holds_what_the_tool_weighs(void** state)
{
    (void)state;
    double stored = storedOf(
        VL_HEAD "world: {integrator: implicit}\n"
                "bodies: [{name: tool, shape: {box: {size: [0.1, 0.1, 0.1]}}, mass: 0.5}]\n"
                "devices: [{name: d, device: udp, holds: tool, stiffness: 200, damping: 20}]\n",
        5000);
    VL_CHECK_NEAR(stored, 4.9 * 4.9 / 400.0, 1e-9); // hanging by kc, the device standing still
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_stretched_spring_holds_half_k_x_squared),
        cmocka_unit_test(a_resting_box_holds_its_weight_squared_over_twice_k),
        cmocka_unit_test(a_loaded_coupling_holds_what_the_tool_weighs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
