// SPDX-License-Identifier: MIT
// Stiffness and damping that the world chooses, and its limits for given ones.

#include <stdio.h>
#include <string.h>

#include "contact/contact_force.h"
#include "contact/gains.h"
#include "models/random.h"
#include "stage.h"
#include "test.h"

typedef enum Kind { BOX, CONE, PRISM, HULL, KINDS } Kind;

static vlShape* shapeOf(Kind kind, double size, vlRandom* random)
{
    vlShape* shape = NULL;
    vlVec3 points[20];
    vlResult result = VL_OK;
    switch (kind) {
    case BOX: return vlStage_CreateBox(vlVec(size, 0.6 * size, 0.4 * size));
    case CONE: // stands on its broad end, which is wide compared with its inertia
        result = vlShape_CreateCone(NULL, 12, 0.5 * size, 0.0, 0.5 * size, &shape, NULL, 0);
        break;
    case PRISM:
        result = vlShape_CreatePrism(NULL, 3 + vlRandom_Index(random, 8), 0.5 * size, 0.5 * size,
                                     &shape, NULL, 0);
        break;
    case HULL:
    case KINDS:
        for (int i = 0; i < 20; ++i) {
            points[i] = vlScale(vlRandom_Direction(random), 0.5 * size);
        }
        result = vlShape_CreateHull(NULL, points, 20, &shape, NULL, 0);
        break;
    }
    assert_int_equal(result, VL_OK);
    return shape;
}

static double lowestOf(const vlShape* shape)
{
    double lowest = 0.0;
    for (int i = 0; i < vlShape_GetVertexCount(shape, 0); ++i) {
        lowest = fmin(lowest, vlShape_GetVertex(shape, 0, i).z);
    }
    return lowest;
}

// Speed of a body let go on the floor, after 10 s.
static double speedAtTheEnd(vlWorldDef def, double mass, Kind kind, vlRandom* random)
{
    double size = vlRandom_Range(random, 0.2, 1.0);
    def.capacity.bodies = 2;
    vlWorld* world = vlStage_CreateWorld(&def);
    vlStage_AddFloor(world);
    vlShape* shape = shapeOf(kind, size, random);
    vlPose pose = vlModel_At(0.0, 0.0, -lowestOf(shape) + 1e-3 * size);
    vlTwist twist = {vlVec(0.1, 0.0, 0.0), vlVec(0.0, 0.1, 0.2)};
    vlBodyId body = vlStage_AddShape(world, shape, mass, pose, twist);
    vlStage_Run(world, 10.0);
    vlTwist t = vlStage_TwistOf(world, body);
    vlVec3 c = vlStage_CentreOf(world, body);
    assert_true(c.z > 0.0 && c.z < size && hypot(c.x, c.y) < 1.0 + 3.0 * size); // still there
    vlWorld_Destroy(world);
    return vlLength(t.linear) + size * vlLength(t.angular);
}

// Bodies on a broad face must have come to rest, to 1e-5 of the speed that gravity gives in one
// step. A hull may still rock on one of its small facets, so slowly that the dampers act little,
// and less still because its footprint follows a part of the rocking (T2.14).
static double allowedSpeed(Kind kind, double step)
{
    return kind == HULL ? 3e-2 : 1e-5 * VL_GRAVITY * step;
}

static void automatic_gains_hold_any_mass_at_any_step(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(9);
    for (int i = 0; i < vlStage_Count(vlStage_IsSoak() ? 150 : 75, 12); ++i) {
        vlWorldDef def = vlExplicitWorldDef();
        Kind kind = (Kind)(i % KINDS);
        def.step = vlRandom_Log(&random, 3e-4, 1e-2);
        vlStage_SetLaw(&def.contact, i % VL_STAGE_LAWS);
        double mass = vlRandom_Log(&random, 1e-3, 1e3);
        VL_CHECK_BELOW(speedAtTheEnd(def, mass, kind, &random), allowedSpeed(kind, def.step));
    }
}

static void a_given_stiffness_just_below_the_limit_holds(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(10);
    for (int i = 0; i < vlStage_Count(vlStage_IsSoak() ? 40 : 24, 8); ++i) {
        vlWorldDef def = vlExplicitWorldDef();
        Kind kind = (Kind)(i % HULL);
        double mass = vlRandom_Log(&random, 0.1, 10.0);
        def.surface.stiffnessN = 0.99 * vlGains_Limit(mass, def.step);
        def.surface.dampingRatioN = vlRandom_Range(&random, 0.3, 1.0);
        // At the limit there must still be room for a damper, or nothing would come to rest.
        VL_CHECK_BELOW(speedAtTheEnd(def, mass, kind, &random), allowedSpeed(kind, def.step));
    }
}

