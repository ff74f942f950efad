// SPDX-License-Identifier: MIT
// `devices`: which device, where it is, what it holds and how. The person at a simulated one is
// read in read_hand.c.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/spelling.h"
#include "haptic/four_channel_parts.h"
#include "scene/read_model.h"
#include "scene/reader.h"
#include "scene/scene_device.h"

#define MOST_PRESETS 64
#define MAX_REACH_TEXT 160
// Accepts any word that could name a backend: the program that opens the device checks whether that
// backend exists.
static void readBackend(vlReader* r, const vlNode* node, vlSceneDevice* device)
{
    if (node == NULL) {
        return;
    }
    size_t length = node->kind == VL_NODE_SCALAR ? strlen(node->text) : 0;
    if (length < 1 || length > VL_MAX_NAME ||
        strspn(node->text, "abcdefghijklmnopqrstuvwxyz0123456789-") != length) {
        vlFaults_Add(&r->text.faults, node->place,
                     "device is %s; expected 1 to %d of a-z, 0-9 and -", vlNode_Describe(node).text,
                     VL_MAX_NAME);
        return;
    }
    device->backend = vlPool_CopyText(&r->scene->pool, node->text, length);
}

// Reports an unknown preset, with the most similar known one and the list of all.
static void addUnknownPreset(vlReader* r, const vlNode* node)
{
    const char* names[MOST_PRESETS];
    char list[160] = "";
    size_t used = 0;
    int count = 0;
    for (; count < MOST_PRESETS && vlSimulatedDevice_GetPresetName(count) != NULL; ++count) {
        names[count] = vlSimulatedDevice_GetPresetName(count);
        int length =
            snprintf(list + used, sizeof list - used, "%s%s", count > 0 ? ", " : "", names[count]);
        used += length > 0 && (size_t)length < sizeof list - used ? (size_t)length : 0;
    }
    const char* nearest = vlSpelling_FindNearest(node->text, names, count);
    vlFaults_Add(&r->text.faults, node->place, "address is %s; %s%s%sexpected one of %s",
                 vlNode_Describe(node).text, nearest != NULL ? "did you mean '" : "",
                 nearest != NULL ? nearest : "", nearest != NULL ? "'? " : "", list);
}

static void readAddress(vlReader* r, const vlNode* node, vlSceneDevice* device)
{
    bool isPantograph = r->scene->isPlanar && vlSceneDevice_IsSimulated(device);
    const char* text = isPantograph ? "pantograph" : vlSceneDevice_UsualAddress(device);
    vlSimulatedDeviceDef def;
    if (!vlText_String(&r->text, node, "address", &text)) {
        return;
    }
    if (node != NULL && vlSceneDevice_IsSimulated(device) &&
        vlSimulatedDevice_GetPreset(text, &def) != VL_OK) {
        addUnknownPreset(r, node);
        return;
    }
    device->address = vlPool_CopyText(&r->scene->pool, text, strlen(text));
    // A file may come from anybody. Only the user may ask for an address that runs code or opens
    // the machine to others, by an option of the program other than --set, which is part of the
    // scene. Without an address every backend stays on this machine.
    char does[MAX_REACH_TEXT];
    const vlDeviceOps* ops = vlDevice_FindBackend(NULL, device->backend, NULL, 0);
    if (node != NULL && vlDevice_GetReach(ops, text, does, sizeof does) != VL_REACH_LOCAL) {
        vlFaults_Add(&r->text.faults, node->place,
                     "address is %s, so it %s; this may be given on the command line only: "
                     "--device %s=%s:ADDRESS",
                     vlNode_Describe(node).text, does, device->name != NULL ? device->name : "NAME",
                     device->backend);
    }
}

