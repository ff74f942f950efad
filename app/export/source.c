// SPDX-License-Identifier: MIT
// Frames of a recording, with contacts, joints and devices from simulating it again.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/export/export.h"

struct vlExportSource {
    const vlRecording* recording;
    vlRecordingInfo info;
    uint64_t every;
    uint64_t next; // index of the next recorded step to look at
    vlScene* scene;
    vlSimulation* simulation;
    bool isInStep;     // the simulation has given the recorded bits so far
    double detailTime; // s, of the last contacts handed out; negative: none
    vlExportContact* contacts;
    int contactRoom;
    vlJointReport* joints; // [joints of the scene]
    vlExportDevice devices[VL_MAX_DEVICES];
    uint64_t measured[VL_MAX_DEVICES]; // number of the measurement handed out last
    const char* failure;               // why the frames have ended before the recording; or NULL
    char warning[256];
};

static bool fail(char* message, size_t size, const char* what, const char* why)
{
    if (message != NULL && size > 0) {
        snprintf(message, size, "%s: %s", what, why);
    }
    return false;
}

static bool openScene(vlExportSource* source, char* message, size_t messageSize)
{
    vlFileErrors errors = {0};
    vlSceneOptions options = {.refuseFiles = true};
    size_t size;
    const char* text = vlRecording_GetSceneText(source->recording, &size);
    vlResult r = vlScene_ReadText(text, size, "recording", &options, &source->scene, &errors);
    if (r != VL_OK) {
        return fail(message, messageSize, "the scene in the recording cannot be read",
                    errors.count > 0 ? errors.item[0].message : vlResult_Text(r));
    }
    char why[256] = "";
    r = vlSimulation_Create(source->scene, &source->simulation, why, sizeof why);
    if (r != VL_OK) {
        return fail(message, messageSize, "the scene in the recording cannot be simulated", why);
    }
    int last = vlRecording_GetBodyPlace(source->recording, source->info.bodyCount - 1);
    if (last >= vlScene_GetBodyCount(source->scene)) {
        return fail(message, messageSize, "the recording is inconsistent",
                    "its steps have more bodies than its scene");
    }
    size_t joints = (size_t)vlScene_GetJointCount(source->scene);
    source->joints = calloc(joints + 1, sizeof *source->joints);
    return source->joints != NULL ||
           fail(message, messageSize, "cannot export", vlResult_Text(VL_ERROR_MEMORY));
}

// A recording does not contain what connected devices can do, but its views contain their limits.
// The same limits are applied again, so that the same wrenches are sent; they do not move bodies.
static void takeLimits(vlExportSource* source)
{
    const void* bytes = NULL;
    size_t size = 0;
    if (vlRecording_GetView(source->recording, 0, &bytes, &size) != VL_OK) {
        return;
    }
    const vlViewHaptic* haptic = vlView_GetHaptic(bytes);
    const vlViewDevice* device = (const vlViewDevice*)(haptic + 1);
    int count = vlScene_GetDeviceCount(source->scene);
    for (int i = 0; i < count && (uint32_t)i < haptic->deviceCount; ++i) {
        const vlRenderer* renderer = vlSimulation_GetRenderer(source->simulation, i);
        vlGovernorLimits own = vlRenderer_GetGovernor(renderer)->limits;
        vlDeviceInfo info = {.hasForce = device[i].maxForce > 0.0f,
                             .hasTorque = device[i].maxTorque > 0.0f,
                             .maxForce = (double)device[i].maxForce,
                             .maxTorque = (double)device[i].maxTorque};
        if ((float)own.maxForce != device[i].maxForce ||
            (float)own.maxTorque != device[i].maxTorque) {
            vlResult r = vlSimulation_SetDeviceInfo(source->simulation, i, &info);
            (void)r; // refused: an edited file with numbers that no device has
        }
    }
}

