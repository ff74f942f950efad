// SPDX-License-Identifier: MIT
// OpenHaptics' devices against a stand-in for the maker's library with a servo thread (fake_hd.c),
// built beside this program; its path is VOLAR_FAKE_HD.

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device/backends.h"
#include "fake_hd.h"
#include "models/random.h"
#include "test.h"

// Rounding of a rotation matrix to a quaternion and back.
#define ROUNDING 1e-14

static vlFakeHd* (*lock)(void);
static void (*unlock)(void);
static void (*runFrames)(int count);

static int findFake(void** state)
{
    (void)state;
    void* library = dlopen(VOLAR_FAKE_HD, RTLD_NOW);
    if (library == NULL) {
        return -1;
    }
    void* address = dlsym(library, "vlFakeHd_Lock");
    memcpy(&lock, &address, sizeof lock);
    address = dlsym(library, "vlFakeHd_Unlock");
    memcpy(&unlock, &address, sizeof unlock);
    address = dlsym(library, "vlFakeHd_RunFrames");
    memcpy(&runFrames, &address, sizeof runFrames);
    return 0;
}

// A device of six degrees of freedom at rest; the environment gives the path of the library.
static int resetFake(void** state)
{
    (void)state;
    *lock() = (vlFakeHd){.transform = {[0] = 1.0, [5] = 1.0, [10] = 1.0, [15] = 1.0},
                         .outputDof = 6,
                         .rate = 1000,
                         .budget = -1,
                         .calibration = 0x5000u};
    unlock();
    return setenv("VOLAR_HD", VOLAR_FAKE_HD, 1);
}

static vlFakeHd seen(void)
{
    vlFakeHd copy = *lock();
    unlock();
    return copy;
}

static void* openDevice(const char* address, vlDeviceInfo* info)
{
    void* self = NULL;
    char message[512] = "";
    memset(info, 0, sizeof *info);
    vlResult r = vlOpenHaptics_Ops.open(address, NULL, &self, info, message, sizeof message);
    if (r != VL_OK) {
        print_message("%s\n", message);
    }
    assert_int_equal(r, VL_OK);
    return self;
}

static void opening_runs_the_servo_and_closing_ends_it(void** state)
{
    (void)state;
    vlDeviceInfo info;
    void* self = openDevice("", &info);
    vlFakeHd hd = seen();
    assert_true(hd.isOpen && hd.isForceOn && hd.isScheduled && hd.isRunning);
    assert_string_equal(hd.name, "Default Device");
    assert_string_equal(info.model, "Stand-in");
    assert_true(info.hasOrientation && info.hasForce && info.hasTorque && info.rate == 1000.0);
    // N/mm and mm are converted to N/m and m; values that the library does not know are 0.
    assert_true(info.maxForce == 3.3 && vlIsNear(info.maxStiffness, 500.0, 1e-10));
    assert_true(vlIsNear(info.radius, 0.04, 1e-15) && info.maxDamping == 0.0);
    assert_true(info.maxTorque == 0.188);
    vlOpenHaptics_Ops.close(self);
    hd = seen();
    assert_true(!hd.isOpen && !hd.isScheduled && !hd.isRunning && !hd.setOutsideFrame);
    // And once more.
    self = openDevice("", &info);
    vlOpenHaptics_Ops.close(self);
}

