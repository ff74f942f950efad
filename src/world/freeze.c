// SPDX-License-Identifier: MIT
#include "world/freeze.h"

// What a body may reach by its own motion, in units of what may be given to it: far enough that
// nothing which begins within the range is stopped there, near enough that no product overflows.
#define ROOM 1e3

static bool isWithinRange(const vlMotion* m)
{
    // An orientation whose length overflowed is scaled to zero: it is finite, but not a rotation.
    return vlIsWithin(m->centre, ROOM * VL_MAX_LENGTH) &&
           vlIsWithin(m->velocity, ROOM * VL_MAX_SPEED) && vlIsFinite(m->spin) &&
           vlIsWithin(m->omega, ROOM * VL_MAX_SPEED) && vlIsUnitQ(m->rotation, VL_UNIT_TOLERANCE);
}

// Forces of a body that is leaving the range of numbers must not reach a hand: contacts with frozen
// bodies report no force.
static void silenceFrozen(const vlState* state, vlWork* work)
{
    for (int i = 0; i < work->current->contactCount; ++i) {
        vlContact* c = &work->current->contact[i];
        if (state->isFrozen[c->head.bodyA] || state->isFrozen[c->head.bodyB]) {
            c->wrench.force = c->wrench.torque = c->frictionForce = vlZero();
            c->normalForce = c->frictionTorque = 0.0;
        }
    }
}

int vlFreeze_Diverged(const vlModel* model, vlState* state, vlWork* work)
{
    int frozen = 0;
    for (int i = 0; i < model->bodies.used; ++i) {
        vlMotion* m = &state->motion[i];
        if (state->isFrozen[i]) {
            *m = work->start[i];
        } else if (!isWithinRange(m)) {
            *m = work->start[i];
            m->velocity = m->omega = m->spin = vlZero();
            state->isFrozen[i] = true;
            ++frozen;
        }
    }
    state->head->frozenBodies += frozen;
    if (frozen > 0) {
        silenceFrozen(state, work);
    }
    return frozen;
}
