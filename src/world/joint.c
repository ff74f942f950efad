// SPDX-License-Identifier: MIT
// Joints of a world: creating, driving, reading them.

#include "joint/joint_gains.h"
#include "joint/joint_rows.h"
#include "joint/joint_type.h"
#include "world/element_pool.h"
#include "world/joint_def.h"
#include "world/sleep.h"

// The joint that a checked definition describes, with its gains still automatic.
static void fillFrom(const vlWorld* world, const vlJointDef* def, vlJoint* joint)
{
    const vlBodySlot* slot = world->model.slot;
    joint->type = def->type;
    joint->frameA.q = vlUnitQ(def->frameA.q);
    joint->frameB.q = vlUnitQ(def->frameB.q);
    joint->frameA.p = joint->head.bodyA < 0
                          ? def->frameA.p
                          : vlSub(def->frameA.p, slot[joint->head.bodyA].centroidB);
    joint->frameB.p = vlSub(def->frameB.p, slot[joint->head.bodyB].centroidB);
    joint->kLinear = def->stiffness;
    joint->bLinear = def->damping;
    joint->kAngular = def->angularStiffness;
    joint->bAngular = def->angularDamping;
    joint->bushing[0] = def->bushingStiffness;
    joint->bushing[1] = def->bushingDamping;
    joint->bushing[2] = def->bushingAngularStiffness;
    joint->bushing[3] = def->bushingAngularDamping;
    joint->collide = def->collide;
    for (int i = 0; i < VL_MAX_JOINT_AXES; ++i) {
        joint->axis[i] = def->axis[i];
    }
}

// Angles are counted from the present pose; a rod is as long as it is now.
static void startHere(const vlWorld* world, vlJoint* joint)
{
    vlJointRows rows;
    vlJoint_Place(joint, world->state.motion, &rows);
    for (int i = 0; i < rows.axisCount; ++i) {
        joint->memory[i].angle = rows.row[rows.lockedCount + i].coordinate;
    }
    joint->lastTurn = rows.turn;
    vlAxisDef* axis = &joint->axis[0];
    if (joint->type == VL_JOINT_DISTANCE && axis->lower == -HUGE_VAL && axis->upper == HUGE_VAL) {
        axis->lower = axis->upper = joint->memory[0].angle;
    }
}

static vlResult prepare(const vlWorld* world, const vlJointDef* def, vlJoint* joint)
{
    vlResult result = vlJointDef_Check(world, def);
    result = result == VL_OK ? vlElement_FindEnds(world, VL_KIND_JOINT, def->bodyA, def->bodyB,
                                                  &joint->head.bodyA, &joint->head.bodyB)
                             : result;
    if (result != VL_OK) {
        return result;
    }
    fillFrom(world, def, joint);
    vlJointYield yield =
        vlJoint_Yield(joint, world->model.inertia, !vlModel_IsImplicit(&world->model));
    if (!isfinite(yield.linear) || !isfinite(yield.angular)) {
        return vlWorld_Fail(world, VL_ERROR_ARGUMENT,
                            "a joint with a frame at (%g, %g, %g) or (%g, %g, %g): too far away",
                            def->frameA.p.x, def->frameA.p.y, def->frameA.p.z, def->frameB.p.x,
                            def->frameB.p.y, def->frameB.p.z);
    }
    startHere(world, joint);
    vlJoint_FillGains(joint, yield, vlModel_GainStep(&world->model),
                      !vlModel_IsImplicit(&world->model));
    joint->brake = vlJoint_Brake(joint, world->model.inertia);
    vlJoint_SetSoft(joint, vlJoint_Yield(joint, world->model.inertia, true), world->model.def.step);
    return !vlModel_IsImplicit(&world->model) ? vlJoint_CheckStable(world, joint, yield) : VL_OK;
}

vlResult vlWorld_CreateJoint(vlWorld* world, const vlJointDef* def, vlJointId* joint)
{
    vlJoint made = {.type = VL_JOINT_FIXED};
    vlResult result = prepare(world, def, &made);
    if (result != VL_OK) {
        return result;
    }
    if (joint == NULL) {
        return vlWorld_Fail(world, VL_ERROR_ARGUMENT, "the joint id is NULL");
    }
    return vlElement_Add(world, VL_KIND_JOINT, &made, &joint->index1, &joint->generation);
}

vlResult vlWorld_DestroyJoint(vlWorld* world, vlJointId joint)
{
    return vlElement_Destroy(world, VL_KIND_JOINT, joint.index1, joint.generation);
}

int vlWorld_GetJointCount(const vlWorld* world)
{
    return world->state.head->elements[VL_KIND_JOINT].living;
}

