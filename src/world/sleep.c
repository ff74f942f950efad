// SPDX-License-Identifier: MIT
// Bodies that rest are not computed until something touches them: a whole island at a time, never
// one held by a device or by a spring to the world. Their contacts are kept as they were, to be
// read and to go on from.

#include <string.h>

#include "world/world.h"

// A body is calm below these, and its island sleeps when all of it has been calm for that long.
#define CALM_SPEED 1e-3 // m/s
#define CALM_SPIN 1e-2  // rad/s
#define CALM_TIME 0.5   // s

static bool isDynamic(const vlWorld* world, int body)
{
    return world->model.inertia[body].inverseMass > 0.0;
}

void vlSleep_WakeBody(vlWorld* world, int body)
{
    if (body >= 0) {
        world->state.rest[body].calmSteps = 0;
        world->state.rest[body].isAsleep = false;
    }
}

void vlSleep_WakeAround(vlWorld* world, int body)
{
    vlSleep_WakeBody(world, body);
    world->state.rest[body].isPlaced = true;
    for (int i = 0; i < world->state.head->pairCount && world->def.sleep; ++i) {
        vlPairKey key = world->state.pair[i].key;
        int a = (int)vlPairKey_BodyA(key);
        int b = (int)vlPairKey_BodyB(key);
        if (a == body || b == body) {
            vlSleep_WakeBody(world, a == body ? b : a);
        }
    }
}

void vlSleep_WakeAll(vlWorld* world)
{
    memset(world->state.rest, 0, (size_t)world->def.capacity.bodies * sizeof *world->state.rest);
}

void vlSleep_Keep(vlWorld* world)
{
    if (world->def.sleep) {
        vlEvaluation last = world->work.evaluation[0];
        world->work.evaluation[0] = world->work.evaluation[1];
        world->work.evaluation[1] = last;
        world->work.implicit.keptCursor = 0;
    }
}

