// SPDX-License-Identifier: MIT
// Islands: groups of bodies that do not touch share no system of equations, and do not change each
// other's bits.

#include "stage.h"
#include "test.h"

static vlWorld* makeFloor(int bodies)
{
    vlWorldDef def = vlStage_ImplicitDef(1e-3, 1e6, bodies);
    vlWorld* world = vlStage_CreateWorld(&def);
    vlStage_AddFloor(world);
    return world;
}

static void bodies_that_touch_form_islands(void** state)
{
    (void)state;
    vlWorld* world = makeFloor(12);
    vlBodyId id[8];
    vlStage_AddPile(world, 0.0, 3, id);
    vlStage_AddPile(world, 1.0, 2, &id[3]);
    vlStage_AddPile(world, 2.0, 1, &id[5]);
    vlStage_AddBox(world, vlStage_Brick(), 1.0, vlModel_At(3.0, 0.0, 50.0),
                   vlModel_AtRest()); // flies
    vlStage_Run(world, 0.1);
    vlStepInfo info = vlWorld_GetStepInfo(world);
    assert_int_equal(info.islandCount, 3); // the floor does not join islands
    assert_int_equal(info.largestIsland, 3);
    assert_int_equal(info.iterativeIslands, 0);
    assert_in_range(info.solves, 1, 4);
    assert_int_equal(info.asleepBodies, 0);
    vlWorld_Destroy(world);
}

static void a_spring_makes_one_island_of_two(void** state)
{
    (void)state;
    vlWorld* world = makeFloor(12);
    vlBodyId id[4];
    vlStage_AddPile(world, 0.0, 2, id);
    vlStage_AddPile(world, 1.0, 2, &id[2]);
    vlSpringDef spring = vlDefaultSpringDef();
    spring.bodyA = id[1];
    spring.bodyB = id[3];
    spring.stiffness = 10.0;
    spring.restLength = 1.0;
    vlSpringId link;
    assert_int_equal(vlWorld_CreateSpring(world, &spring, &link), VL_OK);
    vlStage_Run(world, 0.1);
    assert_int_equal(vlWorld_GetStepInfo(world).islandCount, 1);
    assert_int_equal(vlWorld_GetStepInfo(world).largestIsland, 4);
    vlWorld_Destroy(world);
}

// A pile moves in the same way, to the last bit, whatever stands beside it.
static void islands_do_not_feel_each_other(void** state)
{
    (void)state;
    vlWorld* alone = makeFloor(12);
    vlWorld* beside = makeFloor(12);
    vlBodyId a[3], b[6];
    vlStage_AddPile(alone, 0.0, 3, a);
    vlStage_AddPile(beside, 0.0, 3, b);
    vlStage_AddPile(beside, 5.0, 3, &b[3]);
    vlTwist push = vlModel_Moving(vlVec(0.3, 0.2, 0.0), vlVec(0.0, 0.0, 1.0));
    assert_int_equal(vlBody_SetTwist(alone, a[2], push), VL_OK);
    assert_int_equal(vlBody_SetTwist(beside, b[2], push), VL_OK);
    assert_int_equal(vlBody_SetTwist(beside, b[4], push), VL_OK);
    for (int i = 0; i < 500; ++i) {
        vlStage_Step(alone);
        vlStage_Step(beside);
        for (int k = 0; k < 3; ++k) {
            vlPose first = vlStage_PoseOf(alone, a[k]);
            vlPose second = vlStage_PoseOf(beside, b[k]);
            assert_memory_equal(&first, &second, sizeof first);
        }
    }
    vlWorld_Destroy(alone);
    vlWorld_Destroy(beside);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bodies_that_touch_form_islands),
        cmocka_unit_test(a_spring_makes_one_island_of_two),
        cmocka_unit_test(islands_do_not_feel_each_other),
    };
    return cmocka_run_group_tests_name("implicit_islands", tests, NULL, NULL);
}
