// SPDX-License-Identifier: MIT
#include "models/planar_rig_model.h"

#include <stdio.h>

#include "models/planar_model.h"

#define PEG_WIDTH 0.04
#define PEG_HEIGHT 0.06
#define PRESSED 0.0004 // m
#define PEG_START 0.1  // m
#define CLAMPED 0.0002 // m
// From here the handle can follow the peg over 0.47 m at a scale of 1.5 before its stop.
#define HANDLE_START (-0.157)

vlPlanarRigDef vlDefaultPlanarRigDef(void)
{
    vlPlanarRigDef def = {.kind = VL_PLANAR_RIG_BLOCK,
                          .step = 0.002,
                          .gap = 0.05,
                          .wall = vlLaw_Choose(vlLaw_Find("seh")),
                          .mode = VL_FOUR_CHANNEL_F,
                          .scale = 1.0};
    return def;
}

static vlResult addBox(vlPlanarRig* rig, vlBodyType type, vlVec2 size, vlVec2 at, double mass,
                       double inertia, vlBody2Id* body)
{
    vlBody2Def def = vlDefaultBody2Def();
    def.type = type;
    def.polygon = vlPolygon_Box(size.x, size.y);
    def.pose.p = at;
    def.mass = mass;
    def.inertia = inertia;
    return vlWorld2_CreateBody(rig->world, &def, body);
}

static vlResult addBlock(vlPlanarRig* rig, const vlPlanarRigDef* def)
{
    vlBody2Id wall;
    bool isClamped = def->kind == VL_PLANAR_RIG_CLAMP;
    vlVec2 size = {isClamped ? 0.10 : 0.06, 0.10};
    vlVec2 centre = {0.0, 0.0};
    vlResult result = addBox(rig, VL_BODY_DYNAMIC, size, centre, 1.0, def->inertia, &rig->body);
    if (def->kind == VL_PLANAR_RIG_ROOM || isClamped) {
        double half = isClamped ? 0.5 * size.x - CLAMPED : 0.15;
        return result == VL_OK ? vlModel2_AddRoom(rig->world, half, 0.1) : result;
    }
    vlVec2 wide = {0.2, 0.6};
    vlVec2 beside = {0.03 + def->gap + 0.1, 0.0};
    return result == VL_OK ? addBox(rig, VL_BODY_STATIC, wide, beside, 0.0, 0.0, &wall) : result;
}

static vlResult addPeg(vlPlanarRig* rig, const vlPlanarRigDef* def)
{
    vlVec2 size = {PEG_WIDTH, PEG_HEIGHT};
    vlVec2 centre = {0.0, PEG_START};
    vlResult result = addBox(rig, VL_BODY_DYNAMIC, size, centre, 2.0, def->inertia, &rig->body);
    for (int side = -1; side <= 1 && result == VL_OK; side += 2) {
        vlBody2Id wall;
        vlVec2 wide = {0.1, 1.6};
        vlVec2 beside = {side * (0.5 * PEG_WIDTH - PRESSED + 0.05), 0.4};
        result = addBox(rig, VL_BODY_STATIC, wide, beside, 0.0, 0.0, &wall);
    }
    return result;
}

static vlResult openWorld(vlPlanarRig* rig, const vlPlanarRigDef* def, char* message, size_t size)
{
    vlWorld2Def world = vlDefaultWorld2Def();
    world.step = def->step;
    world.surface.wall = def->wall;
    world.surface.friction = def->friction;
    vlResult result = vlWorld2_Create(&world, &rig->world, message, size);
    if (result != VL_OK) {
        return result;
    }
    result = def->kind == VL_PLANAR_RIG_PEG ? addPeg(rig, def) : addBlock(rig, def);
    if (result != VL_OK && message != NULL) {
        (void)snprintf(message, size, "%s", vlWorld2_GetMessage(rig->world));
    }
    return result;
}

static vlResult openDevice(vlPlanarRig* rig, const vlPlanarRigDef* def, char* message, size_t size)
{
    static const vlSimulatedGrip open = {0.0, 0.0, 0.0, 0.0};
    vlSimulatedDeviceDef device = vlSimulatedDevice_Pantograph(1.0 / def->step);
    if (def->kind == VL_PLANAR_RIG_PEG) {
        device.start.p.y = HANDLE_START;
    }
    if (def->isSmooth) {
        device.friction = device.angularFriction = 0.0;
    }
    if (def->hand != NULL) {
        device.hand = *def->hand;
    } else {
        device.hand.grip = open;
    }
    vlResult result = vlSimulatedDevice_Check(&device, message, size);
    return result == VL_OK ? vlSimulatedDevice_Create(&device, &rig->device) : result;
}

