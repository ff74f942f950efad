// SPDX-License-Identifier: MIT
#ifndef VOLAR_TUNER_CASES_H
#define VOLAR_TUNER_CASES_H

// The loops in which a coupling must be stable: hands, tools and walls, in each direction of the
// device.

#include "volar/tuner.h"

#define VL_TUNER_TOOLS 2
#define VL_TUNER_WALLS 2
#define VL_TUNER_CASES (VL_TUNER_HAND_COUNT * VL_TUNER_TOOLS * VL_TUNER_WALLS) // of a direction
#define VL_TUNER_AXES 3 // of a device that differs by direction
#define VL_TUNER_MOST_GAIN 100.0

typedef struct vlTunerCases {
    const vlTunerDef* def;
    int axes;                                     // 1 if all directions are alike
    vlLoop cases[VL_TUNER_AXES * VL_TUNER_CASES]; // all but the coupling and the cut
    int order[VL_TUNER_AXES * VL_TUNER_CASES];    // those that ruled out a place last come first
    double most;                                  // N/m, largest stiffness that is tried
    double lowestDamping, highestDamping;         // N s/m
    double quantum, friction;                     // m, N, of the device
    double ownDamping;                            // N s/m, of the device, least of its axes
} vlTunerCases;

// Damping and filter of a coupling, and its stiffness.
typedef struct vlTunerPlace {
    double stiffness, damping, cut;
} vlTunerPlace;

// VL_ERROR_ARGUMENT, with a sentence, if the device is out of range.
vlResult vlTunerCases_Make(vlTunerCases* t, const vlTunerDef* def, char* message,
                           size_t messageSize);
// True if all loops are stable with the force times the margin, or passive if the definition asks
// for that.
bool vlTunerCases_Hold(vlTunerCases* t, const vlTunerPlace* place);
// The hand of a case.
vlTunerHand vlTunerCases_GetHand(int i);
// One of the loops with this coupling, its force times `margin`.
vlLoop vlTunerCases_GetLoop(const vlTunerCases* t, int i, const vlTunerPlace* place, double margin);
// Lowest unstable gain of a hand, worst of directions, tools and walls.
double vlTunerCases_GetMargin(const vlTunerCases* t, const vlTunerPlace* place, vlTunerHand hand);
// The damping that the device needs so that all loops are passive for any hand, their force times
// `margin`.
double vlTunerCases_GetNeededDamping(const vlTunerCases* t, const vlTunerPlace* place,
                                     double margin);

#endif
