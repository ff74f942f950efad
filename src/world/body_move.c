// SPDX-License-Identifier: MIT
// Bodies: placing, moving, pushing.

#include <string.h>

#include "world/body.h"
#include "world/sleep.h"

// After a jump the remembered directions of a body's pairs may be far off, and a search for the
// normal that starts from one would stay with it.
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
    result = result == VL_OK
                 ? vlWorld_PlaceCentre(world, pose, world->model.slot[i].centroidB, &centre)
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
    vlSleep_WakeAround(&world->model, &world->state, i);
    if (world->model.slot[i].type == VL_BODY_STATIC) {
        world->state.head->pairsAreStale = true;
        vlSleep_WakeAll(&world->model, &world->state);
    } else if (world->model.slot[i].type == VL_BODY_DYNAMIC) {
        m->spin = vlInertia_Spin(&world->model.inertia[i], vlMatFromQuat(m->rotation), m->omega);
    }
    return VL_OK;
}

// A body that was also placed moved to where it is with the velocity that it is given, as handles
// of devices do; one that was not moved there with the velocity that it had.
static void noteGiven(vlState* state, int i, vlTwist twist)
{
    const vlMotion* m = &state->motion[i];
    vlTwist more = {vlSub(twist.linear, m->velocity), vlSub(twist.angular, m->omega)};
    if (state->rest[i].isGiven) {
        more.linear = vlAdd(more.linear, state->given[i].linear);
        more.angular = vlAdd(more.angular, state->given[i].angular);
    }
    state->given[i] = more;
    state->rest[i].isGiven = !state->rest[i].isPlaced;
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
    vlSleep_WakeBody(&world->state, i);
    noteGiven(&world->state, i, twist);
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
    if (!vlIsWithin(force, VL_MAX_FORCE) || !vlIsWithin(point, VL_MAX_LENGTH)) {
        return vlWorld_Fail(world, VL_ERROR_ARGUMENT,
                            "force (%g, %g, %g) at point (%g, %g, %g); expected finite numbers, at "
                            "most %g N and %g m",
                            force.x, force.y, force.z, point.x, point.y, point.z, VL_MAX_FORCE,
                            VL_MAX_LENGTH);
    }
    vlWrench* w = &world->state.applied[i];
    vlVec3 lever = vlSub(point, world->state.motion[i].centre);
    vlSleep_WakeBody(&world->state, i);
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
    if (!vlIsWithin(torque, VL_MAX_FORCE)) {
        return vlWorld_Fail(world, VL_ERROR_ARGUMENT,
                            "torque (%g, %g, %g); expected finite numbers, at most %g N m",
                            torque.x, torque.y, torque.z, VL_MAX_FORCE);
    }
    vlSleep_WakeBody(&world->state, i);
    world->state.applied[i].torque = vlAdd(world->state.applied[i].torque, torque);
    return VL_OK;
}
