// SPDX-License-Identifier: MIT
// The interface to all devices: opening by name, and that no NaN passes in either direction.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "models/random.h"
#include "test.h"
#include "volar/simulated_device.h"

// A device that reports what the test sets and remembers what was done to it.
typedef struct Fake {
    vlDeviceSample sample;
    vlResult result;
    vlWrench wrench;
    double time;
    int writes, closes;
} Fake;

static vlResult readFake(void* self, double now, vlDeviceSample* sample)
{
    Fake* fake = self;
    fake->time = now;
    *sample = fake->sample;
    return fake->result;
}

static vlResult writeFake(void* self, double now, const vlWrench* wrench)
{
    Fake* fake = self;
    fake->time = now;
    fake->wrench = *wrench;
    ++fake->writes;
    return fake->result;
}

static void closeFake(void* self)
{
    ++((Fake*)self)->closes;
}

static const vlDeviceOps fakeOps = {.name = "fake",
                                    .describes = "For this test.",
                                    .read = readFake,
                                    .write = writeFake,
                                    .close = closeFake};

static vlDeviceInfo fakeInfo(void)
{
    vlDeviceInfo info;
    memset(&info, 0, sizeof info);
    strcpy(info.backend, "fake");
    info.hasForce = true;
    return info;
}

static vlDevice* wrap(Fake* fake)
{
    vlDevice* device = NULL;
    vlDeviceInfo info = fakeInfo();
    memset(fake, 0, sizeof *fake);
    fake->sample.pose = vlIdentityPose();
    assert_int_equal(vlDevice_Wrap(&fakeOps, fake, &info, &device), VL_OK);
    return device;
}

static bool isNothing(const vlWrench* wrench)
{
    return vlLength(wrench->force) == 0.0 && vlLength(wrench->torque) == 0.0;
}

static void every_backend_of_the_list_has_all_it_needs(void** state)
{
    (void)state;
    int count = 0;
    for (; vlDevice_GetBackend(NULL, count) != NULL; ++count) {
        const vlDeviceOps* ops = vlDevice_GetBackend(NULL, count);
        assert_true(ops->name[0] != '\0' && ops->describes[0] != '\0');
        assert_true(ops->probe != NULL && ops->open != NULL && ops->read != NULL &&
                    ops->write != NULL && ops->close != NULL);
        for (int i = 0; i < count; ++i) {
            assert_string_not_equal(vlDevice_GetBackend(NULL, i)->name, ops->name);
        }
        char text[300] = "";
        // The maker's library may be missing here, but the text says so.
        (void)ops->probe(text, sizeof text);
        assert_true(text[0] != '\0');
        ops->probe(text, 4); // cut, not beyond
        assert_true(strlen(text) < 4);
    }
    assert_true(count >= 2);
    assert_null(vlDevice_GetBackend(NULL, -1));
    assert_string_equal(vlDevice_GetBackend(NULL, 0)->name, "simulated");
}

static void a_device_is_opened_by_name(void** state)
{
    (void)state;
    vlDevice* device = NULL;
    char message[200] = "unchanged";
    assert_int_equal(vlDevice_Open("simulated", "sigma7", &device, message, sizeof message), VL_OK);
    assert_string_equal(message, "");
    const vlDeviceInfo* info = vlDevice_GetInfo(device);
    assert_string_equal(info->backend, "simulated");
    assert_string_equal(info->model, "sigma.7");
    assert_true(info->hasTorque && info->maxForce == 12.0);
    vlDevice_Close(device);

    // No address, no message.
    assert_int_equal(vlDevice_Open("simulated", NULL, &device, NULL, 0), VL_OK);
    assert_string_equal(vlDevice_GetInfo(device)->model, "Touch");
    vlDevice_Close(device);
    vlDevice_Close(NULL);
    assert_null(vlDevice_GetInfo(NULL));
}

// A backend that the program adds to those of the library.
static vlResult openOwn(const char* address, vlDeviceBrake* brake, void** self, vlDeviceInfo* info,
                        char* message, size_t size)
{
    if (strcmp(address, "pulled") == 0) {
        vlDeviceBrake_Pull(brake);
    }
    if (strcmp(address, "broken") == 0) {
        (void)snprintf(message, size, "it is broken");
        return VL_ERROR_IO;
    }
    info->rate = strcmp(address, "endless") == 0 ? HUGE_VAL : 1000.0;
    *self = NULL;
    return VL_OK;
}

