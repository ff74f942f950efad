// SPDX-License-Identifier: MIT
#include "models/touch_model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

vlTouchDef vlTouch_SpoonCup(void)
{
    vlTouchDef def = {.tool = "spoon",
                      .fixed = "cup",
                      .spacing = 1e-3,
                      .distance = 1e-3,
                      .foundation = 2e9,
                      .mass = 0.01,
                      .step = 1e-3,
                      .grasp = {0.0, 0.0, -0.06},
                      .stiffness = 200.0,
                      .damping = 2.0,
                      .angularStiffness = 20.0,
                      .angularDamping = 0.01};
    return def;
}

vlTouchDef vlTouch_Jaws(void)
{
    vlTouchDef def = vlTouch_SpoonCup();
    def.tool = "lower-jaw";
    def.fixed = "upper-jaw";
    def.spacing = def.distance = 6e-4;
    def.merge = VL_AUTO;
    def.stiffness = 500.0;
    def.grasp = vlVec(0.0, 0.0, 0.0);
    return def;
}

// ---- meshes ----

// A side of a triangle as the indices of two points, the lower one first.
typedef struct HalvedSide {
    int low, high;
    int number; // 3 * triangle + corner
} HalvedSide;

static int compareSides(const void* one, const void* other)
{
    const HalvedSide* p = one;
    const HalvedSide* q = other;
    if (p->low != q->low) {
        return p->low < q->low ? -1 : 1;
    }
    return p->high != q->high ? (p->high < q->high ? -1 : 1) : p->number - q->number;
}

vlResult vlTouch_Divide(vlMesh* mesh)
{
    int faces = mesh->faceCount, sides = 3 * faces;
    HalvedSide* side = malloc(sizeof *side * (size_t)sides);
    int* middle = malloc(sizeof *middle * (size_t)sides);
    vlVec3* points = malloc(sizeof *points * (size_t)(mesh->pointCount + sides));
    int* indices = malloc(sizeof *indices * 12 * (size_t)faces);
    int* sizes = malloc(sizeof *sizes * 4 * (size_t)faces);
    int* parts = calloc(4 * (size_t)faces, sizeof *parts);
    if (side == NULL || middle == NULL || points == NULL || indices == NULL || sizes == NULL ||
        parts == NULL) {
        free(side), free(middle), free(points), free(indices), free(sizes), free(parts);
        return VL_ERROR_MEMORY;
    }
    memcpy(points, mesh->points, sizeof *points * (size_t)mesh->pointCount);
    for (int i = 0; i < sides; ++i) {
        int from = mesh->indices[i], to = mesh->indices[i / 3 * 3 + (i + 1) % 3];
        side[i] = (HalvedSide){from < to ? from : to, from < to ? to : from, i};
    }
    qsort(side, (size_t)sides, sizeof *side, compareSides);
    int count = mesh->pointCount;
    for (int i = 0; i < sides; ++i) {
        bool isNew = i == 0 || side[i].low != side[i - 1].low || side[i].high != side[i - 1].high;
        if (isNew) {
            points[count++] = vlScale(vlAdd(points[side[i].low], points[side[i].high]), 0.5);
        }
        middle[side[i].number] = count - 1;
    }
    for (int t = 0; t < faces; ++t) {
        const int* v = &mesh->indices[3 * t];
        const int* m = &middle[3 * t];
        const int four[12] = {v[0], m[0], m[2], v[1], m[1], m[0],
                              v[2], m[2], m[1], m[0], m[1], m[2]};
        memcpy(&indices[12 * t], four, sizeof four);
    }
    for (int t = 0; t < 4 * faces; ++t) {
        sizes[t] = 3;
    }
    bool isInMetres = mesh->isInMetres;
    vlMesh_Free(mesh);
    *mesh = (vlMesh){.points = points,
                     .pointCount = count,
                     .faceSizes = sizes,
                     .indices = indices,
                     .faceCount = 4 * faces,
                     .facePart = parts,
                     .partCount = 1,
                     .isInMetres = isInMetres};
    free(side);
    free(middle);
    return VL_OK;
}

