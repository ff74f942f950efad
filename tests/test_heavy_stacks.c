// SPDX-License-Identifier: MIT
// The automatic stiffness of the implicit step (T10.6): whatever the masses and the step, bodies
// carry what lies on them. Also what the explicit integrator reports if it cannot.

#include "stage.h"
#include "test.h"

static const double steps[2] = {1e-3, 5e-3};

static vlWorld* makeFloor(double step)
{
    vlWorldDef def = vlDefaultWorldDef();
    def.step = step;
    vlWorld* world = vlStage_CreateWorld(&def);
    (void)vlStage_AddFloor(world);
    return world;
}

static void stacks_of_any_mass_ratio_stand(void** state)
{
    (void)state;
    static const double mass[4][4] = {
        {1.0, 1000.0}, {1.0, 1.0, 1000.0}, {1000.0, 1.0, 1000.0}, {1.0, 10.0, 100.0, 1000.0}};
    for (int i = 0; i < 8; ++i) {
        vlWorld* world = makeFloor(steps[i % 2]);
        vlBodyId id[4];
        int count = 0;
        for (; count < 4 && mass[i / 2][count] > 0.0; ++count) {
            id[count] = vlStage_AddBox(world, vlVec(0.1, 0.1, 0.1), mass[i / 2][count],
                                       vlModel_At(0.0, 0.0, 0.05 + 0.1 * count), vlModel_AtRest());
        }
        vlStage_Run(world, 2.0);
        double below = 0.0;
        for (int k = 0; k < count; ++k) {
            double sunk = 0.05 + 0.1 * k - vlStage_CentreOf(world, id[k]).z;
            // A micrometre for each 1000 kg that a contact carries; 2000 kg in the third case.
            VL_CHECK_BELOW(sunk - below, 2.01e-6);
            below = sunk;
        }
        VL_CHECK_BELOW(vlStage_TopSpeed(world), 1e-9);
        assert_int_equal(vlWorld_GetStepInfo(world).solves, 1);
        vlWorld_Destroy(world);
    }
}

// Pressed by the same device, tools of 1 mg to 1 kg let the hand feel the same force.
static void the_force_felt_does_not_depend_on_the_mass_of_the_tool(void** state)
{
    (void)state;
    static const double mass[] = {1.0, 0.01, 1e-3, 1e-4, 1e-6};
    for (int i = 0; i < 10; ++i) {
        vlWorld* world = makeFloor(steps[i % 2]);
        vlWorld_SetGravity(world, vlZero());
        vlCouplingDef def = vlDefaultCouplingDef();
        def.body = vlStage_AddBox(world, vlVec(0.02, 0.02, 0.02), mass[i / 2],
                                  vlModel_At(0.0, 0.0, 0.012), vlModel_AtRest());
        vlCouplingId coupling;
        assert_int_equal(vlWorld_CreateCoupling(world, &def, &coupling), VL_OK);
        for (double z = 0.012; z > -0.0099; z -= 0.0219 * steps[i % 2]) {
            vlTwist down = vlModel_Moving(vlVec(0.0, 0.0, -0.0219), vlZero());
            assert_int_equal(vlCoupling_SetDevice(world, coupling, vlModel_At(0, 0, z), down),
                             VL_OK);
            vlStage_Step(world);
        }
        assert_int_equal(
            vlCoupling_SetDevice(world, coupling, vlModel_At(0, 0, -0.0099), vlModel_AtRest()),
            VL_OK);
        vlStage_Run(world, 1.0);
        vlCouplingReport r;
        assert_int_equal(vlCoupling_GetReport(world, coupling, &r), VL_OK);
        // 200 N/m over 19.9 mm, minus the 4 um by which the tool sinks into the floor of the
        // lightest world.
        VL_CHECK_NEAR(-r.onBody.force.z, 3.98, 2.1e-4 * 3.98);
        vlWorld_Destroy(world);
    }
}

static bool topples(double step, double width, double part)
{
    vlWorldDef def = vlDefaultWorldDef();
    def.step = step;
    def.surface.frictionStatic = def.surface.frictionDynamic = 2.0;
    vlWorld* world = vlStage_CreateWorld(&def);
    (void)vlStage_AddFloor(world);
    vlBodyId block = vlStage_AddBox(world, vlVec(0.2 * width, 0.1, 0.2), 1.0,
                                    vlModel_At(0.0, 0.0, 0.1), vlModel_AtRest());
    bool hasFallen = false;
    for (int n = 0; n < (int)(5.0 / step) && !hasFallen; ++n) {
        double slope = fmin(0.5 * n * step, 1.0) * part * width;
        double g = VL_GRAVITY / sqrt(1.0 + slope * slope);
        vlWorld_SetGravity(world, vlVec(slope * g, 0.0, -g));
        vlStage_Step(world);
        hasFallen = vlModel_Tilt(vlStage_PoseOf(world, block).q) > 0.2;
    }
    vlWorld_Destroy(world);
    return hasFallen;
}

// A rigid block topples at tan = b/h. On a bed of springs the edge sinks in, so theory gives 0.974,
// 0.990, 0.995 of that.
static void a_block_topples_at_its_angle(void** state)
{
    (void)state;
    static const double width[] = {0.2, 0.5, 1.0};
    for (int i = 0; i < 6; ++i) {
        assert_false(topples(steps[i % 2], width[i / 2], 0.97));
        assert_true(topples(steps[i % 2], width[i / 2], 1.005));
    }
}

// The explicit rule keeps its limit: a ton presses a kilogram into the floor, and the step says so.
static void an_explicit_step_says_what_it_cannot_carry(void** state)
{
    (void)state;
    for (int i = 0; i < 2; ++i) {
        vlWorldDef def = vlExplicitWorldDef();
        vlWorld* world = vlStage_CreateWorld(&def);
        (void)vlStage_AddFloor(world);
        for (int k = 0; k < 2; ++k) {
            (void)vlStage_AddBox(world, vlVec(0.1, 0.1, 0.1), k == 0 || i == 0 ? 1.0 : 1000.0,
                                 vlModel_At(0.0, 0.0, 0.05 + 0.1 * k), vlModel_AtRest());
        }
        int overloaded = 0;
        for (int n = 0; n < 500; ++n) {
            vlStage_Step(world);
            overloaded += vlWorld_GetStepInfo(world).overloadedContacts;
        }
        assert_int_equal(overloaded > 0, i == 1);
        vlWorld_Destroy(world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stacks_of_any_mass_ratio_stand),
        cmocka_unit_test(the_force_felt_does_not_depend_on_the_mass_of_the_tool),
        cmocka_unit_test(a_block_topples_at_its_angle),
        cmocka_unit_test(an_explicit_step_says_what_it_cannot_carry),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
