// SPDX-License-Identifier: MIT
// Claim: the dual pantograph of [C00] has a large workspace in which it acts nearly the same in all
// directions, turns without limit, and renders 20 N anywhere with motors of 4 N m.
// Figure: ours: [C00] shows a photograph and says "large, isotropic workspace". (a) the worst
// condition number over all angles of the crank, (b) the force in the worst direction, over the
// plane; (c) torque of each motor for 10 N in every direction, at the centre.
// Set-up: links of vlDefaultPantograph; a grid of 5 mm in the plane and 5 degrees of the crank; a
// radian of the angle counts as 50 mm. Worst directions are exact (vlPantograph_GetTorquePerForce).
// Criteria. Disc of 150 mm: every pose possible, condition number 1.02 to 2.52 on the grid of an
// independent computation (half and whole radius, 15 degrees), which gives two decimals, and at
// most 2.55 on ours; at most 2 N m for 10 N, so 20 N within 4 N m. Disc of 180 mm, the stop:
// condition at most 3. The reach is that of the closed form; 0.1 mm beyond it some direction is out
// of reach. From pose to angles and back: 1e-13 m and rad. Two turns of the crank with quantised
// encoders: the angle is counted beyond a turn, and angle and closure stay within half a count of
// each of the four encoders.

#include <math.h>
#include <stdio.h>

#include "base/angle.h"
#include "base/power.h"
#include "experiments/registry.h"

#define GRID 0.005  // m
#define HALF 40     // cells either side of the centre: 0.2 m
#define ANGLES 72   // of the crank
#define LENGTH 0.05 // m per radian, in the condition number
#define RADIUS 0.15 // m, workspace
#define STOP 0.18   // m
#define MOTOR 4.0   // N m
#define CLASSES 4   // colours of a map
#define COUNT (2.0 * VL_PI / 1e5)

// The mechanism at one place, over all angles of the crank.
typedef struct Place {
    bool isPossible;
    double least, most; // condition number
    double torque;      // N m for 10 N in the worst direction
    double error;       // of a pose that is turned into angles and back
} Place;

static Place lookAt(const vlPantograph* p, double x, double y, int angles)
{
    Place place = {true, HUGE_VAL, 0.0, 0.0, 0.0};
    for (int k = 0; k < angles && place.isPossible; ++k) {
        vlPantographState s;
        vlPantographState back;
        vlVec3 pose = vlVec(x, y, k * (2.0 * VL_PI / angles));
        place.isPossible = vlPantograph_AtPose(p, pose, &s) == VL_PANTOGRAPH_OK &&
                           vlPantograph_AtAngles(p, s.angles, pose.z, &back) == VL_PANTOGRAPH_OK;
        if (place.isPossible) {
            double condition = vlPantograph_GetCondition(&s, LENGTH);
            place.least = fmin(place.least, condition);
            place.most = fmax(place.most, condition);
            place.torque = fmax(place.torque, 10.0 * vlPantograph_GetTorquePerForce(&s));
            place.error = fmax(place.error, vlLength(vlSub(back.pose, pose)));
        }
    }
    return place;
}

// What a disc contains.
typedef struct Disc {
    int impossible;
    Place worst;
} Disc;

static void include(Disc* disc, const Place* place)
{
    disc->impossible += !place->isPossible;
    disc->worst.least = fmin(disc->worst.least, place->least);
    disc->worst.most = fmax(disc->worst.most, place->most);
    disc->worst.torque = fmax(disc->worst.torque, place->torque);
    disc->worst.error = fmax(disc->worst.error, place->error);
}

// ---- maps ----

typedef struct Map {
    double limits[CLASSES - 1];
    vlSeries* classes[CLASSES];
    vlSeries* outside;
} Map;

static Map openMap(vlPanel* panel, const char* const labels[CLASSES],
                   const double limits[CLASSES - 1])
{
    Map map;
    for (int i = 0; i < CLASSES; ++i) {
        map.classes[i] = vlPanel_AddSeries(panel, labels[i], VL_SERIES_CELLS);
        vlSeries_SetCell(map.classes[i], GRID, GRID);
        map.limits[i < CLASSES - 1 ? i : 0] = limits[i < CLASSES - 1 ? i : 0];
    }
    map.outside = vlPanel_AddSeries(panel, "out of reach at some angle", VL_SERIES_CELLS);
    vlSeries_SetCell(map.outside, GRID, GRID);
    return map;
}

static void addCell(Map* map, double x, double y, bool isPossible, double value)
{
    int i = 0;
    while (i < CLASSES - 1 && value > map->limits[i]) {
        ++i;
    }
    vlSeries_Add(isPossible ? map->classes[i] : map->outside, x, y);
}

