// SPDX-License-Identifier: MIT
// Claim: through a spoon of 10 g, held by a device, the wall of a cup feels hard, without
// oscillation, without friction where none is set and without energy from nowhere, although both
// are meshes that are not convex.
// Figure: [OL05] Figure 4: force on the hand, gap and torque while a spoon touches a cup.
// Set-up: spoon of 1,344 and cup of 4,000 triangles as surfaces (volar/surface.h): contact distance
// and spacing of samples 1 mm, 2e9 N/m3, both sampled. The device holds the spoon 60 mm from its
// centre of mass by 200 N/m, 2 N s/m, 20 N m/rad, 0.01 N m s/rad, without gravity, at 1 kHz. It
// goes 15 mm to the wall in 150 ms, 6 mm into it, and 20 mm along it. A second motion stirs: 6 mm
// into the wall, then round the cup once in three seconds, turning with it; at that speed the 40
// flat sides of the cup pass at less than 20 Hz and do not count as ripple, as they would at one
// turn a second. A third rubs up and down at 0.1 m/s. A free spoon of 10 and of 50 g falls into the
// cup. "Energy from nowhere" (`deficit`) is how far the work of the device less the stored energy
// falls below its largest value so far. "Ripple" is the root mean square of the force above about
// 20 Hz over its mean, "jump" its largest change in a tick over its mean. Criteria: those of the
// table in docs/theory/mesh_contact.md.

#include <math.h>
#include <stdio.h>

#include "base/angle.h"
#include "experiments/registry.h"
#include "experiments/touch_force.h"
#include "models/touch_model.h"

#define STEP 1e-3
#define MOST_TICKS 4000
#define TIP_HEIGHT 0.011 // m, of the spoon's tip over the table: 8 mm above the bottom of the cup

typedef enum Motion { MOTION_SLIDE, MOTION_STIR, MOTION_RUB } Motion;

typedef struct Run {
    const char* name;
    Motion motion;
    double mass, friction, seconds, from; // s: what is measured begins at `from`
} Run;

typedef struct Outcome {
    vlTouchForce force;
    double gap;     // m, least
    double ratio;   // mean force in contact over the largest while free
    double deficit; // J
    double drag;    // half the difference between up and down, over the normal force
} Outcome;

// The position that the centre of mass should have at a time, and in `turn` the rotation about z,
// rad.
static vlVec3 scriptAt(const Run* run, vlVec3 touch, double time, double* turn)
{
    double x = 0.015 * fmin(1.0, time / 0.15) - 0.015 + 0.006 * vlTouch_Smooth((time - 0.15) / 0.1);
    vlVec3 pressed = vlAdd(touch, vlVec(x, 0.0, 0.0));
    double after = fmax(0.0, time - 0.3);
    *turn = 0.0;
    if (run->motion == MOTION_SLIDE) {
        pressed.y += 0.02 * vlTouch_Smooth((time - 0.3) / 0.25);
    } else if (run->motion == MOTION_STIR) {
        *turn = 2.0 * VL_PI / 3.0 * (after - 0.2 * vlTouch_Smooth(after / 0.4)); // begins gently
        pressed = vlVec(pressed.x * vlCosine(*turn), pressed.x * vlSine(*turn), pressed.z);
    } else {
        double phase = fmod(after / 0.1, 4.0); // 10 mm in 100 ms
        double way = phase < 1.0 ? phase : (phase < 3.0 ? 2.0 - phase : phase - 4.0);
        pressed.z += 0.01 * way;
    }
    return pressed;
}

static vlResult open(const Run* run, bool isFree, vlTouch* touch, vlVec3* start)
{
    vlTouchDef def = vlTouch_SpoonCup();
    vlQuat down = {0.0, 1.0, 0.0, 0.0};
    def.mass = run->mass;
    def.friction = run->friction;
    def.isFree = isFree;
    def.gravity = vlVec(0.0, 0.0, isFree ? -9.8 : 0.0);
    vlResult result = vlTouch_Open(&def, vlVec(0.0, 0.0, 1.0), down, touch);
    if (result == VL_OK) {
        *start = vlVec(0.0, 0.0, TIP_HEIGHT + 0.2 - touch->centroid.z);
        vlVec3 way = vlVec(0.05, 0.0, 0.0);
        start->x = isFree ? 0.0 : vlTouch_Approach(touch, *start, down, way, def.distance);
    }
    return result;
}

