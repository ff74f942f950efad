// SPDX-License-Identifier: MIT
// Claim: a body on a joint swings as theory predicts, also at large angles, and neither the joint
// nor the implicit step reduces its swing.
// Figure: ours: angle over time, error of period and amplitude over the size of the swing, energy.
// Set-up: a rod of 1 m, 20 mm thick, 1 kg, hung by its end on a hinge and on a ball joint, released
// at rest from 10, 60, 120 and 170 degrees, and on a ball joint also going round in a cone of 40
// degrees; step 1 ms, implicit, 20 s. Exact, with I about the hinge, l to the centre of mass:
//
//   T = 2 pi sqrt(I/(m g l))/agm(1, cos(a/2))                      swing of amplitude a
//   w = sqrt(m g l/((I - I_rod) cos a))                            cone, I_rod about the rod's axis
//
// Criteria: period to 0.1% of the exact one; amplitude and height of the cone kept to 1e-3 over 20
// s.

#include <math.h>
#include <stdio.h>

#include "base/angle.h"
#include "base/power.h"
#include "experiments/measure.h"
#include "experiments/registry.h"
#include "models/body_model.h"

#define STEP 1e-3
#define DURATION 20.0
#define GRAVITY 9.8
#define MASS 1.0
#define LENGTH 1.0
#define THICKNESS 0.02
#define CONE 40.0 // degrees
#define LATE 4.0  // s, at the end, over which the cone's angle is averaged: it oscillates a little
#define SWINGS 4
#define DEGREE (VL_PI / 180.0)

static const double amplitudes[SWINGS] = {10.0, 60.0, 120.0, 170.0};

typedef struct Run {
    const char* name;
    double angle;     // rad, from hanging down, at the start
    vlSeries* angles; // NULL: not drawn
    vlSeries* energy;
    vlJointType type;
    bool isCone; // goes round in a cone instead of swinging
} Run;

typedef struct Outcome {
    double period, exact; // s
    double loss;          // of the amplitude over the run, relative; of the cone: of its angle
    double gap;           // m, largest
    double energy;        // J, largest change from start
} Outcome;

typedef struct Pendulum {
    vlWorld* world;
    vlBodyId rod;
    vlJointId joint;
    double inertia, axial; // kg m2, about the joint across the rod; about the rod
} Pendulum;

// Where the angle passes through 0 upwards, and its extremes in between.
typedef struct Swing {
    int passes;
    double first, last; // s, passes
    double before[2];   // angles of the last two steps
    double peak;        // rad, last turning point
} Swing;

static double arithmeticGeometricMean(double a, double b)
{
    while (fabs(a - b) > 1e-15 * a) {
        double mean = 0.5 * (a + b);
        b = sqrt(a * b);
        a = mean;
    }
    return a;
}

static double exactPeriod(const Pendulum* p, const Run* run)
{
    double torque = MASS * GRAVITY * 0.5 * LENGTH;
    if (run->isCone) {
        return 2.0 * VL_PI / sqrt(torque / ((p->inertia - p->axial) * vlCosine(run->angle)));
    }
    return 2.0 * VL_PI * sqrt(p->inertia / torque) /
           arithmeticGeometricMean(1.0, vlCosine(0.5 * run->angle));
}

static vlResult build(const Run* run, Pendulum* p)
{
    vlWorldDef def = vlDefaultWorldDef();
    def.step = STEP;
    def.gravity = vlVec(0.0, 0.0, -GRAVITY);
    def.integrator = VL_INTEGRATOR_IMPLICIT;
    double square = THICKNESS * THICKNESS;
    p->inertia = MASS * ((LENGTH * LENGTH + square) / 12.0 + 0.25 * LENGTH * LENGTH);
    p->axial = MASS * square / 6.0;
    // A rotation about -y moves the hanging rod towards x.
    vlPose pose = {vlZero(), vlQuatFromAxisAngle(vlVec(0.0, -1.0, 0.0), run->angle)};
    pose.p = vlRotate(pose.q, vlVec(0.0, 0.0, -0.5 * LENGTH));
    vlTwist twist = vlModel_AtRest();
    if (run->isCone) {
        twist.angular = vlVec(0.0, 0.0, 2.0 * VL_PI / exactPeriod(p, run));
        twist.linear = vlCross(twist.angular, pose.p);
    }
    vlResult result = vlWorld_Create(&def, &p->world, NULL, 0);
    if (result == VL_OK) {
        result = vlModel_AddBox(p->world, vlVec(THICKNESS, THICKNESS, LENGTH), MASS, pose, twist,
                                &p->rod);
    }
    vlJointDef joint = vlDefaultJointDef(run->type);
    joint.bodyB = p->rod;
    if (result == VL_OK) {
        result = vlJointDef_Place(&joint, p->world, vlZero(), vlVec(0.0, 1.0, 0.0), vlZero());
    }
    return result == VL_OK ? vlWorld_CreateJoint(p->world, &joint, &p->joint) : result;
}

