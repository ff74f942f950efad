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
    bool isSilent;          // it does not answer
    double force, maxForce; // N, sent last, and most that may be
    uint64_t readFailures, writeFailures;
    double droppedTorque; // N m, largest that it could not render
    vlAudit audit;
    vlTripCount trips[VL_TRIP_COUNT];
} vlDeviceStatus;

// `model` of a device from outside; NULL: the simulated one of the scene.
void vlDeviceStatus_Fill(vlDeviceStatus* status, const vlSimulation* simulation, int i,
                         const char* model);
// What happened to it since `before`, a sentence a line; of each limit the first few times only,
// and not those on how fast a force may change, which act whenever one lets go. Of another device,
// or none, `before` counts as nothing. Returns whether there is any.
bool vlDeviceStatus_Announce(const vlDeviceStatus* status, const vlDeviceStatus* before, char* text,
                             size_t size);
void vlDeviceStatus_Print(const vlDeviceStatus* status, FILE* file);

#endif
