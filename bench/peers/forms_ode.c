// SPDX-License-Identifier: MIT
// Closed forms in ODE: the iterative solver with its default of 20 iterations, friction scaled by
// the normal force (dContactApprox1), everything else at its default.

#include <ode/ode.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include "bench/peers/forms_peers.h"
#include "bench/peers/scenes.h"

#define MAX_CONTACTS 8
#define MAX_FACES 16
#define MAX_INDICES 64 // of all faces of a hull, with the number of each

// ODE keeps the addresses of a hull's data.
typedef struct odeHull {
    dReal planes[4 * MAX_FACES];
    dReal points[3 * VL_FORM_MAX_POINTS];
    unsigned int polygons[MAX_INDICES];
    unsigned int faceCount;
} odeHull;

typedef struct odeForm {
    dWorldID world;
    dSpaceID space;
    dJointGroupID contacts;
    dBodyID bodies[VL_FORM_MAX_BODIES]; // NULL: static
    odeHull* hulls;
    double step, friction;
    bool isBroken; // ODE has given up; its state is meaningless
} odeForm;

// ODE ends the program if a number is no longer finite, unless its handler does not return.
static jmp_buf way;

static void giveUp(int number, const char* text, va_list arguments)
{
    (void)number;
    (void)text;
    (void)arguments;
    longjmp(way, 1);
}

static void collide(void* user, dGeomID a, dGeomID b)
{
    odeForm* form = user;
    dBodyID bodyA = dGeomGetBody(a), bodyB = dGeomGetBody(b);
    dContact found[MAX_CONTACTS];
    if ((bodyA == NULL && bodyB == NULL) ||
        (bodyA != NULL && bodyB != NULL &&
         dAreConnectedExcluding(bodyA, bodyB, dJointTypeContact) != 0)) {
        return;
    }
    int count = dCollide(a, b, MAX_CONTACTS, &found[0].geom, (int)sizeof found[0]);
    for (int i = 0; i < count; ++i) {
        found[i].surface.mode = dContactApprox1;
        found[i].surface.mu = form->friction;
        dJointID joint = dJointCreateContact(form->world, form->contacts, &found[i]);
        dJointAttach(joint, bodyA, bodyB);
    }
}

// Planes and polygons in the layout of dCreateConvex, from the faces that Volar's hull has.
static bool fillHull(const vlFormBody* body, odeHull* hull)
{
    vlShape* shape = NULL;
    if (vlShape_CreateHull(NULL, body->points, body->pointCount, &shape, NULL, 0) != VL_OK) {
        return false;
    }
    int used = 0, faces = vlShape_GetFaceCount(shape, 0), points = vlShape_GetVertexCount(shape, 0);
    for (int i = 0; i < points; ++i) {
        vlVec3 p = vlShape_GetVertex(shape, 0, i);
        hull->points[3 * i] = p.x;
        hull->points[3 * i + 1] = p.y;
        hull->points[3 * i + 2] = p.z;
    }
    bool fits = faces <= MAX_FACES;
    for (int f = 0; f < faces && fits; ++f) {
        int indices[VL_FORM_MAX_POINTS];
        vlVec3 normal;
        double offset;
        int count = vlShape_GetFaceVertices(shape, 0, f, indices, VL_FORM_MAX_POINTS);
        vlShape_GetFacePlane(shape, 0, f, &normal, &offset);
        fits = used + 1 + count <= MAX_INDICES;
        hull->planes[4 * f] = normal.x;
        hull->planes[4 * f + 1] = normal.y;
        hull->planes[4 * f + 2] = normal.z;
        hull->planes[4 * f + 3] = offset;
        for (int i = -1; i < count && fits; ++i) {
            hull->polygons[used++] = (unsigned int)(i < 0 ? count : indices[i]);
        }
    }
    hull->faceCount = (unsigned int)faces;
    vlShape_Release(shape);
    return fits;
}

static dGeomID createGeom(odeForm* form, const vlFormBody* body, int index)
{
    odeHull* hull = &form->hulls[index];
    switch (body->shape) {
    case VL_FORM_BALL: return dCreateSphere(form->space, body->size.x);
    case VL_FORM_CYLINDER: return dCreateCylinder(form->space, body->size.x, body->size.y);
    case VL_FORM_HULL:
        return fillHull(body, hull)
                   ? dCreateConvex(form->space, hull->planes, hull->faceCount, hull->points,
                                   (unsigned int)body->pointCount, hull->polygons)
                   : NULL;
    case VL_FORM_BOX: break;
    }
    return dCreateBox(form->space, body->size.x, body->size.y, body->size.z);
}

