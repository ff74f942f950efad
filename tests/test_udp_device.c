// SPDX-License-Identifier: MIT
// The UDP device over sockets: measurements, commands, and everything that can happen to a
// datagram. Time is an argument, so nothing here waits.

#include "models/random.h"
#include "test.h"
#include "udp_pair.h"

static void measurements_arrive_as_they_were_sent(void** state)
{
    (void)state;
    vlUdpPair pair = vlUdpPair_Open(":0");
    vlDeviceSample sample;
    vlMeasurement m = vlUdpPair_Measurement(7);
    vlUdpPair_Send(pair.device, &m);
    assert_int_equal(vlUdpPair_Read(&pair, 3.25, &sample), VL_OK);
    assert_true(sample.time == 3.25 && sample.hasTwist);
    assert_memory_equal(&sample.pose, &m.pose, sizeof m.pose);
    assert_memory_equal(&sample.twist, &m.twist, sizeof m.twist);
    assert_int_equal(sample.buttons, 7);
    uint64_t number = sample.sequence;
    // The same measurement keeps its number and its time.
    assert_int_equal(vlUdpPair_Read(&pair, 3.26, &sample), VL_OK);
    assert_true(sample.sequence == number && sample.time == 3.25);
    // Fields that the flags leave out are ignored, whatever they contain.
    m.sequence = 8;
    m.flags = 0;
    m.pose.q.w = (double)NAN;
    m.twist.linear.x = HUGE_VAL;
    vlUdpPair_Send(pair.device, &m);
    assert_int_equal(vlUdpPair_Read(&pair, 3.27, &sample), VL_OK);
    assert_true(sample.sequence == number + 1 && !sample.hasTwist);
    assert_true(sample.pose.q.w == 1.0 && vlLength(sample.twist.linear) == 0.0);
    vlUdpPair_Close(&pair);
}

static void layout_is_the_documented_one(void** state)
{
    (void)state;
    const vlMeasurement m = vlUdpPair_Measurement(0x0102030405060708u);
    uint8_t bytes[VL_MEASUREMENT_BYTES];
    vlDatagram_PackMeasurement(&m, bytes);
    static const uint8_t head[] = {'V', 'L', 'D', 'M', 1, 0, 3, 0, 8, 0, 0, 0,
                                   0,   0,   0,   0,   8, 7, 6, 5, 4, 3, 2, 1};
    assert_memory_equal(bytes, head, sizeof head);
    static const uint8_t two[] = {0, 0, 0, 0, 0, 0, 0, 0x40}; // 2.0, y of the velocity
    assert_memory_equal(bytes + 96, two, sizeof two);
    const vlDeviceCommand c = {.sequence = 3, .measurement = 4, .wrench = {{0.0, 2.0, 0.0}, {0}}};
    uint8_t packed[VL_COMMAND_BYTES];
    vlDatagram_PackCommand(&c, packed);
    static const uint8_t command[] = {'V', 'L', 'D', 'F', 1, 0, 0, 0, 3, 0, 0, 0,
                                      0,   0,   0,   0,   4, 0, 0, 0, 0, 0, 0, 0};
    assert_memory_equal(packed, command, sizeof command);
    assert_memory_equal(packed + 40, two, sizeof two);
}

static void places_beyond_the_range_are_refused(void** state)
{
    (void)state;
    const double beyond[] = {1.001 * VL_MAX_LENGTH, -1e130, 1e308};
    for (int i = 0; i < 3 * 3; ++i) {
        vlMeasurement m = vlUdpPair_Measurement(1), read;
        uint8_t bytes[VL_MEASUREMENT_BYTES];
        double* const place[] = {&m.pose.p.x, &m.pose.p.y, &m.pose.p.z};
        *place[i % 3] = beyond[i / 3];
        vlDatagram_PackMeasurement(&m, bytes);
        assert_int_equal(vlDatagram_ReadMeasurement(bytes, sizeof bytes, &read), VL_DATAGRAM_VALUE);
    }
}

