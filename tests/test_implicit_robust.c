// SPDX-License-Identifier: MIT
// Absurd worlds under the implicit integrator: a step always completes, ends in a status or a
// bounded motion, and all that it reports is finite.

#include <float.h>
#include <stdlib.h>

#include "fixtures.h"
#include "stage.h"
#include "test.h"

static void checkContacts(const vlWorld* world)
{
    for (int i = 0; i < vlWorld_GetContactCount(world); ++i) {
        vlContactReport r = vlStage_ContactOf(world, i);
        assert_true(vlIsFinite(r.wrench.force) && vlIsFinite(r.wrench.torque));
        assert_true(vlIsFinite(r.frictionForce) && isfinite(r.frictionTorque));
        assert_true(isfinite(r.normalForce) && r.normalForce >= 0.0);
        assert_true(vlIsFinite(r.slip) && isfinite(r.twist) && vlIsFinite(r.centreOfPressure));
    }
    for (int i = 0; i < vlWorld_GetBodyCount(world); ++i) {
        vlWrench w = {vlZero(), vlZero()};
        assert_int_equal(vlBody_GetContactWrench(world, vlWorld_GetBody(world, i), &w), VL_OK);
        assert_true(vlIsFinite(w.force) && vlIsFinite(w.torque));
    }
}

// Makes steps; all readable values must be finite. Returns the highest speed on the way.
static double runFinite(vlWorld* world, int steps)
{
    double top = 0.0;
    for (int i = 0; i < steps; ++i) {
        vlStage_Step(world);
        assert_true(vlFixture_IsFinite(world));
        checkContacts(world);
        vlLedger l = vlWorld_GetLedger(world);
        assert_true(isfinite(l.loss) && isfinite(l.turnover));
        top = fmax(top, vlStage_TopSpeed(world));
    }
    return top;
}

static void any_stiffness_and_any_step_are_bounded(void** state)
{
    (void)state;
    static const double stiffness[] = {1e-3, 1.0, 1e3, 1e9, 1e12, 1e15};
    static const double steps[] = {1e-5, 1e-3, 0.1, 1.0};
    for (int i = 0; i < 24; ++i) {
        double h = steps[i % 4];
        vlWorldDef def = vlStage_ImplicitDef(h, stiffness[i / 4], 4);
        vlWorld* world = vlStage_CreateWorld(&def);
        vlStage_AddFloor(world);
        vlRandom random = vlRandom_Seed(40 + (uint64_t)i);
        for (int n = 0; n < 3; ++n) {
            vlPose pose = vlStage_AnyPose(&random, vlVec(0.05 * n, 0.0, 0.2 + 0.25 * n));
            vlTwist twist = vlStage_AnyTwist(&random, 1.0, 5.0);
            vlStage_AddBox(world, vlVec(0.2, 0.15, 0.1), 1.0, pose, twist);
        }
        // Nothing is faster than a fall from the start, plus 20 m/s for bodies that are pushed out:
        // a step may carry a body into another, and the springs then separate them.
        double fall = VL_GRAVITY * h * 300.0 + 20.0;
        double top = runFinite(world, 300);
        if (stiffness[i / 4] >= 1e3 && h < 0.01) {
            VL_CHECK_BELOW(top, 20.0);
        } else {
            VL_CHECK_BELOW(top, 10.0 * fall);
        }
        vlWorld_Destroy(world);
    }
}

static void any_stiffness_is_taken_for_any_mass(void** state)
{
    (void)state;
    vlWorldDef def =
        vlStage_ImplicitDef(1e-3, 1e12, 1); // refused by the explicit integrators for 1 kg
    vlWorld* world = vlStage_CreateWorld(&def);
    vlStage_AddBox(world, vlVec(1.0, 1.0, 1.0), 1e-3, vlIdentityPose(), vlModel_AtRest());
    vlMaterialId standard = {0};
    def.surface.stiffnessS = 1e15;
    assert_int_equal(vlWorld_SetSurface(world, standard, standard, &def.surface), VL_OK);
    vlWorld_Destroy(world);
}