bool vlExportSource_Open(const vlRecording* recording, uint64_t every, vlExportSource** source,
                         char* message, size_t messageSize)
{
    vlExportSource* made = calloc(1, sizeof *made);
    if (made == NULL) {
        return fail(message, messageSize, "cannot export", vlResult_Text(VL_ERROR_MEMORY));
    }
    made->recording = recording;
    made->info = vlRecording_GetInfo(recording);
    made->every = every > 0 ? every : 1;
    made->isInStep = true;
    made->detailTime = -1.0;
    if (!openScene(made, message, messageSize)) {
        vlExportSource_Close(made);
        return false;
    }
    takeLimits(made);
    *source = made;
    return true;
}

void vlExportSource_Close(vlExportSource* source)
{
    if (source != NULL) {
        vlSimulation_Destroy(source->simulation);
        vlScene_Destroy(source->scene);
        free(source->contacts);
        free(source->joints);
        free(source);
    }
}

const vlScene* vlExportSource_GetScene(const vlExportSource* source)
{
    return source->scene;
}

int vlExportSource_GetPlace(const vlExportSource* source, int i)
{
    return vlRecording_GetBodyPlace(source->recording, i);
}

const char* vlExportSource_GetFailure(const vlExportSource* source)
{
    return source->failure;
}

const char* vlExportSource_GetWarning(const vlExportSource* source)
{
    return source->warning;
}

// Steps the simulation and compares; after the first difference it is no longer used.
static void follow(vlExportSource* source, uint64_t i, const vlRecordedStep* step)
{
    if (!source->isInStep) {
        return;
    }
    const vlWorld* world = vlSimulation_GetWorld(source->simulation);
    bool isSame = step->index == i;
    const char* reason = isSame ? "simulating again gives other bits" : "steps were lost";
    for (int k = 0; isSame && k < step->inputCount; ++k) {
        vlInput input;
        isSame = vlRecording_GetInput(source->recording, i, k, &input) == VL_OK &&
                 vlSimulation_Input(source->simulation, &input) == VL_OK;
    }
    if (isSame) {
        (void)vlSimulation_Step(source->simulation);
        isSame = vlWorld_GetStepInfo(world).stepCount == step->stepCount;
    }
    for (int k = 0; isSame && k < source->info.bodyCount; ++k) {
        vlBodyId id = vlSimulation_GetBody(source->simulation, vlExportSource_GetPlace(source, k));
        vlRecordedBody body;
        isSame = vlBody_GetPose(world, id, &body.pose) == VL_OK &&
                 vlBody_GetTwist(world, id, &body.twist) == VL_OK &&
                 memcmp(&body, &step->bodies[k], sizeof body) == 0;
    }
    if (!isSame) {
        bool hasDevices = vlScene_GetDeviceCount(source->scene) > 0;
        source->isInStep = false;
        snprintf(source->warning, sizeof source->warning,
                 "from %.6g s on %s; contacts, joints%s and energies come from the views%s",
                 step->recorded, reason, hasDevices ? ", devices" : "",
                 hasDevices ? ", which contain neither measurements of devices nor unpaid energy"
                            : "");
    }
}

static bool makeRoom(vlExportSource* source, int count)
{
    if (count > source->contactRoom) {
        vlExportContact* grown =
            realloc(source->contacts, (size_t)count * 2 * sizeof *source->contacts);
        if (grown == NULL) {
            source->failure = vlResult_Text(VL_ERROR_MEMORY);
            return false;
        }
        source->contacts = grown;
        source->contactRoom = count * 2;
    }
    return true;
}

static vlExportDevice deviceOf(vlExportSource* source, int i)
{
    const vlSimulation* simulation = source->simulation;
    const vlRenderer* renderer = vlSimulation_GetRenderer(simulation, i);
    vlRendererReport r = vlRenderer_GetReport(renderer);
    vlAudit audit = vlRenderer_GetAudit(renderer, 0.0);
    vlQuat base = vlScene_GetDevice(source->scene, i)->base.q;
    bool isRead = r.readResult == VL_OK;
    vlExportDevice device = {
        .hold = r.hold,
        .body = r.hold != VL_HOLD_NOTHING ? vlSimulation_FindBody(simulation, r.body) : -1,
        .flags = (vlSimulation_IsOutside(simulation, i) ? VL_VIEW_OUTSIDE : 0u) |
                 (r.isClutched ? VL_VIEW_CLUTCHED : 0u) | (isRead ? 0u : VL_VIEW_SILENT),
        .governor = r.flags,
        .buttons = r.sample.buttons,
        .pose = r.pose,
        .held = r.held,
        .felt = r.felt,
        .sent = {vlRotate(base, r.sent.force), vlRotate(base, r.sent.torque)},
        .isWhole = true,
        .unpaid = audit.unpaid,
        .isNew = isRead && r.sample.sequence != source->measured[i],
        .sample = r.sample};
    memcpy(device.port, audit.port, sizeof device.port);
    source->measured[i] = r.sample.sequence;
    return device;
}

