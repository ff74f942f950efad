// SPDX-License-Identifier: MIT
// Bodies at rest are not computed until something touches them. They fall asleep an island at a
// time; an island that is held by a device or by a spring to the world never does. Their contacts
// are kept as they were, so that they can be read and continued.

#include "world/sleep.h"

#include <string.h>

// A body is calm below these speeds, and its island sleeps when all of it has been calm for this
// time.
#define CALM_SPEED 1e-3 // m/s
#define CALM_SPIN 1e-2  // rad/s
#define CALM_TIME 0.5   // s

static bool isDynamic(const vlModel* model, int body)
{
    return model->inertia[body].inverseMass > 0.0;
}

void vlSleep_WakeBody(vlState* state, int body)
{
    if (body >= 0) {
        state->rest[body].calmSteps = 0;
        state->rest[body].isAsleep = false;
    }
}

void vlSleep_WakeAround(const vlModel* model, vlState* state, int body)
{
    vlSleep_WakeBody(state, body);
    state->rest[body].isPlaced = true;
    for (int i = 0; i < state->head->pairCount && model->def.sleep; ++i) {
        vlPairKey key = state->pair[i].key;
        int a = (int)vlPairKey_BodyA(key);
        int b = (int)vlPairKey_BodyB(key);
        if (a == body || b == body) {
            vlSleep_WakeBody(state, a == body ? b : a);
        }
    }
}

void vlSleep_WakeAll(const vlModel* model, vlState* state)
{
    for (int i = 0; i < model->def.capacity.bodies; ++i) {
        vlSleep_WakeBody(state, i);
    }
}

void vlSleep_Keep(const vlModel* model, vlWork* work)
{
    if (model->def.sleep) {
        vlEvaluation last = work->evaluation[0];
        work->evaluation[0] = work->evaluation[1];
        work->evaluation[1] = last;
        work->implicit.keptCursor = 0;
    }
}

static bool isMoving(const vlModel* model, const vlState* state, const vlWork* work, int body)
{
    const vlMotion* m = &state->motion[body];
    if (isDynamic(model, body)) {
        return !work->implicit.isStill[body];
    }
    double square = vlDot(m->velocity, m->velocity) + vlDot(m->omega, m->omega);
    return model->inertia[body].isDriven && (square > 0.0 || state->rest[body].isPlaced);
}

// Copies a contact of the last step with its footprint. False if the pool has no room.
static bool copyContact(const vlEvaluation* last, int index, vlEvaluation* e, int pairIndex)
{
    const vlContact* old = &last->contact[index];
    vlContact* c = &e->contact[e->contactCount];
    const vlContactVolume* v = &old->volume;
    int heights = v->frontCount + v->backCount;
    vlVolumePool* pool = &e->pool;
    if (pool->pointCount + v->pointCount > pool->pointCapacity ||
        pool->heightCount + heights > pool->heightCapacity) {
        return false;
    }
    *c = *old;
    c->pair = (uint32_t)pairIndex;
    c->volume.pointStart = pool->pointCount;
    c->volume.heightStart = pool->heightCount;
    memcpy(&pool->points[pool->pointCount], &last->pool.points[v->pointStart],
           (size_t)v->pointCount * sizeof *pool->points);
    memcpy(&pool->heights[pool->heightCount], &last->pool.heights[v->heightStart],
           (size_t)heights * sizeof *pool->heights);
    pool->pointCount += v->pointCount;
    pool->heightCount += heights;
    ++e->contactCount;
    return true;
}

bool vlSleep_IsResting(const vlModel* model, const vlState* state, const vlWork* work,
                       vlPairKey key)
{
    return !isMoving(model, state, work, (int)vlPairKey_BodyA(key)) &&
           !isMoving(model, state, work, (int)vlPairKey_BodyB(key));
}

bool vlSleep_TakeKept(const vlModel* model, const vlState* state, vlWork* work, int pairIndex)
{
    vlPairKey key = state->pair[pairIndex].key;
    if (!state->pair[pairIndex].touch.isTouching) {
        return true; // apart when it fell asleep: still apart
    }
    const vlEvaluation* last = &work->evaluation[1];
    int* cursor = &work->implicit.keptCursor;
    while (*cursor < last->contactCount && last->contact[*cursor].key < key) {
        ++*cursor;
    }
    vlEvaluation* e = work->current;
    return *cursor < last->contactCount && last->contact[*cursor].key == key &&
           e->contactCount < model->def.capacity.contacts &&
           copyContact(last, *cursor, e, pairIndex);
}

static void wakeIsland(vlState* state, vlWork* work, const vlIslands* islands, int island)
{
    for (int row = islands->start[island]; row < islands->start[island + 1]; ++row) {
        int body = islands->body[row];
        vlSleep_WakeBody(state, body);
        work->implicit.isStill[body] = state->isFrozen[body];
    }
}

