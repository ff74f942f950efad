// SPDX-License-Identifier: MIT
// Claim: joints made of stiff springs hold like rigid ones: a long chain swings without its links
// separating, and one that carries ten thousand times the mass of a link holds, each joint yielding
// by load over stiffness and no more.
// Figure: ours: the swinging chain at some moments, gaps of its joints, stretch under the weight.
// Set-up: 30 links of 100 mm and 0.1 kg on ball joints, automatic stiffness; released straight and
// at rest from 45, 60 and 90 degrees; the same with 1000 kg at the end, hanging and from 30
// degrees; step 1 ms, implicit. The chain from 90 degrees is only reported: its end cracks like a
// whip and turns by a tenth of a radian in a step.
// Criteria: swinging from 45 degrees no joint has a gap of more than 0.1 mm; with the weight no gap
// is more than three times load/k (a weight that is released suddenly pulls twice as hard, and a
// swing adds to that), the stretch at rest is the sum of load/k to 1%, and energy never rises.

#include <math.h>
#include <stdio.h>

#include "experiments/measure.h"
#include "experiments/registry.h"
#include "models/body_model.h"
#include "models/chain_model.h"

#define STEP 1e-3
#define GRAVITY 9.8
#define WEIGHT 1000.0 // kg
#define MEAN_TIME 5.0 // s, at the end, over which the stretch is averaged: it still oscillates
#define SHAPES 5      // of the swing that are drawn
#define SHAPE_TIME 0.25
#define DEGREE 0.017453292519943295

typedef struct Run {
    const char* name;
    double lean; // degrees
    double weight, duration;
    vlSeries *gap, *stretch; // NULL: not drawn
    vlPanel* shapes;
} Run;

typedef struct Outcome {
    double gap;      // m, largest
    double gapTime;  // s, when
    double stretch;  // m, of the whole chain, mean at the end
    double expected; // m, sum of load/k
    double share;    // largest gap over that joint's load/k
    double rise;     // J, largest rise of kinetic and potential energy above the start
    double loss;     // J, energy lost in all
} Outcome;

typedef struct Hanging {
    vlWorld* world;
    vlChain chain;
    double yield[VL_MAX_CHAIN_LINKS + 1]; // m, load/k of each joint
} Hanging;

static vlResult build(const Run* run, Hanging* h)
{
    vlWorldDef def = vlDefaultWorldDef();
    def.step = STEP;
    def.gravity = vlVec(0.0, 0.0, -GRAVITY);
    def.integrator = VL_INTEGRATOR_IMPLICIT;
    vlChainDef chain = vlChain_Default();
    chain.weight = run->weight;
    chain.lean = run->lean * DEGREE;
    vlResult result = vlWorld_Create(&def, &h->world, NULL, 0);
    if (result == VL_OK) {
        result = vlModel_AddChain(h->world, &chain, &h->chain);
    }
    double load = 0.0;
    for (int i = h->chain.bodies - 1; i >= 0 && result == VL_OK; --i) {
        double mass = 0.0, k = nan(""), b, kAngular, bAngular;
        vlMat3 inertia;
        result = vlBody_GetMass(h->world, h->chain.body[i], &mass, &inertia);
        if (result == VL_OK) {
            result = vlJoint_GetGains(h->world, h->chain.joint[i], &k, &b, &kAngular, &bAngular);
        }
        load += mass * GRAVITY;
        h->yield[i] = load / k;
    }
    return result;
}

// Kinetic and potential energy of all bodies.
static double energyOf(const Hanging* h)
{
    double energy = 0.0;
    for (int i = 0; i < h->chain.bodies; ++i) {
        vlReading m = vlReading_Read(h->world, h->chain.body[i]);
        double mass = nan("");
        vlMat3 inertia;
        vlResult result = vlBody_GetMass(h->world, h->chain.body[i], &mass, &inertia);
        energy += result == VL_OK ? m.kinetic + mass * GRAVITY * m.centre.z : nan("");
    }
    return energy;
}

