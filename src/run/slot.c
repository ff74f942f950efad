// SPDX-License-Identifier: MIT
#include "run/slot.h"

#include <stdio.h>
#include <stdlib.h>
#include "haptic/device_change.h"
#include "scene/device_parts.h"
#include "volar/scene_haptics.h"

// --- Making ---

static vlResult openOwn(vlSlot* slot, const vlWorld* world, vlBodyId body)
{
    const vlSceneDevice* device = slot->device;
    vlPose start = device->base;
    if (vlWorld_IsValid(world, body) && vlBody_GetPose(world, body, &start) == VL_OK) {
        start = vlMulPose(start, device->coupling.grasp);
    }
    vlSimulatedDeviceDef def;
    vlMotionKey* keys = calloc((size_t)device->hand.keyCount + 1, sizeof *keys);
    if (keys == NULL) {
        return VL_ERROR_MEMORY;
    }
    vlResult result = vlSceneDevice_MakeSimulated(device, start, &def, keys);
    if (result == VL_OK && slot->plane != NULL) {
        vlSceneDevice_SetRate(&def, vlWorld_GetStep(world));
    }
    result = result == VL_OK ? vlSimulatedDevice_Create(&def, &slot->own) : result;
    free(keys);
    return result;
}

static vlResult openRenderer(vlSlot* slot, vlWorld* world, char* message, size_t size)
{
    // Used until an external device reports its abilities: any device, with no more force than is
    // safe for the smallest one.
    static const vlDeviceInfo unknown = {.backend = "outside", .hasForce = true, .hasTorque = true};
    const vlSceneDevice* device = slot->device;
    vlDeviceInfo info = slot->own != NULL ? *vlDevice_GetInfo(slot->own) : unknown;
    // A device without orientation gives a constant one: so all external devices are treated alike.
    info.hasOrientation = true;
    vlRendererDef def = vlDefaultRendererDef(slot->plane != NULL ? NULL : world, &info);
    def.base = device->base;
    def.scale = device->scale;
    def.forceScale = device->forceScale;
    def.fixOrientation = device->fixOrientation;
    def.velocity.rule = device->velocity;
    def.velocity.cut = device->velocityCut;
    def.passivity.isOn = device->isPassivityOn;
    if (slot->plane != NULL) {
        vlPlanarPortDef port = vlSceneDevice_MakePort(device, slot->plane, slot->own);
        vlResult result = vlPlanarPort_Init(&slot->port, &port, message, size);
        if (result != VL_OK) {
            return result;
        }
        def.world = vlPlanarPort_GetWorld(&slot->port);
    } else if (slot->formations.force != NULL) {
        def.world = vlFormationPort_GetWorld(&slot->formations.port);
    }
    return vlRenderer_Create(&def, &slot->renderer, message, size);
}

static vlResult hold(vlSlot* slot, vlBodyId body)
{
    const vlSceneDevice* device = slot->device;
    vlCouplingDef def = slot->coupling;
    if (device->body < 0) {
        return VL_OK;
    }
    if (slot->plane != NULL) {
        body = vlPlanarPort_NameOf(vlWorld2_GetBody(slot->plane, device->body));
    }
    def.body = body;
    vlResult result = vlRenderer_Connect(slot->renderer, body);
    slot->isPointer = result == VL_OK;
    slot->body = body;
    return result == VL_ERROR_ARGUMENT ? vlRenderer_Grasp(slot->renderer, &def, false) : result;
}

vlResult vlSlot_OpenFormations(vlSlot* slot, const vlScene* scene, const vlSceneDevice* device,
                               vlWorld* world, vlBodyId body, vlBodyId against, char* message,
                               size_t messageSize)
{
    char why[192] = "";
    vlResult result = vlFormationHold_Open(&slot->formations, scene, device, world, body, against,
                                           why, sizeof why);
    if (result != VL_OK && message != NULL && messageSize > 0) {
        snprintf(message, messageSize, "device '%s': %s", device->name,
                 why[0] != '\0' ? why : vlResult_Text(result));
    }
    return result;
}

vlResult vlSlot_Open(vlSlot* slot, const vlSceneDevice* device, vlWorld* world, vlWorld2* plane,
                     vlBodyId body, char* message, size_t messageSize)
{
    slot->device = device;
    slot->plane = plane;
    slot->coupling = device->coupling;
    slot->handover.isOutside = !vlSceneDevice_IsSimulated(device);
    vlHandover_Restart(&slot->handover);
    vlResult result = slot->handover.isOutside ? VL_OK : openOwn(slot, world, body);
    if (result != VL_OK && message != NULL && messageSize > 0) {
        snprintf(message, messageSize, "device '%s': %s", device->name, vlResult_Text(result));
    }
    result = result == VL_OK ? openRenderer(slot, world, message, messageSize) : result;
    if (result == VL_OK) {
        result = hold(slot, body);
        if (result != VL_OK && message != NULL && messageSize > 0) {
            snprintf(message, messageSize, "device '%s': %s", device->name,
                     plane != NULL ? vlResult_Text(result) : vlWorld_GetMessage(world));
        }
    }
    return result;
}

void vlSlot_Close(vlSlot* slot)
{
    vlRenderer_Destroy(slot->renderer);
    vlFormationHold_Close(&slot->formations);
    vlDevice_Close(slot->own);
}

