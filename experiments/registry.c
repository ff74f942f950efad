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

const vlExperimentParameter* vlExperiment_GetParameters(const vlExperiment* experiment, int* count)
{
    static const struct {
        const vlExperiment* experiment;
        const vlExperimentParameter* parameters;
        int count;
    } lists[] = {
        {&vlExperiment_Hammering, vlHammering_parameters, VL_HAMMERING_PARAMETERS},
        {&vlExperiment_IntegratorMap, vlIntegratorMap_parameters, VL_INTEGRATOR_MAP_PARAMETERS},
        {&vlExperiment_Zwidth, vlZwidth_parameters, VL_ZWIDTH_PARAMETERS},
    };
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; ++i) {
        if (lists[i].experiment == experiment) {
            *count = lists[i].count;
            return lists[i].parameters;
        }
    }
    *count = 0;
    return NULL;
}