static void a_stack_rests_at_any_stiffness(void** state)
{
    (void)state;
    static const double stiffness[] = {1e9, 1e12};
    for (int i = 0; i < 4; ++i) {
        vlWorldDef def = vlStage_ImplicitDef(i < 2 ? 1e-3 : 0.1, stiffness[i % 2], 6);
        vlWorld* world = vlStage_CreateWorld(&def);
        vlStage_AddFloor(world);
        for (int n = 0; n < 5; ++n) {
            // So tall that a step of 0.1 s, a fall of 98 mm, does not carry one through another.
            vlStage_AddBox(world, vlVec(2.0, 2.0, 1.0), 1.0, vlModel_At(0.0, 0.0, 0.5 + n),
                           vlModel_AtRest());
        }
        (void)runFinite(world, 2000);
        // A position is rounded to 1e-16 m, which a spring of 1e12 N/m turns into 1e-4 N.
        VL_CHECK_BELOW(vlStage_TopSpeed(world), 1e-6);
        vlVec3 c = vlStage_CentreOf(world, vlWorld_GetBody(world, 5));
        VL_CHECK_NEAR(c.z, 4.5, 1e-6); // 15 m g/k is 1.5e-7 m
        VL_CHECK_BELOW(hypot(c.x, c.y), 1e-6);
        vlWorld_Destroy(world);
    }
}

static void bodies_inside_each_other_part_without_bursting(void** state)
{
    (void)state;
    static const double stiffness[] = {VL_AUTO, 1e4, 1e7, 1e12};
    for (int i = 0; i < 8; ++i) {
        vlWorldDef def = vlStage_ImplicitDef(1e-3, stiffness[i % 4], 7);
        if (i < 4) {
            def.gravity = vlZero();
        }
        vlWorld* world = vlStage_CreateWorld(&def);
        vlStage_AddFloor(world);
        for (int n = 0; n < 6; ++n) { // three in one place, three half in each other
            vlPose pose = vlModel_At(n < 3 ? 0.0 : 1.0 + 0.05 * n, 0.0, n < 3 ? 0.5 : 0.3);
            vlStage_AddBox(world, vlVec(0.2, 0.2, 0.2), 1.0, pose, vlModel_AtRest());
        }
        // The overlap in which they start is given back over 20 ms: 0.2 m, hence 10 m/s. Softer
        // contacts store 200 J, hence 14 m/s.
        VL_CHECK_BELOW(runFinite(world, 2000), 20.0);
        assert_int_equal(vlWorld_GetStepInfo(world).frozenBodies, 0);
        vlWorld_Destroy(world);
    }
}

static void masses_of_any_size_meet(void** state)
{
    (void)state;
    static const double masses[] = {1e-9, 1e-3, 1.0, 1e9};
    for (int i = 0; i < 16; ++i) {
        vlWorldDef def = vlStage_ImplicitDef(1e-3, i % 2 == 0 ? VL_AUTO : 1e6, 3);
        vlWorld* world = vlStage_CreateWorld(&def);
        vlStage_AddFloor(world);
        vlStage_AddBox(world, vlVec(0.2, 0.2, 0.2), masses[i / 4], vlModel_At(0.0, 0.0, 0.11),
                       vlModel_AtRest());
        vlStage_AddBox(world, vlVec(0.2, 0.2, 0.2), masses[i % 4], vlModel_At(0.02, 0.01, 0.32),
                       vlModel_AtRest());
        // A weight of 1e10 N on 1e6 N/m falls through; bodies that it squeezes out may be fast.
        double top = runFinite(world, 1000);
        VL_CHECK_BELOW(top, 1e3);
        vlWorld_Destroy(world);
    }
}

static void a_million_metres_per_second_are_bounded(void** state)
{
    (void)state;
    static const double stiffness[] = {VL_AUTO, 1e4, 1e8, 1e12};
    for (int i = 0; i < 4; ++i) {
        vlWorldDef def = vlStage_ImplicitDef(1e-3, stiffness[i], 4);
        vlWorld* world = vlStage_CreateWorld(&def);
        vlStage_AddFloor(world);
        vlStage_AddBox(world, vlVec(0.2, 0.2, 0.2), 1.0, vlModel_At(0.0, 0.0, 0.1),
                       vlModel_Moving(vlVec(1e6, 0.0, 0.0), vlZero()));
        vlStage_AddBox(world, vlVec(0.2, 0.2, 0.2), 1.0, vlModel_At(3.0, 0.0, 1.0),
                       vlModel_Moving(vlVec(0.0, 0.0, -1e6), vlVec(1e6, 2e5, 0.0)));
        vlStage_AddBox(world, vlVec(0.2, 0.2, 0.2), 1.0, vlModel_At(6.0, 0.0, 0.3),
                       vlModel_Moving(vlZero(), vlVec(0.0, 1e6, 1e6)));
        // Deep below the floor a body is pushed out at most as fast as it went in.
        VL_CHECK_BELOW(runFinite(world, 500), 2e6);
        vlWorld_Destroy(world);
    }
}

