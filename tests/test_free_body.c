// SPDX-License-Identifier: MIT
// A rigid body without contact, against what is known exactly: constants of the motion, Jacobi's
// elliptic solution for the tumbling body, the parabola, and the order of both integrators.

#include "models/random.h"
#include "models/top_model.h"
#include "stage.h"
#include "test.h"

static vlWorldDef weightless(double step, vlIntegrator integrator)
{
    vlWorldDef def = vlDefaultWorldDef();
    def.capacity.bodies = 4;
    def.step = step;
    def.gravity = vlZero();
    def.integrator = integrator;
    return def;
}

// A body of principal moments `inertia` (kg m2) that rotates with `omega` about its own axes.
static vlBodyId addTumbling(vlWorld* world, vlVec3 inertia, vlQuat q, vlVec3 omega)
{
    vlBodyDef def = vlDefaultBodyDef();
    def.shape = vlStage_CreateBox(vlVec(1.0, 1.0, 1.0));
    def.mass = 1.0;
    def.hasInertia = true;
    def.inertia = vlDiag(inertia.x, inertia.y, inertia.z);
    def.pose.q = q;
    def.velocity.angular = vlRotate(q, omega);
    vlBodyId id = {0, 0};
    assert_int_equal(vlWorld_CreateBody(world, &def, &id), VL_OK);
    vlShape_Release(def.shape);
    return id;
}

static vlVec3 omegaInBody(const vlWorld* world, vlBodyId body)
{
    return vlUnrotate(vlStage_PoseOf(world, body).q, vlStage_TwistOf(world, body).angular);
}

static void angular_momentum_of_a_free_body_is_constant(void** state)
{
    (void)state;
    static const vlIntegrator integrators[] = {VL_INTEGRATOR_EULER, VL_INTEGRATOR_RK4};
    vlRandom random = vlRandom_Seed(1);
    for (int run = 0; run < 8; ++run) {
        vlWorldDef def = weightless(1e-3, integrators[run % 2]);
        vlWorld* world = vlStage_CreateWorld(&def);
        vlVec3 size = vlStage_AnySize(&random, 0.2, 1.0);
        vlPose pose = vlStage_AnyPose(&random, vlVec(1.0, 2.0, 3.0));
        vlTwist twist = vlStage_AnyTwist(&random, 1.0, 20.0);
        vlBodyId body = vlStage_AddBox(world, size, 1.0, pose, twist);
        vlVec3 before = vlStage_SpinOf(world, body);
        double worst = 0.0;
        for (int i = 0; i < vlStage_Count(20000, 2000); ++i) {
            vlStage_Step(world);
            double drift = vlLength(vlSub(vlStage_SpinOf(world, body), before));
            worst = drift > worst ? drift : worst;
        }
        // L is the state and no torque acts on it; only the rounding of R I R^T omega remains.
        VL_CHECK_BELOW(worst / vlLength(before), 1e-12);
        vlWorld_Destroy(world);
    }
}

// Relative change of the kinetic energy of a fast top over `seconds`.
static double energyChangeOfTop(double step, vlIntegrator integrator, double seconds)
{
    vlWorldDef def = weightless(step, integrator);
    vlWorld* world = vlStage_CreateWorld(&def);
    vlTopDef top = vlTop_Default();
    vlBodyId body = {0, 0};
    assert_int_equal(vlModel_AddTop(world, &top, &body), VL_OK);
    vlTwist spin = {vlZero(), vlVec(10.0, 0.0, 120.0)};
    vlStage_Place(world, body, vlIdentityPose(), spin);
    double before = vlStage_KineticEnergy(world);
    double worst = 0.0;
    int steps = (int)(seconds / step + 0.5);
    for (int i = 0; i < steps; ++i) {
        vlStage_Step(world);
        double change = fabs(vlStage_KineticEnergy(world) / before - 1.0);
        worst = change > worst ? change : worst;
    }
    vlWorld_Destroy(world);
    return worst;
}

static void energy_of_a_fast_top_stays_bounded(void** state)
{
    (void)state;
    // A body with two equal moments is rotated exactly, so only rounding remains. The midpoint
    // rule, used earlier, erred by 1e-4, and with omega at the start of the step the body tumbled.
    VL_CHECK_BELOW(energyChangeOfTop(0.5e-3, VL_INTEGRATOR_EULER, 2.0), 1e-12);
    VL_CHECK_BELOW(energyChangeOfTop(1e-3, VL_INTEGRATOR_EULER, 20.0), 1e-12);
    VL_CHECK_BELOW(energyChangeOfTop(1e-3, VL_INTEGRATOR_RK4, 2.0), 1e-12);
}

