// SPDX-License-Identifier: MIT
// One step, from top to bottom. The stages are the same for every integrator; the integrators
// differ in how often they ask for forces, and in what they ask for. An explicit one asks for
// wrenches at a state, once (Euler) or four times (RK4). The implicit one asks for lines, which are
// wrenches that decrease with the velocity at the end of the step, and asks again while one of them
// does not hold at the velocities that it solves for.
//
//   stage      reads                           writes
//   begin      motion, applied, rest           frozen bodies, start; isStill (implicit)
//   find       motion, applied, shapes, memory place, near pairs, current: contact volumes;
//                                              expected, samples (implicit)
//   elements   volumes, motion, memory         element, forces, memory, reports (explicit);
//                                              woken bodies, elements.line (implicit)
//   solve      elements, inertia, applied      velocities
//   bound      lines, velocities (implicit)    forces of contacts beyond their bounds, velocities
//   finish     velocities (implicit)           forces, memory, reports, ledger
//   move       velocities                      motion
//   halt       motion, start (implicit)        motion of bodies that would pass through something
//   rest       motion, start (implicit)        ledger, bodies that fall asleep
//   end        all                             frozen bodies, reaction, anchors, what devices feel,
//                                              memory of points and samples, events, info
//
// `find` is in contact_find.c and sample_find.c, the loops over the elements in dynamics/element.c,
// their kinds in contact_kind.c, sample_kind.c, spring_kind.c, joint_kind.c and coupling_kind.c,
// solving and moving in dynamics/integrate_*.c, `bound` in dynamics/bound.c, `halt` in halt.c,
// `rest` in ledger.c and sleep.c.

#include <string.h>

#include "base/clock.h"
#include "world/contact_find.h"
#include "world/events.h"
#include "world/freeze.h"
#include "world/halt.h"
#include "world/ledger.h"
#include "world/point_memory.h"
#include "world/sleep.h"
#include "world/world_parts.h"

// What the integrators pass to the functions below.
typedef struct Step {
    const vlModel* model;
    vlState* state;
    vlWork* work;
    vlElements elements;
    vlDynamics dynamics;
} Step;

static int begin(const vlModel* model, vlState* state, vlWork* work)
{
    int frozen = vlFreeze_Doomed(model, state, work);
    work->ledgerBefore = work->ledger;
    work->pointCount = 0;
    memcpy(work->start, state->motion, (size_t)model->bodies.used * sizeof *work->start);
    memset(&work->info.profile, 0, sizeof work->info.profile);
    for (int i = 0; i < model->bodies.used && vlModel_IsImplicit(model); ++i) {
        work->implicit.isStill[i] = state->isFrozen[i] || state->rest[i].isAsleep;
    }
    return frozen;
}

// ---- explicit: all forces at a state ----

static int evaluate(void* user, const vlMotion* motions, double elapsed, bool remember)
{
    Step* s = user;
    s->work->current = &s->work->evaluation[remember ? 0 : 1];
    vlContacts_Find(s->model, s->state, s->work, motions, remember);
    double start = s->model->def.profile ? vlClock_Now() : 0.0;
    int count = vlElements_Evaluate(&s->elements, motions, elapsed, remember, s->work->element);
    if (s->model->def.profile) {
        s->work->info.profile.contact += vlClock_Now() - start;
    }
    return count;
}

// ---- implicit: lines, whether they hold, and the end ----

// Adds the time since the last mark to a stage; the time between calls is the solver's.
static void lap(Step* s, double* stage)
{
    if (s->model->def.profile) {
        double now = vlClock_Now();
        *stage += now - s->work->implicit.mark;
        s->work->implicit.mark = now;
    }
}