// If `address` and `model` are both given, the one from the later override counts; a file may have
// only one of them.
static void readModel(vlReader* r, const vlNode* node, vlSceneDevice* device)
{
    const vlNode* address = vlNode_Find(node, "address");
    vlNode* model = vlNode_Find(node, "model");
    if (model == NULL || (address != NULL && address->place.source > model->place.source)) {
        return;
    }
    if (!vlSceneDevice_IsSimulated(device) || r->scene->isPlanar) {
        vlFaults_Add(&r->text.faults, model->place,
                     "model of %s; expected it for 'simulated' only, not in a plane",
                     r->scene->isPlanar ? "a planar device" : device->backend);
        return;
    }
    if (address != NULL && address->place.source == model->place.source) {
        vlFaults_Add(&r->text.faults, model->place, "model beside address; expected one of them");
        return;
    }
    device->model = vlRead_SceneModel(r, model, &device->isDelayStated);
    device->address = device->model != NULL ? device->model->info.model : "";
}

// Can the device move this kinematic body as its pointer?
static bool checkPointer(vlReader* r, const vlNode* node, int body)
{
    const vlScene* scene = r->scene;
    const vlSceneBody* pointer = &scene->bodies[body];
    if (pointer->motion.kind != VL_MOTION_NONE) {
        vlFaults_Add(&r->text.faults, node->place,
                     "body '%s' has a motion; expected a kinematic one without, or a dynamic one",
                     pointer->name);
        return false;
    }
    if (pointer->def.isPointer) {
        vlFaults_Add(&r->text.faults, node->place,
                     "kinematic body '%s' is held by another device; expected one only",
                     pointer->name);
        return false;
    }
    return true;
}

// What it holds from the start; a kinematic body becomes a pointer.
static void checkHold(vlReader* r, const vlNode* node, vlSceneDevice* device)
{
    const vlNode* holds = vlNode_Find(node, "holds");
    const vlNode* grasp = vlNode_Find(node, "grasp");
    vlBodyDef* def = device->body >= 0 ? &r->scene->bodies[device->body].def : NULL;
    if (def != NULL && def->type == VL_BODY_STATIC) {
        vlFaults_Add(&r->text.faults, holds->place,
                     "body '%s' is static; expected a dynamic or a kinematic one",
                     r->scene->bodies[device->body].name);
        device->body = -1;
    } else if (def != NULL && def->type == VL_BODY_KINEMATIC) {
        if (checkPointer(r, holds, device->body)) {
            def->isPointer = true;
        }
        if (grasp != NULL) {
            vlFaults_Add(&r->text.faults, grasp->place,
                         "grasp of a kinematic body; expected none, it is held by its own frame");
        }
    }
    if (holds == NULL && grasp != NULL) {
        vlFaults_Add(&r->text.faults, grasp->place, "grasp without holds; expected both");
    }
    if (r->scene->isPlanar && device->body >= 0 && def->shape != NULL) { // the centroid
        vlVec3 centroid = vlShape_GetMassProperties(def->shape).centroid;
        device->coupling.grasp.p = vlVec(centroid.x, centroid.y, 0.0);
    }
}

static bool isGiven(const vlNode* node, const char* key)
{
    return vlNode_Find(node, key) != NULL;
}

static void checkCoupling(vlReader* r, const vlNode* node, vlSceneDevice* device)
{
    static const char* const ofCoupling[] = {"stiffness",       "damping",   "angular-stiffness",
                                             "angular-damping", "max-force", "max-torque"};
    const vlSceneBody* held = vlScene_GetBody(r->scene, device->body);
    bool isPointer = held != NULL && held->def.type == VL_BODY_KINEMATIC;
    device->hasGains = isGiven(node, "stiffness") || isGiven(node, "damping");
    device->hasAngularGains =
        isGiven(node, "angular-stiffness") || isGiven(node, "angular-damping");
    for (int i = 0; i < VL_COUNT_OF(ofCoupling) && isPointer; ++i) {
        const vlNode* given = vlNode_Find(node, ofCoupling[i]);
        if (given != NULL && !isGiven(node, "grasp-button")) {
            vlFaults_Add(&r->text.faults, given->place,
                         "%s beside a kinematic body; expected it for a dynamic one, or with a "
                         "grasp-button",
                         ofCoupling[i]);
        }
    }
}

