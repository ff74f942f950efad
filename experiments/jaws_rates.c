// SPDX-License-Identifier: MIT
// Claim: a hand feels two jaws of 40,180 and 47,340 triangles at a kilohertz while a separate
// thread finds their contacts, as fast as it can or at a tenth of the rate. Without a model of how
// the contact goes on between packets it does not. Figure: [OL05] Figure 6: force, gap and rate of
// the contact thread while a jaw chews, at three thresholds, and with the force held between
// packets. Set-up: the jaws of the experiment jaws, friction 0.3 (none with the force held), moved
// by a hand of 400 N/m with a handle of 0.1 kg that follows the script. All runs under one virtual
// clock, at 1 kHz. "Timed": a packet arrives as many ticks after its state as the search took in
// processor time, so these runs depend on the machine; the others do not. A threshold is the radius
// in which samples are merged, as in jaws. Criteria: in all runs but the one that holds the force
// the least gap is above 0 and energy from nowhere is below 1e-5 J; the largest change of the force
// in a tick is below 5% timed and at 500 and 200 Hz, below 12% at 100 Hz; with the contact thread
// silent for 200 ms the force grows to less than 1.8 of what it was, and its step at the first
// packet is below 0.6 N; with the force held at 200 Hz, more than 1e-3 J come from nowhere. Rates
// are reported and not judged: they depend on the machine. Theory: docs/theory/two_rate.md (T8.6).

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "experiments/jaws_script.h"
#include "experiments/registry.h"
#include "experiments/touch_force.h"
#include "models/touch_loop.h"

#define STEP 1e-3
#define STALL_FROM 400
#define STALL_TO 600
#define PANELS 3

typedef struct Run {
    const char* name;
    double merge, friction; // m
    vlTouchLoopDef rates;
    bool stalls;
    double most; // %, largest change in a tick; 0: not judged
    bool isHeld;
} Run;

typedef struct Outcome {
    vlTouchForce force;
    double gap, deficit;  // m, J
    double rate, slowest; // Hz, median and least of the contact thread
    double longest;       // s, largest time of a step
    double peak, leap;    // of a run that stalls: force over that before; N, at the first packet
} Outcome;

static int compareNumbers(const void* one, const void* other)
{
    double a = *(const double*)one, b = *(const double*)other;
    return a < b ? -1 : a > b;
}

// The rates that follow from the median time of a search while the jaws touch, and from the longest
// of all.
static void measureRate(double* times, int count, double slowest, Outcome* o)
{
    if (count > 0) {
        qsort(times, (size_t)count, sizeof *times, compareNumbers);
        o->rate = 1.0 / times[count / 2];
        o->slowest = 1.0 / slowest;
    }
}

static void measureStall(const vlVec3* force, Outcome* o)
{
    double before = vlLength(force[STALL_FROM - 1]);
    for (int i = STALL_FROM; i < STALL_TO; ++i) {
        o->peak = fmax(o->peak, vlLength(force[i]) / before);
    }
    for (int i = STALL_TO; i < STALL_TO + 10; ++i) {
        o->leap = fmax(o->leap, vlLength(vlSub(force[i], force[i - 1])));
    }
}

static int chew(vlExperimentContext* ctx, const Run* run, vlCsv* csv,
                vlSeries* const series[PANELS], Outcome* o)
{
    static vlVec3 force[VL_CHEW_TICKS];
    static double times[VL_CHEW_TICKS];
    vlTouchDef def = vlTouch_Jaws();
    vlTouch t;
    vlTouchLoop loop = {.two = NULL};
    vlVec3 touch;
    int searches = 0;
    double slowest = 0.0;
    *o = (Outcome){.gap = 1.0};
    def.merge = run->merge;
    def.friction = run->friction;
    vlResult result = vlJaws_Open(&def, &t, &touch);
    result = result == VL_OK ? vlTouchLoop_Open(&run->rates, &t, &loop) : result;
    for (int i = 0; i < VL_CHEW_TICKS && result == VL_OK; ++i) {
        int before = loop.searches;
        double time = (i + 1) * STEP;
        loop.isStalled = run->stalls && i >= STALL_FROM && i < STALL_TO;
        result = vlTouchLoop_Tick(&loop, vlJaws_DeviceAt(&t, touch, time));
        force[i] = t.felt.force;
        o->gap = fmin(o->gap, t.gap);
        o->longest = fmax(o->longest, loop.stepTime);
        double rate = loop.searchTime > 0.0 ? 1.0 / loop.searchTime : 0.0;
        if (loop.searches > before) {
            slowest = fmax(slowest, loop.searchTime);
        }
        if (loop.searches > before && i >= VL_CHEW_FROM && i < VL_CHEW_TO) {
            times[searches++] = loop.searchTime;
        }
        VL_CSV_LABELLED(csv, run->name, time, vlLength(force[i]), 1e3 * t.gap, rate);
        vlSeries_Add(series[0], time, vlLength(force[i]));
        vlSeries_Add(series[1], time, 1e3 * t.gap);
        if (run->rates.isTimed) {
            vlSeries_Add(series[2], time, 1e-3 * rate);
        }
    }
    int failed = vlExperiment_FailIf(ctx, result, t.world, "chewing");
    o->force = vlTouch_MeasureForce(force, VL_CHEW_TO, VL_CHEW_FROM);
    o->deficit = t.deficit;
    measureRate(times, searches, slowest, o);
    if (run->stalls) {
        measureStall(force, o);
    }
    vlTouchLoop_Close(&loop);
    vlTouch_Close(&t);
    return failed;
}

