// SPDX-License-Identifier: MIT
// Action and reaction: for all shapes, options and friction, contacts give one body exactly the
// momentum that they take from the other.

#include "models/random.h"
#include "stage.h"
#include "test.h"

static vlWorldDef weightless(double friction)
{
    vlWorldDef def = vlExplicitWorldDef();
    def.capacity.bodies = 8;
    def.gravity = vlZero();
    def.surface.frictionStatic = def.surface.frictionDynamic = friction;
    return def;
}

static vlShape* anyShape(vlRandom* random)
{
    if (vlRandom_Index(random, 2) == 0) {
        return vlStage_CreateBox(vlStage_AnySize(random, 0.1, 0.4));
    }
    vlVec3 points[24];
    int count = 6 + vlRandom_Index(random, 18);
    for (int i = 0; i < count; ++i) {
        double radius = vlRandom_Range(random, 0.1, 0.2);
        points[i] = vlScale(vlRandom_Direction(random), radius);
    }
    vlShape* shape = NULL;
    assert_int_equal(vlShape_CreateHull(NULL, points, count, &shape, NULL, 0), VL_OK);
    return shape;
}

// A body at `place` flying with `velocity` and a random spin.
static vlBodyId throwOne(vlWorld* world, vlShape* shape, vlVec3 place, vlVec3 velocity,
                         vlRandom* random)
{
    vlPose pose = vlStage_AnyPose(random, place);
    vlTwist twist = {velocity, vlScale(vlRandom_InBall(random), 20.0)};
    double mass = vlRandom_Log(random, 0.1, 10.0);
    return vlStage_AddShape(world, shape, mass, pose, twist);
}

typedef struct Totals {
    vlVec3 linear;                    // kg m/s
    vlVec3 angular;                   // kg m2/s, about the origin
    double linearScale, angularScale; // sums of magnitudes: what rounding is relative to
} Totals;

static Totals totalsOf(const vlWorld* world)
{
    Totals t = {vlZero(), vlZero(), 0.0, 0.0};
    for (int i = 0; i < vlWorld_GetBodyCount(world); ++i) {
        vlBodyId body = vlWorld_GetBody(world, i);
        vlVec3 p = vlScale(vlStage_TwistOf(world, body).linear, vlStage_MassOf(world, body));
        vlVec3 L = vlStage_AngularMomentum(world, body);
        t.linear = vlAdd(t.linear, p);
        t.angular = vlAdd(t.angular, L);
        t.linearScale += vlLength(p);
        t.angularScale += vlLength(L);
    }
    return t;
}

// Steps through a collision; the largest relative change of momentum on the way.
typedef struct Outcome {
    double linear, angular;
    bool touched, slid;
} Outcome;

static Outcome watch(vlWorld* world, int steps)
{
    Totals before = totalsOf(world);
    Outcome out = {0.0, 0.0, false, false};
    for (int i = 0; i < steps; ++i) {
        vlStage_Step(world);
        for (int k = 0; k < vlWorld_GetContactCount(world); ++k) {
            vlContactReport r = vlStage_ContactOf(world, k);
            out.touched = out.touched || r.normalForce > 0.0;
            out.slid = out.slid || r.mode == VL_MODE_DYNAMIC;
        }
    }
    Totals after = totalsOf(world);
    out.linear = vlLength(vlSub(after.linear, before.linear)) / before.linearScale;
    out.angular = vlLength(vlSub(after.angular, before.angular)) / before.angularScale;
    return out;
}

