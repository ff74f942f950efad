// SPDX-License-Identifier: MIT
// Claim: two jaws of 40,180 and 47,340 triangles are felt at a kilohertz, and how finely their
// surfaces are sampled hardly matters as long as it is finer than the contact distance.
// Figure: [OL05] Figure 6: force and gap while a jaw chews, at three thresholds.
// Set-up: the lower jaw, 10 g, held at its centre of mass by 500 N/m, 2 N s/m, 20 N m/rad, 0.01 N m
// s/rad, without gravity, 1 kHz. Contact distance and spacing 0.6 mm, 2e9 N/m3. It closes in 250 ms
// about a hinge 60 mm behind, presses 4 mm beyond first touch, grinds 3 mm to and fro at 2 Hz, and
// opens. "Hand": the script moves a hand of 400 N/m, which holds the device by a handle of 0.1 kg;
// otherwise the device follows the script exactly. A threshold is the radius in which samples are
// merged: 0.4, 1 and 2.5% of the radius of 60 mm, as in the paper. At 1%, merged samples lie far
// enough below a curved surface to change the force by 1 to 2%.
// Criteria: the least gap is above 0 with and without friction, the largest jump below 5%, energy
// from nowhere below 1e-5 J; the force with merged samples within 1% (at 0.4%) and 2% (at 1%) of
// that with all of them; ripple below 3.5% if samples are no farther apart than the contact
// distance, and with hand and friction at every threshold. On the exact script without friction
// the teeth themselves ripple by 3.2% (3.1% at half the spacing, 3.3% at half the step), so at
// 2.5%, where samples are 2.5 contact distances apart, only the ripple that merging adds is judged:
// the root of the difference between the squares of this ripple and that of all samples. It must
// stay below 3.0%, the value between the 3.5% and 1.8% that were measured for this threshold and
// for all samples when the law was chosen. Not judged: with a hand but without friction only the
// hand damps sliding; the ripple is then 3.1, 2.9, 4.2 and 4.7% (all samples, 0.4, 1 and 2.5%) of a
// force that is half as large.
// Theory: docs/theory/mesh_contact.md.

#include <math.h>
#include <stdio.h>

#include "experiments/jaws_script.h"
#include "experiments/registry.h"
#include "experiments/touch_force.h"
#include "models/touch_loop.h"

#define STEP 1e-3
#define RUNS 8
#define COARSE 3 // the run whose samples are farther apart than the contact distance

typedef struct Run {
    const char* name;
    double merge, friction;
    double hand; // N/m; 0: the device follows the script exactly
} Run;

typedef struct Outcome {
    vlTouchForce force;
    double gap, deficit; // m, J
} Outcome;

static int chew(vlExperimentContext* ctx, const Run* run, vlCsv* csv, vlSeries* const series[3],
                Outcome* outcome)
{
    static vlVec3 force[VL_CHEW_TICKS];
    vlTouchDef def = vlTouch_Jaws();
    vlTouch t;
    vlVec3 touch;
    *outcome = (Outcome){.gap = 1.0};
    def.merge = run->merge;
    def.friction = run->friction;
    vlTouchLoopDef driven = vlTouchLoop_DefaultDef();
    vlTouchLoop loop = {.two = NULL};
    driven.hand = run->hand;
    vlResult result = vlJaws_Open(&def, &t, &touch);
    result = result == VL_OK ? vlTouchLoop_Open(&driven, &t, &loop) : result;
    for (int i = 0; i < VL_CHEW_TICKS && result == VL_OK; ++i) {
        double time = (i + 1) * STEP;
        result = vlTouchLoop_Tick(&loop, vlJaws_DeviceAt(&t, touch, time));
        force[i] = t.felt.force;
        outcome->gap = fmin(outcome->gap, t.gap);
        VL_CSV_LABELLED(csv, run->name, time, vlLength(force[i]), 1e3 * t.gap, t.samples);
        vlSeries_Add(series[0], time, vlLength(force[i]));
        vlSeries_Add(series[1], time, 1e3 * t.gap);
        vlSeries_Add(series[2], time, t.samples);
    }
    int failed = vlExperiment_FailIf(ctx, result, t.world, "chewing");
    outcome->force = vlTouch_MeasureForce(force, VL_CHEW_TO, VL_CHEW_FROM);
    outcome->deficit = t.deficit;
    vlTouchLoop_Close(&loop);
    vlTouch_Close(&t);
    return failed;
}

