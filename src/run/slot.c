// SPDX-License-Identifier: MIT
#include "run/slot.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "scene/scene_device.h"

// The scene's own device comes back this fast from where the other one left off.
#define RETURN_SPEED 0.2 // m/s
#define RETURN_SPIN 1.0  // rad/s
#define RETURN_LEAST 0.5 // s
// After a longer time without a measurement the next one counts as being where the last was, s.
#define LONGEST_ABSENCE 0.1

// --- The switch ---

// Share of the shift that is left.
static double shareLeft(const vlSlot* slot)
{
    if (!(slot->fadeTime > 0.0)) {
        return 1.0;
    }
    double x = fmin(fmax((slot->now - slot->fadeFrom) / slot->fadeTime, 0.0), 1.0);
    return 1.0 - x * x * x * (10.0 + x * (6.0 * x - 15.0));
}

static vlPose shifted(const vlSlot* slot, vlPose pose, double share)
{
    vlPose made = {vlMulAdd(pose.p, share, slot->shift),
                   vlUnitQ(vlMulQ(pose.q, vlQuatFromRotationVector(vlScale(slot->turn, share))))};
    return made;
}

// From now on `pose` counts as being where the last one was.
static void shiftTo(vlSlot* slot, vlPose pose)
{
    slot->shift = vlSub(slot->last.p, pose.p);
    slot->turn = vlRotationVectorFromQuat(vlMulQ(vlConj(pose.q), slot->last.q));
    slot->fadeFrom = slot->now;
    double way = fmax(vlLength(slot->shift) / RETURN_SPEED, vlLength(slot->turn) / RETURN_SPIN);
    slot->fadeTime = slot->isOutside ? 0.0 : fmax(way, RETURN_LEAST);
}

// As both sources are followed by one estimator of velocity, their poses, clocks and counts go on
// from each other.
static void passOn(vlSlot* slot, vlDeviceSample* sample)
{
    if (slot->isSwitched && slot->hasLast) {
        shiftTo(slot, sample->pose);
    }
    if (slot->isSwitched || !slot->hasLast) {
        slot->countLead = slot->sequence + 1 - sample->sequence;
    }
    slot->sequence = sample->sequence + slot->countLead;
    slot->isSwitched = false;
    sample->time = slot->now;
    sample->sequence = slot->sequence;
    sample->pose = shifted(slot, sample->pose, shareLeft(slot));
    // A velocity of its own says nothing of the fading.
    sample->hasTwist = sample->hasTwist && slot->isOutside;
    slot->last = sample->pose;
    slot->hasLast = true;
}

static vlResult readPort(void* self, double now, vlDeviceSample* sample)
{
    vlSlot* slot = self;
    vlDeviceSample found = slot->sample;
    vlResult result = slot->hasSample ? VL_OK : VL_ERROR_IO;
    (void)now; // the slot's own
    if (!slot->isOutside) {
        result = slot->own != NULL ? vlDevice_Read(slot->own, slot->ownTime, &found) : VL_ERROR_IO;
    }
    if (result == VL_OK) {
        // A device that was away went who knows where meanwhile.
        bool wasAway = slot->isOutside && slot->now - slot->goodTime > LONGEST_ABSENCE;
        slot->isSwitched = slot->isSwitched || wasAway;
        slot->goodTime = slot->now;
        passOn(slot, &found);
        *sample = found;
    }
    return result;
}

// A simulated device that is not in use feels nothing; one from outside is written to by whoever
// reads it.
static vlResult writePort(void* self, double now, const vlWrench* wrench)
{
    vlSlot* slot = self;
    vlWrench nothing = {vlZero(), vlZero()};
    (void)now;
    return slot->own != NULL
               ? vlDevice_Write(slot->own, slot->ownTime, slot->isOutside ? &nothing : wrench)
               : VL_OK;
}

static void closePort(void* self)
{
    (void)self; // of the simulation
}

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
    result = result == VL_OK ? vlSimulatedDevice_Create(&def, &slot->own) : result;
    free(keys);
    return result;
}

static vlResult openRenderer(vlSlot* slot, vlWorld* world, char* message, size_t size)
{
    const vlSceneDevice* device = slot->device;
    vlRendererDef def = vlDefaultRendererDef(world, slot->port);
    def.base = device->base;
    def.scale = device->scale;
    def.forceScale = device->forceScale;
    def.fixOrientation = device->fixOrientation;
    def.velocity.rule = device->velocity;
    def.passivity.isOn = device->isPassivityOn;
    return vlRenderer_Create(&def, &slot->renderer, message, size);
}

static vlResult hold(vlSlot* slot, vlBodyId body)
{
    const vlSceneDevice* device = slot->device;
    vlCouplingDef def = device->coupling;
    def.body = body;
    if (device->body < 0) {
        return VL_OK;
    }
    vlResult result = vlRenderer_Connect(slot->renderer, body);
    slot->isPointer = result == VL_OK;
    slot->body = body;
    return result == VL_ERROR_ARGUMENT ? vlRenderer_Grasp(slot->renderer, &def, false) : result;
}

