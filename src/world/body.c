// SPDX-License-Identifier: MIT
// Bodies: creating, destroying, moving, pushing, reading.

#include <string.h>

#include "base/hash.h"
#include "world/world.h"

vlBodyDef vlDefaultBodyDef(void)
{
    vlBodyDef def = {.type = VL_BODY_DYNAMIC, .pose = vlIdentityPose(), .density = 1000.0};
    return def;
}

int vlWorld_FindBody(const vlWorld* world, vlBodyId id)
{
    if (id.index1 >= 1 && id.index1 <= (uint32_t)world->model.slotCount) {
        const vlBodySlot* slot = &world->model.slot[id.index1 - 1];
        if (slot->shape != NULL && slot->generation == id.generation) {
            return (int)id.index1 - 1;
        }
    }
    (void)vlWorld_Fail(world, VL_ERROR_STALE_ID, "body id (%u, %u) names no living body", id.index1,
                       id.generation);
    return -1;
}

vlResult vlWorld_FindEnds(const vlWorld* world, vlBodyId bodyA, vlBodyId bodyB, const char* what,
                          int* a, int* b)
{
    bool toWorld = bodyA.index1 == 0;
    *a = toWorld ? -1 : vlWorld_FindBody(world, bodyA);
    *b = vlWorld_FindBody(world, bodyB);
    if (*b < 0 || (*a < 0 && !toWorld)) {
        return VL_ERROR_STALE_ID;
    }
    bool movesA = *a >= 0 && world->model.inertia[*a].inverseMass > 0.0;
    bool movesB = world->model.inertia[*b].inverseMass > 0.0;
    if (*a == *b) {
        return vlWorld_Fail(world, VL_ERROR_ARGUMENT, "a %s from a body to itself", what);
    }
    if (!movesA && !movesB) {
        return vlWorld_Fail(world, VL_ERROR_ARGUMENT,
                            "a %s between bodies that no force moves; expected at least one "
                            "dynamic body",
                            what);
    }
    return VL_OK;
}

static bool isFiniteQuat(vlQuat q)
{
    return isfinite(q.w) && isfinite(q.x) && isfinite(q.y) && isfinite(q.z);
}

vlResult vlWorld_CheckPose(const vlWorld* world, vlPose pose)
{
    vlQuat q = pose.q;
    if (!vlIsFinite(pose.p) || !isFiniteQuat(q)) {
        return vlWorld_Fail(
            world, VL_ERROR_ARGUMENT,
            "the pose is (%g, %g, %g), quaternion (%g, %g, %g, %g); expected finite "
            "numbers",
            pose.p.x, pose.p.y, pose.p.z, q.w, q.x, q.y, q.z);
    }
    if (!vlIsUnitQ(q, VL_UNIT_TOLERANCE)) {
        return vlWorld_Fail(world, VL_ERROR_ARGUMENT,
                            "the pose's quaternion has length %.9g; expected 1 to within %g",
                            vlLengthQ(q), VL_UNIT_TOLERANCE);
    }
    return VL_OK;
}

// Where the centre of mass comes to lie; refused when that is beyond the finite numbers.
static vlResult placeCentre(const vlWorld* world, vlPose pose, vlVec3 centroid, vlVec3* centre)
{
    vlVec3 c = vlAdd(pose.p, vlRotate(vlUnitQ(pose.q), centroid));
    if (!vlIsFinite(c)) {
        return vlWorld_Fail(world, VL_ERROR_ARGUMENT,
                            "the centre of mass would be at (%g, %g, %g); expected finite numbers",
                            c.x, c.y, c.z);
    }
    *centre = c;
    return VL_OK;
}

