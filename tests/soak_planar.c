// SPDX-License-Identifier: MIT
// Endurance of planar worlds: STEPS steps for each passive wall, with 20 polygons and a friction
// law of its own. Checked in every step: it succeeds, and there is no more energy than at the
// start; nothing leaves the room (planar_passive.h). Then a tenth of the steps with one of the
// polygons in the simulated pantograph, swung by a random hand in either mode: all forces are
// finite, and the laws give no energy.

#include <stdio.h>
#include <stdlib.h>

#include <volar/planar_port.h>
#include <volar/renderer.h>
#include <volar/simulated_device.h>

#include "planar_passive.h"

static long stepCount = 1000000;

static void passive_worlds_stay_passive(void** state)
{
    (void)state;
    for (int wall = 0; wall < PASSIVE_WALLS; ++wall) {
        vlWorld2* world = makePassive(wall, wall, wall % 2 == 0 ? 0.002 : 0.001);
        vlRandom random = vlRandom_Seed((uint64_t)(77 + wall));
        assert_int_equal(vlModel2_BuildPebbles(world, &random, 20, 1.0), VL_OK);
        double most = checkPassive(world, stepCount);
        print_message("wall %d: at most %.6f of the energy at the start\n", wall, most);
        vlWorld2_Destroy(world);
    }
}

typedef struct Held {
    vlDevice* device;
    vlRenderer* renderer;
    vlPlanarPort port;
} Held;

// The pantograph holds the first pebble; the person swings the handle at random.
static void takeHold(Held* held, vlWorld2* world, vlRandom* random, vlFourChannelMode mode)
{
    char message[200] = "";
    vlSimulatedDeviceDef device = vlSimulatedDevice_Pantograph(1.0 / vlWorld2_GetStep(world));
    device.hand.amplitude =
        vlVec(vlRandom_Range(random, -0.1, 0.1), vlRandom_Range(random, -0.1, 0.1), 0.0);
    device.hand.turn = vlVec(0.0, 0.0, vlRandom_Range(random, -1.0, 1.0));
    device.hand.frequency = vlRandom_Range(random, 0.2, 1.0);
    // A handle that is heavier than the body lags and drives it (pantograph.md): held by a handle
    // with seven times its inertia, a pebble in mode F turns faster and faster.
    double mass;
    double inertia;
    assert_int_equal(vlBody2_GetMass(world, vlWorld2_GetBody(world, 4), &mass, &inertia), VL_OK);
    device.inertia = fmin(device.inertia, inertia);
    assert_int_equal(vlSimulatedDevice_Create(&device, &held->device), VL_OK);
    vlPlanarPortDef port = vlDefaultPlanarPortDef(world, held->device);
    port.control.mode = mode;
    port.control.handShare = 1.0;
    if (vlPlanarPort_Init(&held->port, &port, message, sizeof message) != VL_OK) {
        fail_msg("%s", message);
    }
    vlRendererDef renderer = vlDefaultRendererDef(NULL, vlDevice_GetInfo(held->device));
    renderer.world = vlPlanarPort_GetWorld(&held->port);
    renderer.velocity.rule = VL_VELOCITY_DEVICE;
    assert_int_equal(vlRenderer_Create(&renderer, &held->renderer, NULL, 0), VL_OK);
    vlCouplingDef coupling = vlDefaultCouplingDef();
    coupling.body = vlPlanarPort_NameOf(vlWorld2_GetBody(world, 4));
    assert_int_equal(vlRenderer_Grasp(held->renderer, &coupling, false), VL_OK);
}

// Returns the most that the laws gave, relative to the energy of the start and the work through the
// device.
static double checkHeld(vlWorld2* world, Held* held, long count)
{
    double through = vlWorld2_GetEnergy(world).kinetic;
    double applied = 0.0;
    double most = -HUGE_VAL;
    for (long i = 0; i < count; ++i) {
        double now = (double)i * vlWorld2_GetStep(world);
        assert_int_equal(vlRenderer_ReadDevice(held->renderer, held->device, now), VL_OK);
        assert_int_equal(vlWorld2_Step(world), VL_OK); // nothing frozen: all finite
        assert_int_equal(vlRenderer_WriteDevice(held->renderer, held->device, now), VL_OK);
        vlWrench sent = vlRenderer_GetSent(held->renderer);
        assert_true(vlIsFinite(sent.force) && vlIsFinite(sent.torque));
        vlLedger2 ledger = vlWorld2_GetLedger(world);
        through += fabs(ledger.applied - applied);
        applied = ledger.applied;
        most = fmax(most, (ledger.walls + ledger.friction + ledger.impacts) / through);
        // As without a device: passive to about 1e-3 of a bounce.
        assert_true(most <= 0.002);
    }
    VL_CHECK_BELOW(ledgerGap(world), 1e-9);
    vlSimulatedReport report;
    assert_int_equal(vlSimulatedDevice_GetReport(held->device, &report), VL_OK);
    // Its stop is at 0.18 m.
    assert_true(vlIsFinite(report.handle.p) && vlLength(report.handle.p) < 0.2);
    assert_true(report.personWork > 0.0); // it was moved
    assert_int_equal(vlRenderer_GetReport(held->renderer).hold, VL_HOLD_COUPLED);
    return most;
}

static void worlds_in_the_pantograph_stay_passive(void** state)
{
    (void)state;
    for (int i = 0; i < 2 * PASSIVE_WALLS; ++i) {
        vlWorld2* world = makePassive(i / 2, i % FRICTIONS, i % 2 == 0 ? 0.002 : 0.001);
        vlRandom random = vlRandom_Seed((uint64_t)(177 + i));
        assert_int_equal(vlModel2_BuildPebbles(world, &random, 1 + 2 * i, 0.5), VL_OK);
        Held held;
        takeHold(&held, world, &random, i % 4 < 2 ? VL_FOUR_CHANNEL_F : VL_FOUR_CHANNEL_FP);
        double most = checkHeld(world, &held, stepCount / 10);
        print_message("wall %d: the laws gave at most %.6f of what there was\n", i / 2, most);
        vlRenderer_Destroy(held.renderer);
        vlDevice_Close(held.device);
        vlWorld2_Destroy(world);
    }
}

int main(int argc, char** argv)
{
    if (argc > 1) {
        stepCount = strtol(argv[1], NULL, 10);
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(passive_worlds_stay_passive),
        cmocka_unit_test(worlds_in_the_pantograph_stay_passive),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
