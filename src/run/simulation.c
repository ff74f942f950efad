// SPDX-License-Identifier: MIT
// A scene in motion. One step, from top to bottom: inputs, scripts, motors, grabs, forces, the
// weights that hands carry, reading the devices, the world, writing the devices.

#include "base/script_at.h"
#include "haptic/device_change.h"
#include "run/plane.h"
#include "run/simulation_parts.h"
#include "run/weight.h"
#include "scene/scene_parts.h"

// Latest time of a device's clock, s: beyond it a millisecond would be lost in rounding.
#define LATEST 1e12

static bool isDeviceInputSensible(const vlSimulation* s, const vlInput* input)
{
    bool isThere = vlScene_GetDevice(s->scene, input->device) != NULL;
    bool isTimed = input->kind == VL_INPUT_RETURN || fabs(input->sample.time) <= LATEST;
    return isThere && isTimed &&
           (input->kind != VL_INPUT_DEVICE || vlDeviceSample_IsGood(&input->sample));
}

static bool isGrabSensible(const vlSimulation* s, const vlInput* input)
{
    const vlSceneBody* body = vlScene_GetBody(s->scene, input->body);
    return body != NULL && body->def.type == VL_BODY_DYNAMIC &&
           vlIsWithin(input->point, VL_MAX_LENGTH) && vlIsWithin(input->target, VL_MAX_LENGTH);
}

static bool isSensible(vlSimulation* s, const vlInput* input)
{
    bool isGrab = input->grab >= 0 && input->grab < VL_MAX_GRABS;
    switch (input->kind) {
    case VL_INPUT_GRAB: return isGrab && isGrabSensible(s, input);
    case VL_INPUT_MOVE: return isGrab && vlIsWithin(input->target, VL_MAX_LENGTH);
    case VL_INPUT_RELEASE: return isGrab;
    case VL_INPUT_RESTART: return true;
    case VL_INPUT_DEVICE:
    case VL_INPUT_SILENT:
    case VL_INPUT_RETURN: return isDeviceInputSensible(s, input);
    case VL_INPUT_SET:
    case VL_INPUT_RESET: return vlParameters_Accept(s, input);
    }
    return false;
}

vlResult vlSimulation_Input(vlSimulation* simulation, const vlInput* input)
{
    if (input == NULL || !isSensible(simulation, input)) {
        return VL_ERROR_ARGUMENT;
    }
    if (simulation->waitingCount == VL_MAX_INPUTS) {
        return VL_ERROR_FULL;
    }
    simulation->inputs[simulation->waiting][simulation->waitingCount++] = *input;
    return VL_OK;
}

static void grab(vlSimulation* s, const vlInput* input)
{
    if (s->plane != NULL) {
        vlPlaneGrab_Grab(s, input);
    } else {
        vlGrabber_Grab(&s->grabber[input->grab], s->world, s->body[input->body], input->body,
                       input->point, input->target);
    }
}

static void release(vlSimulation* s, int i)
{
    if (s->plane != NULL) {
        vlPlaneGrab_Release(s, i);
    } else {
        vlGrabber_Release(&s->grabber[i], s->world);
    }
}

// Puts everything back to the start. The springs of grabs and the couplings of devices are not in
// the snapshot.
static void restart(vlSimulation* s)
{
    for (int i = 0; i < VL_MAX_GRABS; ++i) {
        release(s, i);
    }
    int devices = vlScene_GetDeviceCount(s->scene);
    for (int i = 0; i < devices; ++i) {
        vlRenderer_Release(s->slot[i].renderer);
    }
    vlParameters_SetBack(s);
    vlResult r = vlWorld_Restore(s->world, s->start, s->startSize);
    (void)r; // cannot fail: the snapshot is of this world and size, its surfaces and its step
    if (s->plane != NULL) {
        vlPlane_Restart(s);
    }
    vlParameters_SetAgain(s);
    for (int i = 0; i < devices; ++i) {
        vlSlot_Restart(&s->slot[i], vlSimulation_GetBody(s, s->slot[i].device->body));
    }
}

