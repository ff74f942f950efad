// SPDX-License-Identifier: MIT
#include "experiments/registry.h"

// In the order of [HS04] section 5, then our own.
static const vlExperiment* const experiments[] = {
    &vlExperiment_Stack,       &vlExperiment_CubeDrop,   &vlExperiment_StickSlip,
    &vlExperiment_Spin,        &vlExperiment_Disc,       &vlExperiment_Top,
    &vlExperiment_Insect,      &vlExperiment_TippeTop,   &vlExperiment_Gears,
    &vlExperiment_EnergyLoop,  &vlExperiment_Pendulum,   &vlExperiment_Chain,
    &vlExperiment_Integrators, &vlExperiment_StackStiff, &vlExperiment_Arch,
    &vlExperiment_CardHouse,   &vlExperiment_FlatRock,   &vlExperiment_Push,
    &vlExperiment_Momentum,    &vlExperiment_SpoonFree,  &vlExperiment_Saturation,
    &vlExperiment_Hands,       &vlExperiment_FlatPlate,  &vlExperiment_PushBlock,
    &vlExperiment_TouchStack,  &vlExperiment_TwoRate,    &vlExperiment_Latency,
};
#define EXPERIMENT_COUNT ((int)(sizeof experiments / sizeof experiments[0]))
_Static_assert(EXPERIMENT_COUNT <= VL_MAX_EXPERIMENTS, "raise VL_MAX_EXPERIMENTS");

const vlExperiment* vlExperiment_At(int i)
{
    return i >= 0 && i < EXPERIMENT_COUNT ? experiments[i] : NULL;
}
