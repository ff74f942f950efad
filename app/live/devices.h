// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_LIVE_DEVICES_H
#define VOLAR_APP_LIVE_DEVICES_H

// Devices of a live run that are not part of the simulation: real ones, opened for a device of the
// scene, and viewer pages that steer one. Before a step their samples become inputs; after it they
// get the force to render, which has passed the governor in the simulation. A run that pauses or
// ends renders nothing.

#include <volar/simulation.h>

#include "app/serve/command.h"

// A viewer page that steers a device. The device follows the wanted position smoothly, because
// messages of a page come only sixty times a second.
typedef struct vlSteered {
    bool isOn;
    bool isLeaving;    // the simulation does not know yet that the page left
    int client;        // the page
    vlVec3 wanted;     // m, world, motion since it took over
    vlVec3 wantedTurn; // rad, rotation vector, world
    vlVec3 place, placeRate;
    vlVec3 turn, turnRate;
    uint32_t buttons;
    uint64_t sequence;
} vlSteered;

typedef struct vlLiveDevices {
    vlDevice* real[VL_MAX_DEVICES]; // by place in the scene; NULL: none. Owned.
    vlSteered steered[VL_MAX_DEVICES];
    bool isSilenced; // zero was written last, and not what the simulation sent
} vlLiveDevices;

// Closes the real ones.
void vlLiveDevices_Close(vlLiveDevices* devices);
bool vlLiveDevices_HasReal(const vlLiveDevices* devices);
// For another scene: all pages give their devices back.
void vlLiveDevices_Reset(vlLiveDevices* devices);

// Commands of pages. A page cannot steer a real device, nor one that another page steers.
void vlLiveDevices_Steer(vlLiveDevices* devices, const vlSimulation* simulation,
                         const vlViewerCommand* command);
void vlLiveDevices_Leave(vlLiveDevices* devices, const vlViewerCommand* command);

// Before and after a step. `now`: s, by the clock of the run; `simulated`: s, total simulated time.
void vlLiveDevices_Read(vlLiveDevices* devices, vlSimulation* simulation, double now,
                        double simulated);
void vlLiveDevices_Write(vlLiveDevices* devices, vlSimulation* simulation, double now);
// s, between two writes to the real device that is served most often, which for one whose rate is
// not known is a step; infinite without a real device.
double vlLiveDevices_GetPeriod(const vlLiveDevices* devices, double step);
// Writes zero to all real devices, instead of a step. The next step's force starts softly.
void vlLiveDevices_Silence(vlLiveDevices* devices, vlSimulation* simulation, double now);

#endif
