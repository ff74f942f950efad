// SPDX-License-Identifier: MIT
// `joints`, in the words of their file: angles in degrees, places in the world if they were so
// given.

#include <math.h>

#include "scene/write.h"

static void putTargetPath(vlText* t, const vlTargetScript* target)
{
    vlFlow path = {t, 0, ""};
    vlText_Put(t, "{path: {");
    vlFlow_PutTrue(&path, "repeat", target->repeat);
    vlFlow_PutTrue(&path, "smooth", target->smooth);
    vlFlow_PutKey(&path, "keys");
    for (int i = 0; i < target->keyCount; ++i) {
        if (i > 0) {
            vlText_PutComma(t);
        }
        vlText_Put(t, i > 0 ? "[" : "[[");
        vlText_PutNumber(t, target->keys[i].time);
        vlText_Put(t, ", ");
        vlText_PutNumber(t, target->keys[i].value);
        vlText_Put(t, "]");
    }
    vlText_Put(t, "]}}");
}

static void putTarget(vlFlow* flow, double constant, const vlTargetScript* target,
                      double phaseDegrees)
{
    if (target->kind == VL_MOTION_NONE) {
        vlFlow_PutNumber(flow, "target", constant, 0.0);
        return;
    }
    vlFlow_PutKey(flow, "target");
    if (target->kind == VL_MOTION_PATH) {
        putTargetPath(flow->text, target);
        return;
    }
    vlFlow wave = {flow->text, 0, ""};
    vlText_Put(flow->text, "{oscillate: {");
    vlFlow_PutNumber(&wave, "mean", target->mean, 0.0);
    vlFlow_PutNumber(&wave, "amplitude", target->amplitude, (double)NAN); // always, it is required
    vlFlow_PutNumber(&wave, "frequency", target->frequency, (double)NAN);
    vlFlow_PutNumber(&wave, "phase", phaseDegrees, 0.0);
    vlText_Put(flow->text, "}}");
}

static void putMotor(vlText* t, const vlMotor* motor, const vlTargetScript* target,
                     double phaseDegrees)
{
    vlFlow flow = {t, 0, ""};
    bool isPosition = motor->mode == VL_MOTOR_POSITION;
    // What a mode requires is said even if it is 0.
    double always = (double)NAN;
    vlText_Put(t, "{");
    vlFlow_PutWord(&flow, "mode", &vlWords_Mode, (int)motor->mode, (int)VL_MOTOR_OFF);
    vlFlow_PutNumber(&flow, "stiffness", motor->stiffness, isPosition ? always : 0.0);
    vlFlow_PutNumber(&flow, "damping", motor->damping,
                     motor->mode == VL_MOTOR_VELOCITY ? always : 0.0);
    vlFlow_PutNumber(&flow, "free-speed", motor->freeSpeed, (double)INFINITY);
    vlFlow_PutNumber(&flow, "max-force", motor->maxForce, (double)INFINITY);
    putTarget(&flow, motor->target, target, phaseDegrees);
    vlText_Put(t, "}");
}

static void putAxis(vlText* t, const vlJointSource* source, int k, const vlAxisDef* usual)
{
    const vlAxisDef* axis = &source->axes[k];
    vlFlow flow = {t, 0, ""};
    vlText_Put(t, "{");
    if (axis->lower != usual->lower || axis->upper != usual->upper) {
        vlFlow_PutKey(&flow, "limits");
        vlText_Put(t, "[");
        vlText_PutNumber(t, axis->lower);
        vlText_Put(t, ", ");
        vlText_PutNumber(t, axis->upper);
        vlText_Put(t, "]");
    }
    vlFlow_PutAuto(&flow, "limit-stiffness", axis->limitStiffness, usual->limitStiffness);
    vlFlow_PutAuto(&flow, "limit-damping", axis->limitDamping, usual->limitDamping);
    vlFlow_PutNumber(&flow, "stiffness", axis->stiffness, usual->stiffness);
    vlFlow_PutNumber(&flow, "rest", axis->rest, usual->rest);
    vlFlow_PutNumber(&flow, "damping", axis->damping, usual->damping);
    vlFlow_PutNumber(&flow, "friction", axis->friction, usual->friction);
    if (axis->motor.mode != VL_MOTOR_OFF) {
        vlText_Put(t, flow.count > 0 ? ",\n        motor: " : "motor: ");
        putMotor(t, &axis->motor, &source->target[k], source->phaseDegrees[k]);
    }
    vlText_Put(t, "}\n");
}

