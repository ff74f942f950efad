// SPDX-License-Identifier: MIT
// A scene in motion. One step, from top to bottom: inputs, scripts, hands, forces, world.

#include "volar/simulation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scene/hand.h"
#include "scene/script.h"

struct vlSimulation {
    const vlScene* scene;
    vlWorld* world;
    int bodyCount;
    vlBodyId* body; // [bodyCount] in the scene's order
    int* place;     // [bodyCount] by the world's index
    int* scripted;  // [bodyCount] places of the bodies that follow a script
    int scriptedCount;
    vlSpringId* spring;   // [springs of the scene]
    vlVec3* startCentre;  // [bodyCount]
    unsigned char* start; // snapshot
    size_t startSize;
    vlHand hand[VL_MAX_GRABS];
    vlInput waiting[VL_MAX_INPUTS];
    int waitingCount;
    vlInput taken[VL_MAX_INPUTS];
    int takenCount;
};

static vlResult addMaterials(vlSimulation* s)
{
    int count = vlScene_GetMaterialCount(s->scene);
    vlResult r = VL_OK;
    for (int i = 1; i < count && r == VL_OK; ++i) { // 0 is the world's own
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
        def.pose = vlScript_At(&body->motion, def.pose, 0.0); // where its script begins
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
        r = vlWorld_CreateSpring(s->world, &def, &s->spring[i]);
    }
    return r;
}

static vlResult allocateArrays(vlSimulation* s)
{
    size_t bodies = (size_t)s->bodyCount;
    size_t springs = (size_t)vlScene_GetSpringCount(s->scene);
    s->body = calloc(bodies + 1, sizeof *s->body); // never of no bytes: NULL means no memory
    s->place = calloc(bodies + 1, sizeof *s->place);
    s->scripted = calloc(bodies + 1, sizeof *s->scripted);
    s->startCentre = calloc(bodies + 1, sizeof *s->startCentre);
    s->spring = calloc(springs + 1, sizeof *s->spring);
    bool isComplete = s->body != NULL && s->place != NULL && s->scripted != NULL &&
                      s->startCentre != NULL && s->spring != NULL;
    return isComplete ? VL_OK : VL_ERROR_MEMORY;
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
    r = r == VL_OK ? addMaterials(s) : r;
    r = r == VL_OK ? addBodies(s) : r;
    r = r == VL_OK ? addSprings(s) : r;
    r = r == VL_OK ? keepStart(s) : r;
    if (r != VL_OK && message != NULL && messageSize > 0) {
        bool hasMessage = r != VL_ERROR_MEMORY && s->world != NULL;
        snprintf(message, messageSize, "%s",
                 hasMessage ? vlWorld_GetMessage(s->world) : vlResult_Text(r));
    }
    return r;
}

