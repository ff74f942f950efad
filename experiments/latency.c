// SPDX-License-Identifier: MIT
// Claim: the force that reaches the hand is based on a sample of the device taken in the same tick,
// at a single rate and at two. With two rates that sample is younger, because the search for
// contacts no longer comes between sample and force, and contacts are older, by at most one period
// of the contact thread.
// Figure: ours: fraction of ticks whose force is based on a sample, and on contacts, older than a
// given age.
// Set-up: a brush of 8, 20 or 60 teeth, 50 g, on a coupling of 200 N/m, is pressed on a table with
// 2.4 N and rubbed in a circle; each tooth forms one pair of convex pieces with the table; step 1
// ms, implicit. The device is a formula that records when it is read and written to: the time in
// between is that of renderer and step alone. The age of contacts counts from the sample that led
// to the state in which they were found. In real time: 1000 ticks at 1 kHz; the contact thread runs
// whenever a state arrives. With a virtual clock: contacts are found after every tenth step.
// Criteria. Virtual clock, at ten moments of a period: a sample 10 um off its path changes the
// force of its own tick and none before; a block put under the brush is felt in the next tick at a
// single rate, and at most one period later at two; packets get no older than a period minus one
// tick. Processor time from sample to force, for each tick the shortest of three runs that are the
// same to the bit: median below 100 us at a single rate with 20 pairs, 99.9% of all below 300 us;
// median below 20 us at two rates with 8 contacts. All teeth touch in all of these ticks. Clock
// times in real time are reported and not judged: they also depend on the machine and its other
// work, and after sleeping for most of a millisecond a processor is slower than in a series of
// ticks.

#include <math.h>
#include <stdio.h>
#include <time.h>

#include "experiments/brush.h"
#include "experiments/measure.h"
#include "experiments/registry.h"

#define WARM 100   // ticks in real time before the measured ones
#define TICKS 1000 // in real time, of each case
#define ROW 1500   // ticks in direct sequence
#define RUNS 3
#define PERIOD 10   // ticks, of the contact side under a virtual clock
#define TOUCHED 400 // ticks until the brush is on the table
#define LOADS 3
#define CASES 6

typedef struct Case {
    const char* name;
    int teeth, columns;
    bool hasTwoRates;
} Case;

static const Case cases[CASES] = {
    {"single rate, 8 pairs", 8, 4, false},    {"single rate, 20 pairs", 20, 5, false},
    {"single rate, 60 pairs", 60, 10, false}, {"two rates, 8 pairs", 8, 4, true},
    {"two rates, 20 pairs", 20, 5, true},     {"two rates, 60 pairs", 60, 10, true}};
static const Case* const single20 = &cases[1];
static const Case* const two8 = &cases[3];

// Measurements of each tick in real time, s.
typedef struct Ages {
    double read[WARM + TICKS]; // when the device was read
    double sample[TICKS];      // from there to the writing of the force
    double busy[TICKS];        // processor time of that
    double contact[TICKS];     // from the sample that led to the state in which contacts were found
    double missed;             // ticks left out
} Ages;

// Measurements of ticks in direct sequence.
typedef struct Row {
    double busy[ROW]; // s, processor time from sample to force, the shortest of all runs
    int fewest;       // smallest number of contacts
    bool isSame;      // all runs gave the same bits
} Row;

static void sleepUntil(double when)
{
    struct timespec due = {(time_t)when, (long)(1e9 * (when - floor(when)))};
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &due, NULL) != 0) {
    }
}

// Ticks `from` .. `to` with a virtual clock; contacts are found after every tick. `row` may be
// NULL.
static vlResult playRow(vlBrush* brush, int from, int to, Row* row)
{
    vlResult result = VL_OK;
    for (int i = from; i <= to && result == VL_OK; ++i) {
        result = vlBrush_Tick(brush, i * VL_BRUSH_STEP);
        if (brush->two != NULL) {
            (void)vlTwoRate_FindContacts(brush->two);
        }
        if (row != NULL) {
            int contacts = vlWorld_GetStepInfo(brush->world).contactCount;
            double busy = brush->written.busy - brush->sampled.busy;
            row->busy[i - from] = fmin(row->busy[i - from], busy);
            row->fewest = contacts < row->fewest ? contacts : row->fewest;
        }
    }
    return result;
}

// ---- real time ----

