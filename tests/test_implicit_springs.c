// SPDX-License-Identifier: MIT
// Springs as elements of the implicit step, against the force they linearise.

#include "dense.h"
#include "joint/spring_law.h"
#include "stage.h"
#include "test.h"

#define STEP 1e-2 // s

static vlMotion anyMotion(vlRandom* random)
{
    vlMotion m = {.centre = vlRandom_InBall(random)};
    m.rotation = vlRandom_Rotation(random);
    m.velocity = vlRandom_InBall(random);
    m.omega = vlRandom_InBall(random);
    return m;
}

// Every second one is tied to the world.
static vlSpring anySpring(vlRandom* random)
{
    vlSpring s = {.head = {.bodyA = vlRandom_Index(random, 2) - 1, .bodyB = 1},
                  .maxForce = HUGE_VAL};
    s.armA = vlRandom_InBall(random);
    s.armB = vlRandom_InBall(random);
    s.velocityA = vlRandom_InBall(random);
    s.stiffness = vlRandom_Log(random, 1.0, 1e6);
    s.damping = s.stiffness * vlRandom_Range(random, 0.0, 2.0 * STEP);
    s.spinDamping = vlRandom_Log(random, 1e-3, 1e3);
    s.isSoft = vlRandom_Index(random, 2) == 0;
    return s;
}

static double lengthOf(const vlSpring* s, const vlMotion* motions)
{
    return vlLength(vlSub(vlSpring_PointA(s, motions), vlSpring_PointB(s, motions)));
}

// Wrench on B about its point at the end of a step in which the bodies move by these twists. For a
// soft spring the positions are those at the start.
static vlWrench lawAt(const vlSpring* s, const vlMotion* motions, vlTwist a, vlTwist b)
{
    const vlTwist twist[2] = {a, b};
    double step = s->isSoft ? 0.0 : STEP;
    vlMotion end[2];
    for (int i = 0; i < 2; ++i) {
        end[i] = motions[i];
        end[i].velocity = twist[i].linear;
        end[i].omega = twist[i].angular;
        vlMotion_Drive(&end[i], step);
    }
    vlSpringReport report;
    return vlSpring_Evaluate(s, end, step, &report).onB;
}

static const vlTwist still = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};

// Error of -d force/d velocity of B's point, and of the torque against B's rotation; B moves and
// rotates about its centre of mass.
static double errorOfSlope(const vlSpring* s, const vlMotion* motions)
{
    vlImplicitElement e = vlSpring_Linearise(s, motions, STEP);
    vlVec3 lever = vlSub(e.origin, motions[1].centre);
    double length = lengthOf(s, motions);
    double small = 1e-5 * length / STEP; // turns the line by 1e-5
    double slope[9];
    double block[9];
    double worst = 0.0;
    for (int k = 0; k < 3; ++k) {
        vlTwist t = {vlScale(vlDense_Axis(k), small), vlZero()};
        vlTwist back = {vlNeg(t.linear), vlZero()};
        vlVec3 d = vlSub(lawAt(s, motions, still, t).force, lawAt(s, motions, still, back).force);
        slope[k] = -0.5 * d.x / small;
        slope[3 + k] = -0.5 * d.y / small;
        slope[6 + k] = -0.5 * d.z / small;
    }
    vlDense_KeepPositive(3, slope);
    vlDense_Store(e.resistance.uu, block);
    double along = STEP * s->stiffness + s->damping;
    worst = vlDense_Gap(slope, block, 9) / along;
    // Rotation moves the point on its lever, and damping of the spin adds a torque.
    for (int k = 0; k < 3 && s->restLength < length; ++k) {
        vlTwist t = {vlZero(), vlScale(vlDense_Axis(k), small)};
        vlTwist back = {vlZero(), vlNeg(t.angular)};
        vlWrench after = lawAt(s, motions, still, t);
        vlWrench before = lawAt(s, motions, still, back);
        vlVec3 f = vlScale(vlSub(after.force, before.force), -0.5 / small);
        vlVec3 expected = vlMulMV(e.resistance.uu, vlCross(vlDense_Axis(k), lever));
        worst = fmax(worst, vlLength(vlSub(f, expected)) / along);
        vlVec3 torque = vlScale(vlSub(after.torque, before.torque), -0.5 / small);
        expected = vlMulMV(e.resistance.ww, vlDense_Axis(k));
        worst = fmax(worst, vlLength(vlSub(torque, expected)) / s->spinDamping);
    }
    return worst;
}

