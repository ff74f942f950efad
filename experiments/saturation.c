// SPDX-License-Identifier: MIT
// Claim: a device gives no more force than its motors can. If it is pushed beyond that, the hand
// moves on into the wall. With a linear virtual coupling the spring stretches further and drives
// the tool into the wall, and the governor cuts what the hand feels; with a coupling that
// saturates, both stay bounded.
// Figure: ours: force asked for and sent, penetration of the tool, over the push.
// Set-up: a Touch (3.3 N, simulated, held by a relaxed hand) holds a tool of 20 g by 200 N/m above
// a floor of 10 kN/m; the hand intends to be up to 100 mm below the floor, gets there within 0.5 s
// and stays for 2 s; step 1 ms, implicit. The saturating coupling has a largest force of 0.9 of the
// device's. All values are taken at the end.
// Criteria: nothing is sent beyond the device's largest force. Linear: at the largest push the
// coupling asks for more than twice that, and the tool is in the floor more than twice as deep as
// the device can push it. Saturating: the governor never cuts; the tool is never deeper than its
// weight and the coupling's largest force push it, to 1%. Both come to rest: over the last 0.2 s
// the force changes by less than 1% of the device's largest.

#include <math.h>
#include <stdio.h>
#include <volar/renderer.h>
#include <volar/simulated_device.h>

#include "experiments/measure.h"
#include "experiments/registry.h"
#include "models/body_model.h"

#define GRAVITY 9.8
#define STEP 1e-3
#define STIFFNESS 1e4 // N/m, of the floor
#define MASS 0.02     // kg
#define HEIGHT 0.02   // m, of the tool
#define GAP 0.005     // m, from the tool to the floor at the start
#define STAYED 2.0    // s
#define DOWN 0.5      // s, in which the hand goes down
#define LATE 0.2      // s, at the end, in which it has to be at rest
#define SHARE 0.9     // largest force of the coupling over the device's
#define PUSHES 21
#define LARGEST 0.1 // m: the device goes 74 mm in, which is as far as a Touch reaches
#define PRESET "touch"

typedef struct Outcome {
    double asked, sent; // N, at the end
    double depth;       // m, of the tool in the floor
    double reach;       // m, of the device below the height at which the tool touches
    double ripple;      // N, of what is asked for, over the last LATE seconds
    double cut;         // ticks in which the governor cut the force
} Outcome;

typedef struct Rig {
    vlWorld* world;
    vlBodyId tool;
    vlDevice* device;
    vlRenderer* renderer;
    double deviceForce; // N, largest
} Rig;

static vlResult openDevice(double push, Rig* rig)
{
    const vlMotionKey path[2] = {{0.0, vlIdentityPose()},
                                 {DOWN, vlModel_At(0.0, 0.0, -GAP - push)}};
    vlSimulatedDeviceDef def;
    vlResult result = vlSimulatedDevice_GetPreset(PRESET, &def);
    if (result != VL_OK) {
        return result;
    }
    def.hand.keys = path;
    def.hand.keyCount = 2;
    rig->deviceForce = def.info.maxForce;
    return vlSimulatedDevice_Create(&def, &rig->device);
}

static vlResult build(double push, bool saturates, Rig* rig)
{
    vlWorldDef def = vlDefaultWorldDef();
    def.step = STEP;
    def.gravity = vlVec(0.0, 0.0, -GRAVITY);
    def.integrator = VL_INTEGRATOR_IMPLICIT;
    def.surface.stiffnessN = STIFFNESS;
    vlBodyId floor;
    vlResult result = vlWorld_Create(&def, &rig->world, NULL, 0);
    result = result == VL_OK ? vlModel_AddFloor(rig->world, &floor) : result;
    if (result == VL_OK) {
        result =
            vlModel_AddBox(rig->world, vlVec(0.04, 0.04, HEIGHT), MASS,
                           vlModel_At(0.0, 0.0, 0.5 * HEIGHT + GAP), vlModel_AtRest(), &rig->tool);
    }
    result = result == VL_OK ? openDevice(push, rig) : result;
    if (result == VL_OK) {
        vlRendererDef renderer = vlDefaultRendererDef(rig->world, vlDevice_GetInfo(rig->device));
        result = vlRenderer_Create(&renderer, &rig->renderer, NULL, 0);
    }
    vlCouplingDef hold = vlDefaultCouplingDef();
    hold.body = rig->tool;
    hold.maxForce = saturates ? SHARE * rig->deviceForce : (double)INFINITY;
    return result == VL_OK ? vlRenderer_Grasp(rig->renderer, &hold, false) : result;
}