static void note(const vlBrush* brush, int tick, Ages* ages)
{
    int i = tick - WARM;
    double age = brush->two != NULL ? vlTwoRate_GetReport(brush->two).age : 0.0;
    // The state before this step came from the sample of the previous tick.
    int behind = tick - 1 - (int)lround(age / VL_BRUSH_STEP);
    ages->read[tick] = brush->sampled.clock;
    if (i >= 0) {
        ages->sample[i] = brush->written.clock - brush->sampled.clock;
        ages->busy[i] = brush->written.busy - brush->sampled.busy;
        ages->contact[i] = brush->written.clock - ages->read[behind > 0 ? behind : 0];
    }
}

static vlResult playRealTime(vlBrush* brush, Ages* ages)
{
    vlResult result = playRow(brush, 1, VL_BRUSH_SETTLED, NULL);
    if (result == VL_OK && brush->two != NULL) {
        result = vlTwoRate_Start(brush->two, 0.0);
    }
    double start = vlMoment_Now().clock, due = start;
    for (int i = 0; i < WARM + TICKS && result == VL_OK; ++i) {
        double late = vlMoment_Now().clock - due;
        due += VL_BRUSH_STEP;
        if (late > VL_BRUSH_STEP) { // too late: the tick is left out, not made up for
            double missed = floor(late / VL_BRUSH_STEP);
            ages->missed += missed;
            due += missed * VL_BRUSH_STEP;
        }
        sleepUntil(due);
        double now = VL_BRUSH_SETTLED * VL_BRUSH_STEP + vlMoment_Now().clock - start;
        result = vlBrush_Tick(brush, now);
        note(brush, i, ages);
    }
    if (brush->two != NULL) {
        vlTwoRate_Stop(brush->two);
    }
    return result;
}

static int measure(vlExperimentContext* ctx, const Case* c, Ages* ages)
{
    vlBrush brush;
    *ages = (Ages){0};
    vlResult result = vlBrush_Open(&brush, c->teeth, c->columns, c->hasTwoRates);
    result = result == VL_OK ? playRealTime(&brush, ages) : result;
    int failed = vlExperiment_FailIf(ctx, result, brush.world, c->name);
    vlBrush_Close(&brush);
    return failed;
}

// ---- in direct sequence ----

static int measureRow(vlExperimentContext* ctx, const Case* c, Row* row)
{
    uint64_t hash = 0;
    *row = (Row){.fewest = c->teeth, .isSame = true};
    for (int i = 0; i < ROW; ++i) {
        row->busy[i] = HUGE_VAL;
    }
    for (int run = 0; run < RUNS; ++run) {
        vlBrush brush;
        vlResult result = vlBrush_Open(&brush, c->teeth, c->columns, c->hasTwoRates);
        result = result == VL_OK ? playRow(&brush, 1, VL_BRUSH_SETTLED, NULL) : result;
        if (result == VL_OK) {
            result = playRow(&brush, VL_BRUSH_SETTLED + 1, VL_BRUSH_SETTLED + ROW, row);
        }
        int failed = vlExperiment_FailIf(ctx, result, brush.world, c->name);
        uint64_t found = failed ? 0 : vlWorld_GetHash(brush.world);
        hash = run == 0 ? found : hash;
        row->isSame = row->isSame && found == hash;
        vlBrush_Close(&brush);
        if (failed) {
            return 1;
        }
    }
    vlSort(row->busy, ROW);
    return 0;
}

// ---- virtual clock ----

typedef enum Change {
    CHANGE_SAMPLE, // the device is off its path in one tick
    CHANGE_SCENE   // a block is put under the brush after a tick
} Change;

static bool differ(const vlWrench* a, const vlWrench* b)
{
    return vlLength(vlSub(a->force, b->force)) > 0.0 || vlLength(vlSub(a->torque, b->torque)) > 0.0;
}

