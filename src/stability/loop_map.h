// SPDX-License-Identifier: MIT
#ifndef VOLAR_STABILITY_LOOP_MAP_H
#define VOLAR_STABILITY_LOOP_MAP_H

// The haptic loop from one sample to the next as a matrix.

#include "volar/stability.h"

// The motion between samples: position and velocity of motor, handle and hand, and the lagging
// force.
#define VL_LOOP_PLANT 7
// In addition: the delayed forces, the last sample, velocity and acceleration of the filter, place
// and velocity of the tool.
#define VL_LOOP_STATES (VL_LOOP_PLANT + VL_MAX_LOOP_DELAY + 1 + 3 + 2)
#define VL_LOOP_ROWS ((VL_LOOP_STATES + 3) / 4 * 4)

// The motion over a time during which the force is constant: z1 = state z0 + force f.
typedef struct vlLoopMotion {
    double state[VL_LOOP_PLANT][VL_LOOP_PLANT];
    double force[VL_LOOP_PLANT];
} vlLoopMotion;

// Products are computed in blocks, so rows and columns beyond the last state up to a multiple of
// four are zero.
typedef struct vlLoopMap {
    int count; // states
    double a[VL_LOOP_ROWS][VL_LOOP_ROWS];
} vlLoopMap;

// Whether all numbers are within their ranges. False for NULL.
bool vlLoop_IsInRange(const vlLoop* loop);

// States of the plant of this loop. They begin with position and velocity of the motor.
int vlLoop_GetPlantCount(const vlLoop* loop);
// Exact motion of device and hand over `time` (s).
void vlLoop_MovePlant(const vlLoop* loop, double time, vlLoopMotion* motion);
// Units of the plant's states, in which all of them are of similar size.
void vlLoop_GetPlantUnits(const vlLoop* loop, double* units);

// The matrix, in units in which all states are of similar size.
void vlLoop_BuildMap(const vlLoop* loop, vlLoopMap* map);

#endif
