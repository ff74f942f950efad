// SPDX-License-Identifier: MIT
// The part of a view about the plane: works and speeds of the planar world, and the mechanisms of
// its devices.

#include <string.h>

#include "run/simulation_parts.h"
#include "view/view_parts.h"

_Static_assert(sizeof(vlViewPlane) == 112 && sizeof(vlViewMechanism) == 144, "the layout is fixed");
_Static_assert(sizeof(vlLedger2) == 72 && offsetof(vlLedger2, driven) == 32 &&
                   offsetof(vlLedger2, friction) == 48 && offsetof(vlLedger2, turnover) == 64,
               "the layout is fixed");

size_t vlView_GetPlaneSize(const vlScene* scene)
{
    size_t devices = (size_t)vlScene_GetDeviceCount(scene);
    return vlScene_IsPlanar(scene) ? sizeof(vlViewPlane) + devices * sizeof(vlViewMechanism) : 0;
}

// From the device's frame to the world, with the shift by which a device continues where another
// one was.
typedef struct Frame {
    vlPose base;
    double scale;
    vlVec3 shift;
} Frame;

static vlVec3 toWorld(const Frame* frame, vlVec3 place)
{
    vlVec3 scaled = vlScale(vlRotate(frame->base.q, place), frame->scale);
    return vlAdd(vlAdd(frame->base.p, scaled), frame->shift);
}

static void putPlace(float to[2], const Frame* frame, vlVec2 place)
{
    vlVec3 at = toWorld(frame, vlVec(place.x, place.y, 0.0));
    to[0] = (float)at.x;
    to[1] = (float)at.y;
}

static void writeMechanism(const vlSimulation* s, int i, vlViewMechanism* out)
{
    const vlSceneDevice* device = vlScene_GetDevice(vlSimulation_GetScene(s), i);
    vlRendererReport report = vlRenderer_GetReport(vlSimulation_GetRenderer(s, i));
    vlMechanismReport m;
    vlSimulatedReport person;
    memset(out, 0, sizeof *out);
    if (vlSimulation_IsOutside(s, i) || vlSimulation_GetMechanism(s, i, &m, &person) != VL_OK) {
        return;
    }
    Frame frame = {device->base, device->scale, vlZero()};
    if (report.ticks > 0) { // where the world sees the handle
        frame.shift = vlSub(report.pose.p, toWorld(&frame, report.sample.pose.p));
    }
    vlVec3 handle = toWorld(&frame, vlVec(m.pose.x, m.pose.y, 0.0));
    vlVec3 hand = vlRotate(device->base.q, vlVec(m.hand.x, m.hand.y, 0.0));
    out->isThere = 1;
    out->cutWrites = (uint32_t)m.cutWrites;
    for (int k = 0; k < VL_PANTOGRAPH_MOTORS; ++k) {
        putPlace(out->motors[k], &frame, m.measured.motors[k]);
        putPlace(out->elbows[k], &frame, m.measured.elbows[k]);
        out->torques[k] = (float)m.torques[k];
    }
    putPlace(out->ends[0], &frame, m.measured.ends[0]);
    putPlace(out->ends[1], &frame, m.measured.ends[1]);
    vlView_PutVec(out->handle, vlVec(handle.x, handle.y, m.pose.z));
    vlView_PutVec(out->hand, vlVec(hand.x, hand.y, m.hand.z));
    putPlace(out->intention, &frame, (vlVec2){person.intention.p.x, person.intention.p.y});
    out->mostTorque = (float)m.maxTorque;
    out->closure = (float)m.measured.closure;
}

unsigned char* vlView_WritePlane(const vlSimulation* simulation, unsigned char* out)
{
    const vlWorld2* world = vlSimulation_GetWorld2(simulation);
    if (world == NULL) {
        return out;
    }
    vlStepInfo2 info = vlWorld2_GetStepInfo(world);
    vlViewPlane* plane = (vlViewPlane*)out;
    *plane = (vlViewPlane){.speedLimit = vlWorld2_GetSpeedLimit(world).speed,
                           .fastest = info.fastest,
                           .fastSteps = info.fastSteps,
                           .swing = info.swing,
                           .wallEnergy = vlWorld2_GetEnergy(world).walls,
                           .ledger = vlWorld2_GetLedger(world)};
    vlViewMechanism* mechanism = (vlViewMechanism*)(plane + 1);
    int devices = vlScene_GetDeviceCount(vlSimulation_GetScene(simulation));
    for (int i = 0; i < devices; ++i) {
        writeMechanism(simulation, i, &mechanism[i]);
    }
    return (unsigned char*)(mechanism + devices);
}

const vlViewPlane* vlView_GetPlane(const vlViewHeader* view)
{
    return (view->status.flags & VL_VIEW_SAMPLED) == 0 ? vlView_FindRest(view) : NULL;
}
