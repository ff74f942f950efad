// SPDX-License-Identifier: MIT
// Claim: of the friction models that [C00] section 5 compares, the classical one drifts under
// forces that should not move it, the driftless Dahl model and the finger pad are visibly compliant
// while they stick, and the reset integrator does neither. Figure: [C00] Fig. 7: position of a peg
// that a sinusoidal force pushes through a tight hole, 20 s. Set-up (from [C00]: 20 s, one
// direction, start at 0.1 m, walls with predictor and corrector; the rest is ours): peg of 2 kg, 2
// N on each of four corners, muk 0.25, mus 0.325, so that 2.6 N break it loose; push (A/2)(1 -
// cos(2 pi t/1 s)) with A = 2.77 N, and A = 2.08 N = 0.8 of that. Criteria: reset: place after 20 s
// 0.497 +- 0.015 m at 2 ms, the same at 1 ms to 0.01 m; classical at least 0.08 m farther; below
// the peak: classical drifts by v_s mean(F)/Fs 20 s = 80 mm +- 2% (T11.20), Karnopp, pad and reset
// by less than 0.05 mm, Dahl by less than 3 mm; deflection while sticking pad > Dahl > Karnopp >
// reset; peak of reset and Karnopp within 2% of 2.6 N; jitter of reset within 50 ms of a push's end
// below 10 um; the ledger closes to 1e-9. [C00] Fig. 7 ends at about 0.5 m for the slowest of its
// models, with parameters that it does not give; the places of all five are listed.

#include <math.h>
#include <stdio.h>

#include "experiments/registry.h"
#include "models/law_trial.h"

#define SECONDS 20.0
#define ABOVE 2.77
#define BELOW 2.08
#define LAWS 5

enum { CLASSICAL, KARNOPP, DAHL, PAD, RESET };

static const char* const laws[LAWS] = {"classical", "karnopp", "dahl", "pad", "reset"};

static vlPegTrial trialOf(int law, double step, double amplitude)
{
    vlPegTrial trial = {.step = step, .amplitude = amplitude, .seconds = SECONDS};
    trial.surface.wall = vlLaw_Choose(vlLaw_Find("corrected"));
    trial.surface.friction = vlLaw_Choose(vlLaw_Find(laws[law]));
    return trial;
}

static int runOne(vlExperimentContext* ctx, const vlPegTrial* trial, vlPegResult* result)
{
    char message[400] = "";
    if (vlPegTrial_Run(trial, result, message, sizeof message) != VL_OK) {
        return vlExperiment_Fail(ctx, "pushing the peg: %s", message);
    }
    return 0;
}

typedef struct Pens {
    vlSeries* place;
    vlSeries* closeUp;
} Pens;

static void draw(void* user, double time, double place, double push, double friction)
{
    const Pens* pens = user;
    (void)push;
    (void)friction;
    vlSeries_Add(pens->place, time, place);
    if (time <= 1.0) {
        vlSeries_Add(pens->closeUp, time, 1e3 * (place - VL_PEG_START));
    }
}

// Like [C00] Fig. 7, and below it the first second under the push that must not move the peg.
static int drawAll(vlExperimentContext* ctx)
{
    vlFigure* figure =
        vlExperiment_OpenFigure(ctx, "peg", "Peg pushed through a hole with friction");
    vlPanel* places = vlFigure_AddPanel(figure, &(vlPanelDef){.title = "pushed with up to 2.77 N",
                                                              .xLabel = "time, s",
                                                              .yLabel = "position, m",
                                                              .height = 260,
                                                              .xMin = 0.0,
                                                              .xMax = SECONDS});
    vlPanel* closeUp = vlFigure_AddPanel(figure, &(vlPanelDef){.title = "pushed with up to 2.08 N",
                                                               .xLabel = "time, s",
                                                               .yLabel = "deflection, mm",
                                                               .height = 180,
                                                               .xMin = 0.0,
                                                               .xMax = 1.0});
    for (int i = 0; i < LAWS; ++i) {
        const char* title = vlLaw_Find(laws[i])->title;
        Pens pens[2] = {{.place = vlPanel_AddSeries(places, title, VL_SERIES_LINE)},
                        {.closeUp = vlPanel_AddSeries(closeUp, title, VL_SERIES_LINE)}};
        for (int k = 0; k < 2; ++k) {
            vlPegTrial trial = trialOf(i, 0.002, k == 0 ? ABOVE : BELOW);
            vlPegResult result;
            trial.each = draw;
            trial.user = &pens[k];
            trial.seconds = k == 0 ? SECONDS : 1.0;
            if (runOne(ctx, &trial, &result) != 0) {
                return 1;
            }
        }
    }
    return 0;
}

