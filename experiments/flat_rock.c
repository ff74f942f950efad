// SPDX-License-Identifier: MIT
// Claim: a flat plate pressed flat on a table and rocked is felt without jumps: the contact area
// moves continuously from face to edge. Single points would jump from one edge to the other; [OL05]
// states this as a limit of its own contact.
// Figure: torque on the hand over time, volume and point.
// Set-up: plate of 10 x 10 x 1 cm and 10 g, k = 10 kN/m, mu = 0.3, step 1 ms, implicit. Its corners
// hang on four springs whose anchors represent a hand: they press with 3 N within 0.5 s, then rock
// by +-0.5 degrees at 1 Hz. A soft hand of 200 N/m in all, and a firm one of 10 kN/m, which lifts
// the plate's edges off the table.
// Criteria: torque on the hand changes by < 2% of its range from tick to tick, soft and firm (a
// sine of 1 Hz alone changes by 0.31%); the firm hand tilts the plate by more than 0.3 degrees.
// Point contact is shown for comparison.

#include <math.h>

#include "base/angle.h"
#include "experiments/measure.h"
#include "experiments/plate.h"
#include "experiments/registry.h"
#include "models/body_model.h"

#define PRESS 3.0     // N
#define PRESSING 0.5  // s
#define ROCKING 1.0   // s, at which it begins
#define MEASURED 1.25 // s, at which a quarter of the first period has passed
#define DURATION 5.0  // s
#define FREQUENCY 1.0 // Hz
#define AMPLITUDE 0.5 // degrees
#define TURN (2.0 * VL_PI)
#define DEGREE 0.017453292519943295

typedef struct Hand {
    const char* name;
    vlContactModel model;
    double stiffness, damping; // N/m, N s/m: of all four springs together
} Hand;

typedef struct Feel {
    double lower, upper; // N m, torque on the hand about y
    double jump;         // N m, largest change within a tick
    double tilt;         // rad, largest
} Feel;

typedef struct Stage {
    vlWorld* world;
    vlBodyId plate;
    vlSpringId springs[4];
} Stage;

static vlVec3 cornerAt(int i)
{
    return vlVec((i & 1) != 0 ? 0.5 * VL_PLATE_SIDE : -0.5 * VL_PLATE_SIDE,
                 (i & 2) != 0 ? 0.5 * VL_PLATE_SIDE : -0.5 * VL_PLATE_SIDE, 0.0);
}

static vlResult build(const Hand* hand, Stage* stage)
{
    vlResult result = vlPlate_Open(hand->model, &stage->world, &stage->plate);
    for (int i = 0; i < 4 && result == VL_OK; ++i) {
        vlSpringDef spring = vlDefaultSpringDef();
        spring.bodyB = stage->plate;
        spring.pointB = cornerAt(i);
        spring.pointA = vlAdd(cornerAt(i), vlVec(0.0, 0.0, 0.5 * VL_PLATE_HEIGHT));
        spring.stiffness = 0.25 * hand->stiffness;
        spring.damping = 0.25 * hand->damping;
        result = vlWorld_CreateSpring(stage->world, &spring, &stage->springs[i]);
    }
    return result;
}

// Moves the anchors to where the hand holds the corners at time `t`.
static vlResult moveHand(const Hand* hand, const Stage* stage, double t)
{
    double phase = TURN * FREQUENCY * (t - ROCKING);
    bool isRocking = t > ROCKING;
    double angle = isRocking ? AMPLITUDE * DEGREE * vlSine(phase) : 0.0;
    double rate = isRocking ? AMPLITUDE * DEGREE * TURN * FREQUENCY * vlCosine(phase) : 0.0;
    double sunk = PRESS / hand->stiffness * fmin(1.0, t / PRESSING);
    double falling = t < PRESSING ? PRESS / hand->stiffness / PRESSING : 0.0;
    vlQuat turned = vlQuatFromAxisAngle(vlVec(0.0, 1.0, 0.0), angle);
    vlResult result = VL_OK;
    for (int i = 0; i < 4 && result == VL_OK; ++i) {
        vlVec3 corner = vlRotate(turned, cornerAt(i));
        vlVec3 velocity = vlSub(vlCross(vlVec(0.0, rate, 0.0), corner), vlVec(0.0, 0.0, falling));
        corner.z += 0.5 * VL_PLATE_HEIGHT - sunk;
        result = vlSpring_SetAnchor(stage->world, stage->springs[i], corner, velocity);
    }
    return result;
}