vlResult vlSimulation_Create(const vlScene* scene, vlSimulation** simulation, char* message,
                             size_t messageSize)
{
    if (scene == NULL || simulation == NULL) {
        return VL_ERROR_ARGUMENT;
    }
    vlSimulation* s = calloc(1, sizeof *s);
    if (s == NULL) {
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
    vlWorld_Destroy(simulation->world);
    free(simulation->body);
    free(simulation->place);
    free(simulation->scripted);
    free(simulation->spring);
    free(simulation->startCentre);
    free(simulation->start);
    free(simulation);
}

static bool isSensible(const vlSimulation* s, const vlInput* input)
{
    if (input->kind == VL_INPUT_RESTART) {
        return true;
    }
    if (input->hand < 0 || input->hand >= VL_MAX_GRABS) {
        return false;
    }
    if (input->kind == VL_INPUT_RELEASE) {
        return true;
    }
    if (input->kind == VL_INPUT_MOVE) {
        return vlIsFinite(input->target);
    }
    const vlSceneBody* body = vlScene_GetBody(s->scene, input->body);
    return input->kind == VL_INPUT_GRAB && body != NULL && body->def.type == VL_BODY_DYNAMIC &&
           vlIsFinite(input->point) && vlIsFinite(input->target);
}

vlResult vlSimulation_Input(vlSimulation* simulation, const vlInput* input)
{
    if (input == NULL || !isSensible(simulation, input)) {
        return VL_ERROR_ARGUMENT;
    }
    if (simulation->waitingCount == VL_MAX_INPUTS) {
        return VL_ERROR_FULL;
    }
    simulation->waiting[simulation->waitingCount++] = *input;
    return VL_OK;
}

// Everything back to the start; the springs of hands are not in the snapshot.
static void restart(vlSimulation* s)
{
    for (int i = 0; i < VL_MAX_GRABS; ++i) {
        vlHand_Release(&s->hand[i], s->world);
    }
    vlResult r = vlWorld_Restore(s->world, s->start, s->startSize);
    (void)r; // of this world and size: cannot be refused
}

static void takeInputs(vlSimulation* s)
{
    for (int i = 0; i < s->waitingCount; ++i) {
        const vlInput* input = &s->waiting[i];
        vlHand* hand = &s->hand[input->kind == VL_INPUT_RESTART ? 0 : input->hand];
        switch (input->kind) {
        case VL_INPUT_GRAB:
            vlHand_Grab(hand, s->world, s->body[input->body], input->body, input->point,
                        input->target);
            break;
        case VL_INPUT_MOVE: hand->target = input->target; break;
        case VL_INPUT_RELEASE: vlHand_Release(hand, s->world); break;
        case VL_INPUT_RESTART: restart(s); break;
        }
        s->taken[i] = *input;
    }
    s->takenCount = s->waitingCount;
    s->waitingCount = 0;
}

// A scripted body gets the velocity that takes it to where the script wants it after the step.
static void moveScripts(vlSimulation* s, double time, double step)
{
    for (int k = 0; k < s->scriptedCount; ++k) {
        int i = s->scripted[k];
        const vlSceneBody* body = vlScene_GetBody(s->scene, i);
        vlPose now;
        vlVec3 centre;
        vlPose next = vlScript_At(&body->motion, body->def.pose, time + step);
        if (vlBody_GetPose(s->world, s->body[i], &now) == VL_OK &&
            vlBody_GetCentre(s->world, s->body[i], &centre) == VL_OK) {
            vlVec3 centroid = vlUntransform(now, centre);
            vlResult r =
                vlBody_SetTwist(s->world, s->body[i], vlScript_Between(now, next, centroid, step));
            (void)r; // of a finite script: cannot be refused
        }
    }
}

static void applyForces(vlSimulation* s, double time)
{
    for (int i = 0; i < vlScene_GetForceCount(s->scene); ++i) {
        const vlSceneForce* f = vlScene_GetForce(s->scene, i);
        vlPose pose;
        vlVec3 centre;
        vlBodyId body = s->body[f->body];
        if (time < f->from || time >= f->until || vlBody_GetPose(s->world, body, &pose) != VL_OK ||
            vlBody_GetCentre(s->world, body, &centre) != VL_OK) {
            continue;
        }
        vlVec3 force = f->inBodyFrame ? vlRotate(pose.q, f->force) : f->force;
        vlVec3 torque = f->inBodyFrame ? vlRotate(pose.q, f->torque) : f->torque;
        vlVec3 point = f->atCentre ? centre : vlTransform(pose, f->point);
        vlResult r = vlBody_ApplyForce(s->world, body, force, point);
        r = r == VL_OK ? vlBody_ApplyTorque(s->world, body, torque) : r;
        (void)r; // of a finite force: cannot be refused
    }
}

vlResult vlSimulation_Step(vlSimulation* simulation)
{
    takeInputs(simulation);
    double step = vlWorld_GetStep(simulation->world);
    double time = vlWorld_GetStepInfo(simulation->world).time;
    moveScripts(simulation, time, step);
    for (int i = 0; i < VL_MAX_GRABS; ++i) {
        vlHand_Follow(&simulation->hand[i], simulation->world);
    }
    applyForces(simulation, time);
    return vlWorld_Step(simulation->world);
}

int vlSimulation_GetInputs(const vlSimulation* simulation, const vlInput** inputs)
{
    *inputs = simulation->taken;
    return simulation->takenCount;
}

const vlScene* vlSimulation_GetScene(const vlSimulation* simulation)
{
    return simulation->scene;
}

vlWorld* vlSimulation_GetWorld(const vlSimulation* simulation)
{
    return simulation->world;
}

vlBodyId vlSimulation_GetBody(const vlSimulation* simulation, int i)
{
    vlBodyId none = {0, 0};
    return i >= 0 && i < simulation->bodyCount ? simulation->body[i] : none;
}

int vlSimulation_FindBody(const vlSimulation* simulation, vlBodyId body)
{
    bool isKnown = body.index1 >= 1 && body.index1 <= (uint32_t)simulation->bodyCount;
    return isKnown ? simulation->place[body.index1 - 1] : -1;
}

vlSpringId vlSimulation_GetSpring(const vlSimulation* simulation, int i)
{
    vlSpringId none = {0, 0};
    return i >= 0 && i < vlScene_GetSpringCount(simulation->scene) ? simulation->spring[i] : none;
}

vlGrab vlSimulation_GetGrab(const vlSimulation* simulation, int hand)
{
    vlGrab none = {.isActive = false};
    return hand >= 0 && hand < VL_MAX_GRABS
               ? vlHand_Report(&simulation->hand[hand], simulation->world)
               : none;
}

// Where an end of a spring is now; an anchor in the world has travelled since the start.
static vlVec3 endOf(const vlSimulation* s, int place, vlVec3 point, vlVec3 velocity)
{
    vlPose pose = vlIdentityPose();
    if (place < 0) {
        return vlMulAdd(point, vlWorld_GetStepInfo(s->world).time, velocity);
    }
    vlResult r = vlBody_GetPose(s->world, s->body[place], &pose);
    (void)r; // a body taken out of the world by its owner counts as being at the origin
    return vlTransform(pose, point);
}

static double springEnergy(const vlSimulation* s, const vlSceneSpring* spring)
{
    const vlSpringDef* def = &spring->def;
    vlVec3 a = endOf(s, spring->bodyA, def->pointA, def->velocityA);
    vlVec3 b = endOf(s, spring->bodyB, def->pointB, vlZero());
    double stretch = vlLength(vlSub(a, b)) - def->restLength;
    return 0.5 * def->stiffness * stretch * stretch;
}

vlEnergy vlSimulation_GetEnergy(const vlSimulation* simulation)
{
    vlEnergy energy = {0.0, 0.0, 0.0};
    vlVec3 gravity = vlScene_GetWorldDef(simulation->scene)->gravity;
    for (int i = 0; i < simulation->bodyCount; ++i) {
        double mass;
        double kinetic;
        vlMat3 inertia;
        vlVec3 centre;
        if (vlBody_GetMass(simulation->world, simulation->body[i], &mass, &inertia) == VL_OK &&
            vlBody_GetKineticEnergy(simulation->world, simulation->body[i], &kinetic) == VL_OK &&
            vlBody_GetCentre(simulation->world, simulation->body[i], &centre) == VL_OK) {
            energy.kinetic += kinetic;
            energy.gravity -= mass * vlDot(gravity, vlSub(centre, simulation->startCentre[i]));
        }
    }
    for (int i = 0; i < vlScene_GetSpringCount(simulation->scene); ++i) {
        energy.springs += springEnergy(simulation, vlScene_GetSpring(simulation->scene, i));
    }
    return energy;
}