// Forces along the wall in the middle of the motions up and down, over the force against the wall.
static double dragOf(const vlVec3* force, int count)
{
    double up = 0.0, down = 0.0, normal = 0.0;
    int ups = 0, downs = 0;
    for (int i = 700; i < count; ++i) {
        double phase = fmod(((i + 1) * STEP - 0.3) / 0.1, 4.0);
        if (phase > 3.6 || phase < 0.4) {
            up += force[i].z;
            normal += force[i].x;
            ++ups;
        } else if (phase > 1.6 && phase < 2.4) {
            down += force[i].z;
            normal += force[i].x;
            ++downs;
        }
    }
    return 0.5 * (up / ups - down / downs) / (normal / (ups + downs));
}

static int move(vlExperimentContext* ctx, const Run* run, vlCsv* csv, vlSeries* const series[4],
                Outcome* outcome)
{
    static vlVec3 force[MOST_TICKS];
    const vlQuat down = {0.0, 1.0, 0.0, 0.0};
    vlVec3 touch;
    vlTouch t;
    double free = 0.0, turn = 0.0;
    int ticks = (int)lround(run->seconds / STEP), from = (int)lround(run->from / STEP);
    *outcome = (Outcome){.gap = 1.0};
    vlResult result = open(run, false, &t, &touch);
    result = result == VL_OK ? vlTouch_Place(&t, scriptAt(run, touch, 0.0, &turn), down) : result;
    for (int i = -200; i < ticks && result == VL_OK; ++i) { // it comes to rest first
        double time = (i + 1) * STEP;
        vlVec3 centre = scriptAt(run, touch, fmax(time, 0.0), &turn);
        vlQuat q = vlTurn(down, vlVec(0.0, 0.0, turn));
        result = vlTouch_Tick(&t, vlTouch_DeviceAt(&t, centre, q));
        if (i < 0) {
            continue;
        }
        force[i] = t.felt.force;
        outcome->gap = fmin(outcome->gap, t.gap);
        free = time > 0.05 && time < 0.14 ? fmax(free, vlLength(force[i])) : free;
        VL_CSV_LABELLED(csv, run->name, time, vlLength(force[i]), vlLength(t.felt.torque),
                        1e3 * t.gap, t.samples);
        vlSeries_Add(series[0], time, vlLength(force[i]));
        vlSeries_Add(series[1], time, vlLength(t.felt.torque));
        vlSeries_Add(series[2], time, 1e3 * t.gap);
        vlSeries_Add(series[3], time, t.samples);
    }
    int failed = vlExperiment_FailIf(ctx, result, t.world, "moving the spoon");
    outcome->deficit = t.deficit;
    outcome->force = vlTouch_MeasureForce(force, ticks, from);
    outcome->ratio = outcome->force.mean / free;
    outcome->drag = run->motion == MOTION_RUB ? dragOf(force, ticks) : 0.0;
    vlTouch_Close(&t);
    return failed;
}

static void judge(vlExperimentContext* ctx, const Run* run, const Outcome* o)
{
    char name[96];
    snprintf(name, sizeof name, "%s: force, N", run->name);
    vlExperiment_Report(ctx, name, o->force.mean);
    snprintf(name, sizeof name, "%s: least gap, mm", run->name);
    vlExperiment_Above(ctx, name, 1e3 * o->gap, 0.5);
    snprintf(name, sizeof name, "%s: energy from nowhere, J", run->name);
    vlExperiment_Below(ctx, name, o->deficit, 1e-5);
    // Its force changes sign four times, so a ripple about the mean says nothing.
    if (run->motion == MOTION_RUB) {
        snprintf(name, sizeof name, "%s: drag over normal force", run->name);
        if (run->friction > 0.0) {
            vlExperiment_Within(ctx, name, o->drag, run->friction, 0.02);
        } else {
            vlExperiment_Below(ctx, name, fabs(o->drag), 0.025);
        }
        return;
    }
    snprintf(name, sizeof name, "%s: ripple above 20 Hz, %%", run->name);
    vlExperiment_Below(ctx, name, 100.0 * o->force.ripple, 3.0);
    snprintf(name, sizeof name, "%s: largest jump, %%", run->name);
    vlExperiment_Below(ctx, name, 100.0 * o->force.jump, 5.0);
    if (run->motion == MOTION_SLIDE && run->mass < 0.05 && run->friction == 0.0) {
        snprintf(name, sizeof name, "%s: force in contact over force in free air", run->name);
        vlExperiment_AtLeast(ctx, name, o->ratio, 15.0);
    }
}

