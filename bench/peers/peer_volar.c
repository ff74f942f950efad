// SPDX-License-Identifier: MIT
// Volar with its default options, twice: with symplectic Euler, where the world chooses stiffness
// and damping from masses and step unless the scene gives a stiffness; and with the implicit
// integrator, for which the step does not limit the stiffness.

#include <stdio.h>
#include <stdlib.h>
#include <volar/volar.h>

#include "bench/peers/scenes.h"

// Why the library refused a shape.
typedef struct Refusal {
    char message[192];
} Refusal;

// N/m, of contacts under the implicit integrator if the scene gives no stiffness: walls of 13, 30
// and 100 bricks then sink by 0.7, 1 and 4 mm, like those of the other engines (1 to 7 mm).
#define IMPLICIT_STIFFNESS 1e5

typedef struct volarPeer {
    vlWorld* world;
    vlBodyId* bodies;
} volarPeer;

static void require(vlResult result, const char* what)
{
    if (result != VL_OK) {
        fprintf(stderr, "bench_peers: Volar: %s: %s\n", what, vlResult_Text(result));
        exit(1);
    }
}

static vlVec3 toVec(const double v[3])
{
    return vlVec(v[0], v[1], v[2]);
}

static vlResult createShape(const vlPeerBody* body, vlShape** shape, Refusal* error)
{
    if (body->hull == NULL) {
        return vlShape_CreateBox(NULL, toVec(body->halfSize), shape, error->message,
                                 sizeof error->message);
    }
    vlVec3 points[VL_MAX_PEER_POINTS];
    for (int i = 0; i < body->hull->pointCount; ++i) {
        points[i] = toVec(body->hull->points[i]);
    }
    return vlShape_CreateHull(NULL, points, body->hull->pointCount, shape, error->message,
                              sizeof error->message);
}

// The body keeps the shape; the caller's reference is released here.
static vlResult addBody(vlWorld* world, const vlPeerBody* body, vlBodyId* id, Refusal* error)
{
    vlBodyDef def = vlDefaultBodyDef();
    vlResult result = createShape(body, &def.shape, error);
    if (result != VL_OK) {
        return result;
    }
    def.pose.p = toVec(body->position);
    def.pose.q =
        (vlQuat){body->rotation[0], body->rotation[1], body->rotation[2], body->rotation[3]};
    if (body->isStatic) {
        def.type = VL_BODY_STATIC;
    } else {
        def.mass = body->mass;
        def.hasInertia = true;
        def.centroid = vlZero();
        def.inertia = vlDiag(body->inertia[0], body->inertia[1], body->inertia[2]);
    }
    result = vlWorld_CreateBody(world, &def, id);
    if (result != VL_OK) {
        snprintf(error->message, sizeof error->message, "%s", vlWorld_GetMessage(world));
    }
    vlShape_Release(def.shape);
    return result;
}

static vlResult addFloor(vlWorld* world, Refusal* error)
{
    vlBodyDef def = vlDefaultBodyDef();
    vlBodyId id;
    vlResult result = vlShape_CreateHalfspace(NULL, vlVec(0.0, 0.0, 1.0), 0.0, &def.shape,
                                              error->message, sizeof error->message);
    if (result != VL_OK) {
        return result;
    }
    def.type = VL_BODY_STATIC;
    result = vlWorld_CreateBody(world, &def, &id);
    if (result != VL_OK) {
        snprintf(error->message, sizeof error->message, "%s", vlWorld_GetMessage(world));
    }
    vlShape_Release(def.shape);
    return result;
}

static vlResult fill(volarPeer* peer, const vlPeerScene* scene, Refusal* error)
{
    vlResult result = addFloor(peer->world, error);
    for (int i = 0; i < scene->bodyCount && result == VL_OK; ++i) {
        result = addBody(peer->world, &scene->bodies[i], &peer->bodies[i], error);
    }
    return result;
}

static void destroy(void* handle)
{
    volarPeer* peer = handle;
    vlWorld_Destroy(peer->world);
    free(peer->bodies);
    free(peer);
}

