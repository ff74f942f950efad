// SPDX-License-Identifier: MIT
// Claim: the contacts that are named from poses alone account for the forces that the engine
// computes from contact volumes. Figure: ours: largest residual of each run. Scenes: those with
// which the parameters of names were chosen, those with which faults in the rules were found, and
// those that were made after the last change of a rule; each with contacts of 1e4, 1e5 and 1e6 N/m.
// Only steady steps are judged, at least 1000 in each run: the name has been the same for 20 ms,
// and the contact approaches or leaves at less than 5 mm/s.
//
// Criteria, per scene, of the worst stiffness (docs/theory/formations.md, "Fit"):
//   C1  plane faces, steps with narrow footprints: the residual with plain regions is below 5% in
//       all of them, and 2% or more in at most 1% of them
//   C2  the residual with footprints: plane faces below 5% in all steps, and 1% or more in at most
//       0.2% of them; faceted round bodies 5% or more in at most 0.1%
//   C3  more than 5% of the normal force acts at no named contact in at most 1.5% of the steps
//   C4  no name changes in the holds of the script, after their first 50 ms
// Also reported: how often the engine applied more than the bounds of its own contacts allow.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "experiments/annotated_run.h"
#include "experiments/assembly_scenes.h"
#include "experiments/registry.h"

// The number of runs, for the axis: 23 scenes and 3 pegs at 3 stiffnesses.
#define RUNS 78.0

typedef struct Bench {
    vlExperimentContext* ctx;
    vlCsv *csv, *states;
    vlPanel* panel[2];
    vlSeries* series[3][2]; // by origin of the scene and panel
    char text[VL_MAX_ASSEMBLY_TEXT];
    vlAnnotatedRun run;
    int place; // of the scene, on the axis
} Bench;

// The worst of all stiffnesses of one scene; all but the first and the last in percent.
typedef struct Worst {
    double leastSteps, leastNarrow, plain, plainAbove2, footprint, footprintAbove1, footprintAbove5,
        unexplained, beyond, heldChanges;
} Worst;

static double percentOf(uint64_t part, uint64_t whole)
{
    return 100.0 * (double)part / fmax(1.0, (double)whole);
}

static void note(Bench* b, const char* name, const vlAssemblyScene* scene, double stiffness,
                 Worst* worst)
{
    const vlFitTally* fit = &b->run.fit;
    double narrow = percentOf(fit->narrow, fit->steps);
    double plainAbove2 = percentOf(fit->plainAbove2, fit->narrow);
    double footprintAbove1 = percentOf(fit->footprintAbove1, fit->steps);
    double unexplained = percentOf(fit->unexplained, fit->steps);
    double beyond = percentOf(fit->beyond, fit->steps);
    char what[80];
    (void)snprintf(what, sizeof what, "%s %.0e N/m", name, stiffness);
    vlCsv_Row(b->csv, what,
              (const double[]){scene->origin, (double)fit->steps, narrow, 100.0 * fit->plainMax,
                               plainAbove2, 100.0 * fit->widePlainMax, 100.0 * fit->footprintMax,
                               100.0 * vlFitTally_GetQuantile(fit, 0.99), footprintAbove1,
                               unexplained, beyond, 100.0 * fit->beyondMax, (double)fit->unsteady,
                               100.0 * fit->unsteadyMax, (double)fit->unnamed,
                               (double)fit->forceless, b->run.count, (double)b->run.changes},
              18);
    vlSeries* const* series = b->series[scene->origin];
    vlSeries_Add(series[0], b->place, fmax(1e-4, 100.0 * fit->plainMax));
    vlSeries_Add(series[1], b->place, fmax(1e-4, 100.0 * fit->footprintMax));
    worst->leastSteps = fmin(worst->leastSteps, (double)fit->steps);
    worst->leastNarrow = fmin(worst->leastNarrow, narrow);
    worst->plain = fmax(worst->plain, 100.0 * fit->plainMax);
    worst->plainAbove2 = fmax(worst->plainAbove2, plainAbove2);
    worst->footprint = fmax(worst->footprint, 100.0 * fit->footprintMax);
    worst->footprintAbove1 = fmax(worst->footprintAbove1, footprintAbove1);
    worst->footprintAbove5 =
        fmax(worst->footprintAbove5, percentOf(fit->footprintAbove5, fit->steps));
    worst->unexplained = fmax(worst->unexplained, unexplained);
    worst->beyond = fmax(worst->beyond, beyond);
    worst->heldChanges += (double)b->run.heldChanges;
}

// One criterion of a scene: at most, or (`isStrict`) below the limit.
static void judgeOne(Bench* b, const char* scene, const char* criterion, double value, double limit,
                     bool isStrict)
{
    char what[96];
    (void)snprintf(what, sizeof what, "%s: %s", scene, criterion);
    if (isStrict) {
        vlExperiment_Below(b->ctx, what, value, limit);
    } else {
        vlExperiment_AtMost(b->ctx, what, value, limit);
    }
}

static void report(Bench* b, const char* scene, const char* quantity, double value)
{
    char what[96];
    (void)snprintf(what, sizeof what, "%s: %s", scene, quantity);
    vlExperiment_Report(b->ctx, what, value);
}

