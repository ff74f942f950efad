// SPDX-License-Identifier: MIT
// Claim: gears mesh by contact alone, tooth on tooth, and the friction of a cube laid on them slows
// them down until the torques balance.
// Figure: [HS04] Figure 20 (pictures there; speeds, ratio and torques over time here).
// Set-up: [HS04] says that the right gear is driven and that the cube's friction slows it. Ours:
// two gears of 12 teeth, 0.25 kg, on hinges with 0.4 mN m of dry friction; the right one driven by
// T0 (1 - w/wf), T0 = 0.04 N m, wf = 6 rad/s; mu = 0.05 between the teeth; a cube of 0.2 kg on a
// rail, lowered onto both gears at 4 s and lifted at 10 s, mu = 0.3 there; k = 2e4 N/m, step 1 ms,
// implicit.
// The cube does not move, so the friction on every point under it is perpendicular to its radius
// from the axle: with even pressure the torque on a gear is mu N R, R the mean distance of the
// contact area from the axle, N half of the weight. Both torques act on the motor, one of them
// through the teeth:
//
//   w = wf (1 - mu m g R/T0)
//
// Criteria: ratio of the rotations -1 to 2% over every full turn; speed under the cube as above to
// 20%; speed after lifting it equal to that before to 2%.

#include <math.h>
#include <stdlib.h>

#include "base/angle.h"
#include "base/power.h"
#include "experiments/measure.h"
#include "experiments/registry.h"
#include "models/body_model.h"
#include "models/gears_model.h"

#define STEP 1e-3
#define STEPS 14000
#define GRAVITY 9.8
#define DOWN 4.0 // s, at which the cube is lowered
#define UP 10.0  // s, at which it is lifted
#define MEAN 2.0 // s, over which speeds are averaged, before each of these and at the end

typedef struct Record {
    double right[STEPS + 1], left[STEPS + 1]; // rad, rotation so far
} Record;

static vlResult build(const vlGearsDef* def, vlWorld** world, vlGears* gears)
{
    vlWorldDef worldDef = vlDefaultWorldDef();
    worldDef.step = STEP;
    worldDef.gravity = vlVec(0.0, 0.0, -GRAVITY);
    worldDef.integrator = VL_INTEGRATOR_IMPLICIT;
    worldDef.capacity.bodies = 3;
    worldDef.capacity.materials = 3;
    worldDef.capacity.pieces = 2 * (def->teeth + 1) + 1;
    worldDef.capacity.pairs = 256;
    worldDef.capacity.contacts = 64;
    vlResult result = vlWorld_Create(&worldDef, world, NULL, 0);
    return result == VL_OK ? vlModel_AddGears(*world, def, gears) : result;
}

// Mean distance from the axle of the area that lies both under the cube and on the gear's prism,
// over all positions of the gear: a sum over a grid, weighted by the fraction of a turn in which
// each radius lies within the prism.
static double meanRadius(const vlGearsDef* def)
{
    const int cells = 400;
    double apothem = vlGears_HubApothem(def), pitch = 2.0 * VL_PI / def->teeth;
    double corner = apothem / vlCosine(0.5 * pitch), axle = 0.5 * vlGears_AxleDistance(def);
    double area = 0.0, moment = 0.0, half = 0.5 * def->cubeSize;
    for (int i = 0; i < cells; ++i) {
        for (int j = 0; j < cells; ++j) {
            double x = half * (2.0 * (i + 0.5) / cells - 1.0);
            double y = half * (2.0 * (j + 0.5) / cells - 1.0);
            double r = vlHypot(x - axle, y);
            // Outside while it is within acos(apothem/r) of the middle of a side.
            double share = r <= apothem  ? 1.0
                           : r >= corner ? 0.0
                                         : 1.0 - 2.0 * vlArcCosine(apothem / r) / pitch;
            area += share;
            moment += share * r;
        }
    }
    return moment / area;
}

static bool isSame(vlBodyId a, vlBodyId b)
{
    return a.index1 == b.index1 && a.generation == b.generation;
}

// The cube's effect on a gear: normal force, and torque about the gear's axle.
typedef struct Rubbing {
    double force, torque;
} Rubbing;

