// SPDX-License-Identifier: MIT
// Queries in a world: against the same query of every body, and bodies that filters skip.

#include "shape_makers.h"
#include "stage.h"
#include "test.h"

// 40 bodies of all types and kinds of shapes, two half-spaces among them, and two empty slots.
static vlWorld* makeCrowd(vlRandom* random)
{
    vlWorldDef def = vlDefaultWorldDef();
    vlWorld* world = vlStage_CreateWorld(&def);
    vlBodyId ids[42];
    for (int i = 0; i < 40; ++i) {
        vlPose pose = vlStage_AnyPose(random, vlRandom_InCube(random, 3.0));
        vlBodyType type = (vlBodyType)(i % 3);
        vlShape* shape = i % 4 == 0   ? vlStage_CreateCutBox(vlVec(0.5, 0.3, 0.4), 2, 1, 2)
                         : i % 4 == 1 ? makeBall(random, 20)
                                      : makeBox(0.1, 0.2, 0.4);
        ids[i] = type == VL_BODY_DYNAMIC
                     ? vlStage_AddShape(world, shape, 1.0, pose, (vlTwist){vlZero(), vlZero()})
                     : vlStage_AddFixed(world, type, shape, pose);
    }
    for (int i = 40; i < 42; ++i) {
        vlShape* shape = NULL;
        assert_int_equal(
            vlShape_CreateHalfspace(NULL, vlRandom_Direction(random), -2.5, &shape, NULL, 0),
            VL_OK);
        ids[i] = vlStage_AddFixed(world, i == 40 ? VL_BODY_STATIC : VL_BODY_KINEMATIC, shape,
                                  vlIdentityPose());
    }
    assert_int_equal(vlWorld_DestroyBody(world, ids[3]), VL_OK);
    assert_int_equal(vlWorld_DestroyBody(world, ids[20]), VL_OK);
    return world;
}

static const vlShape* shapeOf(const vlWorld* world, vlBodyId id)
{
    const vlShape* shape = NULL;
    assert_int_equal(vlBody_GetShape(world, id, &shape), VL_OK);
    return shape;
}

static void a_world_answers_as_the_nearest_of_its_bodies(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(1);
    int found = 0;
    for (int round = 0; round < vlStage_Count(40, 4); ++round) {
        vlWorld* world = makeCrowd(&random);
        for (int k = 0; k < 100; ++k) {
            vlVec3 point = vlRandom_InCube(&random, 4.0);
            double reach = vlRandom_Range(&random, 0.0, 1.0);
            vlClosestPoint expected = {.distance = (double)INFINITY};
            for (int i = 0; i < vlWorld_GetBodyCount(world); ++i) {
                vlBodyId id = vlWorld_GetBody(world, i);
                vlClosestPoint c;
                assert_int_equal(
                    vlShape_FindClosest(shapeOf(world, id), vlStage_PoseOf(world, id), point, &c),
                    VL_OK);
                if (c.distance < expected.distance) {
                    expected = c;
                    expected.body = id;
                }
            }
            vlClosestPoint c;
            assert_int_equal(vlWorld_FindClosest(world, point, reach, NULL, &c), VL_OK);
            if (expected.distance > reach) {
                assert_int_equal(c.body.index1, 0);
            } else {
                ++found;
                assert_int_equal(c.body.index1, expected.body.index1);
                assert_int_equal(c.body.generation, expected.body.generation);
                assert_true(c.distance == expected.distance && c.piece == expected.piece);
            }
        }
        vlWorld_Destroy(world);
    }
    assert_true(found > 100);
}

static void a_ray_meets_the_first_of_all_bodies(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(2);
    int hits = 0;
    for (int round = 0; round < vlStage_Count(40, 4); ++round) {
        vlWorld* world = makeCrowd(&random);
        for (int k = 0; k < 100; ++k) {
            vlRay ray = {vlRandom_InCube(&random, 4.0),
                         vlScale(vlRandom_Direction(&random), vlRandom_Log(&random, 0.1, 10.0)),
                         k % 3 == 0 ? (double)INFINITY : vlRandom_Range(&random, 0.0, 5.0)};
            vlRayHit expected = {.isHit = false};
            for (int i = 0; i < vlWorld_GetBodyCount(world); ++i) {
                vlBodyId id = vlWorld_GetBody(world, i);
                vlRayHit h;
                assert_int_equal(
                    vlShape_CastRay(shapeOf(world, id), vlStage_PoseOf(world, id), &ray, &h),
                    VL_OK);
                if (h.isHit && (!expected.isHit || h.distance < expected.distance)) {
                    expected = h;
                    expected.body = id;
                }
            }
            vlRayHit h;
            assert_int_equal(vlWorld_CastRay(world, &ray, NULL, &h), VL_OK);
            assert_true(h.isHit == expected.isHit);
            if (h.isHit) {
                ++hits;
                assert_int_equal(h.body.index1, expected.body.index1);
                assert_true(h.distance == expected.distance && h.piece == expected.piece);
            }
        }
        vlWorld_Destroy(world);
    }
    assert_true(hits > 100);
}

