// SPDX-License-Identifier: MIT
// Friction of an area: spin against its exact integral, the limits of sticking, and the bounds that
// every friction force must keep in any scene.

#include "models/random.h"
#include "stage.h"
#include "test.h"

// Mean distance of a square's points from its centre, over its side: (sqrt 2 + ln(1 + sqrt 2))/6. A
// square pressed evenly resists spinning with mu fn times this times its side.
#define SQUARE_MEAN_RADIUS 0.38259785823210634

static vlWorld* makeFloor(vlContactOptions options, double mu0, double mu, double stiffness)
{
    vlWorldDef def = vlExplicitWorldDef();
    def.capacity.bodies = 2;
    def.contact = options;
    def.surface.frictionStatic = mu0;
    def.surface.frictionDynamic = mu;
    def.surface.stiffnessN = stiffness;
    vlWorld* world = vlStage_CreateWorld(&def);
    vlStage_AddFloor(world);
    return world;
}

static void a_spinning_plate_stops_when_the_exact_torque_says(void** state)
{
    (void)state;
    for (int i = 0; i < VL_STAGE_LAWS; ++i) {
        vlContactOptions options = vlDefaultContactOptions();
        vlStage_SetLaw(&options, i);
        vlWorld* world = makeFloor(options, 0.3, 0.3, VL_AUTO);
        vlBodyId plate = vlStage_AddBox(world, vlVec(1.0, 1.0, 0.2), 1.0, vlModel_At(0.0, 0.0, 0.1),
                                        vlModel_AtRest());
        vlStage_Run(world, 0.5);
        vlStage_SetVelocity(world, plate, vlZero(), vlVec(0.0, 0.0, 10.0));
        double from = vlWorld_GetStepInfo(world).time;
        while (vlStage_TwistOf(world, plate).angular.z > 0.02 &&
               vlWorld_GetStepInfo(world).time < from + 3.0) {
            vlStage_Step(world);
        }
        double stop = vlWorld_GetStepInfo(world).time - from;
        // I omega / (mu m g r) with I = m a^2/6. The time below 0.02 rad/s, 0.2% of the whole, is
        // not counted.
        double exact = 10.0 / (6.0 * 0.3 * VL_GRAVITY * SQUARE_MEAN_RADIUS);
        VL_CHECK_NEAR(exact, 1.4817, 1e-4);
        VL_CHECK_NEAR(stop, exact, 0.005 * exact);
        vlStage_Run(world, 0.5);
        // It has come to rest.
        VL_CHECK_BELOW(vlLength(vlStage_TwistOf(world, plate).angular), 1e-6);
        vlVec3 c = vlStage_CentreOf(world, plate);
        // It has not wandered, because no direction is preferred.
        VL_CHECK_BELOW(hypot(c.x, c.y), 1e-6);
        vlWorld_Destroy(world);
    }
}

static void a_spinning_cube_decelerates_by_the_exact_torque(void** state)
{
    (void)state;
    static const double stiffness[] = {5e4, 2e5};
    for (int i = 0; i < 2; ++i) {
        vlWorld* world = makeFloor(vlDefaultContactOptions(), 0.3, 0.3, stiffness[i]);
        vlBodyId cube = vlStage_AddResting(world, vlVec(0.1, 0.1, 0.1), 1.0, stiffness[i]);
        vlStage_Run(world, 0.2);
        vlStage_SetVelocity(world, cube, vlZero(), vlVec(0.0, 0.0, 10.0));
        double angle = 0.0, t90 = 0.0, w90 = 0.0, t20 = 0.0, w20 = 0.0;
        for (int n = 0; n < 300; ++n) {
            vlStage_Step(world);
            double w = vlStage_TwistOf(world, cube).angular.z;
            angle += 1e-3 * w;
            if (w > 9.0) {
                t90 = n, w90 = w;
            }
            if (w > 2.0) {
                t20 = n, w20 = w;
            }
        }
        double deceleration = (w90 - w20) / (1e-3 * (t20 - t90));
        double exact = 6.0 * SQUARE_MEAN_RADIUS * 0.3 * VL_GRAVITY / 0.1;
        // 1e-3: the force ripples a little from step to step.
        VL_CHECK_NEAR(deceleration, exact, 1e-3 * exact);
        VL_CHECK_NEAR(angle, 50.0 / exact, 0.015 * 50.0 / exact); // w^2/(2 deceleration)
        VL_CHECK_BELOW(vlLength(vlStage_TwistOf(world, cube).angular), 1e-6);
        vlWorld_Destroy(world);
    }
}

