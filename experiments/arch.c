// SPDX-License-Identifier: MIT
// Claim: an arch of loose stones is held by pressure and friction alone, permanently, and falls if
// it is too thin for its line of thrust.
// Figure: height of the crown over time, and its sinking over the thickness.
// Set-up: half a circle of 15 stones, mean radius 0.2 m, 80 mm wide, 2400 kg/m3, mu = 0.7, k = 1e6
// N/m, step 1 ms, implicit. Its centring is lowered slowly: gravity grows to 9.8 m/s2 within 1 s.
// Theory: an arch of rigid stones stands if its thickness is at least 0.1075 of the radius [M07];
// soft joints let the line of thrust move, so the limit is measured at k = 1e7 N/m.
// Criteria: thickness 0.15 stands 60 s: the crown sinks < 1 mm, moves < 1 um in the last 30 s,
// every joint sticks; thickness 0.08 falls; 0.15 without enough friction (mu = 0.1) falls; limit of
// the thickness 0.1075 +- 3%.

#include <math.h>

#include "experiments/measure.h"
#include "experiments/registry.h"
#include "models/arch_model.h"
#include "models/body_model.h"

#define GRAVITY 9.8
#define STEP 1e-3
#define LOWERING 1.0 // s
#define LIMIT 0.1075 // of the radius
#define CROWN(stones) ((stones) / 2)

typedef struct Run {
    double thickness; // of the radius
    double mu, stiffness, duration;
} Run;

typedef struct Outcome {
    double sunk;  // sinking of the crown at the end, of its height
    double crown; // m, the same as a length
    double creep; // m, largest motion of a stone in the second half
    double speed; // m/s, at the end
    int sliding;  // contacts, at the end
    int contacts;
} Outcome;

static vlResult build(const Run* run, vlWorld** world, vlArchDef* arch, vlBodyId* stones)
{
    vlWorldDef def = vlDefaultWorldDef();
    def.step = STEP;
    def.gravity = vlZero();
    def.integrator = VL_INTEGRATOR_IMPLICIT;
    def.surface.stiffnessN = run->stiffness;
    def.surface.frictionStatic = run->mu;
    def.surface.frictionDynamic = run->mu;
    *arch = vlArch_Default();
    arch->thickness = run->thickness * arch->radius;
    vlBodyId floor;
    *world = NULL;
    vlResult result = vlWorld_Create(&def, world, NULL, 0);
    if (result == VL_OK) {
        result = vlModel_AddFloor(*world, &floor);
    }
    return result == VL_OK ? vlModel_AddArch(*world, arch, stones) : result;
}

static void countContacts(const vlWorld* world, Outcome* found)
{
    found->contacts = vlWorld_GetContactCount(world);
    for (int i = 0; i < found->contacts; ++i) {
        vlContactReport report;
        bool isRead = vlWorld_GetContact(world, i, &report) == VL_OK;
        found->sliding += !isRead || report.mode != VL_MODE_STATIC;
    }
}

static int stand(vlExperimentContext* ctx, const Run* run, vlCsv* csv, vlSeries* series,
                 Outcome* found)
{
    vlWorld* world;
    vlArchDef arch;
    vlBodyId stones[VL_ARCH_MAX_STONES];
    vlVec3 halfWay[VL_ARCH_MAX_STONES];
    vlResult result = build(run, &world, &arch, stones);
    double start = result == VL_OK ? vlReading_Read(world, stones[CROWN(arch.stones)]).centre.z : 0;
    int steps = (int)lround(run->duration / STEP);
    *found = (Outcome){0};
    for (int i = 1; i <= steps && result == VL_OK; ++i) {
        double t = i * STEP;
        vlWorld_SetGravity(world, vlVec(0.0, 0.0, -GRAVITY * fmin(1.0, t / LOWERING)));
        result = vlWorld_Step(world);
        if (i % 20 != 0) {
            continue;
        }
        found->speed = 0.0;
        for (int s = 0; s < arch.stones; ++s) {
            vlReading m = vlReading_Read(world, stones[s]);
            halfWay[s] = 2 * i <= steps ? m.centre : halfWay[s];
            found->creep = fmax(found->creep, vlLength(vlSub(m.centre, halfWay[s])));
            found->speed = fmax(found->speed, vlLength(m.twist.linear));
        }
        double height = vlReading_Read(world, stones[CROWN(arch.stones)]).centre.z;
        found->crown = start - height;
        found->sunk = found->crown / start;
        VL_CSV_ROW(csv, run->thickness, run->mu, run->stiffness, t, height, found->speed);
        vlSeries_Add(series, t, 1e3 * height);
    }
    int failed = vlExperiment_FailIf(ctx, result, world, "the arch");
    if (!failed) {
        countContacts(world, found);
    }
    vlWorld_Destroy(world);
    return failed;
}

