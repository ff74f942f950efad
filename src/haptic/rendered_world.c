// SPDX-License-Identifier: MIT
// The functions of a vlWorld that a renderer needs.

#include "haptic/direct_body.h"
#include "haptic/world_table.h"

static double getStep(void* world)
{
    return vlWorld_GetStep(world);
}

static vlResult grasp(void* world, const vlCouplingDef* def, const vlPose* at, vlHold* hold,
                      vlPose* grasp)
{
    vlPose body;
    vlResult result = vlBody_GetPose(world, def->body, &body);
    if (result != VL_OK) {
        return result;
    }
    vlCouplingDef made = *def;
    if (at != NULL) {
        made.grasp.p = vlUntransform(body, at->p);
        made.grasp.q = vlUnitQ(vlMulQ(vlConj(body.q), at->q));
    }
    vlCouplingId coupling;
    result = vlWorld_CreateCoupling(world, &made, &coupling);
    if (result == VL_OK) {
        *hold = (vlHold){.kind = VL_HOLD_COUPLED, .body = def->body, .coupling = coupling};
        *grasp = vlMulPose(body, made.grasp);
    }
    return result;
}

static vlResult connect(void* world, vlBodyId body, vlHold* hold, vlPose* pose)
{
    vlPose at;
    double mass;
    vlMat3 inertia;
    vlResult result = vlBody_GetPose(world, body, &at);
    result = result == VL_OK ? vlBody_GetMass(world, body, &mass, &inertia) : result;
    if (result != VL_OK || mass > 0.0) {
        return result != VL_OK ? result : VL_ERROR_ARGUMENT;
    }
    *hold = (vlHold){.kind = VL_HOLD_DIRECT, .body = body};
    *pose = at;
    return VL_OK;
}

static vlResult setGains(void* world, const vlHold* hold, const vlCouplingGains* gains)
{
    return vlCoupling_SetGains(world, hold->coupling, gains);
}

static void letGo(void* world, const vlHold* hold)
{
    vlResult r = VL_OK;
    if (hold->kind == VL_HOLD_COUPLED) {
        r = vlWorld_DestroyCoupling(world, hold->coupling);
    } else if (hold->kind == VL_HOLD_DIRECT) {
        vlDirectBody_LetGo(world, hold);
    }
    (void)r; // the body may have been destroyed, and the coupling with it
}

static vlResult follow(void* world, vlHold* hold, vlPose pose, vlTwist twist)
{
    if (hold->kind == VL_HOLD_NOTHING) {
        return VL_OK;
    }
    if (hold->kind == VL_HOLD_COUPLED) {
        return vlCoupling_SetDevice(world, hold->coupling, pose, twist);
    }
    return vlDirectBody_Follow(world, hold, pose, twist);
}

static vlWrench feel(void* world, const vlHold* hold, vlPose pose, vlPose* held)
{
    vlWrench felt = {vlZero(), vlZero()};
    vlCouplingReport coupling;
    *held = pose;
    if (hold->kind == VL_HOLD_COUPLED &&
        vlCoupling_GetReport(world, hold->coupling, &coupling) == VL_OK) {
        *held = coupling.held;
        felt.force = vlNeg(coupling.onBody.force);
        felt.torque = vlNeg(coupling.onBody.torque);
    } else if (hold->kind == VL_HOLD_DIRECT) {
        felt = vlDirectBody_Feel(world, hold, pose);
    }
    return felt;
}

static vlLedger getLedger(void* world)
{
    return vlWorld_GetLedger(world);
}

static double getStored(void* world)
{
    vlEnergy energy = vlWorld_GetEnergy(world);
    return vlEnergy_GetStored(&energy);
}

vlRenderedWorld vlRenderedWorld_Of(vlWorld* world)
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
    vlRenderedWorld rendered = {world != NULL ? &ops : NULL, world};
    return rendered;
}