static void colliding_pairs_keep_their_momentum(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(2);
    double worstLinear = 0.0, worstAngular = 0.0;
    int touched = 0, slid = 0;
    for (int run = 0; run < vlStage_Count(400, 40); ++run) {
        vlWorldDef def = weightless(run % 4 == 0 ? 0.0 : 0.5);
        vlStage_SetLaw(&def.contact, run % VL_STAGE_LAWS);
        def.contact.reference.normal = (vlNormalRule)(run / 3 % 2);
        vlWorld* world = vlStage_CreateWorld(&def);
        vlVec3 at = vlScale(vlRandom_Direction(&random), 0.6);
        vlVec3 closing = vlScale(at, -vlRandom_Range(&random, 1.0, 4.0));
        throwOne(world, anyShape(&random), vlZero(), vlZero(), &random);
        throwOne(world, anyShape(&random), at, closing, &random);
        Outcome out = watch(world, 500);
        touched += out.touched;
        slid += out.slid;
        worstLinear = out.linear > worstLinear ? out.linear : worstLinear;
        worstAngular = out.angular > worstAngular ? out.angular : worstAngular;
        vlWorld_Destroy(world);
    }
    assert_true(touched > vlStage_Count(300, 30)); // otherwise nothing was tested
    assert_true(slid > vlStage_Count(100, 10));
    // 500 sums of numbers of order 1: some 500 roundings of 1e-16 at worst.
    VL_CHECK_BELOW(worstLinear, 1e-12);
    VL_CHECK_BELOW(worstAngular, 1e-12);
}

static void a_swarm_of_unions_keeps_its_momentum(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(3);
    for (int run = 0; run < vlStage_Count(10, 2); ++run) {
        vlWorldDef def = weightless(0.4);
        def.capacity.pieces = 64;
        def.capacity.contacts = 512;
        def.capacity.pairs = 1024;
        vlWorld* world = vlStage_CreateWorld(&def);
        for (int i = 0; i < 8; ++i) {
            vlVec3 at = vlVec(i & 1 ? 0.4 : -0.4, i & 2 ? 0.4 : -0.4, i & 4 ? 0.4 : -0.4);
            vlShape* shape = i % 2 == 0 ? vlStage_CreateCutBox(vlVec(0.3, 0.2, 0.25), 2, 2, 1)
                                        : anyShape(&random);
            throwOne(world, shape, at, vlScale(at, -3.0), &random);
        }
        Outcome out = watch(world, 1000);
        assert_true(out.touched && out.slid);
        // As above; many contacts at a time add up in one sum.
        VL_CHECK_BELOW(out.linear, 1e-12);
        VL_CHECK_BELOW(out.angular, 1e-12);
        vlWorld_Destroy(world);
    }
}

static void action_equals_reaction_to_the_last_bit(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(4);
    int checked = 0;
    for (int run = 0; run < 50; ++run) {
        vlWorldDef def = weightless(0.5);
        vlWorld* world = vlStage_CreateWorld(&def);
        vlBodyId a = throwOne(world, anyShape(&random), vlZero(), vlZero(), &random);
        vlBodyId b = throwOne(world, anyShape(&random), vlVec(0.4, 0.0, 0.0), vlVec(-3.0, 0.0, 0.0),
                              &random);
        for (int i = 0; i < 300; ++i) {
            vlStage_Step(world);
            vlWrench onA = {vlZero(), vlZero()};
            vlWrench onB = {vlZero(), vlZero()};
            assert_int_equal(vlBody_GetContactWrench(world, a, &onA), VL_OK);
            assert_int_equal(vlBody_GetContactWrench(world, b, &onB), VL_OK);
            // The same number with opposite signs.
            assert_true(onA.force.x == -onB.force.x);
            assert_true(onA.force.y == -onB.force.y);
            assert_true(onA.force.z == -onB.force.z);
            checked += vlWorld_GetContactCount(world) > 0;
        }
        vlWorld_Destroy(world);
    }
    assert_true(checked > 500);
}

