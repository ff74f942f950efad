// SPDX-License-Identifier: MIT
// From the device frame to the world: with `base` the pose of the device's frame, s the scale and
// (offset, turn) the shift that clutching and grasping have added,
//
//   x = base.p + base.q (s x_device) + offset,   q = base.q q_device turn
//
// and a wrench on the hand goes back by the inverse of base.q, times the force scale.

#include "haptic/renderer_parts.h"

#include "haptic/passivity_control.h"
#include "haptic/port_booking.h"
#include "haptic/rotation.h"

// Error allowed in the world's ledger, as a fraction of all energy that went through it.
#define LEDGER_ERROR 1e-3
// Age reported while there has been no sample, s.
#define NEVER 1e9

// Where the last sample puts the device in the world.
static vlPose mapped(const vlRenderer* r)
{
    const vlRendererDef* def = &r->def;
    vlPose sample = r->report.sample.pose;
    vlPose pose;
    pose.p = vlAdd(vlTransform(def->base, vlScale(sample.p, def->scale)), r->offset);
    bool turns = r->def.info.hasOrientation && !def->fixOrientation;
    vlQuat own = turns ? sample.q : vlIdentityQuat();
    pose.q = vlUnitQ(vlMulQ(vlMulQ(def->base.q, own), r->turn));
    return pose;
}

// Shifts the mapping so that the device counts as being at `pose`.
static void indexTo(vlRenderer* r, vlPose pose)
{
    r->offset = vlZero();
    r->turn = vlIdentityQuat();
    vlPose now = mapped(r);
    r->offset = vlSub(pose.p, now.p);
    r->turn = vlUnitQ(vlMulQ(vlConj(now.q), pose.q));
    r->report.pose = pose;
}

// The world never sees the device move faster than it can: one wrong measurement would throw the
// held body through a wall and leave it there.
static vlPose approach(const vlRenderer* r, vlPose goal)
{
    if (r->report.hold == VL_HOLD_NOTHING) {
        return goal;
    }
    double time = r->def.world.ops->getStep(r->def.world.world);
    double most = r->def.limits.maxSpeed * r->def.scale * time;
    double mostTurn = r->def.limits.maxSpin * time;
    vlPose pose = r->report.pose;
    vlVec3 step = vlSub(goal.p, pose.p);
    vlVec3 turn = vlRotation_BetweenAny(pose.q, goal.q);
    double length = vlLength(step);
    double angle = vlLength(turn);
    if (length > most) {
        goal.p = vlMulAdd(pose.p, most / length, step);
    }
    if (angle > mostTurn) {
        vlQuat part = vlQuatFromRotationVector(vlScale(turn, mostTurn / angle));
        goal.q = vlUnitQ(vlMulQ(part, pose.q));
    }
    return goal;
}

static vlTwist mappedTwist(const vlRenderer* r)
{
    vlTwist t = {vlScale(vlRotate(r->def.base.q, r->report.twist.linear), r->def.scale),
                 vlRotate(r->def.base.q, r->report.twist.angular)};
    if (!r->def.info.hasOrientation || r->def.fixOrientation) {
        t.angular = vlZero();
    }
    return t;
}

// Lets go of what was held before, and counts the device as being at `pose`.
static void setHold(vlRenderer* r, const vlHold* hold, vlPose pose)
{
    vlRenderer_Release(r);
    r->hold = *hold;
    r->report.hold = hold->kind;
    r->report.body = hold->body;
    indexTo(r, pose);
}

vlResult vlRenderer_Grasp(vlRenderer* renderer, const vlCouplingDef* def, bool atDevice)
{
    const vlRenderedWorld* world = &renderer->def.world;
    vlHold hold;
    vlPose grasp;
    if (def == NULL) {
        return VL_ERROR_ARGUMENT;
    }
    vlResult result = world->ops->grasp(world->world, def, atDevice ? &renderer->report.pose : NULL,
                                        &hold, &grasp);
    if (result == VL_OK) {
        setHold(renderer, &hold, grasp);
    }
    return result;
}

vlResult vlRenderer_Connect(vlRenderer* renderer, vlBodyId body)
{
    const vlRenderedWorld* world = &renderer->def.world;
    vlHold hold;
    vlPose pose;
    vlResult result = world->ops->connect(world->world, body, &hold, &pose);
    if (result == VL_OK) {
        setHold(renderer, &hold, pose);
    }
    return result;
}

