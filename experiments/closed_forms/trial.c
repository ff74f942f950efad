// SPDX-License-Identifier: MIT
#include "experiments/closed_forms/trial.h"

#include <math.h>

#include "base/angle.h"

vlFormScene* vlFormScene_Begin(vlVec3 gravity, double friction)
{
    static vlFormScene scene;
    scene.gravity = gravity;
    scene.friction = friction;
    scene.hasFloor = false;
    scene.bodyCount = scene.jointCount = 0;
    return &scene;
}

vlFormScene* vlFormScene_BeginOnFloor(double friction)
{
    vlFormScene* scene = vlFormScene_Begin(vlVec(0.0, 0.0, -VL_FORM_GRAVITY), friction);
    scene->hasFloor = true;
    return scene;
}

static vlFormBody* addBody(vlFormScene* scene, vlFormShape shape, vlVec3 size, double mass,
                           vlPose pose)
{
    int last = scene->bodyCount < VL_FORM_MAX_BODIES ? scene->bodyCount++ : VL_FORM_MAX_BODIES - 1;
    scene->bodies[last] = (vlFormBody){
        .type = VL_BODY_DYNAMIC, .shape = shape, .size = size, .mass = mass, .pose = pose};
    return &scene->bodies[last];
}

int vlFormScene_AddBox(vlFormScene* scene, vlVec3 size, double mass, vlPose pose)
{
    vlFormBody* body = addBody(scene, VL_FORM_BOX, size, mass, pose);
    vlVec3 s = vlVec(size.x * size.x, size.y * size.y, size.z * size.z);
    body->inertia = vlScale(vlVec(s.y + s.z, s.z + s.x, s.x + s.y), mass / 12.0);
    return scene->bodyCount - 1;
}

int vlFormScene_AddBall(vlFormScene* scene, double radius, double mass, vlPose pose)
{
    vlFormBody* body = addBody(scene, VL_FORM_BALL, vlVec(radius, 0.0, 0.0), mass, pose);
    double moment = 0.4 * mass * radius * radius;
    body->inertia = vlVec(moment, moment, moment);
    return scene->bodyCount - 1;
}

int vlFormScene_AddCylinder(vlFormScene* scene, int sides, double radius, double length,
                            double mass, vlPose pose)
{
    vlFormBody* body = addBody(scene, VL_FORM_CYLINDER, vlVec(radius, length, 0.0), mass, pose);
    double across = mass * (3.0 * radius * radius + length * length) / 12.0;
    body->sides = sides;
    body->inertia = vlVec(across, across, 0.5 * mass * radius * radius);
    return scene->bodyCount - 1;
}

int vlFormScene_AddHull(vlFormScene* scene, const vlVec3* points, int count, double density,
                        vlPose pose)
{
    vlShape* shape = NULL;
    vlFormBody* body = addBody(scene, VL_FORM_HULL, vlZero(), 0.0, pose);
    if (count <= VL_FORM_MAX_POINTS &&
        vlShape_CreateHull(NULL, points, count, &shape, NULL, 0) == VL_OK) {
        vlMassProperties m = vlShape_GetMassProperties(shape);
        body->pointCount = count;
        for (int i = 0; i < count; ++i) {
            body->points[i] = vlSub(points[i], m.centroid);
        }
        body->mass = density * m.volume;
        body->inertia = vlScale(vlVec(m.inertia.cx.x, m.inertia.cy.y, m.inertia.cz.z), density);
        body->pose.p = vlTransform(pose, m.centroid);
    }
    vlShape_Release(shape);
    return scene->bodyCount - 1;
}

vlFormBody* vlFormScene_Last(vlFormScene* scene)
{
    return &scene->bodies[scene->bodyCount - 1];
}

void vlFormScene_AddHinge(vlFormScene* scene, int bodyA, int bodyB, vlVec3 point, vlVec3 axis)
{
    if (scene->jointCount < VL_FORM_MAX_JOINTS) {
        scene->joints[scene->jointCount++] = (vlFormJoint){true, bodyA, bodyB, point, axis};
    }
}

static bool hasRefused; // an engine could not begin a trial of the current measurement

vlFormTrial vlFormTrial_Begin(const vlFormMethod* method, const vlFormScene* scene)
{
    void* handle = method->engine->create(scene, method->step);
    hasRefused = hasRefused || handle == NULL;
    return (vlFormTrial){method->engine, handle, method->step};
}

double vlForm_Measure(const vlForm* form, const vlFormMethod* method)
{
    hasRefused = false;
    double value = form->measure(method, form->parameter);
    return hasRefused ? nan("") : value;
}

void vlFormTrial_End(vlFormTrial* trial)
{
    if (trial->handle != NULL) {
        trial->engine->destroy(trial->handle);
    }
    trial->handle = NULL;
}

void vlFormTrial_Step(vlFormTrial* trial)
{
    if (trial->handle != NULL) {
        trial->engine->step(trial->handle);
    }
}

int vlFormTrial_Steps(const vlFormTrial* trial, double seconds)
{
    return (int)lround(seconds / trial->step);
}

void vlFormTrial_Run(vlFormTrial* trial, double seconds)
{
    int count = vlFormTrial_Steps(trial, seconds);
    for (int i = 0; i < count; ++i) {
        vlFormTrial_Step(trial);
    }
}

static void read(const vlFormTrial* trial, int body, vlPose* pose, vlTwist* twist)
{
    double none = nan("");
    *pose = (vlPose){vlVec(none, none, none), {none, none, none, none}};
    *twist = (vlTwist){vlVec(none, none, none), vlVec(none, none, none)};
    if (trial->handle != NULL) {
        trial->engine->getState(trial->handle, body, pose, twist);
    }
}

vlPose vlFormTrial_Pose(const vlFormTrial* trial, int body)
{
    vlPose pose;
    vlTwist twist;
    read(trial, body, &pose, &twist);
    return pose;
}

vlTwist vlFormTrial_Twist(const vlFormTrial* trial, int body)
{
    vlPose pose;
    vlTwist twist;
    read(trial, body, &pose, &twist);
    return twist;
}

void vlFormTrial_SetTwist(vlFormTrial* trial, int body, vlVec3 linear, vlVec3 angular)
{
    if (trial->handle != NULL) {
        trial->engine->setTwist(trial->handle, body, (vlTwist){linear, angular});
    }
}

void vlFormTrial_Push(vlFormTrial* trial, int body, vlVec3 force, vlVec3 point)
{
    if (trial->handle != NULL) {
        trial->engine->push(trial->handle, body, force, point);
    }
}

void vlFormTrial_SetGravity(vlFormTrial* trial, vlVec3 gravity)
{
    if (trial->handle != NULL) {
        trial->engine->setGravity(trial->handle, gravity);
    }
}

vlVec3 vlForm_SlopeGravity(double angle)
{
    return vlVec(VL_FORM_GRAVITY * vlSine(angle), 0.0, -VL_FORM_GRAVITY * vlCosine(angle));
}

double vlForm_Halve(double low, double high, int rounds, bool isRising,
                    bool (*holds)(const vlFormMethod* method, double value, double parameter),
                    const vlFormMethod* method, double parameter)
{
    for (int i = 0; i < rounds; ++i) {
        double middle = 0.5 * (low + high);
        *(holds(method, middle, parameter) == isRising ? &high : &low) = middle;
    }
    return 0.5 * (low + high);
}
