// SPDX-License-Identifier: MIT
#ifndef VOLAR_EXPERIMENTS_ANNOTATED_RUN_H
#define VOLAR_EXPERIMENTS_ANNOTATED_RUN_H

// A scene run with its contact states: their sequence, and how well they account for the forces.

#include "experiments/experiment.h"

#define VL_MAX_RUN_STATES 512
#define VL_MAX_RUN_PAIRS 64

typedef struct vlAnnotatedRunDef {
    const char* text; // of the scene
    double seconds;
    double noise;             // m, standard deviation added to poses before they are named
    const double (*holds)[2]; // s, intervals in which no name may change
    int holdCount;
} vlAnnotatedRunDef;

typedef struct vlAnnotatedRun {
    int count; // states of all pairs, by pair and time
    vlStateRow rows[VL_MAX_RUN_STATES];
    int pair[VL_MAX_RUN_STATES];
    char texts[VL_MAX_RUN_STATES][VL_MAX_STATE_TEXT];
    int pairCount;
    vlFitTally fit;       // of all pairs
    uint64_t changes;     // of names, also of those that did not last
    uint64_t heldChanges; // in the holds, after the first 50 ms of each
} vlAnnotatedRun;

// Runs a scene. Returns 0, or what vlExperiment_Fail returned.
int vlAnnotatedRun_Make(vlExperimentContext* ctx, const vlAnnotatedRunDef* def,
                        vlAnnotatedRun* run);
// The sum of the distances of the sequences of all pairs; infinite if memory runs out or the
// numbers of pairs differ.
double vlAnnotatedRun_Distance(const vlAnnotatedRun* x, const vlAnnotatedRun* y);

#endif
