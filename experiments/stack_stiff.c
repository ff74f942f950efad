// SPDX-License-Identifier: MIT
// Claim: with the implicit integrator, stacks stand at stiffnesses and steps that no explicit
// contact can have, and sink as their weight and stiffness predict.
// Figure: largest displacement over time, and depth of each contact of the wall compared with
// statics.
// Set-up: blocks of 1 kg, mu = 0.5; a wall of 13 (2 x 1 x 1 m, 5+4+3+1) and a column of 13 cubes of
// 1 m, each shifted by up to 10 mm, k = 1e6 N/m at 1 ms, 60 s; walls of 100 and 300 at 5 ms, k =
// 1e6 N/m (300 also 1e5), 30 s and 15 s. They start touching without pressing, so that they fall
// into their first contacts. For comparison symplectic Euler at 5 ms: with k = 1e5 N/m, and with
// the stiffest contact it can hold.
// Criteria: all stand: after settling (10 s) they move < 1 mm and lean < 0.5 degrees, and are at
// rest at the end (< 1e-6 m/s; the column, which still sways, < 1e-3 m/s); every contact of column
// and wall sinks as statics predicts +- 5%; a column of 13 buckles below 37022 N/m (T4.13): it
// falls at 35000 and stands at 40000 N/m. Euler refuses 1e5 N/m, and its wall of 300 does not
// stand: within 10 s it moves by more than 10 mm (how far it leans changes with the last digits).

#include <math.h>

#include "experiments/measure.h"
#include "experiments/registry.h"
#include "experiments/statics.h"
#include "models/body_model.h"
#include "models/random.h"
#include "models/wall_model.h"

#define GRAVITY 9.8
#define MASS 1.0
#define SETTLED 10.0 // s
#define MAX_BLOCKS 300
#define RUNS 5
#define DEGREE 0.017453292519943295

typedef struct Run {
    const char* name;
    bool isColumn;
    int blocks;
    double offset; // m, of a column's blocks, up to
    double stiffness, step, duration;
    vlIntegrator integrator;
} Run;

typedef struct Stack {
    vlWorld* world;
    vlBodyId blocks[MAX_BLOCKS];
    vlVec3 places[MAX_BLOCKS];  // at the start
    vlVec3 settled[MAX_BLOCKS]; // after settling
} Stack;

typedef struct Outcome {
    bool isRefused;
    double shift; // m, largest from the start to the end
    double drift; // m, largest after settling
    double peak;  // m, largest of all from the start
    double fall;  // rad, largest lean of all
    double lean;  // rad, largest after settling
    double speed; // m/s, at the end
} Outcome;

static vlResult addColumn(vlWorld* world, const Run* run, vlBodyId* blocks)
{
    vlRandom random = {5};
    vlResult result = VL_OK;
    for (int i = 0; i < run->blocks && result == VL_OK; ++i) {
        double x = run->offset * vlRandom_Range(&random, -1.0, 1.0);
        double y = run->offset * vlRandom_Range(&random, -1.0, 1.0);
        result = vlModel_AddBox(world, vlVec(1.0, 1.0, 1.0), MASS, vlModel_At(x, y, i + 0.5),
                                vlModel_AtRest(), &blocks[i]);
    }
    return result;
}

static vlResult build(const Run* run, Stack* stack)
{
    vlWorldDef def = vlDefaultWorldDef();
    def.capacity.bodies = run->blocks + 1;
    def.step = run->step;
    def.gravity = vlVec(0.0, 0.0, -GRAVITY);
    def.integrator = run->integrator;
    def.surface.stiffnessN = run->stiffness;
    vlWallDef wall = vlWall_Default(run->blocks);
    wall.mass = MASS;
    vlBodyId floor;
    stack->world = NULL;
    vlResult result = vlWorld_Create(&def, &stack->world, NULL, 0);
    if (result == VL_OK) {
        result = vlModel_AddFloor(stack->world, &floor);
    }
    if (result != VL_OK) {
        return result;
    }
    return run->isColumn ? addColumn(stack->world, run, stack->blocks)
                         : vlModel_AddWall(stack->world, &wall, stack->blocks);
}

// Measures all blocks once; called when something may have changed much, not in every step.
static void observe(const Run* run, Stack* stack, double t, Outcome* found)
{
    found->shift = 0.0;
    found->speed = 0.0;
    for (int b = 0; b < run->blocks; ++b) {
        vlReading m = vlReading_Read(stack->world, stack->blocks[b]);
        if (!(t > 0.0)) {
            stack->places[b] = m.centre;
        }
        if (t <= SETTLED) {
            stack->settled[b] = m.centre;
        }
        found->shift = fmax(found->shift, vlLength(vlSub(m.centre, stack->places[b])));
        found->drift = fmax(found->drift, vlLength(vlSub(m.centre, stack->settled[b])));
        double lean = vlModel_Tilt(m.pose.q);
        found->fall = fmax(found->fall, lean);
        found->lean = t >= SETTLED ? fmax(found->lean, lean) : 0.0;
        found->speed = fmax(found->speed, vlLength(m.twist.linear));
    }
    found->peak = fmax(found->peak, found->shift);
}

