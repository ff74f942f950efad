// SPDX-License-Identifier: MIT
// Nothing passes through anything within a step (docs/theory/foreseen.md): bars and plates of any
// size that turn as fast as they fly.

#include "box_ways.h"

static const double steps[2] = {1e-3, 5e-3};

static double stepDeeper(vlWorld* world, Box* a, Box* b, double step, double fine)
{
    vlStage_Step(world);
    return deeperOnTheWay(world, a, b, step, fine);
}

// Lets two boxes meet; energy never grows, and momentum is kept unless they touch something fixed.
static void meet(vlWorld* world, Box* a, Box* b, double seconds, double step)
{
    double thin = thinnestOf(a, b);
    double start = vlStage_KineticEnergy(world);
    vlVec3 pa = vlScale(vlStage_TwistOf(world, a->id).linear, a->mass);
    vlVec3 pb = vlScale(vlStage_TwistOf(world, b->id).linear, b->mass);
    for (int k = 0; k < (int)(seconds / step); ++k) {
        VL_CHECK_BELOW(stepDeeper(world, a, b, step, 0.1 * thin), ALLOWED * thin);
        // The energy of a freely rotating body with unequal moments oscillates by 1e-7 (T1.3).
        VL_CHECK_BELOW(vlStage_KineticEnergy(world), start * (1.0 + 1e-7));
    }
    if (a->mass > 0.0) {
        vlVec3 q = vlAdd(vlScale(vlStage_TwistOf(world, a->id).linear, a->mass),
                         vlScale(vlStage_TwistOf(world, b->id).linear, b->mass));
        // Rounding of stiff solves.
        VL_CHECK_BELOW(vlLength(vlSub(vlAdd(pa, pb), q)), 1e-11 * (vlLength(pa) + vlLength(pb)));
    }
    vlWorld_Destroy(world);
}

// A bar of 50 to 500 mm by 0.5 to 20 mm, at 1 to 50 m/s and up to 200 rad/s.
static vlVec3 anyBar(vlRandom* random, vlPose* pose, vlTwist* twist, double* speed)
{
    vlVec3 size;
    size.x = vlRandom_Range(random, 0.05, 0.5);
    size.y = vlRandom_Log(random, 1e-3, 1e-2);
    size.z = size.y * vlRandom_Range(random, 0.5, 2.0);
    *speed = vlRandom_Log(random, 1.0, 50.0);
    double rate = vlRandom_Range(random, 0.0, 200.0);
    twist->angular = vlScale(vlRandom_Direction(random), rate);
    twist->linear = vlVec(0.0, 0.0, -*speed);
    pose->q = vlRandom_Rotation(random);
    double phase = vlRandom_Uniform(random);
    pose->p = vlVec(0.0, 0.0, 0.5 * size.x + 0.03 + phase * 5e-3 * *speed);
    return size;
}

static void tumbling_bars_pass_no_plate(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(11);
    for (int i = 0; i < vlStage_Count(40, 6); ++i) {
        vlPose pose;
        vlTwist twist;
        double speed;
        vlVec3 size = anyBar(&random, &pose, &twist, &speed);
        double wall = vlRandom_Log(&random, 5e-4, 5e-3);
        vlWorld* world = makeWorld(steps[i % 2]);
        Box a =
            addBox(world, vlVec(2.0, 2.0, wall), true, vlModel_At(0.0, 0.0, -0.5 * wall), twist);
        Box b = addBox(world, size, false, pose, twist);
        meet(world, &a, &b, pose.p.z / speed + 0.04, steps[i % 2]);
    }
}

