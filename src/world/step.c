// SPDX-License-Identifier: MIT
// One step, from top to bottom:
//
//   begin      keep the motion at the start, clear the counters
//   integrate  evaluates all forces (forward.c: places, near pairs, contact volumes, contact forces)
//              once or as often as its method asks, sums them, moves the bodies
//   end        freeze what left the finite numbers, forget the applied forces, count the step

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
                           .gravity = world->def.gravity,
                           .source = {vlForward_Evaluate, world->work.element, world},
                           .stage = world->work.stage,
                           .slope = world->work.slope};
    switch (world->def.integrator) {
    case VL_INTEGRATOR_EULER: vlIntegrate_Euler(&dynamics); break;
    case VL_INTEGRATOR_RK4: vlIntegrate_Rk4(&dynamics); break;
    }
}

static bool isFiniteMotion(const vlMotion* m)
{
    double sum = m->rotation.w + m->rotation.x + m->rotation.y + m->rotation.z;
    return vlIsFinite(m->centre) && vlIsFinite(m->velocity) && vlIsFinite(m->spin) &&
           vlIsFinite(m->omega) && isfinite(sum);
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

static vlResult end(vlWorld* world)
{
    int frozen = freezeDiverged(world);
    memset(world->state.applied, 0,
           (size_t)world->model.slotCount * sizeof *world->state.applied);
    vlStateHead* head = world->state.head;
    ++head->stepCount;
    vlStepInfo* info = &world->work.info;
    info->stepCount = head->stepCount;
    info->time = (double)head->stepCount * world->def.step;
    info->pairCount = head->pairCount;
    info->contactCount = world->work.contactCount;
    info->droppedPairs = head->droppedPairs;
    info->frozenBodies = head->frozenBodies;
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
        p->integrate = p->total - p->broadphase - p->collide - p->contact;
    }
    return result;
}
