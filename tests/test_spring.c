// SPDX-License-Identifier: MIT
// Springs against closed forms: oscillation, decay, saturation, momentum, and limits that they must
// keep.

#include <math.h>
#include <stdlib.h>

#include "stage.h"
#include "test.h"

static vlWorld* weightless(double step, vlIntegrator integrator)
{
    vlWorldDef def = vlDefaultWorldDef();
    def.gravity = vlZero();
    def.step = step;
    def.integrator = integrator;
    return vlStage_CreateWorld(&def);
}

static vlBodyId addCube(vlWorld* world, double mass, vlVec3 at)
{
    vlPose pose = {at, vlIdentityQuat()};
    return vlStage_AddBox(world, vlVec(0.1, 0.1, 0.1), mass, pose, vlModel_AtRest());
}

static vlSpringId addSpring(vlWorld* world, const vlSpringDef* def)
{
    vlSpringId id;
    assert_int_equal(vlWorld_CreateSpring(world, def, &id), VL_OK);
    return id;
}

static vlSpringReport reportOf(const vlWorld* world, vlSpringId id)
{
    vlSpringReport report;
    assert_int_equal(vlSpring_GetReport(world, id, &report), VL_OK);
    return report;
}

// Time of `crossings` upward zero crossings of x, by linear interpolation, over their number.
static double measurePeriod(vlWorld* world, vlBodyId body, double step, int crossings)
{
    double before = vlStage_CentreOf(world, body).x;
    double first = -1.0;
    double last = -1.0;
    int found = 0;
    for (int i = 0; found <= crossings; ++i) {
        assert_true(i < 1000000);
        vlStage_Step(world);
        double x = vlStage_CentreOf(world, body).x;
        if (before < 0.0 && x >= 0.0) {
            last = (i + before / (before - x)) * step;
            first = found++ == 0 ? last : first;
        }
        before = x;
    }
    return (last - first) / crossings;
}

static void a_weight_swings_with_the_exact_period(void** state)
{
    (void)state;
    const double step = 1e-3, mass = 2.0, stiffness = 800.0; // 20 rad/s
    const vlIntegrator integrators[] = {VL_INTEGRATOR_EULER, VL_INTEGRATOR_RK4};
    for (int i = 0; i < 2; ++i) {
        vlWorld* world = weightless(step, integrators[i]);
        vlSpringDef def = vlDefaultSpringDef();
        def.bodyB = addCube(world, mass, vlVec(-0.05, 0.0, 0.0));
        def.stiffness = stiffness;
        addSpring(world, &def);
        // Symplectic Euler: sin(w h/2) = sqrt(k/m) h/2; RK4: to (w h)^4/120 = 1e-9.
        double omega = sqrt(stiffness / mass);
        double exact = integrators[i] == VL_INTEGRATOR_EULER
                           ? 2.0 * VL_PI / (2.0 / step * asin(0.5 * omega * step))
                           : 2.0 * VL_PI / omega;
        // 1e-6: a crossing is interpolated linearly, with an error of at most x'' h^2/8, over 20
        // periods.
        VL_CHECK_NEAR(measurePeriod(world, def.bodyB, step, 20) / exact, 1.0, 1e-6);
        vlWorld_Destroy(world);
    }
}

static void damping_takes_what_it_should(void** state)
{
    (void)state;
    const double mass = 1.0, stiffness = 400.0, damping = 4.0, seconds = 1.0;
    vlWorld* world = weightless(1e-4, VL_INTEGRATOR_RK4);
    vlSpringDef def = vlDefaultSpringDef();
    def.bodyB = addCube(world, mass, vlVec(0.1, 0.0, 0.0));
    def.stiffness = stiffness;
    def.damping = damping;
    addSpring(world, &def);
    vlStage_Run(world, seconds);
    double rate = 0.5 * damping / mass;
    double omega = sqrt(stiffness / mass - rate * rate);
    double exact =
        0.1 * exp(-rate * seconds) * (cos(omega * seconds) + rate / omega * sin(omega * seconds));
    // RK4 at 1e-4 s is exact to 1e-11 here; rounding to 1e-15.
    VL_CHECK_NEAR(vlStage_CentreOf(world, def.bodyB).x, exact, 1e-10);
    vlWorld_Destroy(world);
}

