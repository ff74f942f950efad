// SPDX-License-Identifier: MIT
// Impacts with a given coefficient of restitution, against Newton's law in closed form. For all
// coefficients: no energy is gained, and bodies that come to rest stay at rest.

#include <string.h>

#include "contact/restitution.h"
#include "stage.h"
#include "test.h"

typedef struct Case {
    vlIntegrator integrator;
    double step;
} Case;

static const Case cases[] = {{VL_INTEGRATOR_EULER, 1e-3},
                             {VL_INTEGRATOR_IMPLICIT, 1e-3},
                             {VL_INTEGRATOR_IMPLICIT, 5e-3},
                             {VL_INTEGRATOR_CONVEX, 1e-3},
                             {VL_INTEGRATOR_CONVEX, 5e-3}};
#define CASES 5
static const double coefficients[] = {0.0, 0.1, 0.3, 0.5, 0.8, 1.0};
#define COEFFICIENTS 6
// The promised accuracy. The error of an impact is the motion of a step: g h by gravity, and the
// lever, which changes by the depth at which a step finds the bodies.
#define PROMISED 0.03

static vlWorldDef defOf(const Case* c, double restitution, double friction)
{
    vlWorldDef def = vlDefaultWorldDef();
    def.capacity.bodies = 8; // hundreds of worlds: most of their time would go into clearing memory
    def.integrator = c->integrator;
    def.step = c->step;
    def.surface.restitution = restitution;
    def.surface.frictionStatic = def.surface.frictionDynamic = friction;
    return def;
}

static void the_threshold_is_four_steps_of_gravity(void** state)
{
    (void)state;
    double v = vlRestitution_Threshold(vlVec(0.0, 0.0, -9.8), 1e-3);
    VL_CHECK_NEAR(v, 0.0402, 1e-12);
    assert_true(vlRestitution_IsImpact(0.0, -1.01 * v, v));
    assert_false(vlRestitution_IsImpact(0.5, -0.99 * v, v));
    assert_false(vlRestitution_IsImpact(0.5, 1.0, v));
    assert_false(vlRestitution_IsImpact(VL_AUTO, -1.0, v));
}

// One body of inverse mass W under the force of the law: the speed after the step is e v.
static void the_force_of_an_impact_turns_the_speed_round(void** state)
{
    (void)state;
    vlContactLaw law = {.cN = 1.0, .perArea = 1.0, .tilting = {1.0, 0.0, 1.0}};
    for (int i = 0; i < COEFFICIENTS; ++i) {
        double e = coefficients[i], v = 2.0, W = 0.25, h = 1e-3;
        double after = -v + h * W * vlRestitution_Force(e, -v, W, 1.0, h);
        VL_CHECK_NEAR(after, e * v, 1e-12);
        vlVec2 middle = {0.0, 0.0};
        vlAnswer a = vlRestitution_Answer(&law, middle, e, -v, W, h);
        after = (-v + h * W * a.start[0]) / (1.0 + h * W * a.slope[0]);
        VL_CHECK_NEAR(after, e * v, 0.0021 * v); // (1 + e)/1000 of the speed is left
        assert_true(after <= e * v);
    }
}

// Largest speed upwards before the body falls again, over the largest downwards.
static double reboundOf(vlWorld* world, vlBodyId body)
{
    double in = vlStage_TwistOf(world, body).linear.z;
    double out = 0.0;
    for (int i = 0; i < 400; ++i) {
        vlStage_Step(world);
        double v = vlStage_TwistOf(world, body).linear.z;
        in = out > 0.0 ? in : fmin(in, v);
        out = fmax(out, v);
        if (out > 0.0 && v < 0.0) {
            break;
        }
    }
    return -out / in;
}

