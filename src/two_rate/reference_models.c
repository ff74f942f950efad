// SPDX-License-Identifier: MIT
// How others use a packet, to compare with. Both models have no friction, as in [OL05], and no
// rules for old packets.
//
// LINEAR, [OL05] eq. (30): F(y) = F(t) + dF/dy (y - y(t)). In the frame of the packet's state the
// normal force of the bed is linear already; it is used without its clamp, and pulls once the
// bodies are further apart than they were deep. HELD: F(y) = F(t).

#include <string.h>

#include "contact/normal.h"
#include "two_rate/packet_model.h"

// Copies the contact as the packet has it, with heights changed by `rise`.
static bool copyFound(const vlTwoRate* two, vlEvaluation* e, const vlMeeting* m, const vlRise* rise,
                      vlRateMemory* memory)
{
    const vlPacketView* packet = &two->fast.packet;
    memory->packetIndex = (int)(m->found - packet->contact);
    return vlCarry_Copy(&e->contact[e->contactCount].volume, rise, packet->point, packet->height,
                        &e->pool);
}

// The frame stays as it was; the depth is that of the bodies as they are now.
static bool bringLinear(vlTwoRate* two, const vlModel* model, vlWork* work, const vlMeeting* m,
                        vlRateMemory* memory)
{
    (void)model;
    vlEvaluation* e = work->current;
    vlContactVolume* v = &e->contact[e->contactCount].volume;
    vlContactVolume moved = m->found->volume;
    vlRise rise = vlMeeting_Carry(m, two->fast.packet.pose, &m->found->follow, &moved);
    *v = m->found->volume;
    v->volume = moved.volume;
    v->depthMoment = moved.depthMoment;
    v->isCarried = moved.isCarried;
    return copyFound(two, e, m, &rise, memory);
}

static void makeLinear(const vlTwoRate* two, const vlModel* model, vlWork* work, int contact)
{
    (void)model;
    (void)two;
    vlBed_MakeLinear(&work->implicit.bed[contact]);
}

static bool bringHeld(vlTwoRate* two, const vlModel* model, vlWork* work, const vlMeeting* m,
                      vlRateMemory* memory)
{
    (void)model;
    static const vlRise none = {0};
    vlEvaluation* e = work->current;
    e->contact[e->contactCount].volume = m->found->volume;
    return copyFound(two, e, m, &none, memory);
}

// The normal force of the contact and its bodies as they are now.
static vlWrench evaluateNormal(const vlWork* work, vlContact* c)
{
    const vlMotion* a = &work->start[c->head.bodyA];
    const vlMotion* b = &work->start[c->head.bodyB];
    vlTwist velocityA = {a->velocity, a->omega};
    vlTwist velocityB = {b->velocity, b->omega};
    vlTwist t = vlTwist_Between(&velocityA, a->centre, &velocityB, b->centre, c->volume.origin);
    vlRelative r = vlRelative_Of(&c->volume, t.linear, t.angular);
    static const vlBounce none = {.restitution = VL_AUTO};
    return vlNormal_Evaluate(c, &work->context, &r, &none);
}

static void hold(const vlTwoRate* two, const vlModel* model, vlWork* work, int contact)
{
    (void)model;
    vlContact* c = &work->current->contact[contact];
    vlImplicitElement* e = &work->implicit.elements.line[contact];
    vlWrench* held = two->fast.modelRoom;
    held += two->fast.memory[contact].packetIndex;
    if (two->fast.isFresh) {
        *held = evaluateNormal(work, c);
    }
    c->normalForce = vlDot(held->force, c->volume.normal);
    c->frictionForce = vlZero();
    c->frictionTorque = 0.0;
    c->wrench = *held;
    c->memory = (vlFrictionMemory){0};
    memset(e, 0, sizeof *e);
    e->bodyA = (int)c->head.bodyA;
    e->bodyB = (int)c->head.bodyB;
    e->origin = c->volume.origin;
    e->onB = *held;
    vlBed_MakeExplicit(&work->implicit.bed[contact]);
}

const vlPacketModel* vlPacketModel_Linear(void)
{
    static const vlPacketModel model = {.bring = bringLinear, .adjust = makeLinear};
    return &model;
}

const vlPacketModel* vlPacketModel_Held(void)
{
    static const vlPacketModel model = {.bring = bringHeld,
                                        .adjust = hold,
                                        .holdsSamples = true,
                                        .roomPerContact = sizeof(vlWrench)};
    return &model;
}