static vlResult readOwn(void* self, double now, vlDeviceSample* sample)
{
    (void)self, (void)now, (void)sample;
    return VL_ERROR_IO;
}

static vlWrench ownWrench;
static vlResult writeOwn(void* self, double now, const vlWrench* wrench)
{
    (void)self, (void)now;
    ownWrench = *wrench;
    return VL_OK;
}

static int ownClosed;
static void closeOwn(void* self)
{
    (void)self;
    ++ownClosed;
}

static const vlDeviceOps own = {
    .name = "own", .open = openOwn, .read = readOwn, .write = writeOwn, .close = closeOwn};

static void a_program_adds_its_own_backends(void** state)
{
    (void)state;
    static const vlDeviceOps* const added[] = {&own, NULL};
    vlDevice* device = NULL;
    char message[200] = "unchanged";
    assert_ptr_equal(vlDevice_FindBackend(added, "own", message, sizeof message), &own);
    assert_null(vlDevice_FindBackend(NULL, "own", message, sizeof message));
    assert_null(vlDevice_FindBackend(added, "onw", message, sizeof message));
    assert_non_null(strstr(message, ", own; did you mean 'own'?"));
    assert_int_equal(vlDevice_OpenWith(&own, NULL, NULL, &device, message, sizeof message), VL_OK);
    assert_string_equal(message, "");
    assert_string_equal(vlDevice_GetInfo(device)->backend, "own");
    ownClosed = 0;
    vlDevice_Close(device);
    assert_int_equal(ownClosed, 1);

    // Failures; a device that was opened and cannot be used is closed again.
    assert_int_equal(vlDevice_OpenWith(&own, "broken", NULL, &device, message, sizeof message),
                     VL_ERROR_IO);
    assert_string_equal(message, "it is broken");
    assert_int_equal(vlDevice_OpenWith(&own, "endless", NULL, &device, message, sizeof message),
                     VL_ERROR_ARGUMENT);
    assert_int_equal(ownClosed, 2);
    assert_int_equal(vlDevice_OpenWith(NULL, "", NULL, &device, NULL, 0), VL_ERROR_ARGUMENT);
    assert_int_equal(vlDevice_OpenWith(&own, "", NULL, NULL, NULL, 0), VL_ERROR_ARGUMENT);
    vlDeviceOps closed = own;
    closed.open = NULL;
    assert_int_equal(vlDevice_OpenWith(&closed, "", NULL, &device, NULL, 0), VL_ERROR_ARGUMENT);
}

static void a_pulled_brake_ends_forces_and_openings(void** state)
{
    (void)state;
    const vlWrench push = {{1.0, 2.0, 3.0}, {0.1, 0.2, 0.3}};
    vlDeviceBrake* brake = NULL;
    vlDevice* device = NULL;
    vlDevice* late = NULL;
    char message[200] = "";
    assert_int_equal(vlDeviceBrake_Create(NULL), VL_ERROR_ARGUMENT);
    assert_int_equal(vlDeviceBrake_Create(&brake), VL_OK);
    assert_int_equal(vlDevice_OpenWith(&own, "", brake, &device, NULL, 0), VL_OK);
    assert_int_equal(vlDevice_Write(device, 1.0, &push), VL_OK);
    assert_true(ownWrench.force.z == 3.0 && !vlDeviceBrake_IsPulled(brake));
    // In the middle of opening; the device that was opened is closed again.
    ownClosed = 0;
    assert_int_equal(vlDevice_OpenWith(&own, "pulled", brake, &late, message, sizeof message),
                     VL_ERROR_IO);
    assert_non_null(strstr(message, "interrupted"));
    assert_true(late == NULL && ownClosed == 1 && vlDeviceBrake_IsPulled(brake));
    // Another device with the same brake renders no force any more.
    assert_int_equal(vlDevice_Write(device, 1.0, &push), VL_ERROR_IO);
    assert_true(vlLength(ownWrench.force) == 0.0 && vlLength(ownWrench.torque) == 0.0);
    assert_int_equal(vlDevice_OpenWith(&own, "", brake, &late, NULL, 0), VL_ERROR_IO);
    vlDevice_Close(device);
    vlDeviceBrake_Destroy(brake);
    vlDeviceBrake_Destroy(NULL);
    vlDeviceBrake_Pull(NULL);
    assert_false(vlDeviceBrake_IsPulled(NULL));
}