static bool isUsual(const vlAxisDef* axis, const vlAxisDef* usual)
{
    return axis->lower == usual->lower && axis->upper == usual->upper &&
           axis->limitStiffness == usual->limitStiffness &&
           axis->limitDamping == usual->limitDamping && axis->stiffness == usual->stiffness &&
           axis->rest == usual->rest && axis->damping == usual->damping &&
           axis->friction == usual->friction && axis->motor.mode == VL_MOTOR_OFF;
}

static void putAxes(vlText* t, vlJointType type, const vlJointSource* source)
{
    const vlJointDef usual = vlDefaultJointDef(type);
    int count = vlJointType_GetAxisCount(type);
    int said = count;
    while (said > 0 && isUsual(&source->axes[said - 1], &usual.axis[said - 1])) {
        --said;
    }
    if (said == 0) {
        return;
    }
    vlText_Put(t, count == 1 ? "    axes: " : "    axes:\n");
    for (int k = 0; k < said; ++k) {
        vlText_Put(t, count == 1 ? "" : "      - ");
        putAxis(t, source, k, &usual.axis[k]);
    }
}

static void putVec(vlText* t, const char* key, vlVec3 v)
{
    vlText_Put(t, key);
    vlText_PutVec(t, v);
    vlText_Put(t, "\n");
}

static void putFrame(vlText* t, const char* key, vlPose frame)
{
    vlText_Put(t, key);
    vlText_Put(t, "{position: ");
    vlText_PutVec(t, frame.p);
    if (!vlWrite_IsIdentity(frame.q)) {
        vlText_Put(t, ", ");
        vlWrite_Rotation(t, frame.q);
    }
    vlText_Put(t, "}\n");
}

static void putPlace(vlText* t, const vlJointDef* def, const vlJointSource* source)
{
    if (!source->isPlaced) {
        putFrame(t, "    frame-a: ", def->frameA);
        putFrame(t, "    frame-b: ", def->frameB);
        return;
    }
    putVec(t, "    at: ", source->at);
    if (source->hasAxis) {
        putVec(t, "    axis: ", source->axis);
    }
    if (source->hasSecond) {
        putVec(t, "    second: ", source->second);
    }
}

static void putGain(vlText* t, const char* key, double value)
{
    if (value != VL_AUTO) {
        vlText_Put(t, key);
        vlText_PutNumber(t, value);
        vlText_Put(t, "\n");
    }
}

static void putGains(vlText* t, const vlJointDef* def)
{
    static const char* const keys[] = {
        "    stiffness: ", "    damping: ", "    angular-stiffness: ", "    angular-damping: "};
    if (def->type == VL_JOINT_BUSHING) { // all four: it has to have one
        putVec(t, keys[0], def->bushingStiffness);
        putVec(t, keys[1], def->bushingDamping);
        putVec(t, keys[2], def->bushingAngularStiffness);
        putVec(t, keys[3], def->bushingAngularDamping);
        return;
    }
    putGain(t, keys[0], def->stiffness);
    putGain(t, keys[1], def->damping);
    putGain(t, keys[2], def->angularStiffness);
    putGain(t, keys[3], def->angularDamping);
}

void vlWrite_Joints(vlWriter* w)
{
    const vlScene* scene = w->scene;
    vlText* t = &w->text;
    vlText_Put(t, scene->jointCount > 0 ? "joints:\n" : "");
    for (int i = 0; i < scene->jointCount; ++i) {
        const vlSceneJoint* joint = &scene->joints[i];
        const vlJointDef* def = &joint->def;
        vlText_Put(t, "  - name: ");
        vlText_PutName(t, joint->name);
        vlText_Put(t, "\n    type: ");
        vlText_Put(t, vlWords_Name(&vlWords_Joint, (int)def->type));
        if (joint->bodyA >= 0) {
            vlText_Put(t, "\n    a: ");
            vlText_PutName(t, scene->bodies[joint->bodyA].name);
        }
        vlText_Put(t, "\n    b: ");
        vlText_PutName(t, scene->bodies[joint->bodyB].name);
        vlText_Put(t, "\n");
        putPlace(t, def, &scene->jointSources[i]);
        putGains(t, def);
        vlText_Put(t, def->collide ? "    collide: true\n" : "");
        putAxes(t, def->type, &scene->jointSources[i]);
    }
}
