// SPDX-License-Identifier: MIT
// A pointer: a kinematic body that also feels static bodies.

#include <float.h>
#include <string.h>

#include "stage.h"
#include "test.h"

static const vlIntegrator integrators[] = {VL_INTEGRATOR_EULER, VL_INTEGRATOR_RK4,
                                           VL_INTEGRATOR_IMPLICIT};

static vlWorld* makeFloor(vlIntegrator integrator)
{
    vlWorldDef def = vlDefaultWorldDef();
    def.integrator = integrator;
    def.capacity.bodies = 3;
    def.surface.stiffnessN = 2000.0;
    vlWorld* world = vlStage_CreateWorld(&def);
    vlStage_AddFloor(world);
    return world;
}

// `mass` 0: a kinematic body that is not a pointer.
static vlBodyId addPointer(vlWorld* world, double mass, vlPose pose, vlTwist velocity)
{
    vlBodyDef def = vlDefaultBodyDef();
    vlBodyId id;
    def.type = VL_BODY_KINEMATIC;
    def.shape = vlStage_CreateBox(vlVec(0.04, 0.04, 0.02));
    def.isPointer = mass > 0.0;
    def.mass = mass;
    def.pose = pose;
    def.velocity = velocity;
    assert_int_equal(vlWorld_CreateBody(world, &def, &id), VL_OK);
    vlShape_Release(def.shape);
    return id;
}

static void a_pointer_pressed_into_the_floor_feels_stiffness_times_depth(void** state)
{
    (void)state;
    for (int i = 0; i < 3; ++i) {
        vlWorld* world = makeFloor(integrators[i]);
        vlBodyId tool =
            addPointer(world, 0.1, vlModel_At(0.0, 0.0, 0.009), vlModel_AtRest()); // 1 mm in
        vlWrench felt;
        for (int n = 0; n < 100; ++n) {
            vlStage_Step(world);
        }
        assert_int_equal(vlBody_GetContactWrench(world, tool, &felt), VL_OK);
        VL_CHECK_NEAR(felt.force.z, 2.0, 1e-9); // 2000 N/m times 1 mm, rounding of the volume
        VL_CHECK_NEAR(vlStage_CentreOf(world, tool).z, 0.009, 1e-15); // it moves as driven
        vlWorld_Destroy(world);
    }
}

// If it is wholly inside, only the floor's own face gives the direction out.
static void a_pointer_below_the_floor_is_pushed_out(void** state)
{
    (void)state;
    for (int i = 0; i < 3; ++i) {
        vlWorld* world = makeFloor(integrators[i]);
        vlBodyId tool = addPointer(world, 0.1, vlModel_At(0.0, 0.0, -0.015), vlModel_AtRest());
        vlWrench felt;
        for (int n = 0; n < 100; ++n) {
            vlStage_Step(world);
            assert_int_equal(vlBody_GetContactWrench(world, tool, &felt), VL_OK);
            // 2000 N/m times all of its 20 mm.
            VL_CHECK_NEAR(felt.force.z, 40.0, 1e-9);
        }
        vlWorld_Destroy(world);
    }
}

static void dragged_along_it_feels_friction(void** state)
{
    (void)state;
    for (int i = 0; i < 3; ++i) {
        vlWorld* world = makeFloor(integrators[i]);
        vlBodyId tool = addPointer(world, 0.1, vlModel_At(0.0, 0.0, 0.009),
                                   vlModel_Moving(vlVec(0.1, 0.0, 0.0), vlZero()));
        vlWrench felt;
        for (int n = 0; n < 500; ++n) {
            vlStage_Step(world);
        }
        assert_int_equal(vlBody_GetContactWrench(world, tool, &felt), VL_OK);
        VL_CHECK_NEAR(felt.force.x / felt.force.z, -0.5, 1e-6); // Coulomb, mu = 0.5
        vlWorld_Destroy(world);
    }
}

