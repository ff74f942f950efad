// SPDX-License-Identifier: MIT
// Any bytes read as the datagrams of the UDP device: refused, or finite and packed to the same
// bytes again. Each input is tried as it is and with the right beginning and size, then as the
// numbers of a measurement and of a command.

#include "device/datagram.h"
#include "fuzz_input.h"

static bool isUnit(vlQuat q)
{
    return fabs(sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z) - 1.0) <= 1e-3;
}

static bool isSame(const void* a, const void* b, size_t size)
{
    return memcmp(a, b, size) == 0;
}

static void checkMeasurement(const uint8_t* bytes, size_t size)
{
    vlMeasurement read;
    memset(&read, 0x5a, sizeof read);
    const vlMeasurement before = read;
    vlDatagramFault fault = vlDatagram_ReadMeasurement(bytes, size, &read);
    VL_FUZZ_REQUIRE(fault >= VL_DATAGRAM_GOOD && fault < VL_DATAGRAM_FAULTS);
    if (fault != VL_DATAGRAM_GOOD) {
        VL_FUZZ_REQUIRE(isSame(&read, &before, sizeof read));
        return;
    }
    VL_FUZZ_REQUIRE(size == VL_MEASUREMENT_BYTES && isfinite(read.time));
    VL_FUZZ_REQUIRE(vlIsFinite(read.pose.p) && isUnit(read.pose.q));
    VL_FUZZ_REQUIRE(vlIsFinite(read.twist.linear) && vlIsFinite(read.twist.angular));
    uint8_t again[VL_MEASUREMENT_BYTES];
    vlDatagram_PackMeasurement(&read, again);
    VL_FUZZ_REQUIRE(memcmp(again, bytes, 12) == 0 && memcmp(again + 16, bytes + 16, 40) == 0);
    bool hasOrientation = (read.flags & VL_MEASUREMENT_HAS_ORIENTATION) != 0;
    bool hasVelocity = (read.flags & VL_MEASUREMENT_HAS_VELOCITY) != 0;
    VL_FUZZ_REQUIRE(!hasOrientation || memcmp(again + 56, bytes + 56, 32) == 0);
    VL_FUZZ_REQUIRE(!hasVelocity || memcmp(again + 88, bytes + 88, 48) == 0);
}

static void checkCommand(const uint8_t* bytes, size_t size)
{
    vlDeviceCommand read;
    memset(&read, 0x5a, sizeof read);
    const vlDeviceCommand before = read;
    vlDatagramFault fault = vlDatagram_ReadCommand(bytes, size, &read);
    if (fault != VL_DATAGRAM_GOOD) {
        VL_FUZZ_REQUIRE(isSame(&read, &before, sizeof read));
        return;
    }
    VL_FUZZ_REQUIRE(isfinite(read.time) && vlIsFinite(read.wrench.force) &&
                    vlIsFinite(read.wrench.torque));
    uint8_t again[VL_COMMAND_BYTES];
    vlDatagram_PackCommand(&read, again);
    VL_FUZZ_REQUIRE(size == sizeof again && memcmp(again, bytes, sizeof again) == 0);
}

static void mend(uint8_t* bytes, const char* magic)
{
    memcpy(bytes, magic, 4);
    bytes[4] = 1;
    bytes[5] = 0;
}

// Numbers as they come; refused exactly if one of the numbers that matter is invalid.
static void tryNumbers(vlFuzzInput* in)
{
    vlMeasurement made = {.sequence = vlFuzz_Byte(in), .time = vlFuzz_Double(in)};
    made.flags = (uint16_t)vlFuzz_Choice(in, 4);
    made.pose = vlFuzz_Pose(in);
    made.twist.linear = vlFuzz_Vec(in);
    made.twist.angular = vlFuzz_Vec(in);
    bool isFit = isfinite(made.time) && vlIsWithin(made.pose.p, VL_MAX_LENGTH);
    if ((made.flags & VL_MEASUREMENT_HAS_ORIENTATION) != 0) {
        isFit = isFit && isUnit(made.pose.q);
    }
    if ((made.flags & VL_MEASUREMENT_HAS_VELOCITY) != 0) {
        isFit = isFit && vlIsWithin(made.twist.linear, VL_MAX_SPEED) &&
                vlIsWithin(made.twist.angular, VL_MAX_SPEED);
    }
    uint8_t bytes[VL_MEASUREMENT_BYTES];
    vlDatagram_PackMeasurement(&made, bytes);
    vlMeasurement read;
    vlDatagramFault fault = vlDatagram_ReadMeasurement(bytes, sizeof bytes, &read);
    VL_FUZZ_REQUIRE(fault == (isFit ? VL_DATAGRAM_GOOD : VL_DATAGRAM_VALUE));
    checkMeasurement(bytes, sizeof bytes);
    vlDeviceCommand command = {.sequence = made.sequence, .time = made.time};
    command.wrench.force = made.twist.linear;
    command.wrench.torque = made.twist.angular;
    uint8_t packed[VL_COMMAND_BYTES];
    vlDatagram_PackCommand(&command, packed);
    checkCommand(packed, sizeof packed);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    checkMeasurement(data, size);
    checkCommand(data, size);
    uint8_t bytes[VL_MEASUREMENT_BYTES] = {0};
    memcpy(bytes, data, size < sizeof bytes ? size : sizeof bytes);
    mend(bytes, "VLDM");
    checkMeasurement(bytes, sizeof bytes);
    mend(bytes, "VLDF");
    checkCommand(bytes, VL_COMMAND_BYTES);
    vlFuzzInput in = {data, size};
    do {
        tryNumbers(&in);
    } while (in.left > 0);
    return 0;
}