// The largest displacement, for the figure: it needs more points than the table.
static double shiftOf(const Run* run, const Stack* stack)
{
    double shift = 0.0;
    for (int b = 0; b < run->blocks; ++b) {
        vlReading m = vlReading_Read(stack->world, stack->blocks[b]);
        shift = fmax(shift, vlLength(vlSub(m.centre, stack->places[b])));
    }
    return shift;
}

static int stand(vlExperimentContext* ctx, const Run* run, vlCsv* csv, vlSeries* series,
                 Stack* stack, Outcome* found)
{
    vlResult result = build(run, stack);
    *found = (Outcome){.isRefused = result == VL_ERROR_UNSTABLE};
    if (found->isRefused) {
        return 0;
    }
    int steps = (int)lround(run->duration / run->step), every = (int)lround(0.1 / run->step);
    int drawn = (int)lround(0.02 / run->step);
    if (result == VL_OK) {
        observe(run, stack, 0.0, found);
    }
    for (int i = 1; i <= steps && result == VL_OK; ++i) {
        result = vlWorld_Step(stack->world);
        if (series != NULL && i % drawn == 0) {
            vlSeries_Add(series, i * run->step, 1e3 * shiftOf(run, stack));
        }
        if (i % every == 0) {
            double t = i * run->step;
            observe(run, stack, t, found);
            VL_CSV_LABELLED(csv, run->name, t, 1e3 * found->shift, found->speed);
        }
    }
    return vlExperiment_FailIf(ctx, result, stack->world, run->name);
}

static void judgeStanding(vlExperimentContext* ctx, const Run* run, const Outcome* found)
{
    char name[96];
    snprintf(name, sizeof name, "%s: motion after settling, mm", run->name);
    vlExperiment_Below(ctx, name, 1e3 * found->drift, 1.0);
    snprintf(name, sizeof name, "%s: lean after settling, degrees", run->name);
    vlExperiment_Below(ctx, name, found->lean / DEGREE, 0.5);
    snprintf(name, sizeof name, "%s: speed at the end, m/s", run->name);
    vlExperiment_Below(ctx, name, found->speed, run->isColumn ? 1e-3 : 1e-6);
    snprintf(name, sizeof name, "%s: displacement, mm", run->name);
    vlExperiment_Report(ctx, name, 1e3 * found->shift);
    snprintf(name, sizeof name, "%s: largest displacement while settling, mm", run->name);
    vlExperiment_Report(ctx, name, 1e3 * found->peak);
}

// The relative error of the worst contact.
static double worstDepth(const Run* run, const Stack* stack, vlCsv* csv, vlSeries* series)
{
    vlStaticDepth depths[VL_STATICS_MAX_CONTACTS];
    int count = vlStatics_Depths(stack->world, stack->blocks, run->blocks, MASS * GRAVITY,
                                 run->stiffness, depths);
    double worst = count > 0 ? 0.0 : nan("");
    for (int i = 0; i < count; ++i) {
        worst = fmax(worst, fabs(depths[i].found / depths[i].predicted - 1.0));
        vlSeries_Add(series, 1e6 * depths[i].predicted, 1e6 * depths[i].found);
        VL_CSV_LABELLED(csv, run->name, depths[i].predicted, depths[i].found);
    }
    return worst;
}

