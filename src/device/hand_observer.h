// SPDX-License-Identifier: MIT
#ifndef VOLAR_DEVICE_HAND_OBSERVER_H
#define VOLAR_DEVICE_HAND_OBSERVER_H

// Estimates the wrench of a hand on the handle of a planar device from what the motors do and how
// the handle moves, without a force sensor [C00]: a change of momentum that neither the motors nor
// the known damping explain comes from the hand. The estimate follows with the time constant
// 1/gain. It also contains whatever the model lacks, such as dry friction of the device.
//
// Planar quantities as in pantograph.h: x and y in the plane, z about its normal. A plain struct of
// the caller; nothing here allocates.

#include "volar/math.h"

typedef struct vlHandObserverDef {
    vlVec3 mass;    // kg, kg, kg m2, of the handle, each > 0 and at most 1e6
    vlVec3 damping; // N s/m, N s/m, N m s/rad, each >= 0 and at most 1e6
    double gain;    // 1/s, > 0; gain * step at most 1
    double step;    // s, > 0, between samples
} vlHandObserverDef;

typedef struct vlHandObserver {
    vlHandObserverDef def;
    vlVec3 momentum; // kg m/s, kg m/s, kg m2/s: explained by known forces and the estimate
    vlVec3 estimate; // N, N, N m
} vlHandObserver;

// Starts at rest with no hand. VL_ERROR_ARGUMENT for numbers outside their ranges; `message` (may
// be NULL) says which.
VL_WARN_UNUSED vlResult vlHandObserver_Init(vlHandObserver* observer, const vlHandObserverDef* def,
                                            char* message, size_t messageSize);
// One sample: the handle moves with `velocity` now, and the motors made `wrench` since the last
// sample. Returns the estimate. Numbers that are not finite, or beyond VL_MAX_SPEED and
// VL_MAX_FORCE, change nothing.
vlVec3 vlHandObserver_Update(vlHandObserver* observer, vlVec3 velocity, vlVec3 wrench) VL_REALTIME;

#endif
