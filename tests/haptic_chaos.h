// SPDX-License-Identifier: MIT
#ifndef VOLAR_TESTS_HAPTIC_CHAOS_H
#define VOLAR_TESTS_HAPTIC_CHAOS_H

// The haptic loop at random: a random heap of bodies on a floor, one or two devices in wild hands
// that take hold, let go, clutch and fail. In every case everything stays finite, rendered forces
// stay within their limits, no body diverges and the ledgers of the world balance. As in stage.h,
// every function fails the running test on an error.

#include "haptic_rig.h"

#define VL_CHAOS_TICKS 2000 // of an episode

// Figures over all episodes.
typedef struct vlChaosFigures {
    uint64_t ticks;
    uint64_t contacts;
    uint64_t takes, releases, clutches, faults;
    uint64_t trips[VL_TRIP_COUNT]; // ticks
    double largestForce;           // N, rendered
    double largestShare;           // of the force limit of its device
    double fastest;                // m/s, of a body
    double worstGap;               // of a ledger, over the energy turned over
    double worstLoss;              // of the integration, over the same energy
} vlChaosFigures;

// Runs the episode of this number, which is always the same.
void vlHapticChaos_Run(uint64_t episode, vlChaosFigures* figures);

#endif
