// SPDX-License-Identifier: MIT
// The loops over force elements, one for each stage of a step.

#include "dynamics/element.h"

#include <string.h>

static vlElementWalk walkAll(const vlElements* all, int kind)
{
    return vlElementKind_Walk(all->kinds[kind], all->state, all->work);
}

static bool isMarked(const vlIslands* islands, vlLink link, const bool* marked)
{
    int island = vlIslands_OfLink(islands, link);
    return island >= 0 && marked[island];
}

// ---- explicit ----

int vlElements_Evaluate(const vlElements* all, const vlMotion* motions, double elapsed,
                        bool remember, vlForceElement* out)
{
    int count = 0;
    for (int k = 0; k < all->kindCount; ++k) {
        const vlElementKind* kind = all->kinds[k];
        if (kind->prepare != NULL) {
            kind->prepare(all->model, all->state, all->work, elapsed);
        }
        for (vlElementWalk w = walkAll(all, k); vlElementWalk_Next(&w);) {
            out[count++] = kind->evaluate(all->model, all->state, all->work, w.at.slot, motions,
                                          elapsed, remember);
        }
    }
    for (int k = 0; k < all->kindCount && remember; ++k) {
        const vlElementKind* kind = all->kinds[k];
        if (kind->keep != NULL) {
            for (vlElementWalk w = walkAll(all, k); vlElementWalk_Next(&w);) {
                kind->keep(all->state, all->work, w.at.slot);
            }
        }
    }
    return count;
}

// ---- implicit ----

void vlElements_Link(const vlElements* all, vlStepElements* step)
{
    step->count = 0;
    for (int k = 0; k < all->kindCount; ++k) {
        step->start[k] = step->count;
        for (vlElementWalk w = walkAll(all, k); vlElementWalk_Next(&w);) {
            const vlElementHead* head = vlElementWalk_Head(&w);
            vlLink link = {head->bodyA, head->bodyB};
            step->slot[step->count] = w.at.slot;
            step->link[step->count++] = link;
        }
    }
    step->start[all->kindCount] = step->count;
}

void vlElements_Begin(const vlElements* all, const vlStepElements* step, double elapsed)
{
    for (int k = 0; k < all->kindCount; ++k) {
        const vlElementKind* kind = all->kinds[k];
        if (kind->prepare != NULL) {
            kind->prepare(all->model, all->state, all->work, elapsed);
        }
        if (kind->begin != NULL) {
            for (vlElementWalk w = vlStepElements_Walk(all, k, step); vlElementWalk_Next(&w);) {
                kind->begin(all->model, all->state, all->work, &w.at);
            }
        }
    }
}

static double leastMoment(const vlInertia* inertia)
{
    vlMat3 w = inertia->inverseInertiaB;
    return 1.0 / (w.cx.x + w.cy.y + w.cz.z);
}

// Where the force would turn its body faster than a step can follow, the change of its torque with
// the lever is part of the system; elsewhere this term would only damp.
static void addLever(vlStepElements* step, const vlDynamics* d, const vlLever* lever)
{
    if (lever->body < 0 || !(d->inertia[lever->body].inverseMass > 0.0)) {
        return;
    }
    double h = d->step;
    vlVec3 centre = d->motion[lever->body].centre;
    vlVec3 arm = vlSub(lever->point, centre);
    double least = leastMoment(&d->inertia[lever->body]);
    if (h * h * vlLength(lever->force) * vlLength(arm) <= least) {
        return;
    }
    vlMat3 R = vlMatFromQuat(d->motion[lever->body].rotation);
    vlMat3 yield = vlInertia_InverseWorld(&d->inertia[lever->body], R);
    vlMat3 s;
    if (!vlGeometric_Stiffness(lever->force, arm, yield, h, &s)) {
        return;
    }
    vlImplicitElement* e = &step->line[step->count];
    memset(e, 0, sizeof *e);
    e->bodyA = -1;
    e->bodyB = lever->body;
    e->origin = centre;
    e->resistance.ww = vlMat(vlScale(s.cx, h), vlScale(s.cy, h), vlScale(s.cz, h));
    vlLink link = {-1, lever->body};
    step->link[step->count++] = link;
}

void vlElements_AddLevers(const vlElements* all, vlStepElements* step, const vlDynamics* dynamics)
{
    for (int k = 0; k < all->kindCount; ++k) {
        const vlElementKind* kind = all->kinds[k];
        if (kind->levers == NULL) {
            continue;
        }
        for (vlElementWalk w = vlStepElements_Walk(all, k, step); vlElementWalk_Next(&w);) {
            vlLever levers[2];
            int count = kind->levers(all->state, all->work, &w.at, levers);
            for (int i = 0; i < count; ++i) {
                addLever(step, dynamics, &levers[i]);
            }
        }
    }
}

