// SPDX-License-Identifier: MIT
// Random worlds of up to 20 polygons in a room: everything stays finite, passive laws give no
// energy, and nothing passes through a wall at speeds within the limit that the world states; at
// both steps.

#include "planar_passive.h"

static void random_worlds_gain_no_energy_and_keep_their_walls(void** state)
{
    (void)state;
    int worlds = vlStage_Count(4, 1);
    for (int wall = 0; wall < PASSIVE_WALLS; ++wall) {
        for (int friction = 0; friction < FRICTIONS; ++friction) {
            for (int k = 0; k < worlds; ++k) {
                vlWorld2* world = makePassive(wall, friction, k % 2 == 0 ? 0.002 : 0.001);
                vlRandom random = vlRandom_Seed((uint64_t)(1000 + 64 * wall + 8 * friction + k));
                int count = 1 + vlRandom_Index(&random, 20);
                assert_int_equal(vlModel2_BuildPebbles(world, &random, count, 1.0), VL_OK);
                checkPassive(world, 2500);
                vlWorld2_Destroy(world);
            }
        }
    }
}

// A block thrown straight at a thin wall at exactly the limit, from every phase of a step, comes
// back.
static void at_the_limit_nothing_passes_a_thin_wall(void** state)
{
    (void)state;
    const char* laws[] = {"seh", "pulse", "corrected", "hysteretic"};
    for (int l = 0; l < 4; ++l) {
        for (int s = 0; s < 2; ++s) {
            for (int phase = 0; phase < 20; ++phase) {
                vlWorld2* world = makeWorld(laws[l], NULL, s == 0 ? 0.002 : 0.001);
                addBox(world, VL_BODY_STATIC, (vlVec2){0.01, 0.6}, (vlPose2){{0.1, 0.0}, 0.0}, 0.0);
                vlBody2Id block =
                    addBox(world, VL_BODY_DYNAMIC, (vlVec2){0.06, 0.06},
                           (vlPose2){{-0.001 * phase, 0.0}, 0.785 * (phase % 3)}, 1.0);
                vlSpeedLimit2 limit = vlWorld2_GetSpeedLimit(world);
                assert_true(limit.speed > 0.0 && limit.speed <= limit.looking &&
                            limit.speed <= limit.tracking && limit.speed <= limit.stopping);
                setTwist(world, block, 0.998 * limit.speed, 0.0, 0.0); // a bounce may give 0.2%
                int count = (int)(0.4 / limit.speed / (s == 0 ? 0.002 : 0.001));
                double farthest = 0.0;
                for (int i = 0; i < count; ++i) {
                    assert_int_equal(vlWorld2_Step(world), VL_OK);
                    farthest = fmax(farthest, poseOf(world, block).p.x);
                }
                // The front of the flat block may be in the wall by half its width.
                VL_CHECK_BELOW(farthest, 0.1 - 0.03);
                // If it lands flat it never rotates; after a blow on a corner a point may be faster
                // than the body was.
                assert_true(phase % 3 != 0 || vlWorld2_GetStepInfo(world).fastSteps == 0);
                vlWorld2_Destroy(world);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_worlds_gain_no_energy_and_keep_their_walls),
        cmocka_unit_test(at_the_limit_nothing_passes_a_thin_wall),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