static Rubbing rubbingOf(const vlWorld* world, vlBodyId cube, vlBodyId gear)
{
    Rubbing sum = {0.0, 0.0};
    vlVec3 axle = vlReading_Read(world, gear).centre;
    for (int i = 0; i < vlWorld_GetContactCount(world); ++i) {
        vlContactReport c;
        if (vlWorld_GetContact(world, i, &c) != VL_OK) {
            continue;
        }
        bool isOnGear = isSame(c.bodyB, gear) && isSame(c.bodyA, cube);
        if (isOnGear || (isSame(c.bodyA, gear) && isSame(c.bodyB, cube))) {
            vlVec3 lever = vlSub(c.origin, axle);
            double torque = vlCross(lever, c.wrench.force).z + c.wrench.torque.z;
            sum.force += c.normalForce;
            sum.torque += isOnGear ? torque : -torque;
        }
    }
    return sum;
}

static double meanSpeed(const Record* record, double from, double until)
{
    int a = (int)lround(from / STEP), b = (int)lround(until / STEP);
    return (record->right[b] - record->right[a]) / (until - from);
}

// Rotation of the left gear over that of the right during the last full turn of the right one; NaN
// before.
static double ratioAt(const Record* record, int step)
{
    int begin = step;
    while (begin >= 0 && record->right[step] - record->right[begin] < 2.0 * VL_PI) {
        --begin;
    }
    return begin < 0 ? nan("")
                     : (record->left[step] - record->left[begin]) /
                           (record->right[step] - record->right[begin]);
}

typedef struct Drawing {
    vlSeries *right, *left, *ratio, *motor, *rubbing;
    vlPanel *speeds, *torques;
} Drawing;

static Drawing draw(vlExperimentContext* ctx)
{
    const double end = STEPS * STEP;
    vlFigure* figure = vlExperiment_OpenFigure(ctx, "gears", "Gears and a cube");
    Drawing d;
    d.speeds = vlFigure_AddPanel(
        figure, &(vlPanelDef){.title = "Angular velocity", .yLabel = "ω (rad/s)", .xMax = end});
    vlPanel* ratio = vlFigure_AddPanel(figure, &(vlPanelDef){.title = "Ratio over the last turn",
                                                             .yLabel = "left/right",
                                                             .xMax = end,
                                                             .yMin = -1.03,
                                                             .yMax = -0.97});
    d.torques = vlFigure_AddPanel(figure, &(vlPanelDef){.title = "Torque",
                                                        .xLabel = "time (s)",
                                                        .yLabel = "torque (N mm)",
                                                        .xMax = end,
                                                        .yMin = 0.0,
                                                        .yMax = 50.0});
    d.right = vlPanel_AddSeries(d.speeds, "right", VL_SERIES_LINE);
    d.left = vlPanel_AddSeries(d.speeds, "−left", VL_SERIES_LINE);
    d.ratio = vlPanel_AddSeries(ratio, "", VL_SERIES_LINE);
    const double bounds[] = {-1.02, -0.98};
    for (int i = 0; i < 2; ++i) {
        vlSeries* bound = vlPanel_AddSeries(ratio, i == 0 ? "bounds" : "", VL_SERIES_REFERENCE);
        vlSeries_Add(bound, 0.0, bounds[i]);
        vlSeries_Add(bound, end, bounds[i]);
    }
    d.motor = vlPanel_AddSeries(d.torques, "motor", VL_SERIES_LINE);
    d.rubbing = vlPanel_AddSeries(d.torques, "cube on both gears", VL_SERIES_LINE);
    return d;
}

static void drawExpected(vlPanel* panel, const char* label, double value)
{
    vlSeries* series = vlPanel_AddSeries(panel, label, VL_SERIES_REFERENCE);
    vlSeries_Add(series, DOWN, value);
    vlSeries_Add(series, UP, value);
}

typedef struct Outcome {
    double ratio;  // largest difference from -1
    double torque; // N m, of the cube on both gears, mean before it is lifted
    double force;  // N, normal, on both gears, mean likewise
} Outcome;

static vlResult advance(vlWorld* world, const vlGearsDef* def, const vlGears* gears, double t,
                        vlJointReport* right, vlJointReport* left)
{
    vlResult result = vlGears_Lift(world, def, gears, t < DOWN || t >= UP);
    if (result == VL_OK) {
        result = vlWorld_Step(world);
    }
    if (result == VL_OK) {
        result = vlJoint_GetReport(world, gears->rightHinge, right);
    }
    return result == VL_OK ? vlJoint_GetReport(world, gears->leftHinge, left) : result;
}