// Links connect sleeping bodies too; an island with one body awake, or touched by a moving one,
// wakes.
void vlSleep_Wake(const vlModel* model, vlState* state, vlWork* work)
{
    vlImplicitStep* k = &work->implicit;
    vlIslands* islands = &k->solver.islands;
    if (!model->def.sleep) {
        return;
    }
    for (int i = 0; i < model->bodies.used; ++i) {
        k->solver.isSolved[i] = isDynamic(model, i) && !state->isFrozen[i];
    }
    vlIslands_Find(islands, model->bodies.used, k->solver.isSolved, k->elements.link,
                   k->elements.count);
    for (int i = 0; i < k->elements.count; ++i) {
        vlLink link = k->elements.link[i];
        int a = link.a < 0 ? -1 : islands->island[link.a];
        int b = islands->island[link.b];
        bool movesA = link.a >= 0 && isMoving(model, state, work, link.a);
        bool movesB = isMoving(model, state, work, link.b);
        if (a >= 0 && movesB && k->isStill[link.a]) {
            wakeIsland(state, work, islands, a);
        }
        if (b >= 0 && movesA && k->isStill[link.b]) {
            wakeIsland(state, work, islands, b);
        }
    }
    for (int i = 0; i < islands->islandCount; ++i) {
        bool anyAwake = false;
        bool anyAsleep = false;
        for (int row = islands->start[i]; row < islands->start[i + 1]; ++row) {
            bool isStill = k->isStill[islands->body[row]];
            anyAwake = anyAwake || !isStill;
            anyAsleep = anyAsleep || isStill;
        }
        if (anyAwake && anyAsleep) {
            wakeIsland(state, work, islands, i);
        }
    }
}

static void countCalm(const vlModel* model, vlState* state)
{
    for (int i = 0; i < model->bodies.used; ++i) {
        const vlMotion* m = &state->motion[i];
        vlRest* rest = &state->rest[i];
        bool isCalm = vlDot(m->velocity, m->velocity) < CALM_SPEED * CALM_SPEED &&
                      vlDot(m->omega, m->omega) < CALM_SPIN * CALM_SPIN;
        if (!rest->isAsleep) {
            rest->calmSteps = isCalm && rest->calmSteps < INT32_MAX ? rest->calmSteps + 1 : 0;
        }
    }
}

// Keeps bodies awake that are held from outside, or by an element that keeps working however
// slowly.
static void keepHeldAwake(vlState* state, const vlWork* work)
{
    for (int k = 0; k < VL_KIND_COUNT; ++k) {
        const vlElementKind* kind = vlKinds[k];
        if (!kind->keepsAwake && kind->isBusy == NULL) {
            continue;
        }
        for (vlElementWalk w = vlElementKind_Walk(kind, state, work); vlElementWalk_Next(&w);) {
            const vlElementHead* head = vlElementWalk_Head(&w);
            bool isBusy = kind->isBusy != NULL && kind->isBusy(state, w.at.slot);
            if (isBusy || (kind->keepsAwake && head->bodyA < 0)) {
                state->rest[head->bodyB].calmSteps = 0;
            }
            if (isBusy && head->bodyA >= 0) {
                state->rest[head->bodyA].calmSteps = 0;
            }
        }
    }
}

static bool isDrivenAlong(const vlModel* model, const vlState* state, const vlWork* work, int body)
{
    return body >= 0 && model->inertia[body].isDriven && isMoving(model, state, work, body);
}

// Keeps bodies awake that a moving driven body touches.
static void keepDrivenAwake(const vlModel* model, vlState* state, const vlWork* work)
{
    const vlStepElements* elements = &work->implicit.elements;
    for (int i = 0; i < elements->count; ++i) {
        vlLink link = elements->link[i];
        if (isDrivenAlong(model, state, work, link.a)) {
            state->rest[link.b].calmSteps = 0;
        }
        if (link.a >= 0 && isDrivenAlong(model, state, work, link.b)) {
            state->rest[link.a].calmSteps = 0;
        }
    }
}

static void layToSleep(const vlModel* model, vlState* state, vlWork* work, int body)
{
    vlMotion* m = &state->motion[body];
    work->ledger.loss -= vlMotion_KineticEnergy(&model->inertia[body], m);
    m->velocity = m->omega = m->spin = vlZero();
    state->rest[body].isAsleep = true;
}

void vlSleep_Update(const vlModel* model, vlState* state, vlWork* work)
{
    if (!model->def.sleep) {
        return;
    }
    const vlIslands* islands = &work->implicit.solver.islands;
    double needed = CALM_TIME / model->def.step;
    countCalm(model, state);
    keepHeldAwake(state, work);
    keepDrivenAwake(model, state, work);
    for (int i = 0; i < islands->islandCount; ++i) {
        bool isCalm = true;
        for (int row = islands->start[i]; row < islands->start[i + 1]; ++row) {
            isCalm = isCalm && state->rest[islands->body[row]].calmSteps > needed;
        }
        for (int row = islands->start[i]; row < islands->start[i + 1] && isCalm; ++row) {
            layToSleep(model, state, work, islands->body[row]);
        }
    }
    int asleep = 0;
    for (int i = 0; i < model->bodies.used; ++i) {
        asleep += state->rest[i].isAsleep;
    }
    work->info.asleepBodies = asleep;
}
