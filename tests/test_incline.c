// SPDX-License-Identifier: MIT
// Coulomb's law in translation: a block on a slope, which is a level floor with rotated gravity.

#include "stage.h"
#include "test.h"

typedef struct Case {
    vlNormalRule normal;
    bool onSlab; // a large static box instead of a half-space
} Case;

static const Case cases[] = {{VL_NORMAL_GRADIENT, false},
                             {VL_NORMAL_GRADIENT, true},
                             {VL_NORMAL_SEARCH, false},
                             {VL_NORMAL_SEARCH, true}};
#define CASES 4

// Half as high as it is wide: a tall block would tip before it slides.
static const vlVec3 blockSize = {0.4, 0.4, 0.2};

static vlWorld* makeSlope(const Case* c, double staticFriction, double dynamicFriction,
                          vlBodyId* block)
{
    vlWorldDef def = vlExplicitWorldDef();
    def.capacity.bodies = 2;
    def.contact.reference.normal = c->normal;
    def.surface.frictionStatic = staticFriction;
    def.surface.frictionDynamic = dynamicFriction;
    vlWorld* world = vlStage_CreateWorld(&def);
    if (c->onSlab) {
        vlStage_AddSlab(world, vlVec(60.0, 10.0, 2.0));
    } else {
        vlStage_AddFloor(world);
    }
    *block = vlStage_AddBox(world, blockSize, 1.0, vlModel_At(0.0, 0.0, 0.1), vlModel_AtRest());
    return world;
}

// Tilts the world from level to `angle` in 4 s.
static void ramp(vlWorld* world, double angle)
{
    int steps = (int)(4.0 / vlWorld_GetStep(world));
    for (int i = 1; i <= steps; ++i) {
        vlStage_Lean(world, angle * i / steps);
        vlStage_Step(world);
    }
}

static void a_block_holds_just_below_the_angle_of_friction(void** state)
{
    (void)state;
    static const double frictions[] = {0.3, 0.5, 0.8};
    for (int i = 0; i < CASES; ++i) {
        for (int k = 0; k < 3; ++k) {
            double mu0 = frictions[k];
            vlBodyId block;
            vlWorld* world = makeSlope(&cases[i], mu0, 0.8 * mu0, &block);
            ramp(world, atan(0.99 * mu0));
            double before = vlStage_CentreOf(world, block).x;
            // Sticking is a spring: while the slope rises the block may move by m g sin/k, less
            // than 0.1 mm at the automatic stiffness.
            VL_CHECK_BELOW(fabs(before), 1e-4);
            double seconds = vlStage_Count(60, 5);
            vlStage_Run(world, seconds);
            double creep = (vlStage_CentreOf(world, block).x - before) / seconds;
            VL_CHECK_BELOW(fabs(creep), 1e-6); // a micrometre a second is invisible
            vlContactReport r = vlStage_ContactOf(world, 0);
            assert_int_equal(r.mode, VL_MODE_STATIC);
            vlWorld_Destroy(world);
        }
    }
}

static void a_block_slides_just_above_the_angle_of_friction(void** state)
{
    (void)state;
    static const double frictions[] = {0.3, 0.5, 0.8};
    for (int i = 0; i < CASES; ++i) {
        for (int k = 0; k < 3; ++k) {
            double mu0 = frictions[k];
            vlBodyId block;
            vlWorld* world = makeSlope(&cases[i], mu0, 0.8 * mu0, &block);
            ramp(world, atan(1.01 * mu0));
            vlStage_Run(world, 1.0);
            vlContactReport r = vlStage_ContactOf(world, 0);
            assert_int_equal(r.mode, VL_MODE_DYNAMIC);
            // A second of g (sin - mu cos), 0.21 mu0 g cos, is more than 0.3 m for the least
            // friction.
            assert_true(vlStage_CentreOf(world, block).x > 0.2);
            vlWorld_Destroy(world);
        }
    }
}