// A box of 100 mm, fixed or free, in any orientation, is hit near an edge.
static void tumbling_bars_pass_no_edge_of_a_box(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(12);
    for (int i = 0; i < vlStage_Count(40, 6); ++i) {
        vlPose pose;
        vlTwist twist;
        double speed;
        vlVec3 size = anyBar(&random, &pose, &twist, &speed);
        vlVec3 aside = vlRandom_InCube(&random, 0.05);
        vlPose place = {vlVec(0.05 + aside.x, aside.y, -0.1), vlRandom_Rotation(&random)};
        vlWorld* world = makeWorld(steps[i % 2]);
        Box a = addBox(world, vlVec(0.1, 0.1, 0.1), i / 2 % 2 == 0, place, vlModel_AtRest());
        Box b = addBox(world, size, false, pose, twist);
        meet(world, &a, &b, (pose.p.z + 0.2) / speed + 0.02, steps[i % 2]);
    }
}

// Two bars, or two plates, that come from both sides.
static void two_tumbling_bodies_do_not_pass_each_other(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(13);
    for (int i = 0; i < vlStage_Count(40, 6); ++i) {
        vlPose pose, place;
        vlTwist twist, other;
        double speed, unused;
        vlVec3 size = anyBar(&random, &pose, &twist, &speed);
        vlVec3 size2 = anyBar(&random, &place, &other, &unused);
        vlVec3 aside = vlRandom_InCube(&random, 0.3 * size.x);
        if (i / 2 % 2 == 0) {
            size.y = 0.5 * size.x;
            size2.y = 0.6 * size2.x;
        }
        place.p = vlVec(aside.x, aside.y, -0.6 * size2.x);
        pose.p.z += 0.1 * size.x;
        other.linear = vlVec(0.0, 0.0, 0.3 * speed);
        vlWorld* world = makeWorld(steps[i % 2]);
        Box a = addBox(world, size2, false, place, other);
        Box b = addBox(world, size, false, pose, twist);
        meet(world, &a, &b, (pose.p.z - place.p.z) / speed + 0.02, steps[i % 2]);
    }
}

// A plate held by a coupling; the device rotates it and goes through a wall at 1 to 10 m/s.
static void a_spinning_plate_that_is_held_does_not_pass(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(14);
    for (int i = 0; i < vlStage_Count(16, 2); ++i) {
        double step = steps[i % 2];
        double speed = vlRandom_Log(&random, 1.0, 10.0);
        double rate = vlRandom_Range(&random, 0.0, 100.0);
        vlTwist twist = {vlVec(0.0, 0.0, -speed), vlScale(vlRandom_Direction(&random), rate)};
        vlPose device = {vlVec(0.0, 0.0, 0.1), vlRandom_Rotation(&random)};
        vlWorld* world = makeWorld(step);
        Box a = addBox(world, vlVec(1.0, 1.0, 2e-3), true, vlModel_At(0.0, 0.0, -1e-3), twist);
        Box b = addBox(world, vlVec(0.1, 0.04, 2e-3), false, device, twist);
        vlCouplingDef def = vlDefaultCouplingDef();
        def.body = b.id;
        def.stiffness = 1000.0;
        def.damping = 2.0;
        def.angularStiffness = 1.0;
        def.angularDamping = 0.01;
        vlCouplingId coupling;
        assert_int_equal(vlWorld_CreateCoupling(world, &def, &coupling), VL_OK);
        for (int k = 0; k < (int)(0.3 / step); ++k) {
            twist.linear = device.p.z > -0.02 ? twist.linear : vlZero();
            device.p = vlMulAdd(device.p, step, twist.linear);
            device.q = vlTurn(device.q, vlScale(twist.angular, step));
            assert_int_equal(vlCoupling_SetDevice(world, coupling, device, twist), VL_OK);
            VL_CHECK_BELOW(stepDeeper(world, &a, &b, step, 2e-4), ALLOWED * 2e-3);
            assert_true(b.pose.p.z > 0.0);
        }
        vlWorld_Destroy(world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tumbling_bars_pass_no_plate),
        cmocka_unit_test(tumbling_bars_pass_no_edge_of_a_box),
        cmocka_unit_test(two_tumbling_bodies_do_not_pass_each_other),
        cmocka_unit_test(a_spinning_plate_that_is_held_does_not_pass),
    };
    return cmocka_run_group_tests_name("halt", tests, NULL, NULL);
}
