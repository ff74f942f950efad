// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_SWEEP_EXPERIMENT_H
#define VOLAR_APP_SWEEP_EXPERIMENT_H

// Experiments with parameters: set by name, and swept.

#include "app/sweep/sweep_plan.h"
#include "experiments/experiment.h"

extern const vlSweepTarget vlSweepTarget_Experiment;

// Sets the parameter of that name among `values`. False, with a sentence.
bool vlSweepExperiment_Set(const vlExperiment* experiment, const char* name, double value,
                           double* values, char* message, size_t size);

#endif
