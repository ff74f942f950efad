// SPDX-License-Identifier: MIT
// What the elements between bodies hold, as of the last step.

#include "world/world_parts.h"

double vlWorld_GetStoredEnergy(const vlWorld* world)
{
    double sum = 0.0;
    for (int kind = 0; kind < VL_KIND_COUNT; ++kind) {
        sum += vlElementKind_Energy(vlKinds[kind], &world->state, &world->work);
    }
    return sum;
}