// A spoon that falls into the cup comes to rest there, without overlap once it has landed. It meets
// the bottom with 0.6 m/s, on its tip.
#define LANDED 200 // ticks

static int drop(vlExperimentContext* ctx, double mass)
{
    Run run = {.mass = mass, .friction = 0.3};
    vlTouch t;
    vlVec3 start;
    double gap = 1.0, impact = 1.0;
    char name[96];
    vlTwist twist = {{nan(""), 0.0, 0.0}, {0.0, 0.0, 0.0}};
    vlResult result = open(&run, true, &t, &start);
    vlQuat tilted = vlMulQ(vlQuatFromRotationVector(vlVec(0.1, 0.15, 0.0)), (vlQuat){0, 1, 0, 0});
    start.z += 0.01;
    result = result == VL_OK ? vlTouch_Place(&t, start, tilted) : result;
    for (int i = 0; i < 4000 && result == VL_OK; ++i) {
        result = vlTouch_Tick(&t, t.device);
        double* least = i < LANDED ? &impact : &gap;
        *least = fmin(*least, t.gap);
    }
    result = result == VL_OK ? vlBody_GetTwist(t.world, t.tool, &twist) : result;
    int failed = vlExperiment_FailIf(ctx, result, t.world, "dropping the spoon");
    snprintf(name, sizeof name, "free spoon of %g g: speed after 4 s, m/s", 1e3 * mass);
    vlExperiment_Below(ctx, name, vlLength(twist.linear), 1e-5);
    snprintf(name, sizeof name, "free spoon of %g g: least gap in the impact, mm", 1e3 * mass);
    vlExperiment_Report(ctx, name, 1e3 * impact);
    snprintf(name, sizeof name, "free spoon of %g g: least gap after 0.2 s, mm", 1e3 * mass);
    vlExperiment_Above(ctx, name, 1e3 * gap, 0.0);
    vlTouch_Close(&t);
    return failed;
}

static int runSpoonCup(vlExperimentContext* ctx)
{
    static const Run runs[] = {{"10 g", MOTION_SLIDE, 0.01, 0.0, 0.65, 0.3},
                               {"100 g", MOTION_SLIDE, 0.1, 0.0, 0.65, 0.3},
                               {"10 g, friction", MOTION_SLIDE, 0.01, 0.3, 0.65, 0.3},
                               {"stirring", MOTION_STIR, 0.01, 0.0, 1.5, 0.7},
                               {"stirring, friction", MOTION_STIR, 0.01, 0.3, 1.5, 0.7},
                               {"rubbing", MOTION_RUB, 0.01, 0.0, 1.5, 0.7},
                               {"rubbing, friction", MOTION_RUB, 0.01, 0.3, 1.5, 0.7}};
    vlCsv* csv = vlExperiment_OpenCsv(ctx, "runs", "run,t_s,force_N,torque_Nm,gap_mm,samples");
    vlFigure* figure = vlExperiment_OpenFigure(ctx, "spoon_cup", "A spoon in a cup");
    static const char* const labels[4] = {"force (N)", "torque (N m)", "gap (mm)", "samples"};
    vlPanel* panels[4];
    for (int k = 0; k < 4; ++k) {
        vlPanelDef def = {.title = labels[k], .yLabel = labels[k], .xLabel = k == 3 ? "t (s)" : ""};
        panels[k] = vlFigure_AddPanel(figure, &def);
    }
    int failed = 0;
    for (size_t i = 0; i < sizeof runs / sizeof runs[0] && failed == 0; ++i) {
        vlSeries* series[4] = {NULL, NULL, NULL, NULL};
        for (int k = 0; k < 4 && i < 3; ++k) {
            series[k] = vlPanel_AddSeries(panels[k], k == 0 ? runs[i].name : "", VL_SERIES_LINE);
        }
        Outcome outcome;
        failed = move(ctx, &runs[i], csv, series, &outcome);
        judge(ctx, &runs[i], &outcome);
    }
    failed = failed || drop(ctx, 0.01);
    return failed || drop(ctx, 0.05);
}

const vlExperiment vlExperiment_SpoonCup = {
    "spoon-cup", "Spoon in a cup ([OL05] Figure 4)",
    "Two meshes that are not convex press on each other smoothly, at samples of their surfaces.",
    runSpoonCup};