static void judge(Bench* b, const char* name, const vlAssemblyScene* scene, const Worst* worst)
{
    char what[96];
    (void)snprintf(what, sizeof what, "%s: judged steps", name);
    vlExperiment_Above(b->ctx, what, worst->leastSteps, 1000.0);
    if (scene->isRound) {
        judgeOne(b, name, "C2 steps of 5% and more, %", worst->footprintAbove5, 0.1, false);
    } else {
        report(b, name, "C1 steps with narrow footprints, %", worst->leastNarrow);
        judgeOne(b, name, "C1 largest residual, %", worst->plain, 5.0, true);
        judgeOne(b, name, "C1 steps of 2% and more, %", worst->plainAbove2, 1.0, false);
        judgeOne(b, name, "C2 largest residual, %", worst->footprint, 5.0, true);
        judgeOne(b, name, "C2 steps of 1% and more, %", worst->footprintAbove1, 0.2, false);
    }
    judgeOne(b, name, "C3 steps unexplained, %", worst->unexplained, 1.5, false);
    if (scene->holdCount > 0) {
        judgeOne(b, name, "C4 changes in holds", worst->heldChanges, 0.0, false);
    }
    report(b, name, "engine beyond its bounds by 1% and more, % of steps", worst->beyond);
}

// Runs a scene, whose text has been written, and lists its states.
static int tryScene(Bench* b, const char* name, const vlAssemblyScene* scene, double stiffness,
                    Worst* worst)
{
    vlAnnotatedRunDef def = {.text = b->text,
                             .seconds = scene->seconds,
                             .holds = scene->holds,
                             .holdCount = scene->holdCount};
    int status = vlAnnotatedRun_Make(b->ctx, &def, &b->run);
    if (status == 0) {
        note(b, name, scene, stiffness, worst);
        for (int i = 0; i < b->run.count; ++i) {
            const vlStateRow* row = &b->run.rows[i];
            vlCsv_Row(b->states, row->text,
                      (const double[]){b->place, stiffness, b->run.pair[i], row->from, row->until},
                      5);
        }
        ++b->place;
    }
    return status;
}

static void openFigure(Bench* b)
{
    static const char* const titles[2] = {"Plain regions, narrow footprints", "With footprints"};
    static const char* const origins[3] = {"parameters chosen with", "rules mended with", "fresh"};
    vlFigure* figure =
        vlExperiment_OpenFigure(b->ctx, "residuals", "Largest residual of steady steps");
    for (int i = 0; i < 2; ++i) {
        b->panel[i] = vlFigure_AddPanel(figure, &(vlPanelDef){.title = titles[i],
                                                              .xLabel = i == 1 ? "Run" : NULL,
                                                              .yLabel = "Residual, %",
                                                              .yLog = true});
        for (int k = 0; k < 3; ++k) {
            b->series[k][i] = vlPanel_AddSeries(b->panel[i], origins[k], VL_SERIES_MARKERS);
        }
        vlSeries* bound = vlPanel_AddSeries(b->panel[i], "bound", VL_SERIES_REFERENCE);
        vlSeries_Add(bound, 0.0, 5.0);
        vlSeries_Add(bound, RUNS, 5.0);
    }
}

// All stiffnesses of a scene, or of a peg with this clearance (m).
static int tryAll(Bench* b, const char* name, const vlAssemblyScene* scene, double clearance)
{
    static const double stiffness[3] = {1e4, 1e5, 1e6};
    Worst worst = {.leastSteps = HUGE_VAL, .leastNarrow = 100.0};
    int status = 0;
    if (!vlExperiment_Wants(b->ctx, name)) {
        return 0;
    }
    for (int k = 0; k < 3 && status == 0; ++k) {
        if (clearance > 0.0) {
            vlAssemblyScene_WritePeg(clearance, 0, VL_PEG_OVER_RIM, stiffness[k], b->text,
                                     sizeof b->text);
        } else {
            vlAssemblyScene_Write(scene, stiffness[k], b->text, sizeof b->text);
        }
        status = tryScene(b, name, scene, stiffness[k], &worst);
    }
    if (status == 0) {
        judge(b, name, scene, &worst);
    }
    return status;
}

static int run(vlExperimentContext* ctx)
{
    static const struct {
        const char* name;
        double clearance;
    } pegs[3] = {{"peg 0.2 mm", 2e-4}, {"peg 0.5 mm", 5e-4}, {"peg 1 mm", 1e-3}};
    Bench* b = calloc(1, sizeof(Bench));
    if (b == NULL) {
        return vlExperiment_Fail(ctx, "no memory");
    }
    b->ctx = ctx;
    b->csv = vlExperiment_OpenCsv(
        ctx, "fits",
        "run,origin,steps,narrow_percent,plain_max_percent,plain_above_2_percent,"
        "wide_plain_max_percent,footprint_max_percent,footprint_p99_percent,"
        "footprint_above_1_percent,unexplained_percent,beyond_percent,beyond_max_percent,"
        "unsteady_steps,unsteady_max_percent,unnamed_steps,forceless_steps,states,changes");
    b->states =
        vlExperiment_OpenCsv(ctx, "states", "contacts,run,stiffness_N_per_m,pair,from_s,to_s");
    openFigure(b);
    int status = 0;
    for (int i = 0; i < 3 && status == 0; ++i) {
        status = tryAll(b, pegs[i].name, vlAssemblyScene_Peg(VL_PEG_OVER_RIM), pegs[i].clearance);
    }
    for (int i = 0; vlAssemblyScene_At(i) != NULL && status == 0; ++i) {
        const vlAssemblyScene* scene = vlAssemblyScene_At(i);
        status = tryAll(b, scene->name, scene, 0.0);
    }
    free(b);
    return status;
}

const vlExperiment vlExperiment_FormationsFit = {
    "formations-fit", "Named contacts against the forces of the engine",
    "Contacts named from poses account for the forces of contact volumes", run};