// Complete elliptic integral of the first kind of modulus k, by the arithmetic-geometric mean.
static double ellipticK(double k)
{
    double a = 1.0;
    double b = sqrt(1.0 - k * k);
    while (a - b > 1e-15 * a) {
        double mean = 0.5 * (a + b);
        b = sqrt(a * b);
        a = mean;
    }
    return VL_PI / (2.0 * a);
}

// Period of the body-frame angular velocity for moments I1 < I2 < I3, Euler's equations solved by
// Jacobi's functions.
static double tumblingPeriod(vlVec3 I, vlVec3 w)
{
    double twiceE = I.x * w.x * w.x + I.y * w.y * w.y + I.z * w.z * w.z;
    double L2 = I.x * I.x * w.x * w.x + I.y * I.y * w.y * w.y + I.z * I.z * w.z * w.z;
    if (L2 < twiceE * I.y) { // turns about axis 1: the same formulas with 1 and 3 exchanged
        vlVec3 J = vlVec(I.z, I.y, I.x);
        double p = sqrt((J.z - J.y) * (L2 - twiceE * J.x) / (J.x * J.y * J.z));
        double k2 = (J.y - J.x) * (twiceE * J.z - L2) / ((J.z - J.y) * (L2 - twiceE * J.x));
        return 4.0 * ellipticK(sqrt(k2)) / p;
    }
    double p = sqrt((I.z - I.y) * (L2 - twiceE * I.x) / (I.x * I.y * I.z));
    double k2 = (I.y - I.x) * (twiceE * I.z - L2) / ((I.z - I.y) * (L2 - twiceE * I.x));
    return 4.0 * ellipticK(sqrt(k2)) / p;
}

// Mean time between upward zeros of the middle component of omega, over `seconds`.
static double measuredPeriod(vlVec3 inertia, vlVec3 omega, double step, vlIntegrator integrator,
                             double seconds)
{
    vlWorldDef def = weightless(step, integrator);
    vlWorld* world = vlStage_CreateWorld(&def);
    vlQuat q = vlQuatFromAxisAngle(vlVec(1.0, 2.0, -1.0), 0.7);
    vlBodyId body = addTumbling(world, inertia, q, omega);
    double first = -1.0, last = -1.0;
    int count = 0;
    double before = omega.y;
    for (int i = 0; i < (int)(seconds / step); ++i) {
        vlStage_Step(world);
        double now = omegaInBody(world, body).y;
        if (before < 0.0 && now >= 0.0) {
            double t = step * (i + before / (before - now));
            first = count == 0 ? t : first;
            last = t;
            ++count;
        }
        before = now;
    }
    vlWorld_Destroy(world);
    assert_true(count >= 3);
    return (last - first) / (count - 1);
}

static void intermediate_axis_flips_at_jacobis_period(void** state)
{
    (void)state;
    vlVec3 inertia = vlVec(0.02, 0.03, 0.04);
    vlVec3 starts[] = {vlVec(0.01, 10.0, 0.1), vlVec(0.1, 10.0, 0.01), vlVec(3.0, 5.0, -2.0)};
    for (int i = 0; i < 3; ++i) {
        double exact = tumblingPeriod(inertia, starts[i]);
        double seconds = 5.0 * exact;
        double euler = measuredPeriod(inertia, starts[i], 1e-3, VL_INTEGRATOR_EULER, seconds);
        double rk4 = measuredPeriod(inertia, starts[i], 1e-3, VL_INTEGRATOR_RK4, seconds);
        VL_CHECK_NEAR(euler / exact, 1.0, 1e-4);
        VL_CHECK_NEAR(rk4 / exact, 1.0, 1e-4); // the interpolated zeros
    }
}

// The orientation after 1 s of tumbling under a torque (N m) that is constant in the world.
static vlQuat tumbled(double step, vlIntegrator integrator, vlVec3 torque)
{
    vlWorldDef def = weightless(step, integrator);
    vlWorld* world = vlStage_CreateWorld(&def);
    vlBodyId body =
        addTumbling(world, vlVec(0.02, 0.03, 0.04), vlIdentityQuat(), vlVec(3.0, 5.0, -2.0));
    for (int i = 0; i < (int)(1.0 / step + 0.5); ++i) {
        assert_int_equal(vlBody_ApplyTorque(world, body, torque), VL_OK);
        vlStage_Step(world);
    }
    vlQuat q = vlStage_PoseOf(world, body).q;
    vlWorld_Destroy(world);
    return q;
}

static double angleBetween(vlQuat a, vlQuat b)
{
    vlQuat d = vlMulQ(vlConj(a), b);
    return 2.0 * sqrt(d.x * d.x + d.y * d.y + d.z * d.z);
}

