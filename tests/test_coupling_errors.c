// SPDX-License-Identifier: MIT
// What couplings refuse: wrong definitions, wrong samples, and more than an explicit step can hold.

#include "coupling_fixture.h"
#include "refusal.h"
#include "test.h"

static vlCouplingId holdBox(const vlRefusal* r)
{
    vlCouplingId id = {0, 0};
    vlCouplingDef def = vlDefaultCouplingDef();
    def.body = r->boxId;
    assert_int_equal(vlWorld_CreateCoupling(r->world, &def, &id), VL_OK);
    return id;
}

static void a_world_has_room_for_sixty_four_couplings(void** state)
{
    (void)state;
    const int wrong[] = {-1, 65};
    for (int i = 0; i < 2; ++i) {
        vlWorldDef def = vlDefaultWorldDef();
        vlWorld* world = NULL;
        char message[256] = "";
        def.capacity.couplings = wrong[i];
        assert_int_equal(vlWorld_Create(&def, &world, message, sizeof message), VL_ERROR_ARGUMENT);
        assert_true(vlRefusal_Says(message, "couplings|0 to 64") && world == NULL);
    }
    vlWorldDef def = vlDefaultWorldDef();
    def.capacity.couplings = 64;
    def.integrator = VL_INTEGRATOR_IMPLICIT;
    vlWorld* world = vlStage_CreateWorld(&def);
    vlCouplingDef coupling = vlDefaultCouplingDef();
    coupling.body = vlStage_AddBox(world, vlVec(1e-3, 1e-3, 0.2), 1e-4, vlModel_At(0.0, 0.0, 1.0),
                                   vlModel_AtRest());
    coupling.grasp.p = vlVec(0.0, 0.0, 0.1);
    coupling.maxForce = 2.0;
    vlPose device = {vlVec(0.1, 0.0, 1.0), vlQuatFromRotationVector(vlVec(0.0, 2.0, 0.0))};
    vlCouplingId id;
    for (int i = 0; i < 64; ++i) { // all at once, at the end of a thin rod of 0.1 g
        assert_int_equal(vlWorld_CreateCoupling(world, &coupling, &id), VL_OK);
        assert_int_equal(vlCoupling_SetDevice(world, id, device, vlModel_AtRest()), VL_OK);
    }
    assert_int_equal(vlWorld_CreateCoupling(world, &coupling, &id), VL_ERROR_FULL);
    vlStage_Run(world, 1.0);
    VL_CHECK_BELOW(vlLength(reportOf(world, id).stretch), 1e-6); // 1 mN on 12800 N/m
    VL_CHECK_BELOW(vlLength(reportOf(world, id).turn), 1e-5);    // 0.1 mN m on 38 N m/rad
    vlWorld_Destroy(world);
}

// A world with an explicit integrator accepts gains up to exactly the limit that it states.
static void an_explicit_world_says_what_it_can_hold(void** state)
{
    (void)state;
    vlWorldDef worldDef = vlExplicitWorldDef();
    vlWorld* world = vlStage_CreateWorld(&worldDef);
    vlVec3 size = vlVec(0.1, 0.1, 0.1);
    vlPose start = vlModel_At(0.0, 0.0, 1.0);
    vlBodyId body = vlStage_AddBox(world, size, 0.1, start, vlModel_AtRest());
    // 1/m = 10/kg and, of a cube, tr(I^-1) = 18/(m a^2) = 18000; 0.5 of each over h and h^2.
    const double limit[4] = {5e4, 50.0, 0.5 / 0.018, 0.5 / 18.0};
    const char* const name[4] = {"stiffness|5e+04", "damping|50", "angularStiffness|27.78",
                                 "angularDamping|0.02778"};
    for (int i = 0; i < 8; ++i) {
        vlCouplingDef def = vlDefaultCouplingDef();
        def.body = body;
        double* const number[4] = {&def.stiffness, &def.damping, &def.angularStiffness,
                                   &def.angularDamping};
        bool isAbove = i % 2 == 1;
        *number[i / 2] = limit[i / 2] * (isAbove ? 1.0 + 1e-9 : 1.0 - 1e-9);
        vlCouplingId id = {0, 0};
        vlResult result = vlWorld_CreateCoupling(world, &def, &id);
        assert_int_equal(result, isAbove ? VL_ERROR_UNSTABLE : VL_OK);
        if (isAbove) {
            assert_true(vlRefusal_Says(vlWorld_GetMessage(world), name[i / 2]));
        } else {
            vlStage_Run(world, 1.0);
            assert_true(vlLength(reportOf(world, id).stretch) < 0.01);
            assert_int_equal(vlWorld_DestroyCoupling(world, id), VL_OK);
            vlStage_Place(world, body, start, vlModel_AtRest());
        }
    }
    vlWorld_Destroy(world);
}