static void addCircle(vlPanel* panel, const char* label, double radius)
{
    vlSeries* circle = vlPanel_AddSeries(panel, label, VL_SERIES_REFERENCE);
    for (int i = 0; i <= 72; ++i) {
        vlSeries_Add(circle, radius * vlCosine(i * VL_PI / 36.0),
                     radius * vlSine(i * VL_PI / 36.0));
    }
}

static void drawMaps(vlExperimentContext* ctx, const vlPantograph* p, Disc* inner, Disc* outer)
{
    static const char* const evenness[] = {"condition up to 1.5", "up to 2", "up to 2.5", "above"};
    static const char* const forces[] = {"up to 20 N", "up to 22 N", "up to 25 N", "above"};
    vlFigure* figure =
        vlExperiment_OpenFigure(ctx, "workspace", "Workspace of the dual pantograph");
    vlPanelDef axes = {.title = "Worst condition number over all angles of the crank",
                       .yLabel = "y, m",
                       .height = 420.0,
                       .xMin = -0.2025,
                       .xMax = 0.2025,
                       .yMin = -0.2025,
                       .yMax = 0.2025};
    vlPanel* a = vlFigure_AddPanel(figure, &axes);
    axes.title = "Force of motors of 4 N m in the worst direction and angle";
    axes.xLabel = "x, m";
    vlPanel* b = vlFigure_AddPanel(figure, &axes);
    Map conditions = openMap(a, evenness, (const double[]){1.5, 2.0, 2.5});
    Map strength = openMap(b, forces, (const double[]){20.0, 22.0, 25.0});
    vlCsv* csv = vlExperiment_OpenCsv(ctx, "workspace",
                                      "x_m,y_m,condition_least,condition_most,torque_10N_Nm");
    for (int j = -HALF; j <= HALF; ++j) {
        for (int i = -HALF; i <= HALF; ++i) {
            double x = i * GRID;
            double y = j * GRID;
            Place place = lookAt(p, x, y, ANGLES);
            double r = vlHypot(x, y);
            if (r <= RADIUS + 1e-12) {
                include(inner, &place);
            }
            if (r <= STOP + 1e-12) {
                include(outer, &place);
            }
            addCell(&conditions, x, y, place.isPossible, place.most);
            addCell(&strength, x, y, place.isPossible, 10.0 * MOTOR / place.torque);
            if (place.isPossible) {
                VL_CSV_ROW(csv, x, y, place.least, place.most, place.torque);
            }
        }
    }
    addCircle(a, "workspace, 150 mm", RADIUS);
    addCircle(b, "workspace, 150 mm", RADIUS);
}

static void drawDirections(vlExperimentContext* ctx, const vlPantograph* p)
{
    static const char* const names[] = {"A1", "C1", "A2", "C2"};
    vlFigure* figure =
        vlExperiment_OpenFigure(ctx, "torques", "Torques for 10 N in every direction");
    vlPanel* panels[2];
    vlPanelDef axes = {.title = "At the centre, crank along x", .yLabel = "torque, N m"};
    panels[0] = vlFigure_AddPanel(figure, &axes);
    axes.title = "At the rim, (0.15, 0) m, crank along x";
    axes.xLabel = "direction of the force, degrees";
    panels[1] = vlFigure_AddPanel(figure, &axes);
    vlCsv* csv = vlExperiment_OpenCsv(ctx, "torques", "x_m,direction_deg,A1_Nm,C1_Nm,A2_Nm,C2_Nm");
    for (int k = 0; k < 2; ++k) {
        vlPantographState s;
        vlSeries* series[VL_PANTOGRAPH_MOTORS];
        vlVec3 pose = vlVec(k * RADIUS, 0.0, 0.0);
        if (vlPantograph_AtPose(p, pose, &s) != VL_PANTOGRAPH_OK) {
            continue;
        }
        for (int j = 0; j < VL_PANTOGRAPH_MOTORS; ++j) {
            series[j] = vlPanel_AddSeries(panels[k], names[j], VL_SERIES_LINE);
        }
        for (int d = 0; d <= 360; d += 5) {
            double t[VL_PANTOGRAPH_MOTORS];
            double angle = d * VL_PI / 180.0;
            vlPantograph_GetTorques(&s, vlVec(10.0 * vlCosine(angle), 10.0 * vlSine(angle), 0.0),
                                    t);
            for (int j = 0; j < VL_PANTOGRAPH_MOTORS; ++j) {
                vlSeries_Add(series[j], d, t[j]);
            }
            VL_CSV_ROW(csv, pose.x, d, t[0], t[1], t[2], t[3]);
        }
    }
}

// ---- criteria ----

