// SPDX-License-Identifier: MIT
// Force Dimension's devices against a stand-in for the maker's library (fake_drd.c), built beside
// this program; its path is VOLAR_FAKE_DRD.

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device/backends.h"
#include "fake_drd.h"
#include "models/random.h"
#include "test.h"

// Rounding of a rotation matrix to a quaternion and back.
#define ROUNDING 1e-14

static vlFakeDrd* drd;

static int findFake(void** state)
{
    (void)state;
    void* library = dlopen(VOLAR_FAKE_DRD, RTLD_NOW);
    if (library == NULL) {
        return -1;
    }
    vlFakeDrd* (*get)(void);
    void* address = dlsym(library, "vlFakeDrd_Get");
    memcpy(&get, &address, sizeof get);
    drd = get();
    return 0;
}

// A sigma.7 at rest; the environment gives the path of the library.
static int resetFake(void** state)
{
    (void)state;
    *drd = (vlFakeDrd){.deviceCount = 1,
                       .name = "sigma.7",
                       .frame = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}},
                       .hasWrist = true,
                       .hasActiveWrist = true};
    return setenv("VOLAR_DRD", VOLAR_FAKE_DRD, 1);
}

static void* openDevice(const char* address, vlDeviceInfo* info)
{
    void* self = NULL;
    char message[512] = "";
    memset(info, 0, sizeof *info);
    vlResult r = vlForceDimension_Ops.open(address, NULL, &self, info, message, sizeof message);
    if (r != VL_OK) {
        print_message("%s\n", message);
    }
    assert_int_equal(r, VL_OK);
    return self;
}

static void opening_initialises_then_enables_the_force(void** state)
{
    (void)state;
    vlDeviceInfo info;
    void* self = openDevice("", &info);
    assert_true(drd->isOpen && drd->isForceOn && drd->initCount == 1 && !drd->isRegulating);
    assert_string_equal(info.model, "sigma.7");
    assert_true(info.hasOrientation && info.hasForce && info.hasTorque);
    assert_true(info.maxForce == 12.0 && info.maxTorque == 0.2 && info.radius == 0.075);
    assert_true(info.maxStiffness == 4000.0 && info.maxAngularStiffness == 1.0);
    assert_true(info.maxDamping == 30.0 && info.maxAngularDamping == 0.07);
    vlForceDimension_Ops.close(self);
    assert_true(!drd->isOpen && drd->isBraked && drd->closeCount == 1);
    // A device that is initialised already is not driven to its ends again.
    self = openDevice("", &info);
    assert_true(drd->initCount == 1 && drd->isForceOn);
    vlForceDimension_Ops.close(self);
}

static void poses_come_in_our_axes(void** state)
{
    (void)state;
    vlDeviceInfo info;
    void* self = openDevice("0", &info);
    // 1 cm to the person, 2 cm to the right, 3 cm up.
    drd->position[0] = 0.01;
    drd->position[1] = 0.02;
    drd->position[2] = 0.03;
    drd->buttons = 0x105; // only eight are buttons
    vlDeviceSample sample;
    assert_int_equal(vlForceDimension_Ops.read(self, 2.5, &sample), VL_OK);
    assert_true(sample.pose.p.x == 0.02 && sample.pose.p.y == -0.01 && sample.pose.p.z == 0.03);
    assert_true(sample.pose.q.w == 1.0 && sample.time == 2.5 && !sample.hasTwist);
    assert_int_equal(sample.buttons, 5);
    vlRandom random = vlRandom_Seed(1);
    for (int i = 0; i < 2000; ++i) {
        // The same rotation of the handle, once in their axes, once in ours; half turns too.
        vlVec3 axis = vlRandom_Direction(&random);
        double angle = i % 10 == 0 ? acos(-1.0) : vlRandom_Range(&random, -4.0, 4.0);
        vlMat3 m = vlMatFromQuat(vlQuatFromAxisAngle(axis, angle));
        const vlVec3 columns[3] = {m.cx, m.cy, m.cz};
        for (int k = 0; k < 3; ++k) {
            drd->frame[0][k] = columns[k].x;
            drd->frame[1][k] = columns[k].y;
            drd->frame[2][k] = columns[k].z;
        }
        uint64_t before = sample.sequence;
        assert_int_equal(vlForceDimension_Ops.read(self, 3.0, &sample), VL_OK);
        assert_true(sample.sequence == before + 1);
        vlQuat expected = vlQuatFromAxisAngle(vlVec(axis.y, -axis.x, axis.z), angle);
        vlQuat miss = vlMulQ(vlConj(expected), sample.pose.q);
        assert_true(vlLength(vlVec(miss.x, miss.y, miss.z)) < ROUNDING);
    }
    vlForceDimension_Ops.close(self);
}

