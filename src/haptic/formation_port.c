// SPDX-License-Identifier: MIT
// The table of rendered_world.h for forces from formations: A is where the device is.

#include "volar/formation_port.h"

#include <stdio.h>

#include "formation/force_report.h"
#include "haptic/direct_body.h"

static bool isPose(vlPose pose)
{
    return vlIsWithin(pose.p, VL_MAX_LENGTH) && vlIsUnitQ(pose.q, VL_ROUGH_UNIT_TOLERANCE);
}

vlResult vlFormationPort_Init(vlFormationPort* port, vlFormationForce* force, vlPose poseWA,
                              vlPose poseWB, double step, char* message, size_t messageSize)
{
    const char* fault = NULL;
    if (force == NULL) {
        fault = "force is NULL; expected one that vlFormationForce_Create made";
    } else if (!isPose(poseWA) || !isPose(poseWB)) {
        fault = "a pose is not finite, or its quaternion has not length 1";
    } else if (!(step >= 1e-6 && step <= 1.0)) {
        fault = "the step is outside of 1e-6 .. 1 s";
    }
    if (fault != NULL) {
        if (message != NULL && messageSize > 0) {
            (void)snprintf(message, messageSize, "%s", fault);
        }
        return VL_ERROR_ARGUMENT;
    }
    *port = (vlFormationPort){.force = force,
                              .poseWA = poseWA,
                              .poseWB = poseWB,
                              .step = step,
                              .centre = vlFormationForce_GetCentre(force)};
    return VL_OK;
}

void vlFormationPort_Show(vlFormationPort* port, vlWorld* world, vlBodyId body)
{
    port->world = world;
    port->body = body;
}

// Adds the work of a wrench about A's centre while A goes from one pose to another.
static void offer(vlFormationPort* port, vlWrench wrench, vlPose from, vlPose to)
{
    vlVec3 way = vlSub(vlTransform(to, port->centre), vlTransform(from, port->centre));
    port->offered[0] += vlDot(wrench.force, way);
    port->offered[1] += vlDot(wrench.torque, vlRotationBetween(from.q, to.q));
}

// What may rightly come to the hand in the tick that ended. The formation counts its energy
// relative to B: if B moved and took A along, that was the work of whoever moves B. The world's
// contacts count as an implicit step does, with the wrench at the end of the tick.
static void offerAll(vlFormationPort* port, vlVec3 weight)
{
    vlPose carried = {vlUntransform(port->lastWB, port->lastWA.p),
                      vlMulQ(vlConj(port->lastWB.q), port->lastWA.q)};
    offer(port, port->springs, port->lastWA, vlMulPose(port->poseWB, carried));
    offer(port, (vlWrench){weight, vlZero()}, port->lastWA, port->poseWA);
    vlWrench others; // about the centre of mass at the start of the step, which is that of poseWA
    if (port->world != NULL && vlBody_GetContactWrench(port->world, port->body, &others) == VL_OK) {
        offer(port, others, port->lastWA, port->poseWA);
    }
}

void vlFormationPort_Step(vlFormationPort* port)
{
    const vlFormationForceReport* report =
        vlFormationForce_Update(port->force, port->poseWA, port->poseWB, port->step);
    const vlFormationEnergy* e = &report->energy;
    vlLedger* ledger = &port->ledger;
    if (port->isFelt) {
        offerAll(port, report->weight);
    }
    port->begun += e->begun;
    ledger->contactSprings += e->contact - e->begun - e->lent;
    ledger->friction += e->friction + e->lent;
    ledger->loss += e->limits;
    ledger->turnover += fabs(e->contact) + fabs(e->friction) + fabs(e->limits);
    port->springs = report->shaded;
    port->springs.force = vlSub(port->springs.force, report->weight);
    port->lastWA = port->poseWA;
    port->lastWB = port->poseWB;
}

void vlFormationPort_MoveB(vlFormationPort* port, vlPose poseWB)
{
    if (isPose(poseWB)) {
        port->poseWB = poseWB;
    }
}

vlBodyId vlFormationPort_GetBody(void)
{
    vlBodyId body = {1, 1};
    return body;
}

static double getStep(void* world)
{
    const vlFormationPort* port = world;
    return port->step;
}