void vlSlot_Restart(vlSlot* slot, vlBodyId body)
{
    bool isOutside = slot->handover.isOutside;
    vlRenderer_Restart(slot->renderer, isOutside);
    vlResult r = slot->own != NULL ? vlSimulatedDevice_Restart(slot->own) : VL_OK;
    slot->ownTime = 0.0;
    // A button that is still held on an external device was not pressed again.
    slot->buttons = isOutside ? UINT32_MAX : 0;
    // An external device stays where it is: the body it holds goes on from the start.
    vlHandover_Restart(&slot->handover);
    r = r == VL_OK ? hold(slot, body) : r;
    (void)r; // the same values were accepted at the start
}

// --- A step ---

vlResult vlSlot_SetGains(vlSlot* slot, const vlCouplingGains* gains)
{
    vlRendererReport report = vlRenderer_GetReport(slot->renderer);
    vlResult r =
        report.hold == VL_HOLD_COUPLED ? vlRenderer_SetGains(slot->renderer, gains) : VL_OK;
    if (r == VL_OK) {
        slot->coupling.stiffness = gains->stiffness;
        slot->coupling.damping = gains->damping;
        slot->coupling.angularStiffness = gains->angularStiffness;
        slot->coupling.angularDamping = gains->angularDamping;
    }
    return r;
}

void vlSlot_Take(vlSlot* slot, const vlInput* input)
{
    bool isReturn = input->kind == VL_INPUT_RETURN;
    if (isReturn && slot->handover.isOutside) {
        vlHandover_Leave(&slot->handover);
    }
    if (!isReturn || slot->own != NULL) {
        vlHandover_SetSource(&slot->handover, !isReturn);
    }
    slot->sample = input->sample;
    slot->hasSample = input->kind == VL_INPUT_DEVICE;
    slot->hasTime = !isReturn;
}

// Grasps the nearest body within reach if nothing is held; otherwise lets go.
static void pressGrasp(vlSlot* slot, vlWorld* world)
{
    vlRendererReport report = vlRenderer_GetReport(slot->renderer);
    if (report.hold != VL_HOLD_NOTHING) {
        vlRenderer_Release(slot->renderer);
        return;
    }
    double distance;
    vlCouplingDef def = slot->coupling;
    def.body = vlWorld_FindNearest(world, report.pose.p, slot->device->reach, &distance);
    vlResult r = VL_OK;
    if (def.body.index1 > 0) {
        r = vlRenderer_Grasp(slot->renderer, &def, true);
    } else if (slot->isPointer) { // if nothing is within reach, the pointer again
        r = vlRenderer_Connect(slot->renderer, slot->body);
    }
    (void)r; // if there is no room for a coupling, nothing is held, as the report says
}

static void obeyButtons(vlSlot* slot, vlWorld* world)
{
    const vlSceneDevice* device = slot->device;
    vlRendererReport report = vlRenderer_GetReport(slot->renderer);
    uint32_t now = report.readResult == VL_OK ? report.sample.buttons : slot->buttons;
    uint32_t pressed = now & ~slot->buttons;
    slot->buttons = now;
    if (device->graspButton >= 0 && ((pressed >> (unsigned)device->graspButton) & 1u) != 0) {
        pressGrasp(slot, world);
    }
    if (device->clutchButton >= 0) {
        bool isClutched = ((now >> (unsigned)device->clutchButton) & 1u) != 0;
        if (isClutched != report.isClutched) {
            vlRenderer_SetClutch(slot->renderer, isClutched);
        }
    }
}

void vlSlot_Read(vlSlot* slot, vlWorld* world)
{
    vlHandover* handover = &slot->handover;
    double step = vlWorld_GetStep(world);
    bool isTimed = handover->isOutside && slot->hasTime;
    vlHandover_Advance(handover, step, isTimed ? &slot->sample.time : NULL);
    vlDeviceSample own;
    vlDeviceSample* sample = handover->isOutside ? &slot->sample : &own;
    vlResult result = VL_ERROR_IO;
    slot->ownTime += step;
    if (slot->own != NULL) { // it also runs while an external device replaces it
        result = vlDevice_Read(slot->own, slot->ownTime, &own);
    }
    if (handover->isOutside) {
        result = slot->hasSample ? VL_OK : VL_ERROR_IO;
    }
    if (result == VL_OK) {
        vlHandover_Pass(handover, sample);
    }
    vlPlanarPort_SetAway(&slot->port, handover->isOutside);
    result = vlRenderer_Give(slot->renderer, handover->now, result, sample);
    (void)result; // it is in the report
    slot->hasSample = slot->hasTime = false;
    obeyButtons(slot, world);
}

void vlSlot_Write(vlSlot* slot)
{
    static const vlWrench nothing = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    bool isOutside = slot->handover.isOutside;
    if (slot->formations.force != NULL) {
        vlFormationHold_Step(&slot->formations);
    }
    vlWrench wrench = vlRenderer_Take(slot->renderer, slot->handover.now);
    if (slot->own == NULL) {
        return;
    }
    // A device that is not in use feels no force.
    vlResult r = vlDevice_Write(slot->own, slot->ownTime, isOutside ? &nothing : &wrench);
    if (!isOutside) {
        vlRenderer_Written(slot->renderer, r);
    }
}