// The turning point between two steps, by a parabola through three.
static double peakOf(double a, double b, double c)
{
    double bend = a - 2.0 * b + c;
    return bend != 0.0 ? b - 0.125 * (c - a) * (c - a) / bend : b;
}

static void follow(Swing* swing, int i, double angle)
{
    double *before = swing->before, last = before[1];
    if (i > 2 && fabs(last) >= fabs(before[0]) && fabs(last) > fabs(angle)) {
        swing->peak = fabs(peakOf(before[0], last, angle));
    }
    if (i > 1 && last < 0.0 && angle >= 0.0) {
        double t = STEP * (i - 1 + last / (last - angle));
        swing->first = swing->passes == 0 ? t : swing->first;
        swing->last = t;
        ++swing->passes;
    }
    before[0] = last;
    before[1] = angle;
}

static int swing(vlExperimentContext* ctx, const Run* run, Outcome* outcome)
{
    Pendulum p = {0};
    int failed = vlExperiment_FailIf(ctx, build(run, &p), p.world, "building the pendulum");
    vlCsv* csv = vlExperiment_OpenCsv(ctx, run->name, "t_s,angle_deg,tilt_deg,energy_J,gap_mm");
    Swing passes = {0};
    double start = 0.0, late = 0.0;
    *outcome = (Outcome){.exact = exactPeriod(&p, run)};
    int steps = (int)lround(DURATION / STEP), lateSteps = (int)lround(LATE / STEP);
    for (int i = 0; i <= steps && !failed; ++i) {
        vlJointReport report = {.gap = 0.0};
        if (i > 0) {
            vlResult result = vlWorld_Step(p.world);
            result = result == VL_OK ? vlJoint_GetReport(p.world, p.joint, &report) : result;
            failed = vlExperiment_FailIf(ctx, result, p.world, "stepping");
        }
        vlReading m = vlReading_Read(p.world, p.rod);
        vlVec3 down = vlRotate(m.pose.q, vlVec(0.0, 0.0, -1.0));
        double energy = m.kinetic + MASS * GRAVITY * m.centre.z, t = i * STEP;
        start = i == 0 ? energy : start;
        double tilt = vlAngle_Of(vlHypot(down.x, down.y), -down.z);
        late += i > steps - lateSteps ? tilt / lateSteps : 0.0;
        double angle = run->isCone ? vlAngle_Of(down.y, down.x) : vlAngle_Of(down.x, -down.z);
        follow(&passes, i, angle);
        outcome->gap = fmax(outcome->gap, report.gap);
        outcome->energy = fmax(outcome->energy, fabs(energy - start));
        if (i % 10 == 0) {
            VL_CSV_ROW(csv, t, angle / DEGREE, tilt / DEGREE, energy, 1e3 * report.gap);
            vlSeries_Add(run->angles, t, angle / DEGREE);
            vlSeries_Add(run->energy, t, energy - start);
        }
    }
    outcome->period = (passes.last - passes.first) / (passes.passes - 1);
    outcome->loss = run->isCone ? 1.0 - late / run->angle : 1.0 - passes.peak / run->angle;
    vlWorld_Destroy(p.world);
    return failed;
}

static void drawErrors(vlPanel* periods, vlPanel* losses, int count, const Run* runs,
                       const Outcome* outcomes)
{
    static const char* const labels[] = {"hinge", "ball", "ball, cone"};
    vlSeries *period[3], *loss[3];
    for (int k = 0; k < 3; ++k) {
        period[k] = vlPanel_AddSeries(periods, labels[k], VL_SERIES_MARKERS);
        loss[k] = vlPanel_AddSeries(losses, "", VL_SERIES_MARKERS);
    }
    for (int i = 0; i < count; ++i) {
        int k = runs[i].isCone ? 2 : runs[i].type == VL_JOINT_BALL;
        double error = fabs(outcomes[i].period / outcomes[i].exact - 1.0);
        // The ball's swings coincide with the hinge's; they are shifted so that both can be seen.
        double x = runs[i].angle / DEGREE + (k == 1 ? 2.0 : 0.0);
        vlSeries_Add(period[k], x, fmax(error, 1e-8));
        vlSeries_Add(loss[k], x, fmax(fabs(outcomes[i].loss), 1e-8));
    }
    vlPanel* const panels[] = {periods, losses};
    for (int k = 0; k < 2; ++k) {
        vlSeries* bound = vlPanel_AddSeries(panels[k], "bound", VL_SERIES_REFERENCE);
        vlSeries_Add(bound, 0.0, 1e-3);
        vlSeries_Add(bound, 180.0, 1e-3);
    }
}

