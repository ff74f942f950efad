// SPDX-License-Identifier: MIT
#include "experiments/brush.h"

#include <math.h>

#include "base/clock.h"
#include "models/body_model.h"

#define TURN (2.0 * VL_PI)
#define STIFFNESS 1e5 // N/m, of each contact
#define MASS 0.05
#define PITCH 0.024  // m, of teeth
#define TOOTH 0.01   // m
#define PLATE 0.006  // m, thickness
#define GAP 0.002    // m, between teeth and table at the start
#define PRESS 0.012  // m, by which the device goes down: 2.4 N
#define CIRCLE 0.008 // m, radius: at this stretch friction no longer holds the brush
#define RATE 1.0     // Hz
#define NUDGE 1e-5   // m
#define OVERLAP 1e-4 // m, of block and plate
#define MAX_TEETH 64

vlMoment vlMoment_Now(void)
{
    return (vlMoment){1e-9 * vlClock_Now(), 1e-9 * vlClock_ThreadNow()};
}

static vlResult readPath(void* self, double now, vlDeviceSample* sample)
{
    vlBrush* brush = self;
    double sine, cosine, grown = fmin(1.0, now);
    brush->sampled = vlMoment_Now();
    vlSinCos(TURN * RATE * now, &sine, &cosine);
    vlPose pose =
        vlModel_At(grown * CIRCLE * sine, grown * CIRCLE * cosine, -(GAP + PRESS) * grown);
    ++brush->reads;
    pose.p.z += brush->reads == brush->nudgeAt ? NUDGE : 0.0;
    *sample = (vlDeviceSample){.time = now, .sequence = brush->reads, .pose = pose};
    return VL_OK;
}

static vlResult writeForce(void* self, double now, const vlWrench* wrench)
{
    vlBrush* brush = self;
    (void)now;
    brush->written = vlMoment_Now();
    brush->force = *wrench;
    return VL_OK;
}

static void closePath(void* self)
{
    (void)self;
}

static vlResult takeHold(vlBrush* brush)
{
    static const vlDeviceOps ops = {.name = "path",
                                    .describes = "moves down and in a circle",
                                    .read = readPath,
                                    .write = writeForce,
                                    .close = closePath};
    const vlDeviceInfo info = {.hasOrientation = true,
                               .hasForce = true,
                               .hasTorque = true,
                               .maxForce = 12.0,
                               .maxTorque = 0.2,
                               .rate = 1.0 / VL_BRUSH_STEP};
    vlResult result = vlDevice_Wrap(&ops, brush, &info, &brush->device);
    if (result == VL_OK) {
        vlRendererDef def = vlDefaultRendererDef(brush->world, vlDevice_GetInfo(brush->device));
        result = vlRenderer_Create(&def, &brush->renderer, NULL, 0);
    }
    vlCouplingDef hold = vlDefaultCouplingDef();
    hold.body = brush->tool;
    return result == VL_OK ? vlRenderer_Grasp(brush->renderer, &hold, false) : result;
}

static vlResult addStatic(vlWorld* world, vlVec3 halfSize, vlVec3 at, vlBodyId* body)
{
    vlBodyDef def = vlDefaultBodyDef();
    def.type = VL_BODY_STATIC;
    def.pose = vlModel_At(at.x, at.y, at.z);
    vlResult result = vlShape_CreateBox(NULL, halfSize, &def.shape, NULL, 0);
    if (result == VL_OK) {
        result = vlWorld_CreateBody(world, &def, body);
        vlShape_Release(def.shape);
    }
    return result;
}

static double gridAt(int i, int count)
{
    return PITCH * (i - 0.5 * (count - 1));
}