static void judge(vlExperimentContext* ctx, const Run* run, const Outcome* o, bool isCoarse)
{
    char name[96];
    snprintf(name, sizeof name, "%s: force, N", run->name);
    vlExperiment_Report(ctx, name, o->force.mean);
    snprintf(name, sizeof name, "%s: least gap, mm", run->name);
    vlExperiment_Above(ctx, name, 1e3 * o->gap, 0.0);
    snprintf(name, sizeof name, "%s: ripple above 20 Hz, %%", run->name);
    if (isCoarse) {
        vlExperiment_Report(ctx, name, 100.0 * o->force.ripple);
    } else {
        vlExperiment_Below(ctx, name, 100.0 * o->force.ripple, 3.5);
    }
    snprintf(name, sizeof name, "%s: largest jump, %%", run->name);
    vlExperiment_Below(ctx, name, 100.0 * o->force.jump, 5.0);
    snprintf(name, sizeof name, "%s: energy from nowhere, J", run->name);
    vlExperiment_Below(ctx, name, o->deficit, 1e-5);
}

static int runJaws(vlExperimentContext* ctx)
{
    static const Run runs[RUNS] = {{"all samples", 0.0, 0.0, 0.0},
                                   {"0.4%", 0.24e-3, 0.0, 0.0},
                                   {"1%", 0.6e-3, 0.0, 0.0},
                                   {"2.5%", 1.5e-3, 0.0, 0.0},
                                   {"1%, friction", 0.6e-3, 0.3, 0.0},
                                   {"0.4%, friction, hand", 0.24e-3, 0.3, 400.0},
                                   {"1%, friction, hand", 0.6e-3, 0.3, 400.0},
                                   {"2.5%, friction, hand", 1.5e-3, 0.3, 400.0}};
    vlCsv* csv = vlExperiment_OpenCsv(ctx, "runs", "run,t_s,force_N,gap_mm,samples");
    vlFigure* figure = vlExperiment_OpenFigure(ctx, "jaws", "Two jaws that chew");
    static const char* const labels[3] = {"force (N)", "gap (mm)", "samples"};
    vlPanel* panels[3];
    for (int k = 0; k < 3; ++k) {
        vlPanelDef def = {.title = labels[k], .yLabel = labels[k], .xLabel = k == 2 ? "t (s)" : ""};
        panels[k] = vlFigure_AddPanel(figure, &def);
    }
    Outcome outcomes[RUNS];
    for (int i = 0; i < RUNS; ++i) {
        vlSeries* series[3];
        for (int k = 0; k < 3; ++k) {
            series[k] = vlPanel_AddSeries(panels[k], k == 0 ? runs[i].name : "", VL_SERIES_LINE);
        }
        if (chew(ctx, &runs[i], csv, series, &outcomes[i]) != 0) {
            return 1;
        }
        judge(ctx, &runs[i], &outcomes[i], i == COARSE);
    }
    double all = outcomes[0].force.mean, fine = outcomes[0].force.ripple;
    double coarse = outcomes[COARSE].force.ripple;
    vlExperiment_Below(ctx, "2.5%: ripple that merging adds, %",
                       100.0 * sqrt(fmax(0.0, coarse * coarse - fine * fine)), 3.0);
    vlExperiment_Within(ctx, "force at 0.4% over that of all samples", outcomes[1].force.mean / all,
                        1.0, 0.01);
    vlExperiment_Within(ctx, "force at 1% over that of all samples", outcomes[2].force.mean / all,
                        1.0, 0.02);
    return 0;
}

const vlExperiment vlExperiment_Jaws = {
    "jaws", "Two jaws that chew ([OL05] Figure 6)",
    "Surfaces of tens of thousands of triangles press on each other smoothly, at a kilohertz.",
    runJaws};