static void the_vertex_interpolated_torque_is_too_small_by_the_known_factor(void** state)
{
    (void)state;
    for (int paper = 0; paper < 2; ++paper) {
        vlContactOptions options = vlDefaultContactOptions();
        options.reference.friction = paper ? VL_FRICTION_PAPER : VL_FRICTION_GAUSS;
        vlWorld* world = makeFloor(options, 0.3, 0.3, 5e4);
        vlBodyId cube = vlStage_AddResting(world, vlVec(1.0, 1.0, 0.2), 1.0, 5e4);
        // So fast that the speed below which friction fades (a few mm/s) does not matter.
        vlStage_SetVelocity(world, cube, vlZero(), vlVec(0.0, 0.0, 100.0));
        vlStage_Step(world);
        vlContactReport r = vlStage_ContactOf(world, 0);
        assert_int_equal(r.mode, VL_MODE_DYNAMIC);
        double ratio = -r.frictionTorque / (0.3 * r.normalForce * SQUARE_MEAN_RADIUS);
        // Linear between the corners, where all points move with one speed: sqrt(2)/6 to 0.3826.
        VL_CHECK_NEAR(ratio, paper ? sqrt(2.0) / 6.0 / SQUARE_MEAN_RADIUS : 1.0, 0.002);
        vlWorld_Destroy(world);
    }
}

// Force or torque at which a resting block first moves, over its exact limit.
static double stickLimit(bool turning, vlNormalRule normal, double stiffness)
{
    vlContactOptions options = vlDefaultContactOptions();
    options.reference.normal = normal;
    vlWorld* world = makeFloor(options, 0.3, 0.25, stiffness);
    double side = 0.1, weight = VL_GRAVITY;
    vlBodyId cube = vlStage_AddResting(world, vlVec(side, side, 0.05), 1.0, stiffness);
    vlStage_Run(world, 0.5);
    double limit = turning ? 0.3 * weight * SQUARE_MEAN_RADIUS * side : 0.3 * weight;
    double reached = 0.0;
    for (int n = 0; n < 4000; ++n) { // up to 1.5 times the limit within 4 s
        double load = 1.5 * limit * n / 4000;
        if (turning) {
            assert_int_equal(vlBody_ApplyTorque(world, cube, vlVec(0.0, 0.0, load)), VL_OK);
        } else { // at the height of the floor, so that it does not tip the block
            vlVec3 at = vlStage_CentreOf(world, cube);
            at.z = 0.0;
            assert_int_equal(vlBody_ApplyForce(world, cube, vlVec(load, 0.0, 0.0), at), VL_OK);
        }
        vlStage_Step(world);
        if (vlStage_ContactOf(world, 0).mode == VL_MODE_DYNAMIC) {
            reached = load / limit;
            break;
        }
    }
    vlWorld_Destroy(world);
    return reached;
}

static void sticking_ends_at_the_limit_of_static_friction(void** state)
{
    (void)state;
    static const double stiffness[] = {5e4, 2e5};
    for (int i = 0; i < 2; ++i) {
        for (int normal = 0; normal < 2; ++normal) {
            // One step of the ramp is 0.04%; the block rocks a little under the growing load.
            VL_CHECK_NEAR(stickLimit(false, (vlNormalRule)normal, stiffness[i]), 1.0, 0.01);
            VL_CHECK_NEAR(stickLimit(true, (vlNormalRule)normal, stiffness[i]), 1.0, 0.002);
        }
    }
}

// A heap of random boxes thrown onto the floor; checks every contact of every step.
typedef struct Bounds {
    double gained;   // largest energy that sliding friction gave in a step beyond that of its
                     // springs, J
    double dynamic;  // largest |f|/(mu fn) while sliding
    double sticking; // largest |f|/(mu0 fn) while sticking
    long slides, sticks;
} Bounds;

// The contacts of the last step.
typedef struct Before {
    vlContactReport report[128];
    int count;
} Before;