static bool isMoving(const vlWorld* world, uint32_t body)
{
    const vlMotion* m = &world->state.motion[body];
    if (isDynamic(world, (int)body)) {
        return !world->work.implicit.isStill[body];
    }
    double square = vlDot(m->velocity, m->velocity) + vlDot(m->omega, m->omega);
    return world->model.inertia[body].isDriven &&
           (square > 0.0 || world->state.rest[body].isPlaced);
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

bool vlSleep_IsResting(const vlWorld* world, vlPairKey key)
{
    return !isMoving(world, vlPairKey_BodyA(key)) && !isMoving(world, vlPairKey_BodyB(key));
}

bool vlSleep_TakeKept(vlWorld* world, int pairIndex)
{
    vlPairKey key = world->state.pair[pairIndex].key;
    if (!world->state.pair[pairIndex].touch.isTouching) {
        return true; // apart when it fell asleep: still apart
    }
    const vlEvaluation* last = &world->work.evaluation[1];
    int* cursor = &world->work.implicit.keptCursor;
    while (*cursor < last->contactCount && last->contact[*cursor].key < key) {
        ++*cursor;
    }
    vlEvaluation* e = world->work.current;
    return *cursor < last->contactCount && last->contact[*cursor].key == key &&
           e->contactCount < world->def.capacity.contacts &&
           copyContact(last, *cursor, e, pairIndex);
}

static void wakeIsland(vlWorld* world, const vlIslands* islands, int island)
{
    for (int row = islands->start[island]; row < islands->start[island + 1]; ++row) {
        int body = islands->body[row];
        vlSleep_WakeBody(world, body);
        world->work.implicit.isStill[body] = world->state.isFrozen[body];
    }
}

// Links tie sleeping bodies too; an island with one body awake, or touched by a moving one, wakes.
void vlSleep_Wake(vlWorld* world)
{
    vlImplicitStep* k = &world->work.implicit;
    vlIslands* islands = &k->solver.islands;
    if (!world->def.sleep) {
        return;
    }
    for (int i = 0; i < world->model.slotCount; ++i) {
        k->solver.isSolved[i] = isDynamic(world, i) && !world->state.isFrozen[i];
    }
    vlIslands_Find(islands, world->model.slotCount, k->solver.isSolved, k->link, k->count);
    for (int i = 0; i < k->count; ++i) {
        vlLink link = k->link[i];
        int a = link.a < 0 ? -1 : islands->island[link.a];
        int b = islands->island[link.b];
        bool movesA = link.a >= 0 && isMoving(world, (uint32_t)link.a);
        bool movesB = isMoving(world, (uint32_t)link.b);
        if (a >= 0 && movesB && k->isStill[link.a]) {
            wakeIsland(world, islands, a);
        }
        if (b >= 0 && movesA && k->isStill[link.b]) {
            wakeIsland(world, islands, b);
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
            wakeIsland(world, islands, i);
        }
    }
}

static void countCalm(vlWorld* world)
{
    for (int i = 0; i < world->model.slotCount; ++i) {
        const vlMotion* m = &world->state.motion[i];
        vlRest* rest = &world->state.rest[i];
        bool isCalm = vlDot(m->velocity, m->velocity) < CALM_SPEED * CALM_SPEED &&
                      vlDot(m->omega, m->omega) < CALM_SPIN * CALM_SPIN;
        if (!rest->isAsleep) {
            rest->calmSteps = isCalm && rest->calmSteps < INT32_MAX ? rest->calmSteps + 1 : 0;
        }
    }
    const vlImplicitStep* k = &world->work.implicit;
    for (int i = 0; i < k->count; ++i) { // held from outside, or touched by what is driven
        vlLink link = k->link[i];
        bool isHeld = (link.a < 0 && i >= k->springStart && i < k->jointStart) ||
                      (i >= k->couplingStart && i < k->geometricStart);
        if (isHeld || (link.a >= 0 && world->model.inertia[link.a].isDriven &&
                       isMoving(world, (uint32_t)link.a))) {
            world->state.rest[link.b].calmSteps = 0;
        }
        if (link.a >= 0 && world->model.inertia[link.b].isDriven &&
            isMoving(world, (uint32_t)link.b)) {
            world->state.rest[link.a].calmSteps = 0;
        }
    }
}

// A motor that is to keep turning does so, however slowly.
static void countMotors(vlWorld* world)
{
    for (int i = 0; i < world->state.head->jointSlots; ++i) {
        const vlJoint* j = &world->state.joint[i];
        for (int axis = 0; axis < VL_MAX_JOINT_AXES && j->bodyB >= 0; ++axis) {
            const vlMotor* motor = &j->axis[axis].motor;
            bool isBusy = motor->mode == VL_MOTOR_VELOCITY && motor->target != 0.0;
            if (isBusy) {
                world->state.rest[j->bodyB].calmSteps = 0;
                if (j->bodyA >= 0) {
                    world->state.rest[j->bodyA].calmSteps = 0;
                }
            }
        }
    }
}

static void layToSleep(vlWorld* world, int body)
{
    vlMotion* m = &world->state.motion[body];
    world->work.ledger.loss -= vlMotion_KineticEnergy(&world->model.inertia[body], m);
    m->velocity = m->omega = m->spin = vlZero();
    world->state.rest[body].isAsleep = true;
}

void vlSleep_Update(vlWorld* world)
{
    if (!world->def.sleep) {
        return;
    }
    const vlIslands* islands = &world->work.implicit.solver.islands;
    double needed = CALM_TIME / world->def.step;
    countCalm(world);
    countMotors(world);
    for (int i = 0; i < islands->islandCount; ++i) {
        bool isCalm = true;
        for (int row = islands->start[i]; row < islands->start[i + 1]; ++row) {
            isCalm = isCalm && world->state.rest[islands->body[row]].calmSteps > needed;
        }
        for (int row = islands->start[i]; row < islands->start[i + 1] && isCalm; ++row) {
            layToSleep(world, islands->body[row]);
        }
    }
    int asleep = 0;
    for (int i = 0; i < world->model.slotCount; ++i) {
        asleep += world->state.rest[i].isAsleep;
        world->state.rest[i].isPlaced = false;
    }
    world->work.info.asleepBodies = asleep;
}
