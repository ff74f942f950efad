// SPDX-License-Identifier: MIT
// Device frame and world: with `base` the place of the device's frame, s the scale and (offset,
// turn) what clutching and grasping have shifted,
//
//   x = base.p + base.q (s x_device) + offset,   q = base.q q_device turn
//
// and a wrench on the hand goes back by the inverse of base.q, times the force scale.

#include "haptic/renderer_parts.h"

#include "haptic/rotation.h"

// What the world's ledger may be off by, as a share of all that went through it.
#define LEDGER_ERROR 1e-3
// Age of a sample that there never was, s.
#define NEVER 1e9

// Where the last sample puts the device in the world.
static vlPose mapped(const vlRenderer* r)
{
    const vlRendererDef* def = &r->def;
    vlPose sample = r->report.sample.pose;
    vlPose pose;
    pose.p = vlAdd(vlTransform(def->base, vlScale(sample.p, def->scale)), r->offset);
    bool turns = r->info.hasOrientation && !def->fixOrientation;
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

// The world never sees the device go faster than it can: one measurement gone astray would throw
// what is held through a wall, and leave it there.
static vlPose approach(const vlRenderer* r, vlPose goal)
{
    if (r->report.hold == VL_HOLD_NOTHING) {
        return goal;
    }
    double time = vlWorld_GetStep(r->def.world);
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
    if (!r->info.hasOrientation || r->def.fixOrientation) {
        t.angular = vlZero();
    }
    return t;
}

vlResult vlRenderer_Grasp(vlRenderer* renderer, const vlCouplingDef* def, bool atDevice)
{
    if (def == NULL) {
        return VL_ERROR_ARGUMENT;
    }
    vlPose body;
    vlResult result = vlBody_GetPose(renderer->def.world, def->body, &body);
    if (result != VL_OK) {
        return result;
    }
    vlCouplingDef made = *def;
    if (atDevice) {
        vlPose device = renderer->report.pose;
        made.grasp.p = vlUntransform(body, device.p);
        made.grasp.q = vlUnitQ(vlMulQ(vlConj(body.q), device.q));
    }
    vlCouplingId id;
    result = vlWorld_CreateCoupling(renderer->def.world, &made, &id);
    if (result != VL_OK) {
        return result;
    }
    vlRenderer_Release(renderer);
    renderer->coupling = id;
    renderer->report.hold = VL_HOLD_COUPLED;
    renderer->report.body = def->body;
    indexTo(renderer, vlMulPose(body, made.grasp));
    return VL_OK;
}

vlResult vlRenderer_Connect(vlRenderer* renderer, vlBodyId body)
{
    vlPose pose;
    vlResult result = vlBody_GetPose(renderer->def.world, body, &pose);
    double mass;
    vlMat3 inertia;
    result = result == VL_OK ? vlBody_GetMass(renderer->def.world, body, &mass, &inertia) : result;
    if (result != VL_OK || mass > 0.0) {
        return result != VL_OK ? result : VL_ERROR_ARGUMENT;
    }
    vlRenderer_Release(renderer);
    renderer->report.hold = VL_HOLD_DIRECT;
    renderer->report.body = body;
    indexTo(renderer, pose);
    return VL_OK;
}

void vlRenderer_Release(vlRenderer* renderer)
{
    static const vlTwist still = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    vlWorld* world = renderer->def.world;
    vlResult r = VL_OK;
    if (renderer->report.hold == VL_HOLD_COUPLED) {
        r = vlWorld_DestroyCoupling(world, renderer->coupling);
    } else if (renderer->report.hold == VL_HOLD_DIRECT) {
        r = vlBody_SetTwist(world, renderer->report.body, still);
    }
    (void)r; // the body may be gone, and the coupling with it
    renderer->report.hold = VL_HOLD_NOTHING;
    renderer->report.body = (vlBodyId){0, 0};
}

void vlRenderer_SetClutch(vlRenderer* renderer, bool isClutched)
{
    if (renderer->report.isClutched && !isClutched) {
        indexTo(renderer, renderer->report.pose);
        vlGovernor_Restart(&renderer->governor);
    }
    renderer->report.isClutched = isClutched;
}

// What is held is told where the device is.
static void follow(vlRenderer* r, vlTwist twist)
{
    vlWorld* world = r->def.world;
    vlResult result = VL_OK;
    switch (r->report.hold) {
    case VL_HOLD_NOTHING: break;
    case VL_HOLD_COUPLED:
        result = vlCoupling_SetDevice(world, r->coupling, r->report.pose, twist);
        break;
    case VL_HOLD_DIRECT: {
        vlVec3 centre;
        result = vlBody_SetPose(world, r->report.body, r->report.pose);
        if (result == VL_OK && vlBody_GetCentre(world, r->report.body, &centre) == VL_OK) {
            r->pointerCentre = centre;
            vlVec3 lever = vlSub(centre, r->report.pose.p);
            twist.linear = vlAdd(twist.linear, vlCross(twist.angular, lever));
            result = vlBody_SetTwist(world, r->report.body, twist);
        }
        break;
    }
    }
    if (result == VL_ERROR_STALE_ID) { // its owner destroyed the body
        vlRenderer_Release(r);
    }
}

vlResult vlRenderer_Read(vlRenderer* renderer, double now)
{
    vlRendererReport* report = &renderer->report;
    vlDeviceSample sample;
    vlResult result = vlDevice_Read(renderer->def.device, now, &sample);
    report->readResult = result;
    if (result == VL_OK) {
        bool isFirst = !renderer->hasSample;
        report->twist = vlVelocity_Update(&renderer->velocity, now, &sample);
        if (sample.sequence >= renderer->velocity.sequence) { // else it came late
            report->sample = sample;
            renderer->hasSample = true;
            renderer->goodTime = now;
        }
        if (isFirst && report->hold != VL_HOLD_NOTHING) {
            indexTo(renderer, report->pose); // what was held before the first sample stays
        }
    } else {
        ++report->readFailures;
        report->twist = (vlTwist){vlZero(), vlZero()}; // where it was, at rest
    }
    vlTwist twist = {vlZero(), vlZero()};
    if (!report->isClutched && renderer->hasSample) {
        report->pose = approach(renderer, mapped(renderer));
        twist = mappedTwist(renderer);
    }
    follow(renderer, twist);
    return result;
}

// What the hand feels, in the world, at the device's pose; and where it holds.
static vlWrench feltNow(const vlRenderer* r, vlPose* held)
{
    vlWrench felt = {vlZero(), vlZero()};
    vlCouplingReport coupling;
    bool isCoupled = r->report.hold == VL_HOLD_COUPLED &&
                     vlCoupling_GetReport(r->def.world, r->coupling, &coupling) == VL_OK;
    *held = isCoupled ? coupling.held : r->report.pose;
    if (r->report.isClutched) {
        return felt;
    }
    if (isCoupled) {
        felt.force = vlNeg(coupling.onBody.force);
        felt.torque = vlNeg(coupling.onBody.torque);
    } else if (r->report.hold == VL_HOLD_DIRECT &&
               vlBody_GetContactWrench(r->def.world, r->report.body, &felt) == VL_OK) {
        vlVec3 lever = vlSub(r->pointerCentre, r->report.pose.p);
        felt.torque = vlAdd(felt.torque, vlCross(lever, felt.force));
    }
    return felt;
}

static void bookWorld(vlRenderer* r)
{
    vlLedger now = vlWorld_GetLedger(r->def.world);
    const vlLedger* old = &r->booked;
    double contact =
        now.contactSprings - old->contactSprings + now.contactDampers - old->contactDampers;
    vlPortLedger_Book(&r->ledger, VL_PORT_COUPLING, -(now.springs - old->springs));
    vlPortLedger_Book(&r->ledger, VL_PORT_CONTACT, -contact);
    vlPortLedger_Book(&r->ledger, VL_PORT_FRICTION, -(now.friction - old->friction));
    vlPortLedger_Book(&r->ledger, VL_PORT_INTEGRATION, -(now.loss - old->loss));
    r->booked = now;
}

vlResult vlRenderer_Write(vlRenderer* renderer, double now)
{
    vlRendererReport* report = &renderer->report;
    double dt = report->ticks > 0 ? now - renderer->lastTime : 0.0;
    report->felt = feltNow(renderer, &report->held);
    vlQuat back = vlConj(renderer->def.base.q);
    double s = renderer->def.forceScale;
    vlWrench wanted = {vlScale(vlRotate(back, report->felt.force), s),
                       vlScale(vlRotate(back, report->felt.torque), s)};
    report->droppedTorque = vlZero();
    if (!renderer->info.hasTorque) {
        report->droppedTorque = wanted.torque;
        report->mostDropped = fmax(report->mostDropped, vlLength(wanted.torque));
        wanted.torque = vlZero();
    }
    bookWorld(renderer);
    if (report->ticks == 0) {
        renderer->stored = vlWorld_GetStoredEnergy(renderer->def.world);
    }
    const vlDeviceSample* sample = &report->sample;
    wanted = vlPassivity_Apply(&renderer->passivity, dt, &sample->pose, &report->twist, &wanted,
                               &renderer->ledger);
    double given = -renderer->ledger.ports[VL_PORT_DEVICE].net;
    renderer->unpaid = fmax(renderer->unpaid, given - fmax(renderer->passivity.offered, 0.0));
    vlGovernorInput input = {.now = now,
                             .age = renderer->hasSample ? now - renderer->goodTime : NEVER,
                             .sequence = sample->sequence,
                             .pose = sample->pose,
                             .twist = report->twist,
                             .wanted = wanted};
    report->flags = vlGovernor_Apply(&renderer->governor, &input, &report->sent);
    vlPassivity_SetSent(&renderer->passivity, &report->sent);
    report->writeResult = vlDevice_Write(renderer->def.device, now, &report->sent);
    if (report->writeResult != VL_OK) {
        // Nobody knows what the device renders now: softly from zero once it listens again.
        ++report->writeFailures;
        vlGovernor_Restart(&renderer->governor);
    }
    ++report->ticks;
    renderer->lastTime = now;
    return report->writeResult;
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