void vlElements_Linearise(const vlElements* all, vlStepElements* step, const vlIslands* islands,
                          const bool* marked, const vlTwist* trial, bool isFirst)
{
    for (int k = 0; k < all->kindCount; ++k) {
        const vlElementKind* kind = all->kinds[k];
        if (kind->linearise == NULL) {
            continue;
        }
        for (vlElementWalk w = vlStepElements_Walk(all, k, step); vlElementWalk_Next(&w);) {
            if (isMarked(islands, w.at.link, marked)) {
                kind->linearise(all->model, all->state, all->work, &w.at, trial, isFirst,
                                &step->line[w.at.index]);
            }
        }
    }
}

void vlElements_Check(const vlElements* all, const vlStepElements* step, const vlIslands* islands,
                      const bool* solved, vlAgain* again, const vlTwist* trial, int solvesLeft)
{
    for (int k = 0; k < all->kindCount; ++k) {
        const vlElementKind* kind = all->kinds[k];
        if (kind->check == NULL) {
            continue;
        }
        for (vlElementWalk w = vlStepElements_Walk(all, k, step); vlElementWalk_Next(&w);) {
            if (isMarked(islands, w.at.link, solved)) {
                vlAgain* ofIsland = &again[vlIslands_OfLink(islands, w.at.link)];
                vlAgain asked =
                    kind->check(all->model, all->state, all->work, &w.at, trial, solvesLeft);
                *ofIsland = asked > *ofIsland ? asked : *ofIsland;
            }
        }
    }
}

double vlElements_Respond(const vlElements* all, vlStepElements* step, int index,
                          const vlTwist* trial, vlBoundUse bound)
{
    int k = 0;
    while (k < all->kindCount && index >= step->start[k + 1]) {
        ++k;
    }
    if (k == all->kindCount || all->kinds[k]->respond == NULL) {
        return 0.0;
    }
    vlElementAt at = {.slot = step->slot[index], .index = index, .link = step->link[index]};
    return all->kinds[k]->respond(all->model, all->state, all->work, &at, trial, bound,
                                  &step->line[index]);
}

double vlElements_Finish(const vlElements* all, const vlStepElements* step,
                         const vlIslands* islands, const vlTwist* after, const vlTwist* mean)
{
    double booked = 0.0;
    for (int k = 0; k < all->kindCount; ++k) {
        const vlElementKind* kind = all->kinds[k];
        double sum = 0.0;
        for (vlElementWalk w = vlStepElements_Walk(all, k, step); vlElementWalk_Next(&w);) {
            w.at.isSolved = vlIslands_OfLink(islands, w.at.link) >= 0;
            sum += kind->finish(all->model, all->state, all->work, &w.at, after, mean);
        }
        booked += sum;
    }
    return booked;
}

// ---- any integrator ----

void vlElements_Silence(const vlElements* all, const bool* isFrozen)
{
    for (int k = 0; k < all->kindCount; ++k) {
        const vlElementKind* kind = all->kinds[k];
        if (kind->silence == NULL) {
            continue;
        }
        for (vlElementWalk w = walkAll(all, k); vlElementWalk_Next(&w);) {
            const vlElementHead* head = vlElementWalk_Head(&w);
            if ((head->bodyA >= 0 && isFrozen[head->bodyA]) || isFrozen[head->bodyB]) {
                kind->silence(all->model, all->state, all->work, w.at.slot);
            }
        }
    }
}

void vlElements_Advance(const vlElements* all)
{
    for (int k = 0; k < all->kindCount; ++k) {
        const vlElementKind* kind = all->kinds[k];
        if (kind->advance != NULL) {
            for (vlElementWalk w = walkAll(all, k); vlElementWalk_Next(&w);) {
                kind->advance(all->model, all->state, all->work, w.at.slot);
            }
        }
    }
}

double vlElementKind_Energy(const vlElementKind* kind, const vlState* state, const vlWork* work)
{
    double sum = 0.0;
    for (vlElementWalk w = vlElementKind_Walk(kind, state, work); vlElementWalk_Next(&w);) {
        sum += kind->energy(state, work, w.at.slot);
    }
    return sum;
}

uint64_t vlElementKind_Hash(const vlElementKind* kind, const vlState* state, const vlWork* work,
                            uint64_t hash)
{
    for (vlElementWalk w = vlElementKind_Walk(kind, state, work); vlElementWalk_Next(&w);) {
        hash = kind->hash(state, w.at.slot, hash);
    }
    return hash;
}

void vlElements_Report(const vlElements* all)
{
    for (int k = 0; k < all->kindCount; ++k) {
        const vlElementKind* kind = all->kinds[k];
        if (kind->report != NULL) {
            for (vlElementWalk w = walkAll(all, k); vlElementWalk_Next(&w);) {
                kind->report(all->model, all->state, all->work, w.at.slot);
            }
        }
    }
}
