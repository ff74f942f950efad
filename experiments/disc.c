// SPDX-License-Identifier: MIT
// Claim: a disc that slides and spins ends both motions at the same moment, and the ratio of its
// speed to its rim speed approaches 0.653 from either side: this is what distributed Coulomb
// friction does to real discs and what no point contact can.
// Figure: our own.
// Set-up: 32-gon plate of 50 mm radius and 2 mm height, 1 kg, mu = 0.3, k = 2e5 N/m, step 0.25 ms;
// starts with ratios 0.653, 2 and 0.33.
// Theory (uniform pressure): at ratio 0.653 the friction force is 0.6160 mu N, so v0 = 0.2612 m/s
// stops at 0.1442 s together with w0 = 8 rad/s.
// Criteria: start 0.653: ratio 0.645 .. 0.66 until 0.13 s, both motions stop (5 mm/s, 0.1 rad/s)
// within 2% of each other and at 0.1442 s +- 3%. Starts 2 and 0.33: the ratio only ever moves
// towards 0.653 while more than 5% of the energy is left.

#include <math.h>

#include "base/power.h"
#include "experiments/measure.h"
#include "experiments/registry.h"
#include "models/body_model.h"

#define RADIUS 0.05
#define HEIGHT 0.002
#define SIDES 32
#define MASS 1.0
#define MU 0.3
#define GRAVITY 9.8
#define STIFFNESS 2e5
#define STEP 2.5e-4
#define DURATION 0.4
#define ATTRACTOR 0.653

typedef struct Run {
    const char* name;
    double speed, spin;
    vlSeries* speedSeries;
    vlSeries* rimSeries;
    vlSeries* ratioSeries;
} Run;

typedef struct Outcome {
    double lowest, highest; // ratio until 0.13 s
    double stopSlide, stopSpin;
    double retreat;    // largest step of the ratio away from the attractor, per ms
    double ratioAtEnd; // when 5% of the energy is left
} Outcome;

static vlResult build(const Run* run, vlWorld** world, vlBodyId* disc)
{
    vlWorldDef def = vlDefaultWorldDef();
    def.integrator = VL_INTEGRATOR_EULER;
    def.step = STEP;
    def.gravity = vlVec(0.0, 0.0, -GRAVITY);
    def.surface.stiffnessN = STIFFNESS;
    def.surface.frictionStatic = MU;
    def.surface.frictionDynamic = MU;
    vlResult result = vlWorld_Create(&def, world, NULL, 0);
    vlBodyId floor;
    vlShape* shape = NULL;
    if (result == VL_OK) {
        result = vlModel_AddFloor(*world, &floor);
    }
    if (result == VL_OK) {
        result = vlShape_CreatePrism(NULL, SIDES, RADIUS, HEIGHT, &shape, NULL, 0);
    }
    if (result == VL_OK) {
        double z = 0.5 * HEIGHT - MASS * GRAVITY / STIFFNESS;
        result = vlModel_AddBody(
            *world, shape, MASS, vlModel_At(0.0, 0.0, z),
            vlModel_Moving(vlVec(run->speed, 0.0, 0.0), vlVec(0.0, 0.0, run->spin)), disc);
    }
    return result;
}

static void observe(Outcome* outcome, double t, double speed, double spin, double ratio)
{
    if (t <= 0.13) {
        outcome->lowest = fmin(outcome->lowest, ratio);
        outcome->highest = fmax(outcome->highest, ratio);
    }
    outcome->stopSlide = speed >= 5e-3 ? t : outcome->stopSlide;
    outcome->stopSpin = spin >= 0.1 ? t : outcome->stopSpin;
}

