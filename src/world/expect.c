// SPDX-License-Identifier: MIT
// Gravity, applied forces and couplings are known at the start of a step. What the contacts of a
// body will do is not; they are taken to support it as in the last step. (T10.1)

#include "world/expect.h"

static bool isMovedByForces(const vlModel* model, const vlState* state, int body)
{
    return model->inertia[body].inverseMass > 0.0 && !state->isFrozen[body] &&
           !state->rest[body].isAsleep;
}

static vlExpected beginBody(const vlModel* model, const vlState* state, const vlMotion* m, int body)
{
    const vlInertia* inertia = &model->inertia[body];
    vlExpected x = {.sweep = {.centre = m->centre}, .inverseMass = inertia->inverseMass};
    bool isMoved = isMovedByForces(model, state, body);
    if (isMoved) {
        vlVec3 pull =
            vlMulAdd(state->head->gravity, inertia->inverseMass, state->applied[body].force);
        x.gained = vlScale(pull, model->def.step);
        x.sweep.velocity = vlAdd(m->velocity, x.gained);
    } else if (inertia->isDriven && !state->isFrozen[body]) {
        x.sweep.velocity = m->velocity;
    }
    if (isMoved || inertia->isDriven) {
        x.sweep.omega = m->omega;
        x.sweep.turn = vlLength(m->omega) * model->slot[body].radius;
    }
    return x;
}

// A device moves the body that it holds by millimetres in a step; without it a thin tool would not
// be expected to reach what it is pushed through. The device is assumed to go on as in the last
// step, so that a contact thread, which looks ahead before the device is sampled again, expects the
// same.
static void addCouplings(const vlModel* model, const vlState* state, vlWork* work,
                         const vlMotion* motions)
{
    double h = model->def.step;
    for (int i = 0; i < state->head->elements[VL_KIND_COUPLING].used; ++i) {
        const vlVirtualCoupling* c = &state->coupling[i];
        int body = c->head.bodyB;
        if (!c->head.id.isTaken || !isMovedByForces(model, state, body)) {
            continue;
        }
        vlVirtualCoupling next = *c;
        next.device.p = vlMulAdd(c->lastDevice.p, h, c->lastTwist.linear);
        next.device.q = c->lastDevice.q;
        next.deviceTwist = c->lastTwist;
        vlImplicitElement e = vlCoupling_Linearise(&next, motions, h);
        double perMass = h * model->inertia[body].inverseMass;
        vlExpected* x = &work->expected[body];
        vlVec3 v = vlMulAdd(x->sweep.velocity, perMass, e.onB.force);
        v = vlScale(v, 1.0 / (1.0 + perMass * e.resistance.uu.cx.x));
        if (vlIsFinite(v)) {
            x->sweep.velocity = v;
            x->gained = vlSub(v, motions[body].velocity);
        }
    }
}

void vlExpect_Update(const vlModel* model, const vlState* state, vlWork* work,
                     const vlMotion* motions)
{
    for (int i = 0; i < model->bodies.used; ++i) {
        work->expected[i] = beginBody(model, state, &motions[i], i);
    }
    addCouplings(model, state, work, motions);
    for (int i = 0; i < state->head->pairCount; ++i) {
        const vlNearPair* pair = &state->pair[i];
        if (pair->touch.isTouching) {
            vlExpected* a = &work->expected[vlPairKey_BodyA(pair->key)];
            vlExpected* b = &work->expected[vlPairKey_BodyB(pair->key)];
            a->support = vlSub(a->support, pair->touch.push);
            b->support = vlAdd(b->support, pair->touch.push);
        }
    }
    work->isForeseeing = true;
}

// Support may undo what other forces do to the body, and no more: the force of an impact does not
// last.
vlSweep vlExpect_Without(const vlModel* model, const vlWork* work, int body, vlVec3 own)
{
    const vlExpected* x = &work->expected[body];
    vlSweep s = x->sweep;
    double perMass = model->def.step * x->inverseMass;
    vlVec3 support = vlScale(vlSub(x->support, own), perMass);
    double square = vlDot(support, support);
    double most = vlDot(x->gained, x->gained);
    if (square > 0.0 && most > 0.0) {
        double part = square > most ? sqrt(most / square) : 1.0;
        s.velocity = vlMulAdd(s.velocity, part, support);
    }
    return s;
}

double vlExpect_Reach(const vlModel* model, const vlWork* work, int body)
{
    const vlExpected* x = &work->expected[body];
    return model->def.step * (vlLength(x->sweep.velocity) + vlLength(x->gained) + x->sweep.turn);
}
