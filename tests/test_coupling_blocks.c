// SPDX-License-Identifier: MIT
// The laws of a coupling, and its element of the implicit step against the wrench it linearises.

#include "dense.h"
#include "joint/coupling_law.h"
#include "stage.h"
#include "test.h"

#define STEP 1e-3 // s

static void a_spring_grows_in_proportion_and_then_bends_to_its_largest_force(void** state)
{
    (void)state;
    const double k = 200.0, most = 8.0;
    const double r1 = 0.7 * most / k, r2 = 1.3 * most / k;
    for (int i = 0; i <= 1000; ++i) {
        double s = 0.002 * r2 * i;
        double t = (s - r1) / (r2 - r1);
        // Hermite's cubic with values k r1, most and slopes k, 0.
        double hermite = (1.0 + 2.0 * t) * (1.0 - t) * (1.0 - t) * k * r1 +
                         t * (1.0 - t) * (1.0 - t) * (r2 - r1) * k + t * t * (3.0 - 2.0 * t) * most;
        double expected = s <= r1 ? k * s : s >= r2 ? most : hermite;
        VL_CHECK_NEAR(vlBentSpring_At(k, most, s).force, expected, 1e-14 * most); // rounding
        // Differences of quadratic pieces: rounding over the step; across an end of the middle
        // piece the slope has a kink, of k/(r2 - r1) per metre.
        double e = 1e-6 * r2;
        vlBentSpring after = vlBentSpring_At(k, most, s + e);
        vlBentSpring before = vlBentSpring_At(k, most, fabs(s - e));
        double slope = (after.force - (s < e ? -1.0 : 1.0) * before.force) / (2.0 * e);
        VL_CHECK_NEAR(vlBentSpring_At(k, most, s).slope, slope, 1e-9 * k + e * k / (r2 - r1));
        double force = s < e ? 0.0 : (after.energy - before.energy) / (2.0 * e);
        VL_CHECK_NEAR(vlBentSpring_At(k, most, s).force, force, 1e-8 * most);
    }
    // The force is continuously differentiable at both ends: one unit in the last place apart,
    // values are nearly equal.
    const double end[] = {r1, r2};
    for (int i = 0; i < 2; ++i) {
        vlBentSpring a = vlBentSpring_At(k, most, nextafter(end[i], 0.0));
        vlBentSpring b = vlBentSpring_At(k, most, nextafter(end[i], 1.0));
        VL_CHECK_NEAR(a.force, b.force, 1e-14 * most);
        VL_CHECK_NEAR(a.slope, b.slope, 1e-13 * k);
        VL_CHECK_NEAR(a.energy, b.energy, 1e-14 * most * r2);
    }
    assert_true(vlBentSpring_At(k, most, 1.0).force == most);
    assert_true(vlBentSpring_At(k, HUGE_VAL, 1.0).force == k);
    assert_true(vlBentSpring_At(0.0, most, 1.0).force == 0.0);
}

static void the_turn_between_two_frames_is_exact_at_any_angle(void** state)
{
    (void)state;
    const double angle[] = {0.0, 1e-9, 1e-4, 1.0, 3.1, 3.1415926};
    vlRandom random = vlRandom_Seed(1);
    for (int i = 0; i < 600; ++i) {
        double a = angle[i % 6];
        vlVec3 turn = vlScale(vlRandom_Direction(&random), a);
        vlQuat held = vlRandom_Rotation(&random);
        vlQuat device = vlMulQ(vlQuatFromRotationVector(turn), held);
        if (i % 2 == 0) { // the same rotation
            device = (vlQuat){-device.w, -device.x, -device.y, -device.z};
        }
        vlVec3 u = vlCoupling_TurnBetween(held, device, vlZero());
        VL_CHECK_BELOW(vlLength(vlSub(u, turn)), 4e-15); // rounding of products of quaternions
        u = vlCoupling_TurnBetween(vlIdentityQuat(), vlQuatFromRotationVector(turn), vlZero());
        VL_CHECK_BELOW(vlLength(vlSub(u, turn)), 2e-15 * a); // relative, without products
        // Past half a turn it goes on in the same direction; started afresh, in the other.
        vlVec3 axis = vlRandom_Direction(&random);
        device = vlMulQ(vlQuatFromRotationVector(vlScale(axis, 3.5)), held);
        u = vlCoupling_TurnBetween(held, device, vlScale(axis, 3.1));
        VL_CHECK_BELOW(vlLength(vlMulAdd(u, -3.5, axis)), 1e-14);
        u = vlCoupling_TurnBetween(held, device, vlZero());
        VL_CHECK_BELOW(vlLength(vlMulAdd(u, 2.0 * VL_PI - 3.5, axis)), 1e-14);
    }
}

