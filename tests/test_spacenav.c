// SPDX-License-Identifier: MIT
// The six-axis mouse against a stand-in of its daemon: the same socket and the same events, sent by
// the test. Time is an argument, so nothing here waits.

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "device/backends.h"
#include "models/random.h"
#include "test.h"

#define FULL 350
// Rounding of sums of some thousand steps of a few centimetres.
#define ROUNDING 1e-12

enum { MOTION, PRESS, RELEASE, DEVICE };

typedef struct Daemon {
    char folder[64], path[96];
    int listener, client;
    void* self; // our end
    vlDeviceInfo info;
} Daemon;

static void listenAgain(Daemon* daemon)
{
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    snprintf(at.sun_path, sizeof at.sun_path, "%s", daemon->path);
    daemon->listener = socket(AF_UNIX, SOCK_STREAM, 0);
    assert_true(daemon->listener >= 0);
    assert_int_equal(bind(daemon->listener, (const struct sockaddr*)&at, sizeof at), 0);
    assert_int_equal(listen(daemon->listener, 4), 0);
}

static void acceptClient(Daemon* daemon)
{
    daemon->client = accept(daemon->listener, NULL, NULL);
    assert_true(daemon->client >= 0);
    int32_t question;
    assert_int_equal(recv(daemon->client, &question, sizeof question, 0), sizeof question);
    assert_int_equal(question, 0x7faa5501);
}

static void answer(const Daemon* daemon)
{
    const int32_t words = 0x7faa5501;
    assert_int_equal(send(daemon->client, &words, sizeof words, 0), sizeof words);
}

static Daemon startDaemon(void)
{
    Daemon daemon = {0};
    const char* place = getenv("TMPDIR");
    snprintf(daemon.folder, sizeof daemon.folder, "%.40s/spnavXXXXXX",
             place != NULL ? place : "/tmp");
    assert_non_null(mkdtemp(daemon.folder));
    snprintf(daemon.path, sizeof daemon.path, "%s/sock", daemon.folder);
    listenAgain(&daemon);
    return daemon;
}

// A current daemon with a mouse. `options` begins with a comma, or is empty.
static Daemon startWith(const char* options)
{
    Daemon daemon = startDaemon();
    char address[256];
    snprintf(address, sizeof address, "%s%s", daemon.path, options);
    assert_int_equal(vlSpacenav_Ops.open(address, NULL, &daemon.self, &daemon.info, NULL, 0),
                     VL_OK);
    acceptClient(&daemon);
    answer(&daemon);
    return daemon;
}

static void stopDaemon(Daemon* daemon)
{
    close(daemon->client);
    close(daemon->listener);
    unlink(daemon->path);
}

static void finish(Daemon* daemon)
{
    vlSpacenav_Ops.close(daemon->self);
    stopDaemon(daemon);
    rmdir(daemon->folder);
}

static void sendEvent(const Daemon* daemon, int kind, int a, int b, int c, int d, int e, int f)
{
    const int32_t event[8] = {kind, a, b, c, d, e, f, 16};
    assert_int_equal(send(daemon->client, event, sizeof event, 0), sizeof event);
}

static vlDeviceSample readAt(const Daemon* daemon, double now)
{
    vlDeviceSample sample;
    assert_int_equal(vlSpacenav_Ops.read(daemon->self, now, &sample), VL_OK);
    return sample;
}

static vlResult resultAt(const Daemon* daemon, double now)
{
    vlDeviceSample sample;
    return vlSpacenav_Ops.read(daemon->self, now, &sample);
}

