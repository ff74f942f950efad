// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_HAPLY_ADDRESS_H
#define VOLAR_APP_HAPLY_ADDRESS_H

// Which Inverse3 behind which service, and its limits: "HOST:PORT/DEVICE,KEY=VALUE,...", each part
// optional. The host is numeric.

#include "app/haply/protocol.h"

// The manufacturer publishes no numbers for these, so they are the lowest of all devices with known
// numbers: those of the Touch. An address may give others.
#define VL_HAPLY_FORCE 3.3       // N
#define VL_HAPLY_STIFFNESS 400.0 // N/m
#define VL_HAPLY_DAMPING 4.0     // N s/m
#define VL_HAPLY_RADIUS 0.075    // m

typedef struct vlHaplyAddress {
    char host[64];
    int port;
    char device[VL_MAX_HAPLY_ID]; // "": the first
    double maxForce;              // N
    double maxStiffness;          // N/m
} vlHaplyAddress;

// On failure `message` says what is wrong and what would be right.
bool vlHaplyAddress_Read(const char* text, vlHaplyAddress* address, char* message,
                         size_t messageSize);
// Is the host this machine itself?
bool vlHaplyAddress_IsLoopback(const vlHaplyAddress* address);

#endif
