// SPDX-License-Identifier: MIT
// What others make of a packet, to compare with. Both without friction, as in [OL05].
//
// LINEAR, [OL05] eq. (30): F(y) = F(t) + dF/dy (y - y(t)). About the frame of the packet's state
// the normal force of the bed is linear already; it is taken without its clamp, and pulls once the
// bodies are further apart than they were deep. HELD: F(y) = F(t).

#include <string.h>

#include "two_rate/two_rate_parts.h"
#include "world/implicit.h"

void vlReference_Deepen(vlContactVolume* volume, const vlContactVolume* moved)
{
    volume->volume = moved->volume;
    volume->depthMoment = moved->depthMoment;
    volume->isCarried = moved->isCarried;
}

void vlReference_Linear(vlWorld* world, int index)
{
    vlBed* bed = &world->work.implicit.bed[index];
    bed->isLinear = true;
    bed->grown = 1.0;
    bed->touch.offset = 0.0;
    bed->mode = VL_MODE_NONE;
    bed->isNew = false;
}

void vlReference_Hold(vlTwoRate* two, vlWorld* world, int index)
{
    vlContact* c = &world->work.current->contact[index];
    vlImplicitElement* e = &world->work.implicit.element[index];
    vlWrench* held = &two->fast.held[two->fast.memory[index].packetIndex];
    if (two->fast.isFresh) {
        vlContactContext context = vlImplicit_ContextOf(world);
        vlTwist velocity[2];
        const uint32_t body[2] = {c->bodyA, c->bodyB};
        const vlMotion* m = world->work.start;
        for (int i = 0; i < 2; ++i) {
            velocity[i] = (vlTwist){m[body[i]].velocity, m[body[i]].omega};
        }
        vlTwist t = vlTwist_Between(&velocity[0], m[body[0]].centre, &velocity[1],
                                    m[body[1]].centre, c->volume.origin);
        vlRelative r = vlRelative_Of(&c->volume, t.linear, t.angular);
        *held = vlNormal_Evaluate(c, &context, &r);
    }
    c->normalForce = vlDot(held->force, c->volume.normal);
    c->frictionForce = vlZero();
    c->frictionTorque = 0.0;
    c->wrench = *held;
    c->memory = (vlFrictionMemory){0};
    memset(e, 0, sizeof *e);
    e->bodyA = (int)c->bodyA;
    e->bodyB = (int)c->bodyB;
    e->origin = c->volume.origin;
    e->onB = *held;
    world->work.implicit.bed[index].isExplicit = true;
}
