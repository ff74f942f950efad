// SPDX-License-Identifier: MIT
// Springs as force elements. The law is in joint/spring_law.c; creating and reading springs is in
// spring.c.

#include "base/hash.h"
#include "world/ledger.h"

static vlElementList list(const vlState* state, const vlWork* work)
{
    (void)work;
    vlElementList springs = {state->spring, sizeof *state->spring,
                             state->head->elements[VL_KIND_SPRING].used};
    return springs;
}

static vlForceElement evaluate(const vlModel* model, vlState* state, vlWork* work, int slot,
                               const vlMotion* motions, double elapsed, bool remember)
{
    (void)model;
    vlSpringReport report;
    double later = remember ? 0.0 : elapsed;
    vlForceElement e = vlSpring_Evaluate(&state->spring[slot], motions, later, &report);
    if (remember) {
        work->springReport[slot] = report;
    }
    return e;
}

static void linearise(const vlModel* model, vlState* state, vlWork* work, const vlElementAt* at,
                      const vlTwist* trial, bool isFirst, vlImplicitElement* line)
{
    (void)trial; // a spring's line does not depend on it
    vlSpring* s = &state->spring[at->slot];
    s->isCut = s->isCut && !isFirst;
    *line = vlSpring_Linearise(s, work->start, model->def.step);
}

static vlAgain check(const vlModel* model, vlState* state, vlWork* work, const vlElementAt* at,
                     const vlTwist* trial, int solvesLeft)
{
    (void)model;
    const vlImplicitElement* e = &work->implicit.elements.line[at->index];
    bool isChanged =
        solvesLeft > 0 && vlSpring_Check(&state->spring[at->slot], e,
                                         vlTwist_OfLink(at->link, trial, work->start, e->origin));
    return isChanged ? VL_AGAIN_NOW : VL_AGAIN_NO;
}

static double respond(const vlModel* model, vlState* state, vlWork* work, const vlElementAt* at,
                      const vlTwist* trial, vlBoundUse bound, vlImplicitElement* line)
{
    const vlSpring* s = &state->spring[at->slot];
    vlVec3 point = vlSpring_PointB(s, work->start);
    *line = vlSpring_Respond(s, work->start, vlTwist_OfLink(at->link, trial, work->start, point),
                             model->def.step);
    (void)bound;
    return 0.0;
}

static double finish(const vlModel* model, vlState* state, vlWork* work, const vlElementAt* at,
                     const vlTwist* after, const vlTwist* mean)
{
    if (!at->isSolved) { // its bodies sleep or are frozen: the report stays as it is
        return 0.0;
    }
    vlSpring* s = &state->spring[at->slot];
    const vlImplicitElement* e = &work->implicit.elements.line[at->index];
    vlWrench w = vlImplicitElement_At(e, vlTwist_OfLink(at->link, after, work->start, e->origin));
    work->springReport[at->slot] = vlSpring_ReportAt(s, work->start, w);
    s->lastForce = w.force;
    double done =
        model->def.step * vlPower_Of(w, vlTwist_OfLink(at->link, mean, work->start, e->origin));
    double driven = vlLedger_DrivenWork(model, work, at, mean, w);
    if (s->head.bodyA < 0) {
        driven = model->def.step * vlDot(w.force, s->velocityA);
        done -= driven;
    }
    vlLedger* ledger = &work->ledger;
    double booked = vlLedger_Book(ledger, &ledger->springs, done);
    booked += vlLedger_Book(ledger, &ledger->driven, driven);
    return booked;
}

static int levers(const vlState* state, const vlWork* work, const vlElementAt* at,
                  vlLever levers[2])
{
    const vlSpring* s = &state->spring[at->slot];
    vlLever a = {s->head.bodyA, vlNeg(s->lastForce), vlSpring_PointA(s, work->start)};
    vlLever b = {s->head.bodyB, s->lastForce, vlSpring_PointB(s, work->start)};
    levers[0] = a;
    levers[1] = b;
    return 2;
}

// Moves an anchor in the world by one step.
static void advance(const vlModel* model, vlState* state, vlWork* work, int slot)
{
    (void)work;
    vlSpring* s = &state->spring[slot];
    if (s->head.bodyA < 0) { // if it is no longer finite it stays: its force must stay finite too
        vlVec3 next = vlMulAdd(s->armA, model->def.step, s->velocityA);
        s->armA = vlIsFinite(next) ? next : s->armA;
    }
}

static double energy(const vlState* state, const vlWork* work, int slot)
{
    (void)state;
    return work->springReport[slot].energy;
}

static uint64_t hash(const vlState* state, int slot, uint64_t h)
{
    const vlSpring* s = &state->spring[slot];
    h = vlHash_Word(vlHash_Word(h, (uint64_t)slot), (uint64_t)s->head.bodyB);
    return vlHash_Vec(vlHash_Vec(h, s->armA), s->armB);
}

static void report(const vlModel* model, const vlState* state, vlWork* work, int slot)
{
    (void)model, (void)state;
    vlSpringReport nothing = {
        {0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}, 0.0};
    work->springReport[slot] = nothing;
}

static void silence(const vlModel* model, vlState* state, vlWork* work, int slot)
{
    state->spring[slot].lastForce = vlZero();
    report(model, state, work, slot);
}

// Decides which springs are soft compared with the step: those on bodies whose springs together
// stay within the share of one spring.
static void findSoft(const vlModel* model, vlState* state, vlWork* work)
{
    double* sum = work->springShare;
    double h = model->def.step;
    for (int i = 0; i < model->bodies.used; ++i) {
        sum[i] = 0.0;
    }
    for (int pass = 0; pass < 2; ++pass) {
        for (int i = 0; i < state->head->elements[VL_KIND_SPRING].used; ++i) {
            vlSpring* s = &state->spring[i];
            if (!s->head.id.isTaken) {
                continue;
            }
            double part = s->stiffness * h * h * vlSpring_YieldOf(s, model->inertia);
            double* a = s->head.bodyA < 0 ? &sum[s->head.bodyB] : &sum[s->head.bodyA];
            double* b = &sum[s->head.bodyB];
            if (pass == 0) {
                *b += part;
                *a += a == b ? 0.0 : part;
            } else {
                s->isSoft = *a <= VL_SPRING_SHARE && *b <= VL_SPRING_SHARE;
            }
        }
    }
}

const vlElementKind vlSpringKind = {.name = "spring",
                                    .keepsAwake = true,
                                    .list = list,
                                    .evaluate = evaluate,
                                    .linearise = linearise,
                                    .check = check,
                                    .respond = respond,
                                    .finish = finish,
                                    .levers = levers,
                                    .silence = silence,
                                    .advance = advance,
                                    .energy = energy,
                                    .hash = hash,
                                    .report = report,
                                    .changed = findSoft};