static void automatic_stiffness_follows_mass_and_step(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(11);
    for (int i = 0; i < 50; ++i) {
        vlWorldDef def = vlExplicitWorldDef();
        def.gravity = vlZero();
        def.step = vlRandom_Log(&random, 1e-4, 1e-2);
        vlWorld* world = vlStage_CreateWorld(&def);
        double mass = vlRandom_Log(&random, 1e-3, 1e3);
        vlStage_AddFloor(world);
        vlStage_AddBox(world, vlVec(0.5, 0.5, 0.5), mass, vlModel_At(0.0, 0.0, 0.2499),
                       vlModel_AtRest());
        vlStage_Step(world);
        vlContactReport r = vlStage_ContactOf(world, 0);
        // k h^2/m = 3/8 for a body on the floor; damping 0.7 of critical; the same sideways.
        double k = 0.375 * mass / (def.step * def.step);
        VL_CHECK_NEAR(r.stiffnessN / k, 1.0, 1e-12);
        VL_CHECK_NEAR(r.dampingN / (1.4 * sqrt(k * mass)), 1.0, 1e-12);
        VL_CHECK_NEAR(r.stiffnessS / k, 1.0, 1e-12);
        assert_int_equal(vlWorld_GetStepInfo(world).limitedContacts, 0);
        vlWorld_Destroy(world);
    }
}

static void a_stiffness_beyond_the_step_is_refused(void** state)
{
    (void)state;
    vlWorldDef def = vlExplicitWorldDef();
    vlWorld* world = vlStage_CreateWorld(&def);
    vlMaterialId standard = {0};
    vlMaterialId other = {0};
    assert_int_equal(vlWorld_CreateMaterial(world, &other), VL_OK);
    double limit = vlGains_Limit(2.0, 1e-3);
    char said[32];
    (void)snprintf(said, sizeof said, "above %g N/m", limit);
    vlStage_AddBox(world, vlVec(1.0, 1.0, 1.0), 2.0, vlIdentityPose(), vlModel_AtRest());
    for (int i = 0; i < 4; ++i) {
        bool tangential = i % 2 == 1;
        bool beyond = i / 2 == 1;
        vlSurface s = vlDefaultSurface();
        double k = (beyond ? 1.001 : 0.999) * limit;
        *(tangential ? &s.stiffnessS : &s.stiffnessN) = k;
        vlResult expected = beyond ? VL_ERROR_UNSTABLE : VL_OK;
        assert_int_equal(vlWorld_SetSurface(world, standard, other, &s), expected);
        if (beyond) {
            assert_non_null(strstr(vlWorld_GetMessage(world), said));
            vlSurface kept;
            assert_int_equal(vlWorld_GetSurface(world, other, standard, &kept), VL_OK);
            assert_true(kept.stiffnessN < limit && kept.stiffnessS < limit); // changed nothing
        }
    }
    // The other order: the surface exists first, then comes a body that is too light for it.
    vlSurface s = vlDefaultSurface();
    s.stiffnessN = 0.999 * limit;
    assert_int_equal(vlWorld_SetSurface(world, standard, standard, &s), VL_OK);
    vlBodyId id = {0, 0};
    vlResult light = vlModel_AddBox(world, vlVec(1.0, 1.0, 1.0), 1.9, vlModel_At(5.0, 0.0, 0.0),
                                    vlModel_AtRest(), &id);
    assert_int_equal(light, VL_ERROR_UNSTABLE);
    assert_int_equal(vlWorld_GetBodyCount(world), 1);
    vlResult heavy = vlModel_AddBox(world, vlVec(1.0, 1.0, 1.0), 2.1, vlModel_At(5.0, 0.0, 0.0),
                                    vlModel_AtRest(), &id);
    assert_int_equal(heavy, VL_OK);
    vlWorld_Destroy(world);
}

