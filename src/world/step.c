// SPDX-License-Identifier: MIT
// One step, from top to bottom:
//
//   begin      keep the motion at the start, clear the counters
//   integrate  evaluates all forces (forward.c: places, near pairs, contact volumes, contact
//              forces, springs, joints, couplings) once or as often as its method asks, sums them,
//              moves the bodies
//   end        freeze what left the finite numbers, move the springs' anchors on, say what the
//              devices feel, forget the applied forces, count the step, and show the new state to
//              whoever finds the contacts, if that is not the world itself (vlContactSource)

#include <string.h>

#include "base/clock.h"
#include "world/world.h"

static void begin(vlWorld* world)
{
    memcpy(world->work.start, world->state.motion,
           (size_t)world->model.slotCount * sizeof *world->work.start);
    memset(&world->work.info.profile, 0, sizeof world->work.info.profile);
}

static void integrate(vlWorld* world)
{
    vlDynamics dynamics = {.bodyCount = world->model.slotCount,
                           .inertia = world->model.inertia,
                           .motion = world->state.motion,
                           .applied = world->state.applied,
                           .reaction = world->work.reaction,
                           .step = world->def.step,
                           .gravity = world->state.head->gravity,
                           .source = {vlForward_Evaluate, world->work.element, world},
                           .stage = world->work.stage,
                           .slope = world->work.slope};
    switch (world->def.integrator) {
    case VL_INTEGRATOR_EULER: vlIntegrate_Euler(&dynamics); break;
    case VL_INTEGRATOR_RK4: vlIntegrate_Rk4(&dynamics); break;
    case VL_INTEGRATOR_IMPLICIT: vlImplicit_Step(world, &dynamics); break;
    }
}

static bool isFiniteMotion(const vlMotion* m)
{
    // An orientation whose length overflowed is scaled to zero: finite, but no rotation.
    return vlIsFinite(m->centre) && vlIsFinite(m->velocity) && vlIsFinite(m->spin) &&
           vlIsFinite(m->omega) && vlIsUnitQ(m->rotation, VL_UNIT_TOLERANCE);
}

// A body that diverged stays where it last was, at rest: a reset would be a jolt to the hand.
static int freezeDiverged(vlWorld* world)
{
    int frozen = 0;
    for (int i = 0; i < world->model.slotCount; ++i) {
        vlMotion* m = &world->state.motion[i];
        if (world->state.isFrozen[i]) {
            *m = world->work.start[i];
        } else if (!isFiniteMotion(m)) {
            *m = world->work.start[i];
            m->velocity = m->omega = m->spin = vlZero();
            world->state.isFrozen[i] = true;
            ++frozen;
        }
    }
    world->state.head->frozenBodies += frozen;
    return frozen;
}

// What a body did on its way out of the finite numbers must not reach a hand: contacts with frozen
// bodies report no force.
static void silenceFrozen(vlWorld* world)
{
    vlEvaluation* e = &world->work.evaluation[0];
    for (int i = 0; i < e->contactCount; ++i) {
        vlContact* c = &e->contact[i];
        if (world->state.isFrozen[c->bodyA] || world->state.isFrozen[c->bodyB]) {
            c->wrench.force = c->wrench.torque = c->frictionForce = vlZero();
            c->normalForce = c->frictionTorque = 0.0;
        }
    }
}

// The integrator summed all forces; what is reported of a body are its contacts alone.
static void sumContacts(vlWorld* world)
{
    const vlEvaluation* e = &world->work.evaluation[0];
    for (int i = 0; i < e->contactCount; ++i) {
        const vlContact* c = &e->contact[i];
        vlForceElement element = {(int)c->bodyA, (int)c->bodyB, c->volume.origin, c->wrench};
        world->work.element[i] = element;
    }
    vlForce_Sum(world->work.element, e->contactCount, world->work.start, world->model.slotCount,
                world->work.reaction);
}

static vlResult end(vlWorld* world)
{
    int frozen = freezeDiverged(world);
    if (frozen > 0) {
        silenceFrozen(world);
    }
    const vlStateHead* now = world->state.head;
    if (frozen > 0 || now->springCount > 0 || now->jointCount > 0 || now->couplingCount > 0 ||
        vlWorld_IsImplicit(world)) {
        sumContacts(world);
    }
    vlSprings_Advance(world);
    vlCouplings_Finish(world);
    memset(world->state.applied, 0, (size_t)world->model.slotCount * sizeof *world->state.applied);
    vlStateHead* head = world->state.head;
    ++head->stepCount;
    vlStepInfo* info = &world->work.info;
    info->stepCount = head->stepCount;
    info->time = (double)head->stepCount * world->def.step;
    info->pairCount = head->pairCount;
    info->contactCount = world->work.evaluation[0].contactCount;
    info->droppedPairs = head->droppedPairs;
    info->frozenBodies = head->frozenBodies;
    if (world->work.source.end != NULL) {
        world->work.source.end(world->work.source.user, world);
    }
    return frozen > 0 ? VL_ERROR_DIVERGED : VL_OK;
}

vlResult vlWorld_Step(vlWorld* world)
{
    double start = world->def.profile ? vlClock_Now() : 0.0;
    begin(world);
    integrate(world);
    vlResult result = end(world);
    if (world->def.profile) {
        vlStepProfile* p = &world->work.info.profile;
        p->total = vlClock_Now() - start;
        p->integrate = p->total - p->broadphase - p->collide - p->contact - p->solve;
    }
    return result;
}
