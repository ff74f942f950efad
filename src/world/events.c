// SPDX-License-Identifier: MIT
// Contact events: the pairs of bodies that press now, in ascending order of bodies, are merged with
// those of the step before. Contacts are in that order already.

#include "world/events.h"

#include <string.h>

#include "world/world_parts.h"

static vlVec3 centreOf(const vlContact* c)
{
    const vlContactVolume* v = &c->volume;
    return vlAdd(v->origin,
                 vlMulAdd(vlScale(v->e1, c->centreOfPressure.x), c->centreOfPressure.y, v->e2));
}

// Sliding counts more than sticking, sticking more than no friction: a body that slides over one of
// two supports is not held.
static vlFrictionMode join(vlFrictionMode a, vlFrictionMode b)
{
    return a > b ? a : b;
}

// The pairs that press now. There are at most as many as contacts, so they fit.
static int gather(const vlModel* model, const vlEvaluation* e, vlPressing* pressing)
{
    int count = 0;
    int bodyA = -1;
    int bodyB = -1;
    double most = 0.0;
    for (int i = 0; i < e->contactCount; ++i) {
        const vlContact* c = &e->contact[i];
        double force = c->normalForce;
        if (!(force > 0.0)) {
            continue;
        }
        if (c->head.bodyA != bodyA || c->head.bodyB != bodyB) {
            bodyA = c->head.bodyA;
            bodyB = c->head.bodyB;
            most = 0.0;
            vlPressing* made = &pressing[count++];
            memset(made, 0, sizeof *made); // padding too: equal states give equal bytes
            made->bodyA = vlModel_MakeId(model, bodyA);
            made->bodyB = vlModel_MakeId(model, bodyB);
            made->mode = VL_MODE_NONE;
        }
        vlPressing* p = &pressing[count - 1];
        p->force += force;
        p->point = vlMulAdd(p->point, force / p->force, vlSub(centreOf(c), p->point));
        p->mode = join(p->mode, c->memory.mode);
        if (force > most) {
            most = force;
            p->normal = c->volume.normal;
        }
    }
    return count;
}

static vlPressing pressingOf(const vlModel* model, const vlSamplePair* pair)
{
    vlPressing p;
    memset(&p, 0, sizeof p);
    p.bodyA = vlModel_MakeId(model, pair->head.bodyA);
    p.bodyB = vlModel_MakeId(model, pair->head.bodyB);
    p.force = pair->sums.pressing;
    p.point = pair->sums.centre;
    p.normal = vlUnit(pair->sums.normalForce);
    p.mode = vlSamplePair_Mode(pair);
    return p;
}

// Negative: a comes first; 0: the same slots, whichever bodies are in them.
static int compare(const vlPressing* a, const vlPressing* b)
{
    uint32_t x = a->bodyA.index1 != b->bodyA.index1 ? a->bodyA.index1 : a->bodyB.index1;
    uint32_t y = a->bodyA.index1 != b->bodyA.index1 ? b->bodyA.index1 : b->bodyB.index1;
    return (x > y) - (x < y);
}

// Pairs that touch by samples, among the others in the order of their bodies.
static int insertSamples(const vlModel* model, const vlSampleWork* samples, vlPressing* pressing,
                         int count)
{
    for (int i = 0; i < samples->pairCount; ++i) {
        const vlSamplePair* pair = &samples->pair[i];
        if (!(pair->sums.pressing > 0.0)) {
            continue;
        }
        vlPressing made = pressingOf(model, pair);
        int place = count++;
        for (; place > 0 && compare(&made, &pressing[place - 1]) < 0; --place) {
            pressing[place] = pressing[place - 1];
        }
        pressing[place] = made;
    }
    return count;
}

static bool isSame(vlBodyId a, vlBodyId b)
{
    return a.index1 == b.index1 && a.generation == b.generation;
}

static bool isAlive(const vlModel* model, vlBodyId body)
{
    const vlBodySlot* slot = &model->slot[body.index1 - 1];
    return slot->shape != NULL && slot->id.generation == body.generation;
}

static vlVec3 velocityAt(const vlWork* work, vlBodyId body, vlVec3 point)
{
    const vlMotion* m = &work->start[body.index1 - 1];
    return vlAdd(m->velocity, vlCross(m->omega, vlSub(point, m->centre)));
}

static void emit(const vlModel* model, vlWork* work, const vlPressing* p, vlContactEventKind kind)
{
    if (work->info.eventCount == model->def.capacity.events) {
        ++work->info.droppedEvents;
        return;
    }
    bool isOver = kind == VL_EVENT_ENDED;
    bool isThere = isAlive(model, p->bodyA) && isAlive(model, p->bodyB);
    vlContactEvent event = {.kind = kind,
                            .bodyA = p->bodyA,
                            .bodyB = p->bodyB,
                            .point = p->point,
                            .normal = p->normal,
                            .normalForce = isOver ? 0.0 : p->force,
                            .mode = isOver ? VL_MODE_NONE : p->mode};
    if (isThere) {
        event.velocity = vlSub(velocityAt(work, p->bodyB, p->point), //
                               velocityAt(work, p->bodyA, p->point));
    }
    work->event[work->info.eventCount++] = event;
}

static void emitChange(const vlModel* model, vlWork* work, const vlPressing* old,
                       const vlPressing* now)
{
    if (!isSame(old->bodyA, now->bodyA) || !isSame(old->bodyB, now->bodyB)) {
        emit(model, work, old, VL_EVENT_ENDED);
        emit(model, work, now, VL_EVENT_BEGAN);
    } else if (old->mode != now->mode && now->mode != VL_MODE_NONE) {
        emit(model, work, now, now->mode == VL_MODE_STATIC ? VL_EVENT_STUCK : VL_EVENT_SLIPPED);
    }
}

void vlEvents_Find(const vlModel* model, vlState* state, vlWork* work)
{
    const vlPressing* old = state->pressing;
    const vlPressing* now = work->pressing;
    int oldCount = state->head->pressingCount;
    int count = gather(model, work->current, work->pressing);
    count = insertSamples(model, &work->samples, work->pressing, count);
    work->info.eventCount = work->info.droppedEvents = 0;
    for (int i = 0, j = 0; i < oldCount || j < count;) {
        int order = i == oldCount ? 1 : -1;
        if (i < oldCount && j < count) {
            order = compare(&old[i], &now[j]);
        }
        if (order < 0) {
            emit(model, work, &old[i++], VL_EVENT_ENDED);
        } else if (order > 0) {
            emit(model, work, &now[j++], VL_EVENT_BEGAN);
        } else {
            emitChange(model, work, &old[i++], &now[j++]);
        }
    }
    memcpy(state->pressing, work->pressing, (size_t)count * sizeof *state->pressing);
    state->head->pressingCount = count;
}

int vlWorld_GetEventCount(const vlWorld* world)
{
    return world->work.info.eventCount;
}

vlResult vlWorld_GetEvent(const vlWorld* world, int i, vlContactEvent* event)
{
    if (i < 0 || i >= world->work.info.eventCount) {
        return vlWorld_Fail(world, VL_ERROR_ARGUMENT, "event %d; the last step had %d", i,
                            world->work.info.eventCount);
    }
    if (event == NULL) {
        return vlWorld_Fail(world, VL_ERROR_ARGUMENT, "event is NULL");
    }
    *event = world->work.event[i];
    return VL_OK;
}