// Notes why something of a step cannot be had.
static bool isHad(vlExportSource* source, vlResult result)
{
    if (result != VL_OK) {
        source->failure = vlResult_Text(result);
    }
    return result == VL_OK;
}

static void takeFromSimulation(vlExportSource* source, vlExportFrame* frame)
{
    const vlWorld* world = vlSimulation_GetWorld(source->simulation);
    int count = vlSimulation_GetContactCount(source->simulation);
    if (!makeRoom(source, count)) {
        return;
    }
    for (int i = 0; i < count; ++i) {
        vlContactReport r;
        if (!isHad(source, vlSimulation_GetContact(source->simulation, i, &r))) {
            return;
        }
        source->contacts[i] =
            (vlExportContact){.bodyA = vlSimulation_FindBody(source->simulation, r.bodyA),
                              .bodyB = vlSimulation_FindBody(source->simulation, r.bodyB),
                              .mode = r.mode,
                              .origin = r.origin,
                              .normal = r.normal,
                              .centre = r.centreOfPressure,
                              .normalForce = r.normalForce,
                              .friction = r.frictionForce,
                              .frictionTorque = r.frictionTorque,
                              .area = r.area,
                              .depth = r.depth};
    }
    frame->jointCount = vlScene_GetJointCount(source->scene);
    for (int i = 0; i < frame->jointCount; ++i) {
        vlJointId id = vlSimulation_GetJoint(source->simulation, i);
        if (!isHad(source, vlJoint_GetReport(world, id, &source->joints[i]))) {
            return;
        }
    }
    frame->deviceCount = vlScene_GetDeviceCount(source->scene);
    for (int i = 0; i < frame->deviceCount; ++i) {
        source->devices[i] = deviceOf(source, i);
    }
    vlEnergy energy = vlSimulation_GetEnergy(source->simulation);
    frame->hasDetails = true;
    frame->detailStep = frame->step;
    frame->detailTime = frame->time;
    frame->contactCount = count;
    frame->kinetic = energy.kinetic;
    frame->potential = energy.gravity + energy.springs + energy.joints;
}

static vlVec3 vecOf(const float v[3])
{
    return vlVec((double)v[0], (double)v[1], (double)v[2]);
}

static void putAxes(double to[VL_MAX_JOINT_AXES], const float from[VL_MAX_JOINT_AXES])
{
    for (int i = 0; i < VL_MAX_JOINT_AXES; ++i) {
        to[i] = (double)from[i];
    }
}

static void takeJoints(vlExportSource* source, const vlViewTail* tail, vlExportFrame* frame)
{
    const vlViewJoint* joint = (const vlViewJoint*)(tail + 1);
    int most = vlScene_GetJointCount(source->scene);
    frame->jointCount = tail->jointCount < (uint32_t)most ? (int)tail->jointCount : most;
    for (int i = 0; i < frame->jointCount; ++i) {
        vlJointReport* r = &source->joints[i];
        putAxes(r->position, joint[i].position);
        putAxes(r->velocity, joint[i].velocity);
        putAxes(r->motorForce, joint[i].motorForce);
        putAxes(r->limitForce, joint[i].limitForce);
        putAxes(r->frictionForce, joint[i].frictionForce);
        r->reaction = (vlWrench){vecOf(joint[i].force), vecOf(joint[i].torque)};
        r->gap = (double)joint[i].gap;
        r->twist = (double)joint[i].twist;
        r->energy = (double)joint[i].energy;
    }
}

static vlPose poseOf(const float p[3], const float q[4])
{
    return (vlPose){vecOf(p), {(double)q[3], (double)q[0], (double)q[1], (double)q[2]}};
}