static void a_filter_skips_types_and_one_body(void** state)
{
    (void)state;
    vlWorldDef def = vlDefaultWorldDef();
    vlWorld* world = vlStage_CreateWorld(&def);
    vlTwist still = {vlZero(), vlZero()};
    // One behind the other along x: static, kinematic, dynamic, dynamic.
    vlBodyId bodies[4] = {
        vlStage_AddFixed(world, VL_BODY_STATIC, makeBox(0.1, 1.0, 1.0), at(1.0, 0.0, 0.0)),
        vlStage_AddFixed(world, VL_BODY_KINEMATIC, makeBox(0.1, 1.0, 1.0), at(2.0, 0.0, 0.0)),
        vlStage_AddShape(world, makeBox(0.1, 1.0, 1.0), 1.0, at(3.0, 0.0, 0.0), still),
        vlStage_AddShape(world, makeBox(0.1, 1.0, 1.0), 1.0, at(4.0, 0.0, 0.0), still)};
    vlRay ray = {vlZero(), vlVec(2.0, 0.0, 0.0), (double)INFINITY};
    const vlQueryFilter filters[] = {
        {.skipStatic = false},
        {.skipStatic = true},
        {.skipStatic = true, .skipKinematic = true},
        {.skipStatic = true, .skipKinematic = true, .skipBody = bodies[2]},
        {.skipStatic = true, .skipKinematic = true, .skipDynamic = true}};
    for (int i = 0; i < 5; ++i) {
        vlRayHit hit;
        vlClosestPoint closest;
        assert_int_equal(vlWorld_CastRay(world, &ray, &filters[i], &hit), VL_OK);
        assert_int_equal(
            vlWorld_FindClosest(world, vlZero(), (double)INFINITY, &filters[i], &closest), VL_OK);
        assert_true(hit.isHit == (i < 4));
        assert_int_equal(hit.body.index1, i < 4 ? bodies[i].index1 : 0);
        assert_int_equal(closest.body.index1, hit.body.index1);
        if (i < 4) {
            VL_CHECK_NEAR(hit.distance, 0.9 + i, 1e-12); // faces 0.1 before the centres
            VL_CHECK_NEAR(closest.distance, 0.9 + i, 1e-12);
        }
    }
    vlGap gap;
    assert_int_equal(vlBody_FindGap(world, bodies[0], bodies[3], &gap), VL_OK);
    VL_CHECK_NEAR(gap.distance, 2.8, 1e-12);
    vlWorld_Destroy(world);
}

static void a_world_says_what_it_refuses(void** state)
{
    (void)state;
    vlWorldDef def = vlDefaultWorldDef();
    vlWorld* world = vlStage_CreateWorld(&def);
    vlBodyId floor = vlStage_AddFloor(world);
    vlBodyId gone = vlStage_AddFixed(world, VL_BODY_STATIC, makeBox(1.0, 1.0, 1.0), //
                                     vlIdentityPose());
    assert_int_equal(vlWorld_DestroyBody(world, gone), VL_OK);
    vlClosestPoint closest = {.distance = 7.0};
    vlRayHit hit = {.distance = 7.0};
    vlGap gap = {.distance = 7.0};
    vlRay ray = {vlZero(), vlZero(), 1.0};
    vlResult bad = VL_ERROR_ARGUMENT;
    assert_int_equal(vlWorld_FindClosest(world, vlZero(), -1.0, NULL, &closest), bad);
    assert_non_null(strstr(vlWorld_GetMessage(world), "reach -1"));
    assert_int_equal(vlWorld_FindClosest(world, vlZero(), 1.0, NULL, NULL), bad);
    assert_int_equal(vlWorld_CastRay(world, &ray, NULL, &hit), bad);
    assert_non_null(strstr(vlWorld_GetMessage(world), "along (0, 0, 0)"));
    assert_int_equal(vlWorld_CastRay(world, NULL, NULL, &hit), bad);
    assert_int_equal(vlBody_FindGap(world, floor, gone, &gap), VL_ERROR_STALE_ID);
    assert_int_equal(vlBody_FindGap(world, floor, floor, &gap), bad);
    assert_non_null(strstr(vlWorld_GetMessage(world), "half-space"));
    assert_true(closest.distance == 7.0 && hit.distance == 7.0 && gap.distance == 7.0);
    vlWorld_Destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_world_answers_as_the_nearest_of_its_bodies),
        cmocka_unit_test(a_ray_meets_the_first_of_all_bodies),
        cmocka_unit_test(a_filter_skips_types_and_one_body),
        cmocka_unit_test(a_world_says_what_it_refuses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