static int standAll(vlExperimentContext* ctx, vlCsv* csv, vlFigure* figure)
{
    static const Run runs[RUNS] = {
        {"column of 13", true, 13, 0.01, 1e6, 1e-3, 60.0, VL_INTEGRATOR_IMPLICIT},
        {"wall of 13", false, 13, 0.0, 1e6, 1e-3, 60.0, VL_INTEGRATOR_IMPLICIT},
        {"wall of 100", false, 100, 0.0, 1e6, 5e-3, 30.0, VL_INTEGRATOR_IMPLICIT},
        {"wall of 300", false, 300, 0.0, 1e6, 5e-3, 15.0, VL_INTEGRATOR_IMPLICIT},
        {"wall of 300, k = 1e5", false, 300, 0.0, 1e5, 5e-3, 15.0, VL_INTEGRATOR_IMPLICIT}};
    static Stack stack;
    vlPanel* motion = vlFigure_AddPanel(figure, &(vlPanelDef){.yLabel = "displacement (mm)",
                                                              .xLabel = "time (s)",
                                                              .height = 200.0,
                                                              .xMax = 60.0,
                                                              .yLog = true,
                                                              .yMin = 1e-2,
                                                              .yMax = 1e5});
    vlPanel* sinking =
        vlFigure_AddPanel(figure, &(vlPanelDef){.title = "Depth of each contact",
                                                .xLabel = "by weight and stiffness (µm)",
                                                .yLabel = "found (µm)",
                                                .height = 180.0});
    vlCsv* depths = vlExperiment_OpenCsv(ctx, "depths", "stack,predicted_m,found_m");
    vlSeries* exact = vlPanel_AddSeries(sinking, "equal", VL_SERIES_REFERENCE);
    vlSeries_Add(exact, 0.0, 0.0);
    vlSeries_Add(exact, 130.0, 130.0);
    for (int i = 0; i < RUNS; ++i) {
        Outcome found;
        int failed = stand(ctx, &runs[i], csv,
                           vlPanel_AddSeries(motion, runs[i].name, VL_SERIES_LINE), &stack, &found);
        if (!failed) {
            judgeStanding(ctx, &runs[i], &found);
        }
        if (!failed && runs[i].blocks == 13) {
            char name[96];
            vlSeries* series = vlPanel_AddSeries(sinking, runs[i].name, VL_SERIES_MARKERS);
            vlSeries_SetColour(series, i);
            snprintf(name, sizeof name, "%s: worst contact, deviation from statics", runs[i].name);
            vlExperiment_AtMost(ctx, name, worstDepth(&runs[i], &stack, depths, series), 0.05);
        }
        vlWorld_Destroy(stack.world);
        if (failed) {
            return 1;
        }
    }
    const Run explicitRuns[] = {
        {"wall of 100, Euler", false, 100, 0.0, VL_AUTO, 5e-3, 10.0, VL_INTEGRATOR_EULER},
        {"wall of 300, Euler", false, 300, 0.0, VL_AUTO, 5e-3, 10.0, VL_INTEGRATOR_EULER},
        {"wall of 100, Euler, k = 1e5", false, 100, 0.0, 1e5, 5e-3, 1.0, VL_INTEGRATOR_EULER}};
    Outcome found[3];
    for (int i = 0; i < 3; ++i) {
        vlSeries* series =
            i < 2 ? vlPanel_AddSeries(motion, explicitRuns[i].name, VL_SERIES_DASHED) : NULL;
        vlSeries_SetColour(series, 2 + i);
        int failed = stand(ctx, &explicitRuns[i], csv, series, &stack, &found[i]);
        vlWorld_Destroy(stack.world);
        if (failed) {
            return 1;
        }
    }
    vlExperiment_Report(ctx, "wall of 100, Euler: displacement after 10 s, mm",
                        1e3 * found[0].shift);
    vlExperiment_Above(ctx, "wall of 300, Euler: displacement after 10 s, mm", 1e3 * found[1].shift,
                       10.0);
    vlExperiment_Report(ctx, "wall of 300, Euler: lean within 10 s, degrees",
                        found[1].fall / DEGREE);
    vlExperiment_AtLeast(ctx, "wall of 100, Euler, k = 1e5: refused", found[2].isRefused, 1.0);
    return 0;
}

// Above and below the stiffness at which a column of 13 cubes bends under its own weight.
static int buckle(vlExperimentContext* ctx, vlCsv* csv)
{
    static Stack stack;
    const Run soft = {"column, k = 35000",   true, 13, 1e-3, 3.5e4, 1e-3, 60.0,
                      VL_INTEGRATOR_IMPLICIT};
    const Run stiff = {"column, k = 40000",   true, 13, 1e-3, 4e4, 1e-3, 60.0,
                       VL_INTEGRATOR_IMPLICIT};
    Outcome fallen, standing;
    int failed = stand(ctx, &soft, csv, NULL, &stack, &fallen);
    vlWorld_Destroy(stack.world);
    failed = failed || stand(ctx, &stiff, csv, NULL, &stack, &standing);
    vlWorld_Destroy(stack.world);
    if (!failed) {
        vlExperiment_Above(ctx, "column, k = 35000 N/m: lean, degrees", fallen.fall / DEGREE, 30.0);
        vlExperiment_Below(ctx, "column, k = 40000 N/m: lean, degrees", standing.fall / DEGREE,
                           5.0);
    }
    return failed;
}

static int runStackStiff(vlExperimentContext* ctx)
{
    vlFigure* figure = vlExperiment_OpenFigure(ctx, "stack_stiff", "Stiff stacks of 1 kg blocks");
    vlCsv* csv = vlExperiment_OpenCsv(ctx, "displacement",
                                      "stack,t_s,largest_displacement_mm,largest_speed_m_per_s");
    return standAll(ctx, csv, figure) != 0 || buckle(ctx, csv) != 0;
}

const vlExperiment vlExperiment_StackStiff = {
    "stack-stiff", "Stiff stacks, walls and columns",
    "Walls of up to 300 stand at steps and stiffnesses that no explicit contact can have.",
    runStackStiff};