static void a_rest_length_acts_along_its_line_only(void** state)
{
    (void)state;
    vlWorld* world = weightless(1e-3, VL_INTEGRATOR_EULER);
    vlSpringDef def = vlDefaultSpringDef();
    def.bodyB = addCube(world, 1.0, vlVec(0.0, 0.3, 0.4));
    def.restLength = 0.2;
    def.stiffness = 100.0;
    def.damping = 3.0;
    vlSpringId id = addSpring(world, &def);
    vlTwist across = vlModel_Moving(vlVec(2.0, 0.4, -0.3), vlZero()); // at right angles to the line
    assert_int_equal(vlBody_SetTwist(world, def.bodyB, across), VL_OK);
    vlStage_Step(world);
    vlSpringReport report = reportOf(world, id);
    // 100 N/m times (0.5 - 0.2) m towards the anchor; the damper sees no motion along the line.
    // Tolerances of rounding: numbers of order 10 to 1e-14.
    VL_CHECK_NEAR(report.force.x, 0.0, 1e-13);
    VL_CHECK_NEAR(report.force.y, -30.0 * 0.6, 1e-13);
    VL_CHECK_NEAR(report.force.z, -30.0 * 0.8, 1e-13);
    VL_CHECK_NEAR(report.energy, 0.5 * 100.0 * 0.09, 1e-13);
    vlWorld_Destroy(world);
}

static void a_spring_conserves_momentum_and_turns_what_it_holds_off_centre(void** state)
{
    (void)state;
    vlWorld* world = weightless(1e-3, VL_INTEGRATOR_EULER);
    vlSpringDef def = vlDefaultSpringDef();
    def.bodyA = addCube(world, 1.0, vlVec(0.0, 0.0, 0.0));
    def.bodyB = addCube(world, 3.0, vlVec(0.5, 0.1, 0.0));
    def.pointA = vlVec(0.05, 0.05, 0.05);
    def.pointB = vlVec(-0.05, 0.05, -0.02);
    def.stiffness = 300.0;
    def.damping = 2.0;
    def.spinDamping = 1e-4;
    addSpring(world, &def);
    double fastest = 0.0;
    for (int i = 0; i < 2000; ++i) {
        vlStage_Step(world);
        vlVec3 total = vlZero();
        vlVec3 turning = vlZero();
        const vlBodyId ids[] = {def.bodyA, def.bodyB};
        for (int k = 0; k < 2; ++k) {
            vlVec3 momentum;
            double mass = k == 0 ? 1.0 : 3.0;
            vlVec3 velocity = vlStage_TwistOf(world, ids[k]).linear;
            assert_int_equal(vlBody_GetAngularMomentum(world, ids[k], &momentum), VL_OK);
            total = vlMulAdd(total, mass, velocity);
            vlVec3 orbital = vlScale(vlCross(vlStage_CentreOf(world, ids[k]), velocity), mass);
            turning = vlAdd(turning, vlAdd(momentum, orbital));
            fastest = fmax(fastest, vlLength(vlStage_TwistOf(world, ids[k]).angular));
        }
        // Third law to the bit per step; sums round 2000 times. Symplectic Euler conserves angular
        // momentum too: positions move along the new velocities.
        VL_CHECK_BELOW(vlLength(total), 1e-12);
        VL_CHECK_BELOW(vlLength(turning), 1e-12);
    }
    assert_true(fastest > 1.0); // it did turn them
    vlWorld_Destroy(world);
}

static void the_force_saturates_and_keeps_its_direction(void** state)
{
    (void)state;
    vlWorld* world = weightless(1e-3, VL_INTEGRATOR_EULER);
    vlSpringDef def = vlDefaultSpringDef();
    def.bodyB = addCube(world, 1.0, vlVec(3.0, 4.0, 0.0));
    def.maxForce = 10.0; // the spring would give 500
    vlSpringId id = addSpring(world, &def);
    vlStage_Step(world);
    vlVec3 force = reportOf(world, id).force;
    VL_CHECK_NEAR(force.x, -6.0, 1e-13); // rounding
    VL_CHECK_NEAR(force.y, -8.0, 1e-13);
    vlWorld_Destroy(world);
}