static void forces_reach_the_device(void** state)
{
    (void)state;
    vlUdpPair pair = vlUdpPair_Open(":0");
    vlDeviceSample sample;
    const vlWrench wrench = {{1.0, -2.0, 3.0}, {0.1, 0.2, -0.3}};
    // There is no device yet.
    assert_int_equal(vlUdpPair_Read(&pair, 0.0, &sample), VL_ERROR_IO);
    assert_int_equal(vlUdp_Ops.write(pair.self, 0.0, &wrench), VL_ERROR_IO);
    vlUdpPair_SendNumber(pair.device, 41);
    assert_int_equal(vlUdpPair_Read(&pair, 0.001, &sample), VL_OK);
    assert_int_equal(vlUdp_Ops.write(pair.self, 0.001, &wrench), VL_OK);
    assert_int_equal(vlUdp_Ops.write(pair.self, 0.002, &wrench), VL_OK);
    vlDeviceCommand first, second, last;
    uint8_t bytes[VL_COMMAND_BYTES + 1];
    ssize_t size = recv(pair.device, bytes, sizeof bytes, MSG_DONTWAIT);
    assert_int_equal(vlDatagram_ReadCommand(bytes, (size_t)size, &first), VL_DATAGRAM_GOOD);
    size = recv(pair.device, bytes, sizeof bytes, MSG_DONTWAIT);
    assert_int_equal(vlDatagram_ReadCommand(bytes, (size_t)size, &second), VL_DATAGRAM_GOOD);
    assert_true(first.measurement == 41 && first.time == 0.001 * 41.0 && first.flags == 0);
    assert_true(second.sequence == first.sequence + 1);
    assert_memory_equal(&first.wrench, &wrench, sizeof wrench);
    // On closing, the device gets a last command with zero force.
    vlUdp_Ops.close(pair.self);
    size = recv(pair.device, bytes, sizeof bytes, MSG_DONTWAIT);
    assert_int_equal(vlDatagram_ReadCommand(bytes, (size_t)size, &last), VL_DATAGRAM_GOOD);
    assert_int_equal(last.flags, VL_COMMAND_IS_LAST);
    assert_true(vlLength(last.wrench.force) == 0.0 && vlLength(last.wrench.torque) == 0.0);
    close(pair.device);
}

// A loop that hangs sends nothing more; the thread that pulls the brake tells the device that its
// force has ended.
static void a_pulled_brake_ends_the_force(void** state)
{
    (void)state;
    vlDeviceBrake* brake = NULL;
    vlUdpPair pair = {0};
    char message[256] = "";
    assert_int_equal(vlDeviceBrake_Create(&brake), VL_OK);
    assert_int_equal(vlUdp_Ops.open(":0", brake, &pair.self, &pair.info, message, sizeof message),
                     VL_OK);
    pair.device = vlUdpPair_Connect(&pair.info);
    vlDeviceSample sample;
    const vlWrench wrench = {{1.0, -2.0, 3.0}, {0.1, 0.2, -0.3}};
    vlUdpPair_SendNumber(pair.device, 1);
    assert_int_equal(vlUdpPair_Read(&pair, 0.0, &sample), VL_OK);
    assert_int_equal(vlUdp_Ops.write(pair.self, 0.0, &wrench), VL_OK);
    vlDeviceBrake_Pull(brake);
    uint8_t bytes[VL_COMMAND_BYTES + 1];
    vlDeviceCommand command;
    uint64_t before = 0;
    for (int i = 0; i < 2; ++i) {
        assert_int_equal(recv(pair.device, bytes, sizeof bytes, MSG_DONTWAIT), VL_COMMAND_BYTES);
        assert_int_equal(vlDatagram_ReadCommand(bytes, VL_COMMAND_BYTES, &command),
                         VL_DATAGRAM_GOOD);
        assert_true(command.sequence > before);
        before = command.sequence;
    }
    assert_int_equal(command.flags, VL_COMMAND_IS_LAST);
    assert_true(vlLength(command.wrench.force) + vlLength(command.wrench.torque) == 0.0);
    vlUdpPair_Close(&pair);
    vlDeviceBrake_Pull(brake); // a device that was closed is left alone
    vlDeviceBrake_Destroy(brake);
}

static void lost_doubled_and_overtaken_datagrams_leave_the_newest(void** state)
{
    (void)state;
    enum { COUNT = 20000 };
    vlUdpPair pair = vlUdpPair_Open(":0");
    vlRandom random = vlRandom_Seed(5);
    uint64_t late = 0, newest = 0, taken = 0, sent = 0, lost = 0, first = 0;
    for (uint64_t i = 1; i <= COUNT; ++i) {
        uint64_t now[4];
        int count = 0;
        double luck = vlRandom_Uniform(&random);
        if (luck < 0.1) {
            late = i; // arrives with a later one, or never
        } else if (luck >= 0.2) {
            now[count++] = i;
        }
        if (luck > 0.9) {
            now[count++] = i;
        }
        if (luck > 0.6 && luck < 0.7 && late != 0) {
            now[count++] = late;
            late = 0;
        }
        for (int k = 0; k < count; ++k) {
            vlUdpPair_SendNumber(pair.device, now[k]);
            ++sent;
            if (now[k] > newest) {
                lost += newest == 0 ? 0 : now[k] - newest - 1;
                first = newest == 0 ? now[k] : first;
                newest = now[k];
                ++taken;
            }
        }
        vlDeviceSample sample;
        vlResult r = vlUdpPair_Read(&pair, 0.001 * (double)i, &sample);
        if (newest == 0) {
            assert_int_equal(r, VL_ERROR_IO);
            continue;
        }
        assert_int_equal(r, VL_OK);
        const vlMeasurement expected = vlUdpPair_Measurement(newest);
        assert_true(sample.sequence - 1 == newest - first);
        assert_memory_equal(&sample.pose, &expected.pose, sizeof sample.pose);
    }
    vlUdpCounts counts = vlUdp_GetCounts(pair.self);
    assert_true(counts.taken == taken && counts.old == sent - taken && counts.lost == lost);
    assert_true(counts.faulty[VL_DATAGRAM_GOOD] == sent && counts.starts == 1);
    assert_true(counts.old > COUNT / 20 && counts.lost > COUNT / 20); // both cases occurred
    vlUdpPair_Close(&pair);
}

