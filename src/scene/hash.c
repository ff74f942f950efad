// SPDX-License-Identifier: MIT
// One number for the whole content of a scene, from the bits of its numbers: the members of the
// rows of each section, and what code reads.

#include "base/hash.h"

#include "joint/joint_type.h"
#include "scene/reader.h"
#include "scene/scene_parts.h"
#include "volar/polyhedra.h"
#include "volar/surface.h"

static uint64_t hashInt(uint64_t h, int value)
{
    return vlHash_Word(h, (uint64_t)(int64_t)value);
}

// Materials by name, then every pair of them: a pair that is listed and one that is mixed give the
// same hash if their numbers are the same.
static uint64_t hashMaterials(uint64_t h, const vlScene* scene)
{
    for (int a = 0; a < scene->materialCount; ++a) {
        h = vlHash_Text(h, scene->materials[a].name);
        for (int b = a; b < scene->materialCount; ++b) {
            vlSurface surface = vlDefaultSurface();
            vlResult result = vlScene_GetSurface(scene, a, b, &surface);
            (void)result; // both exist
            h = vlSection_Hash(h, &vlSection_Surface, &surface);
        }
    }
    return h;
}

static uint64_t hashShape(uint64_t h, const vlShape* shape)
{
    vlShapeKind kind = vlShape_GetKind(shape);
    int pieces = kind == VL_SHAPE_HALFSPACE ? 1 : vlShape_GetPieceCount(shape);
    h = hashInt(hashInt(h, (int)kind), pieces);
    for (int k = 0; k < pieces; ++k) {
        int vertices = vlShape_GetVertexCount(shape, k);
        int faces = kind == VL_SHAPE_HALFSPACE ? 1 : vlShape_GetFaceCount(shape, k);
        for (int v = 0; v < vertices; ++v) {
            h = vlHash_Vec(h, vlShape_GetVertex(shape, k, v));
        }
        for (int f = 0; f < faces; ++f) {
            vlVec3 normal;
            double offset;
            vlShape_GetFacePlane(shape, k, f, &normal, &offset);
            h = vlHash_Double(vlHash_Vec(h, normal), offset);
        }
    }
    vlSurfaceInfo info;
    if (vlShape_GetSurfaceInfo(shape, &info) == VL_OK) {
        h = vlHash_Double(h, info.spacing);
    }
    return h;
}

static uint64_t hashKeys(uint64_t h, const vlMotionKey* keys, int count)
{
    h = hashInt(h, count);
    for (int i = 0; i < count; ++i) {
        h = vlSection_Hash(h, &vlSection_Key, &keys[i]);
    }
    return h;
}

static uint64_t hashMotion(uint64_t h, const vlMotionScript* motion)
{
    h = vlSection_Hash(hashInt(h, (int)motion->kind), &vlSection_Path, motion);
    h = vlHash_Vec(vlSection_Hash(h, &vlSection_Oscillate, motion), motion->turn);
    return hashKeys(h, motion->keys, motion->keyCount);
}

static uint64_t hashBody(uint64_t h, const vlSceneBody* body, uint64_t shape)
{
    const vlBodyDef* def = &body->def;
    h = vlHash_Word(vlSection_Hash(h, &vlSection_Body, body), shape);
    if (def->hasInertia) {
        h = vlHash_Vec(h, def->centroid);
        h = vlHash_Vec(vlHash_Vec(vlHash_Vec(h, def->inertia.cx), def->inertia.cy),
                       def->inertia.cz);
    }
    h = hashInt(hashInt(h, def->hasInertia ? 1 : 0), body->faceNameCount);
    for (int i = 0; i < body->faceNameCount; ++i) {
        const vlFaceName* face = &body->faceNames[i];
        h = hashInt(vlHash_Text(h, face->name), face->hasPoint ? 1 : 0);
        h = vlSection_Hash(h, &vlSection_FaceName, face);
    }
    return hashMotion(h, &body->motion);
}

static uint64_t hashTarget(uint64_t h, const vlTargetScript* target)
{
    h = vlSection_Hash(hashInt(h, (int)target->kind), &vlSection_TargetPath, target);
    h = vlSection_Hash(hashInt(h, target->keyCount), &vlSection_TargetOscillate, target);
    for (int i = 0; i < target->keyCount; ++i) {
        h = vlHash_Double(vlHash_Double(h, target->keys[i].time), target->keys[i].value);
    }
    return h;
}

