// SPDX-License-Identifier: MIT
// `axes` of a joint: limits, springs, friction and motors along its free directions.

#include <math.h>

#include "base/script_at.h"
#include "scene/reader.h"

static void readLimits(vlReader* r, const vlNode* node, vlAxisDef* axis)
{
    if (node == NULL) {
        return;
    }
    if (node->kind != VL_NODE_LIST || node->count != 2) {
        vlFaults_Add(&r->faults, node->place, "limits is not a list of 2; expected [lower, upper]");
        return;
    }
    bool ok = vlRead_NumberOr(r, node->first, "lower limit", VL_RANGE_ANY, "-inf",
                              -(double)INFINITY, &axis->lower);
    ok = vlRead_NumberOr(r, node->last, "upper limit", VL_RANGE_ANY, "inf", (double)INFINITY,
                         &axis->upper) &&
         ok;
    if (ok && !(axis->lower <= axis->upper)) {
        vlFaults_Add(&r->faults, node->place, "limits are %g and %g; expected the lower one first",
                     axis->lower, axis->upper);
    }
}

// Reports a key that has an effect only in other modes.
static void checkMode(vlReader* r, const vlNode* node, const char* key, bool isOfMode,
                      const char* modes)
{
    if (node != NULL && !isOfMode) {
        vlFaults_Add(&r->faults, node->place, "%s of a motor of another mode; expected mode %s",
                     key, modes);
    }
}

static void readMotor(vlReader* r, const vlNode* node, vlMotor* motor, vlTargetScript* target)
{
    static const vlKeyName keys[] = {VL_KEYS_MOTOR(VL_KEY_ROW)};
    enum { VL_KEYS_MOTOR(VL_KEY_ENUM) KEY_COUNT };
    const vlNode* found[KEY_COUNT];
    int mode = (int)VL_MOTOR_OFF;
    if (node == NULL || !vlRead_Keys(r, node, "motor", keys, KEY_COUNT, found)) {
        return;
    }
    const vlNode* stiffness = found[VL_MOTOR_KEY_STIFFNESS];
    const vlNode* damping = found[VL_MOTOR_KEY_DAMPING];
    const vlNode* freeSpeed = found[VL_MOTOR_KEY_FREE_SPEED];
    bool hasMode = found[VL_MOTOR_KEY_MODE] != NULL &&
                   vlRead_Word(r, found[VL_MOTOR_KEY_MODE], "mode", &vlWords_Mode, &mode);
    motor->mode = (vlMotorMode)mode;
    (void)vlRead_Number(r, stiffness, "stiffness", VL_RANGE_NOT_NEGATIVE, &motor->stiffness);
    (void)vlRead_Number(r, damping, "damping", VL_RANGE_NOT_NEGATIVE, &motor->damping);
    (void)vlRead_NumberOr(r, freeSpeed, "free-speed", VL_RANGE_POSITIVE, "inf", (double)INFINITY,
                          &motor->freeSpeed);
    (void)vlRead_NumberOr(r, found[VL_MOTOR_KEY_MAX_FORCE], "max-force", VL_RANGE_POSITIVE, "inf",
                          (double)INFINITY, &motor->maxForce);
    vlRead_Target(r, found[VL_MOTOR_KEY_TARGET], &motor->target, target);
    if (!hasMode) {
        return;
    }
    checkMode(r, stiffness, "stiffness", mode == VL_MOTOR_POSITION, "position");
    checkMode(r, damping, "damping", mode != VL_MOTOR_TORQUE, "velocity or position");
    checkMode(r, freeSpeed, "free-speed", mode == VL_MOTOR_TORQUE, "torque");
    // A motor that could not push at all is a mistake in the file.
    if (mode == VL_MOTOR_POSITION && stiffness == NULL) {
        vlFaults_Add(&r->faults, node->place,
                     "a motor of mode position has no 'stiffness'; expected one");
    }
    if (mode == VL_MOTOR_VELOCITY && damping == NULL) {
        vlFaults_Add(&r->faults, node->place,
                     "a motor of mode velocity has no 'damping'; expected one");
    }
}

