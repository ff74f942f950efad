// SPDX-License-Identifier: MIT
// Claim: a threaded bolt in the hand, turned in its nut, follows the thread. A few convex pieces
// could not make it do so: the flanks of the two helices are 0.06 mm apart.
// Figure: our own: advance, force and torque against the turns of the hand.
// Set-up: bolt M10 of 9,000 triangles and pitch 1.5 mm, 50 g, and its nut of 2,520, which is fixed.
// Contact distance 0.1 mm, samples of both every 0.5 mm, merged within 0.2 mm, 2e9 N/m3. The bolt
// is held at its centre of mass by 500 N/m, 2 N s/m, 20 N m/rad, 0.01 N m s/rad; 1 kHz, no gravity.
// The mesh of the bolt ends with a full cylinder, which cannot enter a nut, so the bolt starts
// inside, its head 4.5 mm from the nut. The hand makes two turns a second and does not push: its
// handle of 0.1 kg is free along the axis, with 2 N s/m. The hand stops at 1 N m, or after 3.4
// turns, 0.4 turns after the head has met the nut.
// Where the thread ends, by geometry: the groove of the bolt fades from its full depth of 0.81 mm
// to nothing over the last pitch before the head. The nut's crest is 0.71 mm below the bolt's, so
// it meets the bottom of the groove where 0.71/0.81 of the depth is left, 1.315 mm from the head:
// after an advance of 4.5 - 1.315 = 3.185 mm. From there the radial overlap grows by 0.81/1.5 =
// 0.54 of the advance, and is as large as the play of 0.1 mm after 0.185 mm more. Criteria, without
// friction and with 0.1: over the first 1.5 turns the bolt advances by the pitch per turn to 2%,
// and overlaps the nut by less than 0.1 mm; it first overlaps by 0.1 mm at an advance of 3.185 to
// 3.37 mm; the head stops it before 4.5 + 0.1 mm, that is, within the contact distance. What is not
// achieved: a steel nut jams at 3.19 mm. This one is felt there and goes on, because samples deeper
// than two contact distances exert nothing: springs of 2e9 N/m3 over the 40 mm2 of the run-out, 0.3
// mm at most, are 24 N, which a screw of this pitch overcomes with some 6 mN m. And a step of some
// 6,000 samples takes tens of milliseconds.

#include <math.h>
#include <stdio.h>

#include "experiments/registry.h"
#include "models/touch_model.h"

#define STEP 1e-3
#define PITCH 1.5e-3
#define START (-4.5e-3) // m, along the axis: a multiple of the pitch, where the threads fit
#define RATE 2.0        // turns/s
#define TICKS 1700
#define MEASURED 750 // ticks: 1.5 turns
#define GIVES_UP 1.0 // N m
#define HANDLE 0.1   // kg
#define DAMPING 2.0  // N s/m
#define PANELS 3
#define PLAY 0.1e-3       // m
#define RUN_OUT 3.185e-3  // m: advance where the nut's crest meets the bottom of the groove
#define RUN_OUT_RATE 0.54 // radial overlap per advance beyond it
#define HEAD_AT 4.5e-3    // m
#define CONTACT 1e-4      // m, at which contact begins

typedef struct Outcome {
    double pitch;    // m per turn, over the first turns
    double gap;      // m, least within them
    double reached;  // m, farthest
    double jammed;   // m, advance at which bolt and nut first overlap by more than the play
    double turns;    // that the hand made
    double samples;  // in contact, on average
    double deficit;  // J
    double stepTime; // s, on average
} Outcome;

static vlTouchDef boltDef(double friction)
{
    vlTouchDef def = vlTouch_Jaws();
    def.tool = "bolt";
    def.fixed = "nut";
    def.spacing = 5e-4;
    def.distance = CONTACT;
    def.merge = 2e-4;
    def.mass = 0.05;
    def.friction = friction;
    return def;
}

// Moves the handle along the axis by the force that it feels.
static void moveHandle(const vlTouch* t, double* place, double* speed)
{
    double force = -t->felt.force.z - DAMPING * *speed;
    *speed += STEP * force / HANDLE;
    *place += STEP * *speed;
}

