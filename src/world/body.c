// SPDX-License-Identifier: MIT
// Bodies: creating and destroying.

#include "world/body.h"

#include <string.h>

#include "base/hash.h"
#include "world/body_mass.h"
#include "world/element_pool.h"
#include "world/point_memory.h"
#include "world/sleep.h"

vlBodyDef vlDefaultBodyDef(void)
{
    vlBodyDef def = {.type = VL_BODY_DYNAMIC, .pose = vlIdentityPose(), .density = 1000.0};
    return def;
}

int vlWorld_FindBody(const vlWorld* world, vlBodyId id)
{
    const vlModel* m = &world->model;
    int i = vlIdSlots_Find(m->slot, sizeof *m->slot, m->bodies.used, id.index1, id.generation);
    if (i < 0) {
        (void)vlWorld_Fail(world, VL_ERROR_STALE_ID, "body id (%u, %u) names no living body",
                           id.index1, id.generation);
    }
    return i;
}

static bool isFiniteQuat(vlQuat q)
{
    return isfinite(q.w) && isfinite(q.x) && isfinite(q.y) && isfinite(q.z);
}

vlResult vlWorld_CheckPose(const vlWorld* world, vlPose pose)
{
    vlQuat q = pose.q;
    if (!vlIsWithin(pose.p, VL_MAX_LENGTH) || !isFiniteQuat(q)) {
        return vlWorld_Fail(world, VL_ERROR_ARGUMENT,
                            "the pose is (%g, %g, %g) m, quaternion (%g, %g, %g, %g); expected "
                            "finite numbers, at most %g m",
                            pose.p.x, pose.p.y, pose.p.z, q.w, q.x, q.y, q.z, VL_MAX_LENGTH);
    }
    if (!vlIsUnitQ(q, VL_UNIT_TOLERANCE)) {
        return vlWorld_Fail(world, VL_ERROR_ARGUMENT,
                            "the pose's quaternion has length %.9g; expected 1 to within 1e-6",
                            vlLengthQ(q));
    }
    return VL_OK;
}

vlResult vlWorld_PlaceCentre(const vlWorld* world, vlPose pose, vlVec3 centroid, vlVec3* centre)
{
    vlVec3 c = vlAdd(pose.p, vlRotate(vlUnitQ(pose.q), centroid));
    if (!vlIsWithin(c, VL_MAX_LENGTH)) {
        return vlWorld_Fail(world, VL_ERROR_ARGUMENT,
                            "the centre of mass would be at (%g, %g, %g) m; expected at most %g m",
                            c.x, c.y, c.z, VL_MAX_LENGTH);
    }
    *centre = c;
    return VL_OK;
}

vlResult vlWorld_CheckTwist(const vlWorld* world, vlTwist twist)
{
    if (!vlIsWithin(twist.linear, VL_MAX_SPEED) || !vlIsWithin(twist.angular, VL_MAX_SPEED)) {
        return vlWorld_Fail(world, VL_ERROR_ARGUMENT,
                            "the velocity is (%g, %g, %g), angular (%g, %g, %g); expected finite "
                            "numbers, at most %g m/s and rad/s",
                            twist.linear.x, twist.linear.y, twist.linear.z, twist.angular.x,
                            twist.angular.y, twist.angular.z, VL_MAX_SPEED);
    }
    return VL_OK;
}