static void* createWith(const vlPeerScene* scene, vlIntegrator integrator, double stiffness,
                        char* message, size_t messageSize)
{
    vlWorldDef def = vlDefaultWorldDef();
    def.integrator = integrator;
    def.capacity.bodies = scene->bodyCount + 1;
    def.step = scene->step;
    def.gravity = vlVec(0.0, 0.0, -scene->gravity);
    def.surface.frictionStatic = scene->frictionStatic;
    def.surface.frictionDynamic = scene->frictionDynamic;
    def.surface.stiffnessN = scene->stiffness > 0.0 ? scene->stiffness : stiffness;
    volarPeer* peer = vlPeer_Allocate(1, sizeof *peer);
    peer->bodies = vlPeer_Allocate((size_t)scene->bodyCount, sizeof *peer->bodies);
    if (vlWorld_Create(&def, &peer->world, message, messageSize) != VL_OK) {
        free(peer->bodies);
        free(peer);
        return NULL;
    }
    Refusal error = {""};
    if (fill(peer, scene, &error) != VL_OK) {
        snprintf(message, messageSize, "%s", error.message);
        destroy(peer);
        return NULL;
    }
    return peer;
}

static void* create(const vlPeerScene* scene, char* message, size_t messageSize)
{
    return createWith(scene, VL_INTEGRATOR_EULER, VL_AUTO, message, messageSize);
}

static void* createImplicit(const vlPeerScene* scene, char* message, size_t messageSize)
{
    return createWith(scene, VL_INTEGRATOR_IMPLICIT, IMPLICIT_STIFFNESS, message, messageSize);
}

static void step(void* handle)
{
    // The world counts diverged bodies, and remark() reports them.
    (void)vlWorld_Step(((volarPeer*)handle)->world);
}

static void getState(void* handle, int body, vlPeerState* state)
{
    const volarPeer* peer = handle;
    vlPose pose;
    vlTwist twist;
    vlVec3 centre;
    require(vlBody_GetPose(peer->world, peer->bodies[body], &pose), "reading a pose");
    require(vlBody_GetTwist(peer->world, peer->bodies[body], &twist), "reading a velocity");
    require(vlBody_GetCentre(peer->world, peer->bodies[body], &centre), "reading a centre");
    *state = (vlPeerState){{centre.x, centre.y, centre.z},
                           {pose.q.w, pose.q.x, pose.q.y, pose.q.z},
                           {twist.linear.x, twist.linear.y, twist.linear.z},
                           {twist.angular.x, twist.angular.y, twist.angular.z}};
}

static void setVelocity(void* handle, int body, const double linear[3], const double angular[3])
{
    const volarPeer* peer = handle;
    vlTwist twist = {toVec(linear), toVec(angular)};
    require(vlBody_SetTwist(peer->world, peer->bodies[body], twist), "setting a velocity");
}

static void push(void* handle, int body, const double force[3], const double point[3])
{
    const volarPeer* peer = handle;
    require(vlBody_ApplyForce(peer->world, peer->bodies[body], toVec(force), toVec(point)),
            "applying a force");
}

static void remark(void* handle, char* text, size_t textSize)
{
    vlStepInfo info = vlWorld_GetStepInfo(((const volarPeer*)handle)->world);
    int dropped = info.droppedPairs + info.droppedContacts;
    text[0] = '\0';
    if (info.frozenBodies > 0 || dropped > 0 || info.fallbackContacts > 0) {
        snprintf(text, textSize, "%d bodies frozen; last step: %d dropped, %d as points",
                 info.frozenBodies, dropped, info.fallbackContacts);
    }
}

#define VOLAR_OPERATIONS                                                                           \
    .hasStaticFriction = true, .destroy = destroy, .step = step, .getState = getState,             \
    .setVelocity = setVelocity, .push = push, .remark = remark

const vlPeerEngine vlPeerVolar = {
    .name = "volar", .kind = VL_PEER_EXPLICIT, .create = create, VOLAR_OPERATIONS};

const vlPeerEngine vlPeerVolarImplicit = {
    .name = "volar-implicit", .kind = VL_PEER_IMPLICIT, .create = createImplicit, VOLAR_OPERATIONS};
