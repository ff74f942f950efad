// SPDX-License-Identifier: MIT
// Scalar laws in the contacts of a pointer: extremes, cases in which they do not act, errors.

#include <string.h>

#include "point_rig.h"

// Every combination of the ends of the ranges of a law's parameters that is within its window, at
// rest and at the largest speed.
static void checkExtremes(const vlLaw* law)
{
    for (int choice = 0; choice < 2 << law->parameterCount; ++choice) {
        vlPointLaw point =
            law->family == VL_LAW_WALL ? vlRig_Laws(law->name, NULL) : vlRig_Laws("zoh", law->name);
        vlLawChoice* chosen = law->family == VL_LAW_WALL ? &point.wall : &point.friction;
        for (int i = 0; i < law->parameterCount; ++i) {
            const vlLawParameter* p = &law->parameters[i];
            chosen->parameter[i] = (choice >> i & 1) != 0 ? p->most : p->least;
        }
        vlLawLoad load = {.step = VL_RIG_STEP, .mass = VL_MAX_MASS, .contacts = 1};
        if (vlLaw_Check(chosen, &load, NULL, 0) != VL_OK) {
            continue;
        }
        double speed = choice >> law->parameterCount != 0 ? VL_MAX_SPEED : 0.0;
        vlWorld* world = vlRig_CreateWorld(VL_INTEGRATOR_IMPLICIT, &point);
        vlStage_AddFloor(world);
        vlBodyId pointer = vlRig_AddPointer(world, VL_MAX_MASS, vlVec(0.0, 0.0, 0.1));
        for (int n = 0; n < 20; ++n) {
            double sign = n % 3 == 0 ? -1.0 : 1.0;
            vlVec2 place = {sign * 0.01 * n, 1e6 * (n % 2) * (speed > 0.0 ? 1.0 : 0.0)};
            vlVec3 velocity = vlVec(sign * speed, -speed, sign * speed);
            vlVec3 force = vlRig_Tick(world, pointer, 0.001 * n, place, velocity);
            assert_true(vlIsFinite(force));
        }
        vlWorld_Destroy(world);
    }
}

static void no_law_makes_a_pointer_feel_what_is_not_finite(void** state)
{
    (void)state;
    for (int i = 0; i < vlLaw_GetCount(); ++i) {
        checkExtremes(vlLaw_Get(i));
    }
}

static void a_block_feels_a_pointer_as_without_a_law(void** state)
{
    (void)state;
    vlVec3 centre[2];
    for (int k = 0; k < 2; ++k) {
        vlPointLaw none = {0};
        vlPointLaw law = vlRig_Laws("seh", "reset");
        vlWorld* world = vlRig_CreateWorld(VL_INTEGRATOR_IMPLICIT, k == 0 ? &none : &law);
        vlStage_AddFloor(world);
        vlBodyId pointer = vlRig_AddPointer(world, VL_RIG_MASS, vlVec(-0.1, 0.0, 0.0101));
        vlBodyId block = vlStage_AddBox(world, vlVec(0.04, 0.04, 0.02), 0.1,
                                        vlModel_At(0.0, 0.0, 0.01), vlModel_AtRest());
        vlTwist twist = {vlVec(0.1, 0.0, 0.0), vlZero()};
        assert_int_equal(vlBody_SetTwist(world, pointer, twist), VL_OK);
        vlStage_Run(world, 1.0);
        centre[k] = vlStage_CentreOf(world, block);
        vlWorld_Destroy(world);
    }
    assert_true(centre[0].x > 0.03);
    assert_memory_equal(&centre[0], &centre[1], sizeof centre[0]);
}

static void refuses(vlWorld* world, const vlPointLaw* law, vlResult expected, const char* text)
{
    vlMaterialId all = {0};
    vlSurface surface = vlDefaultSurface();
    surface.point = *law;
    assert_int_equal(vlWorld_SetSurface(world, all, all, &surface), expected);
    if (strstr(vlWorld_GetMessage(world), text) == NULL) {
        fail_msg("'%s' is not in: %s", text, vlWorld_GetMessage(world));
    }
    assert_int_equal(vlWorld_GetSurface(world, all, all, &surface), VL_OK);
    assert_null(surface.point.wall.law); // unchanged
}

