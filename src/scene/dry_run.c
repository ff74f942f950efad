// SPDX-License-Identifier: MIT
// Every part of a scene is given to throw-away worlds, so that whatever a world would refuse is
// reported with its place in the text.

#include <stdio.h>
#include <string.h>

#include "base/script_at.h"
#include "scene/device_parts.h"
#include "scene/reader.h"
#include "scene/scene_device.h"
#include "scene/scene_parts.h"
#include "volar/scene_haptics.h"

// Adds the world's sentence as a fault, with the words of the file format in place of those of the
// code.
static void addRefusal(vlReader* r, vlTextPlace place, const char* prefix, const char* sentence)
{
    static const struct {
        const char *inCode, *inFile;
    } words[] = {{"VL_AUTO", "auto"},
                 {"angularStiffness", "angular-stiffness"},
                 {"angularDamping", "angular-damping"}};
    const char* found = NULL;
    int i = 0;
    while (found == NULL && i < VL_COUNT_OF(words)) {
        found = strstr(sentence, words[i++].inCode);
    }
    int before = found != NULL ? (int)(found - sentence) : (int)strlen(sentence);
    vlFaults_Add(&r->text.faults, place, "%s%.*s%s%s", prefix, before, sentence,
                 found != NULL ? words[i - 1].inFile : "",
                 found != NULL ? found + strlen(words[i - 1].inCode) : "");
}

// The message of a world that refuses its definition begins with the name of the member, which is
// also the key: the place is the key's, or that of the mapping nearest to it.
static vlTextPlace placeOfMember(const vlReader* r, const char* sentence)
{
    vlTextPlace place = r->worldPlace;
    const vlNode* node = r->world;
    while (node != NULL) {
        char key[VL_MAX_NAME + 1];
        size_t length = strcspn(sentence, ". ,");
        place = node->place;
        if (node->kind != VL_NODE_MAPPING || length >= sizeof key) {
            break;
        }
        memcpy(key, sentence, length);
        key[length] = '\0';
        sentence += length + (sentence[length] == '.');
        node = vlNode_Find(node, key);
    }
    return place;
}

// The world has the default surface, which no mass can make unstable, and room for a few bodies:
// they come and go, so that checking a scene takes little memory and time. It never steps.
static vlWorld* openWorld(vlReader* r, int bodies)
{
    const vlScene* scene = r->scene;
    char message[256] = "";
    vlWorld* world = NULL;
    vlWorldDef def = scene->world;
    def.surface = vlDefaultSurface();
    def.capacity = (vlCapacity){.bodies = bodies,
                                .pieces = scene->world.capacity.pieces,
                                .materials = scene->materialCount,
                                .pairs = 1,
                                .contacts = 1,
                                .springs = 1,
                                .joints = 1,
                                .couplings = 1,
                                .samples = scene->world.capacity.samples > 0 ? 1 : 0,
                                .clusters = scene->world.capacity.samples > 0 ? 1 : 0};
    vlResult result = vlWorld_Create(&def, &world, message, sizeof message);
    if (result == VL_ERROR_MEMORY) {
        r->text.scratch.isExhausted = true;
    } else if (result != VL_OK) {
        addRefusal(r, placeOfMember(r, message), "", message);
    }
    for (int i = 1; result == VL_OK && i < scene->materialCount; ++i) {
        vlMaterialId id;
        result = vlWorld_CreateMaterial(world, &id);
    }
    return world;
}

// Adds body `i` of the scene where its script begins, and writes its mass; `i` = -1 gives the null
// id. False if the world refused it.
static bool addBody(const vlScene* scene, vlWorld* world, int i, vlBodyId* id, double* mass)
{
    vlMat3 inertia;
    *id = (vlBodyId){0, 0};
    if (i < 0) {
        return true;
    }
    vlBodyDef def = scene->bodies[i].def;
    def.pose = vlMotionScript_At(&scene->bodies[i].motion, def.pose, 0.0);
    return vlWorld_CreateBody(world, &def, id) == VL_OK &&
           vlBody_GetMass(world, *id, mass, &inertia) == VL_OK;
}

static void removeBody(vlWorld* world, vlBodyId id)
{
    if (id.index1 != 0) {
        vlResult result = vlWorld_DestroyBody(world, id);
        (void)result; // cannot fail: it was just added
    }
}

