// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_LIVE_CONNECT_H
#define VOLAR_APP_LIVE_CONNECT_H

// Opens devices for the devices of a scene, as the scene and the option --device say.

#include <volar/simulation.h>

// The values of --device: [NAME=]BACKEND[:ADDRESS].
typedef struct vlConnectSpecs {
    const char* text[VL_MAX_DEVICES];
    int count;
    // Those that name a simulated device: of the scene by now (--set), but each device has one.
    const char* simulated[VL_MAX_DEVICES];
    int simulatedCount;
} vlConnectSpecs;

// Opens all that are not simulated and gives the simulation their capabilities. VL_EXIT_OK, or
// prints an error and returns another status: VL_EXIT_USAGE for a spec that fits no device of the
// scene or a device that has one already, or a device of real time in a fast run; VL_EXIT_FILE for
// a device that cannot be opened; vlEnding_GetStatus if a signal came. `devices` holds what was
// opened in any case.
int vlConnect_Open(const char* program, vlSimulation* simulation, const vlConnectSpecs* specs,
                   bool isFast, vlDevice* devices[VL_MAX_DEVICES]);

// Is any of them to be opened? To be known before, because of the signals (program_brake.h).
bool vlConnect_IsNeeded(const vlScene* scene, const vlConnectSpecs* specs);

#endif
