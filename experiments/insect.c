// SPDX-License-Identifier: MIT
// Claim: a six-legged insect with 27 driven joint angles walks by friction alone: it goes where its
// feet push, steadily and without sliding, and without friction it walks on the spot.
// Figure: [HS04] Figure 18 (pictures there; distance, attitude and feet over time here).
// Set-up: [HS04] gives the joints: 3 at the neck, 2 at a groin, 1 at a knee and at an ankle. Ours:
// thorax 40 g, head 5 g, 18 links of 1 g, all joints held by springs and dampers to targets
// computed from the paths of the feet; tripod gait of 2 Hz, stride 20 mm, duty 0.55; mu = 0.6, k =
// 5000 N/m, step 1 ms, implicit.
// Criteria, over 10 s: distance at least 70% of stride times cycles; heading kept to 10 degrees,
// pitch and roll to 15; a foot slides less than 20% of a stride while it stands; with mu = 0 the
// distance is below 10%; the median step takes less than 0.2 ms.

#include <math.h>
#include <stdlib.h>

#include "base/angle.h"
#include "base/clock.h"
#include "experiments/measure.h"
#include "experiments/registry.h"
#include "models/body_model.h"
#include "models/insect_model.h"

#define STEP 1e-3
#define DURATION 10.0
#define STEPS 10000
#define STIFFNESS 5000.0
#define MU 0.6
#define DEGREE 0.017453292519943295
#define SHOWN 2.0 // s, of the feet that are drawn

typedef struct Run {
    const char* name;
    double mu;
    vlSeries *way, *heading, *pitch, *roll;
    vlSeries* feet[VL_INSECT_LEGS]; // NULL: not drawn
} Run;

// A foot between touching the floor and leaving it.
typedef struct Foot {
    bool touches, counts; // `counts`: it came down during the run
    vlVec3 last;          // m, where the sole was
    double slip;          // m, distance on the floor so far
} Foot;

typedef struct Outcome {
    double way;                  // m, distance along x
    double aside;                // m, largest along y
    double heading, pitch, roll; // rad, largest
    double slip;                 // m, largest of a foot while it stands
    int stances;                 // times that a foot came down during the run
    double gap;                  // m, largest of a joint
    double median, tail;         // us, time of a step and p99.9
} Outcome;

// Processor time of this thread: other programs do not add to it.
static double microsecondsNow(void)
{
    return 1e-3 * vlClock_ThreadNow();
}

static vlResult build(double mu, const vlInsectDef* def, vlWorld** world, vlInsect* insect)
{
    vlWorldDef worldDef = vlDefaultWorldDef();
    worldDef.step = STEP;
    worldDef.integrator = VL_INTEGRATOR_IMPLICIT;
    worldDef.surface.stiffnessN = STIFFNESS;
    worldDef.surface.frictionStatic = mu;
    worldDef.surface.frictionDynamic = mu;
    vlBodyId floor;
    vlResult result = vlWorld_Create(&worldDef, world, NULL, 0);
    if (result == VL_OK) {
        result = vlModel_AddFloor(*world, &floor);
    }
    return result == VL_OK ? vlModel_AddInsect(*world, def, insect) : result;
}

static bool isSame(vlBodyId a, vlBodyId b)
{
    return a.index1 == b.index1 && a.generation == b.generation;
}

// Which feet press on the floor, and how hard.
static void readFeet(const vlWorld* world, const vlInsect* insect, double forces[VL_INSECT_LEGS])
{
    for (int leg = 0; leg < VL_INSECT_LEGS; ++leg) {
        forces[leg] = 0.0;
    }
    for (int i = 0; i < vlWorld_GetContactCount(world); ++i) {
        vlContactReport contact;
        if (vlWorld_GetContact(world, i, &contact) != VL_OK) {
            continue;
        }
        for (int leg = 0; leg < VL_INSECT_LEGS; ++leg) {
            vlBodyId foot = insect->link[leg][VL_INSECT_LINKS - 1];
            if (isSame(contact.bodyA, foot) || isSame(contact.bodyB, foot)) {
                forces[leg] += contact.normalForce;
            }
        }
    }
}

static void followFoot(Foot* foot, double force, vlVec3 sole, Outcome* outcome)
{
    bool touches = force > 0.0;
    sole.z = 0.0;
    if (touches && !foot->touches) {
        foot->slip = 0.0;
        outcome->stances += foot->counts;
    } else if (touches && foot->counts) {
        foot->slip += vlLength(vlSub(sole, foot->last));
        outcome->slip = fmax(outcome->slip, foot->slip);
    }
    foot->counts = foot->counts || !touches;
    foot->touches = touches;
    foot->last = sole;
}