static void rotation_converges_at_the_order_of_its_integrator(void** state)
{
    (void)state;
    vlVec3 torque = vlVec(0.05, -0.1, 0.2);
    vlQuat exact = tumbled(1e-4, VL_INTEGRATOR_RK4, torque);
    double e2 = angleBetween(exact, tumbled(2e-3, VL_INTEGRATOR_EULER, torque));
    double e1 = angleBetween(exact, tumbled(1e-3, VL_INTEGRATOR_EULER, torque));
    // Symplectic Euler: the torque of a step acts at its start.
    VL_CHECK_NEAR(log2(e2 / e1), 1.0, 0.1);
    double r4 = angleBetween(exact, tumbled(1e-2, VL_INTEGRATOR_RK4, torque));
    double r2 = angleBetween(exact, tumbled(5e-3, VL_INTEGRATOR_RK4, torque));
    double r1 = angleBetween(exact, tumbled(2.5e-3, VL_INTEGRATOR_RK4, torque));
    VL_CHECK_NEAR(log2(r4 / r2), 4.0, 0.3); // (omega step)^5 terms still show at 10 ms
    VL_CHECK_NEAR(log2(r2 / r1), 4.0, 0.2);
}

static void free_rotation_hardly_depends_on_the_step(void** state)
{
    (void)state;
    vlQuat exact = tumbled(1e-4, VL_INTEGRATOR_RK4, vlZero());
    for (int i = 0; i < 3; ++i) {
        double step = 1e-3 * (1 << i);
        vlQuat euler = tumbled(step, VL_INTEGRATOR_EULER, vlZero());
        vlQuat rk4 = tumbled(step, VL_INTEGRATOR_RK4, vlZero());
        // Second order below 3 mrad per step, (3e-3)^2/24 of the 6 rad rotated; sixth order above.
        VL_CHECK_BELOW(angleBetween(exact, euler), 3e-6);
        VL_CHECK_BELOW(angleBetween(exact, rk4), 1e-11);
    }
}

// Error of the height of an undamped box that never leaves the floor, against its cosine. It is
// placed less deep than half as deep again as it rests, so that all of its depth presses.
static double oscillationError(double step, vlIntegrator integrator)
{
    vlWorldDef def = weightless(step, integrator);
    def.gravity = vlVec(0.0, 0.0, -VL_GRAVITY);
    def.surface.stiffnessN = 100.0;
    def.surface.dampingN = 0.0;
    def.surface.frictionStatic = def.surface.frictionDynamic = 0.0;
    vlWorld* world = vlStage_CreateWorld(&def);
    vlStage_AddFloor(world);
    double rest = 0.5 - VL_GRAVITY / 100.0;
    vlBodyId box = vlStage_AddBox(world, vlVec(1.0, 1.0, 1.0), 1.0,
                                  vlModel_At(0.0, 0.0, rest - 0.04), vlModel_AtRest());
    vlStage_Run(world, 1.0);
    double z = vlStage_CentreOf(world, box).z;
    vlWorld_Destroy(world);
    return fabs(z - (rest - 0.04 * cos(sqrt(100.0) * 1.0)));
}

static void contact_spring_converges_at_the_order_of_its_integrator(void** state)
{
    (void)state;
    // Symplectic Euler has first order in the phase, Runge-Kutta fourth.
    double e2 = oscillationError(2e-3, VL_INTEGRATOR_EULER);
    double e1 = oscillationError(1e-3, VL_INTEGRATOR_EULER);
    VL_CHECK_NEAR(log2(e2 / e1), 1.0, 0.1);
    double r2 = oscillationError(5e-3, VL_INTEGRATOR_RK4);
    double r1 = oscillationError(2.5e-3, VL_INTEGRATOR_RK4);
    VL_CHECK_NEAR(log2(r2 / r1), 4.0, 0.2);
}

static void a_thrown_body_follows_the_parabola(void** state)
{
    (void)state;
    static const vlIntegrator integrators[] = {VL_INTEGRATOR_EULER, VL_INTEGRATOR_RK4};
    for (int k = 0; k < 2; ++k) {
        vlWorldDef def = weightless(1e-3, integrators[k]);
        def.gravity = vlVec(0.0, 0.0, -VL_GRAVITY);
        vlWorld* world = vlStage_CreateWorld(&def);
        vlTwist twist = {vlVec(1.0, -2.0, 3.0), vlVec(4.0, 5.0, 6.0)};
        vlBodyId box = vlStage_AddBox(world, vlVec(0.1, 0.2, 0.3), 1.0, vlIdentityPose(), twist);
        vlStage_Run(world, 1.0);
        // Velocity first: the fall is the sum 1 + 2 + ... + n of steps, n (n + 1)/2.
        double fall = k == 0 ? 0.5 * VL_GRAVITY * (1.0 + 1e-3) : 0.5 * VL_GRAVITY;
        vlVec3 c = vlStage_CentreOf(world, box);
        VL_CHECK_NEAR(c.x, 1.0, 1e-12); // rounding of 1000 sums of order 1
        VL_CHECK_NEAR(c.y, -2.0, 1e-12);
        VL_CHECK_NEAR(c.z, 3.0 - fall, 1e-11);
        vlWorld_Destroy(world);
    }
}

