// SPDX-License-Identifier: MIT
// Claim: three oracles of a haptic loop agree where they must; delay, and after it the hand,
// decides how stiff a device can be.
// Figure: the largest stable stiffness (exact) of some presets over the delay, for three hands.
// Set-up: presets, delays of 0, 1, 2 and 4 samples, hands loose, tight and let go; coupling and
// filter as volar tune chooses them for that delay, the stiffness scanned upwards.
//
// Criteria: the simple loop over time finds the exact linear boundary within 0.1% in 64 cases;
// device, renderer and world, pressed slowly, kicked by 1 um and kept in touch, within 1% in 95% of
// the cases and 0.5% in the mean; no preset is stiffer with more delay; one evaluation of the exact
// linear model takes at most 30 us of processor time, 45 us with a delay of two samples.

#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "experiments/registry.h"
#include "models/plain_loop.h"
#include "models/zwidth_map.h"
#include "volar/tuner.h"

#define BISECTIONS 14
#define DELAYS 4
#define TIMED 400 // calls

enum { SCAN };
const vlExperimentParameter vlZwidth_parameters[VL_ZWIDTH_PARAMETERS] = {
    {"scan", 16.0, 4.0, 64.0, "values of the stiffness that are struck for each device and hand"},
};

// Boundary of the simple loop, of a wall that also pulls on a handle that is let go.
static double simpleBoundary(vlLoop loop, double exact)
{
    double low = exact / 1.5, high = exact * 1.5;
    for (int i = 0; i < BISECTIONS; ++i) {
        vlStrikeResult result;
        loop.stiffness = sqrt(low * high);
        vlPlainLoopDef def = {.loop = loop, .speed = 0.1};
        def.duration = fmax(1.0, vlPlainLoop_GetLeastDuration(&loop));
        bool isGood = vlPlainLoop_Run(&def, &result, NULL, 0) == VL_OK;
        *(isGood && result.growth <= 1.0 ? &low : &high) = loop.stiffness;
    }
    return sqrt(low * high);
}

static void compareSimple(vlExperimentContext* ctx)
{
    vlCsv* csv = vlExperiment_OpenCsv(ctx, "simple", "m_kg,b_N_s_per_m,delay_s,B,exact,simple");
    double worst = 0.0;
    int count = 0;
    for (int i = 0; i < VL_PLAIN_CASES; ++i) {
        vlLoop loop = vlPlainLoop_MakeCase(i);
        double exact = 0.0;
        double most = 4.0 * loop.mass / (loop.period * loop.period);
        if (vlLoop_GetCriticalStiffness(&loop, most, &exact) == VL_OK && exact > 0.0) {
            double found = simpleBoundary(loop, exact);
            worst = fmax(worst, fabs(found / exact - 1.0));
            ++count;
            VL_CSV_ROW(csv, loop.mass, loop.damping, loop.delay, loop.dampingOfWorld, exact, found);
        }
    }
    vlExperiment_Report(ctx, "simple loop: cases with a boundary", count);
    vlExperiment_AtMost(ctx, "simple loop: worst error of the boundary, %", 100.0 * worst, 0.1);
}

// A case of the comparison of renderer and world with the linear model.
static vlLoopPoint touchingPoint(const vlSimulatedDeviceDef* preset, int i)
{
    static const double dampings[] = {0.1, 2.0, 8.0};
    vlSimulatedDeviceDef device = *preset;
    device.friction = device.angularFriction = 0.0;
    device.resolution = device.angularResolution = 0.0;
    device.info.maxForce = 1e5;
    device.hasTwist = i / 6 % 2 == 1;
    vlLoopPoint point = vlLoopPoint_Default(&device);
    point.hand = i / 12 % 2 == 0 ? VL_POINT_LOOSE : VL_POINT_TIGHT;
    point.strike.device.motors.delay = i % 2 * 2.0 / device.info.rate;
    point.strike.rule = device.hasTwist ? VL_VELOCITY_DEVICE : VL_VELOCITY_FILTER;
    point.strike.gains.damping = dampings[i / 2 % 3];
    point.strike.toolMass = i % 2 == 0 ? 1e-3 : 0.05;
    point.strike.wallStiffness = 1e5;
    point.strike.wallDamping = 20.0;
    point.strike.press = 3.0;
    point.strike.approach = 1.2;
    point.strike.kickTime = 1.5;
    point.strike.kick = 1e-6;
    point.strike.duration = 3.2;
    return point;
}

