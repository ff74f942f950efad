// SPDX-License-Identifier: MIT
#include "device/datagram.h"

#include <string.h>

#include "device/backend.h"

#define VERSION 1u
#define HEADER 6 // magic and version

static const uint8_t measurementMagic[4] = {'V', 'L', 'D', 'M'};
static const uint8_t commandMagic[4] = {'V', 'L', 'D', 'F'};

// The writer and the reader walk through the bytes field by field.
static void put(uint8_t** at, uint64_t value, int bytes)
{
    for (int i = 0; i < bytes; ++i) {
        *(*at)++ = (uint8_t)(value >> (8 * i));
    }
}

static uint64_t take(const uint8_t** at, int bytes)
{
    uint64_t value = 0;
    for (int i = 0; i < bytes; ++i) {
        value |= (uint64_t) * (*at)++ << (8 * i);
    }
    return value;
}

static void putDouble(uint8_t** at, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    put(at, bits, 8);
}

static double takeDouble(const uint8_t** at)
{
    uint64_t bits = take(at, 8);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static void putVec(uint8_t** at, vlVec3 v)
{
    putDouble(at, v.x);
    putDouble(at, v.y);
    putDouble(at, v.z);
}

static vlVec3 takeVec(const uint8_t** at)
{
    double x = takeDouble(at);
    double y = takeDouble(at);
    double z = takeDouble(at);
    return vlVec(x, y, z);
}

static void putHeader(uint8_t** at, const uint8_t magic[4], uint16_t flags)
{
    memcpy(*at, magic, 4);
    *at += 4;
    put(at, VERSION, 2);
    put(at, flags, 2);
}

static vlDatagramFault checkHeader(const uint8_t* bytes, size_t size, const uint8_t magic[4],
                                   size_t expected)
{
    // The magic is checked first: it separates other programs' datagrams from later versions of
    // this one.
    if (size < HEADER) {
        return VL_DATAGRAM_SIZE;
    }
    if (memcmp(bytes, magic, 4) != 0) {
        return VL_DATAGRAM_MAGIC;
    }
    const uint8_t* at = bytes + 4;
    if (take(&at, 2) != VERSION) {
        return VL_DATAGRAM_VERSION;
    }
    return size == expected ? VL_DATAGRAM_GOOD : VL_DATAGRAM_SIZE;
}

void vlDatagram_PackMeasurement(const vlMeasurement* measurement,
                                uint8_t bytes[VL_MEASUREMENT_BYTES])
{
    uint8_t* at = bytes;
    putHeader(&at, measurementMagic, measurement->flags);
    put(&at, measurement->buttons, 4);
    put(&at, 0, 4);
    put(&at, measurement->sequence, 8);
    putDouble(&at, measurement->time);
    putVec(&at, measurement->pose.p);
    vlQuat q = measurement->pose.q;
    putDouble(&at, q.w);
    putVec(&at, vlVec(q.x, q.y, q.z));
    putVec(&at, measurement->twist.linear);
    putVec(&at, measurement->twist.angular);
}

vlDatagramFault vlDatagram_ReadMeasurement(const uint8_t* bytes, size_t size,
                                           vlMeasurement* measurement)
{
    vlDatagramFault fault = checkHeader(bytes, size, measurementMagic, VL_MEASUREMENT_BYTES);
    if (fault != VL_DATAGRAM_GOOD) {
        return fault;
    }
    vlMeasurement read = {.pose = vlIdentityPose()};
    const uint8_t* at = bytes + HEADER;
    read.flags = (uint16_t)take(&at, 2);
    read.buttons = (uint32_t)take(&at, 4);
    at += 4;
    read.sequence = take(&at, 8);
    read.time = takeDouble(&at);
    read.pose.p = takeVec(&at);
    vlQuat q;
    q.w = takeDouble(&at);
    vlVec3 v = takeVec(&at);
    q.x = v.x, q.y = v.y, q.z = v.z;
    vlTwist twist;
    twist.linear = takeVec(&at);
    twist.angular = takeVec(&at);
    if (!isfinite(read.time) || !vlIsWithin(read.pose.p, VL_MAX_LENGTH)) {
        return VL_DATAGRAM_VALUE;
    }
    if ((read.flags & VL_MEASUREMENT_HAS_ORIENTATION) != 0) {
        vlQuat unit = q;
        if (!vlDevice_MakeUnit(&unit)) {
            return VL_DATAGRAM_VALUE;
        }
        read.pose.q = q;
    }
    if ((read.flags & VL_MEASUREMENT_HAS_VELOCITY) != 0) {
        if (!vlIsWithin(twist.linear, VL_MAX_SPEED) || !vlIsWithin(twist.angular, VL_MAX_SPEED)) {
            return VL_DATAGRAM_VALUE;
        }
        read.twist = twist;
    }
    *measurement = read;
    return VL_DATAGRAM_GOOD;
}

void vlDatagram_PackCommand(const vlDeviceCommand* command, uint8_t bytes[VL_COMMAND_BYTES])
{
    uint8_t* at = bytes;
    putHeader(&at, commandMagic, command->flags);
    put(&at, command->sequence, 8);
    put(&at, command->measurement, 8);
    putDouble(&at, command->time);
    putVec(&at, command->wrench.force);
    putVec(&at, command->wrench.torque);
}

vlDatagramFault vlDatagram_ReadCommand(const uint8_t* bytes, size_t size, vlDeviceCommand* command)
{
    vlDatagramFault fault = checkHeader(bytes, size, commandMagic, VL_COMMAND_BYTES);
    if (fault != VL_DATAGRAM_GOOD) {
        return fault;
    }
    vlDeviceCommand read;
    const uint8_t* at = bytes + HEADER;
    read.flags = (uint16_t)take(&at, 2);
    read.sequence = take(&at, 8);
    read.measurement = take(&at, 8);
    read.time = takeDouble(&at);
    read.wrench.force = takeVec(&at);
    read.wrench.torque = takeVec(&at);
    if (!isfinite(read.time) || !vlIsWithin(read.wrench.force, VL_MAX_FORCE) ||
        !vlIsWithin(read.wrench.torque, VL_MAX_FORCE)) {
        return VL_DATAGRAM_VALUE;
    }
    *command = read;
    return VL_DATAGRAM_GOOD;
}