static void judge(vlExperimentContext* ctx, const Run* run, const Outcome* outcome)
{
    char name[96];
    const char* how = run->isCone ? "cone" : "swing";
    snprintf(name, sizeof name, "%s of %.0f degrees: period, s",
             run->isCone                   ? "ball, cone"
             : run->type == VL_JOINT_HINGE ? "hinge, swing"
                                           : "ball, swing",
             run->angle / DEGREE);
    vlExperiment_WithinPercent(ctx, name, outcome->period, outcome->exact, 0.1);
    snprintf(name, sizeof name, "%s, %s of %.0f degrees: change of %s in 20 s, relative",
             run->type == VL_JOINT_HINGE ? "hinge" : "ball", how, run->angle / DEGREE,
             run->isCone ? "angle" : "amplitude");
    vlExperiment_AtMost(ctx, name, fabs(outcome->loss), 1e-3);
}

static int runPendulum(vlExperimentContext* ctx)
{
    enum { COUNT = 2 * SWINGS + 1 };
    char names[COUNT][32];
    Run runs[COUNT];
    Outcome outcomes[COUNT];
    vlFigure* figure = vlExperiment_OpenFigure(ctx, "pendulum", "Pendulums");
    vlPanel* angles = vlFigure_AddPanel(figure, &(vlPanelDef){.title = "Angle on a hinge",
                                                              .xLabel = "time (s)",
                                                              .yLabel = "angle (degrees)",
                                                              .xMax = DURATION});
    vlPanel* energy =
        vlFigure_AddPanel(figure, &(vlPanelDef){.title = "Kinetic and potential energy, change",
                                                .xLabel = "time (s)",
                                                .yLabel = "energy (J)",
                                                .xMax = DURATION});
    vlPanelDef error = {.title = "Error of the period, relative",
                        .yLabel = "error",
                        .yLog = true,
                        .xMax = 180.0,
                        .yMin = 1e-8,
                        .yMax = 1e-2};
    vlPanel* periods = vlFigure_AddPanel(figure, &error);
    error.title = "Change of the amplitude in 20 s, relative";
    error.xLabel = "amplitude (degrees)";
    error.yLabel = "change";
    vlPanel* losses = vlFigure_AddPanel(figure, &error);
    for (int i = 0; i < COUNT; ++i) {
        bool isHinge = i < SWINGS, isCone = i == COUNT - 1;
        double degrees = isCone ? CONE : amplitudes[i % SWINGS];
        snprintf(names[i], sizeof names[i], "%s_%.0f",
                 isHinge  ? "hinge"
                 : isCone ? "cone"
                          : "ball",
                 degrees);
        runs[i] = (Run){.type = isHinge ? VL_JOINT_HINGE : VL_JOINT_BALL,
                        .name = names[i],
                        .angle = degrees * DEGREE,
                        .isCone = isCone};
        char label[32];
        snprintf(label, sizeof label, "%.0f°", degrees);
        runs[i].angles = isHinge ? vlPanel_AddSeries(angles, label, VL_SERIES_LINE) : NULL;
        runs[i].energy = isHinge ? vlPanel_AddSeries(energy, label, VL_SERIES_LINE) : NULL;
        if (swing(ctx, &runs[i], &outcomes[i]) != 0) {
            return 1;
        }
        judge(ctx, &runs[i], &outcomes[i]);
    }
    drawErrors(periods, losses, COUNT, runs, outcomes);
    double gap = 0.0, change = 0.0;
    for (int i = 0; i < COUNT; ++i) {
        gap = fmax(gap, outcomes[i].gap);
        change = fmax(change, outcomes[i].energy);
    }
    vlExperiment_Report(ctx, "largest gap of a joint, mm", 1e3 * gap);
    vlExperiment_Report(ctx, "largest change of energy within a swing, J", change);
    return 0;
}

const vlExperiment vlExperiment_Pendulum = {
    "pendulum", "Pendulums on a hinge and on a ball joint",
    "A rod swings with the exact period at every amplitude and loses no amplitude in 20 s.",
    runPendulum};