static void poses_come_in_our_axes_and_metres(void** state)
{
    (void)state;
    vlDeviceInfo info;
    void* self = openDevice("", &info);
    vlRandom random = vlRandom_Seed(2);
    uint64_t last = 0;
    for (int i = 0; i < 50; ++i) {
        vlVec3 axis = vlRandom_Direction(&random);
        double angle = vlRandom_Range(&random, -4.0, 4.0);
        vlMat3 m = vlMatFromQuat(vlQuatFromAxisAngle(axis, angle));
        // 10 mm to the right, 20 mm up, 30 mm to the person.
        const double transform[16] = {m.cx.x, m.cx.y, m.cx.z, 0.0, m.cy.x, m.cy.y, m.cy.z, 0.0,
                                      m.cz.x, m.cz.y, m.cz.z, 0.0, 10.0,   20.0,   30.0,   1.0};
        vlFakeHd* hd = lock();
        memcpy(hd->transform, transform, sizeof transform);
        hd->buttons = i | 0x10; // only four are buttons
        unlock();
        runFrames(1);
        vlDeviceSample sample;
        assert_int_equal(vlOpenHaptics_Ops.read(self, 1.0 + i, &sample), VL_OK);
        assert_true(vlIsNear(sample.pose.p.x, 0.01, ROUNDING));
        assert_true(vlIsNear(sample.pose.p.y, -0.03, ROUNDING));
        assert_true(vlIsNear(sample.pose.p.z, 0.02, ROUNDING));
        vlQuat expected = vlQuatFromAxisAngle(vlVec(axis.x, -axis.z, axis.y), angle);
        vlQuat miss = vlMulQ(vlConj(expected), sample.pose.q);
        assert_true(vlLength(vlVec(miss.x, miss.y, miss.z)) < ROUNDING);
        assert_true(sample.buttons == (uint32_t)(i & 0xf) && sample.sequence > last);
        assert_true(sample.time == 1.0 + i && !sample.hasTwist);
        last = sample.sequence;
    }
    vlOpenHaptics_Ops.close(self);
}

static void forces_go_in_their_axes_and_units(void** state)
{
    (void)state;
    vlDeviceInfo info;
    void* self = openDevice("", &info);
    const vlWrench wrench = {{1.0, 2.0, 3.0}, {0.1, 0.2, 0.3}};
    assert_int_equal(vlOpenHaptics_Ops.write(self, 0.0, &wrench), VL_OK);
    runFrames(1);
    vlFakeHd hd = seen();
    // y up is our z, z to the person our -y; torque in N mm.
    assert_true(hd.force[0] == 1.0 && hd.force[1] == 3.0 && hd.force[2] == -2.0);
    assert_true(vlIsNear(hd.torque[0], 100.0, 1e-12) && vlIsNear(hd.torque[1], 300.0, 1e-12));
    assert_true(vlIsNear(hd.torque[2], -200.0, 1e-12) && !hd.setOutsideFrame);
    vlOpenHaptics_Ops.close(self);
}

static void a_force_nobody_renews_is_dropped(void** state)
{
    (void)state;
    vlDeviceInfo info;
    void* self = openDevice("", &info);
    const vlWrench wrench = {{1.0, 0.0, 0.0}, {0.1, 0.0, 0.0}};
    runFrames(1);
    assert_int_equal(vlOpenHaptics_Ops.write(self, 0.0, &wrench), VL_OK);
    runFrames(101); // a tenth of a second, by the device's 1000 frames a second
    assert_true(seen().force[0] == 1.0);
    runFrames(1);
    vlFakeHd hd = seen();
    assert_true(hd.force[0] == 0.0 && hd.torque[0] == 0.0);
    assert_int_equal(vlOpenHaptics_Ops.write(self, 0.2, &wrench), VL_OK);
    runFrames(1);
    assert_true(seen().force[0] == 1.0);
    vlOpenHaptics_Ops.close(self);
}

static void without_torque_none_is_set(void** state)
{
    (void)state;
    const vlWrench wrench = {{1.0, 0.0, 0.0}, {0.1, 0.0, 0.0}};
    vlDeviceInfo info;
    lock()->outputDof = 3;
    unlock();
    void* self = openDevice("", &info);
    assert_true(!info.hasTorque && info.maxTorque == 0.0);
    assert_int_equal(vlOpenHaptics_Ops.write(self, 0.0, &wrench), VL_OK);
    runFrames(1);
    assert_true(seen().torques == 0 && seen().force[0] == 1.0);
    vlOpenHaptics_Ops.close(self);
    // A device of six degrees of freedom, but with a version that no longer supports the old call:
    // force only.
    (void)resetFake(NULL);
    lock()->torqueError = 0x0100u;
    unlock();
    self = openDevice("", &info);
    assert_true(!info.hasTorque && info.hasForce);
    vlDeviceSample sample;
    assert_int_equal(vlOpenHaptics_Ops.read(self, 0.0, &sample), VL_OK);
    runFrames(3);
    assert_true(seen().torques == 1);
    vlOpenHaptics_Ops.close(self);
}

