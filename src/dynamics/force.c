// SPDX-License-Identifier: MIT
#include "dynamics/force.h"

#include <string.h>

void vlForce_Sum(const vlForceElement* elements, int count, const vlMotion* motions, int bodyCount,
                 vlWrench* sums)
{
    memset(sums, 0, (size_t)bodyCount * sizeof *sums);
    for (int i = 0; i < count; ++i) {
        const vlForceElement* e = &elements[i];
        vlWrench* b = &sums[e->bodyB];
        vlVec3 f = e->onB.force;
        vlVec3 leverB = vlSub(e->origin, motions[e->bodyB].centre);
        if (e->bodyA >= 0) {
            vlWrench* a = &sums[e->bodyA];
            vlVec3 leverA = vlSub(e->origin, motions[e->bodyA].centre);
            a->force = vlSub(a->force, f);
            a->torque = vlSub(a->torque, vlAdd(vlCross(leverA, f), e->onB.torque));
        }
        b->force = vlAdd(b->force, f);
        b->torque = vlAdd(b->torque, vlAdd(vlCross(leverB, f), e->onB.torque));
    }
}