static int beginImplicit(void* user, const vlMotion* motions)
{
    Step* s = user;
    vlStepElements* elements = &s->work->implicit.elements;
    double wasted = 0.0;
    vlSleep_Keep(s->model, s->work);
    s->work->current = &s->work->evaluation[0];
    vlContacts_Find(s->model, s->state, s->work, motions, true);
    lap(s, &wasted);
    vlSamples_Find(s->model, s->state, s->work);
    lap(s, &s->work->info.profile.collide);
    vlElements_Link(&s->elements, elements);
    vlSleep_Wake(s->model, s->state, s->work);
    vlElements_Begin(&s->elements, elements, s->model->def.step);
    vlElements_AddLevers(&s->elements, elements, &s->dynamics);
    lap(s, &s->work->info.profile.contact);
    return elements->count;
}

static void linearise(void* user, const vlTwist* trial, const bool* again, bool isFirst)
{
    Step* s = user;
    vlImplicitStep* k = &s->work->implicit;
    lap(s, &s->work->info.profile.solve);
    vlElements_Linearise(&s->elements, &k->elements, &k->solver.islands, again, trial, isFirst);
    lap(s, &s->work->info.profile.contact);
}

static void check(void* user, const vlTwist* trial, const bool* solved, vlAgain* again,
                  int solvesLeft)
{
    Step* s = user;
    vlImplicitStep* k = &s->work->implicit;
    lap(s, &s->work->info.profile.solve);
    vlElements_Check(&s->elements, &k->elements, &k->solver.islands, solved, again, trial,
                     solvesLeft);
    lap(s, &s->work->info.profile.contact);
}

static bool bound(void* user, int round)
{
    Step* s = user;
    vlImplicitStep* k = &s->work->implicit;
    bool isAny = vlElements_Bound(&s->elements, &k->elements, &k->solver, &s->dynamics, round);
    lap(s, &s->work->info.profile.solve);
    return isAny;
}

static double respond(void* user, int i, const vlTwist* trial, vlBoundUse bound)
{
    Step* s = user;
    return vlElements_Respond(&s->elements, &s->work->implicit.elements, i, trial, bound);
}

static void finish(void* user, const vlTwist* before, const vlTwist* after)
{
    Step* s = user;
    vlImplicitStep* k = &s->work->implicit;
    for (int i = 0; i < s->model->bodies.used; ++i) {
        k->mean[i].linear = vlScale(vlAdd(before[i].linear, after[i].linear), 0.5);
        k->mean[i].angular = vlScale(vlAdd(before[i].angular, after[i].angular), 0.5);
    }
    k->booked = vlElements_Finish(&s->elements, &k->elements, &k->solver.islands, after, k->mean) +
                vlLedger_BookLevers(s->model, s->work, after, k->mean);
}

static void integrateImplicit(Step* s)
{
    vlImplicitStep* k = &s->work->implicit;
    vlImplicitSource source = {.begin = beginImplicit,
                               .linearise = linearise,
                               .check = check,
                               .bound = bound,
                               .respond = respond,
                               .finish = finish,
                               .elements = k->elements.line,
                               .links = k->elements.link,
                               .user = s};
    bool isConvex = s->model->def.integrator == VL_INTEGRATOR_CONVEX;
    vlImplicitInfo info = isConvex
                              ? vlIntegrate_Convex(&s->dynamics, &source, &k->solver, k->isStill)
                              : vlIntegrate_Implicit(&s->dynamics, &source, &k->solver, k->isStill);
    vlHalt_Bodies(s->model, s->state, s->work);
    vlLedger_Close(s->model, s->state, s->work, k->solver.before, k->solver.trial, k->booked);
    vlSleep_Update(s->model, s->state, s->work);
    vlStepInfo* step = &s->work->info;
    step->islandCount = info.islandCount;
    step->largestIsland = info.largestIsland;
    step->solves = info.solves;
    step->unsettledIslands = info.unsettledIslands;
    step->substitutions = info.substitutions;
    step->residual = info.residual;
    step->boundResidual = info.lag;
    step->iterativeIslands = info.iterativeIslands;
}

