// SPDX-License-Identifier: MIT
#ifndef VOLAR_TESTS_HAPTIC_CHAOS_H
#define VOLAR_TESTS_HAPTIC_CHAOS_H

// The haptic loop at random: a random heap of bodies on a floor, one or two devices in wild hands
// that take hold, let go, clutch and fail. Whatever comes, everything stays finite, what is
// rendered stays within its limits, no body diverges and the books of the world close. As with
// stage.h, everything here fails the running test when something goes wrong.

#include "haptic_rig.h"

#define VL_CHAOS_TICKS 2000 // of an episode

// What was met, over all episodes.
typedef struct vlChaosFigures {
    uint64_t ticks;
    uint64_t contacts;
    uint64_t takes, releases, clutches, faults;
    uint64_t trips[VL_TRIP_COUNT]; // ticks
    double largestForce;           // N, rendered
    double largestShare;           // of the force limit of its device
    double fastest;                // m/s, of a body
    double worstGap;               // of the books, of the energy turned over
    double worstLoss;              // of the integration, likewise
} vlChaosFigures;

// The episode of a number, always the same.
void vlHapticChaos_Run(uint64_t episode, vlChaosFigures* figures);

#endif