static void unplugged_or_hung_is_an_error_until_it_is_back(void** state)
{
    (void)state;
    vlDeviceInfo info;
    void* self = openDevice("", &info);
    const vlWrench wrench = {{1.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    vlDeviceSample sample;
    runFrames(1);
    assert_int_equal(vlOpenHaptics_Ops.read(self, 0.0, &sample), VL_OK);
    // Warm motors and similar reports are remarks, not errors.
    lock()->frameError = 0x0200u;
    unlock();
    runFrames(1);
    assert_int_equal(vlOpenHaptics_Ops.read(self, 0.1, &sample), VL_OK);
    lock()->frameError = 0x0302u; // no communication
    unlock();
    runFrames(1);
    const vlDeviceSample before = sample;
    assert_int_equal(vlOpenHaptics_Ops.read(self, 0.2, &sample), VL_ERROR_IO);
    assert_int_equal(vlOpenHaptics_Ops.write(self, 0.2, &wrench), VL_ERROR_IO);
    assert_memory_equal(&sample, &before, sizeof sample);
    lock()->frameError = 0;
    unlock();
    runFrames(1);
    assert_int_equal(vlOpenHaptics_Ops.read(self, 0.3, &sample), VL_OK);
    assert_int_equal(vlOpenHaptics_Ops.write(self, 0.3, &wrench), VL_OK);
    // The thread no longer calls: the last frame gets old.
    assert_int_equal(vlOpenHaptics_Ops.read(self, 0.39, &sample), VL_OK);
    assert_int_equal(vlOpenHaptics_Ops.read(self, 0.41, &sample), VL_ERROR_IO);
    runFrames(1);
    assert_int_equal(vlOpenHaptics_Ops.read(self, 0.42, &sample), VL_OK);
    // A transform that is not a rotation.
    lock()->transform[5] = -1.0;
    unlock();
    runFrames(1);
    assert_int_equal(vlOpenHaptics_Ops.read(self, 0.5, &sample), VL_ERROR_ARGUMENT);
    vlOpenHaptics_Ops.close(self);
}

static void a_pulled_brake_turns_the_force_off(void** state)
{
    (void)state;
    void* self = NULL;
    vlDeviceInfo info = {0};
    char message[512] = "";
    const vlWrench push = {{1.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    vlDeviceBrake* brake = NULL;
    assert_int_equal(vlDeviceBrake_Create(&brake), VL_OK);
    assert_int_equal(vlOpenHaptics_Ops.open("", brake, &self, &info, message, sizeof message),
                     VL_OK);
    assert_int_equal(vlOpenHaptics_Ops.write(self, 0.1, &push), VL_OK);
    runFrames(1);
    assert_true(seen().force[0] == 1.0);
    // The servo thread runs on, also while nobody reads or writes: the pull waits for its next
    // frame.
    lock()->budget = -1;
    unlock();
    vlDeviceBrake_Pull(brake);
    assert_true(seen().force[0] == 0.0);
    assert_int_equal(vlOpenHaptics_Ops.write(self, 0.2, &push), VL_OK);
    runFrames(2);
    assert_true(seen().force[0] == 0.0);
    // A servo thread that hangs cannot be waited for without end.
    vlDeviceBrake_Pull(brake);
    vlOpenHaptics_Ops.close(self);
    // Once the brake is pulled, nothing is opened.
    self = NULL;
    assert_int_equal(vlOpenHaptics_Ops.open("", brake, &self, &info, message, sizeof message),
                     VL_ERROR_IO);
    assert_non_null(strstr(message, "interrupted"));
    assert_true(self == NULL && !seen().isOpen && !seen().isRunning);
    vlDeviceBrake_Destroy(brake);
}

static void names_are_tried_in_turn(void** state)
{
    (void)state;
    static const struct {
        const char *known, *address;
        int inits; // 0: refused
    } cases[] = {
        {"Default Device", "", 1}, {"Default PHANToM", "", 2},    {"(null)", "", 3},
        {"Left hand", "", 0},      {"Left hand", "Left hand", 1}, {"Left hand", "Right hand", 0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        (void)resetFake(NULL);
        lock()->onlyName = cases[i].known;
        unlock();
        void* self = NULL;
        vlDeviceInfo info = {0};
        char message[512] = "";
        vlResult r =
            vlOpenHaptics_Ops.open(cases[i].address, NULL, &self, &info, message, sizeof message);
        if (cases[i].inits > 0) {
            assert_int_equal(r, VL_OK);
            assert_int_equal(seen().inits, cases[i].inits);
            vlOpenHaptics_Ops.close(self);
        } else {
            assert_int_equal(r, VL_ERROR_IO);
            assert_non_null(strstr(message, "as the test wishes (0x0302): see docs/devices.md"));
            assert_null(self);
        }
    }
}

static void every_step_of_opening_can_fail(void** state)
{
    (void)state;
    static const struct {
        unsigned initError, frameError, calibration;
        int budget;
        const char* says;
    } cases[] = {{0x0600u, 0, 0x5000u, -1, "as the test wishes"},
                 {0, 0x0300u, 0x5000u, -1, "gives no measurements"},
                 {0, 0, 0x5002u, -1, "needs to be calibrated"},
                 {0, 0, 0x5000u, 0, "gives no measurements"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        (void)resetFake(NULL);
        vlFakeHd* hd = lock();
        hd->initError = cases[i].initError;
        hd->frameError = cases[i].frameError;
        hd->calibration = cases[i].calibration;
        hd->budget = cases[i].budget;
        unlock();
        void* self = &self;
        vlDeviceInfo info = {0};
        char message[512] = "";
        assert_int_equal(vlOpenHaptics_Ops.open("", NULL, &self, &info, message, sizeof message),
                         VL_ERROR_IO);
        assert_non_null(strstr(message, cases[i].says));
        vlFakeHd after = seen();
        assert_true(self == &self && !after.isOpen && !after.isRunning && !after.isScheduled);
    }
}

static void calibration_is_the_least_demanding(void** state)
{
    (void)state;
    static const struct {
        int offered;
        unsigned chosen;
        const char* address;
    } cases[] = {{7, 2, ""}, {5, 4, ""}, {1, 1, ",reset=1"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        (void)resetFake(NULL);
        vlFakeHd* hd = lock();
        hd->calibration = 0x5001u;
        hd->calibratesSoon = true;
        hd->calibrationStyles = cases[i].offered;
        unlock();
        vlDeviceInfo info;
        void* self = openDevice(cases[i].address, &info);
        assert_int_equal(seen().calibratedBy, cases[i].chosen);
        // The library calibrates only while its servo thread runs, within a frame.
        assert_false(seen().calibratedOutsideFrame);
        vlOpenHaptics_Ops.close(self);
    }
}

static void what_cannot_be_calibrated_is_refused(void** state)
{
    (void)state;
    static const struct {
        int offered;
        const char* says;
    } cases[] = {{1, "resetting its encoders: hold the handle where the maker's manual says"},
                 {4, "needs to be calibrated: put the stylus in its holder"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        (void)resetFake(NULL);
        vlFakeHd* hd = lock();
        hd->calibration = 0x5001u;
        hd->calibrationStyles = cases[i].offered;
        unlock();
        void* self = NULL;
        vlDeviceInfo info = {0};
        char message[512] = "";
        assert_int_equal(vlOpenHaptics_Ops.open("", NULL, &self, &info, message, sizeof message),
                         VL_ERROR_IO);
        assert_non_null(strstr(message, cases[i].says));
        vlFakeHd after = seen();
        assert_true(self == NULL && !after.isOpen && !after.isRunning && after.calibratedBy != 1);
    }
}

static void limits_are_those_that_the_library_names(void** state)
{
    (void)state;
    vlFakeHd* hd = lock();
    hd->lastingForce = 0.88;
    hd->torqueLimits[0] = 400.0;
    hd->torqueLimits[1] = 4.0;
    hd->torqueLimits[2] = 170.0;
    unlock();
    vlDeviceInfo info;
    char text[256];
    void* self = openDevice("", &info);
    assert_true(info.maxForce == 0.88 && vlIsNear(info.maxTorque, 0.17, 1e-15));
    assert_true(vlIsNear(info.maxAngularStiffness, 0.4, 1e-15));
    assert_true(vlIsNear(info.maxAngularDamping, 0.004, 1e-15));
    vlOpenHaptics_Ops.remark(self, text, sizeof text);
    assert_string_equal(text, "the motors give 0.88 N for ever and 3.3 N for a while");
    // The library cuts the force, and goes on.
    lock()->frameError = 0x0200u;
    unlock();
    runFrames(1);
    lock()->frameError = 0;
    unlock();
    runFrames(2);
    vlOpenHaptics_Ops.remark(self, text, sizeof text);
    assert_non_null(strstr(text, "; the library cut the force in 1 frame, last for 0x0200, warm "
                                 "motors"));
    vlOpenHaptics_Ops.close(self);
    lock()->budget = -1;
    unlock();
    self = openDevice(",peak=1", &info);
    assert_true(info.maxForce == 3.3);
    vlOpenHaptics_Ops.close(self);
}

static void without_the_library_it_says_where_to_get_it(void** state)
{
    (void)state;
    void* self = &self;
    vlDeviceInfo info = {0};
    char message[512] = "";
    setenv("VOLAR_HD", "/nowhere/libHD.so", 1);
    assert_false(vlOpenHaptics_Ops.probe(message, sizeof message));
    assert_non_null(strstr(message, "not installed: see docs/devices.md"));
    assert_int_equal(vlOpenHaptics_Ops.open("", NULL, &self, &info, message, sizeof message),
                     VL_ERROR_IO);
    assert_int_equal(
        vlOpenHaptics_Ops.open(",lib=libm.so.6", NULL, &self, &info, message, sizeof message),
        VL_ERROR_IO);
    assert_non_null(strstr(message, "libm.so.6 has no function hdInitDevice"));
    assert_int_equal(vlOpenHaptics_Ops.open(",rate=1", NULL, &self, &info, message, sizeof message),
                     VL_ERROR_ARGUMENT);
    assert_true(self == &self);
    char address[600];
    snprintf(address, sizeof address, ",lib=%s", VOLAR_FAKE_HD);
    self = openDevice(address, &info);
    vlOpenHaptics_Ops.close(self);
    (void)resetFake(NULL);
    assert_true(vlOpenHaptics_Ops.probe(message, sizeof message));
    assert_non_null(strstr(message, VOLAR_FAKE_HD));
    assert_int_equal(seen().inits, 0);
    // Without a path the usual places are searched: no crash, whatever is installed on this
    // machine.
    unsetenv("VOLAR_HD");
    (void)vlOpenHaptics_Ops.probe(message, sizeof message);
    assert_true(message[0] != '\0');
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(opening_runs_the_servo_and_closing_ends_it, resetFake),
        cmocka_unit_test_setup(poses_come_in_our_axes_and_metres, resetFake),
        cmocka_unit_test_setup(forces_go_in_their_axes_and_units, resetFake),
        cmocka_unit_test_setup(a_force_nobody_renews_is_dropped, resetFake),
        cmocka_unit_test_setup(without_torque_none_is_set, resetFake),
        cmocka_unit_test_setup(unplugged_or_hung_is_an_error_until_it_is_back, resetFake),
        cmocka_unit_test_setup(a_pulled_brake_turns_the_force_off, resetFake),
        cmocka_unit_test_setup(names_are_tried_in_turn, resetFake),
        cmocka_unit_test_setup(every_step_of_opening_can_fail, resetFake),
        cmocka_unit_test_setup(calibration_is_the_least_demanding, resetFake),
        cmocka_unit_test_setup(what_cannot_be_calibrated_is_refused, resetFake),
        cmocka_unit_test_setup(limits_are_those_that_the_library_names, resetFake),
        cmocka_unit_test_setup(without_the_library_it_says_where_to_get_it, resetFake),
    };
    return cmocka_run_group_tests(tests, findFake, NULL);
}
