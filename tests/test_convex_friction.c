// SPDX-License-Identifier: MIT
// Friction in the integrator that finds the step as a minimum, where the search begins far from its
// end: when a contact is new, and when what a body touches is driven.

#include "stage.h"
#include "test.h"

static const double stiffness[] = {1e5, 1e6, 1e7, 1e9};

enum { STIFFNESSES = sizeof stiffness / sizeof *stiffness };

static vlWorldDef defOf(double k, double mu0, double mu)
{
    vlWorldDef def = vlStage_ImplicitDef(1e-3, k, 2);
    def.integrator = VL_INTEGRATOR_CONVEX;
    def.surface.frictionStatic = mu0;
    def.surface.frictionDynamic = mu;
    return def;
}

// Friction acts in the first step of a contact that presses with all of its weight from the start.
static void a_block_laid_down_sliding_stops_after_its_exact_way(void** state)
{
    (void)state;
    // v^2/(2 mu g), minus the half step by which a position made from end velocities lags. A whole
    // step without friction would be 1 mm more.
    double exact = 1.0 / (2.0 * 0.3 * VL_GRAVITY) - 0.5 * 1e-3;
    for (int i = 0; i < STIFFNESSES; ++i) {
        vlWorldDef def = defOf(stiffness[i], 0.3, 0.3);
        vlWorld* world = vlStage_CreateWorld(&def);
        vlStage_AddFloor(world);
        vlBodyId block = vlStage_AddResting(world, vlVec(0.2, 0.2, 0.05), 1.0, stiffness[i]);
        vlStage_SetVelocity(world, block, vlVec(1.0, 0.0, 0.0), vlZero());
        vlStage_Run(world, 1.0);
        VL_CHECK_NEAR(vlStage_CentreOf(world, block).x, exact, 1e-3 * exact);
        vlWorld_Destroy(world);
    }
}

// How far a box that rested on a belt falls back while the belt is driven for half a second, the
// first 0.2 s with a rising acceleration: a jump would stretch the friction springs by more than
// it.
static double lagOnBelt(double acceleration, double k)
{
    vlWorldDef def = defOf(k, 0.4, 0.3);
    vlWorld* world = vlStage_CreateWorld(&def);
    vlShape* slab = vlStage_CreateBox(vlVec(4.0, 4.0, 0.2));
    vlBodyId belt = vlStage_AddFixed(world, VL_BODY_KINEMATIC, slab, vlModel_At(0.0, 0.0, -0.1));
    vlBodyId box = vlStage_AddResting(world, vlVec(0.2, 0.2, 0.05), 1.0, k);
    vlStage_Run(world, 0.5); // until it sticks
    double speed = 0.0;
    for (int n = 1; n <= 500; ++n) {
        speed += 1e-3 * acceleration * fmin(1.0, n / 200.0);
        vlTwist twist = vlModel_Moving(vlVec(speed, 0.0, 0.0), vlZero());
        assert_int_equal(vlBody_SetTwist(world, belt, twist), VL_OK);
        vlStage_Step(world);
    }
    double lag = vlStage_PoseOf(world, belt).p.x - vlStage_CentreOf(world, box).x;
    vlWorld_Destroy(world);
    return lag;
}

// Between mu and mu0 a box may stick or slide: what stuck goes on sticking. In a search that began
// with the velocities before the belt was driven, it would seem to slide.
static void a_belt_carries_what_sticks_up_to_static_friction(void** state)
{
    (void)state;
    for (int i = 0; i < STIFFNESSES; ++i) {
        double held = 0.395 * VL_GRAVITY, lost = 0.41 * VL_GRAVITY;
        VL_CHECK_BELOW(fabs(lagOnBelt(held, stiffness[i])), 2.0 * held / stiffness[i] + 1e-6);
        VL_CHECK_BELOW(0.045, lagOnBelt(lost, stiffness[i])); // 0.5 (a - mu g) t^2, t 0.3 s
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_block_laid_down_sliding_stops_after_its_exact_way),
        cmocka_unit_test(a_belt_carries_what_sticks_up_to_static_friction),
    };
    return cmocka_run_group_tests_name("convex_friction", tests, NULL, NULL);
}
