// SPDX-License-Identifier: MIT
// The energy stored in the elements of a world, against closed forms.

#include <math.h>

#include "scene_text.h"
#include "stage.h"
#include "test.h"
#include "volar/simulation.h"

static double heldBy(const vlWorld* world)
{
    vlEnergy energy = vlWorld_GetEnergy(world);
    return vlEnergy_GetStored(&energy);
}

static double storedOf(const char* text, int steps)
{
    vlScene* scene = vlSceneText_Read(text);
    vlSimulation* simulation = NULL;
    assert_int_equal(vlSimulation_Create(scene, &simulation, NULL, 0), VL_OK);
    const vlWorld* world = vlSimulation_GetWorld(simulation);
    assert_true(heldBy(world) == 0.0);
    for (int i = 0; i < steps; ++i) {
        assert_int_equal(vlSimulation_Step(simulation), VL_OK);
    }
    double stored = heldBy(world);
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
    VL_CHECK_NEAR(stored, 9.8 * 9.8 / 2e4, 1e-9); // the motion is far below that
}

static void a_loaded_coupling_holds_what_the_tool_weighs(void** state)
{
    (void)state;
    double stored = storedOf(
        VL_HEAD "world: {integrator: implicit}\n"
                "bodies: [{name: tool, shape: {box: {size: [0.1, 0.1, 0.1]}}, mass: 0.5}]\n"
                "devices: [{name: d, device: udp, holds: tool, stiffness: 200, damping: 20}]\n",
        5000);
    // It hangs by kc below a device that stands still.
    VL_CHECK_NEAR(stored, 4.9 * 4.9 / 400.0, 1e-9);
}

// A body of 2 kg thrown at 3 m/s from 5 m: each entry by its formula, all others zero.
static void each_entry_is_its_own_energy(void** state)
{
    (void)state;
    vlWorldDef def = vlDefaultWorldDef();
    vlWorld* world = vlStage_CreateWorld(&def);
    vlTwist velocity = {vlVec(3.0, 0.0, 0.0), vlZero()};
    (void)vlStage_AddBox(world, vlVec(0.1, 0.1, 0.1), 2.0, vlModel_At(0.0, 0.0, 5.0), velocity);
    vlEnergy energy = vlWorld_GetEnergy(world);
    VL_CHECK_NEAR(energy.kinetic, 9.0, 1e-12);  // rounding
    VL_CHECK_NEAR(energy.gravity, 98.0, 1e-12); // rounding
    assert_true(vlEnergy_GetStored(&energy) == 0.0);
    vlEnergy parts = {.kinetic = 100.0,
                      .gravity = 200.0,
                      .contacts = 1.0,
                      .springs = 2.0,
                      .joints = 4.0,
                      .couplings = 8.0};
    assert_true(vlEnergy_GetStored(&parts) == 15.0);
    vlWorld_Destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_stretched_spring_holds_half_k_x_squared),
        cmocka_unit_test(a_resting_box_holds_its_weight_squared_over_twice_k),
        cmocka_unit_test(a_loaded_coupling_holds_what_the_tool_weighs),
        cmocka_unit_test(each_entry_is_its_own_energy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