static void laws_that_do_not_fit_are_refused(void** state)
{
    (void)state;
    vlPointLaw none = {0};
    vlWorld* world = vlRig_CreateWorld(VL_INTEGRATOR_IMPLICIT, &none);
    vlBodyId pointer = vlRig_AddPointer(world, 0.01, vlVec(0.0, 0.0, 0.1));
    (void)pointer;
    vlPointLaw law = vlRig_Laws("seh", "reset");
    refuses(world, &law, VL_ERROR_UNSTABLE, "point.wall: a wall of 5000 N/m on 0.01 kg");
    refuses(world, &law, VL_ERROR_UNSTABLE,
            "the window is w T <= 0.5, which needs at most 2500 N/m or at least 0.02 kg");
    law.wall.parameter[0] = 2500.0; // the limit belongs to the window
    refuses(world, &law, VL_ERROR_UNSTABLE, "point.friction: friction that holds by");
    refuses(world, &law, VL_ERROR_UNSTABLE, "window: K T/2 <= B < 2 m/(n T), 3.25 to 20 N s/m");
    law.wall.parameter[0] = -1.0;
    refuses(world, &law, VL_ERROR_ARGUMENT, "point.wall: stiffness of the law seh is -1 N/m");
    vlPointLaw swapped = {law.friction, law.wall};
    refuses(world, &swapped, VL_ERROR_ARGUMENT, "point.wall is the law reset; expected a wall law");
    vlPointLaw twice = {vlLaw_Choose(vlLaw_Find("zoh")), vlLaw_Choose(vlLaw_Find("zoh"))};
    refuses(world, &twice, VL_ERROR_ARGUMENT,
            "point.friction is the law zoh; expected a friction law");
    vlPointLaw alone = {.friction = law.friction};
    refuses(world, &alone, VL_ERROR_ARGUMENT, "there is no point.wall");
    vlWorld_Destroy(world);
}

static void pointers_and_steps_outside_the_window_are_refused(void** state)
{
    (void)state;
    vlPointLaw law = vlRig_Laws("seh", NULL);
    vlWorld* world = vlRig_CreateWorld(VL_INTEGRATOR_IMPLICIT, &law);
    vlBodyDef def = vlDefaultBodyDef();
    vlBodyId id;
    def.type = VL_BODY_KINEMATIC;
    def.shape = vlStage_CreateBox(vlVec(0.04, 0.04, VL_RIG_HEIGHT));
    def.isPointer = true;
    def.mass = 0.019;
    assert_int_equal(vlWorld_CreateBody(world, &def, &id), VL_ERROR_UNSTABLE);
    assert_non_null(strstr(vlWorld_GetMessage(world), "the window is w T <= 0.5"));
    assert_int_equal(vlWorld_GetBodyCount(world), 0);
    def.mass = 0.021;
    assert_int_equal(vlWorld_CreateBody(world, &def, &id), VL_OK);
    assert_int_equal(vlWorld_SetStep(world, 0.002), VL_ERROR_UNSTABLE);
    assert_non_null(strstr(vlWorld_GetMessage(world), "the window is w T <= 0.5"));
    VL_CHECK_NEAR(vlWorld_GetStep(world), VL_RIG_STEP, 0.0); // unchanged
    assert_int_equal(vlWorld_SetStep(world, 0.0005), VL_OK);
    vlShape_Release(def.shape);
    vlWorld_Destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_law_makes_a_pointer_feel_what_is_not_finite),
        cmocka_unit_test(a_block_feels_a_pointer_as_without_a_law),
        cmocka_unit_test(laws_that_do_not_fit_are_refused),
        cmocka_unit_test(pointers_and_steps_outside_the_window_are_refused),
    };
    return cmocka_run_group_tests_name("point_law_errors", tests, NULL, NULL);
}