static void an_anchor_travels_and_pulls_along(void** state)
{
    (void)state;
    const vlIntegrator integrators[] = {VL_INTEGRATOR_EULER, VL_INTEGRATOR_RK4};
    for (int i = 0; i < 2; ++i) {
        vlWorld* world = weightless(1e-3, integrators[i]);
        vlSpringDef def = vlDefaultSpringDef();
        def.bodyB = addCube(world, 1.0, vlZero());
        def.velocityA = vlVec(0.2, 0.0, 0.0);
        def.stiffness = 400.0;
        def.damping = 40.0; // critical: it settles with exp(-20 t)
        vlSpringId id = addSpring(world, &def);
        vlStage_Run(world, 3.0);
        // In the end body and anchor move together; exp(-60) = 1e-26 of the start remains.
        VL_CHECK_NEAR(vlStage_TwistOf(world, def.bodyB).linear.x, 0.2, 1e-12);
        VL_CHECK_NEAR(vlStage_CentreOf(world, def.bodyB).x, 0.6, 1e-12);
        VL_CHECK_BELOW(vlLength(reportOf(world, id).force), 1e-11);
        assert_int_equal(vlSpring_SetAnchor(world, id, vlZero(), vlZero()), VL_OK);
        vlStage_Step(world);
        // Pulled back: 400 N/m times 0.6 m and 40 N s/m times 0.2 m/s.
        VL_CHECK_NEAR(reportOf(world, id).force.x, -248.0, 1e-9);
        vlWorld_Destroy(world);
    }
}

static void spin_damping_stops_turning_at_the_exact_rate(void** state)
{
    (void)state;
    vlWorld* world = weightless(1e-4, VL_INTEGRATOR_RK4);
    vlSpringDef def = vlDefaultSpringDef();
    def.bodyB = addCube(world, 6.0, vlZero()); // 0.01 kg m2
    def.spinDamping = 0.02;
    addSpring(world, &def);
    assert_int_equal(
        vlBody_SetTwist(world, def.bodyB, vlModel_Moving(vlZero(), vlVec(0.0, 0.0, 5.0))), VL_OK);
    vlStage_Run(world, 1.0);
    // RK4 at 1e-4 s: exact to 1e-15 per second.
    VL_CHECK_NEAR(vlStage_TwistOf(world, def.bodyB).angular.z, 5.0 * exp(-2.0), 1e-11);
    vlWorld_Destroy(world);
}

static void contacts_are_reported_without_the_spring(void** state)
{
    (void)state;
    const vlIntegrator integrators[] = {VL_INTEGRATOR_EULER, VL_INTEGRATOR_RK4};
    for (int i = 0; i < 2; ++i) {
        vlWorldDef worldDef = vlDefaultWorldDef();
        worldDef.integrator = integrators[i];
        vlWorld* world = vlStage_CreateWorld(&worldDef);
        vlStage_AddFloor(world);
        vlSpringDef def = vlDefaultSpringDef();
        def.bodyB = addCube(world, 1.0, vlVec(0.0, 0.0, 0.05));
        def.pointA = vlVec(0.0, 0.0, 0.09);
        def.stiffness = 100.0; // it lifts with 4 N of 9.8
        addSpring(world, &def);
        vlStage_Run(world, 2.0);
        vlWrench wrench;
        assert_int_equal(vlBody_GetContactWrench(world, def.bodyB, &wrench), VL_OK);
        // At rest the floor carries the rest of the weight; it sinks by less than 0.1 mm, which
        // stretches the spring by 0.01 N.
        VL_CHECK_NEAR(wrench.force.z, VL_GRAVITY - 4.0, 0.02);
        vlWorld_Destroy(world);
    }
}