static vlResult checkBodyDef(const vlWorld* world, const vlBodyDef* def)
{
    if (def->shape == NULL) {
        return vlWorld_Fail(world, VL_ERROR_ARGUMENT, "shape is NULL");
    }
    if ((int)def->type < 0 || (int)def->type > (int)VL_BODY_DYNAMIC) {
        return vlWorld_Fail(world, VL_ERROR_ARGUMENT, "type is %d; expected a vlBodyType",
                            (int)def->type);
    }
    if (def->material.index >= (uint32_t)world->model.materialCount) {
        return vlWorld_Fail(world, VL_ERROR_STALE_ID, "material %u; this world has 0 to %d",
                            def->material.index, world->model.materialCount - 1);
    }
    if (world->model.pieceCount + def->shape->pieceCount > world->model.def.capacity.pieces) {
        return vlWorld_Fail(
            world, VL_ERROR_FULL, "the shape has %d pieces; capacity.pieces is %d and %d are used",
            def->shape->pieceCount, world->model.def.capacity.pieces, world->model.pieceCount);
    }
    if (def->shape->kind == VL_SHAPE_SURFACE && !vlModel_IsImplicit(&world->model)) {
        return vlWorld_Fail(world, VL_ERROR_ARGUMENT,
                            "the shape is the surface of a mesh in a world with an explicit "
                            "integrator; expected VL_INTEGRATOR_IMPLICIT");
    }
    if (def->shape->kind == VL_SHAPE_SURFACE && world->model.def.capacity.samples == 0) {
        return vlWorld_Fail(
            world, VL_ERROR_FULL,
            "the shape is the surface of a mesh and capacity.samples is 0; expected "
            "room for the samples that may be in contact");
    }
    vlResult result = vlWorld_CheckPose(world, def->pose);
    return result == VL_OK ? vlWorld_CheckTwist(world, def->velocity) : result;
}

static double boundingRadius(const vlShape* shape, vlVec3 centroid)
{
    double radius = 0.0;
    for (int i = 0; shape->skin != NULL && i < shape->skin->pointCount; ++i) {
        double r = vlLength(vlSub(shape->skin->point[i], centroid));
        radius = r > radius ? r : radius;
    }
    for (int k = 0; k < shape->pieceCount; ++k) {
        const vlConvex* c = &shape->pieces[k];
        for (int v = 0; v < c->vertexCount; ++v) {
            double r = vlLength(vlSub(vlConvex_Vertex(c, v), centroid));
            radius = r > radius ? r : radius;
        }
    }
    return radius;
}

static double thinnestOf(const vlShape* shape)
{
    double thinnest = HUGE_VAL;
    for (int k = 0; k < shape->pieceCount; ++k) {
        double t = shape->pieces[k].thickness;
        thinnest = t < thinnest ? t : thinnest;
    }
    return thinnest;
}

static vlIdPool poolOf(vlWorld* world)
{
    vlIdPool pool = {&world->model.bodies, world->model.slot, sizeof *world->model.slot,
                     world->model.def.capacity.bodies};
    return pool;
}

// The list of near pairs and the last step's contacts no longer fit the bodies.
static void forgetContacts(vlWorld* world)
{
    world->state.head->pairsAreStale = true;
    world->work.evaluation[0].contactCount = 0;
    world->work.samples.pairCount = world->work.samples.pointCount = 0;
    world->work.samples.cacheCount = 0; // another shape may have come into a slot
    world->work.info.contactCount = 0;
    vlSleep_WakeAll(&world->model, &world->state);
}

static void hashBody(vlWorld* world, int index)
{
    const vlInertia* inertia = &world->model.inertia[index];
    const vlBodySlot* slot = &world->model.slot[index];
    uint64_t h = world->model.hash;
    h = vlHash_Word(h, ((uint64_t)index << 32) | slot->id.generation);
    h = vlHash_Word(h, ((uint64_t)slot->type << 32) | slot->material);
    h = vlHash_Double(h, inertia->mass);
    h = vlHash_Vec(vlHash_Vec(vlHash_Vec(h, inertia->inertiaB.cx), inertia->inertiaB.cy),
                   inertia->inertiaB.cz);
    h = vlHash_Vec(h, slot->centroidB);
    if (slot->pointerInverseMass > 0.0) {
        h = vlHash_Double(h, slot->pointerInverseMass);
    }
    for (int k = 0; k < slot->shape->pieceCount; ++k) {
        const vlConvex* c = &slot->shape->pieces[k];
        for (int f = 0; f < c->faceCount; ++f) {
            h = vlHash_Double(vlHash_Vec(h, vlConvex_Normal(c, f)), c->nd[f]);
        }
    }
    world->model.hash = slot->shape->skin != NULL ? vlHash_Word(h, slot->shape->skin->hash) : h;
}