static void forces_and_torques_go_in_their_axes(void** state)
{
    (void)state;
    vlDeviceInfo info;
    void* self = openDevice("", &info);
    const vlWrench wrench = {{1.0, 2.0, 3.0}, {0.1, 0.2, 0.3}};
    assert_int_equal(vlForceDimension_Ops.write(self, 0.0, &wrench), VL_OK);
    // x to the person is our -y, y to the right our x.
    assert_true(drd->force[0] == -2.0 && drd->force[1] == 1.0 && drd->force[2] == 3.0);
    assert_true(drd->torque[0] == -0.2 && drd->torque[1] == 0.1 && drd->torque[2] == 0.3);
    assert_true(drd->wroteTorque);
    // Remarks are not errors: called too soon, force saturated.
    for (drd->writeResult = 1; drd->writeResult <= 2; ++drd->writeResult) {
        assert_int_equal(vlForceDimension_Ops.write(self, 0.0, &wrench), VL_OK);
    }
    vlForceDimension_Ops.close(self);
    drd->writeResult = 0;
    // Closing left nothing on the motors, those of the wrist included.
    assert_true(drd->force[2] == 0.0 && drd->torque[0] == 0.0 && drd->torque[2] == 0.0);
    drd->hasActiveWrist = false;
    drd->name = "omega.6";
    self = openDevice("", &info);
    assert_true(!info.hasTorque && info.hasOrientation && info.maxTorque == 0.0);
    assert_int_equal(vlForceDimension_Ops.write(self, 0.0, &wrench), VL_OK);
    assert_true(drd->force[2] == 3.0 && !drd->wroteTorque);
    vlForceDimension_Ops.close(self);
    assert_true(drd->force[0] == 0.0 && drd->force[1] == 0.0 && drd->force[2] == 0.0);
}