// Runs two brushes, one of them changed in tick `at`; returns how many ticks later the force
// differs.
static vlResult findDelay(bool hasTwoRates, Change change, int at, double* delay, double* age)
{
    vlBrush brushes[2];
    vlResult result = vlBrush_Open(&brushes[0], two8->teeth, two8->columns, hasTwoRates);
    vlResult other = vlBrush_Open(&brushes[1], two8->teeth, two8->columns, hasTwoRates);
    result = result == VL_OK ? other : result;
    *delay = nan("");
    brushes[1].nudgeAt = change == CHANGE_SAMPLE ? (uint64_t)at : 0;
    for (int i = 1; i <= at + 3 * PERIOD && isnan(*delay) && result == VL_OK; ++i) {
        for (int k = 0; k < 2 && result == VL_OK; ++k) {
            result = vlBrush_Tick(&brushes[k], i * VL_BRUSH_STEP);
            if (hasTwoRates && i % PERIOD == 0) {
                (void)vlTwoRate_FindContacts(brushes[k].two);
            }
        }
        if (differ(&brushes[0].force, &brushes[1].force)) {
            *delay = i - at;
        }
        if (result == VL_OK && i == at && change == CHANGE_SCENE) {
            result = vlBrush_Obstruct(&brushes[1]);
        }
    }
    if (hasTwoRates && result == VL_OK) {
        *age = fmax(*age, vlTwoRate_GetReport(brushes[0].two).maxAge);
    }
    vlBrush_Close(&brushes[0]);
    vlBrush_Close(&brushes[1]);
    return result;
}

// Shortest and longest delay over all moments of a period.
typedef struct Delays {
    double least, most; // ticks
} Delays;

static int findDelays(vlExperimentContext* ctx, bool hasTwoRates, Change change, Delays* delays,
                      double* age)
{
    *delays = (Delays){HUGE_VAL, -HUGE_VAL};
    for (int i = 0; i < PERIOD; ++i) {
        double delay;
        vlResult result = findDelay(hasTwoRates, change, TOUCHED + i, &delay, age);
        if (vlExperiment_FailIf(ctx, result, NULL, "changing one of two brushes") != 0) {
            return 1;
        }
        if (!(delay >= 0.0)) { // not felt at all, or felt before the change
            return vlExperiment_Fail(ctx, "a change at tick %d was felt %g ticks later",
                                     TOUCHED + i, delay);
        }
        *delays = (Delays){fmin(delays->least, delay), fmax(delays->most, delay)};
    }
    return 0;
}

static int judgeDelays(vlExperimentContext* ctx)
{
    Delays sample[2], scene[2];
    double age = 0.0;
    for (int two = 0; two < 2; ++two) {
        if (findDelays(ctx, two, CHANGE_SAMPLE, &sample[two], &age) != 0 ||
            findDelays(ctx, two, CHANGE_SCENE, &scene[two], &age) != 0) {
            return 1;
        }
    }
    vlExperiment_Within(ctx, "single rate: first force based on a sample, ticks later",
                        sample[0].most, 0.0, 0.0);
    vlExperiment_Within(ctx, "two rates: first force based on a sample, ticks later",
                        sample[1].most, 0.0, 0.0);
    vlExperiment_Within(ctx, "single rate: a new contact is felt, ticks later", scene[0].most, 1.0,
                        0.0);
    vlExperiment_AtMost(ctx, "two rates: a new contact is felt, ticks later", scene[1].most,
                        scene[0].most + PERIOD);
    vlExperiment_Within(ctx, "two rates: oldest packet, ticks", age / VL_BRUSH_STEP, PERIOD - 1,
                        1e-9);
    vlExperiment_Report(ctx, "two rates: a new contact is felt at best, ticks later",
                        scene[1].least);
    return 0;
}

static int judgeRows(vlExperimentContext* ctx)
{
    static Row single, two;
    if (measureRow(ctx, single20, &single) != 0 || measureRow(ctx, two8, &two) != 0) {
        return 1;
    }
    vlExperiment_Below(ctx, "single rate, 20 pairs: sample to force, processor time, median, us",
                       1e6 * vlQuantile(single.busy, ROW, 0.5), 100.0);
    vlExperiment_Below(ctx, "single rate, 20 pairs: sample to force, processor time, 99.9%, us",
                       1e6 * vlQuantile(single.busy, ROW, 0.999), 300.0);
    vlExperiment_Below(ctx, "two rates, 8 contacts: sample to force, processor time, median, us",
                       1e6 * vlQuantile(two.busy, ROW, 0.5), 20.0);
    vlExperiment_Report(ctx, "two rates, 8 contacts: sample to force, processor time, 99.9%, us",
                        1e6 * vlQuantile(two.busy, ROW, 0.999));
    vlExperiment_AtLeast(ctx, "single rate, 20 pairs: contacts", single.fewest, single20->teeth);
    vlExperiment_AtLeast(ctx, "two rates, 8 contacts: contacts", two.fewest, two8->teeth);
    vlExperiment_AtMost(ctx, "cases whose runs differ", !single.isSame + !two.isSame, 0.0);
    return 0;
}

