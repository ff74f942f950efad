// SPDX-License-Identifier: MIT
// Golden hashes of planar worlds in the hand of a device: the port with the pantograph in both
// modes and with a device that is not planar, and the planar scenes of the library. The same bits
// from gcc and clang, Debug and Release. After a change that is meant to alter the motion, run with
// VOLAR_PRINT_GOLDEN=1 in the environment and paste what it prints.

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/hash.h"
#include "models/planar_rig_model.h"
#include "models/trial_device.h"
#include "planar_rig.h"
#include "show.h"

static void check(const char* what, uint64_t found, uint64_t expected)
{
    if (getenv("VOLAR_PRINT_GOLDEN") != NULL) {
        printf("0x%016" PRIx64 "u %s\n", found, what);
    } else if (found != expected) {
        fail_msg("%s: 0x%016" PRIx64 ", expected 0x%016" PRIx64, what, found, expected);
    }
}

// Places of the body and forces on the device of two seconds, with the block pushed against the
// wall.
static uint64_t hashOfRig(vlFourChannelMode mode, double step)
{
    vlPlanarRigDef def = vlDefaultPlanarRigDef();
    char message[200] = "";
    vlPlanarRig rig;
    def.step = step;
    def.mode = mode;
    def.friction = choose("reset");
    if (vlPlanarRig_Open(&rig, &def, message, sizeof message) != VL_OK) {
        fail_msg("%s", message);
    }
    uint64_t hash = VL_HASH_SEED;
    for (int i = 0; i < (int)(2.0 / step); ++i) {
        assert_int_equal(vlPlanarRig_Tick(&rig, (vlVec2){5.0, 0.5}), VL_OK);
        hash = vlHash_Vec(hash, vlPlanarRig_GetPlace(&rig));
        hash = vlHash_Vec(hash, vlRenderer_GetSent(rig.renderer).force);
    }
    vlPlanarRig_Close(&rig);
    return hash;
}

static void the_pantograph_has_the_same_bits_everywhere(void** state)
{
    (void)state;
    check("F, 2 ms", hashOfRig(VL_FOUR_CHANNEL_F, 0.002), 0x33e9d80a8ff29fdau);
    check("FP, 1 ms", hashOfRig(VL_FOUR_CHANNEL_FP, 0.001), 0x74be8e492a9e53a5u);
}

static void a_coupled_device_has_the_same_bits_everywhere(void** state)
{
    (void)state;
    char message[200] = "";
    vlTrialDevice device;
    vlWorld2* world = makeWorld("pulse", "karnopp", 0.001);
    addFloor(world);
    vlBody2Id block =
        addBox(world, VL_BODY_DYNAMIC, (vlVec2){0.1, 0.06}, (vlPose2){{0.0, 0.05}, 0.1}, 1.0);
    if (vlTrialDevice_Open(&device, "sigma7", world, block, 0.0, 0.1, message, sizeof message) !=
        VL_OK) {
        fail_msg("%s", message);
    }
    uint64_t hash = VL_HASH_SEED;
    for (int i = 0; i < 1000; ++i) {
        double now = 1e-3 * i;
        assert_int_equal(vlTrialDevice_Read(&device, now), VL_OK);
        pushBody(world, block, 0.5, -5.0);
        assert_int_equal(vlWorld2_Step(world), VL_OK);
        assert_int_equal(vlTrialDevice_Write(&device, now), VL_OK);
        hash = vlHash_Vec(hash, vlRenderer_GetSent(device.renderer).force);
    }
    check("sigma7, 1 ms", hash ^ vlWorld2_GetHash(world), 0x673062c5e4b209c6u);
    vlTrialDevice_Close(&device);
    vlWorld2_Destroy(world);
}

static uint64_t hashOfScene(const char* name, double seconds)
{
    vlShow show = vlShow_Open(name, NULL);
    long count = lround(seconds / vlWorld2_GetStep(vlSimulation_GetWorld2(show.simulation)));
    for (long i = 0; i < count; ++i) {
        assert_int_equal(vlSimulation_Step(show.simulation), VL_OK);
    }
    uint64_t hash = vlSimulation_GetHash(show.simulation);
    vlShow_Close(&show);
    return hash;
}

static void planar_scenes_have_the_same_bits_everywhere(void** state)
{
    (void)state;
    check("planar-block", hashOfScene("planar-block", 4.0), 0xec1b6730618afb85u);
    check("planar-peg", hashOfScene("planar-peg", 6.0), 0xdc12a6dfad6931a0u);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_pantograph_has_the_same_bits_everywhere),
        cmocka_unit_test(a_coupled_device_has_the_same_bits_everywhere),
        cmocka_unit_test(planar_scenes_have_the_same_bits_everywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