vlResult vlRenderer_SetGains(vlRenderer* renderer, const vlCouplingGains* gains)
{
    const vlRenderedWorld* world = &renderer->def.world;
    if (gains == NULL || renderer->hold.kind != VL_HOLD_COUPLED) {
        return VL_ERROR_ARGUMENT;
    }
    return world->ops->setGains(world->world, &renderer->hold, gains);
}

void vlRenderer_Release(vlRenderer* renderer)
{
    const vlRenderedWorld* world = &renderer->def.world;
    world->ops->letGo(world->world, &renderer->hold);
    renderer->hold = (vlHold){.kind = VL_HOLD_NOTHING};
    renderer->report.hold = VL_HOLD_NOTHING;
    renderer->report.body = renderer->hold.body;
}

void vlRenderer_SetClutch(vlRenderer* renderer, bool isClutched)
{
    if (renderer->report.isClutched && !isClutched) {
        indexTo(renderer, renderer->report.pose);
        vlGovernor_Restart(&renderer->governor);
    }
    renderer->report.isClutched = isClutched;
}

vlResult vlRenderer_Give(vlRenderer* renderer, double now, vlResult read,
                         const vlDeviceSample* sample)
{
    vlRendererReport* report = &renderer->report;
    const vlRenderedWorld* world = &renderer->def.world;
    bool isBad = sample == NULL || !isfinite(now);
    isBad = read == VL_OK && (isBad || !vlDeviceSample_IsGood(sample));
    report->readResult = isBad ? VL_ERROR_ARGUMENT : read;
    if (report->readResult == VL_OK) {
        bool isFirst = !renderer->hasSample;
        report->twist = vlVelocity_Update(&renderer->velocity, now, sample);
        if (sample->sequence >= renderer->velocity.sequence) { // otherwise it came late
            report->sample = *sample;
            renderer->hasSample = true;
            renderer->goodTime = now;
        }
        if (isFirst && report->hold != VL_HOLD_NOTHING) {
            indexTo(renderer,
                    report->pose); // a body held before the first sample stays where it is
        }
    } else {
        ++report->readFailures;
        report->twist = (vlTwist){vlZero(), vlZero()}; // at rest at its last pose
    }
    vlTwist twist = {vlZero(), vlZero()};
    // An impossible place is not followed either, because it would drag the held body away. The
    // governor silences the force and counts it.
    bool isPossible = vlLength(report->sample.pose.p) <= renderer->governor.limits.maxReach;
    if (!report->isClutched && renderer->hasSample && isPossible) {
        report->pose = approach(renderer, mapped(renderer));
        twist = mappedTwist(renderer);
    }
    if (world->ops->follow(world->world, &renderer->hold, report->pose, twist) ==
        VL_ERROR_STALE_ID) { // its owner destroyed the body
        vlRenderer_Release(renderer);
    }
    return report->readResult;
}

// The wrench that the hand feels, in the world, at the device's pose; and the point where it holds.
static void feel(vlRenderer* r)
{
    const vlRenderedWorld* world = &r->def.world;
    r->report.felt = world->ops->feel(world->world, &r->hold, r->report.pose, &r->report.held);
    if (r->report.isClutched) {
        r->report.felt = (vlWrench){vlZero(), vlZero()};
    }
}

static void bookWorld(vlRenderer* r)
{
    vlLedger now = r->def.world.ops->getLedger(r->def.world.world);
    const vlLedger* old = &r->booked;
    double contact =
        now.contactSprings - old->contactSprings + now.contactDampers - old->contactDampers;
    vlPortLedger_Book(&r->ledger, VL_PORT_COUPLING, -(now.springs - old->springs));
    vlPortLedger_Book(&r->ledger, VL_PORT_CONTACT, -contact);
    vlPortLedger_Book(&r->ledger, VL_PORT_FRICTION, -(now.friction - old->friction));
    vlPortLedger_Book(&r->ledger, VL_PORT_INTEGRATION, -(now.loss - old->loss));
    r->booked = now;
}