static vlResult openRenderer(vlPlanarRig* rig, const vlPlanarRigDef* def, char* message,
                             size_t size)
{
    vlPlanarPortDef port = vlDefaultPlanarPortDef(rig->world, rig->device);
    port.control.mode = def->mode;
    port.control.handShare = def->handShare;
    port.scale = def->scale;
    vlResult result = vlPlanarPort_Init(&rig->port, &port, message, size);
    if (result != VL_OK) {
        return result;
    }
    vlRendererDef renderer = vlDefaultRendererDef(NULL, vlDevice_GetInfo(rig->device));
    renderer.world = vlPlanarPort_GetWorld(&rig->port);
    renderer.velocity.rule = VL_VELOCITY_DEVICE;
    renderer.scale = def->scale;
    renderer.limits.softStart = 0.0; // device and body begin together, at rest
    result = vlRenderer_Create(&renderer, &rig->renderer, message, size);
    if (result != VL_OK) {
        return result;
    }
    vlCouplingDef coupling = vlDefaultCouplingDef();
    coupling.body = vlPlanarPort_NameOf(rig->body);
    return vlRenderer_Grasp(rig->renderer, &coupling, false);
}

vlResult vlPlanarRig_Open(vlPlanarRig* rig, const vlPlanarRigDef* def, char* message,
                          size_t messageSize)
{
    *rig = (vlPlanarRig){.step = def->step, .scale = def->scale};
    vlResult result = openWorld(rig, def, message, messageSize);
    result = result == VL_OK ? openDevice(rig, def, message, messageSize) : result;
    result = result == VL_OK ? openRenderer(rig, def, message, messageSize) : result;
    if (result != VL_OK) {
        vlPlanarRig_Close(rig);
    }
    return result;
}

void vlPlanarRig_Close(vlPlanarRig* rig)
{
    vlRenderer_Destroy(rig->renderer);
    vlDevice_Close(rig->device);
    vlWorld2_Destroy(rig->world);
    rig->renderer = NULL;
    rig->device = NULL;
    rig->world = NULL;
}

vlVec3 vlPlanarRig_GetPlace(const vlPlanarRig* rig)
{
    vlPose2 pose = {{0.0, 0.0}, 0.0};
    vlVec2 centre = {0.0, 0.0};
    vlResult result = vlBody2_GetPose(rig->world, rig->body, &pose);
    result = result == VL_OK ? vlBody2_GetCentre(rig->world, rig->body, &centre) : result;
    (void)result; // the rig's own body exists
    return vlVec(centre.x, centre.y, pose.angle);
}

vlVec3 vlPlanarRig_GetVelocity(const vlPlanarRig* rig)
{
    vlTwist2 twist = {{0.0, 0.0}, 0.0};
    vlResult result = vlBody2_GetTwist(rig->world, rig->body, &twist);
    (void)result;
    return vlVec(twist.linear.x, twist.linear.y, twist.angular);
}

vlResult vlPlanarRig_Tick(vlPlanarRig* rig, vlVec2 push)
{
    double now = (double)rig->ticks * rig->step;
    vlResult result = vlRenderer_ReadDevice(rig->renderer, rig->device, now);
    vlVec3 place = vlPlanarRig_GetPlace(rig);
    vlVec2 centre = {place.x, place.y};
    if (result == VL_OK) {
        result = vlBody2_ApplyForce(rig->world, rig->body, push, centre);
    }
    // In the units of the device: both poses are of the same moment.
    vlRendererReport seen = vlRenderer_GetReport(rig->renderer);
    rig->lead = vlVec((seen.pose.p.x - place.x) / rig->scale,
                      (seen.pose.p.y - place.y) / rig->scale, rig->port.angle - place.z);
    result = result == VL_OK ? vlWorld2_Step(rig->world) : result;
    result = result == VL_OK ? vlRenderer_WriteDevice(rig->renderer, rig->device, now) : result;
    ++rig->ticks;
    return result;
}
