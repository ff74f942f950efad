// SPDX-License-Identifier: MIT
// The definition of a joint: its defaults, the helpers that place its frames, and all checks before
// a joint is made of it.

#include "joint/joint_law.h"
#include "joint/spring_law.h"

#include "world/joint_def.h"

#include "joint/joint_type.h"
#include "world/body.h"

vlJointDef vlDefaultJointDef(vlJointType type)
{
    vlMotor motor = {.mode = VL_MOTOR_OFF, .freeSpeed = HUGE_VAL, .maxForce = HUGE_VAL};
    vlAxisDef axis = {.lower = -HUGE_VAL,
                      .upper = HUGE_VAL,
                      .limitStiffness = VL_AUTO,
                      .limitDamping = VL_AUTO,
                      .motor = motor};
    vlJointDef def = {.type = type,
                      .frameA = vlIdentityPose(),
                      .frameB = vlIdentityPose(),
                      .stiffness = VL_AUTO,
                      .damping = VL_AUTO,
                      .angularStiffness = VL_AUTO,
                      .angularDamping = VL_AUTO,
                      .axis = {axis, axis, axis}};
    return def;
}

// The pose of the body's shape; the identity for the null id, which means the world.
static vlResult findPose(const vlWorld* world, vlBodyId id, bool mayBeWorld, vlPose* pose)
{
    if (mayBeWorld && id.index1 == 0) {
        *pose = vlIdentityPose();
        return VL_OK;
    }
    int i = vlWorld_FindBody(world, id);
    if (i < 0) {
        return VL_ERROR_STALE_ID;
    }
    const vlMotion* m = &world->state.motion[i];
    pose->q = m->rotation;
    pose->p = vlSub(m->centre, vlRotate(m->rotation, world->model.slot[i].centroidB));
    return VL_OK;
}

// The quaternion of the rotation with columns x, y, z, computed from the largest of its four parts.
static vlQuat quatOf(vlVec3 x, vlVec3 y, vlVec3 z)
{
    double sum = x.x + y.y + z.z;
    vlQuat q;
    if (sum > 0.0) {
        vlQuat r = {1.0 + sum, y.z - z.y, z.x - x.z, x.y - y.x};
        q = r;
    } else if (x.x > y.y && x.x > z.z) {
        vlQuat r = {y.z - z.y, 1.0 + x.x - y.y - z.z, y.x + x.y, z.x + x.z};
        q = r;
    } else if (y.y > z.z) {
        vlQuat r = {z.x - x.z, y.x + x.y, 1.0 + y.y - x.x - z.z, z.y + y.z};
        q = r;
    } else {
        vlQuat r = {x.y - y.x, z.x + x.z, z.y + y.z, 1.0 + z.z - x.x - y.y};
        q = r;
    }
    return vlUnitQ(q);
}

// The unit vector normal to the unit vector z that is nearest to `second`.
static vlVec3 normalTo(vlVec3 z, vlVec3 second)
{
    vlVec3 wanted = vlUnit(second);
    vlVec3 across = vlMulAdd(wanted, -vlDot(wanted, z), z);
    if (vlLength(across) < 1e-6) { // none given, or along z: the coordinate axis furthest from z
        double x = fabs(z.x), y = fabs(z.y);
        vlVec3 other = x <= y && x <= fabs(z.z) ? vlVec(1.0, 0.0, 0.0)
                       : y <= fabs(z.z)         ? vlVec(0.0, 1.0, 0.0)
                                                : vlVec(0.0, 0.0, 1.0);
        across = vlMulAdd(other, -vlDot(other, z), z);
    }
    return vlUnit(across);
}

vlResult vlJointDef_Place(vlJointDef* def, const vlWorld* world, vlVec3 point, vlVec3 axis,
                          vlVec3 second)
{
    if (def == NULL) {
        return vlWorld_Fail(world, VL_ERROR_ARGUMENT, "the joint's def is NULL");
    }
    if (!vlIsWithin(point, VL_MAX_LENGTH) || !vlIsFinite(second) || !vlIsFinite(axis) ||
        !(vlLength(axis) > 0.0) || !isfinite(vlLength(axis)) || !isfinite(vlLength(second))) {
        return vlWorld_Fail(world, VL_ERROR_ARGUMENT,
                            "a joint at (%g, %g, %g) along (%g, %g, %g), x near (%g, %g, %g); "
                            "expected finite numbers and an axis with a length",
                            point.x, point.y, point.z, axis.x, axis.y, axis.z, second.x, second.y,
                            second.z);
    }
    vlPose a;
    vlPose b;
    if (findPose(world, def->bodyA, true, &a) != VL_OK ||
        findPose(world, def->bodyB, false, &b) != VL_OK) {
        return VL_ERROR_STALE_ID;
    }
    vlVec3 z = vlUnit(axis);
    vlVec3 x = normalTo(z, second);
    vlQuat q = quatOf(x, vlCross(z, x), z);
    vlPose inA = {vlUntransform(a, point), vlUnitQ(vlMulQ(vlConj(a.q), q))};
    vlPose inB = {vlUntransform(b, point), vlUnitQ(vlMulQ(vlConj(b.q), q))};
    def->frameA = inA;
    def->frameB = inB;
    return VL_OK;
}

