// SPDX-License-Identifier: MIT
// Claim: a hand that holds a flat plate, presses it flat on a table and rocks it feels no jumps of
// the torque, because the pressure moves over the area of contact. A single contact point would
// jump from one edge to the other; [OL05] states this as a limit of its own contact.
// Figure: ours: torque on the hand over time, for contact volume and point contact.
// Set-up: a sigma.7 (simulated, held firmly by a hand) holds a plate of 10 x 10 x 1 cm and 10 g
// flat on a table of 10 kN/m, mu = 0.3, by a coupling of 200 N/m; step 1 ms, implicit. The hand
// presses and rocks the device by at least +-0.5 degrees at 1 Hz. Soft: with 0.6 N m/rad and 3 N
// the plate stays flat and its area takes the torque. Light: the same with hardly more than the
// plate's weight, which lifts its edges. Stiff: 20 N m/rad and 3 N, with a stronger device and
// hand, so that the plate itself is rocked by +-0.5 degrees. All run without encoders, to show what
// the contact does; soft and light also run with the device's own encoders, whose counts of 0.013
// degrees are 1.3% of the range.
//
// Criteria: the torque on the hand changes by < 2% of its range from tick to tick (a sine of 1 Hz
// alone changes by 0.31%). At the largest tilt, where nothing moves, it agrees with the statics of
// the contact to 1%: a plate of side a, rotated by q under a force N, sinks by N/k on average and
// answers with k a^2 q/12 until an edge lifts, then with N (a/2 - w/3) on a width w = 2 N/(k q).
// The hand feels exactly what moves the plate and what the table pushes it with, to 1e-9 N and N m.
// The governor changes nothing.

#include <math.h>
#include <stdio.h>

#include "base/angle.h"
#include "experiments/held.h"
#include "experiments/measure.h"
#include "experiments/plate.h"
#include "experiments/registry.h"
#include "models/body_model.h"

#define DAMPING 3e-3  // N m s/rad: of a plate on 0.6 N m/rad, two thirds of critical
#define PRESSED 0.5   // s, at which the hand has come down
#define MEASURED 1.25 // s
#define DURATION 5.0  // s
#define FREQUENCY 1.0 // Hz
#define AMPLITUDE 0.5 // degrees
#define PANELS 6      // of what is measured without encoders
#define DEGREE 0.017453292519943295

// How the plate is held: pressing, and turning.
typedef struct Hold {
    double press;            // N
    double rocked;           // degrees, of the device if only the coupling held it back
    double angularStiffness; // N m/rad, of the coupling
    double hand;             // N m/rad, of grip and arm each
    double maxTorque;        // N m, of the device
} Hold;

static const Hold soft = {3.0, 0.51, 0.6, 6.0, 0.2};
static const Hold light = {0.03, 0.51, 0.6, 6.0, 0.2};
static const Hold stiff = {3.0, 0.67, 20.0, 200.0, 0.5};

typedef struct Case {
    const char* name;
    const char* title;
    const Hold* hold;
    vlContactModel model;
    bool counts; // with the device's encoders
} Case;

typedef struct Feel {
    double lower, upper;  // N m, torque given to the hand about y
    double jump;          // N m, largest change within a tick
    double rocked, tilt;  // rad, largest, of device and plate
    double tiltTorque;    // N m, torque given to the hand at the largest tilt
    double tiltForce;     // N, of the table on the plate then
    double lifted;        // m, largest height of an edge of the plate
    double force, torque; // N, N m: largest imbalance
    double trips;
} Feel;

// A wrist that renders such a stiffness at 1 kHz needs more damping than K T/2.
static void holdTighter(const Hold* hold, vlSimulatedDeviceDef* device)
{
    device->info.maxTorque = hold->maxTorque;
    device->angularDamping =
        fmax(device->angularDamping, 0.6 * hold->angularStiffness * VL_PLATE_STEP);
    device->hand.grip.angularStiffness = device->hand.arm.angularStiffness = hold->hand;
}