static void only_a_pointer_feels_what_does_not_move(void** state)
{
    (void)state;
    vlWorld* world = makeFloor(VL_INTEGRATOR_IMPLICIT);
    addPointer(world, 0.0, vlModel_At(0.0, 0.0, 0.009), vlModel_AtRest());
    vlStage_Step(world);
    assert_int_equal(vlWorld_GetContactCount(world), 0);
    vlWorld_Destroy(world);
}

static void a_block_is_pushed_by_a_pointer_as_by_any_driven_body(void** state)
{
    (void)state;
    vlVec3 centre[2];
    for (int i = 0; i < 2; ++i) {
        vlWorld* world = makeFloor(VL_INTEGRATOR_IMPLICIT);
        addPointer(world, 0.1 * i, vlModel_At(-0.1, 0.0, 0.0101),
                   vlModel_Moving(vlVec(0.1, 0.0, 0.0), vlZero()));
        vlBodyId block = vlStage_AddBox(world, vlVec(0.04, 0.04, 0.02), 0.1,
                                        vlModel_At(0.0, 0.0, 0.01), vlModel_AtRest());
        vlStage_Run(world, 1.0);
        centre[i] = vlStage_CentreOf(world, block);
        vlWorld_Destroy(world);
    }
    VL_CHECK_NEAR(centre[1].x, centre[0].x, 1e-12); // the gains are the same: only rounding differs
    assert_true(centre[0].x > 0.03);
}

// Every combination of the ends of the ranges of mass, stiffness, damping, friction and speed.
static void no_surface_makes_a_pointer_feel_what_is_not_finite(void** state)
{
    (void)state;
    const double ends[][2] = {{1e-300, VL_MAX_MASS}, {1e-290, VL_MAX_FORCE}, {0.0, VL_MAX_FORCE},
                              {0.0, VL_MAX_FORCE},   {0.0, VL_MAX_SPEED},    {VL_AUTO, 1e-290}};
    const int choices = 1 << 6;
    for (int i = 0; i < 3 * choices; ++i) {
        vlWorld* world = makeFloor(integrators[i / choices]);
        double chosen[6];
        for (int k = 0; k < 6; ++k) {
            chosen[k] = ends[k][i >> k & 1];
        }
        vlSurface surface = vlDefaultSurface();
        surface.stiffnessN = chosen[1];
        surface.dampingN = surface.dampingS = chosen[2];
        surface.frictionStatic = surface.frictionDynamic = chosen[3];
        surface.stiffnessS = chosen[5];
        vlMaterialId all = {0};
        assert_int_equal(vlWorld_SetSurface(world, all, all, &surface), VL_OK);
        vlTwist velocity = vlModel_Moving(vlVec(chosen[4], 0.0, 0.0), vlVec(0.0, 0.0, chosen[4]));
        vlBodyId tool = addPointer(world, chosen[0], vlModel_At(0.0, 0.0, 0.009), velocity);
        for (int n = 0; n < 50; ++n) {
            vlWrench felt;
            vlStage_Step(world);
            assert_int_equal(vlBody_GetContactWrench(world, tool, &felt), VL_OK);
            if (!vlIsFinite(felt.force) || !vlIsFinite(felt.torque)) {
                print_error("integrator %d, choice %d, step %d: %g %g %g\n", i / choices,
                            i % choices, n, felt.force.x, felt.force.y, felt.force.z);
            }
            assert_true(vlIsFinite(felt.force) && vlIsFinite(felt.torque));
        }
        vlWorld_Destroy(world);
    }
}