vlResult vlWorld_CreateBody(vlWorld* world, const vlBodyDef* def, vlBodyId* body)
{
    if (def == NULL || body == NULL) {
        return vlWorld_Fail(world, VL_ERROR_ARGUMENT, "def or body is NULL");
    }
    vlResult result = checkBodyDef(world, def);
    if (result != VL_OK) {
        return result;
    }
    double pointerInverseMass;
    result = vlWorld_WeighPointer(world, def, &pointerInverseMass);
    if (result != VL_OK) {
        return result;
    }
    vlInertia inertia = {0};
    vlVec3 centroid = vlShape_GetMassProperties(def->shape).centroid;
    if (def->type == VL_BODY_DYNAMIC) {
        result = vlWorld_Weigh(world, def, &inertia, &centroid);
        if (result != VL_OK) {
            return result;
        }
    }
    vlVec3 centre;
    double radius = boundingRadius(def->shape, centroid);
    result = vlWorld_PlaceCentre(world, def->pose, centroid, &centre);
    if (result != VL_OK) {
        return result;
    }
    inertia.isDriven = def->type == VL_BODY_KINEMATIC;
    vlIdPool pool = poolOf(world);
    int index = vlIdPool_Take(&pool);
    if (index < 0) {
        return vlWorld_Fail(world, VL_ERROR_FULL, "capacity.bodies is %d and all are used",
                            pool.capacity);
    }
    vlBodySlot* slot = &world->model.slot[index];
    slot->pointerInverseMass = pointerInverseMass;
    slot->shape = def->shape;
    vlShape_Retain(slot->shape);
    slot->centroidB = centroid;
    slot->radius = radius;
    slot->thinnest = thinnestOf(def->shape);
    slot->type = def->type;
    slot->material = def->material.index;
    world->model.inertia[index] = inertia;
    world->model.pieceCount += def->shape->pieceCount;
    hashBody(world, index);
    if (slot->shape->skin != NULL) {
        vlSamples_WidenReach(&world->model, slot->shape->skin->spacing);
    }

    memset(&world->state.motion[index], 0, sizeof world->state.motion[index]);
    memset(&world->state.applied[index], 0, sizeof world->state.applied[index]);
    memset(&world->work.reaction[index], 0, sizeof world->work.reaction[index]);
    world->state.isFrozen[index] = false;
    world->state.rest[index] = (vlRest){0};
    vlBodyId id = vlModel_MakeId(&world->model, index);
    world->state.motion[index].rotation = vlIdentityQuat();
    result = vlBody_SetPose(world, id, def->pose);
    result = result == VL_OK ? vlBody_SetTwist(world, id, def->velocity) : result;
    forgetContacts(world);
    *body = id;
    return result;
}

vlResult vlWorld_DestroyBody(vlWorld* world, vlBodyId body)
{
    int i = vlWorld_FindBody(world, body);
    if (i < 0) {
        return VL_ERROR_STALE_ID;
    }
    vlElements_LetGo(world, i);
    vlBodySlot* slot = &world->model.slot[i];
    world->model.pieceCount -= slot->shape->pieceCount;
    vlShape_Release(slot->shape);
    slot->shape = NULL;
    slot->type = VL_BODY_STATIC;
    slot->pointerInverseMass = 0.0;
    vlIdPool pool = poolOf(world);
    vlIdPool_Free(&pool, i);
    memset(&world->model.inertia[i], 0, sizeof world->model.inertia[i]);
    memset(&world->state.motion[i], 0, sizeof world->state.motion[i]);
    memset(&world->state.applied[i], 0, sizeof world->state.applied[i]);
    world->state.motion[i].rotation = vlIdentityQuat();
    world->state.isFrozen[i] = false;
    world->model.hash = vlHash_Word(world->model.hash, (uint64_t)i);
    // Pairs of a destroyed body must not pass their memory on to its successor in the slot.
    vlNearPair* pair = world->state.pair;
    int kept = 0;
    for (int k = 0; k < world->state.head->pairCount; ++k) {
        if (vlPairKey_BodyA(pair[k].key) != (uint32_t)i &&
            vlPairKey_BodyB(pair[k].key) != (uint32_t)i) {
            pair[kept++] = pair[k];
        }
    }
    world->state.head->pairCount = kept;
    vlPoints_ForgetBody(&world->state, i);
    vlSamples_ForgetBody(&world->state, i);
    forgetContacts(world);
    return VL_OK;
}
