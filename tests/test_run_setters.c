// SPDX-License-Identifier: MIT
// What may be changed while a world runs: the length of a step, surfaces, the gains of a coupling.
// Compared with closed forms, and with a world that was created with the new values.

#include <stdlib.h>
#include <string.h>

#include "coupling_fixture.h"
#include "test.h"
#include "two_rate_fixture.h"

// Free fall: a step of the integrator adds g h to the velocity whatever h is.
static void time_and_free_fall_go_on_through_changes_of_the_step(void** state)
{
    (void)state;
    static const double steps[] = {1e-3, 2.5e-4, 4e-3, 1e-3, 1e-5};
    vlWorldDef def = vlDefaultWorldDef();
    vlWorld* world = vlStage_CreateWorld(&def);
    vlBodyId ball = vlStage_AddBox(world, vlVec(0.1, 0.1, 0.1), 1.0, vlModel_At(0.0, 0.0, 50.0),
                                   vlModel_AtRest());
    double time = 0.0;
    for (size_t k = 0; k < sizeof steps / sizeof steps[0]; ++k) {
        assert_int_equal(vlWorld_SetStep(world, steps[k]), VL_OK);
        assert_true(vlWorld_GetStep(world) == steps[k]);
        VL_CHECK_NEAR(vlWorld_GetStepInfo(world).time, time, 1e-12);
        for (int i = 0; i < 100; ++i) {
            vlStage_Step(world);
        }
        time += 100.0 * steps[k];
    }
    assert_int_equal(vlWorld_GetStepInfo(world).stepCount, 500);
    // 1e-12: sums of five products, and of 500 velocities.
    VL_CHECK_NEAR(vlWorld_GetStepInfo(world).time, time, 1e-12);
    VL_CHECK_NEAR(vlStage_TwistOf(world, ball).linear.z, -VL_GRAVITY * time, 1e-11);
    vlWorld_Destroy(world);
}

static void a_step_that_is_never_changed_leaves_the_bits_of_time(void** state)
{
    (void)state;
    vlWorldDef def = vlDefaultWorldDef();
    def.step = 0.0007;
    vlWorld* world = vlStage_CreateWorld(&def);
    vlStage_AddFloor(world);
    for (int i = 1; i <= 3000; ++i) {
        assert_int_equal(vlWorld_SetStep(world, 0.0007), VL_OK); // the same value is no change
        vlStage_Step(world);
        assert_true(vlWorld_GetStepInfo(world).time == (double)i * 0.0007);
    }
    vlWorld_Destroy(world);
}

// At 1 ms the spring of this hinge is soft enough to be taken explicitly; at 50 ms that would be
// unstable (k W h2 = 25 > 4), and it must be taken implicitly.
static void a_joint_with_a_spring_stays_stable_when_the_step_grows(void** state)
{
    (void)state;
    vlWorldDef def = vlDefaultWorldDef();
    def.gravity = vlZero();
    vlWorld* world = vlStage_CreateWorld(&def);
    vlBodyId arm = vlStage_AddBox(world, vlVec(0.1, 0.1, 0.1), 1.0, vlModel_At(0.0, 0.0, 0.0),
                                  vlModel_AtRest());
    vlJointDef hinge = vlDefaultJointDef(VL_JOINT_HINGE);
    hinge.bodyB = arm;
    hinge.axis[0].stiffness = 0.01 / (600.0 * 1e-6); // the box has 1/600 kg m2
    vlJointId id;
    assert_int_equal(vlWorld_CreateJoint(world, &hinge, &id), VL_OK);
    assert_int_equal(vlBody_SetTwist(world, arm, vlModel_Moving(vlZero(), vlVec(0.0, 0.0, 1.0))),
                     VL_OK);
    vlStage_Run(world, 0.1);
    assert_int_equal(vlWorld_SetStep(world, 0.05), VL_OK);
    for (int i = 0; i < 200; ++i) {
        vlStage_Step(world);
        vlJointReport report;
        assert_int_equal(vlJoint_GetReport(world, id, &report), VL_OK);
        VL_CHECK_BELOW(fabs(report.velocity[0]), 1.001); // not faster than at the start
    }
    vlWorld_Destroy(world);
}