// Above a speed the device brakes, and writing goes on as if nothing had happened.
static void a_device_that_turned_its_force_off_is_turned_on_again(void** state)
{
    (void)state;
    static const struct {
        int cause;
        bool isPersons;
        const char* says;
    } cases[] = {{2, false, "1 time, last because the handle moved faster than the device allows"},
                 {3, false, "1 time, last because no force came"},
                 {1, true, "press it again to go on"},
                 {6, true, "because the handle was let go of"},
                 {77, false, "for a reason that the library does not give"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        vlDeviceInfo info;
        char text[256];
        const vlWrench wrench = {{1.0, 2.0, 3.0}, {0.0, 0.0, 0.0}};
        (void)resetFake(NULL);
        void* self = openDevice("", &info);
        assert_int_equal(vlForceDimension_Ops.write(self, 0.0, &wrench), VL_OK);
        vlForceDimension_Ops.remark(self, text, sizeof text);
        assert_string_equal(text, "");
        drd->offCause = cases[i].cause;
        drd->isForceOn = false;
        int failures = 0;
        for (int k = 1; k <= 40; ++k) { // at 1 kHz
            failures += vlForceDimension_Ops.write(self, 1e-3 * k, &wrench) != VL_OK;
        }
        assert_true(drd->isForceOn == !cases[i].isPersons);
        // From the look that finds it off to the next one, or for ever.
        assert_int_equal(failures, cases[i].isPersons ? 31 : 10);
        vlForceDimension_Ops.remark(self, text, sizeof text);
        assert_non_null(strstr(text, cases[i].says));
        // The person turns it on again.
        drd->offCause = 0;
        assert_int_equal(vlForceDimension_Ops.write(self, 0.06, &wrench), VL_OK);
        vlForceDimension_Ops.close(self);
    }
}

static void after_the_brake_the_force_stays_off(void** state)
{
    (void)state;
    void* self = NULL;
    vlDeviceInfo info = {0};
    vlDeviceBrake* pulled = NULL;
    const vlWrench wrench = {{1.0, 2.0, 3.0}, {0.0, 0.0, 0.0}};
    assert_int_equal(vlDeviceBrake_Create(&pulled), VL_OK);
    assert_int_equal(vlForceDimension_Ops.open("", pulled, &self, &info, NULL, 0), VL_OK);
    vlDeviceBrake_Pull(pulled);
    drd->offCause = 4;
    assert_int_equal(vlForceDimension_Ops.write(self, 1.0, &wrench), VL_ERROR_IO);
    assert_false(drd->isForceOn);
    vlForceDimension_Ops.close(self);
    vlDeviceBrake_Destroy(pulled);
}

static void a_device_that_cannot_be_initialised_is_used_by_hand(void** state)
{
    (void)state;
    vlDeviceInfo info;
    char text[256];
    drd->cannotInitialise = true;
    drd->initResult = -1;
    drd->hasActiveWrist = false;
    drd->name = "Falcon";
    void* self = openDevice("", &info);
    assert_int_equal(drd->initCount, 0);
    vlForceDimension_Ops.remark(self, text, sizeof text);
    assert_string_equal(text, "the library cannot initialise this device: move the handle to all "
                              "its ends by hand first");
    const vlWrench wrench = {{1.0, 2.0, 3.0}, {0.0, 0.0, 0.0}};
    drd->writeResult = 2;
    assert_int_equal(vlForceDimension_Ops.write(self, 0.0, &wrench), VL_OK);
    vlForceDimension_Ops.remark(self, text, sizeof text);
    assert_non_null(strstr(text, "; 1 force was beyond what a motor gives"));
    vlForceDimension_Ops.close(self);
}

static void a_repeated_measurement_keeps_its_number(void** state)
{
    (void)state;
    vlDeviceInfo info;
    void* self = openDevice("", &info);
    vlDeviceSample first, second;
    drd->position[2] = 0.05;
    assert_int_equal(vlForceDimension_Ops.read(self, 0.0, &first), VL_OK);
    // A read too soon after the last one: the library may write the last values again or nothing.
    drd->readResult = 1;
    for (int i = 0; i < 2; ++i) {
        assert_int_equal(vlForceDimension_Ops.read(self, 0.001, &second), VL_OK);
        assert_true(second.sequence == first.sequence && second.pose.p.z == 0.05);
        drd->leavesValues = true;
    }
    drd->readResult = 0;
    drd->leavesValues = false;
    assert_int_equal(vlForceDimension_Ops.read(self, 0.002, &second), VL_OK);
    assert_true(second.sequence == first.sequence + 1);
    vlForceDimension_Ops.close(self);
}

static void unplugged_it_is_an_error_until_it_answers_again(void** state)
{
    (void)state;
    vlDeviceInfo info;
    void* self = openDevice("", &info);
    const vlWrench wrench = {{1.0, 2.0, 3.0}, {0.0, 0.0, 0.0}};
    vlDeviceSample sample;
    assert_int_equal(vlForceDimension_Ops.read(self, 0.0, &sample), VL_OK);
    const vlDeviceSample before = sample;
    drd->readResult = drd->writeResult = -1;
    assert_int_equal(vlForceDimension_Ops.read(self, 0.1, &sample), VL_ERROR_IO);
    assert_int_equal(vlForceDimension_Ops.write(self, 0.1, &wrench), VL_ERROR_IO);
    assert_memory_equal(&sample, &before, sizeof sample);
    drd->readResult = drd->writeResult = 0;
    assert_int_equal(vlForceDimension_Ops.read(self, 0.2, &sample), VL_OK);
    assert_int_equal(vlForceDimension_Ops.write(self, 0.2, &wrench), VL_OK);
    // A frame that is not a rotation: mirrored, stretched, zero, NaN.
    static const double wrong[][3] = {
        {1.0, 1.0, -1.0}, {1.0, 1.0, 1.01}, {0.0, 0.0, 0.0}, {1.0, (double)NAN, 1.0}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; ++i) {
        for (int k = 0; k < 3; ++k) {
            drd->frame[k][k] = wrong[i][k];
        }
        assert_int_equal(vlForceDimension_Ops.read(self, 0.3, &sample), VL_ERROR_ARGUMENT);
    }
    vlForceDimension_Ops.close(self);
}

static void every_step_of_opening_can_fail(void** state)
{
    (void)state;
    static const struct {
        size_t result;
        const char* says;
        int closes;
    } steps[] = {{offsetof(vlFakeDrd, openResult), "opening", 0},
                 {offsetof(vlFakeDrd, initResult), "initialising", 1},
                 {offsetof(vlFakeDrd, stopResult), "stopping", 1},
                 {offsetof(vlFakeDrd, enableResult), "enabling the force", 1}};
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; ++i) {
        (void)resetFake(NULL);
        const int failure = -1;
        memcpy((char*)drd + steps[i].result, &failure, sizeof failure);
        void* self = &self;
        vlDeviceInfo info = {0};
        char message[512] = "";
        assert_int_equal(vlForceDimension_Ops.open("", NULL, &self, &info, message, sizeof message),
                         VL_ERROR_IO);
        assert_non_null(strstr(message, steps[i].says));
        assert_non_null(strstr(message, "as the test wishes"));
        assert_true(self == &self && !drd->isOpen && drd->closeCount == steps[i].closes);
    }
    // Not to be moved without being asked.
    (void)resetFake(NULL);
    void* self = NULL;
    vlDeviceInfo info = {0};
    char message[512] = "";
    assert_int_equal(
        vlForceDimension_Ops.open(",init=0", NULL, &self, &info, message, sizeof message),
        VL_ERROR_IO);
    assert_non_null(strstr(message, "init=0"));
    assert_int_equal(drd->initCount, 0);
    drd->isInitialized = true;
    self = openDevice(",init=0", &info);
    vlForceDimension_Ops.close(self);
}

