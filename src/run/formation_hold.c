// SPDX-License-Identifier: MIT
#include "run/formation_hold.h"

#include <math.h>
#include "formation/force_report.h"
#include "scene/device_parts.h"
#include "volar/scene_haptics.h"

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
        vlFormationPort_Show(&hold->port, world, body);
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

int vlFormationHold_GetContactCount(const vlFormationHold* hold)
{
    return hold->force != NULL ? vlFormationForce_GetReport(hold->force)->count : 0;
}

vlContactReport vlFormationHold_GetContact(const vlFormationHold* hold, int i)
{
    const vlForceContact* c = &vlFormationForce_GetReport(hold->force)->contact[i];
    vlVec3 normal = c->contact.normal;
    vlVec3 force = vlMulAdd(c->friction, c->normalForce, normal);
    vlVec3 turn = vlCross(vlSub(c->at, c->contact.point), force);
    bool isArea = c->contact.type == VL_CONTACT_FACE_FACE;
    bool hasFriction = vlLength(c->friction) > 0.0;
    vlContactReport report = {
        .bodyA = hold->against,
        .bodyB = hold->port.body,
        .origin = c->contact.point,
        .normal = normal,
        .area = isArea ? c->contact.size : 0.0,
        .depth = fmax(0.0, -c->contact.nearest),
        // On the other body's surface, where the elements that touch are named.
        .centreOfPressure = vlMulAdd(c->at, -c->contact.nearest, normal),
        .normalForce = c->normalForce,
        .frictionForce = c->friction,
        .frictionTorque = c->spin,
        .wrench = {force, vlMulAdd(turn, c->spin, normal)},
        .mode = c->isSlipping ? VL_MODE_DYNAMIC
                : hasFriction ? VL_MODE_STATIC
                              : VL_MODE_NONE};
    return report;
}

vlResult vlFormationHold_AddWrench(const vlFormationHold* hold, vlBodyId body, vlWrench* wrench)
{
    bool isHeld = hold->port.body.index1 == body.index1;
    if (hold->force == NULL || (!isHeld && hold->against.index1 != body.index1)) {
        return VL_OK;
    }
    const vlFormationForceReport* report = vlFormationForce_GetReport(hold->force);
    vlWrench own = {vlSub(report->raw.force, report->weight), report->raw.torque};
    if (isHeld) {
        wrench->force = vlAdd(wrench->force, own.force);
        wrench->torque = vlAdd(wrench->torque, own.torque);
        return VL_OK;
    }
    vlVec3 centre;
    vlResult r = vlBody_GetCentre(hold->world, body, &centre);
    if (r == VL_OK) {
        vlVec3 lever = vlSub(vlTransform(hold->port.poseWA, hold->port.centre), centre);
        own.torque = vlAdd(own.torque, vlCross(lever, own.force));
        wrench->force = vlSub(wrench->force, own.force);
        wrench->torque = vlSub(wrench->torque, own.torque);
    }
    return r;
}