// A coupling stretched to the given parts of its bends: below 0.7 linear, beyond 1.3 saturated.
// `angle` is the turn, rad. Body and device are at rest.
typedef struct Case {
    vlVirtualCoupling coupling;
    vlMotion motion;
} Case;

static Case anyCase(vlRandom* random, double stretch, double bend, double angle)
{
    Case c = {.motion = {.centre = vlRandom_InBall(random)}};
    c.motion.rotation = vlRandom_Rotation(random);
    vlVirtualCoupling* k = &c.coupling;
    k->arm = vlScale(vlRandom_InBall(random), 0.1);
    k->turn = vlRandom_Rotation(random);
    k->stiffness = vlRandom_Log(random, 10.0, 1e5);
    k->damping = k->stiffness * vlRandom_Range(random, 0.0, 10.0 * STEP);
    k->angularStiffness = vlRandom_Log(random, 1e-2, 1e2);
    k->angularDamping = k->angularStiffness * vlRandom_Range(random, 0.0, 10.0 * STEP);
    k->maxForce = vlRandom_Log(random, 0.1, 100.0);
    k->maxTorque = angle * k->angularStiffness / bend;
    vlPose held = vlCoupling_HeldAt(k, &c.motion);
    vlVec3 away = vlRandom_Direction(random);
    vlVec3 axis = vlRandom_Direction(random);
    k->device.p = vlMulAdd(held.p, stretch * k->maxForce / k->stiffness, away);
    k->device.q = vlMulQ(vlQuatFromRotationVector(vlScale(axis, angle)), held.q);
    k->lastTurn = vlScale(axis, angle);
    return c;
}

static vlCouplingReport reportOf(const Case* c)
{
    return vlCoupling_ReportAt(&c->coupling, &c->motion);
}

// Wrench about the grasp's origin at the end of a step in which the grasp moves by `t`.
static vlWrench lawAt(const Case* c, vlTwist t)
{
    vlVec3 origin = vlCoupling_HeldAt(&c->coupling, &c->motion).p;
    vlMotion end = c->motion;
    end.rotation = vlMulQ(vlQuatFromRotationVector(vlScale(t.angular, STEP)), c->motion.rotation);
    vlVec3 lever = vlRotate(end.rotation, c->coupling.arm);
    end.centre = vlSub(vlMulAdd(origin, STEP, t.linear), lever);
    end.omega = t.angular;
    end.velocity = vlSub(t.linear, vlCross(t.angular, lever));
    return vlCoupling_Evaluate(&c->coupling, &end).onB;
}

static vlVec3 axis(int k)
{
    return vlVec(k == 0 ? 1.0 : 0.0, k == 1 ? 1.0 : 0.0, k == 2 ? 1.0 : 0.0);
}

static double sizeOf(vlMat3 m)
{
    return sqrt(vlDot(m.cx, m.cx) + vlDot(m.cy, m.cy) + vlDot(m.cz, m.cz));
}

static double gapOf(vlMat3 a, vlMat3 b)
{
    return sizeOf(vlMat(vlSub(a.cx, b.cx), vlSub(a.cy, b.cy), vlSub(a.cz, b.cz)));
}

// -d force/d velocity and -d torque/d velocity by central differences, of the grasp's linear
// velocity or, `turns`, of its angular one.
static void slopesOf(const Case* c, bool turns, vlMat3* force, vlMat3* torque)
{
    vlCouplingReport report = reportOf(c);
    double s = 1e-5 * vlLength(turns ? report.turn : report.stretch) / STEP;
    vlVec3 forces[3];
    vlVec3 torques[3];
    for (int k = 0; k < 3; ++k) {
        vlVec3 v = vlScale(axis(k), s);
        vlTwist ahead = {turns ? vlZero() : v, turns ? v : vlZero()};
        vlTwist back = {vlNeg(ahead.linear), vlNeg(ahead.angular)};
        vlWrench after = lawAt(c, ahead);
        vlWrench before = lawAt(c, back);
        forces[k] = vlScale(vlSub(before.force, after.force), 0.5 / s);
        torques[k] = vlScale(vlSub(before.torque, after.torque), 0.5 / s);
    }
    *force = vlMat(forces[0], forces[1], forces[2]);
    *torque = vlMat(torques[0], torques[1], torques[2]);
}

