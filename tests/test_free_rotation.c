// SPDX-License-Identifier: MIT
// The rotation of free bodies of every inertia, especially of slim and fast ones, against closed
// forms: the regular precession of a symmetric body and Jacobi's period of any other.

#include "dynamics/motion.h"
#include "models/free_bar_model.h"
#include "stage.h"
#include "test.h"

static const vlIntegrator integrators[] = {VL_INTEGRATOR_EULER, VL_INTEGRATOR_RK4,
                                           VL_INTEGRATOR_IMPLICIT};

static vlWorld* weightless(double step, vlIntegrator integrator)
{
    vlWorldDef def = vlDefaultWorldDef();
    def.capacity.bodies = 2;
    def.step = step;
    def.gravity = vlZero();
    def.integrator = integrator;
    return vlStage_CreateWorld(&def);
}

static vlBodyId addBar(vlWorld* world, const vlFreeBarDef* def)
{
    vlBodyId id = {0, 0};
    assert_int_equal(vlModel_AddFreeBar(world, def, &id), VL_OK);
    return id;
}

// A bar whose principal axes are neither those of the body nor those of the world.
static vlFreeBarDef leaning(vlVec3 size, vlVec3 omega)
{
    vlFreeBarDef def = vlFreeBar_Default(size, omega);
    def.axes = vlQuatFromAxisAngle(vlVec(1.0, -2.0, 0.5), 0.8);
    def.start = vlQuatFromAxisAngle(vlVec(-0.3, 1.0, 2.0), 2.0);
    return def;
}

typedef struct Case {
    vlVec3 size, omega;
    double step;
} Case;

// With an iterated midpoint rule the energy of the first three grew 28 to 150 fold within two
// seconds, and with Runge-Kutta 50 to 800 fold.
static const Case cases[] = {
    {{0.025, 0.025, 1.0}, {1.0, 80.0, 0.5}, 5e-3},
    {{0.025, 0.025, 1.0}, {1.0, 200.0, 0.5}, 1e-3},
    {{0.1, 0.1, 1.0}, {1.0, 200.0, 0.5}, 5e-3},
    {{1.0, 0.1, 0.05}, {0.5, 80.0, 1.0}, 5e-3},
    {{1.0, 0.4, 0.1}, {20.0, 80.0, 10.0}, 5e-3},
    {{0.5, 0.2, 0.02}, {1.0, 10.0, -1.0}, 1e-3},
    {{0.3, 0.025, 0.012}, {300.0, 300.0, 300.0}, 1e-3},
    {{0.4, 0.3, 0.2}, {3.0, 5.0, -2.0}, 1e-3},
};

// Largest relative change of the energy over `steps` steps. The angular momentum keeps its bits.
static double energyChange(vlWorld* world, vlBodyId bar, int steps)
{
    vlVec3 before = vlZero();
    vlVec3 after = vlZero();
    assert_int_equal(vlBody_GetAngularMomentum(world, bar, &before), VL_OK);
    double energy = vlStage_KineticEnergy(world);
    double worst = 0.0;
    for (int i = 0; i < steps; ++i) {
        vlStage_Step(world);
        worst = fmax(worst, fabs(vlStage_KineticEnergy(world) / energy - 1.0));
    }
    assert_int_equal(vlBody_GetAngularMomentum(world, bar, &after), VL_OK);
    assert_true(after.x == before.x && after.y == before.y && after.z == before.z);
    return worst;
}

static void a_body_in_a_fast_spin_keeps_its_energy(void** state)
{
    (void)state;
    for (size_t i = 0; i < 3 * sizeof cases / sizeof cases[0]; ++i) {
        const Case* c = &cases[i / 3];
        for (int isLeaning = 0; isLeaning < 2; ++isLeaning) {
            vlFreeBarDef def =
                isLeaning ? leaning(c->size, c->omega) : vlFreeBar_Default(c->size, c->omega);
            vlWorld* world = weightless(c->step, integrators[i % 3]);
            vlBodyId bar = addBar(world, &def);
            // Symmetric bars: rounding. Others: 3e-7 at second order (the last one, slow), 1e-10 at
            // sixth. The requirement is 1e-4.
            double limit = c->size.x == c->size.y ? 1e-11 : 3e-7;
            VL_CHECK_BELOW(energyChange(world, bar, 2000), limit);
            vlWorld_Destroy(world);
        }
    }
}