static double largestGap(const vlWorld* world, const vlInsect* insect)
{
    double gap = 0.0;
    vlJointReport report;
    for (int leg = 0; leg < VL_INSECT_LEGS; ++leg) {
        for (int i = 0; i < VL_INSECT_LINKS; ++i) {
            bool isRead = vlJoint_GetReport(world, insect->joint[leg][i], &report) == VL_OK;
            gap = fmax(gap, isRead ? report.gap : HUGE_VAL);
        }
    }
    return gap;
}

// Measures everything about the state after one step.
static void observe(const vlWorld* world, const vlInsectDef* def, const vlInsect* insect,
                    const Run* run, vlCsv* csv, double t, Foot feet[VL_INSECT_LEGS], Outcome* out)
{
    double forces[VL_INSECT_LEGS];
    readFeet(world, insect, forces);
    for (int leg = 0; leg < VL_INSECT_LEGS; ++leg) {
        vlReading foot = vlReading_Read(world, insect->link[leg][VL_INSECT_LINKS - 1]);
        followFoot(&feet[leg], forces[leg], vlTransform(foot.pose, vlInsect_Sole(def)), out);
        if (t <= SHOWN) {
            vlSeries_Add(run->feet[leg], t, forces[leg] > 0.0 ? leg + 1.0 : nan(""));
        }
    }
    vlReading m = vlReading_Read(world, insect->thorax);
    vlVec3 forward = vlRotate(m.pose.q, vlVec(1.0, 0.0, 0.0));
    vlVec3 left = vlRotate(m.pose.q, vlVec(0.0, 1.0, 0.0));
    double heading = vlAngle_Of(forward.y, forward.x);
    double pitch = vlArcSine(-forward.z), roll = vlArcSine(left.z);
    out->way = m.pose.p.x;
    out->aside = fmax(out->aside, fabs(m.pose.p.y));
    out->heading = fmax(out->heading, fabs(heading));
    out->pitch = fmax(out->pitch, fabs(pitch));
    out->roll = fmax(out->roll, fabs(roll));
    out->gap = fmax(out->gap, largestGap(world, insect));
    if (lround(t / STEP) % 5 == 0) {
        VL_CSV_ROW(csv, t, m.pose.p.x, m.pose.p.y, m.pose.p.z, heading / DEGREE, pitch / DEGREE,
                   roll / DEGREE, forces[0], forces[1], forces[2], forces[3], forces[4], forces[5]);
        vlSeries_Add(run->way, t, 1e3 * m.pose.p.x);
        vlSeries_Add(run->heading, t, heading / DEGREE);
        vlSeries_Add(run->pitch, t, pitch / DEGREE);
        vlSeries_Add(run->roll, t, roll / DEGREE);
    }
}

static int walk(vlExperimentContext* ctx, const Run* run, Outcome* outcome)
{
    vlWorld* world = NULL;
    vlInsect insect = {.thorax = {0}};
    vlInsectDef def = vlInsect_Default();
    Foot feet[VL_INSECT_LEGS] = {{0}};
    static double times[STEPS];
    int failed = vlExperiment_FailIf(ctx, build(run->mu, &def, &world, &insect), world,
                                     "building the insect");
    vlCsv* csv = vlExperiment_OpenCsv(
        ctx, run->name,
        "t_s,x_m,y_m,z_m,heading_deg,pitch_deg,roll_deg,left_front_N,left_middle_N,left_rear_N,"
        "right_front_N,right_middle_N,right_rear_N");
    *outcome = (Outcome){0};
    for (int i = 0; i < STEPS && !failed; ++i) {
        double t = (i + 1) * STEP;
        failed = vlExperiment_FailIf(ctx, vlInsect_Walk(world, &def, &insect, t), world, "walking");
        double start = microsecondsNow();
        vlResult result = vlWorld_Step(world);
        times[i] = microsecondsNow() - start;
        failed = failed || vlExperiment_FailIf(ctx, result, world, "stepping");
        observe(world, &def, &insect, run, csv, t, feet, outcome);
    }
    vlSort(times, STEPS);
    outcome->median = vlQuantile(times, STEPS, 0.5);
    outcome->tail = vlQuantile(times, STEPS, 0.999);
    vlWorld_Destroy(world);
    return failed;
}