static void a_snapshot_holds_the_springs(void** state)
{
    (void)state;
    vlWorld* world = weightless(1e-3, VL_INTEGRATOR_EULER);
    vlSpringDef def = vlDefaultSpringDef();
    def.bodyB = addCube(world, 1.0, vlVec(0.1, 0.0, 0.0));
    def.velocityA = vlVec(0.1, 0.0, 0.0);
    vlSpringId kept = addSpring(world, &def);
    size_t size = vlWorld_GetSnapshotSize(world);
    void* bytes = malloc(size);
    assert_non_null(bytes);
    vlStage_Run(world, 0.1);
    assert_int_equal(vlWorld_Save(world, bytes, size), VL_OK);
    vlStage_Run(world, 0.1);
    uint64_t hash = vlWorld_GetHash(world);
    vlSpringId later = addSpring(world, &def);
    assert_int_equal(vlWorld_GetSpringCount(world), 2);
    assert_int_equal(vlWorld_Restore(world, bytes, size), VL_OK);
    assert_int_equal(vlWorld_GetSpringCount(world), 1);
    vlSpringReport report;
    assert_int_equal(vlSpring_GetReport(world, later, &report), VL_ERROR_STALE_ID);
    assert_int_equal(vlSpring_GetReport(world, kept, &report), VL_OK);
    vlStage_Run(world, 0.1);
    assert_true(vlWorld_GetHash(world) == hash);
    free(bytes);
    vlWorld_Destroy(world);
}

static void springs_go_with_their_bodies(void** state)
{
    (void)state;
    vlWorld* world = weightless(1e-3, VL_INTEGRATOR_EULER);
    vlSpringDef def = vlDefaultSpringDef();
    def.bodyA = addCube(world, 1.0, vlZero());
    def.bodyB = addCube(world, 1.0, vlVec(1.0, 0.0, 0.0));
    vlSpringId id = addSpring(world, &def);
    assert_int_equal(vlWorld_DestroyBody(world, def.bodyA), VL_OK);
    assert_int_equal(vlWorld_GetSpringCount(world), 0);
    assert_int_equal(vlWorld_DestroySpring(world, id), VL_ERROR_STALE_ID);
    vlStage_Step(world);
    assert_true(vlLength(vlStage_TwistOf(world, def.bodyB).linear) == 0.0);
    vlWorld_Destroy(world);
}

// A change of a valid spring, and the refusal that it must cause.
typedef struct Refusal {
    double* field;
    double value;
    vlResult result;
} Refusal;

static void bad_springs_are_refused_and_change_nothing(void** state)
{
    (void)state;
    vlWorld* world = weightless(1e-3, VL_INTEGRATOR_EULER);
    vlSpringDef def = vlDefaultSpringDef();
    def.bodyB = addCube(world, 1.0, vlZero());
    double stiffest;
    double mostDamping;
    assert_int_equal(vlWorld_GetSpringLimits(world, &def, &stiffest, &mostDamping), VL_OK);
    const Refusal refusals[] = {
        {&def.stiffness, -1.0, VL_ERROR_ARGUMENT},
        {&def.stiffness, (double)NAN, VL_ERROR_ARGUMENT},
        {&def.stiffness, 1.001 * stiffest, VL_ERROR_UNSTABLE},
        {&def.damping, HUGE_VAL, VL_ERROR_ARGUMENT},
        {&def.damping, 1.001 * mostDamping, VL_ERROR_UNSTABLE},
        {&def.spinDamping, 1e3, VL_ERROR_UNSTABLE},
        {&def.restLength, -0.1, VL_ERROR_ARGUMENT},
        {&def.maxForce, 0.0, VL_ERROR_ARGUMENT},
        {&def.maxForce, (double)NAN, VL_ERROR_ARGUMENT},
        {&def.pointA.x, (double)NAN, VL_ERROR_ARGUMENT},
        {&def.velocityA.z, HUGE_VAL, VL_ERROR_ARGUMENT},
    };
    vlSpringId id = {7, 7};
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; ++i) {
        double good = *refusals[i].field;
        *refusals[i].field = refusals[i].value;
        assert_int_equal(vlWorld_CreateSpring(world, &def, &id), refusals[i].result);
        assert_true(vlWorld_GetMessage(world)[0] != '\0');
        *refusals[i].field = good;
    }
    assert_int_equal(id.index1, 7);
    def.bodyA = def.bodyB;
    assert_int_equal(vlWorld_CreateSpring(world, &def, &id), VL_ERROR_ARGUMENT);
    vlBodyId stale = {99, 1};
    def.bodyA = stale;
    assert_int_equal(vlWorld_CreateSpring(world, &def, &id), VL_ERROR_STALE_ID);
    vlBodyId floor = vlStage_AddFloor(world);
    vlSpringDef fixed = vlDefaultSpringDef();
    fixed.bodyB = floor;
    assert_int_equal(vlWorld_CreateSpring(world, &fixed, &id), VL_ERROR_ARGUMENT);
    assert_int_equal(vlWorld_CreateSpring(world, NULL, &id), VL_ERROR_ARGUMENT);
    assert_int_equal(vlWorld_GetSpringCount(world), 0);
    vlWorld_Destroy(world);
}