// Keys that need another one, or a kind of scene.
static void checkOthers(vlReader* r, const vlNode* node, vlSceneDevice* device)
{
    const vlNode* cut = vlNode_Find(node, "velocity-cut");
    const vlNode* channels = vlNode_Find(node, "channels");
    const vlNode* reach = vlNode_Find(node, "reach");
    device->hasVelocityCut = cut != NULL;
    if (cut != NULL && device->velocity != VL_VELOCITY_FILTER) {
        vlFaults_Add(&r->text.faults, cut->place,
                     "velocity-cut without the filter; expected velocity: filter");
    }
    if (channels != NULL && !r->scene->isPlanar) {
        vlFaults_Add(&r->text.faults, channels->place,
                     "channels in a scene that is not planar; expected none");
    }
    if (device->graspButton >= 0 && device->graspButton == device->clutchButton) {
        vlFaults_Add(&r->text.faults, vlNode_Find(node, "clutch-button")->place,
                     "clutch-button is %d, the grasp-button too; expected two buttons",
                     device->clutchButton);
    }
    if (reach != NULL && !isGiven(node, "grasp-button")) {
        vlFaults_Add(&r->text.faults, reach->place, "reach without grasp-button; expected both");
    }
}

// In a plane the gains that the device has by default are those of four_channel.h.
static void usePlanarGains(vlSceneDevice* device)
{
    vlVec3 unit = vlVec(1.0, 1.0, 1.0);
    vlFourChannelDef gains = vlDefaultFourChannelDef(unit, unit, 1.0);
    device->coupling.stiffness = gains.stiffness.x;
    device->coupling.damping = gains.damping.x;
    device->coupling.angularStiffness = gains.stiffness.z;
    device->coupling.angularDamping = gains.damping.z;
}

static vlSceneDevice usualDevice(void)
{
    vlSceneDevice device = {.backend = "simulated",
                            .address = "",
                            .base = vlIdentityPose(),
                            .scale = 1.0,
                            .forceScale = 1.0,
                            .velocity = VL_VELOCITY_FILTER,
                            .velocityCut = vlDefaultVelocityDef().cut,
                            .body = -1,
                            .coupling = vlDefaultCouplingDef(),
                            .graspButton = -1,
                            .reach = VL_USUAL_REACH,
                            .clutchButton = -1,
                            .formations = {.against = -1},
                            .hand = {.grip = vlSimulatedDevice_RelaxedGrip(),
                                     .arm = vlSimulatedDevice_RestingArm(),
                                     .carriesWeight = true}};
    return device;
}

static void readDevice(vlReader* r, const vlNode* node, void* item, int i)
{
    vlSceneDevice* device = item;
    (void)i;
    *device = usualDevice();
    if (r->scene->isPlanar) {
        usePlanarGains(device);
    }
    (void)vlSection_Read(&r->text, &vlSection_Device, node, NULL, device);
    readBackend(r, vlNode_Find(node, "device"), device);
    if (device->backend == NULL) {
        return; // out of memory
    }
    readAddress(r, vlNode_Find(node, "address"), device);
    readModel(r, node, device);
    checkHold(r, node, device);
    checkCoupling(r, node, device);
    checkOthers(r, node, device);
    vlRead_Formations(r, vlNode_Find(node, "formations"), vlNode_Find(node, "grasp-button"),
                      device);
    const vlNode* hand = vlNode_Find(node, "hand");
    if (hand != NULL && !vlSceneDevice_IsSimulated(device)) {
        vlFaults_Add(&r->text.faults, hand->place,
                     "hand of device '%s'; expected it for 'simulated' only", device->backend);
    } else if (hand != NULL) {
        vlRead_Hand(r, hand,
                    vlSceneDevice_GetStart(device, vlScene_GetBody(r->scene, device->body)),
                    &device->hand);
    }
}

void vlRead_Devices(vlReader* r, const vlNode* node)
{
    vlScene* scene = r->scene;
    scene->devices = vlRead_List(r, node, (vlList){"device", sizeof *scene->devices, readDevice},
                                 &scene->deviceCount, &r->devicePlace);
}
