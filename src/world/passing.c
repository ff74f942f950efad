// SPDX-License-Identifier: MIT
#include "world/passing.h"

int vlPassing_OfJoints(const vlState* state, vlBodyPair* pairs)
{
    int count = 0;
    for (int i = 0; i < state->head->elements[VL_KIND_JOINT].used; ++i) {
        const vlJoint* joint = &state->joint[i];
        if (joint->head.id.isTaken && joint->head.bodyA >= 0 && !joint->collide) {
            vlBodyPair pair = {joint->head.bodyA, joint->head.bodyB};
            pairs[count++] = pair;
        }
    }
    return count;
}

void vlPassing_List(const vlModel* model, const vlState* state, vlPassing* passing)
{
    if (!passing->isGiven) {
        passing->count = vlPassing_OfJoints(state, passing->pair);
    }
    for (int i = 0; i < model->bodies.used && passing->count > 0; ++i) {
        passing->first[i] = -1;
    }
    for (int i = 0; i < passing->count; ++i) {
        vlBodyPair pair = passing->pair[i];
        int lower = pair.a < pair.b ? pair.a : pair.b;
        passing->next[i] = passing->first[lower];
        passing->first[lower] = i;
    }
}

bool vlPassing_IsAllowed(const vlPassing* passing, uint32_t a, uint32_t b)
{
    for (int i = passing->first[a]; i >= 0; i = passing->next[i]) {
        if (passing->pair[i].a == (int)b || passing->pair[i].b == (int)b) {
            return true;
        }
    }
    return false;
}
