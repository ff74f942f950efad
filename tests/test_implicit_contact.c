// SPDX-License-Identifier: MIT
// Landing, resting, stacking and colliding under the implicit integrator: exact depths, rest to the
// last bits and no energy from nowhere, for any stiffness, step and ratio of masses.

#include "models/wall_model.h"
#include "stage.h"
#include "test.h"

static vlWorld* makeFloor(double step, double k, int bodies)
{
    vlWorldDef def = vlStage_ImplicitDef(step, k, bodies);
    vlWorld* world = vlStage_CreateWorld(&def);
    vlStage_AddFloor(world);
    return world;
}

// Kinetic and potential energy of all bodies.
static double energyOf(const vlWorld* world)
{
    double sum = vlStage_KineticEnergy(world);
    for (int i = 0; i < vlWorld_GetBodyCount(world); ++i) {
        vlBodyId id = vlWorld_GetBody(world, i);
        sum += vlStage_MassOf(world, id) * VL_GRAVITY * vlStage_CentreOf(world, id).z;
    }
    return sum;
}

// Runs and returns the highest energy on the way.
static double highestEnergy(vlWorld* world, double seconds)
{
    double highest = -1e300;
    int steps = (int)(seconds / vlWorld_GetStep(world) + 0.5);
    for (int i = 0; i < steps; ++i) {
        vlStage_Step(world);
        highest = fmax(highest, energyOf(world));
    }
    return highest;
}

static double topSpin(const vlWorld* world)
{
    double top = 0.0;
    for (int i = 0; i < vlWorld_GetBodyCount(world); ++i) {
        vlTwist t = vlStage_TwistOf(world, vlWorld_GetBody(world, i));
        top = fmax(top, vlLength(t.angular));
    }
    return top;
}

static void a_tilted_box_lands_and_rests_at_its_exact_depth(void** state)
{
    (void)state;
    static const double cases[][2] = {{1e-3, 1e4}, {1e-3, 1e6}, {1e-3, 1e7},
                                      {1e-3, 1e8}, {5e-3, 1e6}, {1e-2, 1e6}};
    for (int i = 0; i < 6; ++i) {
        vlWorld* world = makeFloor(cases[i][0], cases[i][1], 2);
        vlPose pose = {vlVec(0.0, 0.0, 0.3), vlQuatFromAxisAngle(vlVec(1.0, 0.3, 0.2), 0.4)};
        vlBodyId box = vlStage_AddBox(world, vlVec(0.2, 0.15, 0.1), 1.0, pose, vlModel_AtRest());
        double start = energyOf(world);
        VL_CHECK_BELOW(highestEnergy(world, 8.0), start); // the box moves in the first step already
        double exact = VL_GRAVITY / cases[i][1];
        double depth = 0.05 - vlStage_CentreOf(world, box).z;
        // The last bit of a height of 50 mm is 1e-17 m; 1e8 N/m leaves a depth of 1e-7 m.
        VL_CHECK_NEAR(depth / exact, 1.0, 1e-9);
        // Rounding: 1e-16 m of position per step.
        VL_CHECK_BELOW(vlStage_TopSpeed(world), 1e-12);
        VL_CHECK_BELOW(topSpin(world), 1e-11);
        double before = vlStage_CentreOf(world, box).z;
        vlStage_Run(world, 1.0);
        VL_CHECK_BELOW(fabs(vlStage_CentreOf(world, box).z - before), 1e-15); // no jitter
        vlWorld_Destroy(world);
    }
}

