// SPDX-License-Identifier: MIT

#include "experiments/workbench.h"

#include <math.h>

#include "base/power.h"
#include "models/law_trial.h"

#define GAP 0.05
#define STARTS 8           // heights from which the block falls: phases of the step at the entry
#define GAP_STEP 0.000625  // m
#define ABOVE 2.77         // N, breaks the peg loose
#define BELOW 2.08         // N, should not
#define PEG_LOAD_MASS 0.5  // kg for each of four corners
#define BOUNCE_SLACK 1.002 // a bounce of a few samples is not known better than this
#define WORK_SLACK 1e-3    // of what a wall gave: passive walls are so to about 1e-3 of a bounce

typedef struct Pens {
    vlSeries* first;
    vlSeries* second;
    double start; // m
} Pens;

static void drawDrop(void* user, double time, double height, double force)
{
    const Pens* pens = user;
    vlSeries_Add(pens->first, time, 1e3 * height);
    vlSeries_Add(pens->second, time, force);
}

static void drawPlace(void* user, double time, double place, double push, double friction)
{
    const Pens* pens = user;
    (void)push;
    (void)friction;
    vlSeries_Add(pens->first, time, place);
}

static void drawHold(void* user, double time, double place, double push, double friction)
{
    const Pens* pens = user;
    (void)push;
    if (time <= 1.0) { // the first push
        vlSeries_Add(pens->second, 1e3 * (place - VL_PEG_START), -friction);
    }
}

static int drop(vlExperimentContext* ctx, vlWorkbench* bench, int i, vlPanel* const panels[2])
{
    vlWorkbenchRow* row = &bench->row[i];
    Pens pens = {vlPanel_AddSeries(panels[0], bench->label[i], VL_SERIES_LINE),
                 vlPanel_AddSeries(panels[1], bench->label[i], VL_SERIES_LINE), 0.0};
    double logarithms = 0.0;
    int bounced = 0;
    row->isPassive = true;
    for (int k = 0; k < STARTS; ++k) {
        char message[400] = "";
        vlDropResult r;
        vlDropTrial trial = {.step = bench->step,
                             .gap = GAP + GAP_STEP * k,
                             .seconds = bench->seconds,
                             .device = bench->device,
                             .each = k == 0 ? drawDrop : NULL,
                             .user = &pens};
        trial.surface.wall = bench->law[i];
        if (vlDropTrial_Run(&trial, &r, message, sizeof message) != VL_OK) {
            return vlExperiment_Fail(ctx, "%s: %s", bench->label[i], message);
        }
        row->peak = fmax(row->peak, r.peak);
        row->penetration = fmax(row->penetration, 1e3 * r.depth);
        row->settling = fmax(row->settling, r.settled);
        row->given += r.given / STARTS;
        row->taken += r.taken / STARTS;
        row->isPassive = row->isPassive && r.most <= BOUNCE_SLACK;
        if (r.bounces > 0) {
            logarithms += vlLog(r.mean);
            ++bounced;
        }
    }
    // While it bounces the device holds energy, too: the law's work decides.
    if (bench->device != NULL) {
        row->isPassive = row->given + row->taken <= WORK_SLACK * row->given;
    }
    row->ratio = bounced > 0 ? vlExp(logarithms / bounced) : 0.0;
    if (row->settling > bench->seconds - 0.5) {
        row->settling = HUGE_VAL;
    }
    vlLawLoad load = {.step = bench->step, .mass = 1.0, .contacts = 2};
    row->says = vlLaw_GetEnergy(&bench->law[i], &load);
    return 0;
}

static int push(vlExperimentContext* ctx, vlWorkbench* bench, int i, vlPanel* const panels[2])
{
    vlWorkbenchRow* row = &bench->row[i];
    Pens pens = {vlPanel_AddSeries(panels[0], bench->label[i], VL_SERIES_LINE),
                 vlPanel_AddSeries(panels[1], bench->label[i], VL_SERIES_LINE), VL_PEG_START};
    vlPegResult r[2];
    for (int k = 0; k < 2; ++k) {
        char message[400] = "";
        vlPegTrial trial = {.step = bench->step,
                            .amplitude = k == 0 ? ABOVE : BELOW,
                            .seconds = bench->seconds,
                            .device = bench->device,
                            .each = k == 0 ? drawPlace : drawHold,
                            .user = &pens};
        trial.surface.wall = vlLaw_Choose(vlLaw_Find("corrected"));
        trial.surface.friction = bench->law[i];
        if (vlPegTrial_Run(&trial, &r[k], message, sizeof message) != VL_OK) {
            return vlExperiment_Fail(ctx, "%s: %s", bench->label[i], message);
        }
    }
    row->peak = r[0].peak;
    row->place = r[0].place;
    row->given = r[0].given;
    row->taken = r[0].taken;
    row->drift = 1e3 * (r[1].place - VL_PEG_START);
    row->compliance = 1e6 * r[1].deflection / BELOW;
    row->isPassive = r[0].given + r[0].taken <= 0.0 && r[1].given + r[1].taken <= 0.0;
    vlLawLoad load = {
        .step = bench->step, .mass = PEG_LOAD_MASS, .contacts = 1, .force = VL_PEG_LOAD};
    row->says = vlLaw_GetEnergy(&bench->law[i], &load);
    return 0;
}

static int run(vlExperimentContext* ctx)
{
    vlWorkbench* bench = vlExperiment_GetInput(ctx);
    bool isWall = bench->family == VL_LAW_WALL;
    const char* name = isWall ? "walls" : "friction";
    vlFigure* figure = vlExperiment_OpenFigure(
        ctx, name, isWall ? "Block pushed against a wall" : "Peg pushed through a hole");
    vlPanel* panels[2];
    panels[0] = vlFigure_AddPanel(
        figure, &(vlPanelDef){.title = isWall ? "height" : "pushed with up to 2.77 N",
                              .xLabel = "time, s",
                              .yLabel = isWall ? "height above the wall, mm" : "place, m",
                              .height = 220});
    panels[1] = vlFigure_AddPanel(
        figure, &(vlPanelDef){.title = isWall ? "force" : "one push of up to 2.08 N",
                              .xLabel = isWall ? "time, s" : "deflection, mm",
                              .yLabel = isWall ? "force of the wall, N" : "friction, N",
                              .height = 220});
    vlCsv* csv = vlExperiment_OpenCsv(
        ctx, name,
        isWall ? "law,peak_N,penetration_mm,settling_s,mean_r,given_J,taken_J,passive"
               : "law,peak_N,drift_mm,compliance_um_per_N,place_m,given_J,taken_J,passive");
    for (int i = 0; i < bench->count; ++i) {
        const vlWorkbenchRow* row = &bench->row[i];
        if ((isWall ? drop(ctx, bench, i, panels) : push(ctx, bench, i, panels)) != 0) {
            return 1;
        }
        if (isWall) {
            VL_CSV_LABELLED(csv, bench->label[i], row->peak, row->penetration, row->settling,
                            row->ratio, row->given, row->taken, row->isPassive);
        } else {
            VL_CSV_LABELLED(csv, bench->label[i], row->peak, row->drift, row->compliance,
                            row->place, row->given, row->taken, row->isPassive);
        }
    }
    vlExperiment_Report(ctx, "laws", bench->count);
    return 0;
}

const vlExperiment vlExperiment_Workbench = {"workbench", "Laws side by side",
                                             "Any laws on the same trial", run};