// The gaps at this moment: the largest and the sum.
static vlResult readGaps(const Hanging* h, double t, Outcome* out, double* largest, double* sum)
{
    *largest = *sum = 0.0;
    for (int i = 0; i < h->chain.bodies; ++i) {
        vlJointReport report;
        vlResult result = vlJoint_GetReport(h->world, h->chain.joint[i], &report);
        if (result != VL_OK) {
            return result;
        }
        *largest = fmax(*largest, report.gap);
        *sum += report.gap;
        out->share = fmax(out->share, report.gap / h->yield[i]);
    }
    if (*largest > out->gap) {
        out->gap = *largest;
        out->gapTime = t;
    }
    return VL_OK;
}

// Positions of the joints, from the side.
static void drawShape(const Hanging* h, vlPanel* panel, double t)
{
    char label[32];
    snprintf(label, sizeof label, "%.2f s", t);
    vlSeries* shape = vlPanel_AddSeries(panel, label, VL_SERIES_POINTS); // the joints
    double length = vlChain_Default().length;
    vlSeries_Add(shape, 0.0, 0.0);
    for (int i = 0; i < h->chain.bodies; ++i) {
        vlReading m = vlReading_Read(h->world, h->chain.body[i]);
        vlVec3 end = vlTransform(m.pose, vlVec(0.0, 0.0, -0.5 * length));
        vlSeries_Add(shape, end.x, end.z);
    }
}

static int swing(vlExperimentContext* ctx, const Run* run, Outcome* out)
{
    Hanging h = {0};
    int failed = vlExperiment_FailIf(ctx, build(run, &h), h.world, "building the chain");
    vlCsv* csv = vlExperiment_OpenCsv(ctx, run->name,
                                      "t_s,end_x_m,end_y_m,end_z_m,largest_gap_mm,stretch_mm,"
                                      "energy_J");
    *out = (Outcome){.rise = -HUGE_VAL};
    for (int i = 0; i < h.chain.bodies; ++i) {
        out->expected += h.yield[i];
    }
    int steps = (int)lround(run->duration / STEP), meanSteps = (int)lround(MEAN_TIME / STEP);
    int shapeSteps = (int)lround(SHAPE_TIME / STEP);
    double start = failed ? nan("") : energyOf(&h), drawn = 0.0;
    for (int i = 1; i <= steps && !failed; ++i) {
        double largest = 0.0, sum = 0.0, t = i * STEP;
        vlResult result = vlWorld_Step(h.world);
        result = result == VL_OK ? readGaps(&h, t, out, &largest, &sum) : result;
        failed = vlExperiment_FailIf(ctx, result, h.world, "stepping");
        double energy = energyOf(&h);
        out->rise = fmax(out->rise, energy - start);
        out->loss = start - energy;
        out->stretch += i > steps - meanSteps ? sum / meanSteps : 0.0;
        drawn = fmax(drawn, largest);
        if (i % 10 == 0) {
            vlVec3 end = vlReading_Read(h.world, h.chain.body[h.chain.bodies - 1]).centre;
            VL_CSV_ROW(csv, t, end.x, end.y, end.z, 1e3 * drawn, 1e3 * sum, energy);
            vlSeries_Add(run->gap, t, 1e3 * drawn);
            vlSeries_Add(run->stretch, t, 1e3 * sum);
            drawn = 0.0;
        }
        if (i % shapeSteps == 0 && i / shapeSteps <= SHAPES) {
            drawShape(&h, run->shapes, t);
        }
    }
    vlWorld_Destroy(h.world);
    return failed;
}

enum { SMALL, WIDE, LEVEL, HANGS, SWINGS, RUNS };