static vlResult tick(Rig* rig, double now)
{
    vlResult result = vlRenderer_ReadDevice(rig->renderer, rig->device, now);
    result = result == VL_OK ? vlWorld_Step(rig->world) : result;
    return result == VL_OK ? vlRenderer_WriteDevice(rig->renderer, rig->device, now) : result;
}

static double depthOf(const vlWorld* world)
{
    vlContactReport contact;
    if (vlWorld_GetContactCount(world) == 0) {
        return 0.0;
    }
    return vlWorld_GetContact(world, 0, &contact) == VL_OK ? contact.depth : nan("");
}

static int press(vlExperimentContext* ctx, double push, bool saturates, Outcome* outcome)
{
    Rig rig = {0};
    vlResult result = build(push, saturates, &rig);
    int steps = (int)lround((DOWN + STAYED) / STEP), late = (int)lround(LATE / STEP);
    double least = HUGE_VAL, most = -HUGE_VAL;
    for (int i = 1; i <= steps && result == VL_OK; ++i) {
        result = tick(&rig, i * STEP);
        if (i > steps - late) {
            double asked = vlRenderer_GetReport(rig.renderer).felt.force.z;
            least = fmin(least, asked);
            most = fmax(most, asked);
        }
    }
    if (result == VL_OK) {
        vlRendererReport report = vlRenderer_GetReport(rig.renderer);
        const vlGovernor* governor = vlRenderer_GetGovernor(rig.renderer);
        *outcome = (Outcome){.asked = report.felt.force.z,
                             .sent = report.sent.force.z,
                             .depth = depthOf(rig.world),
                             .reach = 0.5 * HEIGHT - report.pose.p.z,
                             .ripple = most - least,
                             .cut = (double)governor->counts[VL_TRIP_FORCE].ticks};
    }
    int failed = vlExperiment_FailIf(ctx, result, rig.world, "pressing the tool on the floor");
    vlRenderer_Destroy(rig.renderer);
    vlDevice_Close(rig.device);
    vlWorld_Destroy(rig.world);
    return failed;
}

typedef struct Sweep {
    double asked, sent, depth, cut; // largest over all pushes
    double ripple;                  // largest, of what was asked for
    Outcome last;                   // at the largest push
} Sweep;

static int sweep(vlExperimentContext* ctx, bool saturates, vlPanel* const panels[2], vlCsv* csv,
                 Sweep* all)
{
    const char* name = saturates ? "saturating" : "linear";
    vlSeries* asked = vlPanel_AddSeries(
        panels[0], saturates ? "saturating, asked for" : "linear, asked for", VL_SERIES_POINTS);
    vlSeries* sent = vlPanel_AddSeries(panels[0], saturates ? "saturating, sent" : "linear, sent",
                                       VL_SERIES_MARKERS);
    vlSeries* depth = vlPanel_AddSeries(panels[1], name, VL_SERIES_POINTS);
    vlSeries_SetColour(asked, saturates);
    vlSeries_SetColour(sent, saturates);
    vlSeries_SetColour(depth, saturates);
    *all = (Sweep){0};
    for (int i = 0; i < PUSHES; ++i) {
        double push = LARGEST * i / (PUSHES - 1);
        Outcome* o = &all->last;
        if (press(ctx, push, saturates, o) != 0) {
            return 1;
        }
        all->asked = fmax(all->asked, o->asked);
        all->sent = fmax(all->sent, fabs(o->sent));
        all->depth = fmax(all->depth, o->depth);
        all->cut = fmax(all->cut, o->cut);
        all->ripple = fmax(all->ripple, o->ripple);
        VL_CSV_LABELLED(csv, name, 1e3 * push, 1e3 * o->reach, o->asked, o->sent, 1e3 * o->depth,
                        o->ripple, o->cut);
        vlSeries_Add(asked, 1e3 * push, o->asked);
        vlSeries_Add(sent, 1e3 * push, o->sent);
        vlSeries_Add(depth, 1e3 * push, 1e3 * o->depth);
    }
    return 0;
}