// Torque of the four springs on the hand, about the plate's centre.
static double feltTorque(const Stage* stage)
{
    double torque = 0.0;
    vlVec3 centre = vlReading_Read(stage->world, stage->plate).centre;
    for (int i = 0; i < 4; ++i) {
        vlSpringReport r;
        if (vlSpring_GetReport(stage->world, stage->springs[i], &r) != VL_OK) {
            return nan("");
        }
        torque -= vlCross(vlSub(r.pointB, centre), r.force).y;
    }
    return torque;
}

static int rock(vlExperimentContext* ctx, const Hand* hand, vlCsv* csv, vlSeries* series,
                Feel* feel)
{
    Stage stage;
    vlResult result = build(hand, &stage);
    double before = 0.0;
    int steps = (int)lround(DURATION / VL_PLATE_STEP);
    *feel = (Feel){.lower = HUGE_VAL, .upper = -HUGE_VAL};
    for (int i = 1; i <= steps && result == VL_OK; ++i) {
        double t = i * VL_PLATE_STEP;
        result = moveHand(hand, &stage, t);
        if (result == VL_OK) {
            result = vlWorld_Step(stage.world);
        }
        double torque = feltTorque(&stage);
        double tilt = vlModel_Tilt(vlReading_Read(stage.world, stage.plate).pose.q);
        if (t > MEASURED) {
            feel->lower = fmin(feel->lower, torque);
            feel->upper = fmax(feel->upper, torque);
            feel->jump = fmax(feel->jump, fabs(torque - before));
            feel->tilt = fmax(feel->tilt, tilt);
        }
        before = torque;
        VL_CSV_LABELLED(csv, hand->name, t, 1e3 * torque, tilt / DEGREE);
        vlSeries_Add(series, t, 1e3 * torque);
    }
    int failed = vlExperiment_FailIf(ctx, result, stage.world, "rocking the plate");
    vlWorld_Destroy(stage.world);
    return failed;
}

static int runFlatRock(vlExperimentContext* ctx)
{
    static const Hand hands[4] = {{"soft hand, volume", VL_CONTACT_VOLUME, 200.0, 2.0},
                                  {"soft hand, point", VL_CONTACT_POINT, 200.0, 2.0},
                                  {"firm hand, volume", VL_CONTACT_VOLUME, 1e4, 5.0},
                                  {"firm hand, point", VL_CONTACT_POINT, 1e4, 5.0}};
    static const char* const titles[4] = {
        "Soft hand (200 N/m), contact volume", "Soft hand, point contact",
        "Firm hand (10 kN/m), contact volume", "Firm hand, point contact"};
    vlFigure* figure = vlExperiment_OpenFigure(ctx, "flat_rock", "A plate rocked on a table");
    vlCsv* csv = vlExperiment_OpenCsv(ctx, "torque", "hand,t_s,torque_mNm,tilt_deg");
    for (int i = 0; i < 4; ++i) {
        char name[96];
        Feel feel;
        vlPanel* panel = vlFigure_AddPanel(figure, &(vlPanelDef){.title = titles[i],
                                                                 .xLabel = i == 3 ? "time (s)" : "",
                                                                 .yLabel = "torque (mN m)",
                                                                 .height = 90.0,
                                                                 .xMin = 1.0,
                                                                 .xMax = 3.0});
        vlSeries* series = vlPanel_AddSeries(panel, "", VL_SERIES_LINE);
        vlSeries_SetColour(series, i % 2);
        if (rock(ctx, &hands[i], csv, series, &feel) != 0) {
            return 1;
        }
        double share = 100.0 * feel.jump / (feel.upper - feel.lower);
        snprintf(name, sizeof name, "%s: largest change in a tick, %% of range", hands[i].name);
        if (hands[i].model == VL_CONTACT_VOLUME) {
            vlExperiment_Below(ctx, name, share, 2.0);
        } else {
            vlExperiment_Report(ctx, name, share);
        }
        snprintf(name, sizeof name, "%s: range of the torque, mN m", hands[i].name);
        vlExperiment_Report(ctx, name, 1e3 * (feel.upper - feel.lower));
        snprintf(name, sizeof name, "%s: largest tilt of the plate, degrees", hands[i].name);
        if (i == 2) {
            vlExperiment_Above(ctx, name, feel.tilt / DEGREE, 0.3);
        } else {
            vlExperiment_Report(ctx, name, feel.tilt / DEGREE);
        }
    }
    return 0;
}

const vlExperiment vlExperiment_FlatRock = {
    "flat-rock", "Flat plate rocked on a table",
    "A plate rocked on a table is felt without jumps of the torque.", runFlatRock};