static void integrate(const vlModel* model, vlState* state, vlWork* work)
{
    Step s = {model,
              state,
              work,
              vlKinds_Of(model, state, work),
              {.bodyCount = model->bodies.used,
               .inertia = model->inertia,
               .motion = state->motion,
               .applied = state->applied,
               .reaction = work->reaction,
               .step = model->def.step,
               .gravity = state->head->gravity,
               .stage = work->stage,
               .slope = work->slope}};
    vlForceSource source = {evaluate, work->element, &s};
    s.dynamics.source = source;
    switch (model->def.integrator) {
    case VL_INTEGRATOR_EULER: vlIntegrate_Euler(&s.dynamics); break;
    case VL_INTEGRATOR_RK4: vlIntegrate_Rk4(&s.dynamics); break;
    case VL_INTEGRATOR_IMPLICIT:
    case VL_INTEGRATOR_CONVEX: integrateImplicit(&s); break;
    }
    work->current = &work->evaluation[0]; // what is reported
}

// ---- the end of a step ----

// The integrator summed all forces; the report of a body has only those of its contacts.
static void sumContacts(const vlModel* model, vlWork* work)
{
    const vlEvaluation* e = work->current;
    for (int i = 0; i < e->contactCount; ++i) {
        const vlContact* c = &e->contact[i];
        vlForceElement element = {c->head.bodyA, c->head.bodyB, c->volume.origin, c->wrench};
        work->element[i] = element;
    }
    int count = e->contactCount;
    for (int i = 0; i < work->samples.pairCount; ++i) {
        const vlSamplePair* p = &work->samples.pair[i];
        vlForceElement element = {p->head.bodyA, p->head.bodyB, p->origin, p->wrench};
        work->element[count++] = element;
    }
    vlForce_Sum(work->element, count, work->start, model->bodies.used, work->reaction);
}

static bool hasOtherElements(const vlState* state)
{
    bool hasAny = false;
    for (int kind = VL_FIRST_KIND_OF_USER; kind < VL_KIND_COUNT; ++kind) {
        hasAny = hasAny || state->head->elements[kind].living > 0;
    }
    return hasAny;
}

static void fillInfo(const vlModel* model, const vlState* state, vlWork* work)
{
    vlStepInfo* info = &work->info;
    info->stepCount = state->head->stepCount;
    info->time = vlState_TimeOf(model, state);
    info->pairCount = state->head->pairCount;
    info->contactCount = work->current->contactCount + work->samples.pairCount;
    info->sampleCount = work->samples.pointCount;
    info->droppedPairs = state->head->droppedPairs;
    info->frozenBodies = state->head->frozenBodies;
}

// Forgets what was done to bodies from outside before the step.
static void forgetOutside(const vlModel* model, vlState* state)
{
    memset(state->applied, 0, (size_t)model->bodies.used * sizeof *state->applied);
    for (int i = 0; i < model->bodies.used; ++i) {
        state->rest[i].isPlaced = state->rest[i].isGiven = false;
    }
}

// `doomed`: bodies that were frozen before the step.
static vlResult end(const vlModel* model, vlState* state, vlWork* work, int doomed)
{
    int frozen = doomed + vlFreeze_Diverged(model, state, work);
    if (frozen > 0 || vlModel_IsImplicit(model) || hasOtherElements(state)) {
        sumContacts(model, work);
    }
    vlElements all = vlKinds_Of(model, state, work);
    vlElements_Advance(&all);
    vlPoints_Keep(state, work);
    vlSamples_Keep(model, state, work);
    forgetOutside(model, state);
    ++state->head->stepCount;
    vlEvents_Find(model, state, work);
    fillInfo(model, state, work);
    if (work->source.end != NULL) {
        work->source.end(work->source.user, model, state, work);
    }
    return frozen > 0 ? VL_ERROR_DIVERGED : VL_OK;
}

vlResult vlWorld_Step(vlWorld* world)
{
    const vlModel* model = &world->model;
    vlState* state = &world->state;
    vlWork* work = &world->work;
    double start = model->def.profile ? vlClock_Now() : 0.0;
    int doomed = begin(model, state, work);
    integrate(model, state, work);
    vlResult result = end(model, state, work, doomed);
    if (model->def.profile) {
        vlStepProfile* p = &work->info.profile;
        p->total = vlClock_Now() - start;
        p->integrate = p->total - p->broadphase - p->collide - p->contact - p->solve;
    }
    return result;
}
