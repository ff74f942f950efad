// SPDX-License-Identifier: MIT
// Forces that are bounded by another force of the same element: friction and the moments of the
// pressure are bounded by the normal force.
//
// A line of the system cannot express this, since the bound depends on the solution. After the last
// solve, each element that exceeds its bound is therefore changed so that it keeps it, one after
// the other. The effect of a change on the velocities follows from the factors of the last solve,
// so all other elements respond to it. A change moves other elements beyond their bounds or back;
// hence several rounds, which converge like the method of Gauss and Seidel. (T7.17)
//
// When all changes of a round were made at once, each as if it were the only one, heaps gained
// energy.

#include <string.h>

#include "dynamics/element.h"

// The part of the bound at which a round aims: all of it at first, less in later rounds, so that
// the rounds end where contacts wedge a body and would approach their bounds for ever.
static double aimOf(int round)
{
    return round < 4 ? 1.0 : (round < 12 ? 0.9 : (round < 24 ? 0.7 : (round < 36 ? 0.3 : 0.0)));
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

void vlBounds_LayOut(vlBounds* bounds, vlArena* arena, int bodies, int elements)
{
    bounds->forceCapacity = least(elements, VL_BOUND_FORCES);
    bounds->responseCapacity =
        least(VL_BOUND_RESPONSES / bodies, VL_WAYS * bounds->forceCapacity) * bodies;
    if (bounds->responseCapacity < VL_WAYS * bodies) {
        bounds->responseCapacity = VL_BOUND_RESPONSES;
    }
    bounds->force = vlArena_Take(arena, (size_t)bounds->forceCapacity, sizeof *bounds->force);
    bounds->response =
        vlArena_Take(arena, (size_t)bounds->responseCapacity, sizeof *bounds->response);
    bounds->forceOf = vlArena_Take(arena, VL_PARTS * (size_t)elements, sizeof *bounds->forceOf);
}

// Nothing is known yet.
static void forgetAll(vlBounds* bounds, int elements)
{
    bounds->forceCount = bounds->responseCount = 0;
    for (int i = 0; i < VL_PARTS * elements; ++i) {
        bounds->forceOf[i] = -1;
    }
}

// The velocity of a body in a response; zero if it is not solved for.
static vlTwist twistOf(const vlIslands* islands, const vlTwist* response, int island, int body)
{
    static const vlTwist still = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    int row = body < 0 ? -1 : islands->row[body];
    return row < 0 ? still : response[row - islands->start[island]];
}

// By how much one unit of a change changes the velocities of an island.
static void respond(vlImplicitWork* work, const vlDynamics* d, const vlImplicitElement* line,
                    int island, vlWrench change, vlTwist* response)
{
    const vlIslands* islands = &work->islands;
    int first = islands->start[island];
    int count = islands->start[island + 1] - first;
    double* x = &work->vector[VL_BLOCK * first];
    memset(x, 0, VL_BLOCK * (size_t)count * sizeof *x);
    vlImplicit_AddChange(work, d, line, change);
    vlBlockSystem_Solve(&work->system, island, work->vector);
    for (int i = 0; i < count; ++i, x += VL_BLOCK) {
        vlTwist t = {vlVec(x[0], x[1], x[2]), vlVec(x[3], x[4], x[5])};
        response[i] = t;
    }
}

// The responses to the ways of a part, which are computed once. NULL if there is no room.
static vlBoundForce* responsesOf(vlImplicitWork* work, const vlDynamics* d,
                                 const vlImplicitElement* line, int part, int island,
                                 const vlWrench ways[VL_WAYS])
{
    const vlIslands* islands = &work->islands;
    vlBounds* b = &work->bounds;
    int rows = islands->start[island + 1] - islands->start[island];
    if (b->forceOf[part] >= 0) {
        return &b->force[b->forceOf[part]];
    }
    if (b->forceCount == b->forceCapacity ||
        VL_WAYS * rows > b->responseCapacity - b->responseCount) {
        return NULL;
    }
    vlBoundForce* f = &b->force[b->forceCount];
    f->first = b->responseCount;
    f->round = -1;
    vlVec3 centreA = line->bodyA < 0 ? line->origin : d->motion[line->bodyA].centre;
    vlVec3 centreB = d->motion[line->bodyB].centre;
    for (int i = 0; i < VL_WAYS; ++i) {
        vlTwist* response = &b->response[f->first + i * rows];
        respond(work, d, line, island, ways[i], response);
        vlTwist onA = twistOf(islands, response, island, line->bodyA);
        vlTwist onB = twistOf(islands, response, island, line->bodyB);
        f->relative[i] = vlTwist_Between(&onA, centreA, &onB, centreB, line->origin);
    }
    b->forceOf[part] = b->forceCount++;
    b->responseCount += VL_WAYS * rows;
    return f;
}

// The trial follows a change of one force.
static void follow(vlImplicitWork* work, int island, const vlBoundForce* f,
                   const double amounts[VL_WAYS])
{
    const vlIslands* islands = &work->islands;
    int first = islands->start[island];
    int rows = islands->start[island + 1] - first;
    const vlTwist* response = &work->bounds.response[f->first];
    for (int k = 0; k < rows; ++k) {
        vlTwist t = work->trial[islands->body[first + k]];
        for (int i = 0; i < VL_WAYS; ++i) {
            const vlTwist* r = &response[i * rows + k];
            t.linear = vlMulAdd(t.linear, amounts[i], r->linear);
            t.angular = vlMulAdd(t.angular, amounts[i], r->angular);
        }
        work->trial[islands->body[first + k]] = t;
    }
}

static void noteChange(vlBoundForce* f, int round, const double amounts[VL_WAYS])
{
    bool isNext = f->round == round - 1;
    for (int i = 0; i < VL_WAYS; ++i) {
        f->before[i] = isNext ? f->amounts[i] : 0.0;
        f->amounts[i] = amounts[i];
    }
    f->round = round;
}

static bool takeBack(const vlElements* all, int k, const vlElementAt* at,
                     const vlStepElements* step, vlImplicitWork* work, const vlDynamics* d,
                     int round)
{
    const vlElementKind* kind = all->kinds[k];
    int island = vlIslands_OfLink(&work->islands, at->link);
    vlWrench ways[VL_WAYS];
    if (island < 0 || vlBlockSystem_IsIterative(&work->system, island)) {
        return false;
    }
    int part = kind->exceeds(all->model, all->state, all->work, at, work->trial, round, ways);
    if (part < 0) {
        return false;
    }
    if (work->bounds.forceCount < 0) {
        forgetAll(&work->bounds, step->count);
    }
    vlBoundForce* f =
        responsesOf(work, d, &step->line[at->index], VL_PARTS * at->index + part, island, ways);
    if (f == NULL) {
        return false;
    }
    double amounts[VL_WAYS];
    kind->takeBack(all->model, all->state, all->work, at, work->trial, round, part, f->relative,
                   aimOf(round), amounts);
    f->kind = k, f->slot = at->slot, f->part = part, f->island = island;
    kind->change(all->work, at->slot, part, amounts);
    noteChange(f, round, amounts);
    follow(work, island, f, amounts);
    return true;
}

// Where one of two stiff contacts undoes what the other does, changes follow each other like a
// geometric series. From FAR_ROUND on, every FAR_EVERY rounds, such a series is continued to its
// end, if the squared cosine of the angle between two successive changes exceeds ALIKE.
#define FAR_ROUND 18
#define FAR_EVERY 6
#define ALIKE 0.999
// The largest ratio of two successive changes; a series with a larger one is continued as if it had
// this one.
#define LARGEST_RATIO 0.99

// By how many times the changes of this round must be added to reach the end of their series in an
// island; 0: they form none.
static double farther(const vlBounds* b, int island, int round)
{
    double both = 0.0;
    double before = 0.0;
    double now = 0.0;
    for (int i = 0; i < b->forceCount; ++i) {
        const vlBoundForce* f = &b->force[i];
        for (int k = 0; k < VL_WAYS && f->round == round && f->island == island; ++k) {
            both += f->before[k] * f->amounts[k];
            before += f->before[k] * f->before[k];
            now += f->amounts[k] * f->amounts[k];
        }
    }
    if (!(both > 0.0 && both * both > ALIKE * before * now)) {
        return 0.0;
    }
    double ratio = both / before < LARGEST_RATIO ? both / before : LARGEST_RATIO;
    return ratio / (1.0 - ratio);
}

static void goFar(const vlElements* all, vlImplicitWork* work, int round)
{
    vlBounds* b = &work->bounds;
    for (int i = 0; i < b->forceCount; ++i) {
        int island = b->force[i].island;
        double factor = b->force[i].round == round ? farther(b, island, round) : 0.0;
        for (int k = i; k < b->forceCount && factor > 0.0; ++k) {
            vlBoundForce* f = &b->force[k];
            if (f->round == round && f->island == island) {
                const double more[VL_WAYS] = {factor * f->amounts[0], factor * f->amounts[1],
                                              factor * f->amounts[2]};
                all->kinds[f->kind]->change(all->work, f->slot, f->part, more);
                follow(work, island, f, more);
                f->round = -1; // a new series begins
            }
        }
    }
}

bool vlElements_Bound(const vlElements* all, const vlStepElements* step, vlImplicitWork* work,
                      const vlDynamics* d, int round)
{
    bool isAny = false;
    if (round == 0) {
        work->bounds.forceCount = -1; // most steps have none: `forceOf` is not even cleared
    }
    for (int k = 0; k < all->kindCount; ++k) {
        const vlElementKind* kind = all->kinds[k];
        if (kind->exceeds == NULL) {
            continue;
        }
        for (vlElementWalk w = vlStepElements_Walk(all, k, step); vlElementWalk_Next(&w);) {
            bool isTaken = takeBack(all, k, &w.at, step, work, d, round);
            isAny = isAny || isTaken;
        }
    }
    if (round >= FAR_ROUND && round % FAR_EVERY == 0) {
        goFar(all, work, round);
    }
    return isAny;
}