static void the_reported_wrench_is_the_one_applied(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(5);
    int checked = 0;
    for (int run = 0; run < 50; ++run) {
        vlWorldDef def = weightless(0.5);
        vlWorld* world = vlStage_CreateWorld(&def);
        throwOne(world, anyShape(&random), vlZero(), vlZero(), &random);
        throwOne(world, anyShape(&random), vlVec(0.4, 0.0, 0.0), vlVec(-3.0, 0.0, 0.0), &random);
        for (int i = 0; i < 300; ++i) {
            vlVec3 centre[2], L[2], v[2];
            for (int k = 0; k < 2; ++k) {
                vlBodyId body = vlWorld_GetBody(world, k);
                centre[k] = vlStage_CentreOf(world, body);
                v[k] = vlStage_TwistOf(world, body).linear;
                assert_int_equal(vlBody_GetAngularMomentum(world, body, &L[k]), VL_OK);
            }
            vlStage_Step(world);
            if (vlWorld_GetContactCount(world) != 1) {
                continue;
            }
            vlContactReport r = vlStage_ContactOf(world, 0);
            for (int k = 0; k < 2; ++k) {
                double sign = k == 0 ? -1e-3 : 1e-3; // step, on A and on B
                vlBodyId body = k == 0 ? r.bodyA : r.bodyB;
                double mass = vlStage_MassOf(world, body);
                vlVec3 after = vlZero();
                assert_int_equal(vlBody_GetAngularMomentum(world, body, &after), VL_OK);
                int i0 = (int)body.index1 - 1; // bodies were created in this order
                vlVec3 impulse = vlScale(vlSub(vlStage_TwistOf(world, body).linear, v[i0]), mass);
                vlVec3 turn = vlSub(after, L[i0]);
                vlVec3 arm = vlSub(r.origin, centre[i0]);
                vlVec3 moment = vlAdd(r.wrench.torque, vlCross(arm, r.wrench.force));
                // Differences of numbers of order 10: their rounding.
                VL_CHECK_BELOW(vlLength(vlSub(impulse, vlScale(r.wrench.force, sign))), 1e-13);
                VL_CHECK_BELOW(vlLength(vlSub(turn, vlScale(moment, sign))), 1e-13);
            }
            // The parts of the report make its wrench.
            vlVec3 force = vlMulAdd(r.frictionForce, r.normalForce, r.normal);
            VL_CHECK_BELOW(vlLength(vlSub(force, r.wrench.force)), 1e-12 * (1.0 + r.normalForce));
            ++checked;
        }
        vlWorld_Destroy(world);
    }
    assert_true(checked > 500);
}

static void the_report_is_of_the_start_of_the_step(void** state)
{
    (void)state;
    static const vlIntegrator integrators[] = {VL_INTEGRATOR_EULER, VL_INTEGRATOR_RK4};
    for (int i = 0; i < 2; ++i) {
        vlWorldDef def = weightless(0.0);
        def.integrator = integrators[i];
        def.surface.stiffnessN = 1000.0;
        def.surface.dampingN = 0.0;
        vlWorld* world = vlStage_CreateWorld(&def);
        vlStage_AddFloor(world);
        vlPose pose = vlModel_At(0.0, 0.0, 0.49);
        vlBodyId box =
            vlStage_AddPointer(world, vlStage_CreateBox(vlVec(1.0, 1.0, 1.0)), 1.0, pose);
        vlStage_Place(world, box, pose, vlModel_Moving(vlVec(0.0, 0.0, -1.0), vlZero()));
        vlStage_Step(world);
        vlContactReport r = vlStage_ContactOf(world, 0);
        vlWrench sum = {vlZero(), vlZero()};
        assert_int_equal(vlBody_GetContactWrench(world, box, &sum), VL_OK);
        // The force does not depend on the poses, up to 1 mm further down, that an integrator
        // evaluated within the step: 1e-9 is rounding.
        VL_CHECK_NEAR(sum.force.z, 10.0, 1e-9);
        VL_CHECK_NEAR(r.depth, 0.01, 1e-12);
        VL_CHECK_NEAR(r.wrench.force.z, 10.0, 1e-9);
        vlWorld_Destroy(world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(colliding_pairs_keep_their_momentum),
        cmocka_unit_test(a_swarm_of_unions_keeps_its_momentum),
        cmocka_unit_test(action_equals_reaction_to_the_last_bit),
        cmocka_unit_test(the_reported_wrench_is_the_one_applied),
        cmocka_unit_test(the_report_is_of_the_start_of_the_step),
    };
    return cmocka_run_group_tests_name("momentum", tests, NULL, NULL);
}
