// SPDX-License-Identifier: MIT
// Volar as an engine that runs closed forms, with its default settings.

#include <math.h>
#include <stdlib.h>

#include "experiments/closed_forms/form.h"

#define BALL_SECTORS 60
#define BALL_BANDS 34

const vlFormMethod vlForm_Methods[VL_FORM_METHODS] = {
    {&vlFormEngine_Explicit, VL_INTEGRATOR_EULER, 1e-3, "explicit 1 ms"},
    {&vlFormEngine_Implicit, VL_INTEGRATOR_IMPLICIT, 1e-3, "implicit 1 ms"},
    {&vlFormEngine_Implicit, VL_INTEGRATOR_IMPLICIT, 5e-3, "implicit 5 ms"}};

typedef struct VolarRun {
    vlWorld* world;
    vlBodyId bodies[VL_FORM_MAX_BODIES];
} VolarRun;

static vlResult createShape(const vlFormBody* body, vlShape** shape)
{
    switch (body->shape) {
    case VL_FORM_BALL:
        return vlShape_CreateSphere(NULL, body->size.x, BALL_SECTORS, BALL_BANDS, shape, NULL, 0);
    case VL_FORM_CYLINDER:
        return vlShape_CreateCylinder(NULL, body->sides, body->size.x, body->size.y, shape, NULL,
                                      0);
    case VL_FORM_HULL:
        return vlShape_CreateHull(NULL, body->points, body->pointCount, shape, NULL, 0);
    case VL_FORM_BOX: break;
    }
    return vlShape_CreateBox(NULL, vlScale(body->size, 0.5), shape, NULL, 0);
}

static vlResult addBody(VolarRun* run, const vlFormBody* body, vlBodyId* id)
{
    vlBodyDef def = vlDefaultBodyDef();
    def.type = body->type;
    def.mass = body->type == VL_BODY_DYNAMIC ? body->mass : 0.0;
    def.pose = body->pose;
    def.velocity = body->velocity;
    vlResult result = createShape(body, &def.shape);
    result = result == VL_OK ? vlWorld_CreateBody(run->world, &def, id) : result;
    vlShape_Release(def.shape);
    return result;
}

static vlResult addFloor(VolarRun* run)
{
    vlBodyDef def = vlDefaultBodyDef();
    vlBodyId floor;
    def.type = VL_BODY_STATIC;
    vlResult result = vlShape_CreateHalfspace(NULL, vlVec(0.0, 0.0, 1.0), 0.0, &def.shape, NULL, 0);
    result = result == VL_OK ? vlWorld_CreateBody(run->world, &def, &floor) : result;
    vlShape_Release(def.shape);
    return result;
}

static vlResult addJoint(VolarRun* run, const vlFormJoint* joint)
{
    vlJointDef def = vlDefaultJointDef(joint->isHinge ? VL_JOINT_HINGE : VL_JOINT_BALL);
    vlJointId id;
    if (joint->bodyA >= 0) {
        def.bodyA = run->bodies[joint->bodyA];
    }
    def.bodyB = run->bodies[joint->bodyB];
    vlResult result = vlJointDef_Place(&def, run->world, joint->point, joint->axis, vlZero());
    return result == VL_OK ? vlWorld_CreateJoint(run->world, &def, &id) : result;
}

static void destroy(void* handle)
{
    VolarRun* run = handle;
    vlWorld_Destroy(run->world);
    free(run);
}

static void* create(const vlFormScene* scene, double step, vlIntegrator integrator)
{
    VolarRun* run = calloc(1, sizeof *run);
    if (run == NULL) {
        return NULL;
    }
    vlWorldDef def = vlDefaultWorldDef();
    def.integrator = integrator;
    def.step = step;
    def.gravity = scene->gravity;
    def.capacity.bodies = scene->bodyCount + 1;
    def.surface.frictionStatic = def.surface.frictionDynamic = scene->friction;
    vlResult result = vlWorld_Create(&def, &run->world, NULL, 0);
    if (result == VL_OK && scene->hasFloor) {
        result = addFloor(run);
    }
    for (int i = 0; i < scene->bodyCount && result == VL_OK; ++i) {
        result = addBody(run, &scene->bodies[i], &run->bodies[i]);
    }
    for (int i = 0; i < scene->jointCount && result == VL_OK; ++i) {
        result = addJoint(run, &scene->joints[i]);
    }
    if (result != VL_OK) {
        destroy(run);
        return NULL;
    }
    return run;
}

static void* createExplicit(const vlFormScene* scene, double step)
{
    return create(scene, step, VL_INTEGRATOR_EULER);
}

static void* createImplicit(const vlFormScene* scene, double step)
{
    return create(scene, step, VL_INTEGRATOR_IMPLICIT);
}

static void step(void* handle)
{
    // A body that had to be frozen reads as not-a-number below.
    (void)vlWorld_Step(((VolarRun*)handle)->world);
}

static void getState(void* handle, int body, vlPose* pose, vlTwist* twist)
{
    const VolarRun* run = handle;
    vlBodyId id = run->bodies[body];
    vlPose frame;
    vlVec3 centre;
    vlTwist velocity;
    if (vlBody_GetPose(run->world, id, &frame) == VL_OK &&
        vlBody_GetCentre(run->world, id, &centre) == VL_OK &&
        vlBody_GetTwist(run->world, id, &velocity) == VL_OK && !vlBody_IsFrozen(run->world, id)) {
        *pose = (vlPose){centre, frame.q};
        *twist = velocity;
    }
}

static void setTwist(void* handle, int body, vlTwist twist)
{
    const VolarRun* run = handle;
    // It can refuse only a velocity that is out of range; the measurement then shows it.
    (void)!vlBody_SetTwist(run->world, run->bodies[body], twist);
}

static void push(void* handle, int body, vlVec3 force, vlVec3 point)
{
    const VolarRun* run = handle;
    (void)!vlBody_ApplyForce(run->world, run->bodies[body], force, point);
}

static void setGravity(void* handle, vlVec3 gravity)
{
    vlWorld_SetGravity(((VolarRun*)handle)->world, gravity);
}

#define VOLAR_OPERATIONS                                                                           \
    .destroy = destroy, .step = step, .getState = getState, .setTwist = setTwist, .push = push,    \
    .setGravity = setGravity

const vlFormEngine vlFormEngine_Explicit = {
    .name = "volar", .create = createExplicit, VOLAR_OPERATIONS};
const vlFormEngine vlFormEngine_Implicit = {
    .name = "volar-implicit", .create = createImplicit, VOLAR_OPERATIONS};