static int turn(vlExperimentContext* ctx, const vlGearsDef* def, const Drawing* d, Record* record,
                Outcome* out)
{
    vlWorld* world = NULL;
    vlGears gears = {.left = {0}};
    int failed = vlExperiment_FailIf(ctx, build(def, &world, &gears), world, "building the gears");
    vlCsv* csv = vlExperiment_OpenCsv(
        ctx, "gears",
        "t_s,right_rad,left_rad,right_rad_per_s,left_rad_per_s,ratio_last_turn,motor_Nm,"
        "cube_z_m,normal_force_N,cube_torque_Nm");
    for (int i = 1; i <= STEPS && !failed; ++i) {
        double t = i * STEP;
        vlJointReport right = {.axisCount = 0}, left = {.axisCount = 0};
        failed = vlExperiment_FailIf(ctx, advance(world, def, &gears, t - STEP, &right, &left),
                                     world, "stepping");
        record->right[i] = right.position[0];
        record->left[i] = left.position[0];
        Rubbing onRight = rubbingOf(world, gears.cube, gears.right);
        Rubbing onLeft = rubbingOf(world, gears.cube, gears.left);
        double force = onRight.force + onLeft.force;
        double torque = onLeft.torque - onRight.torque; // against the rotation of each
        if (t > UP - MEAN && t <= UP) {
            out->force += force * STEP / MEAN;
            out->torque += torque * STEP / MEAN;
        }
        if (i % 10 == 0) {
            double ratio = ratioAt(record, i);
            out->ratio = fmax(out->ratio, isnan(ratio) ? 0.0 : fabs(ratio + 1.0));
            VL_CSV_ROW(csv, t, right.position[0], left.position[0], right.velocity[0],
                       left.velocity[0], ratio, right.motorForce[0],
                       vlReading_Read(world, gears.cube).centre.z, force, torque);
            vlSeries_Add(d->right, t, right.velocity[0]);
            vlSeries_Add(d->left, t, -left.velocity[0]);
            vlSeries_Add(d->ratio, t, ratio);
            vlSeries_Add(d->motor, t, 1e3 * right.motorForce[0]);
            vlSeries_Add(d->rubbing, t, 1e3 * torque);
        }
    }
    vlWorld_Destroy(world);
    return failed;
}

static int runGears(vlExperimentContext* ctx)
{
    vlGearsDef def = vlGears_Default();
    Record* record = calloc(1, sizeof *record);
    if (record == NULL) {
        return vlExperiment_Fail(ctx, "no memory for %d angles", 2 * STEPS);
    }
    Drawing d = draw(ctx);
    Outcome out = {0};
    int failed = turn(ctx, &def, &d, record, &out);
    double radius = meanRadius(&def);
    double torque = def.cubeFriction * def.cubeMass * GRAVITY * radius;
    double expected = def.freeSpeed * (1.0 - torque / def.torque);
    double before = meanSpeed(record, DOWN - MEAN, DOWN);
    double under = meanSpeed(record, UP - MEAN, UP);
    double after = meanSpeed(record, STEPS * STEP - MEAN, STEPS * STEP);
    free(record);
    if (failed) {
        return failed;
    }
    drawExpected(d.speeds, "torques in balance", expected);
    drawExpected(d.torques, "μ N R", 1e3 * torque);
    vlExperiment_AtMost(ctx, "ratio over any turn: error, %", 100.0 * out.ratio, 2.0);
    vlExperiment_WithinPercent(ctx, "speed under the cube, rad/s", under, expected, 20.0);
    vlExperiment_WithinPercent(ctx, "speed after lifting it, rad/s", after, before, 2.0);
    vlExperiment_Report(ctx, "speed before, rad/s", before);
    vlExperiment_Report(ctx, "cube: weight on both gears, N", out.force);
    vlExperiment_Report(ctx, "cube: torque on both gears, N mm", 1e3 * out.torque);
    vlExperiment_Report(ctx, "cube: torque expected, N mm", 1e3 * torque);
    vlExperiment_Report(ctx, "cube: mean radius R, mm", 1e3 * radius);
    return 0;
}

const vlExperiment vlExperiment_Gears = {
    "gears", "Gears and a cube ([HS04] Figure 20)",
    "Gears turn each other by their teeth, and a cube's friction slows them until torques balance.",
    runGears};
