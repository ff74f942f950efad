// SPDX-License-Identifier: MIT
// Claim: a ball with a low centre of mass, spun fast, turns over onto its head by friction alone,
// and one spun slowly does not; Jellett's quantity, a constant of the motion for friction at one
// point, is the better conserved the smaller (stiffer) the contact area.
// Figure: [HS04] Figure 19 (a picture there; the angle of the axis over time here).
// Set-up: [HS04] says 192 polygons. Ours: radius 20 mm, 20 g, centre of mass 2 mm below the middle,
// equal moments of inertia 0.4 m R^2, mu = 0.3, damping ratio 0.3 (with 0.7 the coarse ball's jumps
// from facet to facet cost so much spin that it does not turn over from 0.3 rad, but does from
// 0.4). (a) 2016 faces, tilt 0.1 rad, k = 4e4 N/m. (b) 192 faces, tilt 0.3 rad, k = 1e4 N/m. Step
// 0.25 ms in both; the poles of the mesh lie on the axis. From 0.1 rad the coarse ball would stay
// on its flat polar cap.
// Theory: full inversion above 47.1 rad/s (models/tippe_top_model.h).
// Criteria: (a) axis beyond 150 degrees within 10 s from 150 rad/s, never beyond 90 from 25 rad/s;
// Jellett's quantity changes by less than 5% until 90 degrees at 4e4 N/m, and by more the softer
// the contact. (b) axis beyond 150 degrees within 10 s.

#include <math.h>

#include "experiments/measure.h"
#include "experiments/registry.h"
#include "models/body_model.h"
#include "models/tippe_top_model.h"

#define GRAVITY 9.8
#define MU 0.3
#define DAMPING_RATIO 0.3
#define DURATION 10.0
#define DEGREE 0.017453292519943295

typedef struct Run {
    const char* name;
    int sectors, bands;
    double tilt, spin, stiffness, step, duration;
    vlSeries* angle;
    vlSeries* jellett;
    vlSeries* force;
} Run;

typedef struct Outcome {
    double largest;      // rad, of the axis from the vertical
    double atHalf;       // s, first beyond 90 degrees
    double atInversion;  // s, first beyond 150 degrees
    double drift;        // of Jellett's quantity until 90 degrees, relative to the start
    double largestForce; // N
} Outcome;

static vlResult build(const Run* run, vlTippeTopDef* top, vlWorld** world, vlBodyId* body)
{
    vlWorldDef def = vlDefaultWorldDef();
    def.integrator = VL_INTEGRATOR_EULER;
    def.step = run->step;
    def.gravity = vlVec(0.0, 0.0, -GRAVITY);
    def.surface.stiffnessN = run->stiffness;
    def.surface.dampingRatioN = DAMPING_RATIO;
    def.surface.dampingRatioS = DAMPING_RATIO;
    def.surface.frictionStatic = MU;
    def.surface.frictionDynamic = MU;
    *top = vlTippeTop_Default();
    top->sectors = run->sectors;
    top->bands = run->bands;
    top->tilt = run->tilt;
    top->spin = run->spin;
    vlResult result = vlWorld_Create(&def, world, NULL, 0);
    vlBodyId floor;
    if (result == VL_OK) {
        result = vlModel_AddFloor(*world, &floor);
    }
    return result == VL_OK ? vlModel_AddTippeTop(*world, top, body) : result;
}

// Sum of the normal forces of the last step, N.
static double normalForce(const vlWorld* world)
{
    double sum = 0.0;
    for (int i = 0; i < vlWorld_GetContactCount(world); ++i) {
        vlContactReport report;
        if (vlWorld_GetContact(world, i, &report) == VL_OK) {
            sum += report.normalForce;
        }
    }
    return sum;
}

static void observe(Outcome* outcome, double t, double angle, double jellett, double force)
{
    outcome->largest = fmax(outcome->largest, angle);
    outcome->largestForce = fmax(outcome->largestForce, force);
    if (angle > 150.0 * DEGREE) {
        outcome->atInversion = fmin(outcome->atInversion, t);
    }
    if (angle > 90.0 * DEGREE) {
        outcome->atHalf = fmin(outcome->atHalf, t);
    }
    if (isinf(outcome->atHalf)) {
        outcome->drift = fmax(outcome->drift, fabs(jellett - 1.0));
    }
}

static int turn(vlExperimentContext* ctx, const Run* run, Outcome* outcome)
{
    vlWorld* world = NULL;
    vlBodyId body = {0};
    vlTippeTopDef top;
    int failed =
        vlExperiment_FailIf(ctx, build(run, &top, &world, &body), world, "building the tippe top");
    vlCsv* csv = vlExperiment_OpenCsv(
        ctx, run->name, "t_s,angle_deg,jellett_share,spin_rad_per_s,z_m,normal_force_N");
    *outcome = (Outcome){.atHalf = HUGE_VAL, .atInversion = HUGE_VAL};
    double start = nan("");
    int steps = failed ? 0 : (int)lround(run->duration / run->step);
    int stride = (int)lround(5e-3 / run->step);
    for (int i = 1; i <= steps && !failed; ++i) {
        failed = vlExperiment_FailIf(ctx, vlWorld_Step(world), world, "stepping");
        vlReading m = vlReading_Read(world, body);
        double t = i * run->step, angle = vlModel_Tilt(m.pose.q), force = normalForce(world);
        double jellett = vlTippeTop_Jellett(&top, m.pose.q, m.momentum);
        start = isnan(start) ? jellett : start;
        observe(outcome, t, angle, jellett / start, force);
        if (i % stride == 0) {
            VL_CSV_ROW(csv, t, angle / DEGREE, jellett / start, vlLength(m.twist.angular),
                       m.centre.z, force);
            vlSeries_Add(run->angle, t, angle / DEGREE);
            vlSeries_Add(run->jellett, t, jellett / start);
            vlSeries_Add(run->force, t, force);
        }
    }
    vlWorld_Destroy(world);
    return failed;
}