static void a_block_at_rest_keeps_its_load_when_the_step_changes(void** state)
{
    (void)state;
    vlWorldDef def = vlStage_ImplicitDef(1e-3, 1e4, 4);
    vlWorld* world = vlStage_CreateWorld(&def);
    vlStage_AddFloor(world);
    vlBodyId block = vlStage_AddResting(world, vlVec(0.1, 0.1, 0.1), 1.0, 1e4);
    static const double steps[] = {1e-3, 1e-2, 1e-4, 5e-3};
    for (int k = 0; k < 4; ++k) {
        assert_int_equal(vlWorld_SetStep(world, steps[k]), VL_OK);
        for (int i = 0; i < 50; ++i) {
            vlStage_Step(world);
            vlWrench load;
            assert_int_equal(vlBody_GetContactWrench(world, block, &load), VL_OK);
            VL_CHECK_NEAR(load.force.z, VL_GRAVITY, 1e-6); // statics does not depend on the step
        }
    }
    vlWorld_Destroy(world);
}

static void bad_steps_are_refused_and_change_nothing(void** state)
{
    (void)state;
    static const double bad[] = {0.0, -1e-3, 1e-12, 2000.0, (double)NAN, (double)INFINITY};
    vlWorldDef def = vlDefaultWorldDef();
    vlWorld* world = vlStage_CreateWorld(&def);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; ++i) {
        assert_int_equal(vlWorld_SetStep(world, bad[i]), VL_ERROR_ARGUMENT);
        assert_non_null(strstr(vlWorld_GetMessage(world), "expected"));
        assert_true(vlWorld_GetStep(world) == 1e-3);
    }
    vlWorld_Destroy(world);
}

// All gains were checked for the step at creation: shorter steps can hold them, too, longer ones
// perhaps not.
static void an_explicit_world_may_only_step_shorter(void** state)
{
    (void)state;
    vlWorldDef def = vlExplicitWorldDef();
    vlWorld* world = vlStage_CreateWorld(&def);
    vlBodyId box = vlStage_AddBox(world, vlVec(0.1, 0.1, 0.1), 1.0, vlModel_At(0.0, 0.0, 1.0),
                                  vlModel_AtRest());
    assert_int_equal(vlWorld_SetStep(world, 2e-3), VL_ERROR_UNSTABLE);
    assert_int_equal(vlWorld_SetStep(world, 1e-4), VL_OK);
    // Stiffer than a step of 1 ms can hold; 0.1 ms could, but it would be unstable after a return
    // to 1 ms.
    vlCouplingDef stiff = vlDefaultCouplingDef();
    stiff.body = box;
    stiff.stiffness = 2e6;
    vlCouplingId id;
    assert_int_equal(vlWorld_CreateCoupling(world, &stiff, &id), VL_ERROR_UNSTABLE);
    assert_int_equal(vlWorld_SetStep(world, 1e-3), VL_OK);
    vlWorld_Destroy(world);
}

static void a_snapshot_fits_again_once_step_and_surface_are_set_back(void** state)
{
    (void)state;
    vlWorldDef def = vlDefaultWorldDef();
    vlWorld* world = vlStage_CreateWorld(&def);
    vlStage_AddFloor(world);
    vlStage_AddBox(world, vlVec(0.1, 0.1, 0.1), 1.0, vlModel_At(0.0, 0.0, 0.2), vlModel_AtRest());
    size_t size = vlWorld_GetSnapshotSize(world);
    void* start = malloc(size);
    assert_non_null(start);
    assert_int_equal(vlWorld_Save(world, start, size), VL_OK);
    vlStage_Run(world, 0.5);
    uint64_t hash = vlWorld_GetHash(world);

    vlMaterialId standard = {0};
    vlSurface own;
    assert_int_equal(vlWorld_GetSurface(world, standard, standard, &own), VL_OK);
    vlSurface other = own;
    other.frictionStatic = other.frictionDynamic = 0.1;
    assert_int_equal(vlWorld_SetSurface(world, standard, standard, &other), VL_OK);
    assert_int_equal(vlWorld_Restore(world, start, size), VL_ERROR_MISMATCH);
    assert_int_equal(vlWorld_SetSurface(world, standard, standard, &own), VL_OK);
    assert_int_equal(vlWorld_SetStep(world, 2e-3), VL_OK);
    assert_int_equal(vlWorld_Restore(world, start, size), VL_ERROR_MISMATCH);
    vlStage_Run(world, 0.1);
    assert_int_equal(vlWorld_SetStep(world, 1e-3), VL_OK);
    assert_int_equal(vlWorld_Restore(world, start, size), VL_OK);
    assert_true(vlWorld_GetStepInfo(world).time == 0.0);
    vlStage_Run(world, 0.5);
    assert_true(vlWorld_GetHash(world) == hash);
    assert_true(vlWorld_GetStepInfo(world).time == 500.0 * 1e-3);
    free(start);
    vlWorld_Destroy(world);
}

