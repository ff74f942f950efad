// SPDX-License-Identifier: MIT
// The ledger of the implicit integrator: the kinetic energy is the sum of its entries, the
// unexplained part stays below 1e-4 of the energy turned over, and friction and dampers only take
// energy.

#include <stdlib.h>

#include "stage.h"
#include "test.h"

static vlWorldDef defWith(double k, int bodies)
{
    vlWorldDef def = vlDefaultWorldDef();
    def.integrator = VL_INTEGRATOR_IMPLICIT;
    def.capacity.bodies = bodies;
    def.surface.stiffnessN = k;
    return def;
}

static vlWorld* makeFloor(double k, int bodies)
{
    vlWorldDef def = defWith(k, bodies);
    vlWorld* world = vlStage_CreateWorld(&def);
    vlStage_AddFloor(world);
    return world;
}

static double sumOf(const vlLedger* l)
{
    return l->gravity + l->applied + l->driven + l->contactSprings + l->contactDampers +
           l->friction + l->springs + l->joints + l->motors + l->loss;
}

// Checks and returns the ledger of a world whose kinetic energy was `start` in the beginning.
static vlLedger checkBooks(const vlWorld* world, double start)
{
    vlLedger l = vlWorld_GetLedger(world);
    assert_true(l.turnover > 0.0);
    VL_CHECK_BELOW(fabs(l.loss) / l.turnover, 1e-4);
    // Rounding of the sums over some thousand steps.
    double change = vlStage_KineticEnergy(world) - start;
    VL_CHECK_NEAR(sumOf(&l), change, 1e-11 * l.turnover);
    // Over a run that starts or ends at rest these can only have taken energy.
    VL_CHECK_BELOW(l.contactDampers, 0.0);
    return l;
}

static void landings_close(void** state)
{
    (void)state;
    static const double stiffness[] = {1e4, 1e6, 1e8};
    for (int n = 0; n < vlStage_Count(30, 6); ++n) {
        vlRandom random = vlRandom_Seed(300 + (uint64_t)n);
        vlWorld* world = makeFloor(stiffness[n % 3], 2);
        vlVec3 size = vlStage_AnySize(&random, 0.05, 0.3);
        vlPose pose = vlStage_AnyPose(&random, vlVec(0.0, 0.0, 0.6));
        vlTwist twist = vlStage_AnyTwist(&random, 1.0, 8.0);
        vlBodyId box = vlStage_AddBox(world, size, 1.0, pose, twist);
        double start = vlStage_KineticEnergy(world);
        double height = vlStage_CentreOf(world, box).z;
        vlStage_Run(world, 4.0);
        vlLedger l = checkBooks(world, start);
        VL_CHECK_BELOW(l.contactSprings + l.contactDampers + l.friction, 0.0);
        if (stiffness[n % 3] < 1e7) {
            // A stiffer impact is over within a step: its push may reverse the sliding velocity;
            // friction, which acts against the velocity at the end, then gains what the push loses.
            VL_CHECK_BELOW(l.friction, 0.0);
        }
        double fallen = height - vlStage_CentreOf(world, box).z;
        // Gravity works along the motion at the mean velocity, which differs from the true motion
        // by m g h/2 times the speed at start and end.
        VL_CHECK_NEAR(l.gravity, VL_GRAVITY * fallen, 0.5e-3 * VL_GRAVITY * 2.0);
        assert_true(l.applied == 0.0 && l.driven == 0.0 && l.springs == 0.0 && l.joints == 0.0 &&
                    l.motors == 0.0);
        vlWorld_Destroy(world);
    }
}

static void a_slide_is_paid_by_friction(void** state)
{
    (void)state;
    vlWorld* world = makeFloor(1e6, 2);
    vlStage_AddBox(world, vlVec(0.2, 0.2, 0.05), 2.0, vlModel_At(0.0, 0.0, 0.025 - 19.6e-6),
                   vlModel_Moving(vlVec(1.0, 0.0, 0.0), vlZero()));
    vlStage_Run(world, 1.0);
    vlLedger l = checkBooks(world, 1.0);
    // All of the energy, except for what pitching takes at start and end.
    VL_CHECK_NEAR(l.friction, -1.0, 2e-3);
    vlWorld_Destroy(world);
}

