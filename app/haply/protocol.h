// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_HAPLY_PROTOCOL_H
#define VOLAR_APP_HAPLY_PROTOCOL_H

// The messages between a Haply Inverse Service and its clients over a WebSocket, as plain structs.
// On connecting, the service sends a state of all devices with their configuration; then one state
// for each request, and nothing by itself. Texts are JSON and come from untrusted senders: reading
// goes through them once, without allocation, and accepts keys in any order. Unknown keys are
// skipped, null counts as absent, and of a key given twice the last counts.
//
// Units are SI, quaternions are named component by component. A component that is left out is that
// of the identity: 0, or 1 for the w of a quaternion.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <volar/math.h>

#define VL_HAPLY_PORT 10001
#define VL_MAX_HAPLY_STATE 65536  // bytes of a state
#define VL_MAX_HAPLY_REQUEST 4096 // bytes of a request
#define VL_MAX_HAPLY_ID 64        // with its end
#define VL_MAX_HAPLY_DEVICES 8    // of each kind that are read; more are skipped

// Bits of an arm's status, and their names in the same order.
#define VL_HAPLY_STATUS_NAMES                                                                      \
    {                                                                                              \
        "calibrated", "in_use", "power_supply", "ready", "started"                                 \
    }
enum {
    VL_HAPLY_CALIBRATED = 1,
    VL_HAPLY_IN_USE = 2,
    VL_HAPLY_POWERED = 4,
    VL_HAPLY_READY = 8,
    VL_HAPLY_STARTED = 16
};

// An Inverse3.
typedef struct vlHaplyArm {
    char id[VL_MAX_HAPLY_ID];
    bool hasPosition, hasVelocity, hasForce;
    vlVec3 position;      // m
    vlVec3 velocity;      // m/s
    vlVec3 force;         // N, rendered now
    unsigned statusKnown; // bits that the text contained
    unsigned status;      // of these, the bits that are set
} vlHaplyArm;

// What is held at its end: an orientation and buttons.
typedef struct vlHaplyGrip {
    char id[VL_MAX_HAPLY_ID];
    bool isWireless;
    bool hasOrientation, hasButtons;
    vlQuat orientation; // as received, perhaps not of unit length
    uint32_t buttons;   // a, b, c, or button_0 and so on, from bit 0; a wired grip has one
} vlHaplyGrip;

typedef struct vlHaplyState {
    uint64_t session; // 0: unknown
    int armCount;
    vlHaplyArm arms[VL_MAX_HAPLY_DEVICES];
    int gripCount;
    vlHaplyGrip grips[VL_MAX_HAPLY_DEVICES];
} vlHaplyState;

// What an arm shall do: render a force, or only report its position.
typedef struct vlHaplyOrder {
    char id[VL_MAX_HAPLY_ID];
    bool hasForce;
    vlVec3 force; // N
} vlHaplyOrder;

typedef struct vlHaplyRequest {
    // The first of a connection: names the client and moves the origin to the workspace's centre.
    bool isFirst;
    bool wantsAll; // the next state shall contain the configuration too
    int orderCount;
    vlHaplyOrder orders[VL_MAX_HAPLY_DEVICES];
} vlHaplyRequest;

// Reads what a service or a client sent. On failure `message` (may be NULL) says what is wrong and
// the result is untouched.
bool vlHaplyState_Read(const char* text, size_t size, vlHaplyState* state, char* message,
                       size_t messageSize);
bool vlHaplyRequest_Read(const char* text, size_t size, vlHaplyRequest* request, char* message,
                         size_t messageSize);
// Write a text without terminating NUL and return its bytes, 0 if it does not fit. `isFull` adds
// the configuration of the devices.
size_t vlHaplyState_Write(const vlHaplyState* state, bool isFull, char* text, size_t size);
size_t vlHaplyRequest_Write(const vlHaplyRequest* request, char* text, size_t size);

#endif