static vlResult makeShape(const vlTouchDef* def, const char* name, vlShape** shape)
{
    vlMesh mesh;
    vlResult result = vlMeshModel_Make(name, &mesh);
    for (int i = 0; i < def->divisions && result == VL_OK; ++i) {
        result = vlTouch_Divide(&mesh);
    }
    if (result != VL_OK) {
        return result;
    }
    vlSurfaceShapeDef surface = {mesh.points,    mesh.pointCount, mesh.indices,
                                 mesh.faceCount, def->spacing,    def->merge};
    result = vlShape_CreateSurface(NULL, &surface, shape, NULL, 0);
    vlMesh_Free(&mesh);
    return result;
}

// ---- the world ----

// Pose of the tool's shape with its centre of mass at `centre`.
static vlPose poseAt(const vlTouch* t, vlVec3 centre, vlQuat rotation)
{
    vlPose pose = {vlSub(centre, vlRotate(rotation, t->centroid)), rotation};
    return pose;
}

vlPose vlTouch_DeviceAt(const vlTouch* t, vlVec3 centre, vlQuat rotation)
{
    vlPose pose = {vlAdd(centre, vlRotate(rotation, t->def.grasp)), rotation};
    return pose;
}

static vlResult makeWorld(vlTouch* t)
{
    const vlTouchDef* d = &t->def;
    vlWorldDef def = vlDefaultWorldDef();
    def.step = d->step;
    def.gravity = d->gravity;
    def.capacity.samples = 20000;
    def.capacity.clusters = 500000;
    def.surface.contactDistance = d->distance;
    def.surface.foundation = d->foundation;
    def.surface.frictionStatic = def.surface.frictionDynamic = d->friction;
    return vlWorld_Create(&def, &t->world, NULL, 0);
}

static vlResult addBodies(vlTouch* t, vlVec3 centre, vlQuat rotation)
{
    const vlTouchDef* d = &t->def;
    vlBodyDef body = vlDefaultBodyDef();
    body.type = VL_BODY_STATIC;
    body.shape = t->shape[1];
    vlResult result = vlWorld_CreateBody(t->world, &body, &t->fixed);
    body.type = d->mass > 0.0 ? VL_BODY_DYNAMIC : VL_BODY_KINEMATIC;
    body.isPointer = !(d->mass > 0.0);
    body.mass = d->mass > 0.0 ? d->mass : 1.0;
    body.shape = t->shape[0];
    t->centroid = vlShape_GetMassProperties(t->shape[0]).centroid;
    body.pose = poseAt(t, centre, rotation);
    result = result == VL_OK ? vlWorld_CreateBody(t->world, &body, &t->tool) : result;
    if (result == VL_OK && d->mass > 0.0 && !d->isFree) {
        vlCouplingDef coupling = vlDefaultCouplingDef();
        coupling.body = t->tool;
        coupling.grasp.p = vlAdd(t->centroid, d->grasp);
        coupling.stiffness = d->stiffness;
        coupling.damping = d->damping;
        coupling.angularStiffness = d->angularStiffness;
        coupling.angularDamping = d->angularDamping;
        result = vlWorld_CreateCoupling(t->world, &coupling, &t->coupling);
    }
    return result;
}

vlResult vlTouch_Open(const vlTouchDef* def, vlVec3 centre, vlQuat rotation, vlTouch* touch)
{
    *touch = (vlTouch){.def = *def};
    vlResult result = makeShape(def, def->tool, &touch->shape[0]);
    result = result == VL_OK ? makeShape(def, def->fixed, &touch->shape[1]) : result;
    result = result == VL_OK ? makeWorld(touch) : result;
    result = result == VL_OK ? addBodies(touch, centre, rotation) : result;
    return result == VL_OK ? vlTouch_Place(touch, centre, rotation) : result;
}

void vlTouch_Close(vlTouch* touch)
{
    vlWorld_Destroy(touch->world);
    vlShape_Release(touch->shape[0]);
    vlShape_Release(touch->shape[1]);
    *touch = (vlTouch){.world = NULL};
}

// ---- gaps ----

// m: samples deeper than this may be missed if no sample was that deep before.
#define DEEPEST 5e-4

