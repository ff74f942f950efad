// SPDX-License-Identifier: MIT
// The parts of a planar scene are given to a planar world that never steps, so that whatever it
// refuses, above all a law outside its stable window, is reported with its place in the text.

#include <stdio.h>

#include "haptic/four_channel_parts.h"
#include "scene/device_parts.h"
#include "scene/reader.h"
#include "scene/scene_device.h"
#include "scene/scene_parts.h"
#include "volar/planar_port.h"
#include "volar/scene_haptics.h"

// Adds the bodies to a world whose surface no mass can make unstable. True if all were accepted.
static bool tryBodies(vlReader* r, vlWorld2* world)
{
    const vlScene* scene = r->scene;
    bool ok = true;
    for (int i = 0; i < scene->bodyCount; ++i) {
        vlBody2Id id;
        if (vlWorld2_CreateBody(world, &scene->bodies2[i], &id) != VL_OK) {
            vlFaults_Add(&r->text.faults, r->bodyPlace[i], "body '%s': %s", scene->bodies[i].name,
                         vlWorld2_GetMessage(world));
            ok = false;
        }
    }
    return ok;
}

// Adds the world's sentence as a fault. The world calls bodies by their places, which are replaced
// by their names in the file.
static void addRefusal(vlReader* r, vlTextPlace place, int a, int b, const char* sentence)
{
    const vlScene* scene = r->scene;
    unsigned first = 0;
    unsigned second = 0;
    int used = 0;
    char who[2 * VL_MAX_NAME + 16] = "";
    if (sscanf(sentence, "bodies %u and %u:%n", &first, &second, &used) == 2 && used > 0 &&
        first < (unsigned)scene->bodyCount && second < (unsigned)scene->bodyCount) {
        snprintf(who, sizeof who, "'%s' and '%s':", scene->bodies[first].name,
                 scene->bodies[second].name);
        sentence += used;
    }
    if (a == 0 && b == 0) {
        vlFaults_Add(&r->text.faults, place, "point-law: %s%s", who, sentence);
    } else {
        vlFaults_Add(&r->text.faults, place, "point-law of '%s' against '%s': %s%s",
                     scene->materials[a].name, scene->materials[b].name, who, sentence);
    }
}

// Where the laws between two materials are given.
static vlTextPlace placeOfLaws(const vlReader* r, int a, int b)
{
    const vlScene* scene = r->scene;
    int listed = scene->surfaceOfPair[a * scene->materialCount + b];
    return listed > 0 ? r->surfacePlace[listed - 1] : r->materialPlace[a > b ? a : b];
}

static void trySurfaces(vlReader* r, vlWorld2* world)
{
    const vlScene* scene = r->scene;
    for (int a = 0; a < scene->materialCount; ++a) {
        for (int b = a; b < scene->materialCount; ++b) {
            vlSurface surface = vlDefaultSurface();
            vlMaterialId idA = {(uint32_t)a};
            vlMaterialId idB = {(uint32_t)b};
            vlResult result = vlScene_GetSurface(scene, a, b, &surface);
            vlSurface2 laws = {surface.point.wall, surface.point.friction};
            result = result == VL_OK ? vlWorld2_SetSurface(world, idA, idB, &laws) : result;
            if (result != VL_OK) {
                addRefusal(r, placeOfLaws(r, a, b), a, b, vlWorld2_GetMessage(world));
            }
        }
    }
}

// Opens the simulated device of the scene; NULL if it is not simulated or was refused.
static vlDevice* tryPerson(vlReader* r, int i)
{
    const vlSceneDevice* device = &r->scene->devices[i];
    vlPose start = vlSceneDevice_GetStart(device, vlScene_GetBody(r->scene, device->body));
    vlSimulatedDeviceDef def;
    vlDevice* made = NULL;
    char why[192] = "it has to go too far";
    vlMotionKey* keys = vlPool_Take(&r->text.scratch, (size_t)device->hand.keyCount, sizeof *keys);
    if (keys == NULL || !vlSceneDevice_IsSimulated(device)) {
        return NULL;
    }
    vlResult result = vlSceneDevice_MakeSimulated(device, start, &def, keys);
    vlSceneDevice_SetRate(&def, r->scene->world.step);
    result = result == VL_OK ? vlSimulatedDevice_Check(&def, why, sizeof why) : result;
    result = result == VL_OK ? vlSimulatedDevice_Create(&def, &made) : result;
    if (result == VL_ERROR_MEMORY) {
        r->text.scratch.isExhausted = true;
    } else if (result != VL_OK) {
        vlFaults_Add(&r->text.faults, r->devicePlace[i], "device '%s' where it starts: %s",
                     device->name, why);
    }
    return made;
}

// Is the coupling stable with the masses of the device and the body?
static void tryGains(vlReader* r, int i, vlWorld2* world, const vlDevice* made)
{
    const vlSceneDevice* device = &r->scene->devices[i];
    vlPlanarPortDef def = vlSceneDevice_MakePort(device, world, made);
    vlPlanarPort port;
    char why[256] = "";
    vlResult result = vlPlanarPort_Init(&port, &def, why, sizeof why);
    // By `force` alone the handle does not pull the body, but an external device in its place
    // would.
    if (result == VL_OK && device->body >= 0) {
        double mass = 1.0;
        double inertia = 1.0;
        result = vlBody2_GetMass(world, vlWorld2_GetBody(world, device->body), &mass, &inertia);
        vlFourChannelDef onBody =
            vlDefaultFourChannelDef(vlVec(mass, mass, inertia), vlZero(), r->scene->world.step);
        const vlCouplingDef* c = &device->coupling;
        onBody.stiffness = vlVec(c->stiffness, c->stiffness, c->angularStiffness);
        onBody.damping = vlVec(c->damping, c->damping, c->angularDamping);
        result = result == VL_OK ? vlFourChannel_Check(&onBody, why, sizeof why) : result;
    }
    if (result != VL_OK) {
        vlFaults_Add(&r->text.faults, r->devicePlace[i], "device '%s': %s", device->name, why);
    }
}

void vlPlanar_DryRun(vlReader* r)
{
    const vlScene* scene = r->scene;
    char message[256] = "";
    vlWorld2* world = NULL;
    vlWorld2Def def = scene->world2;
    def.surface = (vlSurface2){.wall = vlLaw_Choose(vlLaw_Find("seh"))};
    def.surface.wall.parameter[0] = 0.0; // its stiffness: a wall that no mass can make unstable
    vlResult result = vlWorld2_Create(&def, &world, message, sizeof message);
    if (result == VL_ERROR_MEMORY) {
        r->text.scratch.isExhausted = true;
    } else if (result != VL_OK) {
        vlFaults_Add(&r->text.faults, r->worldPlace, "%s", message);
    }
    for (int i = 1; result == VL_OK && i < scene->materialCount; ++i) {
        vlMaterialId id;
        result = vlWorld2_CreateMaterial(world, &id);
    }
    if (result == VL_OK && tryBodies(r, world)) {
        trySurfaces(r, world);
        for (int i = 0; i < scene->deviceCount; ++i) {
            vlDevice* made = tryPerson(r, i);
            if (made != NULL || !vlSceneDevice_IsSimulated(&scene->devices[i])) {
                tryGains(r, i, world, made);
            }
            vlDevice_Close(made);
        }
    }
    vlWorld2_Destroy(world);
}
