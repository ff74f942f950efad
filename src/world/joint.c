// SPDX-License-Identifier: MIT
// Joints of a world: creating, driving, reading them, and their force elements. All of a joint is
// state, so that a snapshot taken before one was made can be restored after.

#include "joint/joint_law.h"

#include "world/joint_def.h"

static bool isExplicit(const vlWorld* world)
{
    return world->def.integrator == VL_INTEGRATOR_EULER ||
           world->def.integrator == VL_INTEGRATOR_RK4;
}

static int findJoint(const vlWorld* world, vlJointId id)
{
    if (id.index1 >= 1 && id.index1 <= (uint32_t)world->state.head->jointSlots) {
        const vlJoint* joint = &world->state.joint[id.index1 - 1];
        if (joint->bodyB >= 0 && joint->generation == id.generation) {
            return (int)id.index1 - 1;
        }
    }
    (void)vlWorld_Fail(world, VL_ERROR_STALE_ID, "joint id (%u, %u) names no joint", id.index1,
                       id.generation);
    return -1;
}

// The joint that a checked definition asks for, gains still automatic.
static void fillFrom(const vlWorld* world, const vlJointDef* def, vlJoint* joint)
{
    const vlBodySlot* slot = world->model.slot;
    joint->type = def->type;
    joint->frameA.q = vlUnitQ(def->frameA.q);
    joint->frameB.q = vlUnitQ(def->frameB.q);
    joint->frameA.p =
        joint->bodyA < 0 ? def->frameA.p : vlSub(def->frameA.p, slot[joint->bodyA].centroidB);
    joint->frameB.p = vlSub(def->frameB.p, slot[joint->bodyB].centroidB);
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

// Angles count from where the joint is now; a rod is as long as it is now.
static void startHere(const vlWorld* world, vlJoint* joint, vlJointReport* report)
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
    vlJoint_Observe(joint, &rows, vlJoint_Twist(joint, world->state.motion, &rows), report);
}

static vlResult prepare(const vlWorld* world, const vlJointDef* def, vlJoint* joint,
                        vlJointReport* report)
{
    vlResult result = vlJointDef_Check(world, def);
    result = result == VL_OK ? vlWorld_FindEnds(world, def->bodyA, def->bodyB, "joint",
                                                &joint->bodyA, &joint->bodyB)
                             : result;
    if (result != VL_OK) {
        return result;
    }
    fillFrom(world, def, joint);
    vlJointYield yield = vlJoint_Yield(joint, world->model.inertia, isExplicit(world));
    if (!isfinite(yield.linear) || !isfinite(yield.angular)) {
        return vlWorld_Fail(world, VL_ERROR_ARGUMENT,
                            "a joint with a frame at (%g, %g, %g) or (%g, %g, %g): too far away",
                            def->frameA.p.x, def->frameA.p.y, def->frameA.p.z, def->frameB.p.x,
                            def->frameB.p.y, def->frameB.p.z);
    }
    startHere(world, joint, report);
    vlJoint_FillGains(joint, yield, world->def.step, isExplicit(world));
    vlJoint_SetSoft(joint, vlJoint_Yield(joint, world->model.inertia, true), world->def.step);
    return isExplicit(world) ? vlJoint_CheckStable(world, joint, yield) : VL_OK;
}

static void wakeEnds(vlWorld* world, const vlJoint* joint)
{
    vlSleep_WakeBody(world, joint->bodyA);
    vlSleep_WakeBody(world, joint->bodyB);
}

vlResult vlWorld_CreateJoint(vlWorld* world, const vlJointDef* def, vlJointId* joint)
{
    vlJoint made = {.bodyB = -1};
    vlJointReport report = {.axisCount = 0};
    vlResult result = prepare(world, def, &made, &report);
    if (result != VL_OK) {
        return result;
    }
    if (joint == NULL) {
        return vlWorld_Fail(world, VL_ERROR_ARGUMENT, "the joint id is NULL");
    }
    vlStateHead* head = world->state.head;
    int i = head->jointCount == head->jointSlots ? head->jointSlots : 0; // no holes: the next
    while (i < head->jointSlots && world->state.joint[i].bodyB >= 0) {
        ++i;
    }
    if (i == world->def.capacity.joints) {
        return vlWorld_Fail(world, VL_ERROR_FULL, "%d joints; capacity.joints is %d", i, i);
    }
    head->jointSlots += i == head->jointSlots;
    made.generation = world->state.joint[i].generation + 1;
    world->state.joint[i] = made;
    world->work.jointReport[i] = report;
    vlJointId id = {(uint32_t)i + 1u, made.generation};
    *joint = id;
    ++head->jointCount;
    head->pairsAreStale = true; // the two may not touch any more
    wakeEnds(world, &made);
    return VL_OK;
}