static void landing_never_gains_energy(void** state)
{
    (void)state;
    static const double stiffness[] = {1e4, 1e5, 1e6, 1e7, 1e8};
    int drops = vlStage_Count(40, 4);
    for (int i = 0; i < 5; ++i) {
        vlRandom random = vlRandom_Seed(77 + (uint64_t)i);
        int rests = 0;
        for (int n = 0; n < drops; ++n) {
            vlWorld* world = makeFloor(1e-3, stiffness[i], 2);
            vlVec3 size = vlStage_AnySize(&random, 0.05, 0.3);
            vlPose pose = vlStage_AnyPose(&random, vlVec(0.0, 0.0, 0.6));
            vlTwist twist = vlStage_AnyTwist(&random, 1.0, 8.0);
            vlStage_AddBox(world, size, 1.0, pose, twist);
            double start = energyOf(world);
            // Free flight keeps the energy of turning to 1e-5 of it; that part is below 1 J.
            VL_CHECK_BELOW(highestEnergy(world, 4.0), start + 1e-5);
            rests += vlStage_TopSpeed(world) < 1e-6;
            vlWorld_Destroy(world);
        }
        // On a soft floor a slender box rocks for longer: of 40 on 1e5 N/m, 38 have come to rest.
        assert_true(rests >= (stiffness[i] < 1e5 ? 7 * drops / 10 : drops - 2));
    }
}

// Below k a^2/12 = weight times height, 6e6 N/m for ten tonnes, the pair would have to buckle.
static void a_light_body_bears_a_heavy_one(void** state)
{
    (void)state;
    static const double cases[][2] = {{1e3, 1e6}, {1e3, 1e7}, {1e4, 1e7}, {1e4, 1e8}};
    for (int i = 0; i < 4; ++i) {
        double heavy = cases[i][0];
        double k = cases[i][1];
        vlWorld* world = makeFloor(1e-3, k, 3);
        vlVec3 size = vlVec(0.2, 0.2, 0.2);
        vlBodyId low = vlStage_AddBox(world, size, 1.0, vlModel_At(0, 0, 0.1), vlModel_AtRest());
        vlBodyId top = vlStage_AddBox(world, size, heavy, vlModel_At(0, 0, 0.3), vlModel_AtRest());
        vlStage_Run(world, 5.0);
        double depth = 0.1 - vlStage_CentreOf(world, low).z;
        VL_CHECK_NEAR(depth / ((heavy + 1.0) * VL_GRAVITY / k), 1.0, 1e-9);
        double between = 0.2 - vlStage_CentreOf(world, top).z + vlStage_CentreOf(world, low).z;
        VL_CHECK_NEAR(between / (heavy * VL_GRAVITY / k), 1.0, 1e-9);
        VL_CHECK_BELOW(vlStage_TopSpeed(world), 1e-12);
        vlWorld_Destroy(world);
    }
}

static void a_column_of_thirteen_sinks_by_its_weight_over_the_stiffness(void** state)
{
    (void)state;
    enum { COUNT = 13 };
    vlWorld* world = makeFloor(1e-3, 1e6, COUNT + 1);
    vlBodyId id[COUNT];
    for (int i = 0; i < COUNT; ++i) {
        id[i] = vlStage_AddBox(world, vlVec(2.0, 1.0, 1.0), 1.0, vlModel_At(0.0, 0.0, 0.5 + i),
                               vlModel_AtRest());
    }
    vlStage_Run(world, 10.0);
    double sunk = 0.0;
    for (int i = 0; i < COUNT; ++i) { // contact i carries COUNT - i blocks
        sunk += (COUNT - i) * VL_GRAVITY / 1e6;
        VL_CHECK_NEAR((0.5 + i - vlStage_CentreOf(world, id[i]).z) / sunk, 1.0, 1e-8);
    }
    VL_CHECK_BELOW(vlStage_TopSpeed(world), 1e-12);
    vlWorld_Destroy(world);
}

// Largest displacement of a brick of a wall that stood for `seconds`, and the top speed at the end.
static double standWall(int blocks, double step, double k, double seconds, double* speed)
{
    vlWorld* world = makeFloor(step, k, blocks + 1);
    vlWallDef wall = vlWall_Default(blocks);
    vlBodyId id[100];
    assert_true(blocks <= 100);
    assert_int_equal(vlModel_AddWall(world, &wall, id), VL_OK);
    vlVec3 from[100];
    for (int i = 0; i < blocks; ++i) {
        from[i] = vlStage_CentreOf(world, id[i]);
    }
    vlStage_Run(world, seconds);
    double farthest = 0.0;
    for (int i = 0; i < blocks; ++i) {
        double way = vlLength(vlSub(vlStage_CentreOf(world, id[i]), from[i]));
        farthest = fmax(farthest, way);
    }
    *speed = vlStage_TopSpeed(world);
    vlWorld_Destroy(world);
    return farthest;
}

