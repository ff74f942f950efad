// SPDX-License-Identifier: MIT
// The start of an implicit step: what there is, and which bodies it links. Elements are numbered
// contacts, springs, joints, couplings, and then what forces on levers add.

#include <string.h>

#include "base/clock.h"
#include "world/implicit.h"

static void addLink(vlImplicitStep* k, int a, int b)
{
    vlLink link = {a, b};
    k->link[k->count++] = link;
}

static void linkContacts(vlWorld* world)
{
    const vlEvaluation* e = world->work.current;
    for (int i = 0; i < e->contactCount; ++i) {
        addLink(&world->work.implicit, (int)e->contact[i].bodyA, (int)e->contact[i].bodyB);
    }
}

static bool moves(const vlWorld* world, uint32_t body)
{
    return world->model.inertia[body].inverseMass > 0.0 && !world->work.implicit.isStill[body];
}

// Of bodies that do not move now: what the contact carried when it was last computed; nothing if
// one is frozen.
static void describeIdle(const vlWorld* world, vlContact* c)
{
    const vlNearPair* pair = &world->state.pair[c->pair];
    bool isFrozen = world->state.isFrozen[c->bodyA] || world->state.isFrozen[c->bodyB];
    bool isKept =
        c->memory.mode == pair->friction.mode && c->normalForce == pair->touch.normalForce;
    if (!isKept || isFrozen) {
        c->memory = pair->friction;
        c->normalForce = isFrozen ? 0.0 : pair->touch.normalForce;
        c->centreOfPressure.x = c->centreOfPressure.y = c->frictionTorque = 0.0;
        c->frictionForce = vlZero();
        c->wrench.force = vlScale(c->volume.normal, c->normalForce);
        c->wrench.torque = vlZero();
    }
}

// By a pointer, of what forces never move; a sleeping body's contacts stay as they are.
static bool isFeltByPointer(const vlWorld* world, const vlContact* c)
{
    bool isAnyDynamic = world->model.inertia[c->bodyA].inverseMass > 0.0 ||
                        world->model.inertia[c->bodyB].inverseMass > 0.0;
    return !isAnyDynamic && (world->model.slot[c->bodyA].pointerInverseMass > 0.0 ||
                             world->model.slot[c->bodyB].pointerInverseMass > 0.0);
}

// Between a pointer and what forces do not move either there is nothing to solve for: the force is
// that at the start of the step.
static void feelContact(vlWorld* world, const vlMotion* motions, const vlContactContext* context,
                        int index)
{
    vlContact* c = &world->work.current->contact[index];
    vlContactBody a;
    vlContactBody b;
    vlContacts_BodiesOf(world, motions, c, &a, &b);
    vlContact_Evaluate(c, context, &a, &b, vlContacts_SurfaceOf(world, c), 1.0,
                       vlContacts_MemoryBefore(world, index));
    vlImplicitStep* k = &world->work.implicit;
    k->element[index].origin = c->volume.origin;
    k->bed[index].isIdle = false;
    k->bed[index].isExplicit = true;
}

static void beginContacts(vlWorld* world, const vlMotion* motions)
{
    vlImplicitStep* k = &world->work.implicit;
    vlEvaluation* e = world->work.current;
    const vlContactSource* source = &world->work.source;
    vlContactContext context = vlImplicit_ContextOf(world);
    vlContacts_ShareAreas(world);
    k->pool.count = 0;
    for (int i = 0; i < e->contactCount; ++i) {
        vlContact* c = &e->contact[i];
        k->bed[i].isIdle = !moves(world, c->bodyA) && !moves(world, c->bodyB);
        if (k->bed[i].isIdle && isFeltByPointer(world, c)) {
            feelContact(world, motions, &context, i);
        } else if (k->bed[i].isIdle) {
            describeIdle(world, c);
        } else {
            vlContactBody a;
            vlContactBody b;
            vlContacts_BodiesOf(world, motions, c, &a, &b);
            vlBed_Begin(&k->bed[i], c, &context, &a, &b, vlContacts_SurfaceOf(world, c),
                        vlContacts_MemoryBefore(world, i), &world->state.pair[c->pair].touch);
        }
        if (source->shape != NULL && !k->bed[i].isIdle) {
            source->shape(source->user, world, i);
        }
    }
}

static void linkSprings(vlWorld* world)
{
    vlImplicitStep* k = &world->work.implicit;
    k->springStart = k->count;
    for (int i = 0; i < world->state.head->springSlots; ++i) {
        const vlSpring* s = &world->state.spring[i];
        if (s->bodyB >= 0) {
            addLink(k, s->bodyA, s->bodyB);
        }
    }
}