static void countCut(void* self)
{
    ++*(int*)self;
}

static void a_brake_cuts_each_device_that_fitted_it(void** state)
{
    (void)state;
    vlDeviceBrake* brake = NULL;
    int cuts[VL_MAX_DEVICES + 1] = {0};
    assert_int_equal(vlDeviceBrake_Create(&brake), VL_OK);
    for (int i = 0; i < VL_MAX_DEVICES; ++i) {
        assert_int_equal(vlDeviceBrake_Fit(brake, countCut, &cuts[i]), VL_OK);
    }
    assert_int_equal(vlDeviceBrake_Fit(brake, countCut, &cuts[VL_MAX_DEVICES]), VL_ERROR_FULL);
    assert_int_equal(vlDeviceBrake_Fit(brake, NULL, &cuts[0]), VL_ERROR_ARGUMENT);
    assert_int_equal(vlDeviceBrake_Fit(brake, countCut, NULL), VL_ERROR_ARGUMENT);
    assert_int_equal(vlDeviceBrake_Fit(NULL, NULL, NULL), VL_OK);
    vlDeviceBrake_Unfit(brake, &cuts[3]);
    vlDeviceBrake_Unfit(NULL, &cuts[3]);
    vlDeviceBrake_Pull(brake);
    for (int i = 0; i <= VL_MAX_DEVICES; ++i) {
        assert_int_equal(cuts[i], i != 3 && i < VL_MAX_DEVICES);
    }
    vlDeviceBrake_Destroy(brake);
}

static void what_is_not_there_says_what_is(void** state)
{
    (void)state;
    vlDevice* device = NULL;
    char message[300];
    assert_int_equal(vlDevice_Open("telepathy", "", &device, message, sizeof message),
                     VL_ERROR_ARGUMENT);
    assert_non_null(strstr(message, "telepathy"));
    assert_non_null(strstr(message, "simulated, pantograph, replay"));
    assert_int_equal(vlDevice_Open("simulated", "omega9", &device, message, sizeof message),
                     VL_ERROR_ARGUMENT);
    assert_non_null(strstr(message, "omega9"));
    assert_non_null(strstr(message, "falcon"));
    assert_int_equal(vlDevice_Open(NULL, "", &device, message, sizeof message), VL_ERROR_ARGUMENT);
    assert_int_equal(vlDevice_Open("simulated", "", NULL, message, sizeof message),
                     VL_ERROR_ARGUMENT);
    assert_null(device);
}

static void only_a_whole_table_is_wrapped(void** state)
{
    (void)state;
    Fake fake;
    vlDevice* device = NULL;
    vlDeviceInfo info = fakeInfo();
    assert_int_equal(vlDevice_Wrap(NULL, &fake, &info, &device), VL_ERROR_ARGUMENT);
    assert_int_equal(vlDevice_Wrap(&fakeOps, &fake, NULL, &device), VL_ERROR_ARGUMENT);
    assert_int_equal(vlDevice_Wrap(&fakeOps, &fake, &info, NULL), VL_ERROR_ARGUMENT);
    vlDeviceOps ops = fakeOps;
    ops.read = NULL;
    assert_int_equal(vlDevice_Wrap(&ops, &fake, &info, &device), VL_ERROR_ARGUMENT);
    ops = fakeOps;
    ops.write = NULL;
    assert_int_equal(vlDevice_Wrap(&ops, &fake, &info, &device), VL_ERROR_ARGUMENT);
    ops = fakeOps;
    ops.close = NULL;
    assert_int_equal(vlDevice_Wrap(&ops, &fake, &info, &device), VL_ERROR_ARGUMENT);
    info.maxForce = (double)NAN;
    assert_int_equal(vlDevice_Wrap(&fakeOps, &fake, &info, &device), VL_ERROR_ARGUMENT);
    info = fakeInfo();
    info.buttonCount = 33;
    assert_int_equal(vlDevice_Wrap(&fakeOps, &fake, &info, &device), VL_ERROR_ARGUMENT);
    info = fakeInfo();
    memset(info.model, 'x', sizeof info.model); // not terminated
    assert_int_equal(vlDevice_Wrap(&fakeOps, &fake, &info, &device), VL_ERROR_ARGUMENT);
    assert_null(device);
}