// A plate that slides slows down by mu g, whatever mu was before.
static void friction_changes_under_a_sliding_plate(void** state)
{
    (void)state;
    vlWorldDef def = vlStage_ImplicitDef(1e-3, 1e5, 4);
    vlWorld* world = vlStage_CreateWorld(&def);
    vlStage_AddFloor(world);
    vlBodyId plate = vlStage_AddResting(world, vlVec(0.4, 0.4, 0.02), 1.0, 1e5);
    assert_int_equal(vlBody_SetTwist(world, plate, vlModel_Moving(vlVec(6.0, 0.0, 0.0), vlZero())),
                     VL_OK);
    static const double mu[] = {0.5, 0.1, 0.8};
    vlMaterialId standard = {0};
    for (int k = 0; k < 3; ++k) {
        vlSurface surface;
        assert_int_equal(vlWorld_GetSurface(world, standard, standard, &surface), VL_OK);
        surface.frictionStatic = surface.frictionDynamic = mu[k];
        assert_int_equal(vlWorld_SetSurface(world, standard, standard, &surface), VL_OK);
        vlStage_Run(world, 0.05); // the springs of friction take up the new force
        double before = vlStage_TwistOf(world, plate).linear.x;
        vlStage_Run(world, 0.2);
        double slowed = (before - vlStage_TwistOf(world, plate).linear.x) / 0.2;
        // 2e-3: the pressure is larger at the front.
        VL_CHECK_NEAR(slowed, mu[k] * VL_GRAVITY, 2e-3 * VL_GRAVITY);
    }
    vlWorld_Destroy(world);
}

static void packets_stay_in_use_when_a_surface_changes(void** state)
{
    (void)state;
    Rig rig = vlRig_Make((RigDef){.stiffness = 1e4, .coupling = 500.0});
    for (int i = 0; i < 100; ++i) {
        vlRig_Press(&rig, 0.02);
        vlRig_Serve(&rig, 5);
    }
    vlMaterialId standard = {0};
    vlSurface surface;
    assert_int_equal(vlWorld_GetSurface(rig.world, standard, standard, &surface), VL_OK);
    surface.frictionStatic = surface.frictionDynamic = 0.2;
    assert_int_equal(vlWorld_SetSurface(rig.world, standard, standard, &surface), VL_OK);
    for (int i = 0; i < 100; ++i) {
        vlRig_Press(&rig, 0.02);
        vlRig_Serve(&rig, 5);
    }
    vlTwoRateReport report = vlTwoRate_GetReport(rig.two);
    assert_false(report.isOutdated);
    assert_int_equal(report.ownFinds, 0);
    vlRig_Drop(&rig);
}

