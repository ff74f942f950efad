// SPDX-License-Identifier: MIT
#ifndef VOLAR_EXPERIMENT_REGISTRY_H
#define VOLAR_EXPERIMENT_REGISTRY_H

// All experiments, each defined in the file of its name. A new one: declare it here, list it in
// registry.c.

#include "experiments/experiment.h"

extern const vlExperiment vlExperiment_Stack;
extern const vlExperiment vlExperiment_CubeDrop;
extern const vlExperiment vlExperiment_StickSlip;
extern const vlExperiment vlExperiment_Spin;
extern const vlExperiment vlExperiment_Disc;
extern const vlExperiment vlExperiment_Top;
extern const vlExperiment vlExperiment_TippeTop;
extern const vlExperiment vlExperiment_EnergyLoop;

#endif
