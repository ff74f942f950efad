// SPDX-License-Identifier: MIT
#ifndef VOLAR_EXPERIMENT_REGISTRY_H
#define VOLAR_EXPERIMENT_REGISTRY_H

// All experiments, in the order of [HS04] section 5, then our own: one line each.

#include "experiments/experiment.h"

#define VL_EXPERIMENTS(X)                                                                          \
    X(vlExperiment_Stack)                                                                          \
    X(vlExperiment_CubeDrop)                                                                       \
    X(vlExperiment_StickSlip)                                                                      \
    X(vlExperiment_Spin)                                                                           \
    X(vlExperiment_Disc)                                                                           \
    X(vlExperiment_Top)                                                                            \
    X(vlExperiment_Insect)                                                                         \
    X(vlExperiment_TippeTop)                                                                       \
    X(vlExperiment_Gears)                                                                          \
    X(vlExperiment_EnergyLoop)                                                                     \
    X(vlExperiment_Pendulum)                                                                       \
    X(vlExperiment_Chain)                                                                          \
    X(vlExperiment_Integrators)                                                                    \
    X(vlExperiment_StackStiff)                                                                     \
    X(vlExperiment_Arch)                                                                           \
    X(vlExperiment_CardHouse)                                                                      \
    X(vlExperiment_FlatRock)                                                                       \
    X(vlExperiment_Push)                                                                           \
    X(vlExperiment_Momentum)                                                                       \
    X(vlExperiment_SpoonFree)                                                                      \
    X(vlExperiment_SpoonCup)                                                                       \
    X(vlExperiment_Jaws)                                                                           \
    X(vlExperiment_LodError)                                                                       \
    X(vlExperiment_JawsLaws)                                                                       \
    X(vlExperiment_JawsRates)                                                                      \
    X(vlExperiment_BoltNut)                                                                        \
    X(vlExperiment_Saturation)                                                                     \
    X(vlExperiment_Hands)                                                                          \
    X(vlExperiment_FlatPlate)                                                                      \
    X(vlExperiment_PushBlock)                                                                      \
    X(vlExperiment_TouchStack)                                                                     \
    X(vlExperiment_TwoRate)                                                                        \
    X(vlExperiment_Latency)                                                                        \
    X(vlExperiment_Walls)                                                                          \
    X(vlExperiment_Peg)                                                                            \
    X(vlExperiment_Pantograph)                                                                     \
    X(vlExperiment_WallsDevice)                                                                    \
    X(vlExperiment_PegDevice)                                                                      \
    X(vlExperiment_Formations)                                                                     \
    X(vlExperiment_FormationsRate)                                                                 \
    X(vlExperiment_FormationsLoops)                                                                \
    X(vlExperiment_FormationsFit)                                                                  \
    X(vlExperiment_Assembly)                                                                       \
    X(vlExperiment_Zwidth)                                                                         \
    X(vlExperiment_Hammering)                                                                      \
    X(vlExperiment_IntegratorMap)                                                                  \
    X(vlExperiment_ClosedForms)                                                                    \
    X(vlExperiment_Tosses)

#define VL_DECLARE_EXPERIMENT(experiment) extern const vlExperiment experiment;
VL_EXPERIMENTS(VL_DECLARE_EXPERIMENT)
#undef VL_DECLARE_EXPERIMENT

// The parameters of the experiments that have some.
#define VL_HAMMERING_PARAMETERS 5
extern const vlExperimentParameter vlHammering_parameters[VL_HAMMERING_PARAMETERS];
#define VL_INTEGRATOR_MAP_PARAMETERS 1
extern const vlExperimentParameter vlIntegratorMap_parameters[VL_INTEGRATOR_MAP_PARAMETERS];
#define VL_ZWIDTH_PARAMETERS 1
extern const vlExperimentParameter vlZwidth_parameters[VL_ZWIDTH_PARAMETERS];

#endif
