// SPDX-License-Identifier: MIT
// One number for the whole content of a scene, from the bits of its numbers.

#include "base/hash.h"

#include "scene/store.h"
#include "volar/surface.h"

static uint64_t hashText(uint64_t h, const char* text)
{
    for (; *text != '\0'; ++text) {
        h = vlHash_Word(h, (unsigned char)*text);
    }
    return vlHash_Word(h, 0x100); // separates texts: no byte has this value
}

static uint64_t hashInt(uint64_t h, int value)
{
    return vlHash_Word(h, (uint64_t)(int64_t)value);
}

static uint64_t hashQuat(uint64_t h, vlQuat q)
{
    return vlHash_Vec(vlHash_Double(h, q.w), vlVec(q.x, q.y, q.z));
}

static uint64_t hashPose(uint64_t h, vlPose pose)
{
    return hashQuat(vlHash_Vec(h, pose.p), pose.q);
}

static uint64_t hashLaw(uint64_t h, const vlLawChoice* choice)
{
    if (choice->law == NULL) {
        return h;
    }
    h = hashText(h, choice->law->name);
    for (int i = 0; i < choice->law->parameterCount; ++i) {
        h = vlHash_Double(h, choice->parameter[i]);
    }
    return h;
}

static uint64_t hashSurface(uint64_t h, const vlSurface* s)
{
    const double values[] = {s->stiffnessN,     s->dampingN,        s->dampingRatioN,
                             s->stiffnessS,     s->dampingS,        s->dampingRatioS,
                             s->frictionStatic, s->frictionDynamic, s->foundation};
    for (size_t i = 0; i < sizeof values / sizeof values[0]; ++i) {
        h = vlHash_Double(h, values[i]);
    }
    // Restitution, contact distance and point laws are hashed only where they are given, so that
    // scenes written before these existed keep their hash.
    h = s->restitution == VL_AUTO ? h : vlHash_Double(h, s->restitution);
    h = s->contactDistance == VL_AUTO ? h : vlHash_Double(h, s->contactDistance);
    return hashLaw(hashLaw(h, &s->point.wall), &s->point.friction);
}

static uint64_t hashWorld(uint64_t h, const vlWorldDef* def)
{
    const vlReferenceOptions* c = &def->contact.reference;
    const int choices[] = {(int)def->integrator,   (int)def->contact.law,   (int)c->model,
                           (int)c->normal,         (int)c->friction,        (int)c->pressure,
                           (int)c->route,          def->sleep ? 1 : 0,      def->capacity.bodies,
                           def->capacity.pieces,   def->capacity.materials, def->capacity.pairs,
                           def->capacity.contacts, def->capacity.springs};
    h = vlHash_Vec(vlHash_Double(h, def->step), def->gravity);
    for (size_t i = 0; i < sizeof choices / sizeof choices[0]; ++i) {
        h = hashInt(h, choices[i]);
    }
    return hashSurface(h, &def->surface);
}