// The grid of the independent computation.
static void judgeCoarse(vlExperimentContext* ctx, const vlPantograph* p)
{
    Disc disc = {0, {true, HUGE_VAL, 0.0, 0.0, 0.0}};
    for (int ring = 0; ring <= 2; ++ring) {
        for (int i = 0; i < 24; ++i) {
            double r = 0.5 * RADIUS * ring;
            Place place =
                lookAt(p, r * vlCosine(i * VL_PI / 12.0), r * vlSine(i * VL_PI / 12.0), 24);
            include(&disc, &place);
        }
    }
    vlExperiment_Within(ctx, "coarse grid: least condition number", disc.worst.least, 1.02, 0.005);
    vlExperiment_Within(ctx, "coarse grid: largest condition number", disc.worst.most, 2.52, 0.005);
}

static void judgeReach(vlExperimentContext* ctx, const vlPantograph* p)
{
    double reach = vlPantograph_GetReach(p);
    int inside = 0;
    int beyond = 0;
    for (int i = 0; i < 720; ++i) {
        double at = i * VL_PI / 360.0;
        Place in = lookAt(p, (reach - 1e-4) * vlCosine(at), (reach - 1e-4) * vlSine(at), 720);
        Place out = lookAt(p, (reach + 1e-4) * vlCosine(at), (reach + 1e-4) * vlSine(at), 720);
        inside += !in.isPossible;
        beyond += !out.isPossible;
    }
    vlExperiment_Within(ctx, "reach, m", reach, 0.65 - vlHypot(0.05, 0.40) - 0.05, 1e-12);
    vlExperiment_AtMost(ctx, "directions out of reach 0.1 mm within it", inside, 0.0);
    vlExperiment_AtLeast(ctx, "directions out of reach 0.1 mm beyond it", beyond, 1.0);
}

static void judgeTurns(vlExperimentContext* ctx, const vlPantograph* p)
{
    double last = 0.0;
    double worst = 0.0;
    double closure = 0.0;
    for (int k = 0; k <= 2000; ++k) {
        vlPantographState s;
        vlPantographState measured;
        double turn = k * (4.0 * VL_PI / 2000.0);
        bool isGood = vlPantograph_AtPose(p, vlVec(0.1, -0.1, turn), &s) == VL_PANTOGRAPH_OK;
        for (int j = 0; j < VL_PANTOGRAPH_MOTORS; ++j) {
            s.angles[j] = COUNT * floor(s.angles[j] / COUNT + 0.5);
        }
        isGood = isGood && vlPantograph_AtAngles(p, s.angles, last, &measured) == VL_PANTOGRAPH_OK;
        worst = isGood ? fmax(worst, fabs(measured.pose.z - turn)) : HUGE_VAL;
        closure = isGood ? fmax(closure, fabs(measured.closure)) : HUGE_VAL;
        last = isGood ? measured.pose.z : last;
    }
    // Half a count in each of four encoders is at most one count, sqrt(4)/2, divided by the least
    // singular value of G for an angle, which is above 0.05.
    vlExperiment_AtMost(ctx, "two turns, encoders: error of the angle, rad", worst, COUNT / 0.05);
    // The same count; a radian of contradiction moves the closure by less than both links together.
    vlExperiment_AtMost(ctx, "two turns, encoders: closure, m", closure, COUNT * 0.65);
}

static int run(vlExperimentContext* ctx)
{
    vlPantograph p = vlDefaultPantograph();
    Disc inner = {0, {true, HUGE_VAL, 0.0, 0.0, 0.0}};
    Disc outer = inner;
    drawMaps(ctx, &p, &inner, &outer);
    drawDirections(ctx, &p);
    vlExperiment_AtMost(ctx, "disc of 150 mm: places out of reach", inner.impossible, 0.0);
    vlExperiment_AtMost(ctx, "disc of 150 mm: largest condition number", inner.worst.most, 2.55);
    vlExperiment_Report(ctx, "disc of 150 mm: least condition number", inner.worst.least);
    vlExperiment_AtMost(ctx, "disc of 150 mm: motor torque for 10 N, N m", inner.worst.torque, 2.0);
    vlExperiment_AtLeast(ctx, "disc of 150 mm: force in the worst direction, N",
                         10.0 * MOTOR / inner.worst.torque, 20.0);
    vlExperiment_AtMost(ctx, "disc of 180 mm: places out of reach", outer.impossible, 0.0);
    vlExperiment_AtMost(ctx, "disc of 180 mm: largest condition number", outer.worst.most, 3.0);
    vlExperiment_AtMost(ctx, "from pose to angles and back, m and rad", outer.worst.error, 1e-13);
    judgeCoarse(ctx, &p);
    judgeReach(ctx, &p);
    judgeTurns(ctx, &p);
    return 0;
}

const vlExperiment vlExperiment_Pantograph = {
    .name = "pantograph",
    .title = "Workspace of the dual pantograph",
    .describes = "The planar device is nearly the same in all directions, turns without limit and "
                 "renders 20 N anywhere.",
    .run = run,
};