static void walls_stand_at_stiffnesses_beyond_the_explicit_limit(void** state)
{
    (void)state;
    double speed;
    // 1e-4: the weight of the rows above over the stiffness, row by row, is 0.06 mm at 1e6 N/m.
    // Explicit integration holds 1.5e5 N/m at 1 ms and 6e3 N/m at 5 ms.
    VL_CHECK_BELOW(standWall(13, 1e-3, 1e6, vlStage_Count(10, 2), &speed), 1e-4);
    VL_CHECK_BELOW(speed, 1e-11);
    VL_CHECK_BELOW(standWall(30, 5e-3, 1e5, 10.0, &speed), 2e-3);
    VL_CHECK_BELOW(speed, 1e-9);
    // A hundred bricks settle into their gaps by millimetres: 20 mm are left between neighbours.
    VL_CHECK_BELOW(standWall(100, 5e-3, 1e5, vlStage_Count(10, 5), &speed), 0.01);
    VL_CHECK_BELOW(speed, 1e-3);
}

static void a_heap_of_boxes_comes_to_rest(void** state)
{
    (void)state;
    enum { COUNT = 25 };
    for (int i = 0; i < vlStage_Count(2, 1); ++i) {
        vlRandom random = vlRandom_Seed(5);
        vlWorld* world = makeFloor(1e-3, i == 0 ? 1e6 : 1e7, COUNT + 1);
        for (int n = 0; n < COUNT; ++n) {
            vlVec3 size = vlStage_AnySize(&random, 0.1, 0.3);
            vlVec3 place = vlVec(0.1 * (n % 2), 0.1 * (n % 3), 0.3 + 0.35 * n);
            vlPose pose = vlStage_AnyPose(&random, place);
            vlStage_AddBox(world, size, 1.0, pose, vlModel_AtRest());
        }
        double start = energyOf(world);
        VL_CHECK_BELOW(highestEnergy(world, 5.0), start);
        vlStage_Run(world, 3.0);
        // The slowest rocking of a heap decays by a factor of 5 in 2 s, and nothing drives it.
        VL_CHECK_BELOW(vlStage_TopSpeed(world), 1e-8);
        vlWorld_Destroy(world);
    }
}

static void a_collision_in_the_void_keeps_both_momenta(void** state)
{
    (void)state;
    static const double stiffness[] = {1e4, 1e6, 1e8};
    int rounds = vlStage_Count(60, 6);
    int touched = 0;
    for (int n = 0; n < rounds; ++n) {
        vlRandom random = vlRandom_Seed(900 + (uint64_t)n);
        vlWorldDef def = vlStage_ImplicitDef(1e-3, stiffness[n % 3], 2);
        def.gravity = vlZero();
        vlWorld* world = vlStage_CreateWorld(&def);
        vlBodyId id[2];
        for (int k = 0; k < 2; ++k) {
            vlVec3 size = vlStage_AnySize(&random, 0.1, 0.4);
            vlPose pose = vlStage_AnyPose(&random, vlVec(k == 0 ? -0.5 : 0.5, 0.0, 0.0));
            vlTwist twist = vlStage_AnyTwist(&random, 0.2, 5.0);
            twist.linear.x += k == 0 ? 1.0 : -1.0;
            id[k] = vlStage_AddBox(world, size, vlRandom_Log(&random, 0.3, 3.0), pose, twist);
        }
        vlVec3 change[2] = {vlZero(), vlZero()};
        for (int at = 0; at < 2; ++at) { // before, after
            for (int k = 0; k < 2; ++k) {
                vlVec3 p =
                    vlScale(vlStage_TwistOf(world, id[k]).linear, vlStage_MassOf(world, id[k]));
                double sign = at == 0 ? -1.0 : 1.0;
                change[0] = vlMulAdd(change[0], sign, p);
                change[1] = vlMulAdd(change[1], sign, vlStage_AngularMomentum(world, id[k]));
            }
            for (int i = 0; i < 1000 && at == 0; ++i) {
                vlStage_Step(world);
                touched += vlWorld_GetContactCount(world) > 0;
            }
        }
        // Rounding of a thousand steps with momenta of a few kg m/s.
        VL_CHECK_BELOW(vlLength(change[0]), 1e-12);
        VL_CHECK_BELOW(vlLength(change[1]), 1e-12);
        vlWorld_Destroy(world);
    }
    assert_true(touched > 10 * rounds); // the bodies did collide
}

