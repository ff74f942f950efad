// SPDX-License-Identifier: MIT
// Friction in the integrator that finds the step as a minimum, where the search begins far from its
// end: when a contact is new.

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_block_laid_down_sliding_stops_after_its_exact_way),
    };
    return cmocka_run_group_tests_name("convex_friction", tests, NULL, NULL);
}