// Tries every body alone. If copies are refused, only the first is reported. Finds the lightest
// dynamic body of each material, -1 if it has none. True if all bodies were accepted.
static bool tryBodies(vlReader* r, vlWorld* world, int* lightest)
{
    const vlScene* scene = r->scene;
    double least[VL_MAX_SCENE_MATERIALS];
    vlTextPlace reported = {-1, 0, 0};
    bool ok = true;
    for (int i = 0; i < scene->materialCount; ++i) {
        lightest[i] = -1;
        least[i] = 0.0;
    }
    for (int i = 0; i < scene->bodyCount; ++i) {
        const vlBodyDef* def = &scene->bodies[i].def;
        uint32_t m = def->material.index;
        vlTextPlace place = r->bodyPlace[i];
        vlBodyId id;
        double mass = 0.0;
        if (addBody(scene, world, i, &id, &mass)) {
            if (def->type == VL_BODY_DYNAMIC && (lightest[m] < 0 || mass < least[m])) {
                lightest[m] = i;
                least[m] = mass;
            }
        } else if (place.source != reported.source || place.line != reported.line ||
                   place.column != reported.column) {
            char prefix[VL_MAX_NAME + 16];
            snprintf(prefix, sizeof prefix, "body '%s': ", scene->bodies[i].name);
            addRefusal(r, place, prefix, vlWorld_GetMessage(world));
            reported = place;
            ok = false;
        }
        removeBody(world, id);
    }
    return ok;
}

// Tries every spring alone with its bodies.
static void trySprings(vlReader* r, vlWorld* world)
{
    const vlScene* scene = r->scene;
    for (int i = 0; i < scene->springCount; ++i) {
        vlSpringId spring;
        vlSpringDef def = scene->springs[i].def;
        double mass;
        bool ok = addBody(scene, world, scene->springs[i].bodyA, &def.bodyA, &mass) &&
                  addBody(scene, world, scene->springs[i].bodyB, &def.bodyB, &mass) &&
                  vlWorld_CreateSpring(world, &def, &spring) == VL_OK;
        if (!ok) {
            addRefusal(r, r->springPlace[i], "", vlWorld_GetMessage(world));
        }
        removeBody(world, def.bodyA); // this destroys the spring too
        removeBody(world, def.bodyB);
    }
}

// Tries every joint alone with its bodies, which stand as at the start, so that a place in the
// world can be converted to places on them.
static void tryJoints(vlReader* r, vlWorld* world)
{
    const vlScene* scene = r->scene;
    for (int i = 0; i < scene->jointCount; ++i) {
        vlSceneJoint* joint = &scene->joints[i];
        const vlJointPlacing* placing = &r->placings[i];
        vlJointId id;
        vlJointDef def = joint->def;
        double mass;
        bool ok = addBody(scene, world, joint->bodyA, &def.bodyA, &mass) &&
                  addBody(scene, world, joint->bodyB, &def.bodyB, &mass);
        if (ok && placing->isGiven) {
            ok = vlJointDef_Place(&def, world, placing->at, vlUnit(placing->axis),
                                  vlUnit(placing->second)) == VL_OK;
            joint->def.frameA = def.frameA;
            joint->def.frameB = def.frameB;
        }
        ok = ok && vlWorld_CreateJoint(world, &def, &id) == VL_OK;
        if (!ok) {
            addRefusal(r, r->jointPlace[i], "", vlWorld_GetMessage(world));
        }
        removeBody(world, def.bodyA); // this destroys the joint too
        removeBody(world, def.bodyB);
    }
}

// Tries the device alone, with its person: everything but places that are too far away was checked
// before.
static void trySimulated(vlReader* r, int i)
{
    const vlSceneDevice* device = &r->scene->devices[i];
    vlPose start = vlSceneDevice_GetStart(device, vlScene_GetBody(r->scene, device->body));
    vlSimulatedDeviceDef def;
    vlDevice* made = NULL;
    vlMotionKey* keys = vlPool_Take(&r->text.scratch, (size_t)device->hand.keyCount, sizeof *keys);
    if (keys == NULL) {
        return;
    }
    vlResult result = vlSceneDevice_MakeSimulated(device, start, &def, keys);
    result = result == VL_OK ? vlSimulatedDevice_Create(&def, &made) : result;
    if (result == VL_ERROR_MEMORY) {
        r->text.scratch.isExhausted = true;
    } else if (result != VL_OK) {
        vlFaults_Add(&r->text.faults, r->devicePlace[i],
                     "device '%s' has to go too far; expected all its places within 1000 m of its "
                     "own, each divided by its scale",
                     device->name);
    }
    vlDevice_Close(made);
}