static void a_push_is_a_velocity_along_our_axes(void** state)
{
    (void)state;
    // Pushed right, up and away, and rotated about the same axes: our x, z and y.
    static const int ours[3] = {0, 2, 1};
    for (int axis = 0; axis < 6; ++axis) {
        Daemon daemon = startWith(",speed=0.2,turn=2");
        assert_true(daemon.info.hasOrientation && !daemon.info.hasForce && !daemon.info.hasTorque);
        vlDeviceSample first = readAt(&daemon, 10.0);
        assert_true(vlLength(first.pose.p) == 0.0 && first.hasTwist);
        int pushed[6] = {0};
        pushed[axis] = FULL;
        sendEvent(&daemon, MOTION, pushed[0], pushed[1], pushed[2], pushed[3], pushed[4],
                  pushed[5]);
        vlDeviceSample sample = readAt(&daemon, 10.01);
        assert_true(sample.sequence > first.sequence);
        const double linear[3] = {sample.twist.linear.x, sample.twist.linear.y,
                                  sample.twist.linear.z};
        const double angular[3] = {sample.twist.angular.x, sample.twist.angular.y,
                                   sample.twist.angular.z};
        const double place[3] = {sample.pose.p.x, sample.pose.p.y, sample.pose.p.z};
        const double turned[3] = {sample.pose.q.x, sample.pose.q.y, sample.pose.q.z};
        for (int i = 0; i < 3; ++i) {
            bool isMoved = axis < 3 && ours[axis] == i, isTurned = axis >= 3 && ours[axis - 3] == i;
            assert_true(linear[i] == (isMoved ? 0.2 : 0.0));
            assert_true(angular[i] == (isTurned ? 2.0 : 0.0));
            assert_true(vlIsNear(place[i], isMoved ? 0.2 * 0.01 : 0.0, ROUNDING));
            assert_true(vlIsNear(turned[i], isTurned ? sin(0.5 * 2.0 * 0.01) : 0.0, ROUNDING));
        }
        // While held, it goes on although no event comes; once released, it stays.
        sample = readAt(&daemon, 10.02);
        assert_true(axis >= 3 || vlIsNear(vlLength(sample.pose.p), 0.2 * 0.02, ROUNDING));
        sendEvent(&daemon, MOTION, 0, 0, 0, 0, 0, 0);
        vlDeviceSample held = readAt(&daemon, 10.03);
        assert_memory_equal(&held.pose.p, &sample.pose.p, sizeof held.pose.p);
        assert_true(vlLength(held.twist.linear) == 0.0 && vlLength(held.twist.angular) == 0.0);
        finish(&daemon);
    }
}

