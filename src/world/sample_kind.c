// SPDX-License-Identifier: MIT
// Contacts of surfaces as force elements: all samples of a pair of bodies are one. What a sample
// exerts is in contact/sample_law.c.

#include <string.h>

#include "world/ledger.h"

static vlElementList list(const vlState* state, const vlWork* work)
{
    (void)state;
    vlElementList pairs = {work->samples.pair, sizeof *work->samples.pair, work->samples.pairCount};
    return pairs;
}

static vlSamplePoint* pointsOf(vlWork* work, const vlSamplePair* pair)
{
    return &work->samples.point[pair->first];
}

static bool moves(const vlModel* model, const vlWork* work, int body)
{
    const vlInertia* inertia = &model->inertia[body];
    return (inertia->inverseMass > 0.0 || inertia->isDriven) && !work->implicit.isStill[body];
}

static void begin(const vlModel* model, vlState* state, vlWork* work, const vlElementAt* at)
{
    (void)state;
    vlSamplePair* pair = &work->samples.pair[at->slot];
    pair->isIdle = !moves(model, work, pair->head.bodyA) && !moves(model, work, pair->head.bodyB);
}

static vlTwist startOf(const vlWork* work, const vlElementAt* at, vlVec3 origin)
{
    return vlTwist_OfLink(at->link, work->implicit.solver.before, work->start, origin);
}

// The line of a wrench that does not change.
static vlImplicitElement holdWrench(const vlSamplePair* pair)
{
    vlImplicitElement line;
    memset(&line, 0, sizeof line);
    line.origin = pair->origin;
    line.onB.force = pair->held.force;
    line.onB.torque = vlSub(pair->held.torque, vlCross(pair->origin, pair->held.force));
    return line;
}

static void linearise(const vlModel* model, vlState* state, vlWork* work, const vlElementAt* at,
                      const vlTwist* trial, bool isFirst, vlImplicitElement* line)
{
    (void)state, (void)isFirst;
    vlSamplePair* pair = &work->samples.pair[at->slot];
    vlTwist now = vlTwist_OfLink(at->link, trial, work->start, pair->origin);
    *line = pair->isHeld ? holdWrench(pair)
                         : vlSamples_Linearise(pointsOf(work, pair), pair->count, pair->origin,
                                               model->def.step, pair->friction,
                                               startOf(work, at, pair->origin), now);
    line->bodyA = at->link.a;
    line->bodyB = at->link.b;
}

static double respond(const vlModel* model, vlState* state, vlWork* work, const vlElementAt* at,
                      const vlTwist* trial, vlBoundUse bound, vlImplicitElement* line)
{
    (void)state;
    vlSamplePair* pair = &work->samples.pair[at->slot];
    double lag = 0.0;
    if (pair->isHeld) {
        *line = holdWrench(pair);
    } else {
        lag = vlSamples_Respond(pointsOf(work, pair), pair->count, pair->origin, model->def.step,
                                pair->friction, startOf(work, at, pair->origin),
                                vlTwist_OfLink(at->link, trial, work->start, pair->origin), bound,
                                line);
    }
    line->bodyA = at->link.a;
    line->bodyB = at->link.b;
    return lag;
}

static vlAgain check(const vlModel* model, vlState* state, vlWork* work, const vlElementAt* at,
                     const vlTwist* trial, int solvesLeft)
{
    (void)state, (void)solvesLeft;
    vlSamplePair* pair = &work->samples.pair[at->slot];
    vlTwist now = vlTwist_OfLink(at->link, trial, work->start, pair->origin);
    bool isChanged =
        vlSamples_Check(pointsOf(work, pair), pair->count, pair->origin, model->def.step,
                        pair->friction, startOf(work, at, pair->origin), now);
    return isChanged && !pair->isHeld ? VL_AGAIN_NOW : VL_AGAIN_NO;
}

static double finish(const vlModel* model, vlState* state, vlWork* work, const vlElementAt* at,
                     const vlTwist* after, const vlTwist* means)
{
    (void)state;
    vlSamplePair* pair = &work->samples.pair[at->slot];
    vlLedger* ledger = &work->ledger;
    if (pair->isIdle) {
        return 0.0;
    }
    vlImplicitElement* line = &work->implicit.elements.line[at->index];
    vlTwist start = startOf(work, at, pair->origin);
    vlTwist end = vlTwist_OfLink(at->link, after, work->start, pair->origin);
    vlTwist mean = vlTwist_OfLink(at->link, means, work->start, pair->origin);
    bool isSolved = model->inertia[pair->head.bodyA].inverseMass > 0.0 ||
                    model->inertia[pair->head.bodyB].inverseMass > 0.0;
    if (!isSolved) { // only a pointer feels it, so the solve has no line for it
        linearise(model, state, work, at, after, true, line);
    }
    pair->wrench = vlImplicitElement_At(line, end);
    pair->sums = vlSamples_Finish(pointsOf(work, pair), pair->count, pair->origin, model->def.step,
                                  pair->friction, start, end, mean);
    double springs = model->def.step * vlPower_Of(pair->wrench, mean) - pair->sums.frictionWork;
    double driven = vlLedger_DrivenWork(model, work, at, means, pair->wrench);
    double booked = vlLedger_Book(ledger, &ledger->contactSprings, springs);
    booked += vlLedger_Book(ledger, &ledger->friction, pair->sums.frictionWork);
    booked += vlLedger_Book(ledger, &ledger->driven, driven);
    return booked;
}

static void silence(const vlModel* model, vlState* state, vlWork* work, int slot)
{
    (void)model, (void)state;
    vlSamplePair* pair = &work->samples.pair[slot];
    pair->count = 0; // so that nothing is remembered
    pair->wrench = (vlWrench){vlZero(), vlZero()};
    pair->sums = (vlSampleSums){.pressing = 0.0};
}

static double energy(const vlState* state, const vlWork* work, int slot)
{
    (void)state;
    return work->samples.pair[slot].sums.energy;
}

const vlElementKind vlSampleKind = {.name = "surface contact",
                                    .list = list,
                                    .begin = begin,
                                    .linearise = linearise,
                                    .check = check,
                                    .respond = respond,
                                    .finish = finish,
                                    .silence = silence,
                                    .energy = energy};
