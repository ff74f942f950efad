// SPDX-License-Identifier: MIT
// ODE: contact points found by a hash space, handed to the iterative solver (20 iterations, its
// default) or to the exact one. Friction is ODE's pyramid scaled by the normal force
// (dContactApprox1); without that flag mu would be a force limit and not a coefficient.

#include <ode/ode.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench/peers/scenes.h"

// Enough for two boxes face to face, which give at most 8 points.
#define MAX_CONTACTS 8

typedef struct odePeer {
    dWorldID world;
    dSpaceID space;
    dJointGroupID contacts;
    dBodyID* bodies;
    dReal* planes;          // of all hulls; ODE keeps the addresses it is given
    unsigned int* polygons; // likewise
    double step, friction;
    bool isExact;
} odePeer;

// ODE reports a failing exact solve through a message, not a result. Only that solver sends any,
// and one world at a time uses it.
static int messageCount;

static void countMessage(int number, const char* text, va_list arguments)
{
    (void)number;
    (void)text;
    (void)arguments;
    ++messageCount;
}

static void collide(void* user, dGeomID a, dGeomID b)
{
    odePeer* peer = user;
    dBodyID bodyA = dGeomGetBody(a), bodyB = dGeomGetBody(b);
    dContact found[MAX_CONTACTS];
    if (bodyA == NULL && bodyB == NULL) {
        return;
    }
    int count = dCollide(a, b, MAX_CONTACTS, &found[0].geom, (int)sizeof found[0]);
    for (int i = 0; i < count; ++i) {
        found[i].surface.mode = dContactApprox1;
        found[i].surface.mu = peer->friction;
        dJointID joint = dJointCreateContact(peer->world, peer->contacts, &found[i]);
        dJointAttach(joint, bodyA, bodyB);
    }
}

// Plane equations and polygons in the layout of dCreateConvex.
static void fillConvex(const vlPeerHull* hull, dReal* planes, unsigned int* polygons)
{
    for (int f = 0; f < hull->faceCount; ++f) {
        const double* a = hull->points[hull->faces[f][0]];
        const double* b = hull->points[hull->faces[f][1]];
        const double* c = hull->points[hull->faces[f][2]];
        dVector3 u = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
        dVector3 v = {c[0] - a[0], c[1] - a[1], c[2] - a[2]};
        dVector3 normal;
        dCalcVectorCross3(normal, u, v);
        dNormalize3(normal);
        for (int i = 0; i < 3; ++i) {
            planes[4 * f + i] = normal[i];
            polygons[4 * f + 1 + i] = (unsigned int)hull->faces[f][i];
        }
        planes[4 * f + 3] = dCalcVectorDot3(normal, a);
        polygons[4 * f] = 3;
    }
}

static dGeomID createGeom(odePeer* peer, const vlPeerBody* body, int index)
{
    if (body->hull == NULL) {
        return dCreateBox(peer->space, 2.0 * body->halfSize[0], 2.0 * body->halfSize[1],
                          2.0 * body->halfSize[2]);
    }
    dReal* planes = &peer->planes[(size_t)index * 4 * VL_MAX_PEER_FACES];
    unsigned int* polygons = &peer->polygons[(size_t)index * 4 * VL_MAX_PEER_FACES];
    fillConvex(body->hull, planes, polygons);
    return dCreateConvex(peer->space, planes, (unsigned int)body->hull->faceCount,
                         &body->hull->points[0][0], (unsigned int)body->hull->pointCount, polygons);
}

static void addBody(odePeer* peer, const vlPeerBody* body, int index)
{
    dGeomID geom = createGeom(peer, body, index);
    if (!body->isStatic) {
        dMass mass;
        dBodyID id = dBodyCreate(peer->world);
        dMassSetParameters(&mass, body->mass, 0.0, 0.0, 0.0, body->inertia[0], body->inertia[1],
                           body->inertia[2], 0.0, 0.0, 0.0);
        dBodySetMass(id, &mass);
        dGeomSetBody(geom, id);
        peer->bodies[index] = id;
    }
    dGeomSetPosition(geom, body->position[0], body->position[1], body->position[2]);
    dGeomSetQuaternion(geom, body->rotation);
}