static void remarkFake(void* self, char* text, size_t size)
{
    (void)snprintf(text, size, "closed %d times", ((Fake*)self)->closes);
}

static void a_remark_is_what_the_backend_says(void** state)
{
    (void)state;
    Fake fake;
    char text[64] = "something";
    vlDevice* device = wrap(&fake);
    vlDevice_GetRemark(device, text, sizeof text);
    assert_string_equal(text, "");
    vlDevice_Close(device);
    vlDeviceOps ops = fakeOps;
    vlDeviceInfo info = fakeInfo();
    ops.remark = remarkFake;
    assert_int_equal(vlDevice_Wrap(&ops, &fake, &info, &device), VL_OK);
    vlDevice_GetRemark(device, text, sizeof text);
    assert_string_equal(text, "closed 1 times");
    vlDevice_GetRemark(device, text, 7);
    assert_string_equal(text, "closed");
    vlDevice_GetRemark(device, NULL, 0);
    vlDevice_GetRemark(NULL, text, sizeof text);
    assert_string_equal(text, "");
    vlDevice_Close(device);
}

static void a_good_sample_comes_through(void** state)
{
    (void)state;
    Fake fake;
    vlDevice* device = wrap(&fake);
    fake.sample.time = 1.5;
    fake.sample.sequence = 7;
    fake.sample.buttons = 5;
    fake.sample.pose.p = vlVec(1.0, 2.0, 3.0);
    fake.sample.pose.q = (vlQuat){0.9994 * 0.6, 0.0, 0.9994 * 0.8, 0.0};
    fake.sample.twist.linear.x = (double)NAN; // not measured, so its value does not matter
    vlDeviceSample sample;
    assert_int_equal(vlDevice_Read(device, 2.0, &sample), VL_OK);
    assert_true(fake.time == 2.0 && sample.time == 1.5 && sample.pose.p.y == 2.0);
    assert_int_equal(sample.sequence, 7);
    assert_int_equal(sample.buttons, 5);
    assert_true(vlIsNear(sample.pose.q.w, 0.6, 1e-15) && vlIsNear(sample.pose.q.y, 0.8, 1e-15));
    assert_true(vlLength(sample.twist.linear) == 0.0 && !sample.hasTwist);
    vlDevice_Close(device);
}

static void a_bad_sample_is_refused(void** state)
{
    (void)state;
    Fake fake;
    vlDevice* device = wrap(&fake);
    fake.sample.hasTwist = true;
    const vlDeviceSample good = fake.sample;
    double* spoiled[] = {&fake.sample.time,           &fake.sample.pose.p.x,
                         &fake.sample.pose.p.y,       &fake.sample.pose.p.z,
                         &fake.sample.pose.q.w,       &fake.sample.pose.q.x,
                         &fake.sample.pose.q.y,       &fake.sample.pose.q.z,
                         &fake.sample.twist.linear.y, &fake.sample.twist.angular.z};
    const double values[] = {(double)NAN, HUGE_VAL, -HUGE_VAL};
    for (size_t i = 0; i < sizeof spoiled / sizeof spoiled[0]; ++i) {
        for (size_t k = 0; k < sizeof values / sizeof values[0]; ++k) {
            fake.sample = good;
            *spoiled[i] = values[k];
            vlDeviceSample sample = {.sequence = 99};
            assert_int_equal(vlDevice_Read(device, 0.0, &sample), VL_ERROR_ARGUMENT);
            assert_int_equal(sample.sequence, 99); // untouched
        }
    }
    const double lengths[] = {0.0, 0.99, 0.9989, 1.0011, 1.01, 2.0, 1e200};
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; ++i) {
        vlDeviceSample sample = {.sequence = 99};
        fake.sample = good;
        fake.sample.pose.q = (vlQuat){0.6 * lengths[i], 0.0, 0.0, -0.8 * lengths[i]};
        assert_int_equal(vlDevice_Read(device, 0.0, &sample), VL_ERROR_ARGUMENT);
        assert_int_equal(sample.sequence, 99);
    }
    vlDeviceSample sample;
    fake.sample = good;
    assert_int_equal(vlDevice_Read(device, (double)NAN, &sample), VL_ERROR_ARGUMENT);
    assert_int_equal(vlDevice_Read(device, 0.0, NULL), VL_ERROR_ARGUMENT);
    assert_int_equal(vlDevice_Read(NULL, 0.0, &sample), VL_ERROR_ARGUMENT);
    fake.result = VL_ERROR_IO;
    assert_int_equal(vlDevice_Read(device, 0.0, &sample), VL_ERROR_IO);
    vlDevice_Close(device);
}

