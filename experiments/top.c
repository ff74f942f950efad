// SPDX-License-Identifier: MIT
// Claim: a spinning top precesses, falls over, rolls on its side and comes to rest, all by the same
// contact law; with a point contact nothing ever stops its spin.
// Figure: [HS04] Figure 16 (pictures there; tilt, spin and speed over time here).
// Set-up: [HS04] 5.9 gives no numbers. Ours: 50 g, disc of 25 mm radius 20 mm above the tip, 120
// rad/s, tilt 3 degrees, mu = 0.3, k = 2000 N/m, damping ratio 0.7, step 0.5 ms.
// Criteria: tilt below 20 degrees for more than 1 s; spin < 0.05 rad/s and speed < 1 mm/s at 60 s;
// energy never rises by more than 0.1% within 10 ms; the same top with a point contact still turns
// faster than 0.5 rad/s at 60 s.

#include <math.h>

#include "experiments/measure.h"
#include "experiments/registry.h"
#include "models/body_model.h"
#include "models/top_model.h"

#define GRAVITY 9.8
#define STEP 5e-4
#define DURATION 60.0
#define STIFFNESS 2000.0
#define DAMPING_RATIO 0.7
#define MU 0.3
#define WINDOW 20 // steps: 10 ms
#define DEGREE 0.017453292519943295

typedef struct Outcome {
    double upright;     // s, until the tilt first exceeds 20 degrees
    double rest;        // s, last time at which it moved more than the criterion allows
    double spin, speed; // at the end
    double rise;        // largest relative rise of the energy within 10 ms
    double tilt;        // rad, at the end
} Outcome;

typedef struct Run {
    const char* name;
    vlContactModel model;
    vlSeries* tilt;
    vlSeries* spin;
    vlSeries* speed;
} Run;

static vlResult build(vlContactModel model, vlWorld** world, vlBodyId* top)
{
    vlWorldDef def = vlDefaultWorldDef();
    def.integrator = VL_INTEGRATOR_EULER;
    def.step = STEP;
    def.gravity = vlVec(0.0, 0.0, -GRAVITY);
    def.contact.reference.model = model;
    def.surface.stiffnessN = STIFFNESS;
    def.surface.dampingRatioN = DAMPING_RATIO;
    def.surface.dampingRatioS = DAMPING_RATIO;
    def.surface.frictionStatic = MU;
    def.surface.frictionDynamic = MU;
    vlTopDef topDef = vlTop_Default();
    vlResult result = vlWorld_Create(&def, world, NULL, 0);
    vlBodyId floor;
    if (result == VL_OK) {
        result = vlModel_AddFloor(*world, &floor);
    }
    return result == VL_OK ? vlModel_AddTop(*world, &topDef, top) : result;
}

static int spin(vlExperimentContext* ctx, const Run* run, Outcome* outcome)
{
    vlWorld* world = NULL;
    vlBodyId top = {0};
    double energies[WINDOW];
    double mass = vlTop_Default().mass;
    int failed =
        vlExperiment_FailIf(ctx, build(run->model, &world, &top), world, "building the top");
    vlCsv* csv = vlExperiment_OpenCsv(
        ctx, run->name, "t_s,x_m,y_m,z_m,tilt_deg,spin_rad_per_s,speed_m_per_s,energy_J,contacts");
    *outcome = (Outcome){.upright = HUGE_VAL};
    int steps = failed ? 0 : (int)lround(DURATION / STEP);
    for (int i = 1; i <= steps && !failed; ++i) {
        failed = vlExperiment_FailIf(ctx, vlWorld_Step(world), world, "stepping");
        vlReading m = vlReading_Read(world, top);
        double t = i * STEP, tilt = vlModel_Tilt(m.pose.q);
        double energy = m.kinetic + mass * GRAVITY * m.centre.z;
        outcome->speed = vlLength(m.twist.linear);
        outcome->spin = vlLength(m.twist.angular);
        outcome->tilt = tilt;
        outcome->upright = tilt > 20.0 * DEGREE ? fmin(outcome->upright, t) : outcome->upright;
        if (!(outcome->speed < 1e-3 && outcome->spin < 0.05)) {
            outcome->rest = t;
        }
        if (i > WINDOW) {
            double before = energies[i % WINDOW];
            outcome->rise = fmax(outcome->rise, (energy - before) / before);
        }
        energies[i % WINDOW] = energy;
        if (i % 40 == 0) {
            VL_CSV_ROW(csv, t, m.centre.x, m.centre.y, m.centre.z, tilt / DEGREE, outcome->spin,
                       outcome->speed, energy, vlWorld_GetContactCount(world));
            vlSeries_Add(run->tilt, t, tilt / DEGREE);
            vlSeries_Add(run->spin, t, outcome->spin);
            vlSeries_Add(run->speed, t, fmax(outcome->speed, 1e-7));
        }
    }
    vlWorld_Destroy(world);
    return failed;
}

static int runTop(vlExperimentContext* ctx)
{
    vlFigure* figure = vlExperiment_OpenFigure(ctx, "top", "Spinning tops");
    vlPanel* tilt = vlFigure_AddPanel(
        figure, &(vlPanelDef){.title = "Tilt", .yLabel = "tilt (degrees)", .xMax = DURATION});
    vlPanel* rate = vlFigure_AddPanel(
        figure,
        &(vlPanelDef){.title = "Angular velocity", .yLabel = "ω (rad/s)", .xMax = DURATION});
    vlPanel* speed = vlFigure_AddPanel(figure, &(vlPanelDef){.title = "Speed",
                                                             .xLabel = "time (s)",
                                                             .yLabel = "v (m/s)",
                                                             .yLog = true,
                                                             .xMax = DURATION,
                                                             .yMin = 1e-7,
                                                             .yMax = 1.0});
    const Run runs[] = {
        {"volume", VL_CONTACT_VOLUME, vlPanel_AddSeries(tilt, "distributed", VL_SERIES_LINE),
         vlPanel_AddSeries(rate, "distributed", VL_SERIES_LINE),
         vlPanel_AddSeries(speed, "distributed", VL_SERIES_LINE)},
        {"point", VL_CONTACT_POINT, vlPanel_AddSeries(tilt, "point", VL_SERIES_LINE),
         vlPanel_AddSeries(rate, "point", VL_SERIES_LINE),
         vlPanel_AddSeries(speed, "point", VL_SERIES_LINE)}};
    Outcome outcomes[2];
    for (int i = 0; i < 2; ++i) {
        if (spin(ctx, &runs[i], &outcomes[i]) != 0) {
            return 1;
        }
    }
    const Outcome* volume = &outcomes[0];
    vlExperiment_Above(ctx, "tilt below 20 degrees until, s", volume->upright, 1.0);
    vlExperiment_Below(ctx, "angular velocity at 60 s, rad/s", volume->spin, 0.05);
    vlExperiment_Below(ctx, "speed at 60 s, m/s", volume->speed, 1e-3);
    vlExperiment_AtMost(ctx, "largest rise of energy in 10 ms, %", 100.0 * volume->rise, 0.1);
    vlExperiment_Above(ctx, "point contact: angular velocity at 60 s, rad/s", outcomes[1].spin,
                       0.5);
    vlExperiment_Report(ctx, "at rest from, s", volume->rest);
    vlExperiment_Report(ctx, "tilt at 60 s, degrees", volume->tilt / DEGREE);
    return 0;
}

const vlExperiment vlExperiment_Top = {
    "top", "Spinning top ([HS04] example 2)",
    "A top precesses, falls, rolls and comes to rest; with a point contact it turns for ever.",
    runTop};
