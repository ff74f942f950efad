// SPDX-License-Identifier: MIT
// Claim: a wall that is struck may hammer for ever although the linear model is stable; the same
// wall, pressed gently, comes to rest.
// Figure: position of the handle and force over time, pressed and struck; a map of how strikes end
// over stiffness and approach.
// Set-up: an omega.3 without friction and encoder counts, held loosely, with a coupling of 10 kN/m
// and 0.1 N s/m and a tool of 1 g against a wall of 1e5 N/m; pressed with 3.6 N within 0.4 s or
// 0.05 s.
//
// Linear stability is about small motions that stay in touch. A wall only pushes, so there is a
// second motion that feeds itself: the tool leaves the wall, falls back and is thrown off by a
// force that comes late. Passivity excludes it by definition; a gain margin of 2 excluded it in
// every case that was tried. Criteria: spectral radius below 1; at rest after 0.4 s; after 0.05 s a
// motion above 0.5 mm that neither grows nor fades; with half of the stiffness all approaches end
// at rest.

#include <math.h>

#include "base/power.h"
#include "experiments/registry.h"
#include "models/loop_point.h"

#define DURATION 2.4 // s
#define ROWS 16
#define COLUMNS 24
#define LOWEST 4000.0 // N/m
#define HIGHEST 12500.0
#define FASTEST 0.02 // s
#define SLOWEST 0.5

enum { STIFFNESS, DAMPING, TOOL, WALL, PRESS };
const vlExperimentParameter vlHammering_parameters[VL_HAMMERING_PARAMETERS] = {
    {"stiffness", 10000.0, 100.0, 1e6, "of the coupling, N/m"},
    {"damping", 0.1, 0.0, 100.0, "of the coupling, N s/m"},
    {"tool", 1e-3, 1e-4, 1.0, "mass of the tool, kg"},
    {"wall", 1e5, 1e3, 1e7, "stiffness of the wall, N/m"},
    {"press", 3.6, 0.1, 12.0, "force of the hand, N"},
};

typedef struct Trace {
    vlSeries *place, *force;
    vlCsv* csv;
    const char* name;
} Trace;

static void watch(void* user, double time, double handle, double force)
{
    Trace* trace = user;
    vlSeries_Add(trace->place, time, 1e3 * handle);
    vlSeries_Add(trace->force, time, force);
    VL_CSV_LABELLED(trace->csv, trace->name, time, handle, force);
}

static vlLoopPoint pointOf(const vlExperimentContext* ctx, const vlSimulatedDeviceDef* device)
{
    vlLoopPoint point = vlLoopPoint_Default(device);
    point.strike.device.friction = point.strike.device.angularFriction = 0.0;
    point.strike.device.resolution = point.strike.device.angularResolution = 0.0;
    point.strike.gains.stiffness = vlExperiment_GetValue(ctx, STIFFNESS);
    point.strike.gains.damping = vlExperiment_GetValue(ctx, DAMPING);
    point.strike.toolMass = vlExperiment_GetValue(ctx, TOOL);
    point.strike.wallStiffness = vlExperiment_GetValue(ctx, WALL);
    point.strike.press = vlExperiment_GetValue(ctx, PRESS);
    point.strike.duration = DURATION;
    return point;
}

static int runPoint(vlExperimentContext* ctx, const vlLoopPoint* point, vlPointOutcome* outcome)
{
    char message[200];
    return vlLoopPoint_Run(point, VL_ORACLE_VOLAR, outcome, message, sizeof message) == VL_OK
               ? 0
               : vlExperiment_Fail(ctx, "%s", message);
}

static int playBoth(vlExperimentContext* ctx, vlLoopPoint point, vlFigure* figure)
{
    static const double approaches[] = {0.4, 0.05};
    static const char* const names[] = {"pressed in 0.4 s", "struck in 0.05 s"};
    vlPanel* places = vlFigure_AddPanel(
        figure, &(vlPanelDef){.title = "handle", .yLabel = "position (mm)", .height = 110.0});
    vlPanel* forces = vlFigure_AddPanel(figure, &(vlPanelDef){.title = "force",
                                                              .xLabel = "time (s)",
                                                              .yLabel = "force (N)",
                                                              .height = 110.0});
    vlCsv* csv = vlExperiment_OpenCsv(ctx, "strikes", "strike,time_s,handle_m,force_N");
    for (int i = 1; i >= 0; --i) { // the gentle one on top
        vlPointOutcome outcome;
        Trace trace = {.csv = csv, .name = names[i]};
        trace.place = vlPanel_AddSeries(places, names[i], VL_SERIES_LINE);
        trace.force = vlPanel_AddSeries(forces, "", VL_SERIES_LINE);
        vlSeries_SetColour(trace.place, i);
        vlSeries_SetColour(trace.force, i);
        point.strike.approach = approaches[i];
        point.strike.watch = watch;
        point.strike.user = &trace;
        if (runPoint(ctx, &point, &outcome) != 0) {
            return 1;
        }
        if (i == 1) {
            vlExperiment_Below(ctx, "spectral radius", outcome.radius, 1.0);
            vlExperiment_AtLeast(ctx, "struck: motion at the end, mm", 1e3 * outcome.strike.motion,
                                 0.5);
            vlExperiment_Within(ctx, "struck: motion at the end over that at half time",
                                outcome.strike.growth, 1.0, 0.02);
            vlExperiment_Report(ctx, "struck: energy given to the hand, mJ",
                                -1e3 * outcome.strike.leastWork);
        } else {
            vlExperiment_AtMost(ctx, "pressed: motion at the end, um", 1e6 * outcome.strike.motion,
                                20.0);
        }
    }
    return 0;
}

