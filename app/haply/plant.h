// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_HAPLY_PLANT_H
#define VOLAR_APP_HAPLY_PLANT_H

// The simulated device behind a haply-server: moved by a simulated hand, its force bounded by a
// governor, commanded by one client at a time. The first client that commands keeps the device
// until it is silent for a while or leaves; other clients only get its state. Time is an argument.

#include <volar/device.h>
#include <volar/governor.h>

#include "app/haply/protocol.h"

#define VL_HAPLY_PLANT_ARM "0001" // its device_id, and that of its grip
#define VL_HAPLY_PLANT_GRIP "1001"
#define VL_HAPLY_PLANT_PRESET "inverse3"
// s without a command after which the device is free again. The governor fades the force before.
#define VL_HAPLY_KEPT 0.1

// Where a client sees the device: the service counts positions from the mounting plate, unless the
// client chose a preset that counts them from the workspace's centre.
typedef struct vlHaplyView {
    char preset[VL_MAX_HAPLY_WORD];
    vlVec3 centre; // m: of the workspace, where the client sees it
} vlHaplyView;

typedef struct vlHaplyPlantDef {
    const char* preset;  // of the simulated device, or "inverse3"; NULL: "inverse3"
    double rate;         // Hz at which it measures; 0: the preset's
    bool isStill;        // the hand rests
    double uncalibrated; // s, from the first client on, during which the arm is not calibrated
} vlHaplyPlantDef;

typedef struct vlHaplyPlant {
    vlDevice* device;
    bool isPlugged; // if not, states contain no device
    vlGovernor governor;
    vlDeviceSample sample;
    int holder;          // the client that commands, -1: none
    double commandTime;  // s, of the last command
    bool hasTarget;      // the client asks for a place, in place of a force
    vlVec3 target;       // m, from the workspace's centre
    vlVec3 wanted;       // N
    vlVec3 sent;         // N
    double largest;      // N, of all sent
    double uncalibrated; // s that are left until the arm is calibrated
    double tickTime;     // s, of the last tick
} vlHaplyPlant;

// VL_ERROR_ARGUMENT, and `message`, for an unknown preset or a bad rate.
VL_WARN_UNUSED vlResult vlHaplyPlant_Create(const vlHaplyPlantDef* def, vlHaplyPlant* plant,
                                            char* message, size_t messageSize);
void vlHaplyPlant_Destroy(vlHaplyPlant* plant);
// Lets the device measure and render. Call it about every millisecond.
void vlHaplyPlant_Tick(vlHaplyPlant* plant, double now);
// The view of a client that asked for nothing.
vlHaplyView vlHaplyPlant_DefaultView(void);
// Takes the request of a client, 0 or above, and what it says of the client's view.
void vlHaplyPlant_Command(vlHaplyPlant* plant, int client, vlHaplyView* view,
                          const vlHaplyRequest* request, double now);
void vlHaplyPlant_Leave(vlHaplyPlant* plant, int client);
// Fills in the state for a client; sessions count from 1.
void vlHaplyPlant_Describe(const vlHaplyPlant* plant, uint64_t session, const vlHaplyView* view,
                           vlHaplyState* state);

#endif