static void judge(vlExperimentContext* ctx, double deviceForce, const Sweep* linear,
                  const Sweep* saturating)
{
    double weight = MASS * GRAVITY, bound = SHARE * deviceForce;
    double sendable = deviceForce * (1.0 + 1e-12); // a vector is cut to a length to rounding
    double reached = 1e3 * (deviceForce + weight) / STIFFNESS;
    vlExperiment_AtMost(ctx, "linear: largest force sent, N", linear->sent, sendable);
    vlExperiment_AtMost(ctx, "saturating: largest force sent, N", saturating->sent, sendable);
    vlExperiment_Above(ctx, "linear: force asked for at the largest push, N", linear->last.asked,
                       2.0 * deviceForce);
    vlExperiment_Above(ctx, "linear: penetration at the largest push, mm", 1e3 * linear->last.depth,
                       2.0 * reached);
    vlExperiment_AtMost(ctx, "saturating: largest penetration, mm", 1e3 * saturating->depth,
                        1.01 * 1e3 * (bound + weight) / STIFFNESS);
    vlExperiment_AtMost(ctx, "saturating: largest number of ticks cut by the governor",
                        saturating->cut, 0.0);
    vlExperiment_Below(ctx, "linear: change of the force at the end, N", linear->ripple,
                       0.01 * deviceForce);
    vlExperiment_Below(ctx, "saturating: change of the force at the end, N", saturating->ripple,
                       0.01 * deviceForce);
    vlExperiment_Report(ctx, "saturating: force asked for at the largest push, N",
                        saturating->last.asked);
    vlExperiment_Report(ctx, "linear: largest number of ticks cut by the governor", linear->cut);
    vlExperiment_Report(ctx, "linear: device below the floor at the largest push, mm",
                        1e3 * linear->last.reach);
    vlExperiment_Report(ctx, "saturating: device below the floor at the largest push, mm",
                        1e3 * saturating->last.reach);
}

static int runSaturation(vlExperimentContext* ctx)
{
    vlSimulatedDeviceDef device;
    if (vlExperiment_FailIf(ctx, vlSimulatedDevice_GetPreset(PRESET, &device), NULL,
                            "the device") != 0) {
        return 1;
    }
    double largest = device.info.maxForce;
    vlFigure* figure = vlExperiment_OpenFigure(ctx, "saturation",
                                               "A hand pushes beyond the device's largest force");
    vlPanelDef def = {.title = "Force", .yLabel = "force (N)", .xMax = 1e3 * LARGEST};
    vlPanel* panels[2];
    panels[0] = vlFigure_AddPanel(figure, &def);
    def.title = "Penetration of the tool";
    def.yLabel = "depth (mm)";
    def.xLabel = "push: the intended place below the floor (mm)";
    panels[1] = vlFigure_AddPanel(figure, &def);
    vlCsv* csv = vlExperiment_OpenCsv(
        ctx, "pushes",
        "coupling,push_mm,device_below_mm,asked_N,sent_N,depth_mm,ripple_N,cut_ticks");
    Sweep sweeps[2];
    for (int i = 0; i < 2; ++i) {
        if (sweep(ctx, i == 1, panels, csv, &sweeps[i]) != 0) {
            return 1;
        }
    }
    vlSeries* limit =
        vlPanel_AddSeries(panels[0], "largest force of the device", VL_SERIES_REFERENCE);
    vlSeries_Add(limit, 0.0, largest);
    vlSeries_Add(limit, 1e3 * LARGEST, largest);
    judge(ctx, largest, &sweeps[0], &sweeps[1]);
    return 0;
}

const vlExperiment vlExperiment_Saturation = {
    "saturation", "Pushing beyond the device's largest force",
    "A saturating coupling keeps tool and force bounded where a linear one follows the hand.",
    runSaturation};