static void takeInputs(vlSimulation* s)
{
    for (int i = 0; i < s->waitingCount; ++i) {
        const vlInput* input = &s->inputs[s->waiting][i];
        switch (input->kind) {
        case VL_INPUT_GRAB: grab(s, input); break;
        case VL_INPUT_MOVE: s->grabber[input->grab].target = input->target; break;
        case VL_INPUT_RELEASE: release(s, input->grab); break;
        case VL_INPUT_RESTART: restart(s); break;
        case VL_INPUT_DEVICE:
        case VL_INPUT_SILENT:
        case VL_INPUT_RETURN: vlSlot_Take(&s->slot[input->device], input); break;
        case VL_INPUT_SET:
        case VL_INPUT_RESET: vlParameters_Take(s, input); break;
        }
    }
    s->waiting = 1 - s->waiting; // what was used can still be looked at
    s->takenCount = s->waitingCount;
    s->waitingCount = 0;
}

// Velocity (of the centre of mass, `centroid` in the shape's frame) that takes a body from one pose
// to another in `step` seconds of constant motion.
static vlTwist twistBetween(vlPose from, vlPose to, vlVec3 centroid, double step)
{
    vlVec3 a = vlAdd(from.p, vlRotate(from.q, centroid));
    vlVec3 b = vlAdd(to.p, vlRotate(to.q, centroid));
    vlTwist twist = {vlScale(vlSub(b, a), 1.0 / step),
                     vlScale(vlRotationBetween(from.q, to.q), 1.0 / step)};
    return twist;
}

// A scripted body gets the velocity that takes it to where the script wants it after the step.
static void moveScripts(vlSimulation* s, double time, double step)
{
    for (int k = 0; k < s->scriptedCount; ++k) {
        int i = s->scripted[k];
        const vlSceneBody* body = vlScene_GetBody(s->scene, i);
        vlPose now;
        vlVec3 centre;
        vlPose next = vlMotionScript_At(&body->motion, body->def.pose, time + step);
        if (vlBody_GetPose(s->world, s->body[i], &now) == VL_OK &&
            vlBody_GetCentre(s->world, s->body[i], &centre) == VL_OK) {
            vlVec3 centroid = vlUntransform(now, centre);
            vlResult r =
                vlBody_SetTwist(s->world, s->body[i], twistBetween(now, next, centroid, step));
            (void)r; // cannot fail: the script is finite
        }
    }
}

// Sets the target for the end of the step. A target that does not change does not wake sleeping
// bodies.
static void driveMotors(vlSimulation* s, double time)
{
    for (int k = 0; k < s->driveCount; ++k) {
        const vlDrive* drive = &s->drive[k];
        const vlTargetScript* script =
            &vlScene_GetJoint(s->scene, drive->joint)->target[drive->axis];
        vlJointId joint = s->joint[drive->joint];
        vlMotor motor;
        if (vlJoint_GetMotor(s->world, joint, drive->axis, &motor) == VL_OK) {
            double target = vlTargetScript_At(script, motor.target, time);
            vlResult r = target != motor.target
                             ? vlJoint_SetTarget(s->world, joint, drive->axis, target)
                             : VL_OK;
            (void)r; // cannot fail: the script is finite
        }
    }
}

static void applyForces(vlSimulation* s, double time)
{
    for (int i = 0; i < vlScene_GetForceCount(s->scene); ++i) {
        const vlSceneForce* f = vlScene_GetForce(s->scene, i);
        vlPose pose;
        vlVec3 centre;
        vlBodyId body = s->body[f->body];
        if (time < f->from || time >= f->until || vlBody_GetPose(s->world, body, &pose) != VL_OK ||
            vlBody_GetCentre(s->world, body, &centre) != VL_OK) {
            continue;
        }
        vlVec3 force = f->inBodyFrame ? vlRotate(pose.q, f->force) : f->force;
        vlVec3 torque = f->inBodyFrame ? vlRotate(pose.q, f->torque) : f->torque;
        vlVec3 point = f->atCentre ? centre : vlTransform(pose, f->point);
        vlResult r = vlBody_ApplyForce(s->world, body, force, point);
        r = r == VL_OK ? vlBody_ApplyTorque(s->world, body, torque) : r;
        (void)r; // cannot fail: the force is finite
    }
}

