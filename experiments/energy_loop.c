// SPDX-License-Identifier: MIT
// Claim: no contact law on clipped volumes is exactly a potential. How far each is from one can be
// measured, so that users choose on evidence. Distributed springs (foundation) on a plane are a
// potential; past edges, pressure along the faces' own normals (pressure) comes closest; each of
// the lumped and foundation laws is passive with moderate damping.
// Figure: our own.
// Set-up: box of 0.1 m; 10 kN/m or 1 MN/m3; closed paths of poses and 400 random frictionless
// collisions for each law (lumped, foundation, pressure) with each normal (gradient, search).
// Criteria: pitching on a plane: |net work| <= 1e-6 of the work for foundation; overhang: <= 1e-3
// for pressure; collisions with damping ratio 0.3: none of the lumped and foundation runs gains
// more than 0.1% of energy. Reported: everything else, above all the undamped collisions.

#include <math.h>
#include <stdio.h>

#include "experiments/energy.h"
#include "experiments/measure.h"
#include "experiments/registry.h"

#define CHOICES 6

static const vlEnergyLaw choices[CHOICES] = {
    {"lumped, gradient", {.law = VL_LAW_LUMPED}},
    {"lumped, search", {VL_LAW_LUMPED, {.normal = VL_NORMAL_SEARCH}}},
    {"foundation, gradient", {.law = VL_LAW_FOUNDATION}},
    {"foundation, search", {VL_LAW_FOUNDATION, {.normal = VL_NORMAL_SEARCH}}},
    {"pressure, gradient", {VL_LAW_FOUNDATION, {.pressure = VL_PRESSURE_FACES}}},
    {"pressure, search",
     {VL_LAW_FOUNDATION, {.normal = VL_NORMAL_SEARCH, .pressure = VL_PRESSURE_FACES}}},
};

static int walkLoops(vlExperimentContext* ctx, vlFigure* figure, const char* title,
                     vlEnergyLoop loop, double shares[CHOICES])
{
    vlPanel* panel = vlFigure_AddPanel(figure, &(vlPanelDef){.title = title,
                                                             .xLabel = "phase (turns)",
                                                             .yLabel = "work / total work",
                                                             .xMax = 1.0});
    for (int c = 0; c < CHOICES; ++c) {
        // One legend is enough for all panels: the colours match.
        vlSeries* series = vlPanel_AddSeries(panel, loop == VL_LOOP_PITCH ? choices[c].name : "",
                                             c % 2 == 0 ? VL_SERIES_LINE : VL_SERIES_DASHED);
        if (vlEnergy_Walk(ctx, &choices[c], loop, series, &shares[c]) != 0) {
            return 1;
        }
    }
    return 0;
}

typedef struct Collisions {
    double count, median, p95, largest;
    double gained;    // fraction of the runs with more than 5% gain
    double gainedAny; // number of runs with more than 0.1% gain
} Collisions;

static int collideAll(vlExperimentContext* ctx, int choice, double dampingRatio, vlSeries* series,
                      Collisions* found)
{
    double ratios[VL_COLLISIONS];
    int count;
    if (vlEnergy_Collide(ctx, &choices[choice], dampingRatio, ratios, &count) != 0) {
        return 1;
    }
    *found = (Collisions){.count = count,
                          .median = vlQuantile(ratios, count, 0.5),
                          .p95 = vlQuantile(ratios, count, 0.95),
                          .largest = vlQuantile(ratios, count, 1.0)};
    for (int i = 0; i < count; ++i) {
        found->gained += ratios[i] > 1.05 ? 1.0 / count : 0.0;
        found->gainedAny += ratios[i] > 1.001;
        vlSeries_Add(series, (i + 0.5) / count, ratios[i]);
    }
    return 0;
}

static void judge(vlExperimentContext* ctx, int c, double pitch, double overhang,
                  const Collisions* elastic, const Collisions* damped)
{
    char name[96];
    bool isFaces = choices[c].contact.reference.pressure == VL_PRESSURE_FACES;
    bool isBed = choices[c].contact.law == VL_LAW_FOUNDATION && !isFaces;
    snprintf(name, sizeof name, "%s: pitch, net/total work", choices[c].name);
    if (isBed) {
        vlExperiment_Within(ctx, name, pitch, 0.0, 1e-6);
    } else {
        vlExperiment_Report(ctx, name, pitch);
    }
    snprintf(name, sizeof name, "%s: overhang, net/total work", choices[c].name);
    if (isFaces) {
        vlExperiment_Within(ctx, name, overhang, 0.0, 1e-3);
    } else {
        vlExperiment_Report(ctx, name, overhang);
    }
    snprintf(name, sizeof name, "%s: damped runs that gain > 0.1%%", choices[c].name);
    if (!isFaces) {
        vlExperiment_AtMost(ctx, name, damped->gainedAny, 0.0);
    } else {
        vlExperiment_Report(ctx, name, damped->gainedAny);
    }
    snprintf(name, sizeof name, "%s: elastic E1/E0, p95", choices[c].name);
    vlExperiment_Report(ctx, name, elastic->p95);
    snprintf(name, sizeof name, "%s: elastic E1/E0, largest", choices[c].name);
    vlExperiment_Report(ctx, name, elastic->largest);
}

static int runEnergyLoop(vlExperimentContext* ctx)
{
    double pitch[CHOICES], overhang[CHOICES];
    vlFigure* figure =
        vlExperiment_OpenFigure(ctx, "energy_loop", "How far contact laws are from a potential");
    if (walkLoops(ctx, figure, "Pitch on a plane", VL_LOOP_PITCH, pitch) != 0 ||
        walkLoops(ctx, figure, "Overhang", VL_LOOP_OVERHANG, overhang) != 0) {
        return 1;
    }
    vlPanel* panel = vlFigure_AddPanel(figure, &(vlPanelDef){.title = "Elastic collisions of boxes",
                                                             .yLabel = "energy after/before",
                                                             .xLabel = "share of 400 collisions",
                                                             .xMax = 1.0,
                                                             .yMin = 0.7,
                                                             .yMax = 1.3});
    vlCsv* csv = vlExperiment_OpenCsv(
        ctx, "laws",
        "law,pitch_share,overhang_share,collisions,median,p95,largest,share_above_5_pct,"
        "damped_collisions,damped_p95,damped_largest,damped_gains");
    for (int c = 0; c < CHOICES; ++c) {
        Collisions elastic, damped;
        vlSeries* series =
            vlPanel_AddSeries(panel, "", c % 2 == 0 ? VL_SERIES_LINE : VL_SERIES_DASHED);
        if (collideAll(ctx, c, 0.0, series, &elastic) != 0 ||
            collideAll(ctx, c, 0.3, NULL, &damped) != 0) {
            return 1;
        }
        VL_CSV_LABELLED(csv, choices[c].name, pitch[c], overhang[c], elastic.count, elastic.median,
                        elastic.p95, elastic.largest, elastic.gained, damped.count, damped.p95,
                        damped.largest, damped.gainedAny);
        judge(ctx, c, pitch[c], overhang[c], &elastic, &damped);
    }
    return 0;
}

const vlExperiment vlExperiment_EnergyLoop = {
    "energy-loop", "Energy around closed loops",
    "Measures how far each contact law is from a potential.", runEnergyLoop};