static void a_spring_resists_by_slope_of_its_force(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(1);
    double worst[3] = {0.0, 0.0, 0.0};
    int rounds = vlStage_Count(6000, 600);
    for (int i = 0; i < rounds; ++i) {
        vlMotion motions[2];
        motions[0] = anyMotion(&random);
        motions[1] = anyMotion(&random);
        motions[0].velocity = motions[0].omega = vlZero();
        vlSpring s = anySpring(&random);
        double length = lengthOf(&s, motions);
        double part = vlRandom_Range(&random, 0.1, 0.9);
        switch (i % 3) {
        case 0: break;
        case 1: s.restLength = part * length; break; // stretched
        default: s.restLength = length / part;       // compressed: it would buckle, D >= 0 cannot
        }
        if (i % 3 > 0) { // a damper on a line that rotates is not in D: first order in its speed
            s.velocityA = vlZero();
        }
        worst[i % 3] = fmax(worst[i % 3], errorOfSlope(&s, motions));
    }
    // (1e-5)^2 of the length, rounding 1e-16 over 1e-5; levers up to some tens of lengths.
    VL_CHECK_BELOW(worst[0], 1e-6);
    VL_CHECK_BELOW(worst[1], 1e-6);
    VL_CHECK_BELOW(worst[2], 1e-6);
}

static void a_spring_without_length_is_exact_over_the_whole_step(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(2);
    double worst = 0.0;
    for (int i = 0; i < 2000; ++i) {
        vlMotion motions[2];
        motions[0] = anyMotion(&random);
        motions[1] = anyMotion(&random);
        vlSpring s = anySpring(&random);
        vlTwist a = {vlScale(vlRandom_InBall(&random), 10.0), vlZero()};
        vlTwist b = {vlScale(vlRandom_InBall(&random), 10.0), vlZero()};
        if (s.head.bodyA < 0) {
            a = still;
        }
        vlImplicitElement e = vlSpring_Linearise(&s, motions, STEP);
        vlTwist t = {vlSub(b.linear, a.linear), vlZero()};
        vlVec3 gap = vlSub(vlImplicitElement_At(&e, t).force, lawAt(&s, motions, a, b).force);
        worst = fmax(worst, vlLength(gap) / s.stiffness);
    }
    VL_CHECK_BELOW(worst, 1e-13); // rounding: lengths of order 1
}

static void a_spring_at_its_largest_force_is_taken_along_its_secant(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(3);
    for (int i = 0; i < 2000; ++i) {
        vlMotion motions[2];
        motions[0] = anyMotion(&random);
        motions[1] = anyMotion(&random);
        vlSpring s = anySpring(&random);
        s.restLength = (i % 2) * 0.5 * lengthOf(&s, motions);
        vlSpringReport report;
        double whole = vlLength(vlSpring_Evaluate(&s, motions, 0.0, &report).onB.force);
        vlImplicitElement e = vlSpring_Linearise(&s, motions, STEP);
        double part = vlRandom_Range(&random, 0.01, 0.99);
        s.maxForce = part * whole;
        vlImplicitElement cut = vlSpring_Linearise(&s, motions, STEP);
        double d[9];
        double expected[9];
        vlDense_Store(cut.resistance.uu, d);
        vlDense_Store(e.resistance.uu, expected);
        for (int k = 0; k < 9; ++k) {
            expected[k] *= part;
        }
        double along = STEP * s.stiffness + s.damping;
        VL_CHECK_BELOW(vlDense_Gap(d, expected, 9), 1e-14 * along); // rounding
        VL_CHECK_BELOW(vlLength(vlSub(cut.onB.force, vlScale(e.onB.force, part))),
                       1e-13 * vlLength(e.onB.force));
    }
}