static vlDeviceBrake* brake;
static void pull(void)
{
    vlDeviceBrake_Pull(brake);
}

static void a_pulled_brake_turns_the_force_off(void** state)
{
    (void)state;
    void* self = NULL;
    vlDeviceInfo info = {0};
    char message[512] = "";
    assert_int_equal(vlDeviceBrake_Create(&brake), VL_OK);
    assert_int_equal(vlForceDimension_Ops.open("", brake, &self, &info, message, sizeof message),
                     VL_OK);
    assert_true(drd->isForceOn && !drd->isBraked);
    vlDeviceBrake_Pull(brake);
    assert_true(!drd->isForceOn && drd->isBraked && drd->isOpen);
    vlForceDimension_Ops.close(self);
    assert_int_equal(drd->closeCount, 1);
    // A closed device is not touched any more.
    drd->isForceOn = true;
    vlDeviceBrake_Pull(brake);
    assert_true(drd->isForceOn);
    vlDeviceBrake_Destroy(brake);
    // While the handle drives to its ends: the force is off and stays off.
    (void)resetFake(NULL);
    assert_int_equal(vlDeviceBrake_Create(&brake), VL_OK);
    drd->duringInit = pull;
    self = NULL;
    assert_int_equal(vlForceDimension_Ops.open("", brake, &self, &info, message, sizeof message),
                     VL_ERROR_IO);
    assert_non_null(strstr(message, "interrupted"));
    assert_true(self == NULL && !drd->isForceOn && !drd->isOpen && drd->closeCount == 1);
    // The brake has been applied: nothing moves any more.
    (void)resetFake(NULL);
    assert_int_equal(vlForceDimension_Ops.open("", brake, &self, &info, message, sizeof message),
                     VL_ERROR_IO);
    assert_true(drd->initCount == 0 && !drd->isForceOn && !drd->isOpen);
    vlDeviceBrake_Destroy(brake);
}

static void other_models_have_their_limits_or_none(void** state)
{
    (void)state;
    static const struct {
        const char* name;
        double force, radius;
    } models[] = {{"omega.3", 12.0, 0.075},   {"delta.6", 20.0, 0.15},
                  {"Lambda.7", 12.0, 0.1125}, {"Novint Falcon", 8.0, 0.04},
                  {"unheard of", 0.0, 0.0},   {NULL, 0.0, 0.0}};
    for (size_t i = 0; i < sizeof models / sizeof models[0]; ++i) {
        drd->name = models[i].name;
        vlDeviceInfo info;
        void* self = openDevice("", &info);
        assert_true(info.maxForce == models[i].force && info.radius == models[i].radius);
        assert_string_equal(info.model,
                            models[i].name != NULL ? models[i].name : "Force Dimension");
        vlForceDimension_Ops.close(self);
    }
}