static void rubbish_is_dropped_and_counted(void** state)
{
    (void)state;
    vlUdpPair pair = vlUdpPair_Open(":0,timeout=50");
    vlDeviceSample sample;
    vlUdpPair_SendNumber(pair.device, 1);
    assert_int_equal(vlUdpPair_Read(&pair, 0.0, &sample), VL_OK);
    vlMeasurement m = vlUdpPair_Measurement(2);
    uint8_t good[VL_MEASUREMENT_BYTES + 1] = {0}, bytes[sizeof good];
    vlDatagram_PackMeasurement(&m, good);
    static const size_t sizes[] = {0, 5, 6, VL_MEASUREMENT_BYTES - 1, VL_MEASUREMENT_BYTES + 1};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; ++i) {
        assert_true(send(pair.device, good, sizes[i], 0) >= 0);
    }
    memcpy(bytes, good, sizeof good);
    bytes[3] = 'F';
    assert_true(send(pair.device, bytes, VL_MEASUREMENT_BYTES, 0) > 0);
    memcpy(bytes, good, sizeof good);
    bytes[4] = 2;
    assert_true(send(pair.device, bytes, VL_MEASUREMENT_BYTES, 0) > 0);
    // Each double set to NaN or infinity, and a quaternion of the wrong length.
    for (size_t at = 24; at < VL_MEASUREMENT_BYTES; at += 8) {
        const double nan = (double)NAN;
        memcpy(bytes, good, sizeof good);
        memcpy(bytes + at, &nan, sizeof nan);
        assert_true(send(pair.device, bytes, VL_MEASUREMENT_BYTES, 0) > 0);
    }
    m.pose.q = (vlQuat){0.6, 0.0, 0.0, 0.81};
    vlUdpPair_Send(pair.device, &m);
    assert_int_equal(vlUdpPair_Read(&pair, 0.04, &sample), VL_OK);
    const vlMeasurement first = vlUdpPair_Measurement(1);
    assert_memory_equal(&sample.pose, &first.pose, sizeof first.pose);
    vlUdpCounts counts = vlUdp_GetCounts(pair.self);
    assert_true(counts.taken == 1 && counts.faulty[VL_DATAGRAM_SIZE] == 5);
    assert_true(counts.faulty[VL_DATAGRAM_MAGIC] == 1 && counts.faulty[VL_DATAGRAM_VERSION] == 1);
    assert_true(counts.faulty[VL_DATAGRAM_VALUE] == (VL_MEASUREMENT_BYTES - 24) / 8 + 1);
    // It does not count as a sign of life.
    assert_true(send(pair.device, bytes, 10, 0) > 0);
    assert_int_equal(vlUdpPair_Read(&pair, 0.06, &sample), VL_ERROR_IO);
    vlUdpPair_Close(&pair);
}