vlResult vlWorld_CheckTwist(const vlWorld* world, vlTwist twist)
{
    if (!vlIsFinite(twist.linear) || !vlIsFinite(twist.angular)) {
        return vlWorld_Fail(world, VL_ERROR_ARGUMENT,
                            "the velocity is (%g, %g, %g), angular (%g, %g, %g); expected finite "
                            "numbers",
                            twist.linear.x, twist.linear.y, twist.linear.z, twist.angular.x,
                            twist.angular.y, twist.angular.z);
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
    if (world->model.pieceCount + def->shape->pieceCount > world->def.capacity.pieces) {
        return vlWorld_Fail(
            world, VL_ERROR_FULL, "the shape has %d pieces; capacity.pieces is %d and %d are used",
            def->shape->pieceCount, world->def.capacity.pieces, world->model.pieceCount);
    }
    vlResult result = vlWorld_CheckPose(world, def->pose);
    return result == VL_OK ? vlWorld_CheckTwist(world, def->velocity) : result;
}

// Lowest free slot, or -1.
static int freeSlot(const vlWorld* world)
{
    bool hasHoles = world->model.bodyCount < world->model.slotCount;
    for (int i = 0; i < world->model.slotCount && hasHoles; ++i) {
        if (world->model.slot[i].shape == NULL) {
            return i;
        }
    }
    return world->model.slotCount < world->def.capacity.bodies ? world->model.slotCount : -1;
}

static double boundingRadius(const vlShape* shape, vlVec3 centroid)
{
    double radius = 0.0;
    for (int k = 0; k < shape->pieceCount; ++k) {
        const vlConvex* c = &shape->pieces[k];
        for (int v = 0; v < c->vertexCount && !c->isHalfspace; ++v) {
            double r = vlLength(vlSub(vlConvex_Vertex(c, v), centroid));
            radius = r > radius ? r : radius;
        }
    }
    return radius;
}

// The list of near pairs and the last step's contacts do not know the bodies as they are now.
static void forgetContacts(vlWorld* world)
{
    world->state.head->pairsAreStale = true;
    world->work.evaluation[0].contactCount = 0;
    world->work.info.contactCount = 0;
    vlSleep_WakeAll(world);
}

static void hashBody(vlWorld* world, int index)
{
    const vlInertia* inertia = &world->model.inertia[index];
    const vlBodySlot* slot = &world->model.slot[index];
    uint64_t h = world->model.hash;
    h = vlHash_Word(h, ((uint64_t)index << 32) | slot->generation);
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
    world->model.hash = h;
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
    int index = freeSlot(world);
    if (index < 0) {
        return vlWorld_Fail(world, VL_ERROR_FULL, "capacity.bodies is %d and all are used",
                            world->def.capacity.bodies);
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
    result = placeCentre(world, def->pose, centroid, &centre);
    if (result != VL_OK) {
        return result;
    }
    if (!isfinite(radius)) {
        return vlWorld_Fail(world, VL_ERROR_ARGUMENT,
                            "the centroid (%g, %g, %g) is inf m from the shape; expected finite",
                            centroid.x, centroid.y, centroid.z);
    }
    inertia.isDriven = def->type == VL_BODY_KINEMATIC;
    vlBodySlot* slot = &world->model.slot[index];
    slot->pointerInverseMass = pointerInverseMass;
    slot->shape = def->shape;
    vlShape_Retain(slot->shape);
    slot->centroidB = centroid;
    slot->radius = radius;
    slot->type = def->type;
    slot->material = def->material.index;
    slot->generation += 1;
    world->model.inertia[index] = inertia;
    world->model.slotCount += index == world->model.slotCount;
    ++world->model.bodyCount;
    world->model.pieceCount += def->shape->pieceCount;
    hashBody(world, index);

    memset(&world->state.motion[index], 0, sizeof world->state.motion[index]);
    memset(&world->state.applied[index], 0, sizeof world->state.applied[index]);
    memset(&world->work.reaction[index], 0, sizeof world->work.reaction[index]);
    world->state.isFrozen[index] = false;
    world->state.rest[index] = (vlRest){0};
    vlBodyId id = vlWorld_MakeId(world, index);
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
    vlSprings_LetGo(world, i);
    vlJoints_LetGo(world, i);
    vlCouplings_LetGo(world, i);
    vlBodySlot* slot = &world->model.slot[i];
    world->model.pieceCount -= slot->shape->pieceCount;
    vlShape_Release(slot->shape);
    slot->shape = NULL;
    slot->type = VL_BODY_STATIC;
    slot->pointerInverseMass = 0.0;
    --world->model.bodyCount;
    memset(&world->model.inertia[i], 0, sizeof world->model.inertia[i]);
    memset(&world->state.motion[i], 0, sizeof world->state.motion[i]);
    memset(&world->state.applied[i], 0, sizeof world->state.applied[i]);
    world->state.motion[i].rotation = vlIdentityQuat();
    world->state.isFrozen[i] = false;
    world->model.hash = vlHash_Word(world->model.hash, (uint64_t)i);
    // Pairs of a destroyed body must not hand their memory to its successor in the slot.
    vlNearPair* pair = world->state.pair;
    int kept = 0;
    for (int k = 0; k < world->state.head->pairCount; ++k) {
        if (vlPairKey_BodyA(pair[k].key) != (uint32_t)i &&
            vlPairKey_BodyB(pair[k].key) != (uint32_t)i) {
            pair[kept++] = pair[k];
        }
    }
    world->state.head->pairCount = kept;
    forgetContacts(world);
    return VL_OK;
}

// After a jump the directions remembered of a body's pairs may be far off; a searched normal that
// starts from one would stay with it.
#define JUMP_OF_SIZE 0.1

static void forgetDirections(vlWorld* world, uint32_t body)
{
    for (int k = 0; k < world->state.head->pairCount; ++k) {
        vlNearPair* pair = &world->state.pair[k];
        if (vlPairKey_BodyA(pair->key) == body || vlPairKey_BodyB(pair->key) == body) {
            memset(&pair->cache, 0, sizeof pair->cache);
        }
    }
}

static bool isJump(const vlMotion* m, vlVec3 centre, vlQuat rotation, double size)
{
    vlQuat q = m->rotation;
    double dw = q.w - rotation.w, dx = q.x - rotation.x;
    double dy = q.y - rotation.y, dz = q.z - rotation.z;
    double turn = sqrt(dw * dw + dx * dx + dy * dy + dz * dz); // half the angle, if small
    return vlLength(vlSub(centre, m->centre)) > JUMP_OF_SIZE * size || turn > 0.5 * JUMP_OF_SIZE;
}

vlResult vlBody_SetPose(vlWorld* world, vlBodyId body, vlPose pose)
{
    int i = vlWorld_FindBody(world, body);
    if (i < 0) {
        return VL_ERROR_STALE_ID;
    }
    vlVec3 centre;
    vlResult result = vlWorld_CheckPose(world, pose);
    result = result == VL_OK ? placeCentre(world, pose, world->model.slot[i].centroidB, &centre)
                             : result;
    if (result != VL_OK) {
        return result;
    }
    vlMotion* m = &world->state.motion[i];
    if (isJump(m, centre, vlUnitQ(pose.q), world->model.slot[i].radius)) {
        forgetDirections(world, (uint32_t)i);
    }
    m->rotation = vlUnitQ(pose.q);
    m->centre = centre;
    vlSleep_WakeAround(world, i);
    if (world->model.slot[i].type == VL_BODY_STATIC) {
        world->state.head->pairsAreStale = true;
        vlSleep_WakeAll(world);
    } else if (world->model.slot[i].type == VL_BODY_DYNAMIC) {
        m->spin = vlInertia_Spin(&world->model.inertia[i], vlMatFromQuat(m->rotation), m->omega);
    }
    return VL_OK;
}

vlResult vlBody_SetTwist(vlWorld* world, vlBodyId body, vlTwist twist)
{
    int i = vlWorld_FindBody(world, body);
    if (i < 0) {
        return VL_ERROR_STALE_ID;
    }
    vlResult result = vlWorld_CheckTwist(world, twist);
    if (result != VL_OK || world->model.slot[i].type == VL_BODY_STATIC) {
        return result;
    }
    vlMotion* m = &world->state.motion[i];
    vlSleep_WakeBody(world, i);
    m->velocity = twist.linear;
    m->omega = twist.angular;
    if (world->model.slot[i].type == VL_BODY_DYNAMIC) {
        m->spin = vlInertia_Spin(&world->model.inertia[i], vlMatFromQuat(m->rotation), m->omega);
    }
    return VL_OK;
}

vlResult vlBody_ApplyForce(vlWorld* world, vlBodyId body, vlVec3 force, vlVec3 point)
{
    int i = vlWorld_FindBody(world, body);
    if (i < 0) {
        return VL_ERROR_STALE_ID;
    }
    if (!vlIsFinite(force) || !vlIsFinite(point)) {
        return vlWorld_Fail(world, VL_ERROR_ARGUMENT,
                            "force (%g, %g, %g) at point (%g, %g, %g); expected finite numbers",
                            force.x, force.y, force.z, point.x, point.y, point.z);
    }
    vlWrench* w = &world->state.applied[i];
    vlVec3 lever = vlSub(point, world->state.motion[i].centre);
    vlSleep_WakeBody(world, i);
    w->force = vlAdd(w->force, force);
    w->torque = vlAdd(w->torque, vlCross(lever, force));
    return VL_OK;
}

vlResult vlBody_ApplyTorque(vlWorld* world, vlBodyId body, vlVec3 torque)
{
    int i = vlWorld_FindBody(world, body);
    if (i < 0) {
        return VL_ERROR_STALE_ID;
    }
    if (!vlIsFinite(torque)) {
        return vlWorld_Fail(world, VL_ERROR_ARGUMENT,
                            "torque (%g, %g, %g); expected finite numbers", torque.x, torque.y,
                            torque.z);
    }
    vlSleep_WakeBody(world, i);
    world->state.applied[i].torque = vlAdd(world->state.applied[i].torque, torque);
    return VL_OK;
}