static void a_box_of_pieces_sinks_as_the_whole(void** state)
{
    (void)state;
    static const int cuts[][3] = {{1, 1, 1}, {2, 1, 1}, {2, 2, 1}, {1, 1, 2}, {2, 2, 2}, {8, 1, 1}};
    double k = 1e6;
    double exact = 2.0 * VL_GRAVITY / k;
    for (int i = 0; i < 12; ++i) {
        const int* cut = cuts[i % 6];
        vlWorldDef def = vlStage_ImplicitDef(1e-3, k, 2);
        def.capacity.pieces = 40;
        def.contact.law = i < 6 ? VL_LAW_LUMPED : VL_LAW_FOUNDATION;
        def.surface.foundation = k / 0.16; // the same on the box's face
        vlWorld* world = vlStage_CreateWorld(&def);
        vlStage_AddSlab(world, vlVec(4.0, 4.0, 0.5));
        vlShape* shape = vlStage_CreateCutBox(vlVec(0.4, 0.4, 0.2), cut[0], cut[1], cut[2]);
        vlBodyId box =
            vlStage_AddShape(world, shape, 2.0, vlModel_At(0.0, 0.0, 0.1), vlModel_AtRest());
        vlStage_Run(world, 2.0);
        // The normals of the pieces differ by depth over width, 4e-4, which enters squared.
        double depth = 0.1 - vlStage_CentreOf(world, box).z;
        VL_CHECK_NEAR(depth / exact, 1.0, cut[0] * cut[1] * cut[2] == 1 ? 1e-9 : 1e-6);
        VL_CHECK_BELOW(vlStage_TopSpeed(world), 1e-12);
        vlWorld_Destroy(world);
    }
}

// Without a stiffness given the heaviest body of the world, or 0.1 kg, sinks by 1 um under the
// standard gravity, whatever the step (T10.6).
static void the_automatic_stiffness_sinks_by_a_micrometre(void** state)
{
    (void)state;
    static const double mass[] = {0.01, 0.5, 50.0};
    for (int i = 0; i < 6; ++i) {
        vlWorld* world = makeFloor(i % 2 == 0 ? 1e-3 : 5e-3, VL_AUTO, 2);
        vlBodyId box = vlStage_AddBox(world, vlVec(0.4, 0.4, 0.2), mass[i / 2],
                                      vlModel_At(0.0, 0.0, 0.1), vlModel_AtRest());
        vlStage_Run(world, 3.0);
        double depth = 0.1 - vlStage_CentreOf(world, box).z;
        double stiffness = 9.80665 * fmax(mass[i / 2], 0.1) / 1e-6;
        // The last bit of a height of 0.1 m is 1e-17 m, 1e-10 of the least depth, summed.
        VL_CHECK_NEAR(depth * stiffness / (mass[i / 2] * VL_GRAVITY), 1.0, 1e-8);
        vlWorld_Destroy(world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tilted_box_lands_and_rests_at_its_exact_depth),
        cmocka_unit_test(landing_never_gains_energy),
        cmocka_unit_test(a_light_body_bears_a_heavy_one),
        cmocka_unit_test(a_column_of_thirteen_sinks_by_its_weight_over_the_stiffness),
        cmocka_unit_test(walls_stand_at_stiffnesses_beyond_the_explicit_limit),
        cmocka_unit_test(a_heap_of_boxes_comes_to_rest),
        cmocka_unit_test(a_collision_in_the_void_keeps_both_momenta),
        cmocka_unit_test(a_box_of_pieces_sinks_as_the_whole),
        cmocka_unit_test(the_automatic_stiffness_sinks_by_a_micrometre),
    };
    return cmocka_run_group_tests_name("implicit_contact", tests, NULL, NULL);
}
