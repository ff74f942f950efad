// SPDX-License-Identifier: MIT
// `devices`, in the words of their file.

#include <string.h>

#include "scene/scene_device.h"
#include "scene/write.h"

static void putText(vlText* t, const char* key, const char* value)
{
    vlText_Put(t, key);
    vlText_PutName(t, value);
    vlText_Put(t, "\n");
}

static bool isZero(vlVec3 v)
{
    return v.x == 0.0 && v.y == 0.0 && v.z == 0.0;
}

static bool isSameGrip(const vlSimulatedGrip* a, const vlSimulatedGrip* b)
{
    return a->stiffness == b->stiffness && a->damping == b->damping &&
           a->angularStiffness == b->angularStiffness && a->angularDamping == b->angularDamping;
}

static void putGrip(vlText* t, const vlSimulatedGrip* grip)
{
    const vlSimulatedGrip relaxed = vlSimulatedDevice_RelaxedGrip();
    const vlSimulatedGrip tight = vlSimulatedDevice_TightGrip();
    if (isSameGrip(grip, &relaxed)) {
        vlText_Put(t, vlWords_Name(&vlWords_Grip, (int)VL_GRIP_RELAXED));
        return;
    }
    if (isSameGrip(grip, &tight)) {
        vlText_Put(t, vlWords_Name(&vlWords_Grip, (int)VL_GRIP_TIGHT));
        return;
    }
    vlFlow flow = {t, 0, ""};
    vlText_Put(t, "{");
    vlFlow_PutNumber(&flow, "stiffness", grip->stiffness, relaxed.stiffness);
    vlFlow_PutNumber(&flow, "damping", grip->damping, relaxed.damping);
    vlFlow_PutNumber(&flow, "angular-stiffness", grip->angularStiffness, relaxed.angularStiffness);
    vlFlow_PutNumber(&flow, "angular-damping", grip->angularDamping, relaxed.angularDamping);
    vlText_Put(t, "}");
}

static void putGrips(vlText* t, const vlSceneHand* hand)
{
    vlText_Put(t, hand->gripCount > 0 ? "      grips:\n" : "");
    for (int i = 0; i < hand->gripCount; ++i) {
        vlText_Put(t, "        - {time: ");
        vlText_PutNumber(t, hand->grips[i].time);
        vlText_Put(t, ", grip: ");
        putGrip(t, &hand->grips[i].grip);
        vlText_Put(t, "}\n");
    }
}

static int buttonOf(uint32_t bits)
{
    int button = 0;
    while ((bits >> button & 1u) == 0u) { // one bit of each press is set
        ++button;
    }
    return button;
}

static void putPresses(vlText* t, const vlSceneHand* hand)
{
    vlText_Put(t, hand->pressCount > 0 ? "      presses:\n" : "");
    for (int i = 0; i < hand->pressCount; ++i) {
        const vlSimulatedPress* press = &hand->presses[i];
        vlText_Put(t, "        - {button: ");
        vlText_PutInt(t, buttonOf(press->buttons));
        vlText_Put(t, ", from: ");
        vlText_PutNumber(t, press->from);
        vlText_Put(t, ", until: ");
        vlText_PutNumber(t, press->to);
        vlText_Put(t, "}\n");
    }
}

static void putHand(vlText* t, const vlSceneDevice* device, const vlSceneBody* body,
                    const vlDeviceSource* source)
{
    const vlSceneHand* hand = &device->hand;
    const vlSimulatedGrip usual = vlSimulatedDevice_RelaxedGrip();
    bool isUsual = isSameGrip(&hand->grip, &usual);
    if (isUsual && hand->keyCount == 0 && hand->frequency == 0.0 && hand->gripCount == 0 &&
        hand->pressCount == 0) {
        return;
    }
    vlText_Put(t, "    hand:\n");
    if (!isUsual) {
        vlText_Put(t, "      grip: ");
        putGrip(t, &hand->grip);
        vlText_Put(t, "\n");
    }
    if (hand->keyCount > 0) {
        vlText_Put(t, "      path:\n");
        vlText_Put(t, hand->repeat ? "        repeat: true\n" : "");
        vlWrite_MotionKeys(t, hand->keys, hand->keyCount, vlSceneDevice_GetStart(device, body));
    }
    if (hand->frequency > 0.0) {
        vlOscillation wave = {hand->amplitude, hand->frequency, source->turnAxis,
                              source->turnDegrees, source->phaseDegrees};
        vlWrite_Oscillate(t, &wave);
    }
    putGrips(t, hand);
    putPresses(t, hand);
}

