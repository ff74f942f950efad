// SPDX-License-Identifier: MIT
#include "two_rate/felt.h"

#include <string.h>

static bool spread(const vlWorld* world, bool* isFelt)
{
    bool isMore = false;
    for (int i = 0; i < world->state.head->jointSlots; ++i) {
        const vlJoint* j = &world->state.joint[i];
        if (j->bodyB >= 0 && j->bodyA >= 0 && isFelt[j->bodyA] != isFelt[j->bodyB]) {
            isFelt[j->bodyA] = isFelt[j->bodyB] = isMore = true;
        }
    }
    return isMore;
}

void vlFelt_Mark(const vlWorld* world, bool* isFelt)
{
    memset(isFelt, 0, (size_t)world->model.slotCount * sizeof *isFelt);
    for (int i = 0; i < world->state.head->couplingSlots; ++i) {
        if (world->state.coupling[i].body >= 0) {
            isFelt[world->state.coupling[i].body] = true;
        }
    }
    // Each pass reaches at least one joint further.
    for (int pass = 0; pass < world->state.head->jointCount && spread(world, isFelt); ++pass) {
    }
    for (int i = 0; i < world->model.slotCount; ++i) {
        isFelt[i] = isFelt[i] || world->model.slot[i].type == VL_BODY_KINEMATIC;
    }
}
