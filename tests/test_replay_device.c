// SPDX-License-Identifier: MIT
// A device that plays a file of samples.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "models/random.h"
#include "test.h"
#include "volar/device.h"

static char path[32];

static vlResult openText(const char* text, size_t size, vlDevice** device, char message[300])
{
    strcpy(path, "replay_XXXXXX");
    int file = mkstemp(path);
    assert_true(file >= 0);
    assert_int_equal(write(file, text, size), (ssize_t)size);
    assert_int_equal(close(file), 0);
    vlResult r = vlDevice_Open("replay", path, device, message, 300);
    assert_int_equal(unlink(path), 0);
    return r;
}

static vlDevice* openGood(const char* text)
{
    vlDevice* device = NULL;
    char message[300];
    assert_int_equal(openText(text, strlen(text), &device, message), VL_OK);
    assert_string_equal(message, "");
    return device;
}

static vlDeviceSample readAt(vlDevice* device, double time)
{
    vlDeviceSample sample;
    assert_int_equal(vlDevice_Read(device, time, &sample), VL_OK);
    return sample;
}

static void samples_come_at_their_times(void** state)
{
    (void)state;
    vlDevice* device = openGood("time,x,y,z,qw,qx,qy,qz,buttons\n"
                                "# two seconds\n"
                                "10.0,0.1,0,0,1,0,0,0,0\r\n"
                                "\n"
                                "10.5, 0.2, -1e-3, 3, 0.6, 0, 0.8, 0, 3\n"
                                "12,0.3,0,0,1,0,0,0,4294967295");
    const vlDeviceInfo* info = vlDevice_GetInfo(device);
    assert_string_equal(info->backend, "replay");
    assert_string_equal(info->model, path);
    assert_true(info->hasOrientation && !info->hasForce && !info->hasTorque);
    assert_true(info->rate == 1.0);

    vlDeviceSample sample = readAt(device, 100.0); // the first call is the first sample
    assert_true(sample.pose.p.x == 0.1 && sample.time == 100.0 && !sample.hasTwist);
    assert_int_equal(sample.sequence, 1);
    sample = readAt(device, 100.4999);
    assert_int_equal(sample.sequence, 1);
    sample = readAt(device, 100.5);
    assert_int_equal(sample.sequence, 2);
    assert_int_equal(sample.buttons, 3);
    assert_true(sample.time == 100.5 && sample.pose.p.y == -1e-3 && sample.pose.p.z == 3.0);
    assert_true(vlIsNear(sample.pose.q.y, 0.8, 1e-15)); // rounding
    sample = readAt(device, 99.0);                      // never goes back
    assert_int_equal(sample.sequence, 2);
    sample = readAt(device, 1e9); // the last one stays
    assert_int_equal(sample.sequence, 3);
    assert_int_equal(sample.buttons, UINT32_MAX);

    vlWrench wrench = {{1.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    assert_int_equal(vlDevice_Write(device, 1e9, &wrench), VL_OK);
    vlDevice_Close(device);
}

static void rounding_of_the_clock_misses_no_sample(void** state)
{
    (void)state;
    // A file at 1 kHz read by a clock at 1 kHz that starts at another time: one sample per tick.
    static char text[1000 * 40];
    size_t used = 0;
    for (int i = 0; i < 1000; ++i) {
        int n = snprintf(text + used, sizeof text - used, "%.3f,%d,0,0,1,0,0,0,0\n", 1e-3 * i, i);
        used += (size_t)n;
    }
    vlDevice* device = openGood(text);
    for (int i = 0; i < 1000; ++i) {
        assert_true(readAt(device, 86400.0 * 365.0 + 1e-3 * i).pose.p.x == (double)i);
    }
    vlDevice_Close(device);
}

static void one_sample_is_enough(void** state)
{
    (void)state;
    vlDevice* device = openGood("0,1,2,3,1,0,0,0,0\n");
    assert_true(vlDevice_GetInfo(device)->rate == 0.0);
    assert_true(readAt(device, -3.0).pose.p.z == 3.0);
    vlDevice_Close(device);
}

static void a_bad_file_is_refused_with_its_line(void** state)
{
    (void)state;
    const char* texts[][2] = {
        {"", ":0: no sample"},
        {"# nothing\n", ":1: no sample"},
        {"time,x\n", ":1: no sample"},
        {"0,0,0,0,1,0,0,0,0\ntime,x\n", ":2: expected nine"},
        {"names,x\n0,0,0,0,1,0,0,0,0\n", ":1: expected nine"},
        {"0,0,0,0,1,0,0,0\n", ":1: expected nine"},
        {"0,0,0,0,1,0,0,0,0,0\n", ":1: expected nine"},
        {"0,0,0,0,1,0,0,0,\n", ":1: expected nine"},
        {"0,0,,0,1,0,0,0,0\n", ":1: expected nine"},
        {"0;0;0;0;1;0;0;0;0\n", ":1: expected nine"},
        {"0,nan,0,0,1,0,0,0,0\n", ":1: expected nine"},
        {"0,inf,0,0,1,0,0,0,0\n", ":1: expected nine"},
        {"0,1e999,0,0,1,0,0,0,0\n", ":1: expected nine"},
        {"0,0x10,0,0,1,0,0,0,0\n", ":1: expected nine"},
        {"0,0,0,0,1,0,0,0,0\n1,0,0,0,1,0,0,0,0\n1,0,0,0,1,0,0,0,0\n", ":3: the time"},
        {"0,0,0,0,1.01,0,0,0,0\n", ":1: the quaternion"},
        {"0,0,0,0,0,0,0,0,0\n", ":1: the quaternion"},
        {"0,0,0,0,1,0,0,0,1.5\n", ":1: the buttons"},
        {"0,0,0,0,1,0,0,0,-1\n", ":1: the buttons"},
        {"0,0,0,0,1,0,0,0,4294967296\n", ":1: the buttons"},
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; ++i) {
        vlDevice* device = NULL;
        char message[300];
        assert_int_equal(openText(texts[i][0], strlen(texts[i][0]), &device, message),
                         VL_ERROR_PARSE);
        assert_null(device);
        if (strstr(message, texts[i][1]) == NULL) {
            fail_msg("'%s' gave '%s'", texts[i][1], message);
        }
    }
    char lines[2000];
    vlDevice* device = NULL;
    char message[300];
    memset(lines, ' ', sizeof lines);
    assert_int_equal(openText(lines, sizeof lines, &device, message), VL_ERROR_PARSE);
    assert_non_null(strstr(message, "the line is too long"));
}

static void a_file_that_is_not_there_is_said_so(void** state)
{
    (void)state;
    vlDevice* device = NULL;
    char message[300];
    assert_int_equal(vlDevice_Open("replay", "no such file", &device, message, sizeof message),
                     VL_ERROR_IO);
    assert_non_null(strstr(message, "no such file"));
    assert_int_equal(vlDevice_Open("replay", "/", &device, message, sizeof message), VL_ERROR_IO);
    assert_non_null(strstr(message, "Is a directory"));
    assert_int_equal(vlDevice_Open("replay", "/dev/zero", &device, message, sizeof message),
                     VL_ERROR_IO);
    assert_non_null(strstr(message, "not a plain file"));
    assert_int_equal(vlDevice_Open("replay", "", &device, message, sizeof message),
                     VL_ERROR_ARGUMENT);
    assert_null(device);
}

static void noise_is_never_a_sample(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(8);
    const char letters[] = "0123456789.,,,,,,,,-+eE \n\n\ttime#\0\xff";
    for (int run = 0; run < 2000; ++run) {
        char text[64];
        for (size_t i = 0; i < sizeof text; ++i) {
            text[i] = letters[vlRandom_Index(&random, (int)sizeof letters - 1)];
        }
        vlDevice* device = NULL;
        char message[300];
        vlResult r = openText(text, sizeof text, &device, message);
        if (r == VL_OK) { // every line that it accepted is a sample
            vlDeviceSample sample = readAt(device, 0.0);
            assert_true(vlIsFinite(sample.pose.p));
            vlDevice_Close(device);
        } else {
            assert_int_equal(r, VL_ERROR_PARSE);
            assert_true(message[0] != '\0');
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_come_at_their_times),
        cmocka_unit_test(rounding_of_the_clock_misses_no_sample),
        cmocka_unit_test(one_sample_is_enough),
        cmocka_unit_test(a_bad_file_is_refused_with_its_line),
        cmocka_unit_test(a_file_that_is_not_there_is_said_so),
        cmocka_unit_test(noise_is_never_a_sample),
    };
    return cmocka_run_group_tests_name("replay device", tests, NULL, NULL);
}
