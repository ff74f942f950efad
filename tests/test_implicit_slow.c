// SPDX-License-Identifier: MIT
// Sliding so slow that one step of friction could stop it: just above the limit it must follow
// Coulomb's law, and below it stick, whatever point the contact turns about.

#include "stage.h"
#include "test.h"

#define MU 0.3

static vlWorld* makeWorld(double k)
{
    vlWorldDef def = vlDefaultWorldDef();
    def.integrator = VL_INTEGRATOR_IMPLICIT;
    def.capacity.bodies = 4;
    def.surface.frictionStatic = def.surface.frictionDynamic = MU;
    def.surface.stiffnessN = k;
    return vlStage_CreateWorld(&def);
}

// On a slope 0.02 degrees above the angle of friction the net force is 0.13% of the friction.
static void a_box_just_above_the_limit_accelerates_as_coulomb_says(void** state)
{
    (void)state;
    static const double stiffness[] = {5e4, 1e6, 1e7};
    double angle = 16.72 * VL_PI / 180.0;
    double exact = VL_GRAVITY * (sin(angle) - MU * cos(angle));
    for (int n = 0; n < 3; ++n) {
        double k = stiffness[n];
        vlWorld* world = makeWorld(k);
        vlStage_AddFloor(world);
        double height = 0.05 - VL_GRAVITY * cos(angle) / k;
        vlBodyId box = vlStage_AddBox(world, vlVec(0.2, 0.2, 0.1), 1.0,
                                      vlModel_At(0.0, 0.0, height), vlModel_AtRest());
        for (int i = 0; i < 3500; ++i) {
            vlStage_Lean(world, angle * (i < 3000 ? i / 3000.0 : 1.0));
            vlStage_Step(world);
        }
        double before = vlStage_TwistOf(world, box).linear.x;
        vlStage_Run(world, 2.0);
        double gained = vlStage_TwistOf(world, box).linear.x - before;
        // The friction's own error is 1e-5 of it, which is 1% of the net force.
        VL_CHECK_NEAR(0.5 * gained / exact, 1.0, 0.01);
        vlWorld_Destroy(world);
    }
}

// Mean distance of a square of side a, centred at distance c, from the origin: the mean lever of
// friction under uniform pressure. Midpoint rule, exact to 1e-5 here.
static double meanRadius(double c, double a)
{
    const int n = 200;
    double sum = 0.0;
    for (int i = 0; i < n * n; ++i) {
        sum += hypot(c + a * ((i % n + 0.5) / n - 0.5), a * ((i / n + 0.5) / n - 0.5));
    }
    return sum / (n * n);
}

static vlJointId join(vlWorld* world, vlJointType type, vlBodyId body, vlVec3 point)
{
    vlJointDef def = vlDefaultJointDef(type);
    vlJointId id;
    def.bodyB = body;
    def.axis[0].motor.mode = type == VL_JOINT_HINGE ? VL_MOTOR_TORQUE : VL_MOTOR_OFF;
    assert_int_equal(vlJointDef_Place(&def, world, point, vlVec(0.0, 0.0, 1.0), vlZero()), VL_OK);
    assert_int_equal(vlWorld_CreateJoint(world, &def, &id), VL_OK);
    return id;
}

// A cube on a rail rests on a disc, `c` beside its axle. The disc is spun up and then driven with
// 0.9 of what friction holds; it must stop.
static double creepAfterSpin(double c, double k)
{
    const double a = 0.04;
    const double mass = 0.2;
    vlWorld* world = makeWorld(k);
    vlBodyId disc = vlStage_AddBox(world, vlVec(0.4, 0.4, 0.02), 1.0, vlModel_At(0.0, 0.0, -0.01),
                                   vlModel_AtRest());
    double height = 0.5 * a - mass * VL_GRAVITY / k;
    vlBodyId cube =
        vlStage_AddBox(world, vlVec(a, a, a), mass, vlModel_At(c, 0.0, height), vlModel_AtRest());
    vlJointId axle = join(world, VL_JOINT_HINGE, disc, vlVec(0.0, 0.0, -0.01));
    (void)join(world, VL_JOINT_SLIDER, cube, vlVec(c, 0.0, 0.5 * a));
    double limit = MU * mass * VL_GRAVITY * meanRadius(c, a);
    vlJointReport report;
    assert_int_equal(vlJoint_SetTarget(world, axle, 0, 3.0 * limit), VL_OK);
    vlStage_Run(world, 0.5);
    assert_int_equal(vlJoint_GetReport(world, axle, &report), VL_OK);
    assert_true(report.velocity[0] > 0.2); // the disc did turn
    assert_int_equal(vlJoint_SetTarget(world, axle, 0, 0.9 * limit), VL_OK);
    vlStage_Run(world, 20.0);
    assert_int_equal(vlJoint_GetReport(world, axle, &report), VL_OK);
    double from = report.position[0];
    vlStage_Run(world, 2.0);
    assert_int_equal(vlJoint_GetReport(world, axle, &report), VL_OK);
    vlWorld_Destroy(world);
    return fabs(report.position[0] - from) / 2.0;
}

static void a_contact_that_turns_beside_its_middle_sticks_below_the_limit(void** state)
{
    (void)state;
    static const double beside[] = {0.0, 0.01, 0.02, 0.06};
    for (int i = 0; i < 4; ++i) {
        // Only the disc's own stiff springs can still move it: 1e-6 rad/s is 0.1 micrometres per
        // second at its rim.
        VL_CHECK_BELOW(creepAfterSpin(beside[i], 2e4), 1e-6);
        VL_CHECK_BELOW(creepAfterSpin(beside[i], 2e5), 1e-6);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_box_just_above_the_limit_accelerates_as_coulomb_says),
        cmocka_unit_test(a_contact_that_turns_beside_its_middle_sticks_below_the_limit),
    };
    return cmocka_run_group_tests_name("implicit_slow", tests, NULL, NULL);
}
