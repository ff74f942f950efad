// SPDX-License-Identifier: MIT
#include "run/formation_hold.h"

vlResult vlFormationHold_Open(vlFormationHold* hold, const vlScene* scene,
                              const vlSceneDevice* device, vlWorld* world, vlBodyId body,
                              vlBodyId against, char* message, size_t messageSize)
{
    const vlSceneBody* held = vlScene_GetBody(scene, device->body);
    const vlSceneBody* other = vlScene_GetBody(scene, device->formations.against);
    vlPose poseWA = vlIdentityPose();
    vlPose poseWB = vlIdentityPose();
    hold->world = world;
    hold->against = against;
    hold->shown = vlRenderedWorld_Of(world);
    vlResult r = vlSceneBody_MakePolyhedron(held, &hold->held, message, messageSize);
    r = r == VL_OK ? vlSceneBody_MakePolyhedron(other, &hold->other, message, messageSize) : r;
    if (r == VL_OK) {
        vlFormationForceDef def =
            vlSceneDevice_MakeFormations(scene, device, hold->held, hold->other);
        r = vlFormationForce_Create(NULL, &def, &hold->force, message, messageSize);
    }
    r = r == VL_OK ? vlBody_GetPose(world, body, &poseWA) : r;
    r = r == VL_OK ? vlBody_GetPose(world, against, &poseWB) : r;
    if (r == VL_OK) {
        r = vlFormationPort_Init(&hold->port, hold->force, poseWA, poseWB, vlWorld_GetStep(world),
                                 message, messageSize);
        hold->felt = vlFormationPort_GetWorld(&hold->port);
    }
    return r;
}

void vlFormationHold_Close(vlFormationHold* hold)
{
    vlFormationForce_Destroy(hold->force);
    vlPolyhedron_Release(hold->held);
    vlPolyhedron_Release(hold->other);
    *hold = (vlFormationHold){.force = NULL};
}

void vlFormationHold_Step(vlFormationHold* hold)
{
    vlPose poseWB;
    if (vlBody_GetPose(hold->world, hold->against, &poseWB) == VL_OK) {
        vlFormationPort_MoveB(&hold->port, poseWB);
    }
    hold->port.step = vlWorld_GetStep(hold->world); // a parameter that may change
    vlFormationPort_Step(&hold->port);
}

// --- The table ---

static double getStep(void* user)
{
    const vlFormationHold* hold = user;
    return vlWorld_GetStep(hold->world);
}

static vlResult grasp(void* user, const vlCouplingDef* def, const vlPose* at, vlHold* held,
                      vlPose* pose)
{
    const vlFormationHold* hold = user;
    return hold->shown.ops->grasp(hold->shown.world, def, at, held, pose);
}

static vlResult connect(void* user, vlBodyId body, vlHold* held, vlPose* pose)
{
    vlFormationHold* hold = user;
    vlHold unused;
    vlResult r = hold->shown.ops->connect(hold->shown.world, body, held, pose);
    if (r == VL_OK) {
        vlPose ignored;
        hold->port.poseWA = *pose;
        r = hold->felt.ops->connect(hold->felt.world, vlFormationPort_GetBody(), &unused, &ignored);
    }
    return r;
}

static vlResult setGains(void* user, const vlHold* held, const vlCouplingGains* gains)
{
    const vlFormationHold* hold = user;
    return hold->shown.ops->setGains(hold->shown.world, held, gains);
}

static void letGo(void* user, const vlHold* held)
{
    const vlFormationHold* hold = user;
    hold->shown.ops->letGo(hold->shown.world, held);
}

static vlResult follow(void* user, vlHold* held, vlPose pose, vlTwist twist)
{
    vlFormationHold* hold = user;
    vlHold of = *held;
    vlResult r = hold->felt.ops->follow(hold->felt.world, &of, pose, twist);
    return r == VL_OK ? hold->shown.ops->follow(hold->shown.world, held, pose, twist) : r;
}

// What touches it in the world are dynamic bodies alone, since it is no pointer: nothing is felt
// twice.
static vlWrench feel(void* user, const vlHold* held, vlPose pose, vlPose* at)
{
    const vlFormationHold* hold = user;
    vlWrench world = hold->shown.ops->feel(hold->shown.world, held, pose, at);
    vlWrench felt = hold->felt.ops->feel(hold->felt.world, held, pose, at);
    return (vlWrench){vlAdd(world.force, felt.force), vlAdd(world.torque, felt.torque)};
}

static vlLedger getLedger(void* user)
{
    const vlFormationHold* hold = user;
    return hold->shown.ops->getLedger(hold->shown.world);
}

static double getStored(void* user)
{
    const vlFormationHold* hold = user;
    return hold->shown.ops->getStored(hold->shown.world) +
           hold->felt.ops->getStored(hold->felt.world);
}

vlRenderedWorld vlFormationHold_GetWorld(vlFormationHold* hold)
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
    vlRenderedWorld world = {&ops, hold};
    return world;
}