// Energy in the springs of friction at the end of the last step, J; at the present stiffness.
static double storedIn(const Before* before, const vlContactReport* r)
{
    for (int i = 0; i < before->count; ++i) {
        const vlContactReport* o = &before->report[i];
        if (o->bodyA.index1 == r->bodyA.index1 && o->bodyB.index1 == r->bodyB.index1) {
            double turned = fabs(o->frictionTorque * o->twist);
            return 0.5 * (r->stiffnessS * vlDot(o->slip, o->slip) + turned);
        }
    }
    return 0.0;
}

static void judge(Bounds* b, const vlContactReport* r, const vlVec3 centre[], const vlTwist twist[],
                  double mu0, double mu, const Before* before)
{
    uint32_t a = r->bodyA.index1 - 1, c = r->bodyB.index1 - 1;
    vlVec3 onA = vlAdd(twist[a].linear, vlCross(twist[a].angular, vlSub(r->origin, centre[a])));
    vlVec3 onB = vlAdd(twist[c].linear, vlCross(twist[c].angular, vlSub(r->origin, centre[c])));
    double spin = vlDot(r->normal, vlSub(twist[c].angular, twist[a].angular));
    double power = vlDot(r->frictionForce, vlSub(onB, onA)) + r->frictionTorque * spin;
    double size = vlLength(r->frictionForce);
    if (r->normalForce <= 0.0) {
        assert_true(size == 0.0 && r->frictionTorque == 0.0);
    } else if (r->mode == VL_MODE_DYNAMIC) {
        b->gained = fmax(b->gained, 1e-3 * power - storedIn(before, r));
        b->dynamic = fmax(b->dynamic, size / (mu * r->normalForce));
        ++b->slides;
    } else if (r->mode == VL_MODE_STATIC) {
        b->sticking = fmax(b->sticking, size / (mu0 * r->normalForce));
        ++b->sticks;
    }
}

static Bounds watchHeap(vlContactOptions options, uint64_t seed, int steps)
{
    enum { BODIES = 13 };
    vlRandom random = vlRandom_Seed(seed);
    double mu0 = 0.5, mu = 0.35;
    vlWorldDef def = vlExplicitWorldDef();
    def.contact = options;
    def.surface.frictionStatic = mu0;
    def.surface.frictionDynamic = mu;
    vlWorld* world = vlStage_CreateWorld(&def);
    vlStage_AddFloor(world);
    for (int i = 1; i < BODIES; ++i) {
        vlVec3 size = vlStage_AnySize(&random, 0.1, 0.3);
        vlPose pose = vlStage_AnyPose(&random, vlVec(0.1 * (i % 2), 0.1 * (i % 3), 0.3 + 0.3 * i));
        vlTwist twist = vlStage_AnyTwist(&random, 1.0, 10.0);
        double mass = vlRandom_Log(&random, 0.2, 5.0);
        vlStage_AddBox(world, size, mass, pose, twist);
    }
    Bounds bounds = {-1e300, 0.0, 0.0, 0, 0};
    Before before = {.count = 0};
    for (int n = 0; n < steps; ++n) {
        vlVec3 centre[BODIES];
        vlTwist twist[BODIES];
        for (int i = 0; i < BODIES; ++i) {
            centre[i] = vlStage_CentreOf(world, vlWorld_GetBody(world, i));
            twist[i] = vlStage_TwistOf(world, vlWorld_GetBody(world, i));
        }
        vlStage_Step(world);
        for (int k = 0; k < vlWorld_GetContactCount(world); ++k) {
            vlContactReport r = vlStage_ContactOf(world, k);
            judge(&bounds, &r, centre, twist, mu0, mu, &before);
        }
        before.count = vlWorld_GetContactCount(world) < 128 ? vlWorld_GetContactCount(world) : 128;
        for (int k = 0; k < before.count; ++k) {
            before.report[k] = vlStage_ContactOf(world, k);
        }
    }
    vlWorld_Destroy(world);
    return bounds;
}