// Tries every device alone with the body it holds.
static void tryDevices(vlReader* r, vlWorld* world)
{
    const vlScene* scene = r->scene;
    for (int i = 0; i < scene->deviceCount; ++i) {
        const vlSceneDevice* device = &scene->devices[i];
        vlCouplingDef def = device->coupling;
        vlCouplingId id;
        double mass;
        bool isCoupled =
            device->body >= 0 && scene->bodies[device->body].def.type == VL_BODY_DYNAMIC;
        if (isCoupled && !(addBody(scene, world, device->body, &def.body, &mass) &&
                           vlWorld_CreateCoupling(world, &def, &id) == VL_OK)) {
            addRefusal(r, r->devicePlace[i], "", vlWorld_GetMessage(world));
        }
        removeBody(world, def.body); // this destroys the coupling too
        if (vlSceneDevice_IsSimulated(device)) {
            trySimulated(r, i);
        }
    }
}

// Where the surface between two materials is defined: in the list, or with the material whose
// stiffness the mixture takes.
static vlTextPlace placeOfSurface(const vlReader* r, int a, int b, const vlSurface* mixed)
{
    const vlScene* scene = r->scene;
    int listed = scene->surfaceOfPair[a * scene->materialCount + b];
    if (listed > 0) {
        return r->surfacePlace[listed - 1];
    }
    const vlSurface* s = &scene->materials[a].surface;
    bool isOfA = s->stiffnessN == mixed->stiffnessN && s->stiffnessS == mixed->stiffnessS &&
                 s->point.wall.law == mixed->point.wall.law;
    return r->materialPlace[isOfA ? a : b];
}

static int countPointers(const vlScene* scene)
{
    int count = 0;
    for (int i = 0; i < scene->bodyCount; ++i) {
        count += scene->bodies[i].def.isPointer;
    }
    return count;
}

// All pointers: the laws of what they touch have windows that depend on their masses.
static void addPointers(vlReader* r, vlWorld* world)
{
    const vlScene* scene = r->scene;
    for (int i = 0; world != NULL && i < scene->bodyCount; ++i) {
        vlBodyId id;
        if (scene->bodies[i].def.isPointer &&
            vlWorld_CreateBody(world, &scene->bodies[i].def, &id) != VL_OK) {
            addRefusal(r, r->bodyPlace[i], "", vlWorld_GetMessage(world));
        }
    }
}

// The lightest bodies decide about stability, so a world of only those and the pointers shows as
// much as the whole scene.
static void trySurfaces(vlReader* r, const int* lightest)
{
    const vlScene* scene = r->scene;
    vlWorld* world = openWorld(r, scene->materialCount + countPointers(scene));
    addPointers(r, world);
    for (int i = 0; world != NULL && i < scene->materialCount; ++i) {
        vlBodyId id;
        if (lightest[i] >= 0 &&
            vlWorld_CreateBody(world, &scene->bodies[lightest[i]].def, &id) != VL_OK) {
            addRefusal(r, r->bodyPlace[lightest[i]], "", vlWorld_GetMessage(world));
        }
    }
    for (int a = 0; world != NULL && a < scene->materialCount; ++a) {
        for (int b = a; b < scene->materialCount; ++b) {
            vlSurface surface = vlDefaultSurface();
            vlMaterialId idA = {(uint32_t)a};
            vlMaterialId idB = {(uint32_t)b};
            if (vlScene_GetSurface(scene, a, b, &surface) == VL_OK &&
                vlWorld_SetSurface(world, idA, idB, &surface) == VL_OK) {
                continue;
            }
            char prefix[2 * VL_MAX_NAME + 32] = "";
            if (a != b) {
                snprintf(prefix, sizeof prefix, "'%s' against '%s': ", scene->materials[a].name,
                         scene->materials[b].name);
            }
            addRefusal(r, placeOfSurface(r, a, b, &surface), prefix, vlWorld_GetMessage(world));
        }
    }
    vlWorld_Destroy(world);
}

void vlDryRun(vlReader* r)
{
    int lightest[VL_MAX_SCENE_MATERIALS] = {0};
    vlWorld* world = openWorld(r, 2);
    if (world == NULL) {
        return;
    }
    bool ok = tryBodies(r, world, lightest);
    if (ok) {
        trySprings(r, world);
        tryJoints(r, world);
        tryDevices(r, world);
    }
    vlWorld_Destroy(world);
    if (ok) {
        trySurfaces(r, lightest);
    }
}
