// SPDX-License-Identifier: MIT
// How a device of a scene takes and lets go of bodies: buttons that grasp and clutch, pointers.

#include <math.h>

#include "device_scene.h"
#include "test.h"

static void buttons_let_go_take_what_is_near_and_clutch(void** state)
{
    (void)state;
    Rig rig = makeRig(coupled);
    int other = vlScene_FindBody(rig.scene, "other");
    stepAt(&rig, vlZero(), 0);
    stepAt(&rig, vlZero(), 1);
    assert_int_equal(reportOf(&rig).hold, VL_HOLD_NOTHING);
    stepAt(&rig, vlZero(), 1); // held down: nothing else happens
    stepAt(&rig, vlZero(), 0);
    for (int i = 0; i < 300; ++i) {
        stepAt(&rig, vlZero(), 0); // the tool falls
    }
    assert_true(poseOf(&rig, "tool").p.z < 0.025);
    stepAt(&rig, vlZero(), 1); // nothing within 2 cm
    assert_int_equal(reportOf(&rig).hold, VL_HOLD_NOTHING);

    // To 1 cm above the other body, in 0.4 s: the device's frame is turned and half as large.
    vlVec3 way = vlSub(vlVec(0.2, 0.0, 0.05), reportOf(&rig).pose.p);
    vlQuat base = vlScene_GetDevice(rig.scene, 0)->base.q;
    vlVec3 end = vlScale(vlRotate(vlConj(base), way), 0.5);
    for (int i = 0; i <= 400; ++i) {
        stepAt(&rig, vlScale(end, i / 400.0), 0);
    }
    stepAt(&rig, end, 1);
    assert_int_equal(reportOf(&rig).hold, VL_HOLD_COUPLED);
    assert_int_equal(vlSimulation_FindBody(rig.simulation, reportOf(&rig).body), other);
    assert_true(vlLength(reportOf(&rig).felt.force) < 0.1); // it is taken where it is

    // While clutched, the device goes back to its middle and the held body stays.
    vlVec3 held = poseOf(&rig, "other").p;
    for (int i = 0; i <= 400; ++i) {
        stepAt(&rig, vlScale(end, 1.0 - i / 400.0), 2);
        assert_true(vlLength(reportOf(&rig).sent.force) == 0.0);
    }
    assert_true(reportOf(&rig).isClutched);
    VL_CHECK_NEAR(vlLength(vlSub(poseOf(&rig, "other").p, held)), 0.0, 1e-3);
    vlPose at = reportOf(&rig).pose;
    stepAt(&rig, vlZero(), 0);
    assert_false(reportOf(&rig).isClutched);
    VL_CHECK_NEAR(vlLength(vlSub(reportOf(&rig).pose.p, at.p)), 0.0, 1e-12);
    endRig(&rig);
}

static void a_kinematic_body_is_a_pointer_that_feels_the_table(void** state)
{
    (void)state;
    Rig rig = makeRig(
        "volar: 1\nname: test\n"
        "world: {integrator: implicit, step: 0.001, surface: {stiffness: 1000}}\n"
        "bodies:\n"
        "  - {name: table, type: static, shape: {halfspace: {normal: [0, 0, 1]}}}\n"
        "  - {name: tip, type: kinematic, shape: {box: {size: [0.02, 0.02, 0.02]}}, mass: 0.1,\n"
        "     position: [0, 0, 0.012]}\n"
        "devices: [{name: right, address: omega3, holds: tip}]\n");
    assert_int_equal(reportOf(&rig).hold, VL_HOLD_DIRECT);
    for (int i = 0; i <= 1200; ++i) {
        stepAt(&rig, vlVec(0.0, 0.0, -fmin(1e-5 * i, 4e-3)), 0);
    }
    // 4 mm down from 2 mm above the table: 2 mm deep, 1000 N/m.
    VL_CHECK_NEAR(reportOf(&rig).felt.force.z, 2.0, 1e-6);
    VL_CHECK_NEAR(reportOf(&rig).sent.force.z, 2.0, 1e-6);
    endRig(&rig);
}

static void a_restart_with_a_button_held_does_not_let_go(void** state)
{
    (void)state;
    Rig rig = makeRig(coupled);
    vlInput restart = {.kind = VL_INPUT_RESTART};
    stepAt(&rig, vlZero(), 0);
    stepAt(&rig, vlZero(), 1); // lets go
    assert_int_equal(reportOf(&rig).hold, VL_HOLD_NOTHING);
    assert_int_equal(vlSimulation_Input(rig.simulation, &restart), VL_OK);
    for (int i = 0; i < 10; ++i) {
        stepAt(&rig, vlZero(), 1); // still down
        assert_int_equal(reportOf(&rig).hold, VL_HOLD_COUPLED);
    }
    stepAt(&rig, vlZero(), 0);
    stepAt(&rig, vlZero(), 1); // pressed again
    assert_int_equal(reportOf(&rig).hold, VL_HOLD_NOTHING);
    endRig(&rig);
}

static void a_pointer_is_let_go_and_taken_again(void** state)
{
    (void)state;
    Rig rig = makeRig(VL_HEAD
                      "world: {integrator: implicit}\n"
                      "bodies:\n"
                      "  - {name: tip, type: kinematic, shape: {box: {size: [0.02, 0.02, 0.02]}}}\n"
                      "devices: [{name: right, address: omega3, holds: tip, grasp-button: 0}]\n");
    stepAt(&rig, vlZero(), 0);
    stepAt(&rig, vlZero(), 1);
    assert_int_equal(reportOf(&rig).hold, VL_HOLD_NOTHING);
    stepAt(&rig, vlZero(), 0);
    stepAt(&rig, vlZero(), 1);
    assert_int_equal(reportOf(&rig).hold, VL_HOLD_DIRECT);
    endRig(&rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(buttons_let_go_take_what_is_near_and_clutch),
        cmocka_unit_test(a_kinematic_body_is_a_pointer_that_feels_the_table),
        cmocka_unit_test(a_restart_with_a_button_held_does_not_let_go),
        cmocka_unit_test(a_pointer_is_let_go_and_taken_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