double vlRenderer_AskGiven(const vlRenderer* r)
{
    const vlRenderedWorld* world = &r->def.world;
    double torque = r->def.info.hasTorque ? r->def.forceScale : 0.0;
    return world->ops->getGiven != NULL
               ? world->ops->getGiven(world->world, r->def.forceScale / r->def.scale, torque)
               : 0.0;
}

// While clutched the device feels nothing of what the world gives.
static void bookGiven(vlRenderer* r)
{
    double now = vlRenderer_AskGiven(r);
    r->offered += r->report.isClutched ? 0.0 : now - r->given;
    r->given = now;
}

// The energy that the world gave the hand, J. What limits added or took does not count against the
// world.
static double offeredTo(const vlRenderer* r)
{
    return r->def.world.ops->getGiven != NULL ? r->offered + r->passivity.byLimits
                                              : r->passivity.offered;
}

vlWrench vlRenderer_Take(vlRenderer* renderer, double now)
{
    vlRendererReport* report = &renderer->report;
    double dt = report->ticks > 0 ? now - renderer->lastTime : 0.0;
    feel(renderer);
    vlQuat back = vlConj(renderer->def.base.q);
    double s = renderer->def.forceScale;
    vlWrench wanted = {vlScale(vlRotate(back, report->felt.force), s),
                       vlScale(vlRotate(back, report->felt.torque), s)};
    report->droppedTorque = vlZero();
    if (!renderer->def.info.hasTorque) {
        report->droppedTorque = wanted.torque;
        report->mostDropped = fmax(report->mostDropped, vlLength(wanted.torque));
        wanted.torque = vlZero();
    }
    bookWorld(renderer);
    bookGiven(renderer);
    if (report->ticks == 0) {
        renderer->stored = renderer->def.world.ops->getStored(renderer->def.world.world);
    }
    const vlDeviceSample* sample = &report->sample;
    wanted = vlPassivity_Apply(&renderer->passivity, dt, &sample->pose, &report->twist, &wanted,
                               &renderer->ledger);
    double given = -renderer->ledger.ports[VL_PORT_DEVICE].net;
    renderer->unpaid = fmax(renderer->unpaid, given - fmax(offeredTo(renderer), 0.0));
    vlGovernorInput input = {.now = now,
                             .period = renderer->def.world.ops->getStep(renderer->def.world.world),
                             .age = renderer->hasSample ? now - renderer->goodTime : NEVER,
                             .sequence = sample->sequence,
                             .pose = sample->pose,
                             .twist = report->twist,
                             .wanted = wanted};
    report->flags = vlGovernor_Apply(&renderer->governor, &input, &report->sent);
    vlPassivity_SetSent(&renderer->passivity, &report->sent);
    ++report->ticks;
    renderer->lastTime = now;
    return report->sent;
}

void vlRenderer_Written(vlRenderer* renderer, vlResult result)
{
    renderer->report.writeResult = result;
    if (result != VL_OK) {
        // It is unknown what the device renders now: start softly from zero once writing works
        // again.
        ++renderer->report.writeFailures;
        vlGovernor_Restart(&renderer->governor);
    }
}

vlWrench vlRenderer_GetSent(const vlRenderer* renderer)
{
    return renderer->report.sent;
}

vlRendererReport vlRenderer_GetReport(const vlRenderer* renderer)
{
    return renderer->report;
}

const vlGovernor* vlRenderer_GetGovernor(const vlRenderer* renderer)
{
    return &renderer->governor;
}

const vlPassivity* vlRenderer_GetPassivity(const vlRenderer* renderer)
{
    return &renderer->passivity;
}

vlAudit vlRenderer_GetAudit(const vlRenderer* renderer, double tolerance)
{
    vlAudit audit = vlPortLedger_Audit(&renderer->ledger, tolerance);
    audit.unpaid = renderer->unpaid;
    audit.isActive = renderer->unpaid > tolerance;
    audit.byLimits = renderer->passivity.byLimits;
    double allowed = tolerance + renderer->stored + LEDGER_ERROR * renderer->booked.turnover;
    for (int i = 0; i < VL_PORT_COUNT; ++i) {
        audit.isPortActive[i] =
            i == VL_PORT_DEVICE ? audit.isActive : audit.portLowest[i] < -allowed;
        audit.isActive = audit.isActive || audit.isPortActive[i];
    }
    return audit;
}