// Turns the bolt until the hand gives up.
static vlResult turn(vlTouch* t, const char* name, vlCsv* csv, vlSeries* const series[PANELS],
                     Outcome* o)
{
    vlVec3 start = vlAdd(t->centroid, vlVec(0.0, 0.0, START)), centre = start;
    double place = start.z, speed = 0.0;
    vlResult result = vlTouch_Place(t, start, vlIdentityQuat());
    vlWorld_SetProfile(t->world, true);
    int i = 0;
    for (; i < TICKS && result == VL_OK && fabs(t->felt.torque.z) < GIVES_UP; ++i) {
        double turns = RATE * STEP * (i + 1);
        vlQuat q = vlQuatFromAxisAngle(vlVec(0.0, 0.0, 1.0), 2.0 * VL_PI * turns);
        moveHandle(t, &place, &speed);
        result = vlTouch_Tick(t, vlTouch_DeviceAt(t, vlVec(start.x, start.y, place), q));
        result = result == VL_OK ? vlBody_GetCentre(t->world, t->tool, &centre) : result;
        double advance = centre.z - start.z;
        if (i < MEASURED) {
            o->gap = fmin(o->gap, t->gap);
            o->pitch = advance / turns;
        }
        o->reached = fmax(o->reached, advance);
        o->jammed = o->jammed <= 0.0 && t->gap < -PLAY ? advance : o->jammed;
        o->samples += t->samples;
        o->stepTime += 1e-9 * vlWorld_GetStepInfo(t->world).profile.total;
        VL_CSV_LABELLED(csv, name, turns, 1e3 * advance, vlLength(t->felt.force), t->felt.torque.z,
                        1e3 * t->gap);
        vlSeries_Add(series[0], turns, 1e3 * advance);
        vlSeries_Add(series[1], turns, vlLength(t->felt.force));
        vlSeries_Add(series[2], turns, t->felt.torque.z);
    }
    o->turns = RATE * STEP * i;
    o->samples /= i > 0 ? i : 1;
    o->stepTime /= i > 0 ? i : 1;
    o->deficit = t->deficit;
    return result;
}

static void judge(vlExperimentContext* ctx, const char* run, const Outcome* o)
{
    char name[96];
    snprintf(name, sizeof name, "%s: advance per turn, mm", run);
    vlExperiment_Within(ctx, name, 1e3 * o->pitch, 1e3 * PITCH, 0.02 * 1e3 * PITCH);
    snprintf(name, sizeof name, "%s: least gap in these turns, mm", run);
    vlExperiment_Above(ctx, name, 1e3 * o->gap, -1e3 * PLAY);
    snprintf(name, sizeof name, "%s: advance where the thread runs out, mm", run);
    vlExperiment_Within(ctx, name, 1e3 * o->jammed, 1e3 * (RUN_OUT + 0.5 * PLAY / RUN_OUT_RATE),
                        1e3 * 0.5 * PLAY / RUN_OUT_RATE);
    snprintf(name, sizeof name, "%s: farthest, mm", run);
    vlExperiment_Below(ctx, name, 1e3 * o->reached, 1e3 * (HEAD_AT + CONTACT));
    snprintf(name, sizeof name, "%s: turns until the hand gives up", run);
    vlExperiment_Report(ctx, name, o->turns);
    snprintf(name, sizeof name, "%s: samples in contact", run);
    vlExperiment_Report(ctx, name, o->samples);
    snprintf(name, sizeof name, "%s: energy from nowhere, J", run);
    vlExperiment_Report(ctx, name, o->deficit);
    snprintf(name, sizeof name, "%s: mean time of a step, ms", run);
    vlExperiment_Report(ctx, name, 1e3 * o->stepTime);
}

static int runBoltNut(vlExperimentContext* ctx)
{
    static const char* const names[2] = {"no friction", "friction 0.1"};
    static const double frictions[2] = {0.0, 0.1};
    static const char* const labels[PANELS] = {"advance (mm)", "force (N)", "torque (N m)"};
    vlCsv* csv = vlExperiment_OpenCsv(ctx, "runs", "run,turns,advance_mm,force_N,torque_Nm,gap_mm");
    vlFigure* figure = vlExperiment_OpenFigure(ctx, "bolt-nut", "A bolt turned in its nut");
    vlPanel* panels[PANELS];
    for (int k = 0; k < PANELS; ++k) {
        vlPanelDef def = {
            .title = labels[k], .yLabel = labels[k], .xLabel = k == PANELS - 1 ? "turns" : ""};
        panels[k] = vlFigure_AddPanel(figure, &def);
    }
    for (int i = 0; i < 2; ++i) {
        vlSeries* series[PANELS];
        for (int k = 0; k < PANELS; ++k) {
            series[k] = vlPanel_AddSeries(panels[k], k == 0 ? names[i] : "", VL_SERIES_LINE);
        }
        vlTouchDef def = boltDef(frictions[i]);
        vlTouch t;
        Outcome outcome = {.gap = 1.0};
        vlResult result = vlTouch_Open(&def, vlVec(0.0, 0.0, -1.0), vlIdentityQuat(), &t);
        result = result == VL_OK ? turn(&t, names[i], csv, series, &outcome) : result;
        int failed = vlExperiment_FailIf(ctx, result, t.world, "turning");
        vlTouch_Close(&t);
        if (failed != 0) {
            return failed;
        }
        judge(ctx, names[i], &outcome);
    }
    return 0;
}

const vlExperiment vlExperiment_BoltNut = {
    "bolt-nut", "A bolt turned in its nut",
    "Meshes in contact form a thread: the bolt advances by one pitch with every turn.", runBoltNut};