static vlMat3 symmetric(vlMat3 m)
{
    vlMat3 t = vlTranspose(m);
    return vlMat(vlScale(vlAdd(m.cx, t.cx), 0.5), vlScale(vlAdd(m.cy, t.cy), 0.5),
                 vlScale(vlAdd(m.cz, t.cz), 0.5));
}

static void checkBlocks(const Case* c)
{
    vlMat3 force;
    vlMat3 torque;
    vlImplicitElement e = vlCoupling_Linearise(&c->coupling, &c->motion, STEP);
    const vlResistance* d = &e.resistance;
    // Differences over 1e-5 of the stretch: the law's third derivative by 1e-10, rounding by 1e-11.
    slopesOf(c, false, &force, &torque);
    VL_CHECK_BELOW(gapOf(d->uu, force), 1e-6 * sizeOf(force));
    VL_CHECK_BELOW(sizeOf(torque), 1e-6 * sizeOf(d->ww)); // about the grasp: zero
    slopesOf(c, true, &force, &torque);
    VL_CHECK_BELOW(gapOf(d->ww, symmetric(torque)), 1e-6 * sizeOf(torque));
    VL_CHECK_BELOW(sizeOf(force), 1e-6 * sizeOf(d->uu));
    assert_true(sizeOf(d->uw) == 0.0);
}

// Below, within and beyond the bend, away from the kinks of the slope, which differences would
// blur.
static const double part[] = {0.1, 0.65, 0.75, 1.0, 1.25, 1.35, 5.0};
#define PARTS 7

static void every_block_is_the_slope_of_the_law(void** state)
{
    (void)state;
    const double angle[] = {1e-3, 0.3, 1.5, 2.7};
    vlRandom random = vlRandom_Seed(2);
    for (int i = 0; i < PARTS * PARTS * 4; ++i) {
        Case c = anyCase(&random, part[i % PARTS], part[i / PARTS % PARTS], angle[i % 4]);
        checkBlocks(&c);
    }
    for (int i = 0; i < 50; ++i) { // cut at 0.9 pi = 2.83
        Case c = anyCase(&random, 0.5, 0.5, vlRandom_Range(&random, 2.9, 3.1));
        checkBlocks(&c);
    }
}

static void an_element_is_its_law_where_it_is_linearised(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(3);
    for (int i = 0; i < 500; ++i) {
        Case c = anyCase(&random, part[i % PARTS], part[i / PARTS % PARTS], 1.0);
        c.coupling.deviceTwist = vlStage_AnyTwist(&random, 1.0, 10.0);
        vlImplicitElement e = vlCoupling_Linearise(&c.coupling, &c.motion, STEP);
        vlForceElement f = vlCoupling_Evaluate(&c.coupling, &c.motion); // body at rest
        assert_true(f.bodyA == -1 && f.bodyB == 0);
        VL_CHECK_BELOW(vlLength(vlSub(e.onB.force, f.onB.force)), 1e-12); // rounding
        VL_CHECK_BELOW(vlLength(vlSub(e.onB.torque, f.onB.torque)), 1e-12);
        VL_CHECK_BELOW(vlLength(vlSub(e.origin, f.origin)), 0.0);
    }
}

// Eigenvalues of a block, which must be symmetric.
static void eigenOf(vlMat3 m, double value[3])
{
    double a[9] = {m.cx.x, m.cy.x, m.cz.x, m.cx.y, m.cy.y, m.cz.y, m.cx.z, m.cy.z, m.cz.z};
    VL_CHECK_BELOW(gapOf(m, vlTranspose(m)), 1e-15 * sizeOf(m)); // rounding
    vlDense_Eigen(3, a, NULL);
    for (int i = 0; i < 3; ++i) {
        value[i] = a[4 * i];
    }
}