// Boundary of renderer and world between 0.9 and 1.1 of the exact one; NAN if it does not run.
static double touchingBoundary(vlLoopPoint point, double exact)
{
    double low = 0.9 * exact, high = 1.1 * exact;
    for (int i = 0; i < 8; ++i) {
        vlPointOutcome outcome;
        point.strike.gains.stiffness = 0.5 * (low + high);
        if (vlLoopPoint_Run(&point, VL_ORACLE_VOLAR, &outcome, NULL, 0) != VL_OK) {
            return (double)NAN;
        }
        // A motion that has grown until it leaves the wall grows no further.
        const vlStrikeResult* s = &outcome.strike;
        bool grows = s->growth > 1.0 || (s->motion > 1e-4 && s->growth > 0.98);
        *(grows ? &high : &low) = point.strike.gains.stiffness;
    }
    return 0.5 * (low + high);
}

static int compareTouching(vlExperimentContext* ctx)
{
    static const char* const names[] = {"omni", "premium", "omega3", "falcon"};
    vlCsv* csv = vlExperiment_OpenCsv(ctx, "in_touch", "preset,case,exact_N_per_m,found_N_per_m");
    double sum = 0.0, worst = 0.0;
    int count = 0, within = 0;
    for (int i = 0; i < 96; ++i) {
        vlSimulatedDeviceDef device;
        vlLoop loop;
        double exact = 0.0;
        if (vlExperiment_FailIf(ctx, vlSimulatedDevice_GetPreset(names[i / 24], &device), NULL,
                                "the device") != 0) {
            return 1;
        }
        vlLoopPoint point = touchingPoint(&device, i);
        if (vlLoopPoint_MakeLoop(&point, &loop) != VL_OK ||
            vlLoop_GetCriticalStiffness(&loop, 1e5, &exact) != VL_OK || !(exact > 0.0) ||
            exact >= 1e5) {
            continue;
        }
        double found = touchingBoundary(point, exact);
        double error = fabs(found / exact - 1.0);
        ++count;
        within += error <= 0.01;
        sum += error;
        worst = fmax(worst, error);
        VL_CSV_LABELLED(csv, names[i / 24], i, exact, found);
    }
    vlExperiment_Report(ctx, "device, renderer and world in touch: cases", count);
    vlExperiment_AtLeast(ctx, "in touch: cases within 1%, %", 100.0 * within / fmax(count, 1),
                         95.0);
    vlExperiment_AtMost(ctx, "in touch: mean error, %", 100.0 * sum / fmax(count, 1), 0.5);
    vlExperiment_Report(ctx, "in touch: worst error, %", 100.0 * worst);
    return 0;
}

// Strikes of rising stiffness with the coupling that is tuned for this delay.
static int scan(vlExperimentContext* ctx, vlLoopPoint point, const vlTunedCoupling* tuned,
                vlZwidthColumn* column, double* exact)
{
    vlStrikeClass kinds[VL_MAX_ZWIDTH_GRID];
    vlZwidthAxis axis = {.parameter = vlLoopPoint_Find("kc"),
                         .from = 0.25 * tuned->stiffness,
                         .to = 8.0 * tuned->stiffness,
                         .count = (int)vlExperiment_GetValue(ctx, SCAN)};
    vlLoop loop;
    point.strike.gains.damping = tuned->damping;
    point.strike.cut = tuned->cut;
    if (vlLoopPoint_MakeLoop(&point, &loop) != VL_OK ||
        vlLoop_GetCriticalStiffness(&loop, 1e6, exact) != VL_OK) {
        return vlExperiment_Fail(ctx, "the linear model does not take a preset");
    }
    for (int i = 0; i < axis.count; ++i) {
        vlPointOutcome outcome;
        char message[200];
        point.strike.gains.stiffness = vlZwidthAxis_At(&axis, i);
        point.strike.duration = fmax(1.2, vlLoopPoint_GetLeastDuration(&point, VL_ORACLE_VOLAR));
        if (vlLoopPoint_Run(&point, VL_ORACLE_VOLAR, &outcome, message, sizeof message) != VL_OK) {
            return vlExperiment_Fail(ctx, "%s", message);
        }
        kinds[i] = outcome.strike.kind;
    }
    *column = vlZwidth_Scan(&axis, kinds);
    return 0;
}

static int mapPreset(vlExperimentContext* ctx, const char* name, vlCsv* csv,
                     vlSeries* const* series, double* softer)
{
    static const int delays[DELAYS] = {0, 1, 2, 4};
    vlSimulatedDeviceDef device;
    if (vlExperiment_FailIf(ctx, vlSimulatedDevice_GetPreset(name, &device), NULL, name) != 0) {
        return 1;
    }
    double before[VL_POINT_HANDS] = {HUGE_VAL, HUGE_VAL, HUGE_VAL};
    for (int d = 0; d < DELAYS; ++d) {
        vlTunedCoupling tuned;
        char message[200];
        device.motors.delay = delays[d] / device.info.rate;
        vlTunerDef tuner = vlDefaultTunerDef(&device);
        if (vlTuner_Find(&tuner, &tuned, message, sizeof message) != VL_OK) {
            return vlExperiment_Fail(ctx, "%s: %s", name, message);
        }
        for (int hand = 0; hand < VL_POINT_HANDS; ++hand) {
            vlLoopPoint point = vlLoopPoint_Default(&device);
            vlZwidthColumn column;
            double exact = 0.0;
            point.hand = (vlPointHand)hand;
            if (scan(ctx, point, &tuned, &column, &exact) != 0) {
                return 1;
            }
            *softer = fmax(*softer, exact / before[hand]);
            before[hand] = exact;
            vlSeries_Add(series[hand], delays[d], exact);
            VL_CSV_LABELLED(csv, name, delays[d], hand, tuned.damping, tuned.cut, tuned.stiffness,
                            exact, column.stable, column.passive, column.firstUnstable,
                            column.islands);
        }
    }
    return 0;
}

