// SPDX-License-Identifier: MIT
#include "world/freeze.h"

#include "world/kinds.h"

// How far its own motion may take a body, in units of the limits on what a caller may set: far
// enough that nothing which starts within these limits is stopped, near enough that no product
// overflows.
#define ROOM 1e3

static bool isWithinRange(const vlMotion* m)
{
    // An orientation whose length overflowed is scaled to zero: it is finite, but not a rotation.
    return vlIsWithin(m->centre, ROOM * VL_MAX_LENGTH) &&
           vlIsWithin(m->velocity, ROOM * VL_MAX_SPEED) && vlIsFinite(m->spin) &&
           vlIsWithin(m->omega, ROOM * VL_MAX_SPEED) && vlIsUnitQ(m->rotation, VL_UNIT_TOLERANCE);
}

// Whether the applied wrench, without any element, would drive the body out of the range.
static bool isDoomed(const vlModel* model, const vlState* state, int i)
{
    const vlInertia* inertia = &model->inertia[i];
    const vlWrench* w = &state->applied[i];
    vlMotion m = state->motion[i];
    double h = model->def.step;
    m.velocity = vlMulAdd(m.velocity, h * inertia->inverseMass, w->force);
    m.spin = vlMulAdd(m.spin, h, w->torque);
    m.omega = vlInertia_Omega(inertia, vlMatFromQuat(m.rotation), m.spin);
    m.centre = vlMulAdd(m.centre, h, m.velocity);
    return !isWithinRange(&m);
}

static bool isPushed(const vlWrench* w)
{
    return vlDot(w->force, w->force) + vlDot(w->torque, w->torque) > 0.0;
}

static void stop(vlState* state, int i)
{
    vlMotion* m = &state->motion[i];
    m->velocity = m->omega = m->spin = vlZero();
    state->isFrozen[i] = true;
    ++state->head->frozenBodies;
}

int vlFreeze_Doomed(const vlModel* model, vlState* state, vlWork* work)
{
    int frozen = 0;
    for (int i = 0; i < model->bodies.used; ++i) {
        bool isMoved = model->inertia[i].inverseMass > 0.0 && !state->isFrozen[i];
        if (isMoved && isPushed(&state->applied[i]) && isDoomed(model, state, i)) {
            if (vlModel_IsImplicit(model)) {
                work->ledger.loss -= vlMotion_KineticEnergy(&model->inertia[i], &state->motion[i]);
            }
            stop(state, i);
            ++frozen;
        }
        if (state->isFrozen[i]) { // integrators that look ahead must not see it move
            state->applied[i] = (vlWrench){vlZero(), vlZero()};
        }
    }
    return frozen;
}

static double kineticEnergy(const vlModel* model, const vlMotion* motions)
{
    double sum = 0.0;
    for (int i = 0; i < model->bodies.used; ++i) {
        if (model->inertia[i].inverseMass > 0.0) {
            sum += vlMotion_KineticEnergy(&model->inertia[i], &motions[i]);
        }
    }
    return sum;
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
            stop(state, i);
            ++frozen;
        }
    }
    if (frozen > 0) {
        vlElements all = vlKinds_Of(model, state, work);
        vlElements_Silence(&all, state->isFrozen);
    }
    if (frozen > 0 && vlModel_IsImplicit(model)) {
        work->ledger = work->ledgerBefore;
        work->ledger.loss +=
            kineticEnergy(model, state->motion) - kineticEnergy(model, work->start);
    }
    return frozen;
}
