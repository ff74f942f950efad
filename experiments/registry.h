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
extern const vlExperiment vlExperiment_Insect;
extern const vlExperiment vlExperiment_TippeTop;
extern const vlExperiment vlExperiment_Gears;
extern const vlExperiment vlExperiment_EnergyLoop;
extern const vlExperiment vlExperiment_Pendulum;
extern const vlExperiment vlExperiment_Chain;
extern const vlExperiment vlExperiment_Integrators;
extern const vlExperiment vlExperiment_StackStiff;
extern const vlExperiment vlExperiment_Arch;
extern const vlExperiment vlExperiment_CardHouse;
extern const vlExperiment vlExperiment_FlatRock;
extern const vlExperiment vlExperiment_Push;
extern const vlExperiment vlExperiment_Momentum;
extern const vlExperiment vlExperiment_SpoonFree;
extern const vlExperiment vlExperiment_Saturation;
extern const vlExperiment vlExperiment_Hands;
extern const vlExperiment vlExperiment_FlatPlate;
extern const vlExperiment vlExperiment_PushBlock;
extern const vlExperiment vlExperiment_TouchStack;
extern const vlExperiment vlExperiment_TwoRate;
extern const vlExperiment vlExperiment_Latency;

#endif