static void a_face_bounces_with_the_coefficient(void** state)
{
    (void)state;
    for (int i = 0; i < CASES * COEFFICIENTS; ++i) {
        const Case* c = &cases[i / COEFFICIENTS];
        double e = coefficients[i % COEFFICIENTS];
        for (int phase = 0; phase < 8; ++phase) {
            double v = phase % 2 == 0 ? 1.0 : 5.0;
            vlWorldDef def = defOf(c, e, 0.5);
            vlWorld* world = vlStage_CreateWorld(&def);
            vlStage_AddFloor(world);
            double z = 0.12 + v * c->step * phase / 8.0;
            vlBodyId box = vlStage_AddBox(world, vlVec(0.2, 0.2, 0.2), 1.0, vlModel_At(0.0, 0.0, z),
                                          vlModel_AtRest());
            vlStage_SetVelocity(world, box, vlVec(0.0, 0.0, -v), vlZero());
            VL_CHECK_NEAR(reboundOf(world, box), e, PROMISED);
            vlWorld_Destroy(world);
        }
    }
}

// Two free bodies: the relative speed is reversed and the momentum stays.
static void two_free_bodies_part_with_the_coefficient(void** state)
{
    (void)state;
    for (int i = 0; i < CASES * COEFFICIENTS; ++i) {
        const Case* c = &cases[i / COEFFICIENTS];
        double e = coefficients[i % COEFFICIENTS];
        vlWorldDef def = defOf(c, e, 0.5);
        def.gravity = vlZero();
        vlWorld* world = vlStage_CreateWorld(&def);
        vlVec3 size = vlVec(0.1, 0.1, 0.1);
        vlBodyId a = vlStage_AddBox(world, size, 1.0, vlModel_At(0.0, 0.0, 0.0), vlModel_AtRest());
        vlBodyId b =
            vlStage_AddBox(world, size, 3.0, vlModel_At(0.1123, 0.0, 0.0), vlModel_AtRest());
        vlStage_SetVelocity(world, a, vlVec(1.5, 0.0, 0.0), vlZero());
        vlStage_Run(world, 0.1);
        double va = vlStage_TwistOf(world, a).linear.x;
        double vb = vlStage_TwistOf(world, b).linear.x;
        VL_CHECK_NEAR((vb - va) / 1.5, e, PROMISED);
        VL_CHECK_NEAR(va + 3.0 * vb, 1.5, 1e-12); // rounding
        vlWorld_Destroy(world);
    }
}

// A box struck at an edge, without friction: with the lever x of the edge, J = (1 + e) v/(1/m +
// x^2/I), the spin is J x/I and the edge leaves with e v.
static void an_edge_bounces_with_the_coefficient(void** state)
{
    (void)state;
    const vlVec3 size = {0.4, 0.2, 0.1};
    const double angle = 0.5;
    double x = 0.5 * (size.x * cos(angle) - size.z * sin(angle));
    double low = 0.5 * (size.x * sin(angle) + size.z * cos(angle));
    double inertia = (size.x * size.x + size.z * size.z) / 12.0;
    for (int i = 0; i < CASES * COEFFICIENTS; ++i) {
        const Case* c = &cases[i / COEFFICIENTS];
        double e = coefficients[i % COEFFICIENTS];
        for (int phase = 0; phase < 8; ++phase) {
            // At 1 m/s a step moves at most 5 mm, 1/40 of the lever.
            double v = c->step > 2e-3 ? 1.0 : 3.0;
            vlWorldDef def = defOf(c, e, 0.0);
            def.gravity = vlZero();
            vlWorld* world = vlStage_CreateWorld(&def);
            vlStage_AddFloor(world);
            vlPose pose = vlModel_At(0.0, 0.0, low + 0.02 + v * c->step * phase / 8.0);
            pose.q = vlQuatFromRotationVector(vlVec(0.0, angle, 0.0));
            vlBodyId box = vlStage_AddBox(world, size, 1.0, pose, vlModel_AtRest());
            vlStage_SetVelocity(world, box, vlVec(0.0, 0.0, -v), vlZero());
            vlTwist t = vlStage_TwistOf(world, box);
            for (int k = 0; k < 100 && t.angular.y == 0.0; ++k) {
                vlStage_Step(world);
                t = vlStage_TwistOf(world, box);
            }
            double impulse = (1.0 + e) * v / (1.0 + x * x / inertia);
            VL_CHECK_NEAR((t.linear.z - t.angular.y * x) / v, e, PROMISED);
            // 1%: the change of the lever.
            VL_CHECK_NEAR(t.angular.y / (-impulse * x / inertia), 1.0, 0.01);
            VL_CHECK_NEAR(t.linear.z, impulse - v, 0.03 * v); // 5 mm of a lever of 151 mm
            vlWorld_Destroy(world);
        }
    }
}

