// SPDX-License-Identifier: MIT
// Devices of a scene in a simulation: a simulated hand moves the held body, an external device
// takes its place and gives it back, and a recording of all this is repeated to the bit.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "device_scene.h"
#include "recordings.h"
#include "test.h"

static void a_simulated_hand_takes_the_tool_where_it_is_meant_to_be(void** state)
{
    (void)state;
    Rig rig = makeRig(coupled);
    assert_int_equal(vlScene_GetDeviceCount(rig.scene), 1);
    assert_int_equal(reportOf(&rig).hold, VL_HOLD_COUPLED);
    assert_false(vlSimulation_IsOutside(rig.simulation, 0));
    stepFor(&rig, 3000);
    vlVec3 p = poseOf(&rig, "tool").p;
    // The coupling yields by m g / kc = 1 mm, and the arm in addition: 0.49 N at 2 m of the world
    // per m of the device on an arm of some 100 N/m is 1 cm. Sideways only the device's friction
    // acts, tenths of a N.
    VL_CHECK_NEAR(p.x, 0.1, 0.006);
    VL_CHECK_NEAR(p.y, 0.0, 0.006);
    assert_true(p.z < 0.1 && p.z > 0.07);
    // The hand carries the weight: 0.05 kg times 9.8 m/s2.
    VL_CHECK_NEAR(reportOf(&rig).felt.force.z, -0.49, 1e-3);
    endRig(&rig);
}

static void a_restart_gives_the_bits_of_the_first_time(void** state)
{
    (void)state;
    Rig rig = makeRig(coupled);
    Rig fresh = makeRig(coupled);
    stepFor(&rig, 600);
    stepAt(&rig, vlVec(0.01, 0.0, 0.0), 1); // lets go, by the external device
    vlInput back = {.kind = VL_INPUT_RETURN, .device = 0};
    vlInput restart = {.kind = VL_INPUT_RESTART};
    assert_int_equal(vlSimulation_Input(rig.simulation, &back), VL_OK);
    assert_int_equal(vlSimulation_Input(rig.simulation, &restart), VL_OK);
    for (int i = 0; i < 900; ++i) {
        stepFor(&rig, 1);
        stepFor(&fresh, 1);
        vlPose a = poseOf(&rig, "tool");
        vlPose b = poseOf(&fresh, "tool");
        assert_memory_equal(&a, &b, sizeof a);
    }
    endRig(&rig);
    endRig(&fresh);
}

static void a_device_from_outside_goes_on_from_where_the_hand_was(void** state)
{
    (void)state;
    Rig rig = makeRig(coupled);
    stepFor(&rig, 4000);
    vlPose before = reportOf(&rig).pose;
    vlVec3 force = reportOf(&rig).felt.force;
    double last = vlLength(force);
    // Its own frame and clock have nothing to do with those of the hand.
    for (int i = 0; i <= 1000; ++i) {
        double x = fmin(i * 1e-4, 0.05); // 0.1 m/s
        stepAt(&rig, vlVec(7.0 + x, -3.0, 2.0), 0);
        double now = vlLength(reportOf(&rig).felt.force);
        // No jolt: 0.2 m/s in the world change the force of 500 N/m by at most 0.1 N per tick, and
        // the 1 N of 5 N s/m rises within about 3 ms, the time of the velocity filter, so by less
        // than half of it per tick.
        assert_true(fabs(now - last) < 0.6);
        last = now;
    }
    assert_true(vlSimulation_IsOutside(rig.simulation, 0));
    // 0.05 m of the device are 0.1 m in the world, along the device's x, which is rotated by 30
    // degrees.
    vlVec3 moved = vlSub(reportOf(&rig).pose.p, before.p);
    VL_CHECK_NEAR(moved.x, 0.1 * cos(VL_PI / 6.0), 1e-12);
    VL_CHECK_NEAR(moved.y, 0.1 * sin(VL_PI / 6.0), 1e-12);
    VL_CHECK_NEAR(moved.z, 0.0, 1e-12);
    const vlGovernor* governor =
        vlRenderer_GetGovernor(vlSimulation_GetRenderer(rig.simulation, 0));
    assert_int_equal(governor->counts[VL_TRIP_JUMP].spells, 0);
    assert_int_equal(governor->counts[VL_TRIP_CLOCK].spells, 0);

    // After the return the hand's own place is reached again, gently.
    vlInput back = {.kind = VL_INPUT_RETURN, .device = 0};
    assert_int_equal(vlSimulation_Input(rig.simulation, &back), VL_OK);
    for (int i = 0; i < 2500; ++i) {
        vlPose old = reportOf(&rig).pose;
        stepFor(&rig, 1);
        // 0.06 m of the device at 0.2 m/s take 0.5 s; the quintic's largest speed is 1.9 times the
        // mean, and twice that in the world; the hand's own motion is slow by now.
        assert_true(vlLength(vlSub(reportOf(&rig).pose.p, old.p)) < 0.6e-3);
    }
    assert_false(vlSimulation_IsOutside(rig.simulation, 0));
    // Where it rests depends on the friction of the device, as in the first test.
    VL_CHECK_NEAR(reportOf(&rig).pose.p.x, before.p.x, 0.006);
    VL_CHECK_NEAR(reportOf(&rig).pose.p.y, before.p.y, 0.006);
    endRig(&rig);
}