static void a_stack_closes(void** state)
{
    (void)state;
    enum { COUNT = 8 };
    vlWorld* world = makeFloor(1e6, COUNT + 1);
    for (int i = 0; i < COUNT; ++i) { // dropped onto each other from 10 mm, out of line
        vlStage_AddBox(world, vlVec(0.4, 0.4, 0.2), i % 2 == 0 ? 1.0 : 3.0,
                       vlModel_At(0.01 * (i % 3), 0.01 * (i % 2), 0.11 + 0.21 * i),
                       vlModel_AtRest());
    }
    vlStage_Run(world, 3.0);
    vlLedger l = checkBooks(world, 0.0);
    VL_CHECK_BELOW(l.friction, 0.0);
    // All energy from gravity is gone, except for a slow sway.
    VL_CHECK_BELOW(vlStage_KineticEnergy(world), 1e-5 * l.gravity);
    vlWorld_Destroy(world);
}

static void a_belt_pays_for_what_it_carries(void** state)
{
    (void)state;
    vlWorldDef def = defWith(1e6, 2);
    vlWorld* world = vlStage_CreateWorld(&def);
    vlBodyId belt =
        vlStage_AddFixed(world, VL_BODY_KINEMATIC, vlStage_CreateBox(vlVec(8.0, 1.0, 0.2)),
                         vlModel_At(0.0, 0.0, -0.1));
    vlStage_AddBox(world, vlVec(0.2, 0.2, 0.05), 1.0, vlModel_At(0.0, 0.0, 0.025 - 9.8e-6),
                   vlModel_AtRest());
    assert_int_equal(vlBody_SetTwist(world, belt, vlModel_Moving(vlVec(0.8, 0.0, 0.0), vlZero())),
                     VL_OK);
    vlStage_Run(world, 1.0);
    vlLedger l = checkBooks(world, 0.0);
    // The belt gives force times its own distance: m v^2, half of it to the box, half to friction.
    VL_CHECK_NEAR(l.driven, 0.64, 2e-3 * 0.64);
    VL_CHECK_NEAR(l.friction, -0.32, 0.01 * 0.32);
    VL_CHECK_NEAR(vlStage_KineticEnergy(world), 0.32, 1e-9);
    vlWorld_Destroy(world);
}

static void springs_and_applied_forces_close(void** state)
{
    (void)state;
    vlWorldDef def = defWith(1e6, 3);
    def.gravity = vlZero();
    vlWorld* world = vlStage_CreateWorld(&def);
    vlBodyId a = vlStage_AddBox(world, vlVec(0.2, 0.1, 0.1), 1.0, vlModel_At(-0.5, 0.0, 0.0),
                                vlModel_Moving(vlVec(0.0, 0.3, 0.1), vlVec(1.0, 2.0, 3.0)));
    vlBodyId b = vlStage_AddBox(world, vlVec(0.1, 0.2, 0.1), 2.0, vlModel_At(0.5, 0.0, 0.0),
                                vlModel_AtRest());
    vlSpringDef spring = vlDefaultSpringDef();
    spring.bodyA = a;
    spring.bodyB = b;
    spring.pointA = vlVec(0.1, 0.05, 0.0);
    spring.pointB = vlVec(-0.05, 0.0, 0.05);
    spring.stiffness = 50.0;
    spring.damping = 0.2;
    spring.spinDamping = 1e-3;
    spring.restLength = 0.8; // the bodies do not meet
    vlSpringId id;
    assert_int_equal(vlWorld_CreateSpring(world, &spring, &id), VL_OK);
    spring.bodyA = (vlBodyId){0, 0}; // and from an anchor that moves
    spring.pointA = vlVec(0.5, 0.5, 0.0);
    spring.velocityA = vlVec(0.2, 0.0, 0.0);
    spring.restLength = 0.3;
    assert_int_equal(vlWorld_CreateSpring(world, &spring, &id), VL_OK);
    double start = vlStage_KineticEnergy(world);
    double given = 0.0;
    for (int i = 0; i < 2000; ++i) {
        vlVec3 push = vlVec(0.0, 0.0, i < 500 ? 0.4 : 0.0);
        double before = vlStage_CentreOf(world, a).z;
        assert_int_equal(vlBody_ApplyForce(world, a, push, vlStage_CentreOf(world, a)), VL_OK);
        vlStage_Step(world);
        given += push.z * (vlStage_CentreOf(world, a).z - before);
    }
    vlLedger l = vlWorld_GetLedger(world);
    VL_CHECK_BELOW(fabs(l.loss) / l.turnover, 1e-4);
    VL_CHECK_NEAR(sumOf(&l), vlStage_KineticEnergy(world) - start, 1e-11 * l.turnover);
    // A step moves at its end velocity, but the ledger uses the mean: a difference of h v F/2.
    VL_CHECK_NEAR(l.applied, given, 1e-3);
    assert_true(l.driven != 0.0 && l.gravity == 0.0);
    assert_true(l.contactSprings == 0.0 && l.contactDampers == 0.0 && l.friction == 0.0);
    vlWorld_Destroy(world);
}