// Its damping would be 2 ratio sqrt(k m), which has no limit.
static void a_pointer_heavier_than_the_range_is_refused(void** state)
{
    (void)state;
    vlWorld* world = makeFloor(VL_INTEGRATOR_IMPLICIT);
    vlBodyDef def = vlDefaultBodyDef();
    vlBodyId id;
    def.type = VL_BODY_KINEMATIC;
    def.isPointer = true;
    def.shape = vlStage_CreateBox(vlVec(0.1, 0.1, 0.1));
    const double masses[] = {1.0001 * VL_MAX_MASS, 1e130, DBL_MAX, HUGE_VAL, (double)NAN, -1.0};
    for (size_t i = 0; i < sizeof masses / sizeof masses[0]; ++i) {
        def.mass = masses[i];
        assert_int_equal(vlWorld_CreateBody(world, &def, &id), VL_ERROR_ARGUMENT);
        assert_non_null(strstr(vlWorld_GetMessage(world), "a pointer of"));
    }
    def.mass = 0.0;
    def.density = 1e40;
    assert_int_equal(vlWorld_CreateBody(world, &def, &id), VL_ERROR_ARGUMENT);
    assert_non_null(strstr(vlWorld_GetMessage(world), "a pointer of 1e+37 kg"));
    vlShape_Release(def.shape);
    vlWorld_Destroy(world);
}

// A pointer rests on a sleeping block: the block keeps its load and sleeps on.
static void a_resting_pointer_lets_a_block_sleep(void** state)
{
    (void)state;
    vlWorldDef def = vlDefaultWorldDef();
    def.integrator = VL_INTEGRATOR_IMPLICIT;
    def.capacity.bodies = 3;
    def.surface.stiffnessN = 2000.0;
    def.sleep = true;
    vlWorld* world = vlStage_CreateWorld(&def);
    vlStage_AddFloor(world);
    vlBodyId block = vlStage_AddBox(world, vlVec(0.1, 0.1, 0.02), 0.1, vlModel_At(0.0, 0.0, 0.01),
                                    vlModel_AtRest());
    vlBodyId tool = addPointer(world, 0.1, vlModel_At(0.0, 0.0, 0.029), vlModel_AtRest());
    vlStage_Run(world, 2.0);
    vlWrench felt;
    assert_true(vlBody_IsAsleep(world, block));
    assert_int_equal(vlBody_GetContactWrench(world, tool, &felt), VL_OK);
    vlStage_Run(world, 1.0);
    vlWrench later;
    assert_true(vlBody_IsAsleep(world, block));
    assert_int_equal(vlBody_GetContactWrench(world, tool, &later), VL_OK);
    assert_true(felt.force.z > 0.1 && later.force.z == felt.force.z); // kept to the last bit
    vlWorld_Destroy(world);
}

static void only_kinematic_bodies_may_be_pointers(void** state)
{
    (void)state;
    vlWorld* world = makeFloor(VL_INTEGRATOR_EULER);
    vlBodyDef def = vlDefaultBodyDef();
    vlBodyId id;
    def.shape = vlStage_CreateBox(vlVec(0.1, 0.1, 0.1));
    def.isPointer = true;
    assert_int_equal(vlWorld_CreateBody(world, &def, &id), VL_ERROR_ARGUMENT);
    assert_non_null(strstr(vlWorld_GetMessage(world), "isPointer"));
    def.type = VL_BODY_KINEMATIC;
    def.density = 0.0;
    assert_int_equal(vlWorld_CreateBody(world, &def, &id), VL_ERROR_ARGUMENT);
    assert_non_null(strstr(vlWorld_GetMessage(world), "pointer of 0 kg"));
    vlShape_Release(def.shape);
    vlWorld_Destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pointer_pressed_into_the_floor_feels_stiffness_times_depth),
        cmocka_unit_test(a_pointer_below_the_floor_is_pushed_out),
        cmocka_unit_test(dragged_along_it_feels_friction),
        cmocka_unit_test(no_surface_makes_a_pointer_feel_what_is_not_finite),
        cmocka_unit_test(a_pointer_heavier_than_the_range_is_refused),
        cmocka_unit_test(only_a_pointer_feels_what_does_not_move),
        cmocka_unit_test(a_block_is_pushed_by_a_pointer_as_by_any_driven_body),
        cmocka_unit_test(a_resting_pointer_lets_a_block_sleep),
        cmocka_unit_test(only_kinematic_bodies_may_be_pointers),
    };
    return cmocka_run_group_tests_name("pointer", tests, NULL, NULL);
}