static vlResult createBrush(int teeth, int columns, vlShape** shape)
{
    const vlShape* pieces[MAX_TEETH + 1];
    vlPose poses[MAX_TEETH + 1];
    vlShape *plate = NULL, *tooth = NULL;
    int rows = teeth / columns;
    double half = 0.5 * TOOTH;
    vlResult result = teeth <= MAX_TEETH ? VL_OK : VL_ERROR_FULL;
    if (result == VL_OK) {
        result = vlShape_CreateBox(
            NULL, vlVec(0.5 * columns * PITCH, 0.5 * rows * PITCH, 0.5 * PLATE), &plate, NULL, 0);
    }
    if (result == VL_OK) {
        result = vlShape_CreateBox(NULL, vlVec(half, half, half), &tooth, NULL, 0);
    }
    if (result == VL_OK) {
        pieces[0] = plate;
        poses[0] = vlModel_At(0.0, 0.0, 0.5 * PLATE);
        for (int i = 0; i < teeth; ++i) {
            pieces[i + 1] = tooth;
            poses[i + 1] =
                vlModel_At(gridAt(i % columns, columns), gridAt(i / columns, rows), -half);
        }
        result = vlShape_CreateCompound(NULL, pieces, poses, teeth + 1, shape, NULL, 0);
    }
    vlShape_Release(plate);
    vlShape_Release(tooth);
    return result;
}

// The table is a box, so that all pairs consist of convex pieces.
static vlResult build(vlBrush* brush, int teeth, int columns)
{
    vlWorldDef def = vlDefaultWorldDef();
    def.integrator = VL_INTEGRATOR_IMPLICIT;
    def.step = VL_BRUSH_STEP;
    def.surface.stiffnessN = STIFFNESS;
    vlBodyId table;
    vlShape* shape = NULL;
    vlResult result = vlWorld_Create(&def, &brush->world, NULL, 0);
    if (result == VL_OK) {
        result = addStatic(brush->world, vlVec(0.2, 0.2, 0.05), vlVec(0.0, 0.0, -0.05), &table);
    }
    if (result == VL_OK) {
        result =
            addStatic(brush->world, vlVec(2e-3, 2e-3, 2e-3), vlVec(1.0, 0.0, 0.0), &brush->block);
    }
    result = result == VL_OK ? createBrush(teeth, columns, &shape) : result;
    return result == VL_OK
               ? vlModel_AddBody(brush->world, shape, MASS, vlModel_At(0.0, 0.0, TOOTH + GAP),
                                 vlModel_AtRest(), &brush->tool)
               : result;
}

vlResult vlBrush_Open(vlBrush* brush, int teeth, int columns, bool hasTwoRates)
{
    *brush = (vlBrush){0};
    vlResult result = build(brush, teeth, columns);
    result = result == VL_OK ? takeHold(brush) : result;
    if (result == VL_OK && hasTwoRates) {
        vlTwoRateDef def = vlDefaultTwoRateDef(brush->world);
        result = vlTwoRate_Create(&def, &brush->two, NULL, 0);
    }
    return result;
}

void vlBrush_Close(vlBrush* brush)
{
    vlTwoRate_Destroy(brush->two);
    vlRenderer_Destroy(brush->renderer);
    vlDevice_Close(brush->device);
    vlWorld_Destroy(brush->world);
    *brush = (vlBrush){0};
}

vlResult vlBrush_Tick(vlBrush* brush, double now)
{
    vlResult result = vlRenderer_ReadDevice(brush->renderer, brush->device, now);
    result = result == VL_OK ? vlWorld_Step(brush->world) : result;
    return result == VL_OK ? vlRenderer_WriteDevice(brush->renderer, brush->device, now) : result;
}

vlResult vlBrush_Obstruct(vlBrush* brush)
{
    vlPose tool;
    vlResult result = vlBody_GetPose(brush->world, brush->tool, &tool);
    if (result != VL_OK) {
        return result;
    }
    // The origin of the shape's frame is at the plate's lower face.
    vlVec3 at = vlTransform(tool, vlVec(0.0, 0.0, OVERLAP - 2e-3));
    return vlBody_SetPose(brush->world, brush->block, vlModel_At(at.x, at.y, at.z));
}
