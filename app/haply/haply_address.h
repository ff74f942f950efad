// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_HAPLY_ADDRESS_H
#define VOLAR_APP_HAPLY_ADDRESS_H

// Which Inverse3 behind which service, and its limits: "HOST:PORT/DEVICE,KEY=VALUE,...", each part
// optional. The host is numeric.

#include "app/haply/protocol.h"

// The maker publishes no limits; docs/devices.md says where these numbers come from. An address may
// give others.
#define VL_HAPLY_FORCE 3.0        // N: what Volar sends to any device with unknown limits
#define VL_HAPLY_STIFFNESS 1000.0 // N/m
#define VL_HAPLY_DAMPING 6.0      // N s/m
#define VL_HAPLY_RADIUS 0.08      // m
#define VL_MINVERSE_RADIUS 0.04   // m

typedef struct vlHaplyAddress {
    char host[64];
    int port;
    char device[VL_MAX_HAPLY_ID]; // "": the first
    double maxForce;              // N
    double maxStiffness;          // N/m
    bool mayBeUncalibrated;       // positions of an arm that is not calibrated count
} vlHaplyAddress;

// On failure `message` says what is wrong and what would be right.
bool vlHaplyAddress_Read(const char* text, vlHaplyAddress* address, char* message,
                         size_t messageSize);
// Is the host this machine itself?
bool vlHaplyAddress_IsLoopback(const vlHaplyAddress* address);

#endif