// Materials by name, then every pair of them: a pair that is listed and one that is mixed give the
// same hash if their numbers are the same.
static uint64_t hashMaterials(uint64_t h, const vlScene* scene)
{
    for (int a = 0; a < scene->materialCount; ++a) {
        h = hashText(h, scene->materials[a].name);
        for (int b = a; b < scene->materialCount; ++b) {
            vlSurface surface = vlDefaultSurface();
            vlResult result = vlScene_GetSurface(scene, a, b, &surface);
            (void)result; // both exist
            h = hashSurface(h, &surface);
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

static uint64_t hashMotion(uint64_t h, const vlMotionScript* motion)
{
    h = hashInt(h, (int)motion->kind);
    if (motion->kind == VL_MOTION_PATH) {
        h = hashInt(h, (motion->repeat ? 1 : 0) + (motion->smooth ? 2 : 0));
        for (int i = 0; i < motion->keyCount; ++i) {
            h = hashPose(vlHash_Double(h, motion->keys[i].time), motion->keys[i].pose);
        }
    } else if (motion->kind == VL_MOTION_OSCILLATE) {
        h = vlHash_Vec(vlHash_Vec(h, motion->amplitude), motion->turn);
        h = vlHash_Double(vlHash_Double(h, motion->frequency), motion->phase);
    }
    return h;
}

static uint64_t hashBody(uint64_t h, const vlSceneBody* body, uint64_t shape)
{
    const vlBodyDef* def = &body->def;
    h = hashInt(hashText(h, body->name), (int)def->type);
    h = vlHash_Word(vlHash_Word(h, shape), def->material.index);
    h = hashPose(h, def->pose);
    h = vlHash_Vec(vlHash_Vec(h, def->velocity.linear), def->velocity.angular);
    h = vlHash_Double(vlHash_Double(h, def->mass), def->density);
    if (def->hasInertia) {
        h = vlHash_Vec(h, def->centroid);
        h = vlHash_Vec(vlHash_Vec(vlHash_Vec(h, def->inertia.cx), def->inertia.cy),
                       def->inertia.cz);
    }
    h = hashInt(h, def->hasInertia ? 1 : 0);
    for (int i = 0; i < body->faceNameCount; ++i) {
        const vlFaceName* face = &body->faceNames[i];
        h = hashInt(hashText(h, face->name), face->hasPoint ? 1 : 0);
        h = vlHash_Vec(vlHash_Vec(h, face->direction), face->point);
    }
    return hashMotion(vlHash_Word(h, body->colour), &body->motion);
}

static uint64_t hashForce(uint64_t h, const vlSceneForce* f)
{
    h = vlHash_Vec(vlHash_Vec(hashInt(h, f->body), f->force), f->torque);
    h = vlHash_Vec(h, f->point);
    h = hashInt(h, (f->atCentre ? 1 : 0) + (f->inBodyFrame ? 2 : 0));
    return vlHash_Double(vlHash_Double(h, f->from), f->until);
}

static uint64_t hashSpring(uint64_t h, const vlSceneSpring* s)
{
    h = hashInt(hashInt(hashText(h, s->name), s->bodyA), s->bodyB);
    h = vlHash_Vec(vlHash_Vec(vlHash_Vec(h, s->def.pointA), s->def.pointB), s->def.velocityA);
    h = vlHash_Double(vlHash_Double(h, s->def.restLength), s->def.stiffness);
    h = vlHash_Double(vlHash_Double(h, s->def.damping), s->def.spinDamping);
    return vlHash_Double(h, s->def.maxForce);
}

static uint64_t hashMotor(uint64_t h, const vlMotor* motor, const vlTargetScript* target)
{
    h = hashInt(hashInt(h, (int)motor->mode), (int)target->kind);
    h = vlHash_Double(vlHash_Double(h, motor->target), motor->stiffness);
    h = vlHash_Double(vlHash_Double(h, motor->damping), motor->freeSpeed);
    h = vlHash_Double(h, motor->maxForce);
    if (target->kind == VL_MOTION_PATH) {
        h = hashInt(h, (target->repeat ? 1 : 0) + (target->smooth ? 2 : 0));
        for (int i = 0; i < target->keyCount; ++i) {
            h = vlHash_Double(vlHash_Double(h, target->keys[i].time), target->keys[i].value);
        }
    } else if (target->kind == VL_MOTION_OSCILLATE) {
        h = vlHash_Double(vlHash_Double(h, target->mean), target->amplitude);
        h = vlHash_Double(vlHash_Double(h, target->frequency), target->phase);
    }
    return h;
}

static uint64_t hashAxis(uint64_t h, const vlAxisDef* axis)
{
    h = vlHash_Double(vlHash_Double(h, axis->lower), axis->upper);
    h = vlHash_Double(vlHash_Double(h, axis->limitStiffness), axis->limitDamping);
    h = vlHash_Double(vlHash_Double(h, axis->stiffness), axis->rest);
    return vlHash_Double(vlHash_Double(h, axis->damping), axis->friction);
}

static uint64_t hashJoint(uint64_t h, const vlSceneJoint* joint)
{
    const vlJointDef* def = &joint->def;
    h = hashInt(hashInt(hashText(h, joint->name), joint->bodyA), joint->bodyB);
    h = hashInt(hashInt(h, (int)def->type), def->collide ? 1 : 0);
    h = hashPose(hashPose(h, def->frameA), def->frameB);
    h = vlHash_Double(vlHash_Double(h, def->stiffness), def->damping);
    h = vlHash_Double(vlHash_Double(h, def->angularStiffness), def->angularDamping);
    h = vlHash_Vec(vlHash_Vec(h, def->bushingStiffness), def->bushingDamping);
    h = vlHash_Vec(vlHash_Vec(h, def->bushingAngularStiffness), def->bushingAngularDamping);
    for (int k = 0; k < vlJointType_GetAxisCount(def->type); ++k) {
        h = hashMotor(hashAxis(h, &def->axis[k]), &def->axis[k].motor, &joint->target[k]);
    }
    return h;
}

static uint64_t hashCoupling(uint64_t h, const vlCouplingDef* def)
{
    h = hashPose(h, def->grasp);
    h = vlHash_Double(vlHash_Double(h, def->stiffness), def->damping);
    h = vlHash_Double(vlHash_Double(h, def->angularStiffness), def->angularDamping);
    return vlHash_Double(vlHash_Double(h, def->maxForce), def->maxTorque);
}

static uint64_t hashGrip(uint64_t h, const vlSimulatedGrip* grip)
{
    h = vlHash_Double(vlHash_Double(h, grip->stiffness), grip->damping);
    return vlHash_Double(vlHash_Double(h, grip->angularStiffness), grip->angularDamping);
}

static uint64_t hashHand(uint64_t h, const vlSceneHand* hand)
{
    h = hashInt(hashInt(hashGrip(h, &hand->grip), hand->keyCount), hand->repeat ? 1 : 0);
    h = hashInt(hashGrip(h, &hand->arm), hand->carriesWeight ? 1 : 0);
    for (int i = 0; i < hand->keyCount; ++i) {
        h = hashPose(vlHash_Double(h, hand->keys[i].time), hand->keys[i].pose);
    }
    h = vlHash_Vec(vlHash_Vec(h, hand->amplitude), hand->turn);
    h = vlHash_Double(vlHash_Double(h, hand->frequency), hand->phase);
    h = hashInt(hashInt(h, hand->gripCount), hand->pressCount);
    for (int i = 0; i < hand->gripCount; ++i) {
        h = hashGrip(vlHash_Double(h, hand->grips[i].time), &hand->grips[i].grip);
    }
    for (int i = 0; i < hand->pressCount; ++i) {
        const vlSimulatedPress* press = &hand->presses[i];
        h = vlHash_Word(vlHash_Double(vlHash_Double(h, press->from), press->to), press->buttons);
    }
    return h;
}

static uint64_t hashMode(uint64_t h, const vlSimulatedMode* mode)
{
    h = vlHash_Double(vlHash_Double(h, mode->handleShare), mode->frequency);
    return vlHash_Double(h, mode->ratio);
}

static uint64_t hashModel(uint64_t h, const vlSimulatedDeviceDef* def)
{
    const vlDeviceInfo* info = &def->info;
    const double numbers[] = {info->radius,
                              info->maxForce,
                              info->maxTorque,
                              info->maxStiffness,
                              info->maxAngularStiffness,
                              info->maxDamping,
                              info->maxAngularDamping,
                              info->rate,
                              def->mass,
                              def->inertia,
                              def->damping,
                              def->angularDamping,
                              def->friction,
                              def->angularFriction,
                              def->resolution,
                              def->angularResolution,
                              def->motors.delay,
                              def->motors.jitter,
                              def->motors.bandwidth,
                              def->motors.forceResolution,
                              def->motors.torqueResolution};
    h = hashText(h, info->model);
    h = hashInt(h, (info->hasOrientation ? 1 : 0) + (info->hasTorque ? 2 : 0));
    h = hashInt(h, info->buttonCount);
    for (int i = 0; i < (int)(sizeof numbers / sizeof numbers[0]); ++i) {
        h = vlHash_Double(h, numbers[i]);
    }
    h = hashMode(hashMode(h, &def->mode), &def->angularMode);
    h = vlHash_Vec(vlHash_Vec(h, def->directions.mass), def->directions.damping);
    return vlHash_Vec(h, def->directions.friction);
}

static uint64_t hashDevice(uint64_t h, const vlSceneDevice* device)
{
    h = hashText(hashText(hashText(h, device->name), device->backend), device->address);
    h = hashPose(h, device->base);
    h = vlHash_Double(vlHash_Double(h, device->scale), device->forceScale);
    h = hashInt(h, (device->fixOrientation ? 1 : 0) + (device->isPassivityOn ? 2 : 0));
    h = hashInt(hashInt(h, (int)device->velocity), device->body);
    h = hashInt(hashInt(h, device->graspButton), device->clutchButton);
    h = hashCoupling(vlHash_Double(h, device->reach), &device->coupling);
    if (device->velocityCut != vlDefaultVelocityDef().cut) {
        h = vlHash_Double(h, device->velocityCut);
    }
    if (device->model != NULL) {
        h = hashModel(h, device->model);
    }
    return hashHand(h, &device->hand);
}

// Scenes without formations keep the hash that they had before formations existed.
static uint64_t hashFormations(uint64_t h, const vlSceneFormations* f)
{
    if (f->against < 0) {
        return h;
    }
    h = hashInt(hashInt(hashText(h, "formations"), f->against), f->hasTorsion ? 1 : 0);
    h = vlHash_Double(vlHash_Double(h, f->stiffness), f->shell);
    return vlHash_Double(h, f->frictionStiffness);
}

uint64_t vlScene_ComputeHash(const vlScene* scene)
{
    uint64_t h = hashText(VL_HASH_SEED, scene->name);
    h = hashMaterials(hashWorld(h, &scene->world), scene);
    const vlShape* last = NULL; // copies of a body share their shape: it is hashed once
    uint64_t shape = 0;
    for (int i = 0; i < scene->bodyCount; ++i) {
        if (scene->bodies[i].def.shape != last) {
            last = scene->bodies[i].def.shape;
            shape = hashShape(VL_HASH_SEED, last);
        }
        h = hashBody(h, &scene->bodies[i], shape);
    }
    for (int i = 0; i < scene->forceCount; ++i) {
        h = hashForce(h, &scene->forces[i]);
    }
    for (int i = 0; i < scene->springCount; ++i) {
        h = hashSpring(h, &scene->springs[i]);
    }
    for (int i = 0; i < scene->jointCount; ++i) {
        h = hashJoint(h, &scene->joints[i]);
    }
    for (int i = 0; i < scene->deviceCount; ++i) {
        h = hashDevice(h, &scene->devices[i]);
    }
    for (int i = 0; i < scene->deviceCount; ++i) {
        h = hashFormations(h, &scene->devices[i].formations);
    }
    // Scenes in space keep the hash that they had before planar scenes existed.
    for (int i = 0; scene->isPlanar && i < scene->deviceCount; ++i) {
        h = hashInt(h, (int)scene->devices[i].channels);
    }
    h = scene->isPlanar ? hashText(h, "planar") : h;
    h = scene->isPlanar && scene->world2.load > 0.0 ? vlHash_Double(h, scene->world2.load) : h;
    h = scene->camera.follow >= 0 ? hashInt(hashText(h, "follow"), scene->camera.follow) : h;
    h = hashInt(h, scene->camera.isSet ? 1 : 0);
    return vlHash_Vec(vlHash_Vec(h, scene->camera.position), scene->camera.target);
}