// Forces are those of the last step; positions and speeds are always the present ones.
vlResult vlJoint_GetReport(const vlWorld* world, vlJointId joint, vlJointReport* report)
{
    int i = vlElement_Find(world, VL_KIND_JOINT, joint.index1, joint.generation);
    if (i < 0) {
        return VL_ERROR_STALE_ID;
    }
    if (report == NULL) {
        return vlWorld_Fail(world, VL_ERROR_ARGUMENT, "the report is NULL");
    }
    const vlJoint* j = &world->state.joint[i];
    const vlMotion* motions = world->state.motion;
    vlJointRows rows;
    vlJoint_Place(j, motions, &rows);
    vlJointReport all = world->work.jointReport[i];
    vlJoint_Observe(j, &rows, vlJoint_Twist(j, motions, &rows), &all);
    *report = all;
    return VL_OK;
}

vlResult vlJoint_GetGains(const vlWorld* world, vlJointId joint, double* stiffness, double* damping,
                          double* angularStiffness, double* angularDamping)
{
    int i = vlElement_Find(world, VL_KIND_JOINT, joint.index1, joint.generation);
    if (i < 0) {
        return VL_ERROR_STALE_ID;
    }
    if (stiffness == NULL || damping == NULL || angularStiffness == NULL ||
        angularDamping == NULL) {
        return vlWorld_Fail(world, VL_ERROR_ARGUMENT, "a stiffness or damping is NULL");
    }
    const vlJoint* j = &world->state.joint[i];
    *stiffness = j->kLinear;
    *damping = j->bLinear;
    *angularStiffness = j->kAngular;
    *angularDamping = j->bAngular;
    return VL_OK;
}

// Index of a joint that has this axis, or -1 and the reason.
static int findAxis(const vlWorld* world, vlJointId joint, int axis, vlResult* reason)
{
    int i = vlElement_Find(world, VL_KIND_JOINT, joint.index1, joint.generation);
    if (i < 0) {
        *reason = VL_ERROR_STALE_ID;
        return -1;
    }
    int count = vlJointType_GetAxisCount(world->state.joint[i].type);
    if (axis < 0 || axis >= count) {
        *reason =
            vlWorld_Fail(world, VL_ERROR_ARGUMENT, "axis %d of a joint that has %d", axis, count);
        return -1;
    }
    return i;
}

vlResult vlJoint_GetMotor(const vlWorld* world, vlJointId joint, int axis, vlMotor* motor)
{
    vlResult reason = VL_OK;
    int i = findAxis(world, joint, axis, &reason);
    if (i < 0) {
        return reason;
    }
    if (motor == NULL) {
        return vlWorld_Fail(world, VL_ERROR_ARGUMENT, "the motor is NULL");
    }
    *motor = world->state.joint[i].axis[axis].motor;
    return VL_OK;
}

// Gives the axis another motor, if its definition is valid.
static vlResult changeMotor(vlWorld* world, int i, int axis, const vlMotor* motor)
{
    vlResult result = vlMotor_Check(world, motor);
    vlJoint changed = world->state.joint[i];
    changed.axis[axis].motor = *motor;
    if (result == VL_OK && !vlModel_IsImplicit(&world->model)) {
        vlJointYield yield = vlJoint_Yield(&changed, world->model.inertia, true);
        result = vlJoint_CheckStable(world, &changed, yield);
    }
    if (result == VL_OK) {
        world->state.joint[i].axis[axis].motor = *motor;
        vlSleep_WakeBody(&world->state, changed.head.bodyA);
        vlSleep_WakeBody(&world->state, changed.head.bodyB);
    }
    return result;
}

vlResult vlJoint_SetMotor(vlWorld* world, vlJointId joint, int axis, const vlMotor* motor)
{
    vlResult reason = VL_OK;
    int i = findAxis(world, joint, axis, &reason);
    if (i < 0) {
        return reason;
    }
    if (motor == NULL) {
        return vlWorld_Fail(world, VL_ERROR_ARGUMENT, "the motor is NULL");
    }
    vlResult result = changeMotor(world, i, axis, motor);
    if (result == VL_OK) { // the new motor has not reached its limit yet
        world->state.joint[i].memory[axis].motorSide = 0;
    }
    return result;
}

vlResult vlJoint_SetTarget(vlWorld* world, vlJointId joint, int axis, double target)
{
    vlResult reason = VL_OK;
    int i = findAxis(world, joint, axis, &reason);
    if (i < 0) {
        return reason;
    }
    vlMotor motor = world->state.joint[i].axis[axis].motor;
    motor.target = target;
    return changeMotor(world, i, axis, &motor);
}