typedef struct Number {
    const char* name;
    double value;
} Number;

// The value must be 0 or above. With `isAutoToo` it may be VL_AUTO; with `isPositive` it may not be
// 0.
static vlResult checkNumber(const vlWorld* world, Number number, bool isAutoToo, bool isPositive)
{
    bool isGood =
        number.value <= VL_MAX_FORCE && (isPositive ? number.value > 0.0 : number.value >= 0.0);
    if (isGood || (isAutoToo && number.value == VL_AUTO)) {
        return VL_OK;
    }
    return vlWorld_Fail(world, VL_ERROR_ARGUMENT, "%s is %g; expected %s, finite, at most %g%s",
                        number.name, number.value, isPositive ? "above 0" : "0 or above",
                        VL_MAX_FORCE, isAutoToo ? ", or VL_AUTO" : "");
}

vlResult vlMotor_Check(const vlWorld* world, const vlMotor* motor)
{
    if ((unsigned)motor->mode > VL_MOTOR_POSITION) {
        return vlWorld_Fail(world, VL_ERROR_ARGUMENT, "motor mode %d; expected 0 to %d",
                            (int)motor->mode, (int)VL_MOTOR_POSITION);
    }
    if (!(fabs(motor->target) <= VL_MAX_LENGTH)) {
        return vlWorld_Fail(world, VL_ERROR_ARGUMENT,
                            "motor target is %g; expected a finite number, at most %g in size",
                            motor->target, VL_MAX_LENGTH);
    }
    const Number above[] = {{"motor freeSpeed", motor->freeSpeed},
                            {"motor maxForce", motor->maxForce}};
    for (int i = 0; i < 2; ++i) {
        if (!(above[i].value > 0.0)) {
            return vlWorld_Fail(world, VL_ERROR_ARGUMENT, "%s is %g; expected above 0, or infinity",
                                above[i].name, above[i].value);
        }
    }
    const Number stiffness = {"motor stiffness", motor->stiffness};
    const Number damping = {"motor damping", motor->damping};
    vlResult result = checkNumber(world, stiffness, false, false);
    return result == VL_OK ? checkNumber(world, damping, false, false) : result;
}

static vlResult checkAxis(const vlWorld* world, const vlAxisDef* axis)
{
    if (!(axis->lower <= axis->upper) || axis->lower == HUGE_VAL || axis->upper == -HUGE_VAL) {
        return vlWorld_Fail(world, VL_ERROR_ARGUMENT,
                            "limits from %g to %g; expected lower <= upper", axis->lower,
                            axis->upper);
    }
    if (!(fabs(axis->rest) <= VL_MAX_LENGTH)) {
        return vlWorld_Fail(world, VL_ERROR_ARGUMENT,
                            "rest is %g; expected a finite number, at most %g in size", axis->rest,
                            VL_MAX_LENGTH);
    }
    const Number given[] = {{"axis stiffness", axis->stiffness},
                            {"axis damping", axis->damping},
                            {"axis friction", axis->friction}};
    vlResult result = VL_OK;
    for (int i = 0; i < 3 && result == VL_OK; ++i) {
        result = checkNumber(world, given[i], false, false);
    }
    const Number stiffness = {"limitStiffness", axis->limitStiffness};
    const Number damping = {"limitDamping", axis->limitDamping};
    result = result == VL_OK ? checkNumber(world, stiffness, true, true) : result;
    result = result == VL_OK ? checkNumber(world, damping, true, false) : result;
    return result == VL_OK ? vlMotor_Check(world, &axis->motor) : result;
}

static vlResult checkFrame(const vlWorld* world, const char* name, vlPose frame)
{
    if (!vlIsWithin(frame.p, VL_MAX_LENGTH)) {
        return vlWorld_Fail(world, VL_ERROR_ARGUMENT,
                            "%s is at (%g, %g, %g) m; expected finite numbers, at most %g m", name,
                            frame.p.x, frame.p.y, frame.p.z, VL_MAX_LENGTH);
    }
    if (!vlIsUnitQ(frame.q, VL_UNIT_TOLERANCE)) {
        return vlWorld_Fail(world, VL_ERROR_ARGUMENT,
                            "the quaternion of %s has length %.9g; expected 1 to within 1e-6", name,
                            vlLengthQ(frame.q));
    }
    return VL_OK;
}