static void* create(const vlPeerScene* scene, bool isExact)
{
    dInitODE2(0);
    dAllocateODEDataForThread((unsigned int)dAllocateMaskAll);
    dSetMessageHandler(countMessage);
    size_t hullRoom = scene->hulls != NULL ? 4 * (size_t)scene->dynamicCount : 1;
    odePeer* peer = vlPeer_Allocate(1, sizeof *peer);
    peer->bodies = vlPeer_Allocate((size_t)scene->bodyCount, sizeof *peer->bodies);
    peer->planes = vlPeer_Allocate(hullRoom * VL_MAX_PEER_FACES, sizeof *peer->planes);
    peer->polygons = vlPeer_Allocate(hullRoom * VL_MAX_PEER_FACES, sizeof *peer->polygons);
    peer->world = dWorldCreate();
    peer->space = dHashSpaceCreate(NULL);
    peer->contacts = dJointGroupCreate(0);
    peer->step = scene->step;
    peer->friction = scene->frictionDynamic;
    peer->isExact = isExact;
    dWorldSetGravity(peer->world, 0.0, 0.0, -scene->gravity);
    dCreatePlane(peer->space, 0.0, 0.0, 1.0, 0.0);
    for (int i = 0; i < scene->bodyCount; ++i) {
        addBody(peer, &scene->bodies[i], i);
    }
    return peer;
}

static void* createQuick(const vlPeerScene* scene, char* message, size_t messageSize)
{
    (void)message;
    (void)messageSize;
    return create(scene, false);
}

static void* createExact(const vlPeerScene* scene, char* message, size_t messageSize)
{
    (void)message;
    (void)messageSize;
    messageCount = 0;
    return create(scene, true);
}

static void destroy(void* handle)
{
    odePeer* peer = handle;
    dJointGroupDestroy(peer->contacts);
    dSpaceDestroy(peer->space);
    dWorldDestroy(peer->world);
    free(peer->bodies);
    free(peer->planes);
    free(peer->polygons);
    free(peer);
    dCloseODE();
}

static void step(void* handle)
{
    odePeer* peer = handle;
    dSpaceCollide(peer->space, peer, collide);
    if (peer->isExact) {
        dWorldStep(peer->world, peer->step);
    } else {
        dWorldQuickStep(peer->world, peer->step);
    }
    dJointGroupEmpty(peer->contacts);
}

static void getState(void* handle, int body, vlPeerState* state)
{
    dBodyID id = ((odePeer*)handle)->bodies[body];
    for (int i = 0; i < 4; ++i) {
        state->rotation[i] = dBodyGetQuaternion(id)[i];
    }
    for (int i = 0; i < 3; ++i) {
        state->position[i] = dBodyGetPosition(id)[i];
        state->linear[i] = dBodyGetLinearVel(id)[i];
        state->angular[i] = dBodyGetAngularVel(id)[i];
    }
}

static void setVelocity(void* handle, int body, const double linear[3], const double angular[3])
{
    dBodyID id = ((odePeer*)handle)->bodies[body];
    dBodySetLinearVel(id, linear[0], linear[1], linear[2]);
    dBodySetAngularVel(id, angular[0], angular[1], angular[2]);
}

static void push(void* handle, int body, const double force[3], const double point[3])
{
    dBodyID id = ((odePeer*)handle)->bodies[body];
    dBodyAddForceAtPos(id, force[0], force[1], force[2], point[0], point[1], point[2]);
}

static void remark(void* handle, char* text, size_t textSize)
{
    const odePeer* peer = handle;
    text[0] = '\0';
    if (peer->isExact && messageCount > 0) {
        snprintf(text, textSize, "%d solver messages", messageCount);
    }
}

#define ODE_OPERATIONS                                                                             \
    .destroy = destroy, .step = step, .getState = getState, .setVelocity = setVelocity,            \
    .push = push, .remark = remark

const vlPeerEngine vlPeerOdeQuick = {.name = "ode-quick", .create = createQuick, ODE_OPERATIONS};

// The exact solver's time grows with the cube of the number of contact points.
const vlPeerEngine vlPeerOdeExact = {
    .name = "ode-exact", .maxBodies = 30, .create = createExact, ODE_OPERATIONS};