static void small_pushes_are_none_and_large_ones_are_limited(void** state)
{
    (void)state;
    Daemon daemon = startWith(",dead=0.2,speed=1,radius=10");
    (void)readAt(&daemon, 0.0);
    static const struct {
        int pushed;
        double speed;
    } cases[] = {
        {0, 0.0},    {FULL / 5, 0.0}, {-FULL / 5, 0.0}, {FULL * 3 / 5, 0.5}, {-FULL * 3 / 5, -0.5},
        {FULL, 1.0}, {3 * FULL, 1.0}, {-100000, -1.0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        sendEvent(&daemon, MOTION, cases[i].pushed, 0, 0, 0, 0, 0);
        vlDeviceSample sample = readAt(&daemon, 0.001 * (double)(i + 1));
        assert_true(vlIsNear(sample.twist.linear.x, cases[i].speed, ROUNDING));
    }
    finish(&daemon);
}

static void the_newest_of_many_events_counts_whole_or_in_parts(void** state)
{
    (void)state;
    Daemon daemon = startWith("");
    (void)readAt(&daemon, 0.0);
    for (int i = 1; i <= 100; ++i) {
        sendEvent(&daemon, MOTION, -FULL, 0, 0, 0, 0, 0);
    }
    sendEvent(&daemon, MOTION, FULL, 0, 0, 0, 0, 0);
    assert_true(readAt(&daemon, 0.01).twist.linear.x > 0.0);
    const int32_t back[8] = {MOTION, -FULL, 0, 0, 0, 0, 0, 16};
    const char* bytes = (const char*)back;
    for (size_t i = 0; i < sizeof back; ++i) {
        assert_true(readAt(&daemon, 0.011 + 1e-4 * (double)i).twist.linear.x > 0.0);
        assert_int_equal(send(daemon.client, bytes + i, 1, 0), 1);
    }
    assert_true(readAt(&daemon, 0.02).twist.linear.x < 0.0);
    finish(&daemon);
}

static void buttons_are_bits(void** state)
{
    (void)state;
    Daemon daemon = startWith("");
    sendEvent(&daemon, PRESS, 0, 0, 0, 0, 0, 0);
    sendEvent(&daemon, PRESS, 31, 0, 0, 0, 0, 0);
    sendEvent(&daemon, PRESS, 32, 0, 0, 0, 0, 0);
    sendEvent(&daemon, PRESS, -1, 0, 0, 0, 0, 0);
    assert_true(readAt(&daemon, 0.0).buttons == 0x80000001u);
    sendEvent(&daemon, RELEASE, 0, 0, 0, 0, 0, 0);
    assert_true(readAt(&daemon, 0.01).buttons == 0x80000000u);
    finish(&daemon);
}

static void an_old_daemon_gets_its_sensitivity_back(void** state)
{
    (void)state;
    Daemon daemon = startDaemon();
    assert_int_equal(vlSpacenav_Ops.open(daemon.path, NULL, &daemon.self, &daemon.info, NULL, 0),
                     VL_OK);
    acceptClient(&daemon);
    // The daemon took the question for a sensitivity that is not a number: its events now mean
    // nothing.
    sendEvent(&daemon, MOTION, FULL, 0, 0, 0, 0, 0);
    assert_true(readAt(&daemon, 0.0).twist.linear.x == 0.0);
    assert_true(readAt(&daemon, 0.25).twist.linear.x == 0.0);
    assert_true(readAt(&daemon, 0.31).twist.linear.x == 0.0);
    float sensitivity = 0.0f;
    assert_int_equal(recv(daemon.client, &sensitivity, sizeof sensitivity, MSG_DONTWAIT),
                     sizeof sensitivity);
    assert_true(sensitivity == 1.0f);
    sendEvent(&daemon, MOTION, INT_MIN, 0, 0, 0, 0, 0); // it was sent before
    assert_true(readAt(&daemon, 0.32).twist.linear.x == 0.0);
    sendEvent(&daemon, MOTION, FULL, 0, 0, 0, 0, 0);
    assert_true(readAt(&daemon, 0.33).twist.linear.x > 0.0);
    // The request is sent only once.
    assert_true(recv(daemon.client, &sensitivity, sizeof sensitivity, MSG_DONTWAIT) < 0);
    finish(&daemon);
}

static void a_mouse_pulled_out_is_an_error_until_it_is_back(void** state)
{
    (void)state;
    Daemon daemon = startWith("");
    (void)readAt(&daemon, 0.0);
    sendEvent(&daemon, MOTION, FULL, 0, 0, 0, 0, 0);
    sendEvent(&daemon, PRESS, 1, 0, 0, 0, 0, 0);
    vlDeviceSample before = readAt(&daemon, 0.01);
    sendEvent(&daemon, DEVICE, 1, 0, 0, 0, 0, 0); // removed
    assert_int_equal(resultAt(&daemon, 0.02), VL_ERROR_IO);
    assert_int_equal(resultAt(&daemon, 5.0), VL_ERROR_IO);
    sendEvent(&daemon, DEVICE, 0, 0, 0, 0, 0, 0); // added
    vlDeviceSample after = readAt(&daemon, 5.01);
    assert_memory_equal(&after.pose, &before.pose, sizeof after.pose);
    assert_true(after.buttons == 0 && vlLength(after.twist.linear) == 0.0);
    finish(&daemon);
}

static void a_daemon_that_ends_is_found_again(void** state)
{
    (void)state;
    Daemon daemon = startWith("");
    (void)readAt(&daemon, 0.0);
    sendEvent(&daemon, MOTION, 0, FULL, 0, 0, 0, 0);
    vlDeviceSample before = readAt(&daemon, 0.05);
    assert_true(before.pose.p.z > 0.0);
    stopDaemon(&daemon);
    assert_int_equal(resultAt(&daemon, 0.06), VL_ERROR_IO);
    assert_int_equal(resultAt(&daemon, 0.7), VL_ERROR_IO); // no device was found
    listenAgain(&daemon);
    assert_int_equal(resultAt(&daemon, 0.8), VL_ERROR_IO); // too soon to search again
    vlDeviceSample after = readAt(&daemon, 1.3);
    assert_memory_equal(&after.pose, &before.pose, sizeof after.pose);
    acceptClient(&daemon);
    answer(&daemon);
    sendEvent(&daemon, MOTION, 0, -FULL, 0, 0, 0, 0);
    assert_true(readAt(&daemon, 1.31).twist.linear.z < 0.0);
    finish(&daemon);
}

static void the_pose_stays_within_its_ball(void** state)
{
    (void)state;
    Daemon daemon = startWith(",radius=0.05");
    (void)readAt(&daemon, 0.0);
    vlRandom random = vlRandom_Seed(11);
    double largest = 0.0;
    vlVec3 last = vlZero();
    for (int i = 1; i <= 5000; ++i) {
        if (i % 100 == 1) {
            int a[6];
            for (int k = 0; k < 6; ++k) {
                a[k] = vlRandom_Index(&random, 2 * FULL + 1) - FULL;
            }
            sendEvent(&daemon, MOTION, a[0], a[1], a[2], a[3], a[4], a[5]);
        }
        vlDeviceSample sample = readAt(&daemon, 0.01 * i);
        double distance = vlLength(sample.pose.p);
        largest = distance > largest ? distance : largest;
        assert_true(distance <= 0.05 + ROUNDING);
        // The velocity is the one of the motion, also along the wall. The difference of two times
        // of some 50 s is exact to 1e-14 / 0.01 of itself.
        vlVec3 moved = vlScale(vlSub(sample.pose.p, last), 1.0 / 0.01);
        assert_true(vlLength(vlSub(moved, sample.twist.linear)) < 1e-10);
        last = sample.pose.p;
    }
    assert_true(largest > 0.05 - ROUNDING); // it reached the wall
    finish(&daemon);
}

static void a_pause_or_a_clock_set_back_is_no_leap(void** state)
{
    (void)state;
    Daemon daemon = startWith("");
    (void)readAt(&daemon, 100.0);
    sendEvent(&daemon, MOTION, FULL, 0, 0, 0, 0, 0);
    // 0.1 m/s for at most 0.1 s at a time.
    assert_true(vlIsNear(readAt(&daemon, 105.0).pose.p.x, 0.01, ROUNDING));
    assert_true(vlIsNear(readAt(&daemon, 50.0).pose.p.x, 0.01, ROUNDING));
    assert_true(vlIsNear(readAt(&daemon, 50.01).pose.p.x, 0.011, ROUNDING));
    finish(&daemon);
}

static void any_bytes_leave_a_sound_pose(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(3);
    for (int round = 0; round < 200; ++round) {
        Daemon daemon = startWith("");
        for (int i = 0; i < 50; ++i) {
            uint8_t bytes[200];
            size_t count = 1 + (size_t)vlRandom_Index(&random, (int)sizeof bytes);
            for (size_t k = 0; k < count; ++k) {
                // Half of them are zero, so that existing kinds of events occur.
                uint64_t bits = vlRandom_Next(&random);
                bytes[k] = (bits & 0x100u) != 0 ? 0 : (uint8_t)bits;
            }
            assert_int_equal(send(daemon.client, bytes, count, 0), (ssize_t)count);
            vlDeviceSample sample;
            if (vlSpacenav_Ops.read(daemon.self, 0.01 * i, &sample) == VL_OK) {
                assert_true(vlLength(sample.pose.p) <= daemon.info.radius + ROUNDING);
                vlQuat q = sample.pose.q;
                assert_true(vlIsNear(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z, 1.0, ROUNDING));
            }
        }
        finish(&daemon);
    }
}

static void what_is_missing_is_said(void** state)
{
    (void)state;
    void* self = &self;
    vlDeviceInfo info = {0};
    char message[512] = "";
    Daemon daemon = startDaemon();
    stopDaemon(&daemon);
    assert_int_equal(vlSpacenav_Ops.open(daemon.path, NULL, &self, &info, message, sizeof message),
                     VL_ERROR_IO);
    assert_non_null(strstr(message, "docs/devices.md"));
    setenv("SPNAV_SOCKET", daemon.path, 1);
    assert_false(vlSpacenav_Ops.probe(message, sizeof message));
    assert_non_null(strstr(message, "install and start spacenavd, see docs/devices.md"));
    assert_int_equal(vlSpacenav_Ops.open("", NULL, &self, &info, message, sizeof message),
                     VL_ERROR_IO);
    assert_non_null(strstr(message, daemon.path));
    assert_int_equal(vlSpacenav_Ops.open(",dead=2", NULL, &self, &info, message, sizeof message),
                     VL_ERROR_ARGUMENT);
    assert_non_null(strstr(message, "'dead'"));
    char longPath[200];
    memset(longPath, 'x', sizeof longPath - 1);
    longPath[sizeof longPath - 1] = '\0';
    assert_int_equal(vlSpacenav_Ops.open(longPath, NULL, &self, &info, NULL, 0), VL_ERROR_IO);
    assert_true(self == &self);
    listenAgain(&daemon);
    assert_true(vlSpacenav_Ops.probe(message, sizeof message));
    assert_int_equal(vlSpacenav_Ops.open("", NULL, &self, &info, message, sizeof message), VL_OK);
    unsetenv("SPNAV_SOCKET");
    // It accepts a force and does nothing with it.
    const vlWrench wrench = {{1.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    assert_int_equal(vlSpacenav_Ops.write(self, 0.0, &wrench), VL_OK);
    vlSpacenav_Ops.close(self);
    close(daemon.listener);
    unlink(daemon.path);
    rmdir(daemon.folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_push_is_a_velocity_along_our_axes),
        cmocka_unit_test(small_pushes_are_none_and_large_ones_are_limited),
        cmocka_unit_test(the_newest_of_many_events_counts_whole_or_in_parts),
        cmocka_unit_test(buttons_are_bits),
        cmocka_unit_test(an_old_daemon_gets_its_sensitivity_back),
        cmocka_unit_test(a_mouse_pulled_out_is_an_error_until_it_is_back),
        cmocka_unit_test(a_daemon_that_ends_is_found_again),
        cmocka_unit_test(the_pose_stays_within_its_ball),
        cmocka_unit_test(a_pause_or_a_clock_set_back_is_no_leap),
        cmocka_unit_test(any_bytes_leave_a_sound_pose),
        cmocka_unit_test(what_is_missing_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