static void the_number_of_a_device_is_passed_on(void** state)
{
    (void)state;
    vlDeviceInfo info;
    void* self = openDevice("3", &info);
    vlDeviceSample sample;
    assert_int_equal(vlForceDimension_Ops.read(self, 0.0, &sample), VL_OK);
    assert_int_equal(drd->id, 3);
    vlForceDimension_Ops.close(self);
    static const char* const wrong[] = {"x", "10", "-1", "0,speed=1", "0,init=3"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; ++i) {
        char message[512] = "";
        assert_int_equal(
            vlForceDimension_Ops.open(wrong[i], NULL, &self, &info, message, sizeof message),
            VL_ERROR_ARGUMENT);
        assert_true(message[0] != '\0');
    }
}

static void without_the_library_it_says_where_to_get_it(void** state)
{
    (void)state;
    void* self = &self;
    vlDeviceInfo info = {0};
    char message[512] = "";
    setenv("VOLAR_DRD", "/nowhere/libdrd.so.3", 1);
    assert_false(vlForceDimension_Ops.probe(message, sizeof message));
    assert_non_null(strstr(message, "not installed: see docs/devices.md"));
    assert_int_equal(vlForceDimension_Ops.open("", NULL, &self, &info, message, sizeof message),
                     VL_ERROR_IO);
    assert_non_null(strstr(message, "not installed: see docs/devices.md"));
    // A different library, and a file that is not a library.
    assert_int_equal(
        vlForceDimension_Ops.open(",lib=libm.so.6", NULL, &self, &info, message, sizeof message),
        VL_ERROR_IO);
    assert_non_null(strstr(message, "libm.so.6 has no function dhdOpenID"));
    assert_int_equal(
        vlForceDimension_Ops.open(",lib=/dev/null", NULL, &self, &info, message, sizeof message),
        VL_ERROR_IO);
    assert_non_null(strstr(message, "not installed"));
    assert_true(self == &self);
    // The address takes precedence over the environment.
    char address[600];
    snprintf(address, sizeof address, "0,lib=%s", VOLAR_FAKE_DRD);
    self = openDevice(address, &info);
    vlForceDimension_Ops.close(self);
    // Without a path the usual places are searched: no crash, whatever is installed on this
    // machine.
    unsetenv("VOLAR_DRD");
    setenv("FDSDK", "/nowhere", 1);
    (void)vlForceDimension_Ops.probe(message, sizeof message);
    assert_true(message[0] != '\0');
    unsetenv("FDSDK");
}

static void probing_counts_the_devices(void** state)
{
    (void)state;
    char text[512] = "";
    assert_true(vlForceDimension_Ops.probe(text, sizeof text));
    assert_non_null(strstr(text, VOLAR_FAKE_DRD));
    drd->deviceCount = 0;
    assert_false(vlForceDimension_Ops.probe(text, sizeof text));
    assert_non_null(strstr(text, "udev"));
    assert_false(drd->isOpen);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(opening_initialises_then_enables_the_force, resetFake),
        cmocka_unit_test_setup(poses_come_in_our_axes, resetFake),
        cmocka_unit_test_setup(forces_and_torques_go_in_their_axes, resetFake),
        cmocka_unit_test_setup(a_device_that_turned_its_force_off_is_turned_on_again, resetFake),
        cmocka_unit_test_setup(after_the_brake_the_force_stays_off, resetFake),
        cmocka_unit_test_setup(a_device_that_cannot_be_initialised_is_used_by_hand, resetFake),
        cmocka_unit_test_setup(a_repeated_measurement_keeps_its_number, resetFake),
        cmocka_unit_test_setup(unplugged_it_is_an_error_until_it_answers_again, resetFake),
        cmocka_unit_test_setup(every_step_of_opening_can_fail, resetFake),
        cmocka_unit_test_setup(a_pulled_brake_turns_the_force_off, resetFake),
        cmocka_unit_test_setup(other_models_have_their_limits_or_none, resetFake),
        cmocka_unit_test_setup(the_number_of_a_device_is_passed_on, resetFake),
        cmocka_unit_test_setup(without_the_library_it_says_where_to_get_it, resetFake),
        cmocka_unit_test_setup(probing_counts_the_devices, resetFake),
    };
    return cmocka_run_group_tests(tests, findFake, NULL);
}
