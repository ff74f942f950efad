// SPDX-License-Identifier: MIT
// Couplings as force elements. The law is in joint/coupling_law.c; creating, releasing and reading
// them is in coupling.c.

#include "base/hash.h"
#include "world/ledger.h"

static vlElementList list(const vlState* state, const vlWork* work)
{
    (void)work;
    vlElementList couplings = {state->coupling, sizeof *state->coupling,
                               state->head->elements[VL_KIND_COUPLING].used};
    return couplings;
}

static vlForceElement evaluate(const vlModel* model, vlState* state, vlWork* work, int slot,
                               const vlMotion* motions, double elapsed, bool remember)
{
    (void)model, (void)work, (void)elapsed, (void)remember;
    return vlCoupling_Evaluate(&state->coupling[slot], motions);
}

// Nothing about a coupling depends on the trial velocities, so its line is final from the start.
static void begin(const vlModel* model, vlState* state, vlWork* work, const vlElementAt* at)
{
    work->implicit.elements.line[at->index] =
        vlCoupling_Linearise(&state->coupling[at->slot], work->start, model->def.step);
}

static double finish(const vlModel* model, vlState* state, vlWork* work, const vlElementAt* at,
                     const vlTwist* after, const vlTwist* mean)
{
    vlVirtualCoupling* c = &state->coupling[at->slot];
    const vlImplicitElement* e = &work->implicit.elements.line[at->index];
    vlWrench w = vlImplicitElement_At(e, vlTwist_OfLink(at->link, after, work->start, e->origin));
    double driven = vlCoupling_WorkOfDevice(c, w);
    c->last = w;
    double springs =
        model->def.step * vlPower_Of(w, vlTwist_OfLink(at->link, mean, work->start, e->origin)) -
        driven;
    vlLedger* ledger = &work->ledger;
    double booked = vlLedger_Book(ledger, &ledger->springs, springs);
    booked += vlLedger_Book(ledger, &ledger->driven, driven);
    return booked;
}

// Uses the force of this step, not the last one: a device may jump.
static int levers(const vlState* state, const vlWork* work, const vlElementAt* at,
                  vlLever levers[2])
{
    (void)state;
    const vlImplicitElement* e = &work->implicit.elements.line[at->index];
    vlLever lever = {e->bodyB, e->onB.force, e->origin};
    levers[0] = lever;
    return 1;
}

static void report(const vlModel* model, const vlState* state, vlWork* work, int slot)
{
    (void)model;
    const vlVirtualCoupling* c = &state->coupling[slot];
    work->couplingReport[slot] = vlCoupling_ReportAt(c, &state->motion[c->head.bodyB]);
}

// What the device feels, and what the coupling remembers.
static void advance(const vlModel* model, vlState* state, vlWork* work, int slot)
{
    vlVirtualCoupling* c = &state->coupling[slot];
    if (!vlModel_IsImplicit(model)) {
        c->last = vlCoupling_Evaluate(c, state->motion).onB;
    }
    // Forces of a body that is leaving the finite numbers must not reach a hand.
    if (state->isFrozen[c->head.bodyB]) {
        c->last.force = c->last.torque = vlZero();
    }
    report(model, state, work, slot);
    c->lastDevice = c->device;
    c->lastTwist = c->deviceTwist;
    c->lastTurn = work->couplingReport[slot].turn;
}

static double energy(const vlState* state, const vlWork* work, int slot)
{
    (void)state;
    return work->couplingReport[slot].energy;
}

static uint64_t hash(const vlState* state, int slot, uint64_t h)
{
    const vlVirtualCoupling* c = &state->coupling[slot];
    vlQuat q = c->device.q;
    h = vlHash_Word(vlHash_Word(h, (uint64_t)slot), (uint64_t)c->head.bodyB);
    h = vlHash_Double(vlHash_Vec(vlHash_Vec(h, c->device.p), vlVec(q.x, q.y, q.z)), q.w);
    return vlHash_Vec(vlHash_Vec(h, c->deviceTwist.linear), c->deviceTwist.angular);
}

const vlElementKind vlCouplingKind = {.name = "coupling",
                                      .keepsAwake = true,
                                      .list = list,
                                      .evaluate = evaluate,
                                      .begin = begin,
                                      .finish = finish,
                                      .levers = levers,
                                      .advance = advance,
                                      .energy = energy,
                                      .hash = hash,
                                      .report = report};