static vlResult grasp(void* world, const vlCouplingDef* def, const vlPose* at, vlHold* hold,
                      vlPose* pose)
{
    (void)world;
    (void)def;
    (void)at;
    (void)hold;
    (void)pose;
    return VL_ERROR_ARGUMENT;
}

static vlResult connect(void* world, vlBodyId body, vlHold* hold, vlPose* pose)
{
    vlFormationPort* port = world;
    vlBodyId own = port->world != NULL ? port->body : vlFormationPort_GetBody();
    if (port->world != NULL) {
        vlResult r = vlBody_GetPose(port->world, own, &port->poseWA);
        if (r != VL_OK) {
            return r;
        }
    }
    if (body.index1 != own.index1 || body.generation != own.generation) {
        return VL_ERROR_STALE_ID;
    }
    *hold = (vlHold){.kind = VL_HOLD_DIRECT, .body = body};
    *pose = port->poseWA;
    // Where A was before the device took it says nothing about how it came here.
    vlFormationForce_Restart(port->force);
    port->isFelt = false;
    return VL_OK;
}

static vlResult setGains(void* world, const vlHold* hold, const vlCouplingGains* gains)
{
    (void)world;
    (void)hold;
    (void)gains;
    return VL_ERROR_ARGUMENT;
}

static void letGo(void* world, const vlHold* hold)
{
    const vlFormationPort* port = world;
    if (port->world != NULL && hold->kind == VL_HOLD_DIRECT) {
        vlDirectBody_LetGo(port->world, hold);
    }
}

static vlResult follow(void* world, vlHold* hold, vlPose pose, vlTwist twist)
{
    vlFormationPort* port = world;
    if (hold->kind != VL_HOLD_DIRECT) {
        return VL_OK;
    }
    port->poseWA = pose; // forces depend on poses alone
    hold->centre = vlTransform(pose, port->centre);
    return port->world != NULL ? vlDirectBody_Follow(port->world, hold, pose, twist) : VL_OK;
}

static vlWrench feel(void* world, const vlHold* hold, vlPose pose, vlPose* held)
{
    vlFormationPort* port = world;
    vlWrench felt = {vlZero(), vlZero()};
    *held = pose;
    port->isFelt = hold->kind == VL_HOLD_DIRECT;
    if (port->isFelt) {
        felt = vlFormationForce_GetReport(port->force)->shaded;
        vlVec3 lever = vlSub(vlTransform(port->poseWA, port->centre), pose.p);
        felt.torque = vlAdd(felt.torque, vlCross(lever, felt.force));
    }
    if (port->isFelt && port->world != NULL) {
        vlWrench others = vlDirectBody_Feel(port->world, hold, pose);
        felt.force = vlAdd(felt.force, others.force);
        felt.torque = vlAdd(felt.torque, others.torque);
    }
    return felt;
}

static vlLedger getLedger(void* world)
{
    const vlFormationPort* port = world;
    vlLedger sum = port->ledger;
    if (port->world != NULL) {
        vlLedger others = vlWorld_GetLedger(port->world);
        sum.contactSprings += others.contactSprings;
        sum.contactDampers += others.contactDampers;
        sum.friction += others.friction;
        sum.springs += others.springs;
        sum.loss += others.loss;
        sum.turnover += others.turnover;
    }
    return sum;
}

static double getGiven(void* world, double force, double torque)
{
    const vlFormationPort* port = world;
    return port->begun * fmax(force, torque) + port->offered[0] * force + port->offered[1] * torque;
}

static double getStored(void* world)
{
    const vlFormationPort* port = world;
    double stored = vlFormationForce_GetReport(port->force)->stored;
    if (port->world != NULL) {
        vlEnergy energy = vlWorld_GetEnergy(port->world);
        stored += vlEnergy_GetStored(&energy);
    }
    return stored;
}

vlRenderedWorld vlFormationPort_GetWorld(vlFormationPort* port)
{
    static const vlRenderedWorldOps ops = {.getStep = getStep,
                                           .grasp = grasp,
                                           .connect = connect,
                                           .setGains = setGains,
                                           .letGo = letGo,
                                           .follow = follow,
                                           .feel = feel,
                                           .getLedger = getLedger,
                                           .getStored = getStored,
                                           .getGiven = getGiven};
    vlRenderedWorld world = {&ops, port};
    return world;
}
