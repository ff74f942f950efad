// SPDX-License-Identifier: MIT
// A contact that is the only one on its bodies is solved by itself: friction keeps Coulomb's bound
// at any stiffness, and energy is never gained. Contacts in heaps are solved at most twice on
// average.

#include "models/pile_model.h"
#include "stage.h"
#include "test.h"

#define MU 0.4

static const double steps[] = {1e-3, 5e-3};

static double energyOf(const vlWorld* world)
{
    vlEnergy e = vlWorld_GetEnergy(world);
    return e.kinetic + e.gravity;
}

// A cube of 1 kg that slides and tumbles over the floor; it starts on its lowest corner.
static void addCube(vlWorld* world)
{
    vlVec3 diagonal = vlUnit(vlVec(1.0, 1.0, 1.0));
    vlVec3 axis = vlUnit(vlCross(diagonal, vlVec(0.0, 0.0, 1.0)));
    vlPose pose = {vlVec(0.0, 0.0, 0.05 * sqrt(3.0) + 1e-4),
                   vlQuatFromAxisAngle(axis, acos(diagonal.z))};
    (void)vlStage_AddFloor(world);
    (void)vlStage_AddBox(world, vlVec(0.1, 0.1, 0.1), 1.0, pose,
                         vlModel_Moving(vlVec(1.0, 0.0, 0.0), vlZero()));
}

static void a_sliding_corner_has_the_friction_of_coulomb(void** state)
{
    (void)state;
    static const double stiffness[] = {1e5, 1e6, 1e7, 1e8, VL_AUTO};
    for (int i = 0; i < 10; ++i) {
        double h = steps[i % 2];
        vlWorldDef def = vlStage_ImplicitDef(h, stiffness[i / 2], 4);
        def.surface.frictionStatic = def.surface.frictionDynamic = MU;
        vlWorld* world = vlStage_CreateWorld(&def);
        addCube(world);
        double start = energyOf(world);
        int sliding = 0, full = 0;
        for (int n = 0; n < (int)lround(0.5 / h); ++n) {
            vlStage_Step(world);
            assert_int_equal(vlWorld_GetStepInfo(world).solves, vlWorld_GetContactCount(world) > 0);
            vlContactReport c;
            bool isPressed = vlWorld_GetContact(world, 0, &c) == VL_OK && c.normalForce > 1e-6;
            if (isPressed && c.mode == VL_MODE_DYNAMIC) {
                double ratio = vlLength(c.frictionForce) / (MU * c.normalForce);
                VL_CHECK_BELOW(ratio, 1.0 + 1e-6); // rounding of a stiff solve
                ++sliding;
                full += ratio > 0.95; // in the other steps it turns about the corner, or stops
            }
            // The energy read is off by the power of gravity over half a step: m g h v/2 with v
            // about 1 m/s.
            VL_CHECK_BELOW(energyOf(world), start + 0.5 * VL_GRAVITY * h);
        }
        assert_true(sliding > 10 && full > sliding / 2);
        vlWorld_Destroy(world);
    }
}

static void boxes_that_collide_gain_no_energy(void** state)
{
    (void)state;
    int count = vlStage_Count(60, 20);
    for (int i = 0; i < count; ++i) {
        vlRandom random = vlRandom_Seed((uint64_t)i + 1);
        vlWorldDef def = vlStage_ImplicitDef(steps[i % 2], VL_AUTO, 2);
        def.gravity = vlZero();
        vlWorld* world = vlStage_CreateWorld(&def);
        for (int k = 0; k < 2; ++k) {
            vlVec3 size = vlStage_AnySize(&random, 0.04, 0.4);
            vlPose pose = vlStage_AnyPose(&random, vlVec(k == 0 ? -0.4 : 0.4, 0.0, 0.0));
            vlTwist twist = vlStage_AnyTwist(&random, 0.5, 30.0);
            twist.linear.x += k == 0 ? 5.0 : -5.0;
            (void)vlStage_AddBox(world, size, k == 0 ? 1.0 : 0.2, pose, twist);
        }
        double start = energyOf(world);
        for (int n = 0; n < (int)lround(0.3 / def.step); ++n) {
            vlStage_Step(world);
            // The free rotation of a lopsided body swings by 1e-7 (T1.3).
            VL_CHECK_BELOW(energyOf(world), start * (1.0 + 1e-7));
        }
        vlWorld_Destroy(world);
    }
}

static void a_falling_heap_is_solved_twice_a_step(void** state)
{
    (void)state;
    vlWorldDef def = vlStage_ImplicitDef(5e-3, VL_AUTO, 55);
    vlPileDef pile = vlPile_Default(50);
    pile.pen = 0.7;
    vlWorld* world = vlStage_CreateWorld(&def);
    assert_int_equal(vlModel_AddPile(world, &pile, NULL), VL_OK);
    int solves = 0, count = 200;
    double last = energyOf(world);
    for (int n = 0; n < count; ++n) {
        vlStage_Step(world);
        solves += vlWorld_GetStepInfo(world).solves;
        // Springs give back what they held: a weight of 50 kg on 1 um at 1e7 N/m is 1e-2 J.
        VL_CHECK_BELOW(energyOf(world) - last, 1e-2);
        last = energyOf(world);
    }
    VL_CHECK_BELOW((double)solves / count, 2.0);
    vlWorld_Destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sliding_corner_has_the_friction_of_coulomb),
        cmocka_unit_test(boxes_that_collide_gain_no_energy),
        cmocka_unit_test(a_falling_heap_is_solved_twice_a_step),
    };
    return cmocka_run_group_tests_name("alone", tests, NULL, NULL);
}