static void drawFeet(vlFigure* figure, Run* run)
{
    vlPanel* feet = vlFigure_AddPanel(
        figure,
        &(vlPanelDef){.title = "Feet on the floor: 1 to 3 left, 4 to 6 right, from the front",
                      .xLabel = "time (s)",
                      .yLabel = "foot",
                      .height = 120.0,
                      .xMax = SHOWN,
                      .yMin = 0.0,
                      .yMax = 7.0});
    for (int leg = 0; leg < VL_INSECT_LEGS; ++leg) {
        run->feet[leg] = vlPanel_AddSeries(feet, "", VL_SERIES_LINE);
        // The two tripods in two colours.
        vlSeries_SetColour(run->feet[leg], (leg % 3 == 1) != (leg < 3) ? 0 : 1);
    }
}

static void draw(vlExperimentContext* ctx, Run runs[2])
{
    vlInsectDef def = vlInsect_Default();
    vlFigure* figure = vlExperiment_OpenFigure(ctx, "insect", "Walking insect");
    vlPanel* way = vlFigure_AddPanel(figure, &(vlPanelDef){.title = "Distance",
                                                           .xLabel = "time (s)",
                                                           .yLabel = "x (mm)",
                                                           .xMax = DURATION});
    vlPanel* attitude =
        vlFigure_AddPanel(figure, &(vlPanelDef){.title = "Attitude of the thorax, μ = 0.6",
                                                .xLabel = "time (s)",
                                                .yLabel = "angle (degrees)",
                                                .xMax = DURATION});
    runs[0].way = vlPanel_AddSeries(way, "μ = 0.6", VL_SERIES_LINE);
    runs[1].way = vlPanel_AddSeries(way, "μ = 0", VL_SERIES_LINE);
    vlSeries* wanted = vlPanel_AddSeries(way, "stride times cycles", VL_SERIES_REFERENCE);
    vlSeries_Add(wanted, 0.0, 0.0);
    vlSeries_Add(wanted, DURATION, 1e3 * def.stride * def.frequency * DURATION);
    runs[0].heading = vlPanel_AddSeries(attitude, "heading", VL_SERIES_LINE);
    runs[0].pitch = vlPanel_AddSeries(attitude, "pitch", VL_SERIES_LINE);
    runs[0].roll = vlPanel_AddSeries(attitude, "roll", VL_SERIES_LINE);
    drawFeet(figure, &runs[0]);
}

static int runInsect(vlExperimentContext* ctx)
{
    Run runs[2] = {{.name = "walk", .mu = MU}, {.name = "walk_frictionless", .mu = 0.0}};
    Outcome outcomes[2];
    draw(ctx, runs);
    for (int i = 0; i < 2; ++i) {
        if (walk(ctx, &runs[i], &outcomes[i]) != 0) {
            return 1;
        }
    }
    vlInsectDef def = vlInsect_Default();
    double wanted = def.stride * def.frequency * DURATION;
    const Outcome* out = &outcomes[0];
    vlExperiment_AtLeast(ctx, "distance, % of stride times cycles", 100.0 * out->way / wanted,
                         70.0);
    vlExperiment_Below(ctx, "largest error of heading, degrees", out->heading / DEGREE, 10.0);
    vlExperiment_Below(ctx, "largest pitch, degrees", out->pitch / DEGREE, 15.0);
    vlExperiment_Below(ctx, "largest roll, degrees", out->roll / DEGREE, 15.0);
    vlExperiment_Below(ctx, "largest slip of a standing foot, % of stride",
                       100.0 * out->slip / def.stride, 20.0);
    vlExperiment_Below(ctx, "mu = 0: distance, % of stride times cycles",
                       100.0 * fabs(outcomes[1].way) / wanted, 10.0);
    vlExperiment_Below(ctx, "median step, us", out->median, 200.0);
    vlExperiment_Report(ctx, "distance, mm", 1e3 * out->way);
    vlExperiment_Report(ctx, "largest sideways distance, mm", 1e3 * out->aside);
    vlExperiment_Report(ctx, "stances", out->stances);
    vlExperiment_Report(ctx, "largest gap of a joint, mm", 1e3 * out->gap);
    vlExperiment_Report(ctx, "p99.9 of a step, us", out->tail);
    return 0;
}

const vlExperiment vlExperiment_Insect = {
    "insect", "Walking insect ([HS04] Figure 18)",
    "An insect with 27 driven joint angles walks by friction, and on the spot without it.",
    runInsect};