static const char* at(char* text, size_t size, const char* name, double step)
{
    snprintf(text, size, "%s, %g ms", name, 1e3 * step);
    return text;
}

static void judge(vlExperimentContext* ctx, double step, const vlPegResult* above,
                  const vlPegResult* below)
{
    char t[96];
    size_t n = sizeof t;
    for (int i = 0; i < LAWS; ++i) {
        char name[64];
        snprintf(name, sizeof name, "%s: place after 20 s, m", laws[i]);
        if (i == RESET && step > 0.0015) {
            vlExperiment_Within(ctx, at(t, n, name, step), above[i].place, 0.497, 0.015);
        } else {
            vlExperiment_Report(ctx, at(t, n, name, step), above[i].place);
        }
    }
    vlExperiment_AtLeast(ctx, at(t, n, "classical ahead of reset, m", step),
                         above[CLASSICAL].place - above[RESET].place, 0.08);
    vlExperiment_WithinPercent(ctx, at(t, n, "classical: drift below the peak, mm", step),
                               1e3 * (below[CLASSICAL].place - VL_PEG_START), 80.0, 2.0);
    const int still[3] = {KARNOPP, PAD, RESET};
    for (int i = 0; i < 3; ++i) {
        char name[64];
        snprintf(name, sizeof name, "%s: drift below the peak, mm", laws[still[i]]);
        vlExperiment_Below(ctx, at(t, n, name, step),
                           1e3 * fabs(below[still[i]].place - VL_PEG_START), 0.05);
    }
    vlExperiment_Below(ctx, at(t, n, "dahl: drift below the peak, mm", step),
                       1e3 * fabs(below[DAHL].place - VL_PEG_START), 3.0);
    const int soft[4] = {PAD, DAHL, KARNOPP, RESET};
    for (int i = 0; i < 3; ++i) {
        char name[64];
        snprintf(name, sizeof name, "deflection, %s over %s", laws[soft[i]], laws[soft[i + 1]]);
        vlExperiment_Above(ctx, at(t, n, name, step),
                           below[soft[i]].deflection / below[soft[i + 1]].deflection, 1.0);
    }
    vlExperiment_WithinPercent(ctx, at(t, n, "reset: peak, N", step), above[RESET].peak, 2.6, 2.0);
    vlExperiment_WithinPercent(ctx, at(t, n, "karnopp: peak, N", step), above[KARNOPP].peak, 2.6,
                               2.0);
    vlExperiment_Below(ctx, at(t, n, "reset: jitter while sticking, um", step),
                       1e6 * above[RESET].jitter, 10.0);
    double gap = 0.0;
    for (int i = 0; i < LAWS; ++i) {
        gap = fmax(gap, fmax(above[i].ledgerGap, below[i].ledgerGap));
    }
    vlExperiment_AtMost(ctx, at(t, n, "ledger, relative gap", step), gap, 1e-9);
}

static int run(vlExperimentContext* ctx)
{
    vlCsv* csv =
        vlExperiment_OpenCsv(ctx, "peg",
                             "law,step_ms,amplitude_N,place_m,peak_N,back_mm,deflection_mm,"
                             "slips,jitter_um,given_J,taken_J");
    const double steps[2] = {0.002, 0.001};
    double reset[2];
    for (int s = 0; s < 2; ++s) {
        vlPegResult results[2][LAWS];
        for (int k = 0; k < 2; ++k) {
            for (int i = 0; i < LAWS; ++i) {
                vlPegTrial trial = trialOf(i, steps[s], k == 0 ? ABOVE : BELOW);
                vlPegResult* r = &results[k][i];
                if (runOne(ctx, &trial, r) != 0) {
                    return 1;
                }
                VL_CSV_LABELLED(csv, laws[i], 1e3 * steps[s], trial.amplitude, r->place, r->peak,
                                1e3 * r->back, 1e3 * r->deflection, r->slips, 1e6 * r->jitter,
                                r->given, r->taken);
            }
        }
        judge(ctx, steps[s], results[0], results[1]);
        reset[s] = results[0][RESET].place;
    }
    vlExperiment_AtMost(ctx, "reset: place at 2 ms and 1 ms differ by, m",
                        fabs(reset[0] - reset[1]), 0.01);
    return drawAll(ctx);
}

const vlExperiment vlExperiment_Peg = {
    "peg", "Friction models side by side",
    "Classical friction drifts, Dahl and the finger pad are soft, the reset integrator holds", run};