static uint64_t hashJoint(uint64_t h, const vlSceneJoint* joint)
{
    const vlJointDef* def = &joint->def;
    const double gains[] = {def->stiffness, def->damping, def->angularStiffness,
                            def->angularDamping};
    const vlVec3 each[] = {def->bushingStiffness, def->bushingDamping, def->bushingAngularStiffness,
                           def->bushingAngularDamping};
    h = vlSection_Hash(h, &vlSection_Joint, joint);
    for (int i = 0; i < VL_COUNT_OF(gains); ++i) {
        h = vlHash_Vec(vlHash_Double(h, gains[i]), each[i]);
    }
    for (int k = 0; k < vlJointType_GetAxisCount(def->type); ++k) {
        const vlAxisDef* axis = &def->axis[k];
        h = vlHash_Double(vlHash_Double(h, axis->lower), axis->upper);
        h = vlSection_Hash(vlSection_Hash(h, &vlSection_Axis, axis), &vlSection_Motor,
                           &axis->motor);
        h = hashTarget(vlHash_Double(h, axis->motor.target), &joint->target[k]);
    }
    return h;
}

static uint64_t hashHand(uint64_t h, const vlSceneHand* hand)
{
    h = vlSection_Hash(vlSection_Hash(h, &vlSection_Hand, hand), &vlSection_HandPath, hand);
    h = hashKeys(h, hand->keys, hand->keyCount);
    h = vlHash_Vec(vlHash_Vec(h, hand->amplitude), hand->turn);
    h = vlHash_Double(vlHash_Double(h, hand->frequency), hand->phase);
    h = hashInt(hashInt(h, hand->gripCount), hand->pressCount);
    for (int i = 0; i < hand->gripCount; ++i) {
        h = vlSection_Hash(h, &vlSection_GripChange, &hand->grips[i]);
    }
    for (int i = 0; i < hand->pressCount; ++i) {
        h = vlSection_Hash(h, &vlSection_Press, &hand->presses[i]);
    }
    return h;
}

static uint64_t hashModel(uint64_t h, const vlSimulatedDeviceDef* def)
{
    const vlSimulatedDirections* d = &def->directions;
    h = vlSection_Hash(vlHash_Text(h, def->info.model), &vlSection_DeviceModel, def);
    return vlHash_Vec(vlHash_Vec(vlHash_Vec(h, d->mass), d->damping), d->friction);
}

static uint64_t hashDevice(uint64_t h, const vlSceneDevice* device)
{
    h = vlSection_Hash(h, &vlSection_Device, device);
    h = vlHash_Text(vlHash_Text(h, device->backend), device->address);
    h = hashInt(h, device->model != NULL ? 1 : 0);
    h = device->model != NULL ? hashModel(h, device->model) : h;
    return hashHand(vlSection_Hash(h, &vlSection_Formations, &device->formations), &device->hand);
}

// Lists of different lengths give different hashes: the number of their items comes first.
uint64_t vlScene_ComputeHash(const vlScene* scene)
{
    uint64_t h = vlSection_Hash(vlHash_Text(VL_HASH_SEED, scene->name), &vlSection_World, scene);
    const vlShape* last = NULL; // copies of a body share their shape: it is hashed once
    uint64_t shape = 0;
    h = hashMaterials(hashInt(h, scene->materialCount), scene);
    h = hashInt(h, scene->bodyCount);
    for (int i = 0; i < scene->bodyCount; ++i) {
        if (scene->bodies[i].def.shape != last) {
            last = scene->bodies[i].def.shape;
            shape = hashShape(VL_HASH_SEED, last);
        }
        h = hashBody(h, &scene->bodies[i], shape);
    }
    h = hashInt(h, scene->forceCount);
    for (int i = 0; i < scene->forceCount; ++i) {
        h = vlSection_Hash(h, &vlSection_Force, &scene->forces[i]);
        h = hashInt(h, scene->forces[i].atCentre ? 1 : 0);
    }
    h = hashInt(h, scene->springCount);
    for (int i = 0; i < scene->springCount; ++i) {
        h = vlSection_Hash(h, &vlSection_Spring, &scene->springs[i]);
    }
    h = hashInt(h, scene->jointCount);
    for (int i = 0; i < scene->jointCount; ++i) {
        h = hashJoint(h, &scene->joints[i]);
    }
    h = hashInt(h, scene->deviceCount);
    for (int i = 0; i < scene->deviceCount; ++i) {
        h = hashDevice(h, &scene->devices[i]);
    }
    return vlSection_Hash(hashInt(h, scene->camera.isSet ? 1 : 0), &vlSection_Camera,
                          &scene->camera);
}