static void a_silent_device_fades_and_comes_back(void** state)
{
    (void)state;
    Rig rig = makeRig(coupled);
    for (int i = 0; i < 1000; ++i) {
        stepAt(&rig, vlZero(), 0);
    }
    assert_true(vlLength(reportOf(&rig).sent.force) > 0.4); // the weight, after the soft start
    vlInput silent = {.kind = VL_INPUT_SILENT, .device = 0};
    for (int i = 0; i < 200; ++i) {
        rig.clock += STEP;
        silent.sample.time = rig.clock;
        assert_int_equal(vlSimulation_Input(rig.simulation, &silent), VL_OK);
        stepFor(&rig, 1);
        assert_int_not_equal(reportOf(&rig).readResult, VL_OK);
    }
    assert_true(vlLength(reportOf(&rig).sent.force) == 0.0);
    const vlGovernor* governor =
        vlRenderer_GetGovernor(vlSimulation_GetRenderer(rig.simulation, 0));
    assert_int_equal(governor->counts[VL_TRIP_STALE].spells, 1);
    for (int i = 0; i < 1000; ++i) {
        stepAt(&rig, vlZero(), 0);
    }
    assert_true(vlLength(reportOf(&rig).sent.force) > 0.4);

    // No input at all also counts as silence.
    stepFor(&rig, 200);
    assert_true(vlLength(reportOf(&rig).sent.force) == 0.0);
    endRig(&rig);
}

static void a_device_that_was_away_goes_on_from_where_it_left(void** state)
{
    (void)state;
    Rig rig = makeRig(coupled);
    for (int i = 0; i < 500; ++i) {
        stepAt(&rig, vlVec(0.01, 0.0, 0.0), 0);
    }
    vlPose before = reportOf(&rig).pose;
    rig.clock += 0.2;
    stepFor(&rig, 200);
    for (int i = 0; i < 500; ++i) {
        stepAt(&rig, vlVec(0.08, 0.0, 0.0), 0);
        assert_true(vlLength(vlSub(reportOf(&rig).pose.p, before.p)) < 1e-12);
    }
    endRig(&rig);
}