// A box that falls without turning and strikes a frictionless floor with its lowest corner, or the
// middle of its lowest edge, at `lever` from its centre: the speed of that point after the step of
// the impact.
static double leavesWith(const Case* c, double e, double v, double phase, vlQuat q, vlVec3 lever)
{
    vlWorldDef def = defOf(c, e, 0.0);
    def.gravity = vlZero();
    vlWorld* world = vlStage_CreateWorld(&def);
    vlStage_AddFloor(world);
    vlPose pose = {vlVec(0.0, 0.0, 0.02 + v * c->step * phase - lever.z), q};
    vlBodyId box = vlStage_AddBox(world, vlVec(0.4, 0.2, 0.1), 1.0, pose, vlModel_AtRest());
    vlStage_SetVelocity(world, box, vlVec(0.0, 0.0, -v), vlZero());
    vlTwist t = vlStage_TwistOf(world, box);
    for (int k = 0; k < 1000 && t.linear.z == -v; ++k) {
        vlStage_Step(world);
        t = vlStage_TwistOf(world, box);
    }
    VL_CHECK_BELOW(vlStage_KineticEnergy(world), 0.5 * v * v * (1.0 + 1e-12)); // rounding
    vlWorld_Destroy(world);
    return vlAdd(t.linear, vlCross(t.angular, lever)).z;
}

// The deeper a step finds an edge, the farther the middle of the contact area is from it: 40 mm at
// 0.2 rad and 10 m/s. But it is the edge that strikes.
static void an_edge_bounces_alike_at_any_speed_and_angle(void** state)
{
    (void)state;
    static const double speeds[] = {0.5, 2.0, 5.0, 10.0, 20.0};
    static const double angles[] = {0.2, 0.5, 0.9};
    for (int i = 0; i < CASES * 15; ++i) {
        const Case* c = &cases[i / 15];
        double v = speeds[i / 3 % 5], angle = angles[i % 3];
        vlQuat q = vlQuatFromRotationVector(vlVec(0.0, angle, 0.0));
        for (int k = 0; k < 16; ++k) {
            double e = coefficients[k % COEFFICIENTS];
            double after = leavesWith(c, e, v, k / 16.0, q, vlRotate(q, vlVec(0.2, 0.0, -0.05)));
            // Explicit: (T3.19) is exact. Implicit: (T3.18) leaves (1 + e)/1000.
            VL_CHECK_NEAR(after / v, e, c->integrator == VL_INTEGRATOR_EULER ? 1e-9 : 2.1e-3);
        }
    }
}

static void a_corner_bounces_with_the_coefficient(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(3);
    int count = vlStage_Count(200, 20);
    for (int i = 0; i < CASES * count; ++i) {
        const Case* c = &cases[i / count];
        double e = coefficients[i % COEFFICIENTS];
        double phase = vlRandom_Uniform(&random);
        // Steep enough that a step of 4 mm finds the corner alone.
        double x = vlRandom_Range(&random, 0.25, 0.6), y = vlRandom_Range(&random, 0.25, 0.6);
        vlQuat q = vlQuatFromRotationVector(vlVec(x, y, 0.0));
        vlVec3 lever = vlRotate(q, vlVec(0.2, -0.1, -0.05));
        double v = 4e-3 / c->step;
        double after = leavesWith(c, e, v, phase, q, lever);
        VL_CHECK_NEAR(after / v, e, PROMISED);
    }
}

