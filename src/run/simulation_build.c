// SPDX-License-Identifier: MIT
// Makes a world and everything that moves it from a scene.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/script_at.h"
#include "run/plane.h"
#include "scene/scene_parts.h"

static vlResult addMaterials(vlSimulation* s)
{
    int count = vlScene_GetMaterialCount(s->scene);
    vlResult r = VL_OK;
    if (s->plane != NULL) { // nothing touches in the world that shows a plane
        count = 0;
    }
    for (int i = 1; i < count && r == VL_OK; ++i) { // material 0 exists in every world
        vlMaterialId id;
        r = vlWorld_CreateMaterial(s->world, &id);
    }
    for (int a = 0; a < count; ++a) {
        for (int b = a; b < count && r == VL_OK; ++b) {
            vlMaterialId idA = {(uint32_t)a};
            vlMaterialId idB = {(uint32_t)b};
            vlSurface surface;
            r = vlScene_GetSurface(s->scene, a, b, &surface);
            r = r == VL_OK ? vlWorld_SetSurface(s->world, idA, idB, &surface) : r;
        }
    }
    return r;
}

static vlResult addBodies(vlSimulation* s)
{
    vlResult r = VL_OK;
    for (int i = 0; i < s->bodyCount && r == VL_OK; ++i) {
        const vlSceneBody* body = vlScene_GetBody(s->scene, i);
        vlBodyDef def = body->def;
        def.pose = vlMotionScript_At(&body->motion, def.pose, 0.0); // where its script begins
        if (s->plane != NULL) {                                     // it only shows the polygon
            def.type = def.type == VL_BODY_DYNAMIC ? VL_BODY_KINEMATIC : def.type;
            def.material.index = 0;
            def.hasInertia = false;
        }
        r = vlWorld_CreateBody(s->world, &def, &s->body[i]);
        if (r == VL_OK) {
            s->place[s->body[i].index1 - 1] = i;
            if (body->motion.kind != VL_MOTION_NONE) {
                s->scripted[s->scriptedCount++] = i;
            }
            r = vlBody_GetCentre(s->world, s->body[i], &s->startCentre[i]);
        }
    }
    return r;
}

static vlResult addSprings(vlSimulation* s)
{
    vlResult r = VL_OK;
    for (int i = 0; i < vlScene_GetSpringCount(s->scene) && r == VL_OK; ++i) {
        const vlSceneSpring* spring = vlScene_GetSpring(s->scene, i);
        vlSpringDef def = spring->def;
        def.bodyA = vlSimulation_GetBody(s, spring->bodyA);
        def.bodyB = vlSimulation_GetBody(s, spring->bodyB);
        vlSpringId made;
        r = vlWorld_CreateSpring(s->world, &def, &made);
    }
    return r;
}

static vlResult addJoints(vlSimulation* s)
{
    vlResult r = VL_OK;
    for (int i = 0; i < vlScene_GetJointCount(s->scene) && r == VL_OK; ++i) {
        const vlSceneJoint* joint = vlScene_GetJoint(s->scene, i);
        vlJointDef def = joint->def;
        def.bodyA = vlSimulation_GetBody(s, joint->bodyA);
        def.bodyB = vlSimulation_GetBody(s, joint->bodyB);
        r = vlWorld_CreateJoint(s->world, &def, &s->joint[i]);
        for (int k = 0; k < VL_MAX_JOINT_AXES; ++k) {
            if (joint->target[k].kind != VL_MOTION_NONE) {
                s->drive[s->driveCount++] = (vlDrive){i, k};
            }
        }
    }
    return r;
}

// Runs after the start was saved: a restart lets go of everything, and takes hold again.
static vlResult addDevices(vlSimulation* s, char* message, size_t messageSize)
{
    vlResult r = VL_OK;
    for (int i = 0; i < vlScene_GetDeviceCount(s->scene) && r == VL_OK; ++i) {
        const vlSceneDevice* device = vlScene_GetDevice(s->scene, i);
        int against = device->formations.against;
        if (against >= 0 && s->plane == NULL) {
            r = vlSlot_OpenFormations(&s->slot[i], s->scene, device, s->world,
                                      vlSimulation_GetBody(s, device->body),
                                      vlSimulation_GetBody(s, against), message, messageSize);
        }
        if (r != VL_OK) {
            return r;
        }
        r = vlSlot_Open(&s->slot[i], device, s->world, s->plane,
                        vlSimulation_GetBody(s, device->body), message, messageSize);
    }
    return r;
}