static void inputs_that_make_no_sense_are_refused(void** state)
{
    (void)state;
    Rig rig = makeRig(coupled);
    vlInput good = {.kind = VL_INPUT_DEVICE, .device = 0};
    good.sample.pose = vlIdentityPose();
    vlInput bad = good;
    bad.device = 1;
    assert_int_equal(vlSimulation_Input(rig.simulation, &bad), VL_ERROR_ARGUMENT);
    bad.device = -1;
    assert_int_equal(vlSimulation_Input(rig.simulation, &bad), VL_ERROR_ARGUMENT);
    bad = good;
    bad.sample.pose.p.y = (double)NAN;
    assert_int_equal(vlSimulation_Input(rig.simulation, &bad), VL_ERROR_ARGUMENT);
    bad = good;
    bad.sample.pose.q.w = 0.9;
    assert_int_equal(vlSimulation_Input(rig.simulation, &bad), VL_ERROR_ARGUMENT);
    bad = good;
    bad.sample.hasTwist = true;
    bad.sample.twist.linear.z = (double)INFINITY;
    assert_int_equal(vlSimulation_Input(rig.simulation, &bad), VL_ERROR_ARGUMENT);
    bad = good;
    bad.sample.time = (double)NAN;
    assert_int_equal(vlSimulation_Input(rig.simulation, &bad), VL_ERROR_ARGUMENT);
    bad.kind = VL_INPUT_SILENT;
    assert_int_equal(vlSimulation_Input(rig.simulation, &bad), VL_ERROR_ARGUMENT);
    bad.kind = VL_INPUT_RETURN; // needs no time
    assert_int_equal(vlSimulation_Input(rig.simulation, &bad), VL_OK);
    assert_int_equal(vlSimulation_Input(rig.simulation, &good), VL_OK);
    assert_null(vlSimulation_GetRenderer(rig.simulation, 1));
    assert_null(vlSimulation_GetRenderer(rig.simulation, -1));
    assert_int_equal(vlSimulation_SetDeviceInfo(rig.simulation, 1, NULL), VL_ERROR_ARGUMENT);
    endRig(&rig);
}

static void limits_of_a_device_from_outside_are_kept(void** state)
{
    (void)state;
    Rig rig = makeRig(coupled);
    vlDeviceInfo info = {.hasForce = true, .maxForce = 0.25, .rate = 1000.0};
    assert_int_equal(vlSimulation_SetDeviceInfo(rig.simulation, 0, &info), VL_OK);
    for (int i = 0; i < 1500; ++i) {
        stepAt(&rig, vlZero(), 0);
        assert_true(vlLength(reportOf(&rig).sent.force) <= 0.25 * (1.0 + 1e-12));
        assert_true(vlLength(reportOf(&rig).sent.torque) == 0.0); // it renders no torque
    }
    VL_CHECK_NEAR(vlLength(reportOf(&rig).sent.force), 0.25, 1e-9);
    VL_CHECK_NEAR(vlLength(reportOf(&rig).felt.force), 0.49, 1e-3);
    endRig(&rig);
}

static void a_wrench_that_was_not_taken_starts_the_force_again(void** state)
{
    (void)state;
    Rig rig = makeRig(coupled);
    // The scene's own device is written by the simulation itself.
    stepFor(&rig, 10);
    assert_int_equal(vlSimulation_DeviceWritten(rig.simulation, 0, VL_OK), VL_ERROR_ARGUMENT);
    assert_int_equal(vlSimulation_DeviceWritten(rig.simulation, 1, VL_OK), VL_ERROR_ARGUMENT);
    Rig other = makeRig(coupled);
    stepFor(&other, 10);
    for (int i = 0; i < 1000; ++i) {
        stepAt(&rig, vlZero(), 0);
        stepAt(&other, vlZero(), 0);
        assert_int_equal(vlSimulation_DeviceWritten(rig.simulation, 0, VL_OK), VL_OK);
    }
    assert_true(vlLength(reportOf(&rig).sent.force) > 0.4); // the weight, after the soft start
    assert_int_equal(reportOf(&rig).writeFailures, 0);
    double last = 0.0;
    for (int i = 0; i < 100; ++i) {
        assert_int_equal(
            vlSimulation_DeviceWritten(rig.simulation, 0, i == 0 ? VL_ERROR_IO : VL_OK), VL_OK);
        stepAt(&rig, vlZero(), 0);
        stepAt(&other, vlZero(), 0);
        // A soft start from zero: the share grows by 1 ms / 0.5 s of 0.49 N in each tick.
        double now = vlLength(reportOf(&rig).sent.force);
        assert_true(now - last < 0.002);
        last = now;
        // Nothing changes except the force sent, so a recording need not contain this.
        vlPose a = poseOf(&rig, "tool");
        vlPose b = poseOf(&other, "tool");
        assert_memory_equal(&a, &b, sizeof a);
    }
    assert_int_equal(reportOf(&rig).writeFailures, 1);
    assert_true(vlLength(reportOf(&other).sent.force) > 0.4);
    endRig(&rig);
    endRig(&other);
}