// A soft spring is integrated symplectically: its energy stays within h om of the first value. A
// stiff one loses energy by backward Euler, and never gains.
static void a_spring_without_damper_does_not_feed_what_it_swings(void** state)
{
    (void)state;
    static const double stiffness[] = {10.0, 1e4, 1e8, 1e12};
    for (int i = 0; i < 4; ++i) {
        vlWorldDef def = defWith(1e6, 1);
        def.gravity = vlZero();
        vlWorld* world = vlStage_CreateWorld(&def);
        vlSpringDef spring = vlDefaultSpringDef();
        spring.bodyB = vlStage_AddBox(world, vlVec(0.1, 0.1, 0.1), 1.0, vlModel_At(0.1, 0.0, 0.0),
                                      vlModel_AtRest());
        spring.stiffness = stiffness[i];
        vlSpringId id;
        assert_int_equal(vlWorld_CreateSpring(world, &spring, &id), VL_OK);
        double start = 0.5 * stiffness[i] * 0.01;
        double most = stiffness[i] > 1e6 ? start : start * (1.0 + 1e-3 * sqrt(stiffness[i]));
        for (int n = 0; n < 3000; ++n) {
            vlStage_Step(world);
            double way = vlLength(vlStage_CentreOf(world, spring.bodyB));
            double now = vlStage_KineticEnergy(world) + 0.5 * stiffness[i] * way * way;
            assert_true(now <= most * (1.0 + 1e-12)); // rounding
            most = stiffness[i] > 1e6 ? now : most;
        }
        vlLedger l = vlWorld_GetLedger(world);
        VL_CHECK_BELOW(fabs(l.loss), 1e-4 * l.turnover);
        vlWorld_Destroy(world);
    }
}

static void the_books_start_anew_with_a_restored_world_and_are_empty_elsewhere(void** state)
{
    (void)state;
    vlWorld* world = makeFloor(1e6, 2);
    vlStage_AddBox(world, vlVec(0.2, 0.2, 0.05), 1.0, vlModel_At(0.0, 0.0, 0.1), vlModel_AtRest());
    vlStage_Run(world, 0.1);
    size_t size = vlWorld_GetSnapshotSize(world);
    void* bytes = malloc(size);
    assert_non_null(bytes);
    assert_int_equal(vlWorld_Save(world, bytes, size), VL_OK);
    double saved = vlStage_KineticEnergy(world);
    vlStage_Run(world, 0.2);
    vlLedger first = vlWorld_GetLedger(world);
    assert_int_equal(vlWorld_Restore(world, bytes, size), VL_OK);
    vlLedger empty = vlWorld_GetLedger(world);
    assert_true(empty.turnover == 0.0 && sumOf(&empty) == 0.0);
    vlStage_Run(world, 0.2);
    vlLedger again = checkBooks(world, saved);
    assert_true(again.turnover < first.turnover && again.turnover > 0.0);
    free(bytes);
    vlWorld_Destroy(world);

    vlWorldDef def = vlExplicitWorldDef(); // explicit worlds have no ledger
    world = vlStage_CreateWorld(&def);
    vlStage_AddFloor(world);
    vlStage_AddBox(world, vlVec(0.2, 0.2, 0.05), 1.0, vlModel_At(0.0, 0.0, 0.1), vlModel_AtRest());
    vlStage_Run(world, 0.3);
    vlLedger none = vlWorld_GetLedger(world);
    assert_true(none.turnover == 0.0 && sumOf(&none) == 0.0);
    vlWorld_Destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(landings_close),
        cmocka_unit_test(a_slide_is_paid_by_friction),
        cmocka_unit_test(a_stack_closes),
        cmocka_unit_test(a_belt_pays_for_what_it_carries),
        cmocka_unit_test(springs_and_applied_forces_close),
        cmocka_unit_test(a_spring_without_damper_does_not_feed_what_it_swings),
        cmocka_unit_test(the_books_start_anew_with_a_restored_world_and_are_empty_elsewhere),
    };
    return cmocka_run_group_tests_name("implicit_ledger", tests, NULL, NULL);
}