double vlTouch_GapAt(const vlTouch* t, vlVec3 centre, vlQuat rotation, double reach)
{
    vlPose pose = poseAt(t, centre, rotation);
    vlSurfaceInfo info;
    double least = reach;
    if (vlShape_GetSurfaceInfo(t->shape[0], &info) != VL_OK) {
        return nan("");
    }
    for (int i = 0; i < info.sampleCount; ++i) {
        vlSurfaceSample sample;
        vlSignedDistance at;
        if (vlShape_GetSample(t->shape[0], i, &sample) != VL_OK ||
            vlShape_FindSignedDistance(t->shape[1], vlTransform(pose, sample.point),
                                       fmax(fabs(least), DEEPEST), -1, &at) != VL_OK) {
            return nan("");
        }
        least = at.triangle >= 0 && at.distance < least ? at.distance : least;
    }
    return least;
}

double vlTouch_Approach(const vlTouch* t, vlVec3 centre, vlQuat rotation, vlVec3 way, double gap)
{
    // No gap shrinks faster than the tool moves.
    double length = vlLength(way), gone = 0.0, reach = 5e-3;
    for (int i = 0; i < 200 && gone < length; ++i) {
        vlVec3 at = vlMulAdd(centre, gone / length, way);
        double room = vlTouch_GapAt(t, at, rotation, reach) - gap;
        if (room < 1e-9) {
            break;
        }
        gone += room;
    }
    return fmin(gone, length);
}

// ---- ticks ----

// J, of the whole world, at the end of the last step.
static double storedIn(const vlWorld* world)
{
    vlEnergy e = vlWorld_GetEnergy(world);
    return e.kinetic + e.gravity + vlEnergy_GetStored(&e);
}

vlResult vlTouch_Place(vlTouch* t, vlVec3 centre, vlQuat rotation)
{
    vlTwist still = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    vlResult result = vlBody_SetPose(t->world, t->tool, poseAt(t, centre, rotation));
    result = result == VL_OK ? vlBody_SetTwist(t->world, t->tool, still) : result;
    t->device = vlTouch_DeviceAt(t, centre, rotation);
    t->work = t->spent = t->deficit = 0.0;
    t->stored = storedIn(t->world);
    t->gap = t->def.distance;
    return result;
}

// What the contact did in the step just made.
static vlResult readContact(vlTouch* t)
{
    t->gap = t->def.distance;
    t->samples = 0;
    t->normal = 0.0;
    t->friction = vlZero();
    vlResult result = vlBody_GetContactWrench(t->world, t->tool, &t->onTool);
    if (result == VL_OK && vlWorld_GetSurfaceContactCount(t->world) > 0) {
        vlSurfaceContact contact;
        vlContactReport report;
        int last = vlWorld_GetContactCount(t->world) - 1;
        result = vlWorld_GetSurfaceContact(t->world, 0, &contact);
        result = result == VL_OK ? vlWorld_GetContact(t->world, last, &report) : result;
        t->gap = contact.leastGap;
        t->samples = contact.sampleCount;
        t->normal = contact.pressing;
        t->friction = report.frictionForce;
    }
    return result;
}

static vlResult readCoupling(vlTouch* t, vlVec3 way, vlVec3 turn)
{
    vlCouplingReport report;
    vlResult result = vlCoupling_GetReport(t->world, t->coupling, &report);
    if (result == VL_OK) {
        t->felt = report.onBody;
        t->work += vlDot(report.onBody.force, way) + vlDot(report.onBody.torque, turn);
    }
    return result;
}

vlResult vlTouch_Tick(vlTouch* t, vlPose device)
{
    double h = t->def.step;
    vlVec3 way = vlSub(device.p, t->device.p);
    vlVec3 turn = vlRotationBetween(t->device.q, device.q);
    vlTwist twist = {vlScale(way, 1.0 / h), vlScale(turn, 1.0 / h)};
    bool isHeld = t->def.mass > 0.0 && !t->def.isFree;
    vlResult result = isHeld ? vlCoupling_SetDevice(t->world, t->coupling, device, twist) : VL_OK;
    result = result == VL_OK ? vlWorld_Step(t->world) : result;
    result = result == VL_OK ? readContact(t) : result;
    result = result == VL_OK && isHeld ? readCoupling(t, way, turn) : result;
    t->device = device;
    double spent = t->work - (storedIn(t->world) - t->stored);
    t->spent = fmax(t->spent, spent);
    t->deficit = fmax(t->deficit, t->spent - spent);
    return result;
}