static void a_recording_with_devices_is_repeated_to_the_bit(void** state)
{
    (void)state;
    Rig rig = makeRig(coupled);
    char* name = vlTestFile_Name();
    vlRecorder* recorder = NULL;
    assert_int_equal(vlRecorder_Create(name, rig.simulation, &vlTestRecorder, &recorder, NULL, 0),
                     VL_OK);
    for (int i = 0; i < 1200; ++i) {
        vlInput silent = {.kind = VL_INPUT_SILENT, .device = 0};
        vlInput back = {.kind = VL_INPUT_RETURN, .device = 0};
        if (i >= 300 && i < 700) {
            stepAt(&rig, vlVec(1e-4 * (i - 300), 0.0, 1e-5 * i), i > 650 ? 1 : 0);
        } else if (i >= 700 && i < 750) {
            rig.clock += STEP;
            silent.sample.time = rig.clock;
            assert_int_equal(vlSimulation_Input(rig.simulation, &silent), VL_OK);
            stepFor(&rig, 1);
        } else {
            if (i == 750) {
                assert_int_equal(vlSimulation_Input(rig.simulation, &back), VL_OK);
            }
            stepFor(&rig, 1);
        }
        assert_int_equal(vlRecorder_AddStep(recorder, rig.simulation), VL_OK);
        if (i % 100 == 0) {
            _Alignas(8) static unsigned char view[1 << 16];
            size_t size = vlView_Write(rig.simulation, NULL, NULL, view, sizeof view);
            assert_int_equal(vlRecorder_AddView(recorder, view, size), VL_OK);
        }
    }
    assert_int_equal(vlRecorder_Close(recorder, NULL), VL_OK);
    vlRecording* recording = vlTestRun_OpenRecording(name);
    assert_int_equal(vlRecording_GetInfo(recording).inputs, 451);
    vlInput input;
    assert_int_equal(vlRecording_GetInput(recording, 310, 0, &input), VL_OK);
    assert_int_equal(input.kind, VL_INPUT_DEVICE);
    assert_true(input.sample.pose.p.x == 1e-4 * 10 && input.sample.pose.q.w == 1.0);
    assert_true(input.sample.sequence == 11 && input.sample.time > 5000.0);
    vlReplayReport report;
    char message[256] = "";
    assert_int_equal(vlRecording_Verify(recording, &report, message, sizeof message), VL_OK);
    assert_true(report.isEqual);
    assert_int_equal(report.stepsCompared, 1200);
    // The view shows the device.
    const void* view;
    size_t size;
    assert_int_equal(vlRecording_GetView(recording, 5, &view, &size), VL_OK);
    const vlViewHaptic* haptic = vlView_GetHaptic(view);
    assert_int_equal(haptic->deviceCount, 1);
    const vlViewDevice* device = (const vlViewDevice*)(haptic + 1);
    assert_int_equal(device->flags, VL_VIEW_OUTSIDE);
    assert_int_equal(device->body, vlScene_FindBody(rig.scene, "tool"));
    vlRecording_Close(recording);
    vlTestFile_Remove(name);
    endRig(&rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_simulated_hand_takes_the_tool_where_it_is_meant_to_be),
        cmocka_unit_test(a_restart_gives_the_bits_of_the_first_time),
        cmocka_unit_test(a_device_from_outside_goes_on_from_where_the_hand_was),
        cmocka_unit_test(a_silent_device_fades_and_comes_back),
        cmocka_unit_test(a_device_that_was_away_goes_on_from_where_it_left),
        cmocka_unit_test(inputs_that_make_no_sense_are_refused),
        cmocka_unit_test(limits_of_a_device_from_outside_are_kept),
        cmocka_unit_test(a_wrench_that_was_not_taken_starts_the_force_again),
        cmocka_unit_test(a_recording_with_devices_is_repeated_to_the_bit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
