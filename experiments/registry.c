// SPDX-License-Identifier: MIT
#include "experiments/registry.h"

#define VL_POINT_TO_EXPERIMENT(experiment) &(experiment),
static const vlExperiment* const experiments[] = {VL_EXPERIMENTS(VL_POINT_TO_EXPERIMENT)};
#undef VL_POINT_TO_EXPERIMENT

#define EXPERIMENT_COUNT ((int)(sizeof experiments / sizeof experiments[0]))
_Static_assert(EXPERIMENT_COUNT <= VL_MAX_EXPERIMENTS, "raise VL_MAX_EXPERIMENTS");

const vlExperiment* vlExperiment_At(int i)
{
    return i >= 0 && i < EXPERIMENT_COUNT ? experiments[i] : NULL;
}

bool vlExperiment_HasParts(const vlExperiment* experiment)
{
    return experiment == &vlExperiment_ClosedForms || experiment == &vlExperiment_FormationsFit;
}