static void a_wrong_definition_is_refused(void** state)
{
    (void)state;
    vlRefusal r = vlRefusal_Open();
    vlCouplingId id = {7, 7};
    vlCouplingDef good = vlDefaultCouplingDef();
    good.body = r.boxId;
    VL_REFUSED(&r, VL_ERROR_ARGUMENT, "NULL", vlWorld_CreateCoupling(r.world, NULL, &id));
    VL_REFUSED(&r, VL_ERROR_ARGUMENT, "NULL", vlWorld_CreateCoupling(r.world, &good, NULL));
    vlCouplingDef def = vlDefaultCouplingDef();
    VL_REFUSED(&r, VL_ERROR_STALE_ID, "body id", vlWorld_CreateCoupling(r.world, &def, &id));
    def.body = r.floorId;
    VL_REFUSED(&r, VL_ERROR_ARGUMENT, "dynamic", vlWorld_CreateCoupling(r.world, &def, &id));
    const char* const name[6] = {"stiffness",      "damping",  "angularStiffness",
                                 "angularDamping", "maxForce", "maxTorque"};
    const double bad[4] = {-1.0, (double)NAN, HUGE_VAL, 0.0};
    for (int i = 0; i < 24; ++i) {
        def = good;
        double* const number[6] = {&def.stiffness,      &def.damping,  &def.angularStiffness,
                                   &def.angularDamping, &def.maxForce, &def.maxTorque};
        bool isLimit = i % 6 >= 4;
        if (i / 6 == (isLimit ? 2 : 3)) {
            continue; // a limit may be infinite, a gain zero
        }
        *number[i % 6] = bad[i / 6];
        VL_REFUSED(&r, VL_ERROR_ARGUMENT, name[i % 6], vlWorld_CreateCoupling(r.world, &def, &id));
    }
    def = good;
    def.grasp.p.y = (double)NAN;
    VL_REFUSED(&r, VL_ERROR_ARGUMENT, "inf|finite", vlWorld_CreateCoupling(r.world, &def, &id));
    def.grasp = vlIdentityPose();
    def.grasp.q.w = 1.0 + 2e-6;
    VL_REFUSED(&r, VL_ERROR_ARGUMENT, "length", vlWorld_CreateCoupling(r.world, &def, &id));
    assert_true(id.index1 == 7 && id.generation == 7);
    for (int i = 0; i < 4; ++i) {
        assert_int_equal(vlWorld_CreateCoupling(r.world, &good, &id), VL_OK);
    }
    VL_REFUSED(&r, VL_ERROR_FULL, "couplings|4", vlWorld_CreateCoupling(r.world, &good, &id));
    vlRefusal_Close(&r);
}

static void a_wrong_sample_leaves_the_last(void** state)
{
    (void)state;
    vlRefusal r = vlRefusal_Open();
    vlCouplingId id = holdBox(&r);
    vlCouplingId stale = {id.index1, id.generation + 1};
    vlCouplingId null = {0, 0};
    vlTwist still = vlModel_AtRest();
    vlPose pose = vlModel_At(0.0, 0.0, 0.6);
    vlCouplingReport report;
    tick(r.world, id, pose, still);
    for (int i = 0; i < 3; ++i) {
        vlPose off = pose;
        off.p.z = vlNotFinite[i];
        VL_REFUSED(&r, VL_ERROR_ARGUMENT, "inf", vlCoupling_SetDevice(r.world, id, off, still));
        off = pose;
        off.q.x = vlNotFinite[i];
        VL_REFUSED(&r, VL_ERROR_ARGUMENT, "inf", vlCoupling_SetDevice(r.world, id, off, still));
        vlTwist wild = still;
        wild.angular.y = vlNotFinite[i];
        VL_REFUSED(&r, VL_ERROR_ARGUMENT, "inf", vlCoupling_SetDevice(r.world, id, pose, wild));
    }
    vlPose longer = pose;
    longer.q.w = 1.0 - 2e-6;
    VL_REFUSED(&r, VL_ERROR_ARGUMENT, "length", vlCoupling_SetDevice(r.world, id, longer, still));
    VL_REFUSED(&r, VL_ERROR_STALE_ID, "id", vlCoupling_SetDevice(r.world, stale, pose, still));
    VL_REFUSED(&r, VL_ERROR_STALE_ID, "id", vlCoupling_SetDevice(r.world, null, pose, still));
    VL_REFUSED(&r, VL_ERROR_STALE_ID, "id", vlCoupling_GetReport(r.world, stale, &report));
    VL_REFUSED(&r, VL_ERROR_STALE_ID, "id", vlWorld_DestroyCoupling(r.world, stale));
    VL_REFUSED(&r, VL_ERROR_ARGUMENT, "NULL", vlCoupling_GetReport(r.world, id, NULL));
    longer.q.w = 1.0 - 5e-7; // close enough to unit length: it is normalised
    VL_CHECK_NEAR(tick(r.world, id, longer, still).device.q.w, 1.0, 1e-15);
    vlRefusal_Close(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_world_has_room_for_sixty_four_couplings),
        cmocka_unit_test(an_explicit_world_says_what_it_can_hold),
        cmocka_unit_test(a_wrong_definition_is_refused),
        cmocka_unit_test(a_wrong_sample_leaves_the_last),
    };
    return cmocka_run_group_tests_name("coupling_errors", tests, NULL, NULL);
}