vlResult vlSimulation_Step(vlSimulation* simulation)
{
    takeInputs(simulation);
    if (simulation->plane != NULL) {
        return vlPlane_Step(simulation);
    }
    double step = vlWorld_GetStep(simulation->world);
    double time = vlWorld_GetStepInfo(simulation->world).time;
    moveScripts(simulation, time, step);
    driveMotors(simulation, time + step);
    for (int i = 0; i < VL_MAX_GRABS; ++i) {
        vlGrabber_Follow(&simulation->grabber[i], simulation->world);
    }
    applyForces(simulation, time);
    int devices = vlScene_GetDeviceCount(simulation->scene);
    vlWeight_Give(simulation->slot, devices, simulation->world);
    for (int i = 0; i < devices; ++i) {
        vlSlot_Read(&simulation->slot[i], simulation->world);
    }
    vlResult result = vlWorld_Step(simulation->world);
    for (int i = 0; i < devices; ++i) {
        vlSlot_Write(&simulation->slot[i]);
    }
    return result;
}

uint64_t vlSimulation_GetHash(const vlSimulation* simulation)
{
    return simulation->plane != NULL ? vlWorld2_GetHash(simulation->plane)
                                     : vlWorld_GetHash(simulation->world);
}

bool vlSimulation_HasLeft(const vlSimulation* simulation, int i)
{
    const vlSceneBody* body = vlScene_GetBody(simulation->scene, i);
    vlVec3 centre;
    return body != NULL && body->def.type == VL_BODY_DYNAMIC &&
           vlBody_GetCentre(simulation->world, simulation->body[i], &centre) == VL_OK &&
           vlLength(vlSub(centre, simulation->middle)) > simulation->range;
}

int vlSimulation_GetInputs(const vlSimulation* simulation, const vlInput** inputs)
{
    *inputs = simulation->inputs[1 - simulation->waiting];
    return simulation->takenCount;
}

const vlScene* vlSimulation_GetScene(const vlSimulation* simulation)
{
    return simulation->scene;
}

vlWorld* vlSimulation_GetWorld(const vlSimulation* simulation)
{
    return simulation->world;
}

vlBodyId vlSimulation_GetBody(const vlSimulation* simulation, int i)
{
    vlBodyId none = {0, 0};
    return i >= 0 && i < simulation->bodyCount ? simulation->body[i] : none;
}

int vlSimulation_FindBody(const vlSimulation* simulation, vlBodyId body)
{
    bool isKnown = body.index1 >= 1 && body.index1 <= (uint32_t)simulation->bodyCount;
    return isKnown ? simulation->place[body.index1 - 1] : -1;
}

vlJointId vlSimulation_GetJoint(const vlSimulation* simulation, int i)
{
    vlJointId none = {0, 0};
    return i >= 0 && i < vlScene_GetJointCount(simulation->scene) ? simulation->joint[i] : none;
}

vlGrab vlSimulation_GetGrab(const vlSimulation* simulation, int i)
{
    vlGrab none = {.isActive = false};
    if (i < 0 || i >= VL_MAX_GRABS) {
        return none;
    }
    return simulation->plane != NULL ? vlPlaneGrab_Report(simulation, i)
                                     : vlGrabber_Report(&simulation->grabber[i], simulation->world);
}

const vlRenderer* vlSimulation_GetRenderer(const vlSimulation* simulation, int i)
{
    return vlScene_GetDevice(simulation->scene, i) != NULL ? simulation->slot[i].renderer : NULL;
}

const vlFormationForce* vlSimulation_GetFormations(const vlSimulation* simulation, int i)
{
    return vlScene_GetDevice(simulation->scene, i) != NULL ? simulation->slot[i].formations.force
                                                           : NULL;
}