static void a_million_steps_do_not_drift(void** state)
{
    (void)state;
    vlFreeBarDef def = leaning(vlVec(1.0, 0.4, 0.1), vlVec(20.0, 80.0, 10.0));
    vlWorld* world = weightless(5e-3, VL_INTEGRATOR_IMPLICIT);
    vlBodyId bar = addBar(world, &def);
    vlInertia inertia = {.mass = def.mass, .inverseMass = 1.0 / def.mass};
    vlVec3 m = vlFreeBar_Moments(&def);
    vlMat3 A = vlMatFromQuat(def.axes);
    vlMat3 T = vlTranspose(A);
    inertia.inertiaB = vlMulMM(A, vlMulMM(vlDiag(m.x, m.y, m.z), T));
    inertia.inverseInertiaB = vlMulMM(A, vlMulMM(vlDiag(1.0 / m.x, 1.0 / m.y, 1.0 / m.z), T));
    inertia.principal = vlPrincipal_Of(inertia.inertiaB);
    vlMotion motion = {.rotation = vlStage_PoseOf(world, bar).q,
                       .omega = vlStage_TwistOf(world, bar).angular,
                       .spin = vlStage_SpinOf(world, bar)};
    vlWorld_Destroy(world);
    double start = vlMotion_KineticEnergy(&inertia, &motion);
    double worst = 0.0;
    for (int i = 0; i < vlStage_Count(1000000, 20000); ++i) {
        vlMotion_Rotate(&inertia, &motion, 5e-3, VL_TURNING_PLAIN);
        worst = fmax(worst, fabs(vlMotion_KineticEnergy(&inertia, &motion) / start - 1.0));
    }
    // A relative error of 1e-16 in each step, all in one direction, would add up to 1e-10; the
    // oscillation is 4e-11.
    VL_CHECK_BELOW(worst, 3e-10);
}

static double angleBetween(vlQuat a, vlQuat b)
{
    vlQuat d = vlMulQ(vlConj(a), b);
    return 2.0 * sqrt(d.x * d.x + d.y * d.y + d.z * d.z);
}

static void a_symmetric_body_precesses_as_the_closed_form_does(void** state)
{
    (void)state;
    static const Case tops[] = {{{0.025, 0.025, 1.0}, {3.0, 80.0, 5.0}, 5e-3},
                                {{0.3, 0.3, 0.05}, {10.0, 4.0, 120.0}, 5e-3},
                                {{0.1, 0.1, 0.11}, {3.0, 2.0, 40.0}, 1e-3}};
    for (int i = 0; i < 9; ++i) {
        const Case* c = &tops[i / 3];
        vlFreeBarDef def = leaning(c->size, c->omega);
        vlWorld* world = weightless(c->step, integrators[i % 3]);
        vlBodyId bar = addBar(world, &def);
        vlStage_Run(world, 2.0);
        vlQuat exact = vlFreeBar_Precession(&def, 2.0);
        vlQuat found = vlFreeBar_Axes(&def, vlStage_PoseOf(world, bar));
        vlVec3 z = vlVec(0.0, 0.0, 1.0);
        // Exact except for rounding. The axis goes round by up to 320 rad; the needle rotates about
        // itself by 8000 rad, at a rate whose rounding error its inertia magnifies by 800.
        VL_CHECK_BELOW(vlLength(vlSub(vlRotate(found, z), vlRotate(exact, z))), 1e-10);
        VL_CHECK_BELOW(angleBetween(exact, found), 1e-9);
        vlWorld_Destroy(world);
    }
}

