// SPDX-License-Identifier: MIT
// `axes` of a joint: limits, springs, friction and motors along its free directions.

#include <math.h>

#include "base/script_at.h"
#include "joint/joint_type.h"
#include "scene/reader.h"

static void readLimits(vlText* t, const vlNode* node, vlAxisDef* axis)
{
    if (node == NULL) {
        return;
    }
    if (node->kind != VL_NODE_LIST || node->count != 2) {
        vlFaults_Add(&t->faults, node->place, "limits is not a list of 2; expected [lower, upper]");
        return;
    }
    bool ok = vlText_NumberOr(t, node->first, "lower limit", VL_RANGE_ANY, "-inf",
                              -(double)INFINITY, &axis->lower);
    ok = vlText_NumberOr(t, node->last, "upper limit", VL_RANGE_ANY, "inf", (double)INFINITY,
                         &axis->upper) &&
         ok;
    if (ok && !(axis->lower <= axis->upper)) {
        vlFaults_Add(&t->faults, node->place, "limits are %g and %g; expected the lower one first",
                     axis->lower, axis->upper);
    }
}

void vlCheck_Axis(vlText* t, const vlNode* node, void* object, bool isClean)
{
    (void)isClean;
    readLimits(t, vlNode_Find(node, "limits"), object);
}

// Keys that have an effect only in some modes.
void vlCheck_Motor(vlText* t, const vlNode* node, void* object, bool isClean)
{
    const vlMotor* motor = object;
    const struct {
        const char* key;
        bool isOfMode;
        const char* modes;
    } rows[] = {{"stiffness", motor->mode == VL_MOTOR_POSITION, "position"},
                {"damping", motor->mode != VL_MOTOR_TORQUE, "velocity or position"},
                {"free-speed", motor->mode == VL_MOTOR_TORQUE, "torque"}};
    (void)isClean;
    if (motor->mode == VL_MOTOR_OFF) {
        return; // its fault is reported
    }
    for (int i = 0; i < VL_COUNT_OF(rows); ++i) {
        const vlNode* given = vlNode_Find(node, rows[i].key);
        if (given != NULL && !rows[i].isOfMode) {
            vlFaults_Add(&t->faults, given->place,
                         "%s of a motor of another mode; expected mode %s", rows[i].key,
                         rows[i].modes);
        }
    }
    // A motor that could not push at all is a mistake in the file.
    const char* needed = motor->mode == VL_MOTOR_POSITION   ? "stiffness"
                         : motor->mode == VL_MOTOR_VELOCITY ? "damping"
                                                            : NULL;
    if (needed != NULL && vlNode_Find(node, needed) == NULL) {
        vlFaults_Add(&t->faults, node->place, "a motor of mode %s has no '%s'; expected one",
                     vlWords_Name(&vlWords_Mode, (int)motor->mode), needed);
    }
}

static void readAxis(vlReader* r, const vlNode* node, vlAxisDef* axis, vlTargetScript* target)
{
    const vlNode* motor = vlNode_Find(node, "motor");
    (void)vlSection_Read(&r->text, &vlSection_Axis, node, NULL, axis);
    if (motor != NULL) {
        (void)vlSection_Read(&r->text, &vlSection_Motor, motor, NULL, &axis->motor);
        vlRead_Target(r, vlNode_Find(motor, "target"), &axis->motor.target, target);
    }
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
        vlFaults_Add(&r->text.faults, node->place,
                     "axes of a %s joint; expected none, it has no axis",
                     vlWords_Name(&vlWords_Joint, (int)joint->def.type));
        return;
    }
    if (count == 1 && node->kind != VL_NODE_LIST) {
        readAxis(r, node, &joint->def.axis[0], &joint->target[0]);
        return;
    }
    if (!vlText_IsList(&r->text, node, "axes", count)) {
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