static void judge(vlExperimentContext* ctx, const Run* run, const Outcome* o)
{
    char name[96];
    snprintf(name, sizeof name, "%s: energy from nowhere, J", run->name);
    if (run->isHeld) {
        vlExperiment_Above(ctx, name, o->deficit, 1e-3);
        return;
    }
    vlExperiment_Below(ctx, name, o->deficit, 1e-5);
    snprintf(name, sizeof name, "%s: force, N", run->name);
    vlExperiment_Report(ctx, name, o->force.mean);
    snprintf(name, sizeof name, "%s: least gap, mm", run->name);
    vlExperiment_Above(ctx, name, 1e3 * o->gap, 0.0);
    if (run->most > 0.0) {
        snprintf(name, sizeof name, "%s: largest change in a tick, %%", run->name);
        vlExperiment_Below(ctx, name, 100.0 * o->force.jump, run->most);
    }
    if (run->rates.isTimed) {
        snprintf(name, sizeof name, "%s: median rate of the contact thread, Hz", run->name);
        vlExperiment_Report(ctx, name, o->rate);
        snprintf(name, sizeof name, "%s: lowest rate of the contact thread, Hz", run->name);
        vlExperiment_Report(ctx, name, o->slowest);
        snprintf(name, sizeof name, "%s: longest step, ms", run->name);
        vlExperiment_Report(ctx, name, 1e3 * o->longest);
    }
    if (run->stalls) {
        snprintf(name, sizeof name, "%s: largest force over that before the silence", run->name);
        vlExperiment_Below(ctx, name, o->peak, 1.8);
        snprintf(name, sizeof name, "%s: change of the force at the first packet, N", run->name);
        vlExperiment_Below(ctx, name, o->leap, 0.6);
    }
}

static int runRates(vlExperimentContext* ctx)
{
    const vlTouchLoopDef timed = {.hand = 400.0,
                                  .handMass = 0.1,
                                  .period = 1,
                                  .isTimed = true,
                                  .searchWork = vlDefaultTwoRateDef(NULL).searchWork};
    const vlTouchLoopDef late = {.hand = 400.0, .handMass = 0.1, .isLate = true};
    vlTouchLoopDef at500 = late, at200 = late, at100 = late, stalling = timed, held = late;
    at500.period = 2, at200.period = 5, at100.period = 10, held.period = 5;
    stalling.isTimed = false;
    held.reference = vlPacketModel_Held();
    const Run runs[] = {{"timed, 0.4%", 0.24e-3, 0.3, timed, false, 5.0, false},
                        {"timed, 1%", 0.6e-3, 0.3, timed, false, 5.0, false},
                        {"timed, 2.5%", 1.5e-3, 0.3, timed, false, 5.0, false},
                        {"500 Hz, late", 0.6e-3, 0.3, at500, false, 5.0, false},
                        {"200 Hz, late", 0.6e-3, 0.3, at200, false, 5.0, false},
                        {"100 Hz, late", 0.6e-3, 0.3, at100, false, 12.0, false},
                        {"silent for 200 ms", 0.6e-3, 0.3, stalling, true, 0.0, false},
                        {"200 Hz, force held", 0.6e-3, 0.0, held, false, 0.0, true}};
    vlCsv* csv = vlExperiment_OpenCsv(ctx, "runs", "run,t_s,force_N,gap_mm,rate_Hz");
    vlFigure* figure = vlExperiment_OpenFigure(ctx, "jaws-rates",
                                               "Two jaws, contacts found in a thread of their own");
    static const char* const labels[PANELS] = {"force (N)", "gap (mm)", "contact thread (kHz)"};
    vlPanel* panels[PANELS];
    for (int k = 0; k < PANELS; ++k) {
        vlPanelDef def = {
            .title = labels[k], .yLabel = labels[k], .xLabel = k == PANELS - 1 ? "t (s)" : ""};
        panels[k] = vlFigure_AddPanel(figure, &def);
    }
    for (size_t i = 0; i < sizeof runs / sizeof runs[0]; ++i) {
        vlSeries* series[PANELS];
        for (int k = 0; k < PANELS; ++k) {
            series[k] = vlPanel_AddSeries(panels[k], k == 0 ? runs[i].name : "", VL_SERIES_LINE);
        }
        Outcome outcome;
        if (chew(ctx, &runs[i], csv, series, &outcome) != 0) {
            return 1;
        }
        judge(ctx, &runs[i], &outcome);
    }
    return 0;
}

const vlExperiment vlExperiment_JawsRates = {
    "jaws-rates", "Two jaws, contacts in a thread of their own ([OL05] Figure 6)",
    "Samples carried by their planes between packets are felt as those of a single rate.",
    runRates};