static void readAxis(vlReader* r, const vlNode* node, vlAxisDef* axis, vlTargetScript* target)
{
    static const vlKeyName keys[] = {VL_KEYS_AXIS(VL_KEY_ROW)};
    enum { VL_KEYS_AXIS(VL_KEY_ENUM) KEY_COUNT };
    const vlNode* found[KEY_COUNT];
    if (!vlRead_Keys(r, node, "an axis", keys, KEY_COUNT, found)) {
        return;
    }
    readLimits(r, found[VL_AXIS_LIMITS], axis);
    (void)vlRead_NumberOr(r, found[VL_AXIS_LIMIT_STIFFNESS], "limit-stiffness", VL_RANGE_POSITIVE,
                          "auto", VL_AUTO, &axis->limitStiffness);
    (void)vlRead_NumberOr(r, found[VL_AXIS_LIMIT_DAMPING], "limit-damping", VL_RANGE_NOT_NEGATIVE,
                          "auto", VL_AUTO, &axis->limitDamping);
    (void)vlRead_Number(r, found[VL_AXIS_STIFFNESS], "stiffness", VL_RANGE_NOT_NEGATIVE,
                        &axis->stiffness);
    (void)vlRead_Number(r, found[VL_AXIS_REST], "rest", VL_RANGE_PLACE, &axis->rest);
    (void)vlRead_Number(r, found[VL_AXIS_DAMPING], "damping", VL_RANGE_NOT_NEGATIVE,
                        &axis->damping);
    (void)vlRead_Number(r, found[VL_AXIS_FRICTION], "friction", VL_RANGE_NOT_NEGATIVE,
                        &axis->friction);
    readMotor(r, found[VL_AXIS_MOTOR], &axis->motor, target);
}

// Converts the degrees of the file to radians.
static void convert(vlReader* r, vlSceneJoint* joint, int k)
{
    vlAxisDef* axis = &joint->def.axis[k];
    vlTargetScript* target = &joint->target[k];
    if (vlJointType_IsTurning(joint->def.type, k)) {
        axis->lower *= VL_RADIANS_PER_DEGREE;
        axis->upper *= VL_RADIANS_PER_DEGREE;
        axis->rest *= VL_RADIANS_PER_DEGREE;
        if (axis->motor.mode == VL_MOTOR_POSITION) {
            axis->motor.target *= VL_RADIANS_PER_DEGREE;
            vlTarget_Scale(r, target, VL_RADIANS_PER_DEGREE);
        }
    }
    axis->motor.target = vlTargetScript_At(target, axis->motor.target, 0.0);
}

static void readAll(vlReader* r, const vlNode* node, vlSceneJoint* joint)
{
    int count = vlJointType_GetAxisCount(joint->def.type);
    if (count == 0) {
        vlFaults_Add(&r->faults, node->place, "axes of a %s joint; expected none, it has no axis",
                     vlWords_Name(&vlWords_Joint, (int)joint->def.type));
        return;
    }
    if (count == 1 && node->kind != VL_NODE_LIST) {
        readAxis(r, node, &joint->def.axis[0], &joint->target[0]);
        return;
    }
    if (!vlRead_IsList(r, node, "axes", count)) {
        return;
    }
    int k = 0;
    for (const vlNode* child = node->first; child != NULL; child = child->next, ++k) {
        readAxis(r, child, &joint->def.axis[k], &joint->target[k]);
    }
}

void vlRead_Axes(vlReader* r, const vlNode* node, vlSceneJoint* joint)
{
    if (node != NULL) {
        readAll(r, node, joint);
    }
    for (int k = 0; k < vlJointType_GetAxisCount(joint->def.type); ++k) {
        convert(r, joint, k);
    }
}
