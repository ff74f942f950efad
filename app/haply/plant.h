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

typedef struct vlHaplyPlantDef {
    const char* preset; // of the simulated device, or "inverse3"; NULL: "inverse3"
    double rate;        // Hz at which it measures; 0: the preset's
    bool isStill;       // the hand rests
} vlHaplyPlantDef;

typedef struct vlHaplyPlant {
    vlDevice* device;
    bool isPlugged; // if not, states contain no device
    vlGovernor governor;
    vlDeviceSample sample;
    int holder;         // the client that commands, -1: none
    double commandTime; // s, of the last command
    vlVec3 wanted;      // N
    vlVec3 sent;        // N
    double largest;     // N, of all sent
} vlHaplyPlant;

// VL_ERROR_ARGUMENT, and `message`, for an unknown preset or a bad rate.
VL_WARN_UNUSED vlResult vlHaplyPlant_Create(const vlHaplyPlantDef* def, vlHaplyPlant* plant,
                                            char* message, size_t messageSize);
void vlHaplyPlant_Destroy(vlHaplyPlant* plant);
// Lets the device measure and render. Call it about every millisecond.
void vlHaplyPlant_Tick(vlHaplyPlant* plant, double now);
// Takes the request of a client, 0 or above.
void vlHaplyPlant_Command(vlHaplyPlant* plant, int client, const vlHaplyRequest* request,
                          double now);
void vlHaplyPlant_Leave(vlHaplyPlant* plant, int client);
// Fills in the state for a client; sessions count from 1.
void vlHaplyPlant_Describe(const vlHaplyPlant* plant, uint64_t session, vlHaplyState* state);

#endif
