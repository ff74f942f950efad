// SPDX-License-Identifier: MIT
// The nearest body within reach: against closed forms, and against a search over the surface.

#include <math.h>

#include "models/random.h"
#include "stage.h"
#include "test.h"

static vlWorld* makeWorld(void)
{
    vlWorldDef def = vlDefaultWorldDef();
    def.capacity.bodies = 8; // many worlds: most of their time would go into clearing memory
    vlWorld* world = NULL;
    assert_int_equal(vlWorld_Create(&def, &world, NULL, 0), VL_OK);
    return world;
}

static vlBodyId addBox(vlWorld* world, vlBodyType type, vlVec3 size, vlPose pose)
{
    vlShape* shape = NULL;
    assert_int_equal(vlShape_CreateBox(NULL, vlScale(size, 0.5), &shape, NULL, 0), VL_OK);
    vlBodyDef def = vlDefaultBodyDef();
    def.type = type;
    def.shape = shape;
    def.pose = pose;
    vlBodyId id;
    assert_int_equal(vlWorld_CreateBody(world, &def, &id), VL_OK);
    vlShape_Release(shape);
    return id;
}

static vlPose at(double x, double y, double z)
{
    vlPose pose = vlIdentityPose();
    pose.p = vlVec(x, y, z);
    return pose;
}

static void the_nearest_dynamic_body_within_reach_is_found(void** state)
{
    (void)state;
    vlWorld* world = makeWorld();
    double distance = -1.0;
    vlBodyId none = vlWorld_FindNearest(world, vlZero(), 1.0, &distance);
    assert_int_equal(none.index1, 0);
    assert_true(distance == -1.0); // untouched
    (void)addBox(world, VL_BODY_STATIC, vlVec(0.1, 0.1, 0.1), at(0.0, 0.0, 0.0));
    vlBodyId far = addBox(world, VL_BODY_DYNAMIC, vlVec(0.1, 0.1, 0.1), at(0.3, 0.0, 0.0));
    vlBodyId near = addBox(world, VL_BODY_DYNAMIC, vlVec(0.1, 0.1, 0.1), at(0.0, 0.2, 0.0));
    // Faces at 0.25 and 0.15; the static body within reach does not count.
    vlBodyId found = vlWorld_FindNearest(world, vlZero(), 1.0, &distance);
    assert_int_equal(found.index1, near.index1);
    VL_CHECK_NEAR(distance, 0.15, 1e-12); // rounding
    assert_int_equal(vlWorld_FindNearest(world, vlZero(), 0.149, &distance).index1, 0);
    assert_int_equal(vlWorld_FindNearest(world, vlVec(0.2, 0.0, 0.0), 1.0, NULL).index1,
                     far.index1);
    // A point inside a body.
    assert_int_equal(vlWorld_FindNearest(world, vlVec(0.31, 0.0, 0.01), 0.0, &distance).index1,
                     far.index1);
    assert_true(distance == 0.0);
    // Over a corner: (0.01, 0.02, 0.02) away from it, 0.03 in all.
    found = vlWorld_FindNearest(world, vlVec(0.36, 0.07, 0.07), 0.031, &distance);
    assert_int_equal(found.index1, far.index1);
    VL_CHECK_NEAR(distance, 0.03, 1e-12);
    assert_int_equal(vlWorld_FindNearest(world, vlVec((double)NAN, 0.0, 0.0), 1.0, NULL).index1, 0);
    vlWorld_Destroy(world);
}

// Distance to a box by clamping in its frame, another method than the engine's.
static double boxDistance(vlPose pose, vlVec3 half, vlVec3 point)
{
    vlVec3 p = vlUntransform(pose, point);
    vlVec3 outside = vlVec(fmax(fabs(p.x) - half.x, 0.0), fmax(fabs(p.y) - half.y, 0.0),
                           fmax(fabs(p.z) - half.z, 0.0));
    return vlLength(outside);
}

static void distances_to_turned_boxes_are_exact(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(11);
    for (int round = 0; round < 300; ++round) {
        vlWorld* world = makeWorld();
        vlVec3 size = vlVec(vlRandom_Range(&random, 0.01, 0.2), vlRandom_Range(&random, 0.01, 0.2),
                            vlRandom_Range(&random, 0.01, 0.2));
        vlPose pose = {vlScale(vlRandom_InBall(&random), 0.3), vlRandom_Rotation(&random)};
        (void)addBox(world, VL_BODY_DYNAMIC, size, pose);
        vlVec3 point = vlScale(vlRandom_InBall(&random), 0.5);
        double distance = -1.0;
        vlBodyId found = vlWorld_FindNearest(world, point, 10.0, &distance);
        assert_int_equal(found.index1, 1);
        // 1e-12: rounding of coordinates of a metre, and the distance that counts as touching,
        // 1e-12 of the radius.
        VL_CHECK_NEAR(distance, boxDistance(pose, vlScale(size, 0.5), point), 1e-12);
        vlWorld_Destroy(world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_nearest_dynamic_body_within_reach_is_found),
        cmocka_unit_test(distances_to_turned_boxes_are_exact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