// The thinnest arch that still stands 5 s after its centring began to be lowered.
static int findLimit(vlExperimentContext* ctx, vlCsv* csv, double stiffness, vlSeries* series,
                     double* limit)
{
    double lower = 0.08, upper = 0.15;
    for (int i = 0; i < 8; ++i) {
        Outcome found;
        Run run = {0.5 * (lower + upper), 0.7, stiffness, 5.0};
        if (stand(ctx, &run, csv, NULL, &found) != 0) {
            return 1;
        }
        *(found.sunk > 0.1 ? &lower : &upper) = run.thickness;
        vlSeries_Add(series, run.thickness, 1e3 * found.crown);
    }
    *limit = upper;
    return 0;
}

static int runArch(vlExperimentContext* ctx)
{
    static const struct {
        Run run;
        const char* label;
    } shown[] = {{{0.15, 0.7, 1e6, 60.0}, "thickness 0.15 of the radius"},
                 {{0.08, 0.7, 1e6, 5.0}, "thickness 0.08"},
                 {{0.15, 0.1, 1e6, 5.0}, "0.15, μ = 0.1"}};
    vlFigure* figure = vlExperiment_OpenFigure(ctx, "arch", "Arch of 15 loose stones");
    vlPanel* panel = vlFigure_AddPanel(figure, &(vlPanelDef){.xLabel = "time (s)",
                                                             .yLabel = "height of the crown (mm)",
                                                             .height = 200.0,
                                                             .xMax = 5.0,
                                                             .yMax = 220.0});
    vlPanel* thin = vlFigure_AddPanel(figure, &(vlPanelDef){.title = "After 5 s",
                                                            .xLabel = "thickness over radius",
                                                            .yLabel = "crown sinks by (mm)",
                                                            .xMin = 0.08,
                                                            .xMax = 0.15,
                                                            .yLog = true,
                                                            .yMin = 1e-2,
                                                            .yMax = 1e3});
    vlSeries* stiffest = vlPanel_AddSeries(thin, "k = 10⁷ N/m", VL_SERIES_MARKERS);
    vlSeries* softer = vlPanel_AddSeries(thin, "k = 10⁶ N/m", VL_SERIES_MARKERS);
    vlSeries* rigid = vlPanel_AddSeries(thin, "limit of rigid stones", VL_SERIES_REFERENCE);
    vlSeries_Add(rigid, LIMIT, 1e-2);
    vlSeries_Add(rigid, LIMIT, 1e3);
    vlCsv* csv = vlExperiment_OpenCsv(
        ctx, "crown", "thickness,mu,k_N_per_m,t_s,crown_height_m,largest_speed_m_per_s");
    Outcome found[3];
    double limit, soft;
    for (int i = 0; i < 3; ++i) {
        vlSeries* series = vlPanel_AddSeries(panel, shown[i].label, VL_SERIES_LINE);
        if (stand(ctx, &shown[i].run, csv, series, &found[i]) != 0) {
            return 1;
        }
    }
    if (findLimit(ctx, csv, 1e7, stiffest, &limit) != 0 ||
        findLimit(ctx, csv, 1e6, softer, &soft) != 0) {
        return 1;
    }
    vlExperiment_Below(ctx, "0.15: crown sinks by, mm", 1e3 * found[0].crown, 1.0);
    vlExperiment_Below(ctx, "0.15: motion in the last 30 of 60 s, um", 1e6 * found[0].creep, 1.0);
    vlExperiment_Below(ctx, "0.15: speed at the end, m/s", found[0].speed, 1e-6);
    vlExperiment_Within(ctx, "0.15: joints, including the feet", found[0].contacts, 16.0, 0.0);
    vlExperiment_AtMost(ctx, "0.15: joints that do not stick", found[0].sliding, 0.0);
    vlExperiment_Above(ctx, "0.08: crown sinks by, of its height", found[1].sunk, 0.5);
    vlExperiment_Above(ctx, "0.15, mu = 0.1: crown sinks by, of its height", found[2].sunk, 0.5);
    vlExperiment_WithinPercent(ctx, "thinnest that stands, k = 1e7", limit, LIMIT, 3.0);
    vlExperiment_Report(ctx, "thinnest that stands, k = 1e6", soft);
    return 0;
}

const vlExperiment vlExperiment_Arch = {
    "arch", "Arch of loose stones",
    "An arch is held by pressure and friction alone, and falls if it is too thin.", runArch};