static vlResult allocateArrays(vlSimulation* s)
{
    size_t bodies = (size_t)s->bodyCount;
    size_t joints = (size_t)vlScene_GetJointCount(s->scene);
    s->body = calloc(bodies + 1, sizeof *s->body); // never zero bytes: NULL always means no memory
    s->place = calloc(bodies + 1, sizeof *s->place);
    s->scripted = calloc(bodies + 1, sizeof *s->scripted);
    s->startCentre = calloc(bodies + 1, sizeof *s->startCentre);
    s->joint = calloc(joints + 1, sizeof *s->joint);
    s->drive = calloc(VL_MAX_JOINT_AXES * joints + 1, sizeof *s->drive);
    s->value = calloc((size_t)vlScene_GetParameterCount(s->scene) + 1, sizeof *s->value);
    s->slot = calloc((size_t)vlScene_GetDeviceCount(s->scene) + 1, sizeof *s->slot);
    bool isComplete = s->body != NULL && s->place != NULL && s->scripted != NULL &&
                      s->startCentre != NULL && s->joint != NULL && s->drive != NULL &&
                      s->slot != NULL && s->value != NULL;
    return isComplete ? VL_OK : VL_ERROR_MEMORY;
}

// A body has left when it is farther from the middle of the scene than this many times the distance
// of the farthest point of any body at the start. A walking insect takes minutes for that, a body
// that falls seconds.
#define LEAVING 25.0

static void findRange(vlSimulation* s)
{
    double far = 0.0;
    double count = 0.0;
    for (int pass = 0; pass < 2; ++pass) {
        for (int i = 0; i < s->bodyCount; ++i) {
            const vlBodyDef* def = &vlScene_GetBody(s->scene, i)->def;
            double radius = vlShape_GetRadius(def->shape);
            if (!isfinite(radius)) {
                continue; // a half-space is everywhere
            }
            if (pass == 0) {
                s->middle = vlAdd(s->middle, s->startCentre[i]);
                count += 1.0;
            } else {
                // The frame of a shape may lie outside it: twice the radius reaches any of its
                // points.
                far = fmax(far, vlLength(vlSub(s->startCentre[i], s->middle)) + 2.0 * radius);
            }
        }
        s->middle = pass == 0 ? vlScale(s->middle, 1.0 / fmax(count, 1.0)) : s->middle;
    }
    s->range = LEAVING * far;
}

static void takeParameters(vlSimulation* s)
{
    for (int i = 0; i < vlScene_GetParameterCount(s->scene); ++i) {
        s->value[i] = vlScene_GetParameter(s->scene, i)->value;
    }
}

static vlResult keepStart(vlSimulation* s)
{
    s->startSize = vlWorld_GetSnapshotSize(s->world);
    s->start = malloc(s->startSize);
    return s->start == NULL ? VL_ERROR_MEMORY : vlWorld_Save(s->world, s->start, s->startSize);
}

static vlResult build(vlSimulation* s, char* message, size_t messageSize)
{
    vlResult r = allocateArrays(s);
    if (r == VL_OK) {
        r = vlWorld_Create(vlScene_GetWorldDef(s->scene), &s->world, message, messageSize);
        if (r != VL_OK) {
            return r; // the world's own message
        }
    }
    if (r == VL_OK && vlScene_IsPlanar(s->scene)) {
        r = vlPlane_Build(s, message, messageSize);
        if (r != VL_OK) {
            return r; // likewise
        }
    }
    r = r == VL_OK ? addMaterials(s) : r;
    r = r == VL_OK ? addBodies(s) : r;
    r = r == VL_OK ? addSprings(s) : r;
    r = r == VL_OK ? addJoints(s) : r;
    r = r == VL_OK ? keepStart(s) : r;
    if (r == VL_OK) {
        takeParameters(s);
        findRange(s);
    }
    if (r != VL_OK && message != NULL && messageSize > 0) {
        bool hasMessage = r != VL_ERROR_MEMORY && s->world != NULL;
        snprintf(message, messageSize, "%s",
                 hasMessage ? vlWorld_GetMessage(s->world) : vlResult_Text(r));
    }
    return r == VL_OK ? addDevices(s, message, messageSize) : r;
}

vlResult vlSimulation_Create(const vlScene* scene, vlSimulation** simulation, char* message,
                             size_t messageSize)
{
    if (scene == NULL || simulation == NULL) {
        return VL_ERROR_ARGUMENT;
    }
    vlSimulation* s = calloc(1, sizeof *s);
    if (s == NULL) {
        if (message != NULL && messageSize > 0) {
            snprintf(message, messageSize, "%s", vlResult_Text(VL_ERROR_MEMORY));
        }
        return VL_ERROR_MEMORY;
    }
    s->scene = scene;
    s->bodyCount = vlScene_GetBodyCount(scene);
    vlResult r = build(s, message, messageSize);
    if (r != VL_OK) {
        vlSimulation_Destroy(s);
        return r;
    }
    *simulation = s;
    return VL_OK;
}

void vlSimulation_Destroy(vlSimulation* simulation)
{
    if (simulation == NULL) {
        return;
    }
    for (int i = 0; simulation->slot != NULL && i < vlScene_GetDeviceCount(simulation->scene);
         ++i) {
        vlSlot_Close(&simulation->slot[i]);
    }
    free(simulation->slot);
    vlPlane_Destroy(simulation);
    vlWorld_Destroy(simulation->world);
    free(simulation->body);
    free(simulation->place);
    free(simulation->scripted);
    free(simulation->joint);
    free(simulation->drive);
    free(simulation->value);
    free(simulation->startCentre);
    free(simulation->start);
    free(simulation);
}
