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
#define VL_MAX_HAPLY_WORD 32   // with its end: a kind, a preset, a permutation; longer are skipped
#define VL_MAX_HAPLY_DEVICES 8 // of each kind that are read; more are skipped
#define VL_HAPLY_PRESET "arm_front_centered" // x right, y away, z up, from the workspace's centre
#define VL_HAPLY_BASIS "XYZ"                 // no axes exchanged

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

// Where an arm stands, or how its poses are shown: only what changes directions and distances.
typedef struct vlHaplyTurn {
    bool isKnown;
    vlQuat rotation; // as received
    vlVec3 scale;    // 1 without unit
} vlHaplyTurn;

// A switch of the service with its factor.
typedef struct vlHaplySwitch {
    bool isKnown, isOn;
    double factor; // 1 if there is none
} vlHaplySwitch;

// The configuration of an arm; a word is "" if the text did not contain it.
typedef struct vlHaplyConfig {
    bool isKnown;
    char type[VL_MAX_HAPLY_WORD]; // "inverse3", "minverse", ...
    char preset[VL_MAX_HAPLY_WORD];
    char basis[VL_MAX_HAPLY_WORD]; // permutation of the axes
    char handedness[VL_MAX_HAPLY_WORD];
    vlHaplyTurn mount;
    vlHaplySwitch gravityCompensation, torqueScaling;
    bool hasForceGate, hasDamping;
    double forceGate, damping; // gain and scalar of the filters
} vlHaplyConfig;

// An Inverse3, or a Minverse.
typedef struct vlHaplyArm {
    char id[VL_MAX_HAPLY_ID];
    bool hasPosition, hasVelocity, hasForce;
    vlVec3 position;       // m
    vlVec3 velocity;       // m/s
    vlVec3 force;          // N, rendered now
    vlHaplyTurn transform; // from the workspace to the application
    unsigned statusKnown;  // bits that the text contained
    unsigned status;       // of these, the bits that are set
    vlHaplyConfig config;
} vlHaplyArm;

// What is held at its end: an orientation and buttons. The kinds in the order of preference.
typedef enum vlHaplyGripKind {
    VL_HAPLY_GRIP_WIRELESS,
    VL_HAPLY_GRIP_CUSTOM, // Ruko, Kingfisher
    VL_HAPLY_GRIP_WIRED,
    VL_HAPLY_GRIP_COUNT
} vlHaplyGripKind;

// Their groups in a message.
#define VL_HAPLY_GRIP_NAMES                                                                        \
    {                                                                                              \
        "wireless_verse_grip", "custom_verse_grip", "verse_grip"                                   \
    }

typedef struct vlHaplyGrip {
    char id[VL_MAX_HAPLY_ID];
    vlHaplyGripKind kind;
    bool hasOrientation, hasButtons;
    vlQuat orientation; // as received, perhaps not of unit length
    uint32_t buttons;   // a, b, c and home, or button_0 and so on, from bit 0; a wired grip has one
} vlHaplyGrip;

typedef struct vlHaplyState {
    uint64_t session; // 0: unknown
    int armCount;
    vlHaplyArm arms[VL_MAX_HAPLY_DEVICES];
    int gripCount;
    vlHaplyGrip grips[VL_MAX_HAPLY_DEVICES];
} vlHaplyState;

// How a request names a preset: as services of version 3.5 document it, or as a bare text.
typedef enum vlHaplyPresetForm {
    VL_HAPLY_PRESET_NONE, // it does not
    VL_HAPLY_PRESET_OBJECT,
    VL_HAPLY_PRESET_TEXT
} vlHaplyPresetForm;

// What an arm shall do: render a force, go to a place, or only report its position.
typedef struct vlHaplyOrder {
    char id[VL_MAX_HAPLY_ID];
    vlHaplyPresetForm presetForm;
    char preset[VL_MAX_HAPLY_WORD];
    bool hasForce, hasTarget;
    vlVec3 force;  // N
    vlVec3 target; // m
} vlHaplyOrder;

// A grip that shall report its orientation though no arm is commanded.
typedef struct vlHaplyProbe {
    bool isWanted;
    vlHaplyGripKind kind;
    char id[VL_MAX_HAPLY_ID];
} vlHaplyProbe;

typedef struct vlHaplyRequest {
    bool isFirst;  // of a connection: names the client and asks for the axes as they are
    bool wantsAll; // the next state shall contain the configuration too
    int orderCount;
    vlHaplyOrder orders[VL_MAX_HAPLY_DEVICES];
    vlHaplyProbe probe;
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
