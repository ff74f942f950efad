// SPDX-License-Identifier: MIT
#ifndef VOLAR_WORLD_CONTACT_KIND_H
#define VOLAR_WORLD_CONTACT_KIND_H

// What contacts need in explicit and in implicit steps.

#include "world/work.h"

// The count on the busier of the two bodies; 0 if neither can move.
static inline double vlContacts_LoadOf(const vlWork* work, const vlContact* c,
                                       const vlContactBody* a, const vlContactBody* b)
{
    double loadA = a->inverseMass > 0.0 ? work->load[c->head.bodyA] : 0.0;
    double loadB = b->inverseMass > 0.0 ? work->load[c->head.bodyB] : 0.0;
    double load = loadA > loadB ? loadA : loadB;
    return load > 0.0 && load < 1.0 ? 1.0 : load;
}

// False if the surface has no law of one point for this contact. It takes one sample per step:
// between two of them, in the stages of RK4, nobody feels the force and it moves nothing.
bool vlContacts_EvaluatePoint(const vlModel* model, const vlState* state, vlWork* work, int slot,
                              const vlContactBody* a, const vlContactBody* b, bool isSample);

#endif