static void applied_force_and_torque_last_one_step(void** state)
{
    (void)state;
    static const vlIntegrator integrators[] = {VL_INTEGRATOR_EULER, VL_INTEGRATOR_RK4};
    for (int k = 0; k < 2; ++k) {
        vlWorldDef def = weightless(1e-3, integrators[k]);
        vlWorld* world = vlStage_CreateWorld(&def);
        vlBodyId box =
            vlStage_AddBox(world, vlVec(0.1, 0.2, 0.3), 2.0, vlIdentityPose(), vlModel_AtRest());
        vlVec3 force = vlVec(1.0, 2.0, -3.0);
        vlVec3 point = vlVec(0.05, 0.1, 0.15);
        vlVec3 torque = vlVec(0.3, -0.2, 0.1);
        assert_int_equal(vlBody_ApplyForce(world, box, force, point), VL_OK);
        assert_int_equal(vlBody_ApplyTorque(world, box, torque), VL_OK);
        vlStage_Run(world, 10e-3);
        vlVec3 momentum = vlScale(vlStage_TwistOf(world, box).linear, 2.0);
        vlVec3 L = vlZero();
        assert_int_equal(vlBody_GetAngularMomentum(world, box, &L), VL_OK);
        vlVec3 impulse = vlScale(force, 1e-3);
        vlVec3 moment = vlScale(vlAdd(torque, vlCross(point, force)), 1e-3);
        // A few roundings of numbers of order 1e-3.
        VL_CHECK_BELOW(vlLength(vlSub(momentum, impulse)), 1e-17);
        VL_CHECK_BELOW(vlLength(vlSub(L, moment)), 1e-17);
        vlWorld_Destroy(world);
    }
}

static void a_kinematic_body_keeps_its_velocity(void** state)
{
    (void)state;
    static const vlIntegrator integrators[] = {VL_INTEGRATOR_EULER, VL_INTEGRATOR_RK4};
    for (int k = 0; k < 2; ++k) {
        vlWorldDef def = weightless(1e-3, integrators[k]);
        def.gravity = vlVec(0.0, 0.0, -VL_GRAVITY);
        vlWorld* world = vlStage_CreateWorld(&def);
        vlBodyId box = vlStage_AddFixed(world, VL_BODY_KINEMATIC,
                                        vlStage_CreateBox(vlVec(1.0, 1.0, 1.0)), vlIdentityPose());
        vlTwist twist = {vlVec(1.0, 2.0, 3.0), vlVec(0.0, 0.0, 2.0)};
        vlStage_Place(world, box, vlIdentityPose(), twist);
        vlStage_Run(world, 1.0);
        vlPose pose = vlStage_PoseOf(world, box);
        VL_CHECK_BELOW(vlLength(vlSub(pose.p, twist.linear)), 1e-12); // rounding of 1000 sums
        vlVec3 x = vlRotate(pose.q, vlVec(1.0, 0.0, 0.0));
        // Euler turns by the exact rotation of each step, RK4 errs by (omega step)^5 a step.
        VL_CHECK_BELOW(vlLength(vlSub(x, vlVec(cos(2.0), sin(2.0), 0.0))), 1e-12);
        vlWorld_Destroy(world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(angular_momentum_of_a_free_body_is_constant),
        cmocka_unit_test(energy_of_a_fast_top_stays_bounded),
        cmocka_unit_test(intermediate_axis_flips_at_jacobis_period),
        cmocka_unit_test(rotation_converges_at_the_order_of_its_integrator),
        cmocka_unit_test(free_rotation_hardly_depends_on_the_step),
        cmocka_unit_test(contact_spring_converges_at_the_order_of_its_integrator),
        cmocka_unit_test(a_thrown_body_follows_the_parabola),
        cmocka_unit_test(applied_force_and_torque_last_one_step),
        cmocka_unit_test(a_kinematic_body_keeps_its_velocity),
    };
    return cmocka_run_group_tests_name("free_body", tests, NULL, NULL);
}