static void springs_of_any_stiffness_are_bounded(void** state)
{
    (void)state;
    static const double stiffness[] = {0.0, 1.0, 1e6, 1e12, 1e15};
    for (int i = 0; i < 20; ++i) {
        vlWorldDef def = vlStage_ImplicitDef(i % 2 == 0 ? 1e-3 : 0.1, 1e12, 3);
        vlWorld* world = vlStage_CreateWorld(&def);
        vlBodyId a = vlStage_AddBox(world, vlVec(0.2, 0.2, 0.2), 1e-3, vlModel_At(0.0, 0.0, 0.0),
                                    vlModel_AtRest());
        vlBodyId b = vlStage_AddBox(world, vlVec(0.2, 0.2, 0.2), 1e3, vlModel_At(1.0, 0.0, 0.0),
                                    vlModel_AtRest());
        vlSpringDef spring = vlDefaultSpringDef();
        spring.bodyA = a;
        spring.bodyB = b;
        spring.pointA = vlVec(0.1, 0.0, 0.0);
        spring.pointB = vlVec(-0.1, 0.0, 0.0);
        spring.stiffness = stiffness[i / 4];
        spring.damping = i % 4 < 2 ? 0.0 : 1e9;
        spring.restLength = i % 3 == 0 ? 0.8 : 0.0;
        vlSpringId id;
        assert_int_equal(vlWorld_CreateSpring(world, &spring, &id), VL_OK);
        spring.bodyA = (vlBodyId){0, 0}; // of length zero at first, so without direction
        spring.pointA = vlVec(1.0, 0.0, 0.0);
        spring.pointB = vlZero();
        spring.restLength = i % 3 == 1 ? 0.5 : 0.0;
        assert_int_equal(vlWorld_CreateSpring(world, &spring, &id), VL_OK);
        // At first they store at most k/2 (0.8 m)^2 + k/2 (0.5 m)^2; in one step the implicit
        // integrator moves at most by the length of a stiff spring.
        (void)runFinite(world, 500);
        VL_CHECK_BELOW(vlStage_TopSpeed(world), 1e4);
        vlSpringReport report;
        assert_int_equal(vlSpring_GetReport(world, id, &report), VL_OK);
        assert_true(vlIsFinite(report.force) && isfinite(report.energy));
        vlWorld_Destroy(world);
    }
}

// Each of them soft by itself, at 0.49 m/h^2; together ten times the explicit limit of one.
static void many_springs_on_one_body_are_bounded(void** state)
{
    (void)state;
    enum { SPRINGS = 12 };
    vlWorldDef def = vlStage_ImplicitDef(1e-3, 1e6, 1);
    def.gravity = vlZero();
    vlWorld* world = vlStage_CreateWorld(&def);
    vlSpringDef spring = vlDefaultSpringDef();
    spring.bodyB = vlStage_AddBox(world, vlVec(0.1, 0.1, 0.1), 1.0, vlModel_At(0.01, 0.0, 0.0),
                                  vlModel_AtRest());
    spring.stiffness = 0.49e6;
    for (int i = 0; i < SPRINGS; ++i) {
        vlSpringId id;
        assert_int_equal(vlWorld_CreateSpring(world, &spring, &id), VL_OK);
    }
    // The amplitude of 10 mm times the frequency of all springs together.
    VL_CHECK_BELOW(runFinite(world, 2000), 0.01 * sqrt(SPRINGS * spring.stiffness));
    vlWorld_Destroy(world);
}

static void a_saturated_spring_pulls_with_its_largest_force_at_most(void** state)
{
    (void)state;
    static const double stiffness[] = {1e2, 1e5, 1e9};
    for (int i = 0; i < 3; ++i) {
        vlWorldDef def = vlStage_ImplicitDef(1e-3, 1e6, 1);
        def.gravity = vlZero();
        vlWorld* world = vlStage_CreateWorld(&def);
        vlSpringDef spring = vlDefaultSpringDef();
        spring.bodyB = vlStage_AddBox(world, vlVec(0.1, 0.1, 0.1), 1.0, vlModel_At(0.5, 0.0, 0.0),
                                      vlModel_Moving(vlVec(0.0, 2.0, 0.0), vlZero()));
        spring.stiffness = stiffness[i];
        spring.damping = 100.0;
        spring.maxForce = 5.0;
        vlSpringId id;
        assert_int_equal(vlWorld_CreateSpring(world, &spring, &id), VL_OK);
        double largest = 0.0;
        for (int n = 0; n < 2000; ++n) {
            vlStage_Step(world);
            vlSpringReport report;
            assert_int_equal(vlSpring_GetReport(world, id, &report), VL_OK);
            largest = fmax(largest, vlLength(report.force));
        }
        VL_CHECK_BELOW(largest, 5.0 * (1.0 + 1e-9)); // rounding
        vlWorld_Destroy(world);
    }
}