// ---- tables and figures ----

typedef struct Panels {
    vlPanel *sample, *busy, *contact;
} Panels;

static Panels openPanels(vlExperimentContext* ctx)
{
    Panels p;
    vlFigure* figure = vlExperiment_OpenFigure(
        ctx, "latency", "Age of sample and contacts when a force is written");
    vlPanelDef def = {.title = "Sample of the device; dashed: single rate",
                      .xLabel = "older than (µs)",
                      .yLabel = "share of ticks (%)",
                      .xLog = true,
                      .yLog = true};
    p.sample = vlFigure_AddPanel(figure, &def);
    def.title = "Processor time from sample to force";
    def.xLabel = "more than (µs)";
    p.busy = vlFigure_AddPanel(figure, &def);
    def.title = "Contacts; dashed: single rate";
    def.xLabel = "older than (ms)";
    p.contact = vlFigure_AddPanel(figure, &def);
    return p;
}

static void draw(vlPanel* panel, int index, const double* sorted, double unit)
{
    char label[32] = "";
    if (cases[index].hasTwoRates) {
        snprintf(label, sizeof label, "%d pairs", cases[index].teeth);
    }
    vlSeries* series = vlPanel_AddSeries(
        panel, label, cases[index].hasTwoRates ? VL_SERIES_LINE : VL_SERIES_DASHED);
    vlSeries_SetColour(series, index % LOADS);
    for (int i = 0; i < TICKS; ++i) {
        vlSeries_Add(series, sorted[i] / unit, 100.0 * (TICKS - i) / TICKS);
    }
}

// Sorts `values`.
static void tabulate(vlExperimentContext* ctx, vlCsv* csv, const char* name, const char* what,
                     double* values)
{
    char label[96];
    vlSort(values, TICKS);
    double median = 1e6 * vlQuantile(values, TICKS, 0.5);
    double late = 1e6 * vlQuantile(values, TICKS, 0.999);
    snprintf(label, sizeof label, "%s; %s", name, what);
    VL_CSV_LABELLED(csv, label, median, 1e6 * vlQuantile(values, TICKS, 0.99), late,
                    1e6 * values[TICKS - 1]);
    snprintf(label, sizeof label, "%s: %s in real time, median, us", name, what);
    vlExperiment_Report(ctx, label, median);
    snprintf(label, sizeof label, "%s: %s in real time, 99.9%%, us", name, what);
    vlExperiment_Report(ctx, label, late);
}

static int measureAll(vlExperimentContext* ctx)
{
    double missed = 0.0;
    static Ages ages;
    vlCsv* ticks = vlExperiment_OpenCsv(ctx, "ticks", "case,sample_us,processor_us,contacts_us");
    vlCsv* csv = vlExperiment_OpenCsv(ctx, "ages", "case,p50_us,p99_us,p99_9_us,worst_us");
    Panels panels = openPanels(ctx);
    for (int i = 0; i < CASES; ++i) {
        const char* name = cases[i].name;
        if (measure(ctx, &cases[i], &ages) != 0) {
            return 1;
        }
        for (int k = 0; k < TICKS; ++k) {
            VL_CSV_LABELLED(ticks, name, 1e6 * ages.sample[k], 1e6 * ages.busy[k],
                            1e6 * ages.contact[k]);
        }
        tabulate(ctx, csv, name, "age of the sample", ages.sample);
        tabulate(ctx, csv, name, "processor", ages.busy);
        tabulate(ctx, csv, name, "age of contacts", ages.contact);
        draw(panels.sample, i, ages.sample, 1e-6);
        draw(panels.busy, i, ages.busy, 1e-6);
        draw(panels.contact, i, ages.contact, 1e-3);
        missed += ages.missed;
    }
    vlExperiment_Report(ctx, "ticks left out in real time, of all", missed);
    return 0;
}

static int runLatency(vlExperimentContext* ctx)
{
    return judgeDelays(ctx) != 0 || judgeRows(ctx) != 0 || measureAll(ctx) != 0;
}

const vlExperiment vlExperiment_Latency = {
    "latency", "Age of the sample and of the contacts behind a force",
    "A force is based on the sample of its own tick, and on contacts at most one period old.",
    runLatency};