// Kinetic energy, and that of gravity above the floor.
static double energyOf(const vlWorld* world)
{
    vlEnergy e = vlWorld_GetEnergy(world);
    return e.kinetic + e.gravity;
}

static void random_drops_gain_no_energy(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(7);
    int count = vlStage_Count(60, 9);
    for (int i = 0; i < 2 * count; ++i) {
        const Case* c = i < count ? &cases[i % 3] : &cases[3 + i / COEFFICIENTS % 2];
        vlWorldDef def = defOf(c, coefficients[i % COEFFICIENTS], i % 2 == 0 ? 0.0 : 0.6);
        vlWorld* world = vlStage_CreateWorld(&def);
        vlStage_AddFloor(world);
        for (int k = 0; k < 3; ++k) {
            vlVec3 size = vlStage_AnySize(&random, 0.05, 0.3);
            vlPose pose = vlStage_AnyPose(&random, vlVec(0.0, 0.0, 0.5 + 0.6 * k));
            vlTwist twist = vlStage_AnyTwist(&random, 2.0, 5.0);
            vlStage_AddBox(world, size, 1.0 + k, pose, twist);
        }
        double start = energyOf(world);
        double most = start;
        for (int k = 0; k < (int)(1.5 / c->step); ++k) {
            vlStage_Step(world);
            most = fmax(most, energyOf(world));
        }
        // The velocity after a step belongs to its middle: while three bodies of 6 kg fall at 7 m/s
        // the energy read is up to m g v h/2 too large, 1 J at 5 ms and 0.2 J at 1 ms.
        VL_CHECK_BELOW(most - start, 206.0 * c->step);
        if (c->integrator != VL_INTEGRATOR_EULER) {
            vlLedger ledger = vlWorld_GetLedger(world);
            assert_true(ledger.contactDampers <= 0.0);
            VL_CHECK_BELOW(ledger.contactSprings + ledger.contactDampers + ledger.friction, 1e-9);
        }
        vlWorld_Destroy(world);
    }
}

static void a_pile_comes_to_rest(void** state)
{
    (void)state;
    static const double bouncy[] = {0.0, 0.5, 0.8};
    for (int i = 0; i < CASES * 3; ++i) {
        const Case* c = &cases[i / 3];
        vlWorldDef def = defOf(c, bouncy[i % 3], 0.5);
        vlWorld* world = vlStage_CreateWorld(&def);
        vlStage_AddFloor(world);
        vlBodyId id[5];
        vlStage_AddPile(world, 0.0, 5, id);
        vlStage_SetVelocity(world, id[4], vlVec(0.0, 0.0, -0.5), vlZero()); // a blow on its top
        vlStage_Run(world, vlStage_Count(6, 4));
        VL_CHECK_BELOW(vlStage_TopSpeed(world), 1e-3); // 0.1 of a step of gravity
        vlWorld_Destroy(world);
    }
}

// Bounces of a box that falls from h0 onto its face: together they take sqrt(2 h0/g) (1 + e)/(1 -
// e), minus those below the threshold.
static void bounces_follow_each_other_and_end(void** state)
{
    (void)state;
    for (int i = 0; i < CASES; ++i) {
        vlWorldDef def = defOf(&cases[i], 0.5, 0.5);
        vlWorld* world = vlStage_CreateWorld(&def);
        vlStage_AddFloor(world);
        vlBodyId box = vlStage_AddBox(world, vlVec(0.2, 0.2, 0.2), 1.0, vlModel_At(0.0, 0.0, 0.6),
                                      vlModel_AtRest());
        double expected = sqrt(2.0 * 0.5 / VL_GRAVITY) * 3.0; // 0.96 s
        double last = 0.0;
        for (int k = 0; k < (int)(3.0 / cases[i].step); ++k) {
            vlStage_Step(world);
            if (fabs(vlStage_TwistOf(world, box).linear.z) > 0.02) {
                last = k * cases[i].step;
            }
        }
        // 0.08: each bounce is found up to a step late, and the last ones, 2 v/g at the threshold,
        // are missing: 0.04 s at 5 ms.
        VL_CHECK_NEAR(last, expected, 0.08);
        VL_CHECK_BELOW(vlStage_TopSpeed(world), 1e-4);
        vlWorld_Destroy(world);
    }
}