// How far the angular velocity about the principal axes is from its start after one of Jacobi's
// periods, made in `steps` steps.
static double missedAfterPeriod(const vlFreeBarDef* def, int steps, vlIntegrator integrator)
{
    vlWorld* world = weightless(vlFreeBar_Period(def) / steps, integrator);
    vlBodyId bar = addBar(world, def);
    for (int i = 0; i < steps; ++i) {
        vlStage_Step(world);
    }
    vlQuat axes = vlFreeBar_Axes(def, vlStage_PoseOf(world, bar));
    vlVec3 omega = vlUnrotate(axes, vlStage_TwistOf(world, bar).angular);
    vlWorld_Destroy(world);
    return vlLength(vlSub(omega, def->omega)) / vlLength(def->omega);
}

static void any_body_repeats_itself_after_jacobis_period(void** state)
{
    (void)state;
    const vlVec3 omegas[] = {vlVec(3.0, 50.0, -2.0), vlVec(50.0, 3.0, 2.0),
                             vlVec(20.0, 40.0, 30.0)};
    for (int i = 0; i < 9; ++i) {
        vlFreeBarDef def = leaning(vlVec(0.4, 0.3, 0.2), omegas[i / 3]);
        double coarse = missedAfterPeriod(&def, 20, VL_INTEGRATOR_RK4);
        double fine = missedAfterPeriod(&def, 40, integrators[i % 3]);
        // Sixth order: halving the step leaves 1/64. A body that starts near the middle axis leaves
        // it by the factor 1e3 for any error within the period, rounding included.
        VL_CHECK_BELOW(coarse, 1e-6);
        VL_CHECK_BELOW(fine, coarse / 32.0 + 1e-9);
    }
}

static void principal_axes_make_the_inertia_again(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(8);
    for (int i = 0; i < 1000; ++i) {
        double moments[3];
        for (int k = 0; k < 3; ++k) { // some equal, some far apart
            moments[k] = i % 3 == 0 && k > 0 ? moments[k - 1] : vlRandom_Log(&random, 1e-3, 1.0);
        }
        vlMat3 R = vlMatFromQuat(vlRandom_Rotation(&random));
        R = i % 5 == 0 ? vlDiag(1.0, 1.0, 1.0) : R;
        vlMat3 inertia =
            vlMulMM(R, vlMulMM(vlDiag(moments[0], moments[1], moments[2]), vlTranspose(R)));
        vlPrincipal p = vlPrincipal_Of(inertia);
        assert_true(p.below >= 0.0 && p.above >= 0.0);
        double largest = 1.0 / (p.middle - p.below);
        vlMat3 own = vlDiag(largest, 1.0 / p.middle, 1.0 / (p.middle + p.above));
        vlMat3 again = vlMulMM(p.axesB, vlMulMM(own, vlTranspose(p.axesB)));
        double error = vlLength(vlSub(again.cx, inertia.cx)) +
                       vlLength(vlSub(again.cy, inertia.cy)) +
                       vlLength(vlSub(again.cz, inertia.cz));
        // Rounding; 1 - below/middle loses a digit for each power of ten between the moments.
        VL_CHECK_BELOW(error / largest, 1e-12);
        VL_CHECK_NEAR(vlDot(p.axesB.cx, vlCross(p.axesB.cy, p.axesB.cz)), 1.0, 1e-14);
        if (i % 5 == 0) { // a diagonal inertia keeps the body's own axes
            vlVec3 x = p.axesB.cx;
            VL_CHECK_NEAR(fabs(x.x) + fabs(x.y) + fabs(x.z), 1.0, 0.0);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_body_in_a_fast_spin_keeps_its_energy),
        cmocka_unit_test(a_million_steps_do_not_drift),
        cmocka_unit_test(a_symmetric_body_precesses_as_the_closed_form_does),
        cmocka_unit_test(any_body_repeats_itself_after_jacobis_period),
        cmocka_unit_test(principal_axes_make_the_inertia_again),
    };
    return cmocka_run_group_tests_name("free_rotation", tests, NULL, NULL);
}
