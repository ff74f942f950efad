// SPDX-License-Identifier: MIT
#ifndef VOLAR_EXPERIMENT_ENERGY_H
#define VOLAR_EXPERIMENT_ENERGY_H

// Two ways to see how far a contact law is from a potential: the work of an elastic contact along a
// closed path of poses, and the energy after an elastic collision. Parts of the experiment
// energy-loop.

#include "experiments/experiment.h"

// A contact law, to be combined with a rule for the normal.
typedef struct vlLawChoice {
    const char* name;
    vlContactOptions contact;
} vlLawChoice;

typedef enum vlEnergyLoop {
    VL_LOOP_PITCH,   // a box on a plane, rocked between its face and its edge while it is pressed
    VL_LOOP_OVERHANG // a box on a box, shifted over the edge while it is pressed
} vlEnergyLoop;

// Work gained from the contact on one way around, as a share of the work done there and back; 0 for
// any potential. The path is walked slowly: without velocity, so without damping or friction.
// `series` (may be NULL) gets the work so far, as such a share, over the phase 0 .. 1.
int vlEnergy_Walk(vlExperimentContext* ctx, const vlLawChoice* choice, vlEnergyLoop loop,
                  vlSeries* series, double* share);

#define VL_COLLISIONS 400

// Energies after / before of VL_COLLISIONS frictionless collisions of two boxes, sorted, random in
// size, place and motion, the same for every choice. `count` of them ended within the time allowed.
int vlEnergy_Collide(vlExperimentContext* ctx, const vlLawChoice* choice, double dampingRatio,
                     double ratios[VL_COLLISIONS], int* count);

#endif
