// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_TUNE_REPORT_H
#define VOLAR_APP_TUNE_REPORT_H

// What 'volar tune' says about a coupling.

#include <volar/tuner.h>

#include "models/tuned_strikes.h"

// What was found, for force or torque.
typedef struct vlTuneResult {
    vlTunerDef def;
    vlTunedCoupling found;
    double contactRate; // Hz, at which contacts are found; 0: in each sample
    bool isSoftened;    // two rates allow less than the linear model does
} vlTuneResult;

void vlTuneReport_SayCoupling(const vlTuneResult* result);
// Simulates the strikes and prints how they ended. False if one shakes, gives the hand energy or
// cannot be run.
bool vlTuneReport_Strike(const char* program, const vlTuneResult* result);
// The lines for a scene's devices. `turn` may be NULL.
void vlTuneReport_SayBlock(const char* name, const vlTunedCoupling* found,
                           const vlTunedCoupling* turn);
// Why the stiffness ends where it does, in words.
const char* vlTuneReport_GetLimit(const vlTuneResult* result);
// N s/m or N m s/rad: the damping that the device has itself, the least of its directions.
double vlTuneReport_GetOwnDamping(const vlTuneResult* result);
// Samples of the device between two packets of contacts; 0: in each.
int vlTuneReport_GetTicks(const vlTuneResult* result);

#endif
