// SPDX-License-Identifier: MIT
#include "experiments/brush.h"

#include <math.h>

#include "base/clock.h"
#include "models/body_model.h"
#include "models/brush_model.h"

#define STIFFNESS 1e5 // N/m, of each contact
#define MASS 0.05
#define NUDGE 1e-5   // m
#define OVERLAP 1e-4 // m, of block and plate

vlMoment vlMoment_Now(void)
{
    return (vlMoment){1e-9 * vlClock_Now(), 1e-9 * vlClock_ThreadNow()};
}

static vlResult readPath(void* self, double now, vlDeviceSample* sample)
{
    vlBrush* brush = self;
    brush->sampled = vlMoment_Now();
    vlPose pose = vlModel_BrushPath(now);
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
    const vlDeviceInfo info = vlModel_BrushDevice(1.0 / VL_BRUSH_STEP);
    vlResult result = vlDevice_Wrap(&ops, brush, &info, &brush->device);
    if (result == VL_OK) {
        vlRendererDef def = vlDefaultRendererDef(brush->world, vlDevice_GetInfo(brush->device));
        result = vlRenderer_Create(&def, &brush->renderer, NULL, 0);
    }
    vlCouplingDef hold = vlDefaultCouplingDef();
    hold.body = brush->tool;
    return result == VL_OK ? vlRenderer_Grasp(brush->renderer, &hold, false) : result;
}

static vlResult build(vlBrush* brush, int teeth, int columns)
{
    vlWorldDef def = vlDefaultWorldDef();
    def.integrator = VL_INTEGRATOR_IMPLICIT;
    def.step = VL_BRUSH_STEP;
    def.surface.stiffnessN = STIFFNESS;
    vlShape* shape = NULL;
    double length = columns * VL_BRUSH_PITCH, width = (teeth / columns) * VL_BRUSH_PITCH;
    vlResult result = vlWorld_Create(&def, &brush->world, NULL, 0);
    result = result == VL_OK ? vlModel_AddBrushTable(brush->world) : result;
    result = result == VL_OK ? vlModel_AddStaticBox(brush->world, vlVec(4e-3, 4e-3, 4e-3),
                                                    vlModel_At(1.0, 0.0, 0.0), &brush->block)
                             : result;
    result = result == VL_OK ? vlModel_CreateBrush(length, width, teeth, columns, &shape) : result;
    return result == VL_OK ? vlModel_AddBody(brush->world, shape, MASS,
                                             vlModel_At(0.0, 0.0, VL_BRUSH_TOOTH + VL_BRUSH_GAP),
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
