// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_LIVE_DEVICE_STATUS_H
#define VOLAR_APP_LIVE_DEVICE_STATUS_H

// What became of the devices of a run: what they rendered, why they were limited, and whether the
// virtual world gave the hand energy that nobody had paid for.

#include <stdio.h>
#include <volar/simulation.h>

typedef struct vlDeviceStatus {
    char name[VL_MAX_DEVICE_TEXT];
    char model[VL_MAX_DEVICE_TEXT];
    char held[VL_MAX_DEVICE_TEXT]; // name of a body; "" if none
    bool isSimulated;
    double force, maxForce; // N, sent last, and most that may be
    uint64_t readFailures;
    vlAudit audit;
    vlTripCount trips[VL_TRIP_COUNT];
} vlDeviceStatus;

// `model` of a device from outside; NULL: the simulated one of the scene.
void vlDeviceStatus_Fill(vlDeviceStatus* status, const vlSimulation* simulation, int i,
                         const char* model);
void vlDeviceStatus_Print(const vlDeviceStatus* status, FILE* file);

#endif