static void linkJoints(vlWorld* world, const vlMotion* motions)
{
    vlImplicitStep* k = &world->work.implicit;
    k->jointStart = k->count;
    for (int i = 0; i < world->state.head->jointSlots; ++i) {
        const vlJoint* j = &world->state.joint[i];
        if (j->bodyB >= 0) {
            vlJoint_Place(j, motions, &world->work.jointRows[i]);
            addLink(k, j->bodyA, j->bodyB);
        }
    }
}

// Nothing about a coupling depends on the trial: its element stands from the start.
static void linkCouplings(vlWorld* world, const vlMotion* motions)
{
    vlImplicitStep* k = &world->work.implicit;
    k->couplingStart = k->count;
    for (int i = 0; i < world->state.head->couplingSlots; ++i) {
        const vlVirtualCoupling* c = &world->state.coupling[i];
        if (c->body >= 0) {
            k->element[k->count] = vlCoupling_Linearise(c, motions, world->def.step);
            addLink(k, -1, c->body);
        }
    }
}

static double leastMoment(const vlInertia* inertia)
{
    vlMat3 w = inertia->inverseInertiaB;
    return 1.0 / (w.cx.x + w.cy.y + w.cz.z);
}

// Where a force turns its body on the lever faster than a step can follow, what it does to the
// torque is part of the system; elsewhere it would only damp.
static void addGeometric(vlWorld* world, const vlMotion* motions, int body, vlVec3 force,
                         vlVec3 point)
{
    vlImplicitStep* k = &world->work.implicit;
    if (body < 0 || !(world->model.inertia[body].inverseMass > 0.0)) {
        return;
    }
    double h = world->def.step;
    vlVec3 lever = vlSub(point, motions[body].centre);
    double least = leastMoment(&world->model.inertia[body]);
    if (h * h * vlLength(force) * vlLength(lever) <= least) {
        return;
    }
    vlMat3 s = vlGeometric_Stiffness(force, lever);
    vlImplicitElement* e = &k->element[k->count];
    memset(e, 0, sizeof *e);
    e->bodyA = -1;
    e->bodyB = body;
    e->origin = motions[body].centre;
    e->resistance.ww = vlMat(vlScale(s.cx, h), vlScale(s.cy, h), vlScale(s.cz, h));
    addLink(k, -1, body);
}

static void linkGeometric(vlWorld* world, const vlMotion* motions)
{
    vlImplicitStep* k = &world->work.implicit;
    k->geometricStart = k->count;
    for (int i = 0; i < world->state.head->springSlots; ++i) {
        const vlSpring* s = &world->state.spring[i];
        if (s->bodyB >= 0) {
            addGeometric(world, motions, s->bodyA, vlNeg(s->lastForce),
                         vlSpring_PointA(s, motions));
            addGeometric(world, motions, s->bodyB, s->lastForce, vlSpring_PointB(s, motions));
        }
    }
    for (int i = 0; i < world->state.head->jointSlots; ++i) {
        const vlJoint* j = &world->state.joint[i];
        if (j->bodyB >= 0) {
            vlVec3 origin = world->work.jointRows[i].origin;
            addGeometric(world, motions, j->bodyA, vlNeg(j->lastForce), origin);
            addGeometric(world, motions, j->bodyB, j->lastForce, origin);
        }
    }
    // Of couplings the force to come, not the last: a device may jump.
    for (int i = k->couplingStart; i < k->geometricStart; ++i) {
        const vlImplicitElement* e = &k->element[i];
        addGeometric(world, motions, e->bodyB, e->onB.force, e->origin);
    }
}

static void findContacts(vlWorld* world)
{
    const vlContactSource* source = &world->work.source;
    if (source->find != NULL) {
        source->find(source->user, world);
    } else {
        vlVolumes_Find(world, true);
    }
}

int vlImplicit_Begin(void* user, const vlMotion* motions)
{
    vlWorld* world = user;
    vlStepProfile* profile = &world->work.info.profile;
    bool timed = world->def.profile;
    vlSleep_Keep(world);
    double t0 = timed ? vlClock_Now() : 0.0;
    world->work.current = &world->work.evaluation[0];
    vlForward_Place(world, motions);
    vlNear_Update(world, motions);
    double t1 = timed ? vlClock_Now() : 0.0;
    findContacts(world);
    double t2 = timed ? vlClock_Now() : 0.0;
    world->work.implicit.count = 0;
    linkContacts(world);
    linkSprings(world);
    linkJoints(world, motions);
    linkCouplings(world, motions);
    vlSleep_Wake(world);
    beginContacts(world, motions);
    linkGeometric(world, motions);
    if (timed) {
        world->work.implicit.mark = vlClock_Now();
        profile->broadphase += t1 - t0;
        profile->collide += t2 - t1;
        profile->contact += world->work.implicit.mark - t2;
    }
    return world->work.implicit.count;
}