static void friction_never_exceeds_coulomb_nor_gives_more_than_its_springs_hold(void** state)
{
    (void)state;
    for (int law = 0; law < VL_STAGE_LAWS; ++law) {
        for (int normal = 0; normal < 2; ++normal) {
            vlContactOptions options = vlDefaultContactOptions();
            vlStage_SetLaw(&options, law);
            options.reference.normal = (vlNormalRule)normal;
            Bounds b = watchHeap(options, 8, vlStage_Count(4000, 1000));
            assert_true(b.slides > vlStage_Count(1000, 20) && b.sticks > vlStage_Count(1000, 20));
            VL_CHECK_BELOW(b.dynamic, 1.0 + 1e-9); // rounding of the sum over Gauss points
            VL_CHECK_BELOW(b.sticking, 1.0 + 1e-9);
            // Springs that recoil drive the motion, with their own energy (T5.19).
            VL_CHECK_BELOW(b.gained, 0.0);
        }
    }
}

static void both_friction_rules_slide_and_stick(void** state)
{
    (void)state;
    for (int i = 0; i < 2; ++i) {
        vlContactOptions options = vlDefaultContactOptions();
        options.reference.friction = (vlFrictionRule)i;
        vlWorld* world = makeFloor(options, 0.4, 0.3, 5e4);
        vlBodyId block = vlStage_AddResting(world, vlVec(0.4, 0.4, 0.1), 1.0, 5e4);
        vlStage_Run(world, 0.2);
        // Sticks at nine tenths of the limit. The load grows over 2 s, because a sudden one
        // overshoots.
        for (int n = 1; n <= 3000; ++n) {
            vlStage_Lean(world, n < 2000 ? atan(0.36) * n / 2000 : atan(0.36));
            vlStage_Step(world);
        }
        assert_int_equal(vlStage_ContactOf(world, 0).mode, VL_MODE_STATIC);
        VL_CHECK_BELOW(vlStage_TwistOf(world, block).linear.x, 1e-6); // does not creep
        vlStage_Lean(world, 0.0);
        vlStage_Run(world, 0.5);
        // Slides: between 2 and 1 m/s the speed below which friction fades, some mm/s, matters only
        // by the square of its ratio to the speed.
        vlStage_SetVelocity(world, block, vlVec(2.0, 0.0, 0.0), vlZero());
        vlStage_Run(world, 0.05);
        double before = vlStage_TwistOf(world, block).linear.x;
        vlStage_Run(world, 0.3);
        double deceleration = (before - vlStage_TwistOf(world, block).linear.x) / 0.3;
        VL_CHECK_NEAR(deceleration, 0.3 * VL_GRAVITY, 1e-3 * 0.3 * VL_GRAVITY);
        vlStage_Run(world, 1.5);
        VL_CHECK_BELOW(vlLength(vlStage_TwistOf(world, block).linear), 1e-4); // and stops
        vlWorld_Destroy(world);
    }
}

static void a_frictionless_pair_feels_no_tangential_force(void** state)
{
    (void)state;
    vlWorld* world = makeFloor(vlDefaultContactOptions(), 0.0, 0.0, 5e4);
    vlBodyId block = vlStage_AddResting(world, vlVec(0.4, 0.4, 0.1), 1.0, 5e4);
    vlStage_SetVelocity(world, block, vlVec(1.0, 2.0, 0.0), vlVec(0.0, 0.0, 3.0));
    vlStage_Run(world, 1.0);
    vlTwist t = vlStage_TwistOf(world, block);
    assert_true(t.linear.x == 1.0 && t.linear.y == 2.0);
    VL_CHECK_NEAR(t.angular.z, 3.0, 1e-12); // rounding of the rotation
    assert_int_equal(vlStage_ContactOf(world, 0).mode, VL_MODE_NONE);
    vlWorld_Destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_spinning_plate_stops_when_the_exact_torque_says),
        cmocka_unit_test(a_spinning_cube_decelerates_by_the_exact_torque),
        cmocka_unit_test(the_vertex_interpolated_torque_is_too_small_by_the_known_factor),
        cmocka_unit_test(sticking_ends_at_the_limit_of_static_friction),
        cmocka_unit_test(friction_never_exceeds_coulomb_nor_gives_more_than_its_springs_hold),
        cmocka_unit_test(both_friction_rules_slide_and_stick),
        cmocka_unit_test(a_frictionless_pair_feels_no_tangential_force),
    };
    return cmocka_run_group_tests_name("friction", tests, NULL, NULL);
}
