// SPDX-License-Identifier: MIT
#include "scene/scene_device.h"

#include <string.h>
#include "scene/device_parts.h"
#include "scene/scene_parts.h"
#include "volar/scene_haptics.h"

// Share of a pantograph's own damping that its motors compensate if the handle pulls the body too.
// The rest absorbs the energy that the late velocity of the handle adds (T12.16).
#define DAMPING_GIVEN_BACK 0.8

bool vlSceneDevice_IsSimulated(const vlSceneDevice* device)
{
    return strcmp(device->backend, "simulated") == 0;
}

bool vlSceneDevice_IsCoupled(const vlScene* scene, const vlSceneDevice* device)
{
    const vlSceneBody* body = vlScene_GetBody(scene, device->body);
    bool holds = body == NULL ? device->graspButton >= 0 : body->def.type == VL_BODY_DYNAMIC;
    return holds && !vlScene_IsPlanar(scene);
}

const char* vlSceneDevice_UsualAddress(const vlSceneDevice* device)
{
    return vlSceneDevice_IsSimulated(device) ? "sigma7" : "";
}

vlPose vlSceneDevice_GetStart(const vlSceneDevice* device, const vlSceneBody* body)
{
    return body != NULL ? vlMulPose(body->def.pose, device->coupling.grasp) : device->base;
}

// A pose in the world, converted to the pose that the device would have to measure.
static vlPose toDevice(const vlSceneDevice* device, vlPose pose)
{
    vlQuat inverse = vlConj(device->base.q);
    vlVec3 away = vlSub(pose.p, device->base.p);
    vlPose made = {vlScale(vlRotate(inverse, away), 1.0 / device->scale), vlMulQ(inverse, pose.q)};
    return made;
}

vlResult vlSceneDevice_MakeSimulated(const vlSceneDevice* device, vlPose startOfGrasp,
                                     vlSimulatedDeviceDef* def, vlMotionKey* keys)
{
    const vlSceneHand* hand = &device->hand;
    vlQuat inverse = vlConj(device->base.q);
    vlSimulatedDeviceDef made;
    vlResult result = VL_OK;
    if (device->model != NULL) {
        made = *device->model;
    } else {
        result = vlSimulatedDevice_GetPreset(device->address, &made);
    }
    if (result != VL_OK) {
        return result;
    }
    for (int i = 0; i < hand->keyCount; ++i) {
        keys[i] = (vlMotionKey){hand->keys[i].time, toDevice(device, hand->keys[i].pose)};
    }
    made.start = toDevice(device, startOfGrasp);
    made.hand.keys = hand->keyCount > 0 ? keys : NULL;
    made.hand.keyCount = hand->keyCount;
    made.hand.repeat = hand->repeat;
    made.hand.amplitude = vlScale(vlRotate(inverse, hand->amplitude), 1.0 / device->scale);
    made.hand.turn = vlRotate(inverse, hand->turn);
    made.hand.frequency = hand->frequency;
    made.hand.phase = hand->phase;
    made.hand.grip = hand->grip;
    made.hand.arm = hand->arm;
    made.hand.grips = hand->grips;
    made.hand.gripCount = hand->gripCount;
    made.hand.presses = hand->presses;
    made.hand.pressCount = hand->pressCount;
    *def = made;
    return VL_OK;
}

vlResult vlSceneBody_MakePolyhedron(const vlSceneBody* body, const vlPolyhedron** polyhedron,
                                    char* message, size_t messageSize)
{
    return vlPolyhedron_CreateFromShape(NULL, body->def.shape, body->faceNames, body->faceNameCount,
                                        polyhedron, message, messageSize);
}

vlFormationForceDef vlSceneDevice_MakeFormations(const vlScene* scene, const vlSceneDevice* device,
                                                 const vlPolyhedron* a, const vlPolyhedron* b)
{
    const vlSceneFormations* formations = &device->formations;
    const vlSceneBody* held = vlScene_GetBody(scene, device->body);
    const vlSceneBody* other = vlScene_GetBody(scene, formations->against);
    vlFormationForceDef def = vlDefaultFormationForceDef(a, b);
    vlSurface surface;
    if (vlScene_GetSurface(scene, (int)held->def.material.index, (int)other->def.material.index,
                           &surface) == VL_OK) {
        def.frictionStatic = surface.frictionStatic;
        def.frictionDynamic = surface.frictionDynamic;
    }
    def.stiffness = formations->stiffness;
    def.shell.gap = formations->shell;
    def.frictionStiffness = formations->frictionStiffness;
    def.hasTorsion = formations->hasTorsion;
    def.centre = vlShape_GetMassProperties(held->def.shape).centroid;
    return def;
}

void vlSceneDevice_SetRate(vlSimulatedDeviceDef* def, double step)
{
    if (def->mechanism.isPantograph) {
        def->info.rate = 1.0 / step;
    }
}

vlPlanarPortDef vlSceneDevice_MakePort(const vlSceneDevice* device, vlWorld2* world,
                                       const vlDevice* own)
{
    const vlCouplingDef* c = &device->coupling;
    vlPlanarPortDef def = vlDefaultPlanarPortDef(world, own);
    def.scale = device->scale;
    def.forceScale = device->forceScale;
    def.control.mode = device->channels;
    def.control.stiffness = vlVec(c->stiffness, c->stiffness, c->angularStiffness);
    def.control.damping = vlVec(c->damping, c->damping, c->angularDamping);
    if (device->channels == VL_FOUR_CHANNEL_FP) {
        def.control.deviceDamping = vlScale(def.control.deviceDamping, DAMPING_GIVEN_BACK);
    }
    // If nobody holds the handle, the motors have nothing to compensate.
    def.control.handShare = device->hand.grip.stiffness > 0.0 ? 1.0 : 0.0;
    return def;
}
