// SPDX-License-Identifier: MIT
#ifndef VOLAR_EXPERIMENT_INPUT_H
#define VOLAR_EXPERIMENT_INPUT_H

// For experiments that are not of a fixed set-up: they get an input of the caller's.

#include "experiments/experiment.h"

// As vlExperiment_Run, for an experiment that asks for its input.
vlExperimentOutcome vlExperiment_RunWith(const vlExperiment* experiment, void* input,
                                         const char* out, vlSummary* summary, char* message,
                                         size_t messageSize);
// The input of the running experiment; NULL if it has none.
void* vlExperiment_GetInput(const vlExperimentContext* ctx);

#endif