static int slide(vlExperimentContext* ctx, const Run* run, Outcome* outcome)
{
    vlWorld* world = NULL;
    vlBodyId disc = {0};
    int failed = vlExperiment_FailIf(ctx, build(run, &world, &disc), world, "building the disc");
    vlCsv* csv = vlExperiment_OpenCsv(ctx, run->name,
                                      "t_s,x_m,v_m_per_s,w_rad_per_s,ratio,"
                                      "kinetic_J");
    double before = run->speed / (run->spin * RADIUS), startEnergy = nan("");
    *outcome = (Outcome){.lowest = HUGE_VAL, .retreat = -HUGE_VAL, .ratioAtEnd = nan("")};
    vlSeries_Add(run->speedSeries, 0.0, run->speed);
    vlSeries_Add(run->rimSeries, 0.0, run->spin * RADIUS);
    vlSeries_Add(run->ratioSeries, 0.0, before);
    int steps = failed ? 0 : (int)lround(DURATION / STEP);
    for (int i = 1; i <= steps && !failed; ++i) {
        failed = vlExperiment_FailIf(ctx, vlWorld_Step(world), world, "stepping");
        vlReading m = vlReading_Read(world, disc);
        double t = i * STEP, speed = vlHypot(m.twist.linear.x, m.twist.linear.y);
        double spin = fabs(m.twist.angular.z), ratio = speed / (spin * RADIUS);
        observe(outcome, t, speed, spin, ratio);
        if (i % 4 != 0) {
            continue;
        }
        startEnergy = isnan(startEnergy) ? m.kinetic : startEnergy;
        if (m.kinetic > 0.05 * startEnergy) {
            double retreat = fabs(ratio - ATTRACTOR) - fabs(before - ATTRACTOR);
            outcome->retreat = fmax(outcome->retreat, retreat);
            outcome->ratioAtEnd = ratio;
            vlSeries_Add(run->ratioSeries, t, ratio);
        }
        before = ratio;
        VL_CSV_ROW(csv, t, m.centre.x, speed, spin, ratio, m.kinetic);
        vlSeries_Add(run->speedSeries, t, speed);
        vlSeries_Add(run->rimSeries, t, spin * RADIUS);
    }
    vlWorld_Destroy(world);
    return failed;
}

static int runDisc(vlExperimentContext* ctx)
{
    vlFigure* figure = vlExperiment_OpenFigure(ctx, "disc", "A disc that slides and spins");
    vlPanel* motion = vlFigure_AddPanel(
        figure,
        &(vlPanelDef){.title = "Start at the ratio 0.653", .yLabel = "speed (m/s)", .xMax = 0.25});
    vlPanel* ratios = vlFigure_AddPanel(figure, &(vlPanelDef){.title = "Speed / rim speed",
                                                              .xLabel = "time (s)",
                                                              .yLabel = "v/(ωR)",
                                                              .xMax = 0.25,
                                                              .yMax = 2.1});
    const Run runs[] = {
        {"steady", 0.2612, 8.0, vlPanel_AddSeries(motion, "slide v", VL_SERIES_LINE),
         vlPanel_AddSeries(motion, "spin ωR", VL_SERIES_LINE),
         vlPanel_AddSeries(ratios, "from 0.653", VL_SERIES_LINE)},
        {"fast_slide", 0.5, 5.0, NULL, NULL, vlPanel_AddSeries(ratios, "from 2", VL_SERIES_LINE)},
        {"fast_spin", 0.198, 12.0, NULL, NULL,
         vlPanel_AddSeries(ratios, "from 0.33", VL_SERIES_LINE)},
    };
    vlSeries* exact = vlPanel_AddSeries(ratios, "0.653", VL_SERIES_REFERENCE);
    vlSeries_Add(exact, 0.0, ATTRACTOR);
    vlSeries_Add(exact, 0.25, ATTRACTOR);
    Outcome outcomes[3];
    for (int i = 0; i < 3; ++i) {
        if (slide(ctx, &runs[i], &outcomes[i]) != 0) {
            return 1;
        }
    }
    const Outcome* steady = &outcomes[0];
    vlExperiment_AtLeast(ctx, "lowest ratio until 0.13 s", steady->lowest, 0.645);
    vlExperiment_AtMost(ctx, "highest ratio until 0.13 s", steady->highest, 0.66);
    vlExperiment_WithinPercent(ctx, "slide stops, s", steady->stopSlide, 0.1442, 3.0);
    vlExperiment_WithinPercent(ctx, "spin stops, s", steady->stopSpin, 0.1442, 3.0);
    vlExperiment_WithinPercent(ctx, "spin stop / slide stop", steady->stopSpin / steady->stopSlide,
                               1.0, 2.0);
    vlExperiment_AtMost(ctx, "from 2: largest retreat from 0.653 in a ms", outcomes[1].retreat,
                        0.0);
    vlExperiment_AtMost(ctx, "from 0.33: largest retreat from 0.653 in a ms", outcomes[2].retreat,
                        0.0);
    vlExperiment_Report(ctx, "from 2: ratio when 5% of the energy is left", outcomes[1].ratioAtEnd);
    vlExperiment_Report(ctx, "from 0.33: ratio when 5% of the energy is left",
                        outcomes[2].ratioAtEnd);
    return 0;
}

const vlExperiment vlExperiment_Disc = {
    "disc", "Sliding and spinning disc",
    "A disc ends sliding and spinning together, drawn to the ratio of theory.", runDisc};
