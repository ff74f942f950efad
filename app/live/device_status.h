// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_LIVE_DEVICE_STATUS_H
#define VOLAR_APP_LIVE_DEVICE_STATUS_H

// The status of the devices of a run: what they rendered, why they were limited, and whether the
// virtual world was passive, that is, gave the hand no energy of its own.

#include <stdio.h>
#include <volar/simulation.h>

typedef struct vlDeviceStatus {
    char name[VL_MAX_DEVICE_TEXT];
    char model[VL_MAX_DEVICE_TEXT];
    char held[VL_MAX_DEVICE_TEXT]; // name of a body; "" if none
    bool isSimulated;
    bool isSilent;          // it does not answer
    double force, maxForce; // N, sent last, and its limit
    uint64_t readFailures, writeFailures;
    double droppedTorque; // N m, the largest that it could not render
    vlAudit audit;
    vlTripCount trips[VL_TRIP_COUNT];
    char remark[320]; // vlDevice_GetRemark
} vlDeviceStatus;

// `real` is the connected device; NULL: the scene's own simulated one.
void vlDeviceStatus_Fill(vlDeviceStatus* status, const vlSimulation* simulation, int i,
                         const vlDevice* real);
// Writes what happened to the device since `before`, one sentence per line. Each limit is reported
// only the first few times; limits on how fast a force may change are never reported, because they
// act whenever a hand lets go. A `before` of another device, or of none, is ignored. Returns
// whether anything happened.
bool vlDeviceStatus_Announce(const vlDeviceStatus* status, const vlDeviceStatus* before, char* text,
                             size_t size);
void vlDeviceStatus_Print(const vlDeviceStatus* status, FILE* file);

#endif
