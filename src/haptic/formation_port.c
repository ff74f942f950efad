// SPDX-License-Identifier: MIT
// The table of rendered_world.h for forces from formations: A is where the device is.

#include "volar/formation_port.h"

#include <stdio.h>

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

void vlFormationPort_Step(vlFormationPort* port)
{
    (void)vlFormationForce_Update(port->force, port->poseWA, port->poseWB, port->step);
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
    vlBodyId own = vlFormationPort_GetBody();
    if (body.index1 != own.index1 || body.generation != own.generation) {
        return VL_ERROR_STALE_ID;
    }
    *hold = (vlHold){.kind = VL_HOLD_DIRECT, .body = body};
    *pose = port->poseWA;
    // Where A was before the device took it says nothing about how it came here.
    vlFormationForce_Restart(port->force);
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
    (void)world; // A stays where it is
    (void)hold;
}

static vlResult follow(void* world, vlHold* hold, vlPose pose, vlTwist twist)
{
    vlFormationPort* port = world;
    (void)twist; // forces depend on poses alone
    if (hold->kind == VL_HOLD_DIRECT) {
        port->poseWA = pose;
        hold->centre = vlTransform(pose, port->centre);
    }
    return VL_OK;
}

static vlWrench feel(void* world, const vlHold* hold, vlPose pose, vlPose* held)
{
    const vlFormationPort* port = world;
    vlWrench felt = {vlZero(), vlZero()};
    *held = pose;
    if (hold->kind == VL_HOLD_DIRECT) {
        felt = vlFormationForce_GetReport(port->force)->shaded;
        vlVec3 lever = vlSub(vlTransform(port->poseWA, port->centre), pose.p);
        felt.torque = vlAdd(felt.torque, vlCross(lever, felt.force));
    }
    return felt;
}

static vlLedger getLedger(void* world)
{
    vlLedger none = {.gravity = 0.0};
    (void)world; // A has no motion of its own to keep a ledger of
    return none;
}

static double getStored(void* world)
{
    const vlFormationPort* port = world;
    return vlFormationForce_GetReport(port->force)->stored;
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
                                           .getStored = getStored};
    vlRenderedWorld world = {&ops, port};
    return world;
}
