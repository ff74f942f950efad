// SPDX-License-Identifier: MIT
// OpenHaptics' devices on a library that lies (lying_hd.c, built beside this program; its path is
// VOLAR_LYING_HD): they are refused with a sentence or opened with a description that makes sense,
// samples are good or an error, and closing leaves nothing running. The library itself ends the
// program if it gets a force that no device may get.

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "device/backends.h"
#include "lying_hd.h"
#include "stage.h"
#include "test.h"

#define TICKS 60
// s: the wait for the first frame is one, and every function may take 30 ms.
#define LONGEST_OPENING 20.0

static void (*begin)(uint64_t seed);
static bool (*isRunning)(void);

static int findLiar(void** state)
{
    (void)state;
    void* library = dlopen(VOLAR_LYING_HD, RTLD_NOW);
    if (library == NULL) {
        return -1;
    }
    void* address = dlsym(library, "vlLyingHd_Begin");
    memcpy(&begin, &address, sizeof begin);
    address = dlsym(library, "vlLyingHd_IsRunning");
    memcpy(&isRunning, &address, sizeof isRunning);
    return setenv("VOLAR_HD", VOLAR_LYING_HD, 1);
}

// No device of this maker is outside of these bounds, or near them.
static void expectSense(const vlDeviceInfo* info)
{
    assert_true(info->hasForce && info->hasOrientation && info->buttonCount == 4);
    assert_true(info->rate >= 100.0 && info->rate <= 5000.0);
    assert_true(info->radius >= 0.0 && info->radius < 10.0);
    assert_true(info->maxForce >= 0.0 && info->maxForce <= 1000.0);
    assert_true(info->maxStiffness >= 0.0 && info->maxStiffness <= 1e6);
    assert_true(info->maxDamping >= 0.0 && info->maxDamping <= 1e6);
    assert_true(memchr(info->model, '\0', sizeof info->model) != NULL);
}

// Reads and writes at 1 kHz of a clock that only this test has. Returns how many reads succeeded.
static int use(vlDevice* device)
{
    int reads = 0;
    for (int i = 0; i < TICKS; ++i) {
        vlDeviceSample sample;
        vlWrench wrench = {vlVec(0.1 * i, -1.0, 0.5), vlVec(0.01, 0.0, 0.0)};
        double now = 1e-3 * i;
        vlResult read = vlDevice_Read(device, now, &sample);
        assert_true(read == VL_OK || read == VL_ERROR_IO || read == VL_ERROR_ARGUMENT);
        if (read == VL_OK) {
            assert_true(vlDeviceSample_IsGood(&sample) && sample.buttons <= 0xfu);
            ++reads;
        }
        vlResult written = vlDevice_Write(device, now, &wrench);
        assert_true(written == VL_OK || written == VL_ERROR_IO);
        (void)nanosleep(&(struct timespec){0, 100000}, NULL);
    }
    return reads;
}

static void lies_are_refused_or_do_no_harm(void** state)
{
    (void)state;
    int opened = 0, refused = 0, reads = 0;
    int count = vlStage_IsSoak() ? 2000 : 30;
    for (int seed = 0; seed < count; ++seed) {
        vlDevice* device = NULL;
        char message[512] = "";
        begin((uint64_t)seed);
        double start = vlClock_Now();
        vlResult r = vlDevice_Open("openhaptics", "", &device, message, sizeof message);
        assert_true(1e-9 * (vlClock_Now() - start) < LONGEST_OPENING);
        assert_true(r == VL_OK || r == VL_ERROR_IO);
        assert_true((r == VL_OK) == (device != NULL) && (r == VL_OK || strlen(message) > 10));
        assert_true(seed % 10 != 0 || r == VL_OK);
        opened += r == VL_OK;
        refused += r != VL_OK;
        if (r == VL_OK) {
            expectSense(vlDevice_GetInfo(device));
            int good = use(device);
            assert_true(seed % 10 != 0 || good == TICKS);
            reads += good;
            vlDevice_Close(device);
        }
        assert_false(isRunning());
    }
    print_message("%d opened, %d refused, %d good samples\n", opened, refused, reads);
    assert_true(opened > count / 10 && refused > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lies_are_refused_or_do_no_harm),
    };
    return cmocka_run_group_tests(tests, findLiar, NULL);
}
