// SPDX-License-Identifier: MIT
#ifndef VOLAR_DEVICE_DATAGRAM_H
#define VOLAR_DEVICE_DATAGRAM_H

// The two datagrams of the UDP device, as bytes: the device sends measurements, Volar answers with
// commands. Little-endian, fixed size, no padding; docs/devices.md describes them for users.
//
//   measurement                             command
//     0  "VLDM"                               0  "VLDF"
//     4  u16 version, 1                       4  u16 version, 1
//     6  u16 flags                            6  u16 flags
//     8  u32 buttons                          8  u64 sequence, of the commands
//    12  u32 not used, 0                     16  u64 sequence of the newest measurement
//    16  u64 sequence                        24  f64 device time of that measurement
//    24  f64 device time, s                  32  f64 force x y z, N
//    32  f64 position x y z, m               56  f64 torque x y z, N m
//    56  f64 orientation w x y z             80  end
//    88  f64 velocity x y z, m/s
//   112  f64 angular velocity x y z, rad/s
//   136  end

#include "volar/math.h"

#define VL_MEASUREMENT_BYTES 136
#define VL_COMMAND_BYTES 80

enum {
    VL_MEASUREMENT_HAS_ORIENTATION = 1, // otherwise the orientation is ignored
    VL_MEASUREMENT_HAS_VELOCITY = 2,    // otherwise the velocities are ignored
    VL_COMMAND_IS_LAST = 1              // Volar closes the device
};

typedef struct vlMeasurement {
    uint64_t sequence;
    double time; // s, by the device's clock
    vlPose pose;
    vlTwist twist;
    uint32_t buttons;
    uint16_t flags;
} vlMeasurement;

typedef struct vlDeviceCommand {
    uint64_t sequence;
    uint64_t measurement; // sequence of the newest measurement
    double time;          // its device time
    vlWrench wrench;
    uint16_t flags;
} vlDeviceCommand;

// Why a datagram was rejected.
typedef enum vlDatagramFault {
    VL_DATAGRAM_GOOD,
    VL_DATAGRAM_SIZE,
    VL_DATAGRAM_MAGIC,
    VL_DATAGRAM_VERSION,
    VL_DATAGRAM_VALUE, // not finite or out of range, or a quaternion that is not unit to 1e-3
    VL_DATAGRAM_FAULTS
} vlDatagramFault;

void vlDatagram_PackMeasurement(const vlMeasurement* measurement,
                                uint8_t bytes[VL_MEASUREMENT_BYTES]) VL_REALTIME;
// `measurement` is untouched unless the datagram is good. An orientation or velocity that the flags
// leave out becomes identity or zero; unknown flags and buttons are kept for later versions.
vlDatagramFault vlDatagram_ReadMeasurement(const uint8_t* bytes, size_t size,
                                           vlMeasurement* measurement) VL_REALTIME;
void vlDatagram_PackCommand(const vlDeviceCommand* command,
                            uint8_t bytes[VL_COMMAND_BYTES]) VL_REALTIME;
vlDatagramFault vlDatagram_ReadCommand(const uint8_t* bytes, size_t size,
                                       vlDeviceCommand* command) VL_REALTIME;

#endif
