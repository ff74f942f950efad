// SPDX-License-Identifier: MIT
#ifndef VOLAR_EXPERIMENT_INPUT_H
#define VOLAR_EXPERIMENT_INPUT_H

// For experiments without a fixed set-up: the caller gives them an input.

#include "experiments/experiment.h"

// As vlExperiment_Run, for an experiment that reads its input with vlExperiment_GetInput.
vlExperimentOutcome vlExperiment_RunWith(const vlExperiment* experiment, void* input,
                                         const char* out, vlSummary* summary, char* message,
                                         size_t messageSize);
// The input of the running experiment; NULL if it has none.
void* vlExperiment_GetInput(const vlExperimentContext* ctx);

#endif
