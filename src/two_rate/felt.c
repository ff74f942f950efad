// SPDX-License-Identifier: MIT
#include "two_rate/felt.h"

#include <string.h>

static bool spread(const vlState* state, bool* isFelt)
{
    bool isMore = false;
    for (int i = 0; i < state->head->elements[VL_KIND_JOINT].used; ++i) {
        const vlElementHead* j = &state->joint[i].head;
        if (j->id.isTaken && j->bodyA >= 0 && isFelt[j->bodyA] != isFelt[j->bodyB]) {
            isFelt[j->bodyA] = isFelt[j->bodyB] = isMore = true;
        }
    }
    return isMore;
}

void vlFelt_Mark(const vlModel* model, const vlState* state, bool* isFelt)
{
    memset(isFelt, 0, (size_t)model->bodies.used * sizeof *isFelt);
    for (int i = 0; i < state->head->elements[VL_KIND_COUPLING].used; ++i) {
        const vlElementHead* c = &state->coupling[i].head;
        if (c->id.isTaken) {
            isFelt[c->bodyB] = true;
        }
    }
    // Each pass goes at least one joint further.
    for (int pass = 0; pass < state->head->elements[VL_KIND_JOINT].living && spread(state, isFelt);
         ++pass) {
    }
    for (int i = 0; i < model->bodies.used; ++i) {
        isFelt[i] = isFelt[i] || model->slot[i].type == VL_BODY_KINEMATIC;
    }
}