static void takeDevices(vlExportSource* source, const vlViewHaptic* haptic, vlExportFrame* frame)
{
    const vlViewDevice* device = (const vlViewDevice*)(haptic + 1);
    uint32_t most = (uint32_t)vlScene_GetDeviceCount(source->scene);
    uint32_t places = (uint32_t)vlScene_GetBodyCount(source->scene);
    frame->deviceCount = (int)(haptic->deviceCount < most ? haptic->deviceCount : most);
    for (int i = 0; i < frame->deviceCount; ++i) {
        const vlViewDevice* d = &device[i];
        source->devices[i] = (vlExportDevice){.hold = (vlHoldKind)d->hold,
                                              .body = d->body < places ? (int)d->body : -1,
                                              .flags = d->flags,
                                              .governor = d->governor,
                                              .buttons = d->buttons,
                                              .pose = poseOf(d->position, d->rotation),
                                              .held = poseOf(d->heldAt, d->heldRotation),
                                              .felt = {vecOf(d->felt), vecOf(d->feltTorque)},
                                              .sent = {vecOf(d->sent), vecOf(d->sentTorque)}};
        memcpy(source->devices[i].port, d->port, sizeof d->port);
    }
}

static void takeFromView(vlExportSource* source, vlExportFrame* frame)
{
    uint64_t index = vlRecording_FindView(source->recording, frame->time);
    double time = vlRecording_GetViewTime(source->recording, index);
    const void* bytes = NULL;
    size_t size = 0;
    if (time > frame->time || time <= source->detailTime ||
        vlRecording_GetView(source->recording, index, &bytes, &size) != VL_OK) {
        return;
    }
    const vlViewHeader* view = bytes;
    const vlViewBody* bodies = (const vlViewBody*)(view + 1);
    const vlViewContact* contact = (const vlViewContact*)(bodies + view->bodyCount);
    int count = (int)view->contactCount;
    int placeCount = vlScene_GetBodyCount(source->scene);
    if (!makeRoom(source, count)) {
        return;
    }
    for (int i = 0; i < count; ++i) {
        const vlViewContact* c = &contact[i];
        source->contacts[i] = (vlExportContact){.bodyA = c->bodyA < placeCount ? c->bodyA : -1,
                                                .bodyB = c->bodyB < placeCount ? c->bodyB : -1,
                                                .mode = (vlFrictionMode)c->mode,
                                                .origin = vecOf(c->origin),
                                                .normal = vecOf(c->normal),
                                                .centre = vecOf(c->centre),
                                                .normalForce = (double)c->normalForce,
                                                .friction = vecOf(c->friction),
                                                .frictionTorque = (double)c->frictionTorque,
                                                .area = (double)c->area,
                                                .depth = (double)c->depth};
    }
    takeJoints(source, vlView_GetTail(view), frame);
    takeDevices(source, vlView_GetHaptic(view), frame);
    frame->hasDetails = true;
    frame->detailStep = vlRecording_GetViewStep(source->recording, index);
    frame->detailTime = time;
    frame->contactCount = count;
    frame->kinetic = view->kineticEnergy;
    frame->potential = view->potentialEnergy;
}

bool vlExportSource_Next(vlExportSource* source, vlExportFrame* frame)
{
    vlRecordedStep step;
    for (;;) {
        if (source->next >= source->info.steps ||
            !isHad(source, vlRecording_GetStep(source->recording, source->next, &step))) {
            return false;
        }
        follow(source, source->next++, &step);
        if (step.index % source->every == 0) {
            break;
        }
    }
    *frame = (vlExportFrame){.step = step.index + 1,
                             .time = step.recorded,
                             .bodies = step.bodies,
                             .bodyCount = source->info.bodyCount};
    if (source->isInStep) {
        takeFromSimulation(source, frame);
    } else {
        takeFromView(source, frame);
    }
    source->detailTime = frame->hasDetails ? frame->detailTime : source->detailTime;
    frame->contacts = source->contacts;
    frame->joints = source->joints;
    frame->devices = source->devices;
    return source->failure == NULL;
}