static void judge(vlExperimentContext* ctx, const Outcome* found)
{
    const Outcome *fine = &found[0], *slow = &found[1], *coarse = &found[2];
    vlExperiment_AtMost(ctx, "2016 faces: beyond 150 degrees at, s", fine->atInversion, DURATION);
    vlExperiment_Below(ctx, "2016 faces, 25 rad/s: largest angle, degrees", slow->largest / DEGREE,
                       90.0);
    vlExperiment_Below(ctx, "2016 faces: Jellett's change until 90 degrees, %", 100.0 * fine->drift,
                       5.0);
    vlExperiment_Above(ctx, "2016 faces, 1e4 N/m: Jellett's change until 90 degrees, %",
                       100.0 * found[3].drift, 100.0 * fine->drift);
    vlExperiment_Above(ctx, "2016 faces, 2e3 N/m: Jellett's change until 90 degrees, %",
                       100.0 * found[4].drift, 100.0 * found[3].drift);
    vlExperiment_AtMost(ctx, "192 faces: beyond 150 degrees at, s", coarse->atInversion, DURATION);
    vlExperiment_Report(ctx, "2016 faces: beyond 90 degrees at, s", fine->atHalf);
    vlExperiment_Report(ctx, "2016 faces: largest angle, degrees", fine->largest / DEGREE);
    vlExperiment_Report(ctx, "192 faces: largest angle, degrees", coarse->largest / DEGREE);
    vlExperiment_Report(ctx, "192 faces: Jellett's change until 90 degrees, %",
                        100.0 * coarse->drift);
    vlExperiment_Report(ctx, "192 faces: largest normal force, N", coarse->largestForce);
    vlTippeTopDef top = vlTippeTop_Default();
    vlExperiment_Report(ctx, "threshold of theory, rad/s", vlTippeTop_Threshold(&top, GRAVITY));
}

static int runTippeTop(vlExperimentContext* ctx)
{
    vlFigure* figure = vlExperiment_OpenFigure(ctx, "tippe_top", "Tippe top");
    vlPanel* angle = vlFigure_AddPanel(figure, &(vlPanelDef){.title = "Axis from the vertical",
                                                             .yLabel = "angle (degrees)",
                                                             .xMax = 4.0,
                                                             .yMax = 180.0,
                                                             .height = 190.0});
    vlPanel* jellett = vlFigure_AddPanel(figure, &(vlPanelDef){.title = "Jellett's quantity",
                                                               .yLabel = "fraction of start",
                                                               .xMax = 4.0,
                                                               .yMax = 1.1});
    vlPanel* force = vlFigure_AddPanel(figure, &(vlPanelDef){.title = "Normal force",
                                                             .xLabel = "time (s)",
                                                             .yLabel = "force (N)",
                                                             .xMax = 4.0,
                                                             .height = 110.0});
    const Run runs[] = {
        {"fine", 56, 36, 0.1, 150.0, 4e4, 2.5e-4, DURATION,
         vlPanel_AddSeries(angle, "2016 faces, 150 rad/s", VL_SERIES_LINE),
         vlPanel_AddSeries(jellett, "2016 faces, 4·10⁴ N/m", VL_SERIES_LINE),
         vlPanel_AddSeries(force, "2016 faces", VL_SERIES_LINE)},
        {"fine_slow", 56, 36, 0.1, 25.0, 4e4, 2.5e-4, DURATION,
         vlPanel_AddSeries(angle, "2016 faces, 25 rad/s", VL_SERIES_LINE), NULL, NULL},
        {"coarse", 16, 12, 0.3, 150.0, 1e4, 2.5e-4, DURATION,
         vlPanel_AddSeries(angle, "192 faces, 150 rad/s", VL_SERIES_LINE),
         vlPanel_AddSeries(jellett, "192 faces, 10⁴ N/m", VL_SERIES_LINE),
         vlPanel_AddSeries(force, "192 faces", VL_SERIES_LINE)},
        {"fine_1e4", 56, 36, 0.1, 150.0, 1e4, 2.5e-4, 4.0, NULL,
         vlPanel_AddSeries(jellett, "2016 faces, 10⁴ N/m", VL_SERIES_LINE), NULL},
        {"fine_2e3", 56, 36, 0.1, 150.0, 2e3, 2.5e-4, 4.0, NULL,
         vlPanel_AddSeries(jellett, "2016 faces, 2000 N/m", VL_SERIES_LINE), NULL},
    };
    Outcome found[5];
    for (int i = 0; i < 5; ++i) {
        vlSeries_SetColour(runs[i].angle, i);
        vlSeries_SetColour(runs[i].jellett, i);
        vlSeries_SetColour(runs[i].force, i);
        if (turn(ctx, &runs[i], &found[i]) != 0) {
            return 1;
        }
    }
    judge(ctx, found);
    return 0;
}

const vlExperiment vlExperiment_TippeTop = {
    "tippe-top", "Tippe top ([HS04] Figure 19)",
    "A fast tippe top turns over by friction alone, a slow one does not.", runTippeTop};
