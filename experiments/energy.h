// SPDX-License-Identifier: MIT
#ifndef VOLAR_EXPERIMENT_ENERGY_H
#define VOLAR_EXPERIMENT_ENERGY_H

// Two ways to measure how far a contact law is from a potential: the work of an elastic contact
// along a closed path of poses, and the energy after an elastic collision. Parts of the experiment
// energy-loop.

#include "experiments/experiment.h"

// A contact law, to be combined with a rule for the normal.
typedef struct vlEnergyLaw {
    const char* name;
    vlContactOptions contact;
} vlEnergyLaw;

typedef enum vlEnergyLoop {
    VL_LOOP_PITCH,   // a box on a plane, rocked between its face and its edge while it is pressed
    VL_LOOP_OVERHANG // a box on a box, shifted over the edge while it is pressed
} vlEnergyLoop;

// Work gained from the contact on one turn around the loop, as a fraction of the work done to and
// fro; 0 for any potential. The path is followed slowly: without velocity, so without damping or
// friction. `series` (may be NULL) gets the work so far, as such a fraction, over the phase 0 .. 1.
int vlEnergy_Walk(vlExperimentContext* ctx, const vlEnergyLaw* choice, vlEnergyLoop loop,
                  vlSeries* series, double* share);

#define VL_COLLISIONS 400

// Ratios of the energy after to the energy before of VL_COLLISIONS frictionless collisions of two
// boxes, sorted; random in size, place and motion, the same for every choice. `count` of them ended
// within the time allowed.
int vlEnergy_Collide(vlExperimentContext* ctx, const vlEnergyLaw* choice, double dampingRatio,
                     double ratios[VL_COLLISIONS], int* count);

#endif
