// SPDX-License-Identifier: MIT
// `devices`: which device, where it is, what it holds and how. The person at a simulated one is
// read in read_hand.c.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/spelling.h"
#include "scene/read_model.h"
#include "scene/reader.h"
#include "scene/scene_device.h"

#define MOST_PRESETS 64
#define MAX_REACH_TEXT 160
// Hz: slower filters are no use at a device, faster ones filter nothing.
#define LOWEST_CUT 1.0
#define HIGHEST_CUT 1e4

static const vlKeyName deviceKeys[] = {VL_KEYS_DEVICE(VL_KEY_ROW)};
enum { VL_KEYS_DEVICE(VL_KEY_ENUM) DEVICE_KEY_COUNT };

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
        vlFaults_Add(&r->faults, node->place, "device is %s; expected 1 to %d of a-z, 0-9 and -",
                     vlNode_Describe(node).text, VL_MAX_NAME);
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
    vlFaults_Add(&r->faults, node->place, "address is %s; %s%s%sexpected one of %s",
                 vlNode_Describe(node).text, nearest != NULL ? "did you mean '" : "",
                 nearest != NULL ? nearest : "", nearest != NULL ? "'? " : "", list);
}

static void readAddress(vlReader* r, const vlNode* node, vlSceneDevice* device)
{
    bool isPantograph = r->scene->isPlanar && vlSceneDevice_IsSimulated(device);
    const char* text = isPantograph ? "pantograph" : vlSceneDevice_UsualAddress(device);
    vlSimulatedDeviceDef def;
    if (!vlRead_Text(r, node, "address", &text)) {
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
        vlFaults_Add(&r->faults, node->place,
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
    const vlNode* address = vlNode_Find(node, deviceKeys[VL_DEVICE_ADDRESS].name);
    vlNode* model = vlNode_Find(node, deviceKeys[VL_DEVICE_MODEL].name);
    if (model == NULL || (address != NULL && address->place.source > model->place.source)) {
        return;
    }
    if (!vlSceneDevice_IsSimulated(device) || r->scene->isPlanar) {
        vlFaults_Add(&r->faults, model->place,
                     "model of %s; expected it for 'simulated' only, not in a plane",
                     r->scene->isPlanar ? "a planar device" : device->backend);
        return;
    }
    if (address != NULL && address->place.source == model->place.source) {
        vlFaults_Add(&r->faults, model->place, "model beside address; expected one of them");
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
        vlFaults_Add(&r->faults, node->place,
                     "body '%s' has a motion; expected a kinematic one without, or a dynamic one",
                     pointer->name);
        return false;
    }
    if (pointer->def.isPointer) {
        vlFaults_Add(&r->faults, node->place,
                     "kinematic body '%s' is held by another device; expected one only",
                     pointer->name);
        return false;
    }
    return true;
}

// What it holds from the start; a kinematic body becomes a pointer.
static void readHold(vlReader* r, const vlNode* const* found, vlSceneDevice* device)
{
    const vlNode* holds = found[VL_DEVICE_HOLDS];
    const vlNode* grasp = found[VL_DEVICE_GRASP];
    int body = vlRead_BodyName(r, holds);
    vlBodyDef* def = body >= 0 ? &r->scene->bodies[body].def : NULL;
    if (def != NULL && def->type == VL_BODY_STATIC) {
        vlFaults_Add(&r->faults, holds->place,
                     "body '%s' is static; expected a dynamic or a kinematic one",
                     r->scene->bodies[body].name);
        def = NULL;
    } else if (def != NULL && def->type == VL_BODY_KINEMATIC) {
        if (checkPointer(r, holds, body)) {
            def->isPointer = true;
        }
        if (grasp != NULL) {
            vlFaults_Add(&r->faults, grasp->place,
                         "grasp of a kinematic body; expected none, it is held by its own frame");
        }
    }
    if (holds == NULL && grasp != NULL) {
        vlFaults_Add(&r->faults, grasp->place, "grasp without holds; expected both");
    }
    device->body = def != NULL ? body : -1;
    if (r->scene->isPlanar && def != NULL && def->shape != NULL) { // in a plane: the centroid
        vlVec3 centroid = vlShape_GetMassProperties(def->shape).centroid;
        device->coupling.grasp.p = vlVec(centroid.x, centroid.y, 0.0);
    }
    (void)vlRead_Frame(r, grasp, "grasp", &device->coupling.grasp);
}

static bool isPointer(const vlScene* scene, const vlSceneDevice* device)
{
    return device->body >= 0 && scene->bodies[device->body].def.type == VL_BODY_KINEMATIC;
}

static void readCoupling(vlReader* r, const vlNode* const* found, vlSceneDevice* device)
{
    static const int ofCoupling[] = {VL_DEVICE_STIFFNESS,         VL_DEVICE_DAMPING,
                                     VL_DEVICE_ANGULAR_STIFFNESS, VL_DEVICE_ANGULAR_DAMPING,
                                     VL_DEVICE_MAX_FORCE,         VL_DEVICE_MAX_TORQUE};
    vlCouplingDef* def = &device->coupling;
    vlRange many = VL_RANGE_NOT_NEGATIVE;
    (void)vlRead_Number(r, found[VL_DEVICE_STIFFNESS], "stiffness", many, &def->stiffness);
    (void)vlRead_Number(r, found[VL_DEVICE_DAMPING], "damping", many, &def->damping);
    (void)vlRead_Number(r, found[VL_DEVICE_ANGULAR_STIFFNESS], "angular-stiffness", many,
                        &def->angularStiffness);
    (void)vlRead_Number(r, found[VL_DEVICE_ANGULAR_DAMPING], "angular-damping", many,
                        &def->angularDamping);
    (void)vlRead_NumberOr(r, found[VL_DEVICE_MAX_FORCE], "max-force", VL_RANGE_POSITIVE, "inf",
                          (double)INFINITY, &def->maxForce);
    (void)vlRead_NumberOr(r, found[VL_DEVICE_MAX_TORQUE], "max-torque", VL_RANGE_POSITIVE, "inf",
                          (double)INFINITY, &def->maxTorque);
    device->hasGains = found[VL_DEVICE_STIFFNESS] != NULL || found[VL_DEVICE_DAMPING] != NULL;
    device->hasAngularGains =
        found[VL_DEVICE_ANGULAR_STIFFNESS] != NULL || found[VL_DEVICE_ANGULAR_DAMPING] != NULL;
    if (!isPointer(r->scene, device) || found[VL_DEVICE_GRASP_BUTTON] != NULL) {
        return;
    }
    for (int i = 0; i < VL_COUNT_OF(ofCoupling); ++i) {
        const vlNode* node = found[ofCoupling[i]];
        if (node != NULL) {
            vlFaults_Add(&r->faults, node->place,
                         "%s beside a kinematic body; expected it for a dynamic one, or with a "
                         "grasp-button",
                         deviceKeys[ofCoupling[i]].name);
        }
    }
}

static void readCut(vlReader* r, const vlNode* node, vlSceneDevice* device)
{
    const vlRange range = {LOWEST_CUT, false, HIGHEST_CUT};
    (void)vlRead_Number(r, node, "velocity-cut", range, &device->velocityCut);
    device->hasVelocityCut = node != NULL;
    if (node != NULL && device->velocity != VL_VELOCITY_FILTER) {
        vlFaults_Add(&r->faults, node->place,
                     "velocity-cut without the filter; expected velocity: filter");
    }
}

// From the device's frame to the world and back.
static void readMapping(vlReader* r, const vlNode* const* found, vlSceneDevice* device)
{
    int rule = (int)device->velocity;
    (void)vlRead_VecIn(r, found[VL_DEVICE_POSITION], "position", VL_RANGE_PLACE, &device->base.p);
    (void)vlRead_Rotation(r, found[VL_DEVICE_ROTATION], "rotation", &device->base.q);
    (void)vlRead_Number(r, found[VL_DEVICE_SCALE], "scale", VL_RANGE_POSITIVE, &device->scale);
    (void)vlRead_Number(r, found[VL_DEVICE_FORCE_SCALE], "force-scale", VL_RANGE_POSITIVE,
                        &device->forceScale);
    (void)vlRead_Bool(r, found[VL_DEVICE_FIX_ORIENTATION], "fix-orientation",
                      &device->fixOrientation);
    (void)vlRead_Word(r, found[VL_DEVICE_VELOCITY], "velocity", &vlWords_Velocity, &rule);
    device->velocity = (vlVelocityRule)rule;
    readCut(r, found[VL_DEVICE_VELOCITY_CUT], device);
    (void)vlRead_Bool(r, found[VL_DEVICE_PASSIVITY], "passivity", &device->isPassivityOn);
    int channels = (int)device->channels;
    (void)vlRead_Word(r, found[VL_DEVICE_CHANNELS], "channels", &vlWords_Channels, &channels);
    device->channels = (vlFourChannelMode)channels;
    if (found[VL_DEVICE_CHANNELS] != NULL && !r->scene->isPlanar) {
        vlFaults_Add(&r->faults, found[VL_DEVICE_CHANNELS]->place,
                     "channels in a scene that is not planar; expected none");
    }
}

static void readButtons(vlReader* r, const vlNode* const* found, vlSceneDevice* device)
{
    const vlNode* grasp = found[VL_DEVICE_GRASP_BUTTON];
    const vlNode* reach = found[VL_DEVICE_REACH];
    const vlNode* clutch = found[VL_DEVICE_CLUTCH_BUTTON];
    (void)vlRead_Int(r, grasp, "grasp-button", 0, VL_MOST_BUTTON, &device->graspButton);
    (void)vlRead_Int(r, clutch, "clutch-button", 0, VL_MOST_BUTTON, &device->clutchButton);
    (void)vlRead_Number(r, reach, "reach", VL_RANGE_POSITIVE, &device->reach);
    if (device->graspButton >= 0 && device->graspButton == device->clutchButton) {
        vlFaults_Add(&r->faults, clutch->place,
                     "clutch-button is %d, the grasp-button too; expected two buttons",
                     device->clutchButton);
    }
    if (reach != NULL && grasp == NULL) {
        vlFaults_Add(&r->faults, reach->place, "reach without grasp-button; expected both");
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

static void readDevice(vlReader* r, const vlNode* node, vlSceneDevice* device)
{
    const vlNode* found[DEVICE_KEY_COUNT];
    *device = usualDevice();
    if (r->scene->isPlanar) {
        usePlanarGains(device);
    }
    if (!vlRead_Keys(r, node, "a device", deviceKeys, DEVICE_KEY_COUNT, found)) {
        return;
    }
    (void)vlRead_Name(r, found[VL_DEVICE_NAME], "name", &device->name);
    readBackend(r, found[VL_DEVICE_DEVICE], device);
    if (device->backend == NULL) {
        return; // out of memory
    }
    readAddress(r, found[VL_DEVICE_ADDRESS], device);
    readModel(r, node, device);
    readHold(r, found, device);
    readCoupling(r, found, device);
    readMapping(r, found, device);
    readButtons(r, found, device);
    vlRead_Formations(r, found[VL_DEVICE_FORMATIONS], found[VL_DEVICE_GRASP_BUTTON], device);
    const vlNode* hand = found[VL_DEVICE_HAND];
    if (hand == NULL) {
        return;
    }
    if (!vlSceneDevice_IsSimulated(device)) {
        vlFaults_Add(&r->faults, hand->place,
                     "hand of device '%s'; expected it for 'simulated' only", device->backend);
        return;
    }
    vlRead_Hand(r, hand, vlSceneDevice_GetStart(device, vlScene_GetBody(r->scene, device->body)),
                &device->hand);
}

void vlRead_Devices(vlReader* r, const vlNode* node)
{
    vlScene* scene = r->scene;
    if (!vlRead_IsList(r, node, "devices", VL_MAX_DEVICES)) {
        return;
    }
    size_t count = (size_t)node->count;
    scene->devices = vlPool_Take(&scene->pool, count, sizeof *scene->devices);
    r->devicePlace = vlPool_Take(&r->scratch, count, sizeof *r->devicePlace);
    if (scene->devices == NULL || r->devicePlace == NULL) {
        return;
    }
    vlNameEntry names[VL_MAX_DEVICES];
    int named = 0;
    for (const vlNode* child = node->first; child != NULL; child = child->next) {
        int i = scene->deviceCount++;
        r->devicePlace[i] = child->place;
        readDevice(r, child, &scene->devices[i]);
        if (scene->devices[i].name != NULL) {
            names[named++] = (vlNameEntry){scene->devices[i].name, i};
        }
    }
    vlRead_CheckNames(r, "device", names, named, r->devicePlace);
}
