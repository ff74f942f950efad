// SPDX-License-Identifier: MIT
// What the elements between bodies hold, as of the last step.

#include "world/world.h"

double vlWorld_GetStoredEnergy(const vlWorld* world)
{
    const vlStateHead* head = world->state.head;
    const vlEvaluation* e = &world->work.evaluation[0];
    double sum = 0.0;
    for (int i = 0; i < head->springSlots; ++i) {
        sum += world->state.spring[i].bodyB >= 0 ? world->work.springReport[i].energy : 0.0;
    }
    for (int i = 0; i < head->jointSlots; ++i) {
        sum += world->state.joint[i].bodyB >= 0 ? world->work.jointReport[i].energy : 0.0;
    }
    for (int i = 0; i < head->couplingSlots; ++i) {
        sum += world->state.coupling[i].body >= 0 ? world->work.couplingReport[i].energy : 0.0;
    }
    for (int i = 0; i < e->contactCount; ++i) {
        const vlContact* c = &e->contact[i];
        double depth = c->volume.area > 0.0 ? c->volume.volume / c->volume.area : 0.0;
        sum += 0.5 * c->gains.kN * depth * depth;
    }
    return sum;
}