// Finds how far away the hand must intend its pose to be for the device to press and turn as
// wanted: the springs of hand, coupling and table are in series.
static vlResult takeHold(const Case* c, vlWorld* world, vlBodyId plate, vlHeld* held)
{
    vlCouplingDef coupling = vlDefaultCouplingDef();
    coupling.body = plate;
    coupling.angularStiffness = c->hold->angularStiffness;
    coupling.angularDamping = DAMPING;
    vlSimulatedDeviceDef device;
    vlMotionKey keys[2] = {{0.0, vlIdentityPose()}, {PRESSED, vlIdentityPose()}};
    vlResult result = vlHeld_Firmly(keys, 2, &device);
    if (result != VL_OK) {
        return result;
    }
    holdTighter(c->hold, &device);
    double yield =
        1.0 / vlHeld_Stiffness(&device) + 1.0 / coupling.stiffness + 1.0 / VL_PLATE_STIFFNESS;
    double turn = 1.0 + coupling.angularStiffness / vlHeld_AngularStiffness(&device);
    keys[1].pose.p.z = -c->hold->press * yield;
    device.hand.turn = vlVec(0.0, c->hold->rocked * DEGREE * turn, 0.0);
    device.hand.frequency = FREQUENCY;
    if (!c->counts) {
        device.resolution = device.angularResolution = 0.0;
    }
    return vlHeld_Take(world, vlVec(0.0, 0.0, -VL_PLATE_GRAVITY), &device, &coupling, held);
}

static void feelTick(const vlHeld* held, const vlReading* plate, double before, Feel* feel)
{
    vlRendererReport report = vlRenderer_GetReport(held->renderer);
    vlWrench amiss = vlHeld_Imbalance(held);
    double torque = report.sent.torque.y, tilt = vlModel_Tilt(plate->pose.q);
    double edge =
        plate->centre.z + 0.5 * (VL_PLATE_SIDE * vlSine(tilt) - VL_PLATE_HEIGHT * vlCosine(tilt));
    feel->lower = fmin(feel->lower, torque);
    feel->upper = fmax(feel->upper, torque);
    feel->jump = fmax(feel->jump, fabs(torque - before));
    feel->rocked = fmax(feel->rocked, vlModel_Tilt(report.pose.q));
    if (tilt > feel->tilt) {
        feel->tilt = tilt;
        feel->tiltTorque = fabs(torque);
        feel->tiltForce = report.sent.force.z + VL_PLATE_MASS * VL_PLATE_GRAVITY;
    }
    feel->lifted = fmax(feel->lifted, edge);
    feel->force = fmax(feel->force, vlLength(amiss.force));
    feel->torque = fmax(feel->torque, vlLength(amiss.torque));
}

static int rock(vlExperimentContext* ctx, const Case* c, vlCsv* csv, vlSeries* series, Feel* feel)
{
    vlWorld* world = NULL;
    vlBodyId plate;
    vlHeld held = {0};
    vlResult result = vlPlate_Open(c->model, &world, &plate);
    result = result == VL_OK ? takeHold(c, world, plate, &held) : result;
    double before = 0.0;
    *feel = (Feel){.lower = HUGE_VAL, .upper = -HUGE_VAL};
    for (int i = 1; i <= (int)lround(DURATION / VL_PLATE_STEP) && result == VL_OK; ++i) {
        double t = i * VL_PLATE_STEP;
        result = vlHeld_Tick(&held, t);
        vlReading m = vlReading_Read(world, plate);
        vlRendererReport report = vlRenderer_GetReport(held.renderer);
        if (t > MEASURED) {
            feelTick(&held, &m, before, feel);
        }
        before = report.sent.torque.y;
        VL_CSV_LABELLED(csv, c->name, t, 1e3 * before, report.sent.force.z,
                        2.0 * report.pose.q.y / DEGREE, 2.0 * m.pose.q.y / DEGREE);
        vlSeries_Add(series, t, 1e3 * before);
    }
    int failed = vlExperiment_FailIf(ctx, result, world, "rocking the plate");
    feel->trips = failed ? 0.0 : vlHeld_CountTrips(&held);
    vlHeld_Close(&held);
    vlWorld_Destroy(world);
    return failed;
}

// The torque with which the table answers to a tilt.
static double staticTorque(double tilt, double force)
{
    double width = 2.0 * force / (VL_PLATE_STIFFNESS * tilt);
    return width < VL_PLATE_SIDE ? force * (0.5 * VL_PLATE_SIDE - width / 3.0)
                                 : VL_PLATE_STIFFNESS * VL_PLATE_SIDE * VL_PLATE_SIDE * tilt / 12.0;
}

// Name of a criterion of a case, valid until the next call.
static const char* nameOf(const Case* c, const char* what)
{
    static char name[128];
    snprintf(name, sizeof name, "%s: %s", c->name, what);
    return name;
}