static vlResult checkBushing(const vlWorld* world, const vlJointDef* def)
{
    const struct {
        const char* name;
        vlVec3 v;
    } part[] = {{"bushingStiffness", def->bushingStiffness},
                {"bushingDamping", def->bushingDamping},
                {"bushingAngularStiffness", def->bushingAngularStiffness},
                {"bushingAngularDamping", def->bushingAngularDamping}};
    for (int i = 0; i < 4; ++i) {
        vlVec3 v = part[i].v;
        if (!vlIsWithin(v, VL_MAX_FORCE) || !(v.x >= 0.0 && v.y >= 0.0 && v.z >= 0.0)) {
            return vlWorld_Fail(world, VL_ERROR_ARGUMENT, "%s is (%g, %g, %g); expected 0 to %g",
                                part[i].name, v.x, v.y, v.z, VL_MAX_FORCE);
        }
    }
    return VL_OK;
}

vlResult vlJointDef_Check(const vlWorld* world, const vlJointDef* def)
{
    if (def == NULL) {
        return vlWorld_Fail(world, VL_ERROR_ARGUMENT, "the joint's def is NULL");
    }
    if ((unsigned)def->type > VL_JOINT_BUSHING) {
        return vlWorld_Fail(world, VL_ERROR_ARGUMENT, "joint type %d; expected 0 to %d",
                            (int)def->type, (int)VL_JOINT_BUSHING);
    }
    vlResult result = checkFrame(world, "frameA", def->frameA);
    result = result == VL_OK ? checkFrame(world, "frameB", def->frameB) : result;
    const Number stiffness[] = {{"stiffness", def->stiffness},
                                {"angularStiffness", def->angularStiffness}};
    const Number damping[] = {{"damping", def->damping}, {"angularDamping", def->angularDamping}};
    for (int i = 0; i < 2; ++i) {
        result = result == VL_OK ? checkNumber(world, stiffness[i], true, true) : result;
        result = result == VL_OK ? checkNumber(world, damping[i], true, false) : result;
    }
    for (int i = 0; i < vlJointType_GetAxisCount(def->type); ++i) {
        result = result == VL_OK ? checkAxis(world, &def->axis[i]) : result;
    }
    return result == VL_OK && def->type == VL_JOINT_BUSHING ? checkBushing(world, def) : result;
}

static vlResult checkGain(const vlWorld* world, const char* kind, double value, double most,
                          const char* unit)
{
    if (value <= most) {
        return VL_OK;
    }
    return vlWorld_Fail(world, VL_ERROR_UNSTABLE,
                        "a joint %s of %g %s in all; an explicit step of %g s can hold at most "
                        "%.4g %s here",
                        kind, value, unit, vlModel_GainStep(&world->model), most, unit);
}

static vlResult checkGains(const vlWorld* world, bool turns, double k, double b, double yield)
{
    double most = VL_SPRING_SHARE / (vlModel_GainStep(&world->model) * yield);
    vlResult result = checkGain(world, "stiffness", k, most / vlModel_GainStep(&world->model),
                                turns ? "N m/rad" : "N/m");
    return result == VL_OK ? checkGain(world, "damping", b, most, turns ? "N m s/rad" : "N s/m")
                           : result;
}

static double largest(vlVec3 v)
{
    return fmax(v.x, fmax(v.y, v.z));
}

// Along one axis everything may act at once, so the parts are added.
static vlResult checkAxisStable(const vlWorld* world, const vlJoint* joint, int i, double yield)
{
    const vlAxisDef* axis = &joint->axis[i];
    const vlMotor* motor = &axis->motor;
    double k = axis->stiffness;
    double b = axis->damping;
    if (isfinite(axis->lower) || isfinite(axis->upper)) {
        k += axis->limitStiffness;
        b += axis->limitDamping;
    }
    if (axis->friction > 0.0) {
        k += joint->kFriction[i];
        b += joint->bFriction[i];
    }
    switch (motor->mode) {
    case VL_MOTOR_OFF: break;
    case VL_MOTOR_TORQUE: b += fabs(motor->target) / motor->freeSpeed; break;
    case VL_MOTOR_VELOCITY: b += motor->damping; break;
    case VL_MOTOR_POSITION:
        k += motor->stiffness;
        b += motor->damping;
        break;
    }
    return checkGains(world, vlJointType_IsTurning(joint->type, i), k, b, yield);
}

vlResult vlJoint_CheckStable(const vlWorld* world, const vlJoint* joint, vlJointYield yield)
{
    vlResult result = VL_OK;
    if (joint->type == VL_JOINT_BUSHING) {
        const vlVec3* gain = joint->bushing;
        result = checkGains(world, false, largest(gain[0]), largest(gain[1]), yield.linear);
        return result == VL_OK
                   ? checkGains(world, true, largest(gain[2]), largest(gain[3]), yield.angular)
                   : result;
    }
    result = checkGains(world, false, joint->kLinear, joint->bLinear, yield.linear);
    if (result == VL_OK) {
        result = checkGains(world, true, joint->kAngular, joint->bAngular, yield.angular);
    }
    for (int i = 0; i < vlJointType_GetAxisCount(joint->type) && result == VL_OK; ++i) {
        bool turns = vlJointType_IsTurning(joint->type, i);
        result = checkAxisStable(world, joint, i, turns ? yield.angular : yield.linear);
    }
    return result;
}