static void the_room_for_springs_is_fixed(void** state)
{
    (void)state;
    vlWorldDef worldDef = vlDefaultWorldDef();
    worldDef.capacity.springs = 2;
    vlWorld* world = vlStage_CreateWorld(&worldDef);
    vlSpringDef def = vlDefaultSpringDef();
    def.bodyB = addCube(world, 1.0, vlZero());
    vlSpringId first = addSpring(world, &def);
    addSpring(world, &def);
    vlSpringId third;
    assert_int_equal(vlWorld_CreateSpring(world, &def, &third), VL_ERROR_FULL);
    assert_int_equal(vlWorld_DestroySpring(world, first), VL_OK);
    third = addSpring(world, &def);
    assert_true(third.index1 == first.index1 && third.generation != first.generation);
    assert_int_equal(vlWorld_DestroySpring(world, first), VL_ERROR_STALE_ID);
    vlWorld_Destroy(world);
}

// The limit is meant to be safe with contacts beside it: the stiffest spring presses a light box
// onto the floor, both at their limits.
static void the_stiffest_spring_allowed_is_stable_on_a_floor(void** state)
{
    (void)state;
    vlWorldDef worldDef = vlExplicitWorldDef();
    vlWorld* world = vlStage_CreateWorld(&worldDef);
    vlStage_AddFloor(world);
    vlSpringDef def = vlDefaultSpringDef();
    def.bodyB = addCube(world, 0.1, vlVec(0.0, 0.0, 0.05));
    def.pointA = vlVec(0.01, 0.0, 0.04);
    def.pointB = vlVec(0.05, 0.05, 0.05);
    double stiffest;
    double mostDamping;
    assert_int_equal(vlWorld_GetSpringLimits(world, &def, &stiffest, &mostDamping), VL_OK);
    def.stiffness = stiffest;
    def.damping = 0.2 * mostDamping;
    addSpring(world, &def);
    vlStage_Run(world, 5.0);
    vlTwist twist = vlStage_TwistOf(world, def.bodyB);
    // Nothing drives it: with these dampers all motion has died out after 5 s.
    VL_CHECK_BELOW(vlLength(twist.linear), 1e-3);
    VL_CHECK_BELOW(vlLength(twist.angular), 1e-2);
    vlWorld_Destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_weight_swings_with_the_exact_period),
        cmocka_unit_test(damping_takes_what_it_should),
        cmocka_unit_test(a_rest_length_acts_along_its_line_only),
        cmocka_unit_test(a_spring_conserves_momentum_and_turns_what_it_holds_off_centre),
        cmocka_unit_test(the_force_saturates_and_keeps_its_direction),
        cmocka_unit_test(an_anchor_travels_and_pulls_along),
        cmocka_unit_test(spin_damping_stops_turning_at_the_exact_rate),
        cmocka_unit_test(contacts_are_reported_without_the_spring),
        cmocka_unit_test(a_snapshot_holds_the_springs),
        cmocka_unit_test(springs_go_with_their_bodies),
        cmocka_unit_test(bad_springs_are_refused_and_change_nothing),
        cmocka_unit_test(the_room_for_springs_is_fixed),
        cmocka_unit_test(the_stiffest_spring_allowed_is_stable_on_a_floor),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