static void silence_is_an_error_until_the_device_is_back(void** state)
{
    (void)state;
    vlUdpPair pair = vlUdpPair_Open(":0");
    const vlWrench wrench = {{1.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    vlDeviceSample sample;
    vlUdpPair_SendNumber(pair.device, 1000);
    assert_int_equal(vlUdpPair_Read(&pair, 1.0, &sample), VL_OK);
    uint64_t number = sample.sequence;
    assert_int_equal(vlUdpPair_Read(&pair, 1.09, &sample), VL_OK);
    const vlDeviceSample before = sample;
    assert_int_equal(vlUdpPair_Read(&pair, 1.11, &sample), VL_ERROR_IO);
    assert_memory_equal(&sample, &before, sizeof sample);
    // It may still listen, so commands are still sent; but whether they arrive is unknown.
    assert_int_equal(vlUdp_Ops.write(pair.self, 1.11, &wrench), VL_ERROR_IO);
    uint8_t bytes[VL_COMMAND_BYTES];
    assert_int_equal(recv(pair.device, bytes, sizeof bytes, MSG_DONTWAIT), sizeof bytes);
    // After a restart it counts from the beginning; our numbers go on.
    vlUdpPair_SendNumber(pair.device, 1);
    assert_int_equal(vlUdpPair_Read(&pair, 1.2, &sample), VL_OK);
    assert_true(sample.sequence == number + 1 && sample.pose.p.x == 0.01);
    assert_int_equal(vlUdp_Ops.write(pair.self, 1.2, &wrench), VL_OK);
    // After a restart without a pause its numbers count as old until the silence is long enough.
    for (uint64_t i = 2; i <= 50; ++i) {
        vlUdpPair_SendNumber(pair.device, i);
    }
    assert_int_equal(vlUdpPair_Read(&pair, 1.3, &sample), VL_OK);
    number = sample.sequence;
    double now = 1.3;
    int failures = 0, steps = 0;
    for (uint64_t i = 0; i < 120; ++i) {
        now += 0.001;
        vlUdpPair_SendNumber(pair.device, i % 40);
        failures += vlUdpPair_Read(&pair, now, &sample) != VL_OK;
        steps += sample.sequence > number;
    }
    assert_true(failures == 1 && steps > 0);
    assert_true(vlUdp_GetCounts(pair.self).starts == 3);
    vlUdpPair_Close(&pair);
}

static void one_sender_is_listened_to_at_a_time(void** state)
{
    (void)state;
    vlUdpPair pair = vlUdpPair_Open(":0");
    int other = vlUdpPair_Connect(&pair.info);
    const vlWrench wrench = {{1.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    vlDeviceSample sample;
    uint8_t bytes[VL_COMMAND_BYTES];
    vlUdpPair_SendNumber(pair.device, 1);
    vlUdpPair_SendNumber(other, 50);
    assert_int_equal(vlUdpPair_Read(&pair, 0.0, &sample), VL_OK);
    assert_true(sample.pose.p.x == 0.01);
    assert_true(vlUdp_GetCounts(pair.self).foreign == 1);
    assert_int_equal(vlUdp_Ops.write(pair.self, 0.0, &wrench), VL_OK);
    assert_true(recv(other, bytes, sizeof bytes, MSG_DONTWAIT) < 0);
    assert_true(recv(pair.device, bytes, sizeof bytes, MSG_DONTWAIT) > 0);
    // If our side paused, the device is not gone, and the other device cannot take its place.
    vlUdpPair_SendNumber(other, 51);
    vlUdpPair_SendNumber(pair.device, 2);
    assert_int_equal(vlUdpPair_Read(&pair, 5.0, &sample), VL_OK);
    assert_true(sample.pose.p.x == 0.02);
    // If the device is silent, the other one can.
    assert_int_equal(vlUdpPair_Read(&pair, 6.0, &sample), VL_ERROR_IO);
    vlUdpPair_SendNumber(other, 52);
    assert_int_equal(vlUdpPair_Read(&pair, 6.1, &sample), VL_OK);
    assert_true(sample.pose.p.x == 0.52);
    assert_int_equal(vlUdp_Ops.write(pair.self, 6.1, &wrench), VL_OK);
    assert_true(recv(other, bytes, sizeof bytes, MSG_DONTWAIT) > 0);
    close(other);
    vlUdpPair_Close(&pair);
}

static void a_flood_is_read_a_piece_at_a_time(void** state)
{
    (void)state;
    vlUdpPair pair = vlUdpPair_Open(":0");
    vlDeviceSample sample;
    for (uint64_t i = 1; i <= 150; ++i) {
        vlUdpPair_SendNumber(pair.device, i);
    }
    static const uint64_t after[] = {64, 128, 150, 150};
    for (int i = 0; i < 4; ++i) {
        assert_int_equal(vlUdpPair_Read(&pair, 0.001 * i, &sample), VL_OK);
        assert_true(sample.sequence == after[i]);
    }
    vlUdpPair_Close(&pair);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(measurements_arrive_as_they_were_sent),
        cmocka_unit_test(layout_is_the_documented_one),
        cmocka_unit_test(places_beyond_the_range_are_refused),
        cmocka_unit_test(forces_reach_the_device),
        cmocka_unit_test(a_pulled_brake_ends_the_force),
        cmocka_unit_test(lost_doubled_and_overtaken_datagrams_leave_the_newest),
        cmocka_unit_test(rubbish_is_dropped_and_counted),
        cmocka_unit_test(silence_is_an_error_until_the_device_is_back),
        cmocka_unit_test(one_sender_is_listened_to_at_a_time),
        cmocka_unit_test(a_flood_is_read_a_piece_at_a_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