static void freeJoint(vlWorld* world, int i)
{
    wakeEnds(world, &world->state.joint[i]);
    vlJoint none = {.bodyB = -1, .generation = world->state.joint[i].generation};
    vlJointReport nothing = {.frameA = vlIdentityPose(), .frameB = vlIdentityPose()};
    world->state.joint[i] = none;
    world->work.jointReport[i] = nothing;
    --world->state.head->jointCount;
    world->state.head->pairsAreStale = true;
}

vlResult vlWorld_DestroyJoint(vlWorld* world, vlJointId joint)
{
    int i = findJoint(world, joint);
    if (i < 0) {
        return VL_ERROR_STALE_ID;
    }
    freeJoint(world, i);
    return VL_OK;
}

void vlJoints_LetGo(vlWorld* world, int body)
{
    for (int i = 0; i < world->state.head->jointSlots; ++i) {
        const vlJoint* joint = &world->state.joint[i];
        if (joint->bodyB >= 0 && (joint->bodyA == body || joint->bodyB == body)) {
            freeJoint(world, i);
        }
    }
}

void vlJoints_List(vlWorld* world)
{
    int* first = world->work.firstJoint;
    for (int i = 0; i < world->model.slotCount; ++i) {
        first[i] = -1;
    }
    for (int i = 0; i < world->state.head->jointSlots; ++i) {
        const vlJoint* joint = &world->state.joint[i];
        if (joint->bodyB >= 0 && joint->bodyA >= 0 && !joint->collide) {
            int lower = joint->bodyA < joint->bodyB ? joint->bodyA : joint->bodyB;
            world->work.nextJoint[i] = first[lower];
            first[lower] = i;
        }
    }
}

bool vlJoints_Excuse(const vlWorld* world, uint32_t a, uint32_t b)
{
    for (int i = world->work.firstJoint[a]; i >= 0; i = world->work.nextJoint[i]) {
        const vlJoint* joint = &world->state.joint[i];
        if (joint->bodyA == (int)b || joint->bodyB == (int)b) {
            return true;
        }
    }
    return false;
}

int vlWorld_GetJointCount(const vlWorld* world)
{
    return world->state.head->jointCount;
}

// Forces are those of the last step; where the joint is, and how fast, is always of now.
vlResult vlJoint_GetReport(const vlWorld* world, vlJointId joint, vlJointReport* report)
{
    int i = findJoint(world, joint);
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
    int i = findJoint(world, joint);
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
    int i = findJoint(world, joint);
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

// Gives the axis another motor, if that one is good.
static vlResult changeMotor(vlWorld* world, int i, int axis, const vlMotor* motor)
{
    vlResult result = vlMotor_Check(world, motor);
    vlJoint changed = world->state.joint[i];
    changed.axis[axis].motor = *motor;
    if (result == VL_OK && isExplicit(world)) {
        vlJointYield yield = vlJoint_Yield(&changed, world->model.inertia, true);
        result = vlJoint_CheckStable(world, &changed, yield);
    }
    if (result == VL_OK) {
        world->state.joint[i].axis[axis].motor = *motor;
        wakeEnds(world, &changed);
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
    if (result == VL_OK) { // the new one has not been at its limit yet
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

int vlJoints_Evaluate(vlWorld* world, const vlMotion* motions, bool remember, int count)
{
    for (int i = 0; i < world->state.head->jointSlots; ++i) {
        vlJoint* joint = &world->state.joint[i];
        if (joint->bodyB >= 0) {
            vlJointReport report;
            world->work.element[count++] = vlJoint_Evaluate(joint, motions, remember, &report);
            if (remember) {
                world->work.jointReport[i] = report;
            }
        }
    }
    return count;
}