static void judge(vlExperimentContext* ctx, const Case* c, const Feel* feel)
{
    double share = 100.0 * feel->jump / (feel->upper - feel->lower);
    double tilted = feel->tilt / DEGREE, lifted = 1e3 * feel->lifted;
    const char* change = "largest change in a tick, % of range";
    const char* tilt = "largest tilt of the plate, degrees";
    const char* edge = "highest edge above the table, mm";
    bool isVolume = c->model == VL_CONTACT_VOLUME;
    if (isVolume) {
        vlExperiment_Below(ctx, nameOf(c, change), share, 2.0);
        vlExperiment_AtLeast(ctx, nameOf(c, "device rocked by, degrees"), feel->rocked / DEGREE,
                             AMPLITUDE);
        vlExperiment_WithinPercent(ctx, nameOf(c, "torque at the largest tilt, mN m"),
                                   1e3 * feel->tiltTorque,
                                   1e3 * staticTorque(feel->tilt, feel->tiltForce), 1.0);
    } else {
        vlExperiment_Report(ctx, nameOf(c, change), share);
    }
    if (isVolume && c->hold == &stiff) {
        vlExperiment_AtLeast(ctx, nameOf(c, tilt), tilted, AMPLITUDE);
    } else {
        vlExperiment_Report(ctx, nameOf(c, tilt), tilted);
    }
    if (isVolume && c->hold != &soft) {
        vlExperiment_Above(ctx, nameOf(c, edge), lifted, 0.05);
    } else {
        vlExperiment_Report(ctx, nameOf(c, edge), lifted);
    }
    vlExperiment_Report(ctx, nameOf(c, "range of the torque, mN m"),
                        1e3 * (feel->upper - feel->lower));
}

static vlSeries* addSeries(vlPanel* panel, const Case* c)
{
    vlSeries* series = vlPanel_AddSeries(panel, c->counts ? "with encoders" : "",
                                         c->counts ? VL_SERIES_DASHED : VL_SERIES_LINE);
    vlSeries_SetColour(series, c->counts ? 2 : c->model == VL_CONTACT_POINT);
    return series;
}

static int runFlatPlate(vlExperimentContext* ctx)
{
    static const Case cases[] = {
        {"soft, volume", "Soft (0.6 N m/rad, 3 N), contact volume", &soft, VL_CONTACT_VOLUME,
         false},
        {"soft, point", "Soft, point contact", &soft, VL_CONTACT_POINT, false},
        {"light, volume", "Light (0.6 N m/rad, the weight), contact volume", &light,
         VL_CONTACT_VOLUME, false},
        {"light, point", "Light, point contact", &light, VL_CONTACT_POINT, false},
        {"stiff, volume", "Stiff (20 N m/rad, 3 N), contact volume", &stiff, VL_CONTACT_VOLUME,
         false},
        {"stiff, point", "Stiff, point contact", &stiff, VL_CONTACT_POINT, false},
        {"soft, volume, encoders", "", &soft, VL_CONTACT_VOLUME, true},
        {"light, volume, encoders", "", &light, VL_CONTACT_VOLUME, true}};
    vlFigure* figure =
        vlExperiment_OpenFigure(ctx, "flat_plate", "A hand rocks a plate on a table");
    vlCsv* csv =
        vlExperiment_OpenCsv(ctx, "torque", "case,t_s,torque_mNm,press_N,device_deg,plate_deg");
    vlPanel* panels[PANELS] = {NULL};
    double force = 0.0, torque = 0.0, trips = 0.0;
    for (int i = 0; i < (int)(sizeof cases / sizeof cases[0]); ++i) {
        int shown = cases[i].counts ? 2 * (i - PANELS) : i;
        if (!cases[i].counts) {
            vlPanelDef def = {.title = cases[i].title,
                              .xLabel = i == PANELS - 1 ? "time (s)" : "",
                              .yLabel = "torque (mN m)",
                              .height = 80.0,
                              .xMin = 1.0,
                              .xMax = 3.0};
            panels[i] = vlFigure_AddPanel(figure, &def);
        }
        vlSeries* series = addSeries(panels[shown], &cases[i]);
        Feel feel;
        if (rock(ctx, &cases[i], csv, series, &feel) != 0) {
            return 1;
        }
        judge(ctx, &cases[i], &feel);
        force = fmax(force, feel.force);
        torque = fmax(torque, feel.torque);
        trips += cases[i].model == VL_CONTACT_VOLUME ? feel.trips : 0.0;
    }
    vlExperiment_Below(ctx, "all: force felt minus force that moved the plate, N", force, 1e-9);
    vlExperiment_Below(ctx, "all: torque felt minus torque that moved the plate, N m", torque,
                       1e-9);
    vlExperiment_AtMost(ctx, "volume: ticks changed by the governor", trips, 0.0);
    return 0;
}

const vlExperiment vlExperiment_FlatPlate = {
    "flat-plate", "Flat plate held by a hand and rocked on a table",
    "A hand that rocks a plate on a table feels no jumps of the torque.", runFlatPlate};
