// SPDX-License-Identifier: MIT
// Opening the UDP device: its addresses, the way through vlDevice_Open, and the documentation's
// example against it.

#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <time.h>

#include "test.h"
#include "udp_pair.h"

extern char** environ;

static void addresses_are_understood_or_refused(void** state)
{
    (void)state;
    static const char* const refused[] = {"otherhost",
                                          "127.0.0.1:",
                                          "127.0.0.1:x",
                                          "127.0.0.1:70000",
                                          ":-1",
                                          "1.2.3:5",
                                          ":0,timeout=0",
                                          ":0,timeout=1e3",
                                          ":0,timeout=",
                                          ":0,timeout",
                                          ":0,speed=1",
                                          ":0,,",
                                          ":0,force=-1",
                                          ":0,timeout=1.2.3",
                                          ":0,timeout=.",
                                          ":0,has-torque=2",
                                          "127.0.0.1:7774 ",
                                          ":0,timeout=1234567890123456789"};
    void* self = &self;
    vlDeviceInfo info = {0};
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; ++i) {
        char message[256] = "";
        assert_int_equal(vlUdp_Ops.open(refused[i], NULL, &self, &info, message, sizeof message),
                         VL_ERROR_ARGUMENT);
        assert_true(self == &self && message[0] != '\0');
    }
    char longName[1000];
    memset(longName, '1', sizeof longName - 1);
    longName[sizeof longName - 1] = '\0';
    assert_int_equal(vlUdp_Ops.open(longName, NULL, &self, &info, NULL, 0), VL_ERROR_ARGUMENT);
    char message[256] = "";
    assert_int_equal(vlUdp_Ops.open(":0,speed=1", NULL, &self, &info, message, sizeof message),
                     VL_ERROR_ARGUMENT);
    assert_non_null(strstr(message, "'speed=1'"));
    assert_non_null(strstr(message, "timeout="));
    // Loopback unless an address is given.
    assert_int_equal(
        vlUdp_Ops.open(":0,force=8,torque=0.25,radius=.1,rate=1000", NULL, &self, &info, NULL, 0),
        VL_OK);
    assert_int_equal(strncmp(info.model, "127.0.0.1:", 10), 0);
    assert_true(info.maxForce == 8.0 && info.maxTorque == 0.25 && info.radius == 0.1);
    assert_true(info.rate == 1000.0 && info.hasForce && info.hasTorque && info.hasOrientation);
    // A port that is in use.
    void* second = NULL;
    assert_int_equal(vlUdp_Ops.open(info.model, NULL, &second, &info, message, sizeof message),
                     VL_ERROR_IO);
    assert_non_null(strstr(message, "cannot listen"));
    vlUdp_Ops.close(self);
    assert_int_equal(vlUdp_Ops.open("0.0.0.0:0,has-torque=0", NULL, &self, &info, NULL, 0), VL_OK);
    assert_int_equal(strncmp(info.model, "0.0.0.0:", 8), 0);
    assert_false(info.hasTorque);
    vlUdp_Ops.close(self);
    assert_true(vlUdp_Ops.probe(message, sizeof message));
    assert_non_null(strstr(message, "docs/devices.md"));
}

static void the_door_checks_what_comes_through_it(void** state)
{
    (void)state;
    vlDevice* device = NULL;
    char message[256];
    assert_int_equal(vlDevice_Open("udp", ":0", &device, message, sizeof message), VL_OK);
    const vlDeviceInfo* info = vlDevice_GetInfo(device);
    assert_string_equal(info->backend, "udp");
    int from = vlUdpPair_Connect(info);
    vlUdpPair_SendNumber(from, 3);
    vlDeviceSample sample;
    assert_int_equal(vlDevice_Read(device, 0.5, &sample), VL_OK);
    assert_true(sample.pose.p.x == 0.03);
    vlDevice_Close(device);
    close(from);
}

static double secondsNow(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// The example of the documentation against us, in real time.
static void the_example_in_python_is_a_device(void** state)
{
    (void)state;
    const char* source = getenv("VOLAR_SOURCE_DIR");
    if (source == NULL || system("python3 -c 0 >/dev/null 2>&1") != 0) {
        skip();
    }
    vlUdpPair pair = vlUdpPair_Open(":0,timeout=10000");
    char script[512], port[16], program[] = "python3", seconds[] = "0.5";
    snprintf(script, sizeof script, "%s/docs/examples/udp_device.py", source);
    snprintf(port, sizeof port, "%s", strchr(pair.info.model, ':') + 1);
    char* const arguments[] = {program, script, port, seconds, NULL};
    pid_t child;
    assert_int_equal(posix_spawnp(&child, program, NULL, NULL, arguments, environ), 0);
    double start = secondsNow(), now = start, largest = 0.0;
    uint64_t last = 0;
    int status = -1;
    while (waitpid(child, &status, WNOHANG) == 0 && now < start + 20.0) {
        now = secondsNow();
        vlDeviceSample sample;
        if (vlUdpPair_Read(&pair, now, &sample) == VL_OK) {
            last = sample.sequence;
            largest = fmax(largest, fabs(sample.pose.p.y));
            // A push away from the person: the handle of the example yields.
            const vlWrench wrench = {{0.0, 2.0, 0.0}, {0.0, 0.0, 0.0}};
            (void)vlUdp_Ops.write(pair.self, now, &wrench);
        }
        const struct timespec pause = {0, 500000};
        nanosleep(&pause, NULL);
    }
    if (now >= start + 20.0) {
        kill(child, SIGKILL);
        waitpid(child, &status, 0);
    }
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    assert_true(last > 10); // it sends 500, on a machine with time for it
    // 2 N against the 200 N/m of the example's hand is 10 mm; half of that shows that the force
    // acts.
    assert_true(largest > 0.005 && largest < 0.1);
    vlUdpCounts counts = vlUdp_GetCounts(pair.self);
    assert_true(counts.starts == 1 && counts.faulty[VL_DATAGRAM_VALUE] == 0);
    vlUdpPair_Close(&pair);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(addresses_are_understood_or_refused),
        cmocka_unit_test(the_door_checks_what_comes_through_it),
        cmocka_unit_test(the_example_in_python_is_a_device),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
