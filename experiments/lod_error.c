// SPDX-License-Identifier: MIT
// Claim: a gap query that may be wrong by a fraction tau of the radius is wrong by less, and the
// smaller tau is, the less of it is used.
// Figure: the error of the least gap against tau.
// Set-up: two jaws of 40,180 and 47,340 triangles at 240 poses: the lower one grinds, its mouth
// closed or opened by up to 0.02 rad, with exact clearances of 0.05 to 0.5 mm; contacts within 0.6
// mm. tau: 0 (leaf level), 0.4, 1, 2.5 and 5% of the radius; the query follows the motion.
// Criteria: the gap is never larger than the exact one, and never short of it by more than tau R
// (leaf level: 0.2% of R, by which two patches may be off); no pose is missed.
// Theory: docs/theory/mesh_levels.md (T14.6).

#include <math.h>
#include <stdio.h>

#include "base/angle.h"
#include "experiments/registry.h"
#include "models/jaw_pair_model.h"

#define POSES 240
#define DISTANCE 0.6e-3
#define LEVELS 5

static const double tau[LEVELS] = {0.0, 0.004, 0.01, 0.025, 0.05};

typedef struct Errors {
    double largest, mean, over; // m: by which gaps are too short (largest, mean) and too long
    double contacts;            // mean
    int missed;
} Errors;

static double clearanceOf(int pose)
{
    return 0.05e-3 + 0.45e-3 * (pose % 10) / 9.0;
}

static vlResult measure(vlJawPair* jaws, const vlPose* poses, int level, vlCsv* csv, Errors* out)
{
    vlGapQuery* query = NULL;
    vlResult result =
        vlGapQuery_Create(NULL, jaws->levels[0], jaws->levels[1], NULL, &query, NULL, 0);
    *out = (Errors){.largest = 0.0};
    for (int i = 0; i < POSES && result == VL_OK; ++i) {
        double exact = vlGapQuery_FindDistance(jaws->probe, poses[i], HUGE_VAL);
        result = vlGapQuery_Find(query, poses[i], tau[level] * jaws->radius, DISTANCE);
        vlGapInfo info = vlGapQuery_GetInfo(query);
        double shortBy = exact - info.leastGap;
        out->largest = fmax(out->largest, shortBy);
        out->over = fmax(out->over, -shortBy);
        out->mean += shortBy / POSES;
        out->contacts += (double)info.contactCount / POSES;
        out->missed += info.contactCount == 0;
        VL_CSV_ROW(csv, 100.0 * tau[level], 1e3 * exact, 1e3 * info.leastGap, info.contactCount);
    }
    vlGapQuery_Destroy(query);
    return result;
}

static void judge(vlExperimentContext* ctx, int level, double radius, const Errors* e)
{
    char name[96];
    double allowed = level == 0 ? 0.002 : tau[level];
    snprintf(name, sizeof name, "tau %.1f%%: gap short by, %% of the radius", 100.0 * tau[level]);
    vlExperiment_Below(ctx, name, 100.0 * e->largest / radius, 100.0 * allowed);
    snprintf(name, sizeof name, "tau %.1f%%: gap too large by, m", 100.0 * tau[level]);
    vlExperiment_Below(ctx, name, e->over, 1e-12); // rounding
    snprintf(name, sizeof name, "tau %.1f%%: poses missed", 100.0 * tau[level]);
    vlExperiment_Below(ctx, name, e->missed, 0.5);
    snprintf(name, sizeof name, "tau %.1f%%: contacts", 100.0 * tau[level]);
    vlExperiment_Report(ctx, name, e->contacts);
}

static vlResult runLevels(vlExperimentContext* ctx, vlJawPair* jaws, vlCsv* csv)
{
    static vlPose poses[POSES];
    for (int i = 0; i < POSES; ++i) {
        double angle = 0.01 * (1.0 - vlCosine(0.1 * i));
        poses[i] = vlJawPair_Chew(jaws, 4e-3 * i, clearanceOf(i), angle);
    }
    vlFigure* figure = vlExperiment_OpenFigure(ctx, "error", "Error of the least gap");
    vlPanelDef def = {.title = "two jaws",
                      .xLabel = "τ (% of the radius)",
                      .yLabel = "gap short by (% of the radius)"};
    vlPanel* panel = vlFigure_AddPanel(figure, &def);
    vlSeries* bound = vlPanel_AddSeries(panel, "allowed", VL_SERIES_REFERENCE);
    vlSeries* largest = vlPanel_AddSeries(panel, "largest", VL_SERIES_POINTS);
    vlSeries* mean = vlPanel_AddSeries(panel, "mean", VL_SERIES_POINTS);
    vlResult result = VL_OK;
    for (int k = 0; k < LEVELS && result == VL_OK; ++k) {
        Errors errors;
        result = measure(jaws, poses, k, csv, &errors);
        if (result == VL_OK) {
            judge(ctx, k, jaws->radius, &errors);
            vlSeries_Add(bound, 100.0 * tau[k], k == 0 ? 0.2 : 100.0 * tau[k]);
            vlSeries_Add(largest, 100.0 * tau[k], 100.0 * errors.largest / jaws->radius);
            vlSeries_Add(mean, 100.0 * tau[k], 100.0 * errors.mean / jaws->radius);
        }
    }
    return result;
}

static int runLodError(vlExperimentContext* ctx)
{
    vlJawPair jaws;
    vlHierarchyDef def = vlJawPair_KeptDef();
    vlCsv* csv = vlExperiment_OpenCsv(ctx, "gaps", "tau_percent,exact_mm,gap_mm,contacts");
    vlResult result = vlJawPair_Open(1.0, &def, &jaws);
    result = result == VL_OK ? runLevels(ctx, &jaws, csv) : result;
    vlJawPair_Close(&jaws);
    return vlExperiment_FailIf(ctx, result, NULL, "levels of detail");
}

const vlExperiment vlExperiment_LodError = {
    "lod-error", "Gap error against the tolerance",
    "Gaps found with a tolerance are short by less than it, and none is missed.", runLodError};