static void draw(vlExperimentContext* ctx, Run runs[RUNS], vlPanel** stretch)
{
    vlFigure* figure = vlExperiment_OpenFigure(ctx, "chain", "Chains");
    runs[SMALL].shapes =
        vlFigure_AddPanel(figure, &(vlPanelDef){.title = "30 links from 45 degrees",
                                                .xLabel = "x (m)",
                                                .yLabel = "z (m)",
                                                .height = 260.0,
                                                .xMin = -2.5,
                                                .xMax = 2.5,
                                                .yMin = -3.0,
                                                .yMax = 0.0});
    vlPanel* gaps = vlFigure_AddPanel(figure, &(vlPanelDef){.title = "Largest gap of a joint",
                                                            .xLabel = "time (s)",
                                                            .yLabel = "gap (mm)",
                                                            .yLog = true,
                                                            .xMax = runs[SMALL].duration,
                                                            .yMin = 1e-3,
                                                            .yMax = 10.0});
    runs[SMALL].gap = vlPanel_AddSeries(gaps, "from 45°", VL_SERIES_LINE);
    runs[WIDE].gap = vlPanel_AddSeries(gaps, "60°", VL_SERIES_LINE);
    runs[LEVEL].gap = vlPanel_AddSeries(gaps, "90°", VL_SERIES_LINE);
    vlSeries* bound = vlPanel_AddSeries(gaps, "bound", VL_SERIES_REFERENCE);
    vlSeries_Add(bound, 0.0, 0.1);
    vlSeries_Add(bound, runs[SMALL].duration, 0.1);
    *stretch = vlFigure_AddPanel(figure, &(vlPanelDef){.title = "1000 kg: stretch of the chain",
                                                       .xLabel = "time (s)",
                                                       .yLabel = "stretch (mm)",
                                                       .xMax = runs[HANGS].duration});
    runs[HANGS].stretch = vlPanel_AddSeries(*stretch, "hanging", VL_SERIES_LINE);
    runs[SWINGS].stretch = vlPanel_AddSeries(*stretch, "swinging from 30°", VL_SERIES_LINE);
}

static int runChain(vlExperimentContext* ctx)
{
    Run runs[RUNS] = {
        [SMALL] = {.name = "swing_45", .lean = 45.0, .duration = 10.0},
        [WIDE] = {.name = "swing_60", .lean = 60.0, .duration = 10.0},
        [LEVEL] = {.name = "swing_90", .lean = 90.0, .duration = 10.0},
        [HANGS] = {.name = "weight_hangs", .weight = WEIGHT, .duration = 30.0},
        [SWINGS] = {.name = "weight_swings", .lean = 30.0, .weight = WEIGHT, .duration = 30.0}};
    Outcome out[RUNS];
    vlPanel* stretch = NULL;
    draw(ctx, runs, &stretch);
    for (int i = 0; i < RUNS; ++i) {
        if (swing(ctx, &runs[i], &out[i]) != 0) {
            return 1;
        }
    }
    vlSeries* expected = vlPanel_AddSeries(stretch, "sum of load/k", VL_SERIES_REFERENCE);
    vlSeries_Add(expected, 0.0, 1e3 * out[HANGS].expected);
    vlSeries_Add(expected, runs[HANGS].duration, 1e3 * out[HANGS].expected);

    vlExperiment_AtMost(ctx, "from 45 degrees: largest gap, mm", 1e3 * out[SMALL].gap, 0.1);
    vlExperiment_WithinPercent(ctx, "1000 kg hanging: stretch, mm", 1e3 * out[HANGS].stretch,
                               1e3 * out[HANGS].expected, 1.0);
    vlExperiment_AtMost(ctx, "1000 kg hanging: largest gap over load/k", out[HANGS].share, 3.0);
    vlExperiment_AtMost(ctx, "1000 kg swinging: largest gap over load/k", out[SWINGS].share, 3.0);
    vlExperiment_AtMost(ctx, "1000 kg hanging: rise of energy, J", out[HANGS].rise, 0.0);
    vlExperiment_AtMost(ctx, "1000 kg swinging: rise of energy, J", out[SWINGS].rise, 0.0);
    vlExperiment_Report(ctx, "1000 kg swinging: largest gap, mm", 1e3 * out[SWINGS].gap);
    vlExperiment_Report(ctx, "from 60 degrees: largest gap, mm", 1e3 * out[WIDE].gap);
    vlExperiment_Report(ctx, "from 90 degrees: largest gap, mm", 1e3 * out[LEVEL].gap);
    vlExperiment_Report(ctx, "from 90 degrees: largest gap at, s", out[LEVEL].gapTime);
    vlExperiment_Report(ctx, "from 45 degrees: energy lost in 10 s, J", out[SMALL].loss);
    vlExperiment_Report(ctx, "from 90 degrees: energy lost in 10 s, J", out[LEVEL].loss);
    return 0;
}

const vlExperiment vlExperiment_Chain = {
    "chain", "Chains of 30 links",
    "Thirty links swing without separating, and carry ten thousand times the mass of one.",
    runChain};