static void in_the_limit_of_no_step_a_spring_is_its_force(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(4);
    for (int i = 0; i < 2000; ++i) {
        vlMotion motions[2];
        motions[0] = anyMotion(&random);
        motions[1] = anyMotion(&random);
        vlSpring s = anySpring(&random);
        s.restLength = (i % 2) * 0.5 * lengthOf(&s, motions);
        vlSpringReport report;
        double whole = vlLength(vlSpring_Evaluate(&s, motions, 0.0, &report).onB.force);
        s.maxForce = vlRandom_Range(&random, 0.1, 2.0) * whole; // cut or not
        vlForceElement now = vlSpring_Evaluate(&s, motions, 0.0, &report);
        vlImplicitElement e = vlSpring_Linearise(&s, motions, 0.0);
        vlTwist a = {motions[0].velocity, motions[0].omega};
        vlTwist b = {motions[1].velocity, motions[1].omega};
        vlTwist t = vlTwist_Between(s.head.bodyA < 0 ? &still : &a, motions[0].centre, &b,
                                    motions[1].centre, e.origin);
        vlVec3 gap = vlSub(vlImplicitElement_At(&e, t).force, now.onB.force);
        VL_CHECK_BELOW(vlLength(gap), 1e-12 * whole); // rounding
    }
}

// Springs that are soft one by one, stiff together: k step^2 of all is above the explicit limit 4
// m.
static void many_soft_springs_on_one_body_stay_bounded(void** state)
{
    (void)state;
    vlWorldDef def = vlDefaultWorldDef();
    def.capacity.bodies = 1;
    def.gravity = vlZero();
    def.integrator = VL_INTEGRATOR_IMPLICIT;
    vlWorld* world = vlStage_CreateWorld(&def);
    vlBodyId body = vlStage_AddBox(world, vlVec(0.1, 0.1, 0.1), 1.0, vlModel_At(0.0, 0.0, 1e-3),
                                   vlModel_AtRest());
    for (int i = 0; i < 16; ++i) {
        vlSpringDef spring = vlDefaultSpringDef();
        spring.bodyB = body;
        spring.stiffness = 0.49 / (def.step * def.step);
        vlSpringId id = {0, 0};
        assert_int_equal(vlWorld_CreateSpring(world, &spring, &id), VL_OK);
    }
    for (int i = 0; i < 1000; ++i) {
        vlStage_Step(world);
        VL_CHECK_BELOW(vlLength(vlStage_CentreOf(world, body)), 2e-3); // at most twice the start
    }
    vlWorld_Destroy(world);
}

// A fast body on a stiff spring: within one step the force would rise to a hundred times the
// largest force.
static void a_cut_spring_never_pulls_harder(void** state)
{
    (void)state;
    vlWorldDef def = vlDefaultWorldDef();
    def.integrator = VL_INTEGRATOR_IMPLICIT;
    def.gravity = vlZero();
    vlWorld* world = vlStage_CreateWorld(&def);
    vlSpringDef spring = vlDefaultSpringDef();
    vlSpringId id;
    spring.bodyB = vlStage_AddBox(world, vlVec(0.1, 0.1, 0.1), 0.1, vlIdentityPose(),
                                  vlModel_Moving(vlVec(10.0, 0.0, 0.0), vlZero()));
    spring.stiffness = 1e6;
    spring.maxForce = 10.0;
    assert_int_equal(vlWorld_CreateSpring(world, &spring, &id), VL_OK);
    for (int i = 0; i < 190; ++i) {
        vlSpringReport report;
        vlStage_Step(world);
        assert_int_equal(vlSpring_GetReport(world, id, &report), VL_OK);
        VL_CHECK_BELOW(vlLength(report.force), 10.0 * (1.0 + 1e-9)); // rounding
    }
    // 10 N on 0.1 kg take 0.1 s to stop 10 m/s, and 90 ms later bring it back at 9 m/s; the force
    // changes sides within a step of 0.1 m/s.
    VL_CHECK_NEAR(vlStage_TwistOf(world, spring.bodyB).linear.x, -9.0, 0.2);
    vlWorld_Destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cut_spring_never_pulls_harder),
        cmocka_unit_test(a_spring_resists_by_slope_of_its_force),
        cmocka_unit_test(a_spring_without_length_is_exact_over_the_whole_step),
        cmocka_unit_test(a_spring_at_its_largest_force_is_taken_along_its_secant),
        cmocka_unit_test(in_the_limit_of_no_step_a_spring_is_its_force),
        cmocka_unit_test(many_soft_springs_on_one_body_stay_bounded),
    };
    return cmocka_run_group_tests_name("implicit_springs", tests, NULL, NULL);
}