// The colour of a preset that is drawn; the others, whose lines would lie on these, are only in the
// table: -1.
static int colourOf(const char* name)
{
    static const char* const drawn[] = {"omni", "premium", "omega6", "falcon", "sigma7", "lambda7"};
    for (int i = 0; i < (int)(sizeof drawn / sizeof drawn[0]); ++i) {
        if (strcmp(name, drawn[i]) == 0) {
            return i;
        }
    }
    return -1;
}

static int mapPresets(vlExperimentContext* ctx)
{
    static const char* const titles[] = {"loose hand", "tight hand", "let go"};
    vlFigure* figure = vlExperiment_OpenFigure(
        ctx, "zwidth", "Largest stable stiffness with the damping tuned for each delay");
    vlPanel* panels[VL_POINT_HANDS];
    vlCsv* csv = vlExperiment_OpenCsv(
        ctx, "presets",
        "preset,delay_samples,hand,bc_N_s_per_m,cut_Hz,tuned_N_per_m,exact_N_per_m,stable_N_per_m,"
        "passive_N_per_m,first_unstable_N_per_m,islands");
    double softer = 0.0;
    int count = 0, failed = 0;
    for (int hand = 0; hand < VL_POINT_HANDS; ++hand) {
        panels[hand] = vlFigure_AddPanel(
            figure, &(vlPanelDef){.title = titles[hand],
                                  .xLabel = hand == VL_POINT_HANDS - 1 ? "delay (samples)" : NULL,
                                  .yLabel = "stiffness (N/m)",
                                  .height = 140.0,
                                  .yLog = true});
    }
    for (int i = 0; vlSimulatedDevice_GetPresetName(i) != NULL && !failed; ++i) {
        const char* name = vlSimulatedDevice_GetPresetName(i);
        vlSeries* series[VL_POINT_HANDS] = {NULL, NULL, NULL};
        int colour = colourOf(name);
        if (strcmp(name, "pantograph") == 0) { // it has no single direction
            continue;
        }
        for (int hand = 0; hand < VL_POINT_HANDS && colour >= 0; ++hand) {
            series[hand] = vlPanel_AddSeries(panels[hand], hand == 0 ? name : "", VL_SERIES_POINTS);
            vlSeries_SetColour(series[hand], colour);
        }
        failed = mapPreset(ctx, name, csv, series, &softer);
        ++count;
    }
    vlExperiment_Report(ctx, "presets", count);
    vlExperiment_Below(ctx, "largest ratio of exact stiffness to that with less delay", softer,
                       1.0);
    return failed;
}

// Times the linear model. The shortest of many processor times counts: other work on the machine
// adds to them.
static void timeLinear(vlExperimentContext* ctx)
{
    for (int delay = 0; delay <= 2; delay += 2) {
        vlSimulatedDeviceDef device;
        vlLoop loop = vlDefaultLoop();
        double least = HUGE_VAL, radius = 0.0;
        char name[96];
        if (vlSimulatedDevice_GetPreset("omega6", &device) != VL_OK ||
            vlLoop_SetDevice(&loop, &device, false) != VL_OK) {
            return;
        }
        loop.delay = delay * loop.period;
        for (int i = 0; i < TIMED; ++i) {
            double start = vlClock_ThreadNow();
            (void)!vlLoop_GetRadius(&loop, &radius);
            least = fmin(least, vlClock_ThreadNow() - start);
        }
        (void)snprintf(name, sizeof name, "linear model of the whole loop, delay %d, us", delay);
        vlExperiment_AtMost(ctx, name, 1e-3 * least, delay == 0 ? 30.0 : 45.0);
    }
}

static int runZwidth(vlExperimentContext* ctx)
{
    compareSimple(ctx);
    timeLinear(ctx);
    return compareTouching(ctx) != 0 || mapPresets(ctx) != 0;
}

const vlExperiment vlExperiment_Zwidth = {
    "zwidth", "Z-width of the presets",
    "Three oracles of a haptic loop agree; delay decides how stiff a device can be.", runZwidth};