static bool addBody(odeForm* form, const vlFormBody* body, int index)
{
    dGeomID geom = createGeom(form, body, index);
    dQuaternion rotation = {body->pose.q.w, body->pose.q.x, body->pose.q.y, body->pose.q.z};
    if (geom == NULL) {
        return false;
    }
    if (body->type != VL_BODY_STATIC) {
        dMass mass;
        dBodyID id = dBodyCreate(form->world);
        dMassSetParameters(&mass, body->mass, 0.0, 0.0, 0.0, body->inertia.x, body->inertia.y,
                           body->inertia.z, 0.0, 0.0, 0.0);
        dBodySetMass(id, &mass);
        if (body->type == VL_BODY_KINEMATIC) {
            dBodySetKinematic(id);
        }
        dGeomSetBody(geom, id);
        form->bodies[index] = id;
    }
    dGeomSetPosition(geom, body->pose.p.x, body->pose.p.y, body->pose.p.z);
    dGeomSetQuaternion(geom, rotation);
    if (form->bodies[index] != NULL) {
        vlVec3 v = body->velocity.linear, w = body->velocity.angular;
        dBodySetLinearVel(form->bodies[index], v.x, v.y, v.z);
        dBodySetAngularVel(form->bodies[index], w.x, w.y, w.z);
    }
    return true;
}

static void addJoint(odeForm* form, const vlFormJoint* joint)
{
    dBodyID a = joint->bodyA >= 0 ? form->bodies[joint->bodyA] : NULL;
    if (joint->isHinge) {
        dJointID id = dJointCreateHinge(form->world, NULL);
        dJointAttach(id, form->bodies[joint->bodyB], a);
        dJointSetHingeAnchor(id, joint->point.x, joint->point.y, joint->point.z);
        dJointSetHingeAxis(id, joint->axis.x, joint->axis.y, joint->axis.z);
    } else {
        dJointID id = dJointCreateBall(form->world, NULL);
        dJointAttach(id, form->bodies[joint->bodyB], a);
        dJointSetBallAnchor(id, joint->point.x, joint->point.y, joint->point.z);
    }
}

static void destroy(void* handle)
{
    odeForm* form = handle;
    if (form->isBroken) { // its lists may be in any state, so nothing is freed
        return;
    }
    dJointGroupDestroy(form->contacts);
    dSpaceDestroy(form->space);
    dWorldDestroy(form->world);
    free(form->hulls);
    free(form);
    dCloseODE();
}

static void* create(const vlFormScene* scene, double step)
{
    dInitODE2(0);
    dAllocateODEDataForThread((unsigned int)dAllocateMaskAll);
    dSetDebugHandler(giveUp);
    dSetErrorHandler(giveUp);
    odeForm* form = vlPeer_Allocate(1, sizeof *form);
    form->hulls = vlPeer_Allocate((size_t)scene->bodyCount + 1, sizeof *form->hulls);
    form->world = dWorldCreate();
    form->space = dHashSpaceCreate(NULL);
    form->contacts = dJointGroupCreate(0);
    form->step = step;
    form->friction = scene->friction;
    dWorldSetGravity(form->world, scene->gravity.x, scene->gravity.y, scene->gravity.z);
    if (scene->hasFloor) {
        dCreatePlane(form->space, 0.0, 0.0, 1.0, 0.0);
    }
    bool ok = true;
    for (int i = 0; i < scene->bodyCount && ok; ++i) {
        ok = addBody(form, &scene->bodies[i], i);
    }
    for (int i = 0; i < scene->jointCount && ok; ++i) {
        addJoint(form, &scene->joints[i]);
    }
    if (!ok) {
        destroy(form);
        return NULL;
    }
    return form;
}

static void step(void* handle)
{
    odeForm* form = handle;
    if (form->isBroken || setjmp(way) != 0) {
        form->isBroken = true;
        return;
    }
    dSpaceCollide(form->space, form, collide);
    dWorldQuickStep(form->world, form->step);
    dJointGroupEmpty(form->contacts);
}

static void getState(void* handle, int body, vlPose* pose, vlTwist* twist)
{
    const odeForm* form = handle;
    dBodyID id = form->bodies[body];
    if (id != NULL && !form->isBroken) {
        const dReal* p = dBodyGetPosition(id);
        const dReal* q = dBodyGetQuaternion(id);
        const dReal* v = dBodyGetLinearVel(id);
        const dReal* w = dBodyGetAngularVel(id);
        *pose = (vlPose){vlVec(p[0], p[1], p[2]), {q[0], q[1], q[2], q[3]}};
        *twist = (vlTwist){vlVec(v[0], v[1], v[2]), vlVec(w[0], w[1], w[2])};
    }
}

static void setTwist(void* handle, int body, vlTwist twist)
{
    dBodyID id = ((odeForm*)handle)->bodies[body];
    dBodySetLinearVel(id, twist.linear.x, twist.linear.y, twist.linear.z);
    dBodySetAngularVel(id, twist.angular.x, twist.angular.y, twist.angular.z);
}

static void push(void* handle, int body, vlVec3 force, vlVec3 point)
{
    dBodyID id = ((odeForm*)handle)->bodies[body];
    dBodyAddForceAtPos(id, force.x, force.y, force.z, point.x, point.y, point.z);
}

static void setGravity(void* handle, vlVec3 gravity)
{
    dWorldSetGravity(((odeForm*)handle)->world, gravity.x, gravity.y, gravity.z);
}

const vlFormEngine vlFormEngine_Ode = {"ode",    create,   destroy, step,
                                       getState, setTwist, push,    setGravity};