static void putGrasp(vlText* t, vlPose grasp)
{
    vlFlow flow = {t, 0, "    grasp: {"};
    vlFlow_PutVec(&flow, "position", grasp.p);
    if (!vlWrite_IsIdentity(grasp.q)) {
        vlText_Put(t, flow.count++ > 0 ? ", " : flow.opening);
        vlWrite_Rotation(t, grasp.q);
    }
    vlFlow_Close(&flow);
}

static void putCoupling(vlText* t, const vlCouplingDef* def)
{
    const vlCouplingDef usual = vlDefaultCouplingDef();
    putGrasp(t, def->grasp);
    vlWrite_Line(t, "    stiffness: ", def->stiffness, usual.stiffness);
    vlWrite_Line(t, "    damping: ", def->damping, usual.damping);
    vlWrite_Line(t, "    angular-stiffness: ", def->angularStiffness, usual.angularStiffness);
    vlWrite_Line(t, "    angular-damping: ", def->angularDamping, usual.angularDamping);
    vlWrite_Line(t, "    max-force: ", def->maxForce, usual.maxForce);
    vlWrite_Line(t, "    max-torque: ", def->maxTorque, usual.maxTorque);
}

static void putMapping(vlText* t, const vlSceneDevice* device)
{
    if (!isZero(device->base.p)) {
        vlText_Put(t, "    position: ");
        vlText_PutVec(t, device->base.p);
        vlText_Put(t, "\n");
    }
    if (!vlWrite_IsIdentity(device->base.q)) {
        vlText_Put(t, "    ");
        vlWrite_Rotation(t, device->base.q);
        vlText_Put(t, "\n");
    }
    vlWrite_Line(t, "    scale: ", device->scale, 1.0);
    vlWrite_Line(t, "    force-scale: ", device->forceScale, 1.0);
    vlText_Put(t, device->fixOrientation ? "    fix-orientation: true\n" : "");
    if (device->velocity != VL_VELOCITY_FILTER) {
        putText(t, "    velocity: ", vlWords_Name(&vlWords_Velocity, (int)device->velocity));
    }
    vlText_Put(t, device->isPassivityOn ? "    passivity: true\n" : "");
    vlWrite_Line(t, "    grasp-button: ", device->graspButton, -1.0);
    vlWrite_Line(t, "    reach: ", device->reach, VL_USUAL_REACH);
    vlWrite_Line(t, "    clutch-button: ", device->clutchButton, -1.0);
}

void vlWrite_Devices(vlWriter* w)
{
    const vlScene* scene = w->scene;
    vlText* t = &w->text;
    vlText_Put(t, scene->deviceCount > 0 ? "devices:\n" : "");
    for (int i = 0; i < scene->deviceCount; ++i) {
        const vlSceneDevice* device = &scene->devices[i];
        const vlSceneBody* body = vlScene_GetBody(scene, device->body);
        putText(t, "  - name: ", device->name);
        if (!vlSceneDevice_IsSimulated(device)) {
            putText(t, "    device: ", device->backend);
        }
        if (strcmp(device->address, vlSceneDevice_UsualAddress(device)) != 0) {
            vlText_Put(t, "    address: ");
            vlText_PutQuoted(t, device->address);
            vlText_Put(t, "\n");
        }
        if (body != NULL) {
            putText(t, "    holds: ", body->name);
        }
        putCoupling(t, &device->coupling);
        putMapping(t, device);
        putHand(t, device, body, &scene->deviceSources[i]);
    }
}
