// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_LIVE_DEVICES_H
#define VOLAR_APP_LIVE_DEVICES_H

// Devices of a live run that are not part of the simulation: real ones, opened for a device of the
// scene, and viewer pages that steer one. Before a step their samples become inputs, after it they
// are told what to render. What is rendered went through the governor in the simulation; a run that
// pauses or ends renders nothing.

#include <volar/simulation.h>

#include "app/serve/command.h"

// A viewer page at the place of a device: where it wants to be, followed smoothly, since what comes
// from a page comes in leaps of a sixtieth of a second.
typedef struct vlSteered {
    bool isOn;
    bool isLeaving;    // to be told to the simulation
    int client;        // the page
    vlVec3 wanted;     // m, world, since it took over
    vlVec3 wantedTurn; // rad, rotation vector, world
    vlVec3 place, placeRate;
    vlVec3 turn, turnRate;
    uint32_t buttons;
    uint64_t sequence;
} vlSteered;

typedef struct vlLiveDevices {
    vlDevice* real[VL_MAX_DEVICES]; // by place in the scene; NULL: none. Owned.
    vlSteered steered[VL_MAX_DEVICES];
    bool isSilenced; // nothing is rendered
} vlLiveDevices;

// Closes the real ones.
void vlLiveDevices_Close(vlLiveDevices* devices);
bool vlLiveDevices_HasReal(const vlLiveDevices* devices);
// Another scene: pages let go.
void vlLiveDevices_Reset(vlLiveDevices* devices);

// Commands of pages. A real device cannot be steered; one that another page steers stays its own.
void vlLiveDevices_Steer(vlLiveDevices* devices, const vlSimulation* simulation,
                         const vlViewerCommand* command);
void vlLiveDevices_Leave(vlLiveDevices* devices, const vlViewerCommand* command);

// Before and after a step. `now`: s, by the clock of the run; `simulated`: s, in all.
void vlLiveDevices_Read(vlLiveDevices* devices, vlSimulation* simulation, double now,
                        double simulated);
void vlLiveDevices_Write(vlLiveDevices* devices, vlSimulation* simulation, double now);
// While no step is made.
void vlLiveDevices_Silence(vlLiveDevices* devices, double now);

#endif