// Maps how strikes end over stiffness and approach.
static int drawMap(vlExperimentContext* ctx, vlLoopPoint point, vlFigure* figure)
{
    double wide = vlPower(HIGHEST / LOWEST, 1.0 / (COLUMNS - 1));
    double high = vlPower(SLOWEST / FASTEST, 1.0 / (ROWS - 1));
    vlPanel* panel = vlFigure_AddPanel(figure, &(vlPanelDef){.title = "how strikes end",
                                                             .xLabel = "stiffness (N/m)",
                                                             .yLabel = "approach (s)",
                                                             .height = 170.0,
                                                             .xLog = true,
                                                             .yLog = true,
                                                             .xMin = LOWEST / sqrt(wide),
                                                             .xMax = HIGHEST * sqrt(wide),
                                                             .yMin = FASTEST / sqrt(high),
                                                             .yMax = SLOWEST * sqrt(high)});
    vlSeries* rests = vlPanel_AddSeries(panel, "rests", VL_SERIES_CELLS);
    vlSeries* hammers = vlPanel_AddSeries(panel, "hammers", VL_SERIES_CELLS);
    vlSeries* limit = vlPanel_AddSeries(panel, "linear limit", VL_SERIES_DASHED);
    vlCsv* csv = vlExperiment_OpenCsv(ctx, "map", "k_N_per_m,approach_s,radius,motion_m,growth");
    vlLoop loop;
    double critical = 0.0, lowest = HUGE_VAL;
    int failed = vlExperiment_FailIf(ctx, vlLoopPoint_MakeLoop(&point, &loop), NULL, "the loop");
    failed = failed || vlExperiment_FailIf(ctx, vlLoop_GetCriticalStiffness(&loop, 1e6, &critical),
                                           NULL, "the linear boundary");
    vlSeries_SetCell(rests, wide, high);
    vlSeries_SetCell(hammers, wide, high);
    vlSeries_SetColour(rests, 2);
    vlSeries_SetColour(hammers, 1);
    vlSeries_SetColour(limit, 6);
    vlSeries_Add(limit, critical, FASTEST / sqrt(high));
    vlSeries_Add(limit, critical, SLOWEST * sqrt(high));
    for (int i = 0; i < ROWS * COLUMNS && !failed; ++i) {
        vlPointOutcome outcome;
        point.strike.gains.stiffness = LOWEST * vlPower(wide, i % COLUMNS);
        point.strike.approach = FASTEST * vlPower(high, i / COLUMNS);
        failed = runPoint(ctx, &point, &outcome);
        bool isHammering = outcome.strike.kind == VL_STRIKE_UNSTABLE;
        lowest = isHammering ? fmin(lowest, point.strike.gains.stiffness) : lowest;
        vlSeries_Add(isHammering ? hammers : rests, point.strike.gains.stiffness,
                     point.strike.approach);
        VL_CSV_ROW(csv, point.strike.gains.stiffness, point.strike.approach, outcome.radius,
                   outcome.strike.motion, outcome.strike.growth);
    }
    vlExperiment_Report(ctx, "linear boundary, N/m", critical);
    vlExperiment_AtLeast(ctx, "lowest stiffness that hammers, of the linear boundary",
                         lowest / critical, 0.5); // a gain margin of 2
    return failed;
}

static int runHammering(vlExperimentContext* ctx)
{
    vlSimulatedDeviceDef device;
    if (vlExperiment_FailIf(ctx, vlSimulatedDevice_GetPreset("omega3", &device), NULL,
                            "the device") != 0) {
        return 1;
    }
    vlLoopPoint point = pointOf(ctx, &device);
    vlFigure* figure = vlExperiment_OpenFigure(ctx, "hammering",
                                               "omega.3 without friction: a struck wall hammers");
    return playBoth(ctx, point, figure) != 0 || drawMap(ctx, point, figure) != 0;
}

const vlExperiment vlExperiment_Hammering = {
    "hammering", "Hammering below the linear boundary",
    "A struck wall may hammer for ever although the linear model is stable.", runHammering};