vlResult vlSlot_Open(vlSlot* slot, const vlSceneDevice* device, vlWorld* world, vlBodyId body,
                     char* message, size_t messageSize)
{
    static const vlDeviceOps ops = {
        .name = "switch", .read = readPort, .write = writePort, .close = closePort};
    // Until a device from outside says what it can do: any, and no more force than is safe with the
    // smallest.
    static const vlDeviceInfo unknown = {
        .backend = "outside", .hasOrientation = true, .hasForce = true, .hasTorque = true};
    slot->device = device;
    slot->last = vlIdentityPose();
    bool isSimulated = vlSceneDevice_IsSimulated(device);
    vlResult result = isSimulated ? openOwn(slot, world, body) : VL_OK;
    if (result == VL_OK) {
        // One without orientation gives a constant one: so none from outside moves bodies
        // otherwise.
        vlDeviceInfo info = isSimulated ? *vlDevice_GetInfo(slot->own) : unknown;
        info.hasOrientation = true;
        result = vlDevice_Wrap(&ops, slot, &info, &slot->port);
    }
    if (result != VL_OK && message != NULL && messageSize > 0) {
        snprintf(message, messageSize, "device '%s': %s", device->name, vlResult_Text(result));
    }
    result = result == VL_OK ? openRenderer(slot, world, message, messageSize) : result;
    if (result == VL_OK) {
        slot->isOutside = !isSimulated;
        result = hold(slot, body);
        if (result != VL_OK && message != NULL && messageSize > 0) {
            snprintf(message, messageSize, "device '%s': %s", device->name,
                     vlWorld_GetMessage(world));
        }
    }
    return result;
}

void vlSlot_Close(vlSlot* slot)
{
    vlRenderer_Destroy(slot->renderer);
    vlDevice_Close(slot->port);
    vlDevice_Close(slot->own);
}

void vlSlot_Restart(vlSlot* slot, vlBodyId body)
{
    vlRenderer_Restart(slot->renderer, slot->isOutside);
    vlResult r = slot->own != NULL ? vlSimulatedDevice_Restart(slot->own) : VL_OK;
    slot->ownTime = slot->now = slot->goodTime = 0.0;
    slot->hasLead = false;
    slot->sequence = 0;
    // A button that is still held at a device outside was not pressed anew.
    slot->buttons = slot->isOutside ? UINT32_MAX : 0;
    // One from outside stays where it is: what it holds goes on from the start.
    slot->isSwitched = slot->hasLast = false;
    slot->shift = slot->turn = vlZero();
    slot->fadeTime = 0.0;
    r = r == VL_OK ? hold(slot, body) : r;
    (void)r; // as at the start, when all of it was accepted
}

// --- A step ---

static void setOutside(vlSlot* slot, bool isOutside)
{
    if (slot->isOutside != isOutside) {
        slot->isOutside = isOutside;
        slot->isSwitched = true;
    }
}

void vlSlot_Take(vlSlot* slot, const vlInput* input)
{
    slot->hasSample = input->kind == VL_INPUT_DEVICE;
    bool isReturn = input->kind == VL_INPUT_RETURN;
    // Whoever comes next is another, also if there is none of the scene's own in between.
    if (isReturn && slot->isOutside) {
        slot->isSwitched = true;
        slot->hasLead = false;
    }
    if (!isReturn || slot->own != NULL) {
        setOutside(slot, !isReturn);
    }
    slot->sample = input->sample;
    slot->hasTime = input->kind != VL_INPUT_RETURN;
}

// The nearest body within reach, if nothing is held; else lets go.
static void pressGrasp(vlSlot* slot, vlWorld* world)
{
    vlRendererReport report = vlRenderer_GetReport(slot->renderer);
    if (report.hold != VL_HOLD_NOTHING) {
        vlRenderer_Release(slot->renderer);
        return;
    }
    double distance;
    vlCouplingDef def = slot->device->coupling;
    def.body = vlWorld_FindNearest(world, report.pose.p, slot->device->reach, &distance);
    vlResult r = VL_OK;
    if (def.body.index1 > 0) {
        r = vlRenderer_Grasp(slot->renderer, &def, true);
    } else if (slot->isPointer) { // with nothing else at hand, the pointer again
        r = vlRenderer_Connect(slot->renderer, slot->body);
    }
    (void)r; // more couplings than there is room for: nothing is held, as the report says
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

// The clock of the renderer: the source's, without a leap where they change.
static void advance(vlSlot* slot, double step)
{
    slot->ownTime += step;
    double next = slot->now + step;
    if (!slot->isOutside || !slot->hasTime) {
        slot->now = next;
        slot->hasLead = false;
        return;
    }
    if (!slot->hasLead) {
        slot->lead = next - slot->sample.time;
        slot->hasLead = true;
    }
    slot->now = slot->sample.time + slot->lead;
}

void vlSlot_Read(vlSlot* slot, vlWorld* world)
{
    advance(slot, vlWorld_GetStep(world));
    if (slot->isOutside && slot->own != NULL) { // goes on meanwhile
        vlDeviceSample unused;
        vlResult r = vlDevice_Read(slot->own, slot->ownTime, &unused);
        (void)r; // a simulated device always answers
    }
    vlResult r = vlRenderer_Read(slot->renderer, slot->now);
    (void)r; // in the report
    slot->hasSample = slot->hasTime = false;
    obeyButtons(slot, world);
}

void vlSlot_Write(vlSlot* slot)
{
    vlResult r = vlRenderer_Write(slot->renderer, slot->now);
    (void)r; // in the report
}