static void every_block_is_symmetric_and_never_pushes(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(4);
    for (int i = 0; i < 5000; ++i) {
        double angle = vlRandom_Range(&random, 0.0, 1.45 * VL_PI);
        Case c = anyCase(&random, vlRandom_Range(&random, 0.0, 2.0),
                         vlRandom_Range(&random, 0.01, 2.0), angle);
        c.coupling.deviceTwist = vlStage_AnyTwist(&random, 1.0, 10.0);
        c.coupling.yield = vlRandom_Log(&random, 1e-3, 1e5);
        c.coupling.angularYield = vlRandom_Log(&random, 1.0, 1e10);
        vlImplicitElement e = vlCoupling_Linearise(&c.coupling, &c.motion, STEP);
        double u[3];
        double w[3];
        eigenOf(e.resistance.uu, u);
        eigenOf(e.resistance.ww, w);
        for (int k = 0; k < 3; ++k) {
            // The damper never fades below a tenth; 1e-14 is rounding of the sum.
            assert_true(u[k] >= 0.1 * c.coupling.damping - 1e-14 * sizeOf(e.resistance.uu));
            assert_true(w[k] >= 0.1 * c.coupling.angularDamping - 1e-14 * sizeOf(e.resistance.ww));
            double most = STEP * c.coupling.stiffness + c.coupling.damping;
            assert_true(u[k] <= most * (1.0 + 1e-12));
        }
    }
}

// The slope along the stretch of a spring at its largest force, divided by step and stretch, for a
// body that yields by `yield`.
static double slopeAlong(Case* c, double yield)
{
    c->coupling.yield = yield;
    vlCouplingReport report = reportOf(c);
    vlImplicitElement e = vlCoupling_Linearise(&c->coupling, &c->motion, STEP);
    vlVec3 n = vlUnit(report.stretch);
    return (vlDot(n, vlMulMV(e.resistance.uu, n)) - 0.1 * c->coupling.damping) / STEP;
}

static void a_step_that_goes_far_is_answered_by_the_secant(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(5);
    for (int i = 0; i < 200; ++i) {
        Case c = anyCase(&random, 2.0, 2.0, 1.0);
        double length = vlLength(reportOf(&c).stretch);
        double secant = c.coupling.maxForce / length;
        // The force alone moves the grasp by the whole stretch in one step.
        double whole = length / (STEP * STEP * c.coupling.maxForce);
        double rounding = 1e-12 * (c.coupling.stiffness + c.coupling.damping / STEP);
        VL_CHECK_NEAR(slopeAlong(&c, 0.0), 0.0, rounding);
        VL_CHECK_NEAR(slopeAlong(&c, 0.5 * whole), 0.5 * secant, rounding);
        VL_CHECK_NEAR(slopeAlong(&c, whole), secant, rounding);
        VL_CHECK_NEAR(slopeAlong(&c, 3.0 * whole), secant, rounding);
        vlVec3 away = vlScale(vlRandom_Direction(&random), 0.25 * length / STEP);
        c.coupling.deviceTwist.linear = away; // a quarter of it by speed
        VL_CHECK_NEAR(slopeAlong(&c, 0.25 * whole), 0.5 * secant, rounding);
    }
}

static void nothing_is_said_of_what_is_not_finite(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(6);
    Case c = anyCase(&random, 0.5, 0.5, 1.0);
    c.coupling.maxForce = HUGE_VAL;
    c.coupling.device.p.x = 1e200; // its square is beyond the largest number
    assert_true(vlLength(vlCoupling_Evaluate(&c.coupling, &c.motion).onB.force) == 0.0);
    assert_true(reportOf(&c).energy == 0.0);
    vlImplicitElement e = vlCoupling_Linearise(&c.coupling, &c.motion, STEP);
    assert_true(vlLength(e.onB.force) == 0.0 && sizeOf(e.resistance.uu) == 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_spring_grows_in_proportion_and_then_bends_to_its_largest_force),
        cmocka_unit_test(the_turn_between_two_frames_is_exact_at_any_angle),
        cmocka_unit_test(an_element_is_its_law_where_it_is_linearised),
        cmocka_unit_test(every_block_is_the_slope_of_the_law),
        cmocka_unit_test(every_block_is_symmetric_and_never_pushes),
        cmocka_unit_test(a_step_that_goes_far_is_answered_by_the_secant),
        cmocka_unit_test(nothing_is_said_of_what_is_not_finite),
    };
    return cmocka_run_group_tests_name("coupling_blocks", tests, NULL, NULL);
}