// A body hangs at m g / k below its device.
static void a_held_body_hangs_by_the_new_stiffness(void** state)
{
    (void)state;
    vlWorldDef def = vlDefaultWorldDef();
    vlWorld* world = vlStage_CreateWorld(&def);
    vlBodyId tool = vlStage_AddBox(world, vlVec(0.1, 0.1, 0.1), 0.1, vlModel_At(0.0, 0.0, 1.0),
                                   vlModel_AtRest());
    vlCouplingDef coupling = vlDefaultCouplingDef();
    coupling.body = tool;
    vlCouplingId id = hold(world, &coupling);
    static const double stiffness[] = {200.0, 50.0, 1000.0};
    for (int k = 0; k < 3; ++k) {
        vlCouplingGains gains = {stiffness[k], 20.0, 1.0, 0.1};
        vlCouplingGains got;
        assert_int_equal(vlCoupling_SetGains(world, id, &gains), VL_OK);
        assert_int_equal(vlCoupling_GetGains(world, id, &got), VL_OK);
        assert_memory_equal(&got, &gains, sizeof gains);
        vlStage_Run(world, 8.0); // its slowest mode decays by exp(-8 * 50/20)
        vlCouplingReport report;
        assert_int_equal(vlCoupling_GetReport(world, id, &report), VL_OK);
        VL_CHECK_NEAR(report.stretch.z, 0.1 * VL_GRAVITY / stiffness[k], 1e-7);
        VL_CHECK_NEAR(report.onBody.force.z, 0.1 * VL_GRAVITY, 1e-6);
    }
    vlCouplingGains bad[] = {{-1.0, 1.0, 1.0, 1.0},
                             {1.0, (double)NAN, 1.0, 1.0},
                             {1.0, 1.0, (double)INFINITY, 1.0},
                             {1.0, 1.0, 1.0, -1e-9}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; ++i) {
        vlCouplingGains got;
        assert_int_equal(vlCoupling_SetGains(world, id, &bad[i]), VL_ERROR_ARGUMENT);
        assert_non_null(strstr(vlWorld_GetMessage(world), "expected 0 to 1e+"));
        assert_int_equal(vlCoupling_GetGains(world, id, &got), VL_OK);
        assert_true(got.stiffness == 1000.0);
    }
    assert_int_equal(vlCoupling_SetGains(world, id, NULL), VL_ERROR_ARGUMENT);
    assert_int_equal(vlCoupling_GetGains(world, id, NULL), VL_ERROR_ARGUMENT);
    assert_int_equal(vlWorld_DestroyCoupling(world, id), VL_OK);
    assert_int_equal(vlCoupling_SetGains(world, id, &bad[0]), VL_ERROR_STALE_ID);
    assert_int_equal(vlCoupling_GetGains(world, id, &bad[0]), VL_ERROR_STALE_ID);
    vlWorld_Destroy(world);
}

static void an_explicit_world_refuses_gains_that_its_step_cannot_hold(void** state)
{
    (void)state;
    vlWorldDef def = vlExplicitWorldDef();
    vlWorld* world = vlStage_CreateWorld(&def);
    vlCouplingDef coupling = vlDefaultCouplingDef();
    coupling.body = vlStage_AddBox(world, vlVec(0.1, 0.1, 0.1), 1.0, vlModel_At(0.0, 0.0, 1.0),
                                   vlModel_AtRest());
    vlCouplingId id = hold(world, &coupling);
    vlCouplingGains gains = {1e7, 1.0, 1.0, 0.01};
    assert_int_equal(vlCoupling_SetGains(world, id, &gains), VL_ERROR_UNSTABLE);
    assert_int_equal(vlCoupling_GetGains(world, id, &gains), VL_OK);
    assert_true(gains.stiffness == 200.0);
    vlWorld_Destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(time_and_free_fall_go_on_through_changes_of_the_step),
        cmocka_unit_test(a_step_that_is_never_changed_leaves_the_bits_of_time),
        cmocka_unit_test(a_joint_with_a_spring_stays_stable_when_the_step_grows),
        cmocka_unit_test(a_block_at_rest_keeps_its_load_when_the_step_changes),
        cmocka_unit_test(bad_steps_are_refused_and_change_nothing),
        cmocka_unit_test(an_explicit_world_may_only_step_shorter),
        cmocka_unit_test(a_snapshot_fits_again_once_step_and_surface_are_set_back),
        cmocka_unit_test(friction_changes_under_a_sliding_plate),
        cmocka_unit_test(packets_stay_in_use_when_a_surface_changes),
        cmocka_unit_test(a_held_body_hangs_by_the_new_stiffness),
        cmocka_unit_test(an_explicit_world_refuses_gains_that_its_step_cannot_hold),
    };
    return cmocka_run_group_tests_name("run_setters", tests, NULL, NULL);
}
