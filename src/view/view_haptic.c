// SPDX-License-Identifier: MIT
// The part of a view about devices, about how punctual the run is, and the present parameters.

#include <string.h>

#include "run/simulation_parts.h"
#include "view/view_parts.h"

_Static_assert(sizeof(vlViewTiming) == 416 && sizeof(vlViewHaptic) == 424, "the layout is fixed");
_Static_assert(sizeof(vlViewDevice) == 184, "the layout is fixed");

size_t vlView_GetHapticSize(const vlScene* scene)
{
    return sizeof(vlViewHaptic) + (size_t)vlScene_GetDeviceCount(scene) * sizeof(vlViewDevice) +
           (size_t)vlScene_GetParameterCount(scene) * sizeof(double);
}

static uint32_t countTrips(const vlGovernor* governor)
{
    uint64_t spells = 0;
    for (int i = 0; i < VL_TRIP_COUNT; ++i) {
        spells += governor->counts[i].spells;
    }
    return spells < UINT32_MAX ? (uint32_t)spells : UINT32_MAX;
}

static void writeDevice(const vlSimulation* s, int i, vlViewDevice* out)
{
    const vlRenderer* renderer = vlSimulation_GetRenderer(s, i);
    vlRendererReport report = vlRenderer_GetReport(renderer);
    const vlGovernor* governor = vlRenderer_GetGovernor(renderer);
    vlAudit audit = vlRenderer_GetAudit(renderer, 0.0);
    vlQuat base = vlScene_GetDevice(vlSimulation_GetScene(s), i)->base.q;
    memset(out, 0, sizeof *out);
    int body = report.hold != VL_HOLD_NOTHING ? vlSimulation_FindBody(s, report.body) : -1;
    out->hold = (uint32_t)report.hold;
    out->body = body >= 0 ? (uint32_t)body : UINT32_MAX;
    out->flags = (vlSimulation_IsOutside(s, i) ? VL_VIEW_OUTSIDE : 0u) |
                 (report.isClutched ? VL_VIEW_CLUTCHED : 0u) |
                 (report.readResult != VL_OK ? VL_VIEW_SILENT : 0u) |
                 (vlSimulation_IsConnected(s, i) ? VL_VIEW_CONNECTED : 0u);
    out->governor = report.flags;
    out->trips = countTrips(governor);
    out->buttons = report.sample.buttons;
    vlView_PutVec(out->position, report.pose.p);
    vlView_PutQuat(out->rotation, report.pose.q);
    vlView_PutVec(out->heldAt, report.held.p);
    vlView_PutQuat(out->heldRotation, report.held.q);
    vlView_PutVec(out->felt, report.felt.force);
    vlView_PutVec(out->feltTorque, report.felt.torque);
    vlView_PutVec(out->sent, vlRotate(base, report.sent.force));
    vlView_PutVec(out->sentTorque, vlRotate(base, report.sent.torque));
    out->maxForce = (float)governor->limits.maxForce;
    out->maxTorque = (float)governor->limits.maxTorque;
    memcpy(out->port, audit.port, sizeof out->port);
    out->unpaid = audit.unpaid;
}

unsigned char* vlView_WriteHaptic(const vlSimulation* simulation, const vlViewTiming* timing,
                                  vlViewHaptic* out)
{
    const vlScene* scene = vlSimulation_GetScene(simulation);
    int count = vlScene_GetDeviceCount(scene);
    memset(out, 0, sizeof *out);
    out->deviceCount = (uint32_t)count;
    out->parameterCount = (uint32_t)vlScene_GetParameterCount(scene);
    if (timing != NULL) {
        out->timing = *timing;
    }
    vlViewDevice* device = (vlViewDevice*)(out + 1);
    for (int i = 0; i < count; ++i) {
        writeDevice(simulation, i, &device[i]);
    }
    double* value = (double*)(device + count);
    for (uint32_t i = 0; i < out->parameterCount; ++i) {
        value[i] = vlSimulation_GetParameter(simulation, (int)i);
    }
    return (unsigned char*)(value + out->parameterCount);
}

const vlViewHaptic* vlView_GetHaptic(const vlViewHeader* view)
{
    const vlViewTail* tail = vlView_GetTail(view);
    const vlViewJoint* joint = (const vlViewJoint*)(tail + 1);
    return (const vlViewHaptic*)(joint + tail->jointCount);
}

const void* vlView_FindRest(const vlViewHeader* view)
{
    const vlViewHaptic* haptic = vlView_GetHaptic(view);
    const vlViewDevice* device = (const vlViewDevice*)(haptic + 1);
    const double* value = (const double*)(device + haptic->deviceCount);
    const void* end = value + haptic->parameterCount;
    const unsigned char* last = (const unsigned char*)view + view->size;
    return (const unsigned char*)end < last ? end : NULL;
}

const char* vlStage_Name(vlStage stage)
{
    static const char* const names[] = {
#define STAGE_NAME(stage, name) name,
        VL_STAGE_MAP(STAGE_NAME)
#undef STAGE_NAME
    };
    return (int)stage >= 0 && stage < VL_STAGE_COUNT ? names[stage] : "unknown stage";
}