static void a_snapshot_in_the_middle_of_an_impact_continues_alike(void** state)
{
    (void)state;
    for (int i = 0; i < CASES; ++i) {
        vlWorldDef def = defOf(&cases[i], 0.4, 0.5);
        vlWorld* world = vlStage_CreateWorld(&def);
        vlStage_AddFloor(world);
        vlBodyId box = vlStage_AddBox(world, vlVec(0.2, 0.2, 0.2), 1.0, vlModel_At(0.0, 0.0, 0.101),
                                      vlModel_AtRest());
        vlStage_SetVelocity(world, box, vlVec(0.3, 0.0, -1.0), vlVec(0.0, 1.0, 0.0));
        size_t size = vlWorld_GetSnapshotSize(world);
        void* bytes = test_malloc(size);
        for (int k = 0; k < 4; ++k) {
            vlStage_Step(world);
        }
        assert_int_equal(vlWorld_Save(world, bytes, size), VL_OK);
        vlStage_Run(world, 0.2);
        uint64_t hash = vlWorld_GetHash(world);
        assert_int_equal(vlWorld_Restore(world, bytes, size), VL_OK);
        vlStage_Run(world, 0.2);
        assert_true(vlWorld_GetHash(world) == hash);
        test_free(bytes);
        vlWorld_Destroy(world);
    }
}

static void what_cannot_be_is_refused(void** state)
{
    (void)state;
    vlWorldDef def = vlDefaultWorldDef();
    vlWorld* world = vlStage_CreateWorld(&def);
    vlMaterialId standard = {0};
    vlSurface s = vlDefaultSurface();
    assert_true(s.restitution == VL_AUTO);
    s.restitution = 1.01;
    assert_int_equal(vlWorld_SetSurface(world, standard, standard, &s), VL_ERROR_ARGUMENT);
    assert_string_equal(vlWorld_GetMessage(world),
                        "restitution is 1.01; expected 0 to 1, or VL_AUTO");
    s.restitution = (double)NAN;
    assert_int_equal(vlWorld_SetSurface(world, standard, standard, &s), VL_ERROR_ARGUMENT);
    vlWorld_Destroy(world);
    def.integrator = VL_INTEGRATOR_RK4;
    world = vlStage_CreateWorld(&def);
    s.restitution = 0.5;
    assert_int_equal(vlWorld_SetSurface(world, standard, standard, &s), VL_ERROR_ARGUMENT);
    assert_non_null(strstr(vlWorld_GetMessage(world), "RK4"));
    vlWorld_Destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_threshold_is_four_steps_of_gravity),
        cmocka_unit_test(the_force_of_an_impact_turns_the_speed_round),
        cmocka_unit_test(a_face_bounces_with_the_coefficient),
        cmocka_unit_test(two_free_bodies_part_with_the_coefficient),
        cmocka_unit_test(an_edge_bounces_with_the_coefficient),
        cmocka_unit_test(an_edge_bounces_alike_at_any_speed_and_angle),
        cmocka_unit_test(a_corner_bounces_with_the_coefficient),
        cmocka_unit_test(random_drops_gain_no_energy),
        cmocka_unit_test(a_pile_comes_to_rest),
        cmocka_unit_test(bounces_follow_each_other_and_end),
        cmocka_unit_test(a_snapshot_in_the_middle_of_an_impact_continues_alike),
        cmocka_unit_test(what_cannot_be_is_refused),
    };
    return cmocka_run_group_tests_name("restitution", tests, NULL, NULL);
}
