// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_HAPLY_PLANT_H
#define VOLAR_APP_HAPLY_PLANT_H

// The simulated device behind a haply-server: moved by a simulated hand, its force bounded by a
// governor, commanded by one client at a time. Who commands first keeps it until he is silent for a
// while or leaves; others are told where it is. Time is an argument.

#include <volar/device.h>
#include <volar/governor.h>

#include "app/haply/protocol.h"

#define VL_HAPLY_PLANT_ARM "0001" // its device_id, and that of its grip
#define VL_HAPLY_PLANT_GRIP "1001"
#define VL_HAPLY_PLANT_PRESET "inverse3"
// s without a command after which nobody has the device. The governor fades the force before.
#define VL_HAPLY_KEPT 0.1

typedef struct vlHaplyPlantDef {
    const char* preset; // of the simulated device, or "inverse3"; NULL: that
    double rate;        // Hz at which it measures; 0: the preset's
    bool isStill;       // the hand rests
} vlHaplyPlantDef;

typedef struct vlHaplyPlant {
    vlDevice* device;
    bool isPlugged; // else there is nothing to tell
    vlGovernor governor;
    vlDeviceSample sample;
    int holder;         // who commands, -1: nobody
    double commandTime; // s, of the last command
    vlVec3 wanted;      // N
    vlVec3 sent;        // N
    double largest;     // N, of all sent
} vlHaplyPlant;

// VL_ERROR_ARGUMENT, and `message`, for a preset or rate there is not.
VL_WARN_UNUSED vlResult vlHaplyPlant_Create(const vlHaplyPlantDef* def, vlHaplyPlant* plant,
                                            char* message, size_t messageSize);
void vlHaplyPlant_Destroy(vlHaplyPlant* plant);
// Lets the device measure and render. To be called every millisecond or so.
void vlHaplyPlant_Tick(vlHaplyPlant* plant, double now);
// What a client, 0 or above, asks for.
void vlHaplyPlant_Command(vlHaplyPlant* plant, int client, const vlHaplyRequest* request,
                          double now);
void vlHaplyPlant_Leave(vlHaplyPlant* plant, int client);
// What a client is told; it counts sessions from 1.
void vlHaplyPlant_Describe(const vlHaplyPlant* plant, uint64_t session, vlHaplyState* state);

#endif