static void damping_is_capped_to_what_the_step_can_hold(void** state)
{
    (void)state;
    vlWorldDef def = vlExplicitWorldDef();
    def.surface.stiffnessN = 1e5;
    def.surface.dampingN = def.surface.dampingS = 1e9;
    vlWorld* world = vlStage_CreateWorld(&def);
    vlStage_AddFloor(world);
    vlBodyId box = vlStage_AddBox(world, vlVec(0.5, 0.5, 0.1), 1.0, vlModel_At(0.0, 0.0, 0.0501),
                                  vlModel_Moving(vlVec(0.5, 0.0, -0.5), vlVec(0.0, 0.1, 0.3)));
    double most = 0.0;
    for (int i = 0; i < 2000; ++i) {
        vlStage_Step(world);
        for (int k = 0; k < vlWorld_GetContactCount(world); ++k) {
            vlContactReport r = vlStage_ContactOf(world, k);
            // One contact of a centred area: W = 1/m, and more for any lever.
            most = fmax(most, 2.0 * r.dampingN * 1e-3 + r.stiffnessN * 1e-6);
            most = fmax(most, 2.0 * r.dampingS * 1e-3 + r.stiffnessS * 1e-6);
        }
    }
    VL_CHECK_BELOW(most, 4.0); // the limit of symplectic Euler for 1 kg
    assert_true(most > 1.0);   // the damping was limited, not dropped
    VL_CHECK_BELOW(vlLength(vlStage_TwistOf(world, box).linear), 1e-9);
    vlWorld_Destroy(world);
}

static void lowered_stiffness_is_counted(void** state)
{
    (void)state;
    vlWorldDef def = vlExplicitWorldDef();
    def.surface.stiffnessN = 0.9 * vlGains_Limit(1.0, 1e-3); // fits one contact on 1 kg, not two
    vlWorld* world = vlStage_CreateWorld(&def);
    vlStage_AddFloor(world);
    vlPose low = vlModel_At(0.0, 0.0, 0.05);
    vlPose high = vlModel_At(0.0, 0.0, 0.15);
    vlStage_AddBox(world, vlVec(0.5, 0.5, 0.1), 1.0, low, vlModel_AtRest());
    vlStage_AddBox(world, vlVec(0.5, 0.5, 0.1), 1.0, high, vlModel_AtRest());
    vlStage_Run(world, 2.0);
    assert_int_equal(vlWorld_GetContactCount(world), 2);
    assert_int_equal(vlWorld_GetStepInfo(world).limitedContacts, 2);
    for (int i = 0; i < 2; ++i) {
        assert_true(vlStage_ContactOf(world, i).stiffnessN < def.surface.stiffnessN);
    }
    VL_CHECK_BELOW(vlStage_TopSpeed(world), 1e-9); // the body stands still
    vlWorld_Destroy(world);

    def.surface.stiffnessN = 1e5;
    world = vlStage_CreateWorld(&def);
    vlStage_AddFloor(world);
    vlStage_AddBox(world, vlVec(0.5, 0.5, 0.1), 1.0, low, vlModel_AtRest());
    vlStage_AddBox(world, vlVec(0.5, 0.5, 0.1), 1.0, high, vlModel_AtRest());
    vlStage_Run(world, 0.1);
    assert_int_equal(vlWorld_GetStepInfo(world).limitedContacts, 0);
    VL_CHECK_NEAR(vlStage_ContactOf(world, 0).stiffnessN, 1e5, 0.0);
    vlWorld_Destroy(world);
}

static void given_gains_are_used_as_given(void** state)
{
    (void)state;
    vlWorldDef def = vlExplicitWorldDef();
    def.surface.stiffnessN = 2e4;
    def.surface.dampingN = 30.0;
    def.surface.stiffnessS = 1e4;
    def.surface.dampingS = 20.0;
    vlWorld* world = vlStage_CreateWorld(&def);
    vlStage_AddFloor(world);
    vlStage_AddBox(world, vlVec(0.5, 0.5, 0.1), 1.0, vlModel_At(0.0, 0.0, 0.0499),
                   vlModel_AtRest());
    vlStage_Step(world);
    vlContactReport r = vlStage_ContactOf(world, 0);
    VL_CHECK_NEAR(r.stiffnessN, 2e4, 0.0);
    VL_CHECK_NEAR(r.dampingN, 30.0, 0.0);
    VL_CHECK_NEAR(r.stiffnessS, 1e4, 0.0);
    VL_CHECK_NEAR(r.dampingS, 20.0, 0.0);
    vlWorld_Destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(automatic_gains_hold_any_mass_at_any_step),
        cmocka_unit_test(a_given_stiffness_just_below_the_limit_holds),
        cmocka_unit_test(automatic_stiffness_follows_mass_and_step),
        cmocka_unit_test(a_stiffness_beyond_the_step_is_refused),
        cmocka_unit_test(damping_is_capped_to_what_the_step_can_hold),
        cmocka_unit_test(lowered_stiffness_is_counted),
        cmocka_unit_test(given_gains_are_used_as_given),
    };
    return cmocka_run_group_tests_name("gains", tests, NULL, NULL);
}