static void a_bad_wrench_renders_nothing(void** state)
{
    (void)state;
    Fake fake;
    vlDevice* device = wrap(&fake);
    vlWrench good = {{1.0, 2.0, 3.0}, {4.0, 5.0, 6.0}};
    vlWrench bad;
    double* spoiled[] = {&bad.force.x,  &bad.force.y,  &bad.force.z,
                         &bad.torque.x, &bad.torque.y, &bad.torque.z};
    for (size_t i = 0; i < sizeof spoiled / sizeof spoiled[0]; ++i) {
        assert_int_equal(vlDevice_Write(device, 1.0, &good), VL_OK);
        assert_true(fake.wrench.force.z == 3.0 && fake.wrench.torque.x == 4.0);
        bad = good;
        *spoiled[i] = i % 2 == 0 ? (double)NAN : HUGE_VAL;
        assert_int_equal(vlDevice_Write(device, 2.0, &bad), VL_ERROR_ARGUMENT);
        assert_true(isNothing(&fake.wrench));
    }
    // Nor at a time that is not a number.
    assert_int_equal(vlDevice_Write(device, 3.0, &good), VL_OK);
    assert_int_equal(vlDevice_Write(device, HUGE_VAL, &good), VL_ERROR_ARGUMENT);
    assert_true(isNothing(&fake.wrench) && fake.time == 3.0);
    assert_int_equal(vlDevice_Write(device, 4.0, &good), VL_OK);
    assert_int_equal(vlDevice_Write(device, 4.0, NULL), VL_ERROR_ARGUMENT);
    assert_true(isNothing(&fake.wrench));
    assert_int_equal(vlDevice_Write(NULL, 0.0, &good), VL_ERROR_ARGUMENT);
    fake.result = VL_ERROR_IO;
    assert_int_equal(vlDevice_Write(device, 4.0, &good), VL_ERROR_IO);
    vlDevice_Close(device);
}

static void closing_renders_nothing_first(void** state)
{
    (void)state;
    Fake fake;
    vlDevice* device = wrap(&fake);
    vlWrench wrench = {{1.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    assert_int_equal(vlDevice_Write(device, 8.0, &wrench), VL_OK);
    vlDevice_Close(device);
    assert_true(isNothing(&fake.wrench) && fake.time == 8.0);
    assert_int_equal(fake.writes, 2);
    assert_int_equal(fake.closes, 1);
}

static void a_wrapped_device_is_not_a_simulated_one(void** state)
{
    (void)state;
    Fake fake;
    vlDevice* device = wrap(&fake);
    vlSimulatedReport report;
    assert_int_equal(vlSimulatedDevice_GetReport(device, &report), VL_ERROR_ARGUMENT);
    vlDevice_Close(device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_backend_of_the_list_has_all_it_needs),
        cmocka_unit_test(a_device_is_opened_by_name),
        cmocka_unit_test(a_program_adds_its_own_backends),
        cmocka_unit_test(a_pulled_brake_ends_forces_and_openings),
        cmocka_unit_test(a_brake_cuts_each_device_that_fitted_it),
        cmocka_unit_test(what_is_not_there_says_what_is),
        cmocka_unit_test(only_a_whole_table_is_wrapped),
        cmocka_unit_test(a_remark_is_what_the_backend_says),
        cmocka_unit_test(a_good_sample_comes_through),
        cmocka_unit_test(a_bad_sample_is_refused),
        cmocka_unit_test(a_bad_wrench_renders_nothing),
        cmocka_unit_test(closing_renders_nothing_first),
        cmocka_unit_test(a_wrapped_device_is_not_a_simulated_one),
    };
    return cmocka_run_group_tests_name("device", tests, NULL, NULL);
}