static void a_sliding_block_accelerates_by_gravity_less_friction(void** state)
{
    (void)state;
    double angle = 0.5, mu = 0.3;
    for (int i = 0; i < CASES; ++i) {
        vlBodyId block;
        vlWorld* world = makeSlope(&cases[i], mu, mu, &block);
        vlStage_Lean(world, angle);
        vlStage_Run(world, 0.3); // until the contact has settled
        double before = vlStage_TwistOf(world, block).linear.x;
        vlStage_Run(world, 1.0);
        double acceleration = vlStage_TwistOf(world, block).linear.x - before;
        double exact = VL_GRAVITY * (sin(angle) - mu * cos(angle));
        VL_CHECK_NEAR(acceleration, exact, 1e-4 * exact); // 1e-4: the remaining settling
        vlWorld_Destroy(world);
    }
}

static void a_sliding_block_slows_down_by_friction(void** state)
{
    (void)state;
    static const double frictions[] = {0.1, 0.3, 0.6};
    for (int i = 0; i < CASES; ++i) {
        for (int k = 0; k < 3; ++k) {
            double mu = frictions[k];
            vlBodyId block;
            vlWorld* world = makeSlope(&cases[i], mu, mu, &block);
            vlStage_Run(world, 0.5); // let it settle first
            double start = 2.0;
            vlTwist push = {vlVec(start, 0.0, 0.0), vlZero()};
            double from = vlStage_CentreOf(world, block).x;
            vlStage_Place(world, block, vlStage_PoseOf(world, block), push);
            double stop = start / (mu * VL_GRAVITY);
            // Between 90% and 20% of the speed.
            vlStage_Run(world, 0.1 * stop);
            double v0 = vlStage_TwistOf(world, block).linear.x;
            double t0 = vlWorld_GetStepInfo(world).time;
            vlStage_Run(world, 0.7 * stop);
            double v1 = vlStage_TwistOf(world, block).linear.x;
            double deceleration = (v0 - v1) / (vlWorld_GetStepInfo(world).time - t0);
            VL_CHECK_NEAR(deceleration, mu * VL_GRAVITY, 1e-4 * mu * VL_GRAVITY); // as above
            vlStage_Run(world, 0.2 * stop + 0.5);
            double path = vlStage_CentreOf(world, block).x - from;
            double exact = start * start / (2.0 * mu * VL_GRAVITY);
            // The first and the last step, v h each, and the tilt under braking.
            VL_CHECK_NEAR(path, exact, 0.01 * exact);
            VL_CHECK_BELOW(vlLength(vlStage_TwistOf(world, block).linear), 1e-6); // at rest
            vlWorld_Destroy(world);
        }
    }
}

static void friction_acts_against_the_motion_in_any_direction(void** state)
{
    (void)state;
    for (int i = 0; i < 12; ++i) {
        vlBodyId block;
        vlWorld* world = makeSlope(&cases[i % CASES], 0.4, 0.4, &block);
        vlStage_Run(world, 0.5);
        double angle = 0.5236 * i + 0.1;
        vlVec3 direction = vlVec(cos(angle), sin(angle), 0.0);
        vlTwist push = {direction, vlZero()};
        vlStage_Place(world, block, vlStage_PoseOf(world, block), push);
        vlStage_Run(world, 1.0);
        vlVec3 path = vlStage_CentreOf(world, block);
        path.z = 0.0;
        // No direction of the plane is preferred: the path is straight to a part of its length.
        double across = vlLength(vlMulAdd(path, -vlDot(path, direction), direction));
        VL_CHECK_BELOW(across / vlLength(path), 1e-3);
        vlWorld_Destroy(world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_block_holds_just_below_the_angle_of_friction),
        cmocka_unit_test(a_block_slides_just_above_the_angle_of_friction),
        cmocka_unit_test(a_sliding_block_accelerates_by_gravity_less_friction),
        cmocka_unit_test(a_sliding_block_slows_down_by_friction),
        cmocka_unit_test(friction_acts_against_the_motion_in_any_direction),
    };
    return cmocka_run_group_tests_name("incline", tests, NULL, NULL);
}
