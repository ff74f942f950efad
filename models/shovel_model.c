// SPDX-License-Identifier: MIT
#include "models/shovel_model.h"

#include <volar/simulated_device.h>

#include "models/body_model.h"

#define PIECES 5
#define EDGE 5e-4 // m, thickness of the lip in front
#define DEGREE 0.017453292519943295

vlShovelDef vlShovel_Default(void)
{
    return (vlShovelDef){.length = 0.12,
                         .width = 0.1,
                         .lip = 0.03,
                         .wall = 0.03,
                         .thickness = 0.004,
                         .pose = vlIdentityPose()};
}

// The lip: its upper face slopes down from the plate's, its lower face continues the plate's.
static vlResult createLip(const vlShovelDef* def, vlShape** shape)
{
    double back = 0.5 * def->length, front = back + def->lip, half = 0.5 * def->width;
    double below = -def->thickness;
    const vlVec3 points[8] = {{back, -half, 0.0},           {back, half, 0.0},
                              {back, -half, below},         {back, half, below},
                              {front, -half, below + EDGE}, {front, half, below + EDGE},
                              {front, -half, below},        {front, half, below}};
    return vlShape_CreateHull(NULL, points, 8, shape, NULL, 0);
}

static vlResult createShape(const vlShovelDef* def, vlShape** shape)
{
    double l = 0.5 * def->length, w = 0.5 * def->width, t = 0.5 * def->thickness;
    double h = 0.5 * def->wall;
    const vlVec3 halfs[PIECES - 1] = {vlVec(l, w, t), vlVec(l, t, h), vlVec(l, t, h),
                                      vlVec(t, w, h)};
    const vlPose poses[PIECES] = {vlModel_At(0.0, 0.0, -t), vlModel_At(0.0, w + t, h),
                                  vlModel_At(0.0, -w - t, h), vlModel_At(-l - t, 0.0, h),
                                  vlIdentityPose()};
    vlShape* made[PIECES] = {NULL};
    vlResult result = createLip(def, &made[PIECES - 1]);
    for (int i = 0; i < PIECES - 1 && result == VL_OK; ++i) {
        result = vlShape_CreateBox(NULL, halfs[i], &made[i], NULL, 0);
    }
    if (result == VL_OK) {
        const vlShape* const pieces[PIECES] = {made[0], made[1], made[2], made[3], made[4]};
        result = vlShape_CreateCompound(NULL, pieces, poses, PIECES, shape, NULL, 0);
    }
    for (int i = 0; i < PIECES; ++i) {
        vlShape_Release(made[i]);
    }
    return result;
}

vlResult vlModel_AddShovel(vlWorld* world, const vlShovelDef* def, vlBodyId* body)
{
    vlBodyDef shovel = vlDefaultBodyDef();
    shovel.type = VL_BODY_KINEMATIC;
    shovel.material = def->material;
    shovel.pose = def->pose;
    vlResult result = createShape(def, &shovel.shape);
    if (result != VL_OK) {
        return result;
    }
    result = vlWorld_CreateBody(world, &shovel, body);
    vlShape_Release(shovel.shape);
    return result;
}

// A device as strong as a lambda.7 but with a larger workspace, in a hand that yields little.
static vlResult openDevice(const vlShovelDef* def, const vlShovelKey* script, int count,
                           vlDevice** device)
{
    vlMotionKey keys[VL_MAX_SHOVEL_KEYS];
    vlSimulatedDeviceDef made;
    vlResult result = vlSimulatedDevice_GetPreset("lambda7", &made);
    if (result != VL_OK || count < 1 || count > VL_MAX_SHOVEL_KEYS) {
        return result != VL_OK ? result : VL_ERROR_ARGUMENT;
    }
    for (int i = 0; i < count; ++i) {
        vlQuat pitch = vlQuatFromAxisAngle(vlVec(0.0, 1.0, 0.0), script[i].pitch * DEGREE);
        vlPose pose = {script[i].place, vlUnitQ(vlMulQ(def->pose.q, pitch))};
        keys[i] = (vlMotionKey){script[i].time, pose};
    }
    made.info.radius = 0.5;
    made.start = keys[0].pose;
    made.hand.grip = vlSimulatedDevice_TightGrip();
    made.hand.arm = (vlSimulatedGrip){2000.0, 60.0, 20.0, 0.3};
    made.hand.keys = keys;
    made.hand.keyCount = count;
    return vlSimulatedDevice_Create(&made, device);
}

vlResult vlModel_AddShovelHand(vlWorld* world, const vlShovelDef* def, const vlShovelKey* script,
                               int count, vlShovelHand* hand)
{
    *hand = (vlShovelHand){0};
    vlResult result = openDevice(def, script, count, &hand->device);
    vlSimulatedReport start;
    result = result == VL_OK ? vlSimulatedDevice_GetReport(hand->device, &start) : result;
    if (result == VL_OK) {
        vlShovelDef shovel = *def;
        shovel.pose = start.handle;
        result = vlModel_AddShovel(world, &shovel, &hand->shovel);
    }
    if (result == VL_OK) {
        vlRendererDef renderer = vlDefaultRendererDef(world, vlDevice_GetInfo(hand->device));
        result = vlRenderer_Create(&renderer, &hand->renderer, NULL, 0);
    }
    return result == VL_OK ? vlRenderer_Connect(hand->renderer, hand->shovel) : result;
}

void vlShovelHand_Close(vlShovelHand* hand)
{
    vlRenderer_Destroy(hand->renderer);
    vlDevice_Close(hand->device);
    *hand = (vlShovelHand){0};
}
