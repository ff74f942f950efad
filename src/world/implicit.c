// SPDX-License-Identifier: MIT
// What the implicit integrator asks of a world between the start and the end of a step: elements
// linearised about a trial, and whether their states hold at the next.

#include "world/implicit.h"

#include "base/clock.h"

static bool isIn(const vlImplicitStep* k, int element, const bool* marked)
{
    int island = vlImplicit_IslandOf(k, element);
    return island >= 0 && marked[island];
}

// Time since the last mark is added to a stage; the time between callbacks is the solver's.
static void lap(vlWorld* world, double* stage)
{
    if (world->def.profile) {
        double now = vlClock_Now();
        *stage += now - world->work.implicit.mark;
        world->work.implicit.mark = now;
    }
}

static bool isSettled(const vlBed* bed)
{
    return bed->isIdle || bed->isExplicit;
}

static void linearise(void* user, const vlTwist* trial, const bool* again, bool isFirst)
{
    vlWorld* world = user;
    vlImplicitStep* k = &world->work.implicit;
    vlContactContext context = vlImplicit_ContextOf(world);
    lap(world, &world->work.info.profile.solve);
    for (int i = 0; i < k->springStart; ++i) {
        if (isIn(k, i, again) && !isSettled(&k->bed[i])) {
            vlRelative r = vlImplicit_RelativeAt(world, trial, i);
            k->element[i] = vlBed_Linearise(&k->bed[i], &world->work.current->contact[i], &context,
                                            &k->pool, &r, isFirst);
        }
    }
    int at = k->springStart;
    for (int i = 0; i < world->state.head->springSlots; ++i) {
        vlSpring* s = &world->state.spring[i];
        if (s->bodyB >= 0) {
            if (isIn(k, at, again)) {
                s->isCut = s->isCut && !isFirst;
                k->element[at] = vlSpring_Linearise(s, world->work.start, world->def.step);
            }
            ++at;
        }
    }
    at = k->jointStart;
    for (int i = 0; i < world->state.head->jointSlots; ++i) {
        if (world->state.joint[i].bodyB >= 0) {
            if (isIn(k, at, again)) {
                k->element[at] = vlJoint_Linearise(&world->state.joint[i],
                                                   &world->work.jointRows[i], world->def.step);
            }
            ++at;
        }
    }
    lap(world, &world->work.info.profile.contact);
}

static bool checkSprings(vlWorld* world, const vlTwist* trial, const bool* solved, bool* again)
{
    vlImplicitStep* k = &world->work.implicit;
    bool isChanged = false;
    int at = k->springStart;
    for (int i = 0; i < world->state.head->springSlots; ++i) {
        vlSpring* s = &world->state.spring[i];
        if (s->bodyB < 0) {
            continue;
        }
        const vlImplicitElement* e = &k->element[at];
        if (isIn(k, at, solved) &&
            vlSpring_Check(s, e, vlImplicit_TwistAt(world, trial, k->link[at], e->origin))) {
            again[vlImplicit_IslandOf(k, at)] = isChanged = true;
        }
        ++at;
    }
    return isChanged;
}

static bool check(void* user, const vlTwist* trial, const bool* solved, bool* again, int solvesLeft)
{
    vlWorld* world = user;
    vlImplicitStep* k = &world->work.implicit;
    vlContactContext context = vlImplicit_ContextOf(world);
    bool isChanged = false;
    lap(world, &world->work.info.profile.solve);
    for (int i = 0; i < k->springStart; ++i) {
        if (isIn(k, i, solved) && !isSettled(&k->bed[i])) {
            vlRelative r = vlImplicit_RelativeAt(world, trial, i);
            if (vlBed_Check(&k->bed[i], &world->work.current->contact[i], &context, &k->pool, &r)) {
                again[vlImplicit_IslandOf(k, i)] = isChanged = true;
            }
        }
    }
    isChanged = (solvesLeft > 0 && checkSprings(world, trial, solved, again)) || isChanged;
    int at = k->jointStart;
    for (int i = 0; i < world->state.head->jointSlots; ++i) {
        vlJoint* j = &world->state.joint[i];
        if (j->bodyB < 0) {
            continue;
        }
        if (isIn(k, at, solved) && solvesLeft > 0) {
            vlTwist t =
                vlImplicit_TwistAt(world, trial, k->link[at], world->work.jointRows[i].origin);
            if (vlJoint_Check(j, &world->work.jointRows[i], t, world->def.step, solvesLeft > 1)) {
                again[vlImplicit_IslandOf(k, at)] = isChanged = true;
            }
        }
        ++at;
    }
    lap(world, &world->work.info.profile.contact);
    return isChanged;
}

void vlImplicit_Step(vlWorld* world, vlDynamics* dynamics)
{
    vlImplicitStep* k = &world->work.implicit;
    vlImplicitSource source = {vlImplicit_Begin, linearise, check, vlImplicit_Finish,
                               k->element,       k->link,   world};
    for (int i = 0; i < world->model.slotCount; ++i) {
        k->isStill[i] = world->state.isFrozen[i] || world->state.rest[i].isAsleep;
    }
    vlImplicitInfo info = vlIntegrate_Implicit(dynamics, &source, &k->solver, k->isStill);
    vlLedger_Close(world, k->solver.before, k->solver.trial, k->booked);
    vlSleep_Update(world);
    vlStepInfo* step = &world->work.info;
    step->islandCount = info.islandCount;
    step->largestIsland = info.largestIsland;
    step->solves = info.solves;
    step->unsettledIslands = info.unsettledIslands;
    step->iterativeIslands = info.iterativeIslands;
}