static void a_frozen_body_leaves_the_others_alone(void** state)
{
    (void)state;
    vlWorldDef def = vlStage_ImplicitDef(1e-3, 1e6, 5);
    vlWorld* world = vlStage_CreateWorld(&def);
    vlStage_AddFloor(world);
    vlVec3 size = vlVec(0.2, 0.2, 0.1);
    vlBodyId low = vlStage_AddBox(world, size, 1.0, vlModel_At(0.0, 0.0, 0.05), vlModel_AtRest());
    vlBodyId doomed =
        vlStage_AddBox(world, size, 1.0, vlModel_At(0.0, 0.0, 0.15), vlModel_AtRest());
    vlBodyId high = vlStage_AddBox(world, size, 1.0, vlModel_At(0.0, 0.0, 0.25), vlModel_AtRest());
    vlStage_Run(world, 1.0);
    vlVec3 force = vlVec(0.0, VL_MAX_FORCE, 0.0); // the largest accepted force, twice
    vlVec3 at = vlStage_CentreOf(world, doomed);
    at.x += 4.0;
    assert_int_equal(vlBody_ApplyForce(world, doomed, force, at), VL_OK);
    assert_int_equal(vlBody_ApplyForce(world, doomed, force, at), VL_OK);
    assert_int_equal(vlWorld_Step(world), VL_ERROR_DIVERGED);
    assert_true(vlBody_IsFrozen(world, doomed));
    assert_true(vlFixture_IsFinite(world));
    checkContacts(world);
    assert_false(vlBody_IsFrozen(world, low));
    assert_false(vlBody_IsFrozen(world, high));
    VL_CHECK_BELOW(runFinite(world, 2000), 1.0);
    // It stays where it was, and carries what lies on it.
    VL_CHECK_NEAR(vlStage_CentreOf(world, doomed).z, 0.15, 1e-4);
    VL_CHECK_NEAR(vlStage_CentreOf(world, high).z, 0.25, 1e-4);
    VL_CHECK_BELOW(vlStage_TopSpeed(world), 1e-9);
    vlWorld_Destroy(world);
}

static void every_contact_option_that_is_taken_runs(void** state)
{
    (void)state;
    const vlContactOptions options[] = {
        {.reference = {.model = VL_CONTACT_POINT}},
        {.law = VL_LAW_LUMPED},
        {.law = VL_LAW_FOUNDATION},
        {.law = VL_LAW_LUMPED, .reference = {.normal = VL_NORMAL_SEARCH}},
        {.law = VL_LAW_FOUNDATION, .reference = {.normal = VL_NORMAL_SEARCH}}};
    for (int i = 0; i < 5; ++i) {
        vlWorldDef def = vlFixture_Def(VL_FIXTURE_MIXED);
        def.integrator = VL_INTEGRATOR_IMPLICIT;
        def.contact = options[i];
        vlWorld* world = vlFixture_Create(VL_FIXTURE_MIXED, &def);
        assert_non_null(world);
        VL_CHECK_BELOW(runFinite(world, vlStage_Count(1000, 200)), 20.0); // a fall of 3 m makes 8
        vlWorld_Destroy(world);
    }
}

static void too_few_places_for_contacts_do_not_stop_a_run(void** state)
{
    (void)state;
    vlWorldDef def = vlFixture_Def(VL_FIXTURE_PILE);
    def.integrator = VL_INTEGRATOR_IMPLICIT;
    def.capacity.contacts = 5;
    vlWorld* world = vlFixture_Create(VL_FIXTURE_PILE, &def);
    assert_non_null(world);
    int dropped = 0;
    for (int i = 0; i < 1000; ++i) {
        (void)runFinite(world, 1);
        dropped += vlWorld_GetStepInfo(world).droppedContacts;
    }
    assert_true(dropped > 0);
    vlWorld_Destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_stiffness_and_any_step_are_bounded),
        cmocka_unit_test(any_stiffness_is_taken_for_any_mass),
        cmocka_unit_test(a_stack_rests_at_any_stiffness),
        cmocka_unit_test(bodies_inside_each_other_part_without_bursting),
        cmocka_unit_test(masses_of_any_size_meet),
        cmocka_unit_test(a_million_metres_per_second_are_bounded),
        cmocka_unit_test(springs_of_any_stiffness_are_bounded),
        cmocka_unit_test(many_springs_on_one_body_are_bounded),
        cmocka_unit_test(a_saturated_spring_pulls_with_its_largest_force_at_most),
        cmocka_unit_test(a_frozen_body_leaves_the_others_alone),
        cmocka_unit_test(every_contact_option_that_is_taken_runs),
        cmocka_unit_test(too_few_places_for_contacts_do_not_stop_a_run),
    };
    return cmocka_run_group_tests_name("implicit_robust", tests, NULL, NULL);
}