bool vlSimulation_IsOutside(const vlSimulation* simulation, int i)
{
    return vlScene_GetDevice(simulation->scene, i) != NULL &&
           simulation->slot[i].handover.isOutside;
}

vlResult vlSimulation_SetDeviceInfo(vlSimulation* simulation, int i, const vlDeviceInfo* info)
{
    if (vlScene_GetDevice(simulation->scene, i) == NULL || info == NULL) {
        return VL_ERROR_ARGUMENT;
    }
    vlSlot* slot = &simulation->slot[i];
    vlDeviceInfo known = *info;
    known.hasOrientation = true; // a device without gives a constant one, so all are treated alike
    vlResult result = vlRenderer_SetInfo(slot->renderer, &known);
    if (result == VL_OK) {
        slot->isConnected = true;
        slot->info = *info;
    }
    return result;
}

vlResult vlSimulation_DeviceWritten(vlSimulation* simulation, int i, vlResult result)
{
    if (!vlSimulation_IsOutside(simulation, i)) {
        return VL_ERROR_ARGUMENT;
    }
    vlRenderer_Written(simulation->slot[i].renderer, result);
    return VL_OK;
}

bool vlSimulation_IsConnected(const vlSimulation* simulation, int i)
{
    return vlScene_GetDevice(simulation->scene, i) != NULL && simulation->slot[i].isConnected;
}

const vlDeviceInfo* vlSimulation_GetDeviceInfo(const vlSimulation* simulation, int i)
{
    if (vlScene_GetDevice(simulation->scene, i) == NULL) {
        return NULL;
    }
    const vlSlot* slot = &simulation->slot[i];
    const vlDeviceInfo* own = slot->own != NULL ? vlDevice_GetInfo(slot->own) : NULL;
    return slot->isConnected ? &slot->info : own;
}

// Where an end of a spring is now; an anchor in the world has moved since the start.
static vlVec3 endOf(const vlSimulation* s, int place, vlVec3 point, vlVec3 velocity)
{
    vlPose pose = vlIdentityPose();
    if (place < 0) {
        return vlMulAdd(point, vlWorld_GetStepInfo(s->world).time, velocity);
    }
    vlResult r = vlBody_GetPose(s->world, s->body[place], &pose);
    (void)r; // a body that its owner destroyed counts as being at the origin
    return vlTransform(pose, point);
}

static double springEnergy(const vlSimulation* s, const vlSceneSpring* spring)
{
    const vlSpringDef* def = &spring->def;
    vlVec3 a = endOf(s, spring->bodyA, def->pointA, def->velocityA);
    vlVec3 b = endOf(s, spring->bodyB, def->pointB, vlZero());
    double stretch = vlLength(vlSub(a, b)) - def->restLength;
    return 0.5 * def->stiffness * stretch * stretch;
}

vlEnergy vlSimulation_GetEnergy(const vlSimulation* simulation)
{
    if (simulation->plane != NULL) {
        return vlPlane_GetEnergy(simulation);
    }
    vlEnergy energy = vlWorld_GetEnergy(simulation->world);
    vlVec3 gravity = vlParameters_Gravity(simulation);
    energy.gravity = energy.springs = energy.joints = 0.0;
    for (int i = 0; i < simulation->bodyCount; ++i) {
        double mass;
        vlMat3 inertia;
        vlVec3 centre;
        if (vlBody_GetMass(simulation->world, simulation->body[i], &mass, &inertia) == VL_OK &&
            vlBody_GetCentre(simulation->world, simulation->body[i], &centre) == VL_OK) {
            energy.gravity -= mass * vlDot(gravity, vlSub(centre, simulation->startCentre[i]));
        }
    }
    for (int i = 0; i < vlScene_GetSpringCount(simulation->scene); ++i) {
        energy.springs += springEnergy(simulation, vlScene_GetSpring(simulation->scene, i));
    }
    for (int i = 0; i < vlScene_GetJointCount(simulation->scene); ++i) {
        vlJointReport report;
        if (vlJoint_GetReport(simulation->world, simulation->joint[i], &report) == VL_OK) {
            energy.joints += report.energy;
        }
    }
    return energy;
}
