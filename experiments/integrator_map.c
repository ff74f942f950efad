// SPDX-License-Identifier: MIT
// Claim: the implicit integrator holds a heavy cube on a light one at any stiffness, step and ratio
// of masses; an explicit one holds it, or refuses it, or reports that it made a contact softer.
// Figure: maps of stiffness and step, one for each of some ratios of masses.
// Set-up: a cube of 1 kg on the floor, one of 1 to 1000 kg on it, both of 0.1 m, laid down with
// their faces touching; k from 1e3 to 1e7 N/m, steps of 1 to 10 ms, damping ratio 0.7.
//
// This is the figure of the experiment `integrators` with a third axis. The number of points is a
// parameter: the default takes seconds; 100000 take about half an hour of one core.
// On springs that are too soft for the weight a real column falls over, too. A face of side S on
// springs of k in all resists a tilt by K = k S^2/12. With the lower cube tilted by a, the upper
// one by b and weights w and W, the second variation of the energy is
//   K a^2 + K (b - a)^2 - w (S/2) a^2 - W (S a^2 + (S/2) b^2),
// which is positive for all a, b if K > K*, the larger root of K^2 - (p + 2 q) K + p q = 0 with
// p = (w/2 + W) S and q = W S/2. So a column stands if its depth (w + W)/k is less than
// (w + W) S^2/(12 K*): S/12.9 for equal cubes, S/20.5 below a heavy one. Deeper points are left
// out. Criteria: implicit: at rest at every point, with no energy gained and the depth of the lower
// contact within 1%; explicit: every accepted point that is not at rest reported a limited contact.
// To show that leaving points out hides nothing: columns that are pushed a little begin to fall at
// the depth of the formula, within 10%.
//
// How long a run has to be: explicit contacts have the damping b that suits the light cube, so a
// heavy one of mass M on top goes up and down and dies out only at the rate b/(4 M): 2.8 1/s at 32
// kg on springs of 64 kN/m, 1.3 1/s at 126 kg on 300 kN/m. That is the physics of these springs and
// dampers, and no shorter step changes it. A run that is not at rest after 3 s goes on until its
// slow mode must be, by the gains that the world reports; a column that shakes for ever still
// fails. Another criterion is that columns do die out at this rate, within 2%.

#include <math.h>

#include "base/power.h"
#include "experiments/column_sway.h"
#include "experiments/measure.h"
#include "experiments/registry.h"
#include "models/body_model.h"

#define GRAVITY 9.8
#define SIDE 0.1 // m
#define RATIO 0.7
#define DURATION 3.0    // s, unless the slow mode needs longer
#define LEAST_STEPS 600 // with long steps too
#define AT_REST 1e-5    // m/s
#define LAYERS 4        // ratios of masses in the figure
#define LOWEST_K 1e3    // N/m
#define HIGHEST_K 1e7
#define SHORTEST 1e-3 // s
#define LONGEST 1e-2
#define HEAVIEST 1000.0 // times the lower cube
#define LIGHT 1.0       // kg
#define PUSH 1e-4       // rad/s, of the upper cube
#define NARROW 0.999    // width of an upper cube that is pushed
#define UPRIGHT 1e-6    // rad, lean that friction may leave in a column that stands
#define PUSHED 20.0     // s, duration with a pushed column: near the limit it leans slowly
#define PUSH_STEP 5e-3  // s

enum { POINTS };
const vlExperimentParameter vlIntegratorMap_parameters[VL_INTEGRATOR_MAP_PARAMETERS] = {
    {"points", 400.0, 32.0, 1e6, "points of the map; 100000 for the whole figure"},
};

typedef struct Point {
    double k, step, ratio;
} Point;

typedef struct Landing {
    bool isRefused;
    bool isLimited; // it reported that a contact's stiffness was lowered to what the step holds
    bool isSlow;    // it ran for more than 3 s, until its slow mode had to be at rest
    double speed;   // m/s, largest of the last tenth
    double gain;    // J, energy above that at the start
    double depth;   // of the lower contact at the end, over what the weights give
} Landing;

// Depth of the lower contact over the side at which a column of this ratio begins to fall.
static double criticalDepth(double ratio)
{
    double whole = 1.0 + ratio;
    double p = (0.5 + ratio) / whole, q = 0.5 * ratio / whole; // over the whole weight and side
    double sum = p + 2.0 * q;
    return 1.0 / (6.0 * (sum + sqrt(sum * sum - 4.0 * p * q)));
}

// `upper` is the width of the upper cube.
static vlResult build(vlIntegrator integrator, const Point* p, double upper, vlWorld** world,
                      vlBodyId cubes[2])
{
    vlWorldDef def = vlDefaultWorldDef();
    def.step = p->step;
    def.gravity = vlVec(0.0, 0.0, -GRAVITY);
    def.integrator = integrator;
    def.surface.stiffnessN = p->k;
    def.surface.dampingRatioN = RATIO;
    vlBodyId floor;
    *world = NULL;
    vlResult result = vlWorld_Create(&def, world, NULL, 0);
    result = result == VL_OK ? vlModel_AddFloor(*world, &floor) : result;
    for (int i = 0; i < 2 && result == VL_OK; ++i) {
        double wide = i == 0 ? SIDE : upper;
        result =
            vlModel_AddBox(*world, vlVec(wide, wide, SIDE), i == 0 ? LIGHT : LIGHT * p->ratio,
                           vlModel_At(0.0, 0.0, (0.5 + i) * SIDE), vlModel_AtRest(), &cubes[i]);
    }
    return result;
}

// The time after which the slow mode is at rest, s.
static double settlingTime(const vlWorld* world, double ratio)
{
    vlColumnSway sway;
    return vlColumnSway_Find(world, LIGHT, LIGHT * ratio, GRAVITY, &sway)
               ? vlLog(sway.speed / AT_REST) / sway.rate
               : 0.0;
}

static bool rests(const Landing* l)
{
    return l->speed < AT_REST && fabs(l->depth - 1.0) < 0.01;
}

// Makes `count` steps; the speed found is the largest in the last `judged` of them.
static vlResult watch(vlWorld* world, const vlBodyId cubes[2], const Point* p, int count,
                      int judged, Landing* found)
{
    double weight = LIGHT * (1.0 + p->ratio) * GRAVITY;
    vlResult result = VL_OK;
    found->speed = 0.0;
    for (int i = 0; i < count && result == VL_OK; ++i) {
        double energy = 0.0;
        result = vlWorld_Step(world);
        for (int k = 0; k < 2; ++k) {
            vlReading m = vlReading_Read(world, cubes[k]);
            double mass = k == 0 ? LIGHT : LIGHT * p->ratio;
            energy += m.kinetic + mass * GRAVITY * (m.centre.z - (0.5 + k) * SIDE);
            double speed = vlLength(m.twist.linear) + SIDE * vlLength(m.twist.angular);
            found->speed = i < count - judged ? 0.0 : fmax(found->speed, speed);
            found->depth = k == 0 ? (0.5 * SIDE - m.centre.z) * p->k / weight : found->depth;
        }
        found->gain = fmax(found->gain, energy / weight);
        found->isLimited = found->isLimited || vlWorld_GetStepInfo(world).limitedContacts > 0;
    }
    return result;
}

static int land(vlExperimentContext* ctx, vlIntegrator integrator, const Point* p, Landing* found)
{
    vlWorld* world;
    vlBodyId cubes[2];
    vlResult result = build(integrator, p, SIDE, &world, cubes);
    int steps = (int)fmax(ceil(DURATION / p->step), LEAST_STEPS);
    *found = (Landing){.isRefused = result == VL_ERROR_UNSTABLE, .gain = -HUGE_VAL};
    if (result == VL_OK) {
        result = watch(world, cubes, p, steps, steps / 10, found);
    }
    if (result == VL_OK && !rests(found) && !found->isLimited) {
        double needed = ceil(settlingTime(world, p->ratio) / p->step);
        int more = (int)fmax(needed - steps, 0.0), judged = (more + steps) / 10;
        found->isSlow = true;
        result = watch(world, cubes, p, more + judged, judged, found);
    }
    int failed = result == VL_ERROR_UNSTABLE
                     ? 0
                     : vlExperiment_FailIf(ctx, result, world, "two cubes on the floor");
    vlWorld_Destroy(world);
    return failed;
}

// Whether a column leans more and more once it has been pushed. The upper cube is a little
// narrower, because the contact of cubes that are exactly flush makes them lean by itself (T3.9).
static int lean(vlExperimentContext* ctx, const Point* p, bool* falls)
{
    vlWorld* world;
    vlBodyId cubes[2];
    vlResult result = build(VL_INTEGRATOR_IMPLICIT, p, NARROW * SIDE, &world, cubes);
    int steps = (int)lround(PUSHED / p->step);
    double half = 0.0, tilt = 0.0;
    vlTwist push = vlModel_Moving(vlZero(), vlVec(0.0, PUSH, 0.0));
    result = result == VL_OK ? vlBody_SetTwist(world, cubes[1], push) : result;
    for (int i = 0; i < steps && result == VL_OK && tilt < 0.1; ++i) {
        result = vlWorld_Step(world);
        tilt = vlModel_Tilt(vlReading_Read(world, cubes[1]).pose.q);
        half = i == steps / 2 ? tilt : half;
    }
    *falls = tilt > fmax(2.0 * half, UPRIGHT);
    int failed = vlExperiment_FailIf(ctx, result, world, "a pushed column");
    vlWorld_Destroy(world);
    return failed;
}

// The depth at which columns begin to fall, over that of the formula: the value farthest from 1.
static int findFall(vlExperimentContext* ctx, double* farthest)
{
    *farthest = 1.0;
    static const double ratios[] = {1.0, 10.0, 100.0, HEAVIEST};
    for (int k = 0; k < 4; ++k) {
        double ratio = ratios[k], low = 0.5, high = 2.0;
        for (int i = 0; i < 8; ++i) {
            double share = sqrt(low * high);
            double depth = share * criticalDepth(ratio) * SIDE;
            Point p = {LIGHT * (1.0 + ratio) * GRAVITY / depth, PUSH_STEP, ratio};
            bool falls = false;
            if (lean(ctx, &p, &falls) != 0) {
                return 1;
            }
            *(falls ? &high : &low) = share;
        }
        double share = sqrt(low * high);
        *farthest = fabs(share - 1.0) > fabs(*farthest - 1.0) ? share : *farthest;
    }
    return 0;
}

// The rate at which the slow mode of explicit columns dies out, over that of vlColumnSway: the
// value farthest from 1. It is measured between two peaks of the speed, 1 s and 3 s after the
// start, when the fast mode has died out. vlColumnSway assumes weak dampers and so neglects
// (rate/omega)^2, at most 1% here; the step adds an error of the same size.
static int findDecay(vlExperimentContext* ctx, double* farthest)
{
    static const Point points[] = {
        {6.5e4, 1e-3, 31.6}, {1e5, 2e-3, 31.6}, {2e5, 1e-3, 63.0}, {3e5, 1e-3, 126.0}};
    *farthest = 1.0;
    for (size_t i = 0; i < sizeof points / sizeof points[0]; ++i) {
        vlWorld* world;
        vlBodyId cubes[2];
        double peaks[2] = {0.0, 0.0}, times[2] = {0.0, 0.0};
        double speed = 0.0, last = 0.0;
        const Point* p = &points[i];
        vlColumnSway sway = {.rate = (double)NAN};
        vlResult result = build(VL_INTEGRATOR_EULER, p, SIDE, &world, cubes);
        for (int n = 1; !(peaks[1] > 0.0) && n * p->step < 4.0 && result == VL_OK; ++n) {
            double before = last, time = (n - 1) * p->step;
            last = speed;
            result = vlWorld_Step(world);
            speed = fabs(vlReading_Read(world, cubes[1]).twist.linear.z);
            int k = peaks[0] > 0.0 ? 1 : 0;
            if (last > before && last >= speed && time > 1.0 + 2.0 * k) {
                peaks[k] = last;
                times[k] = time;
                (void)vlColumnSway_Find(world, LIGHT, LIGHT * p->ratio, GRAVITY,
                                        &sway); // if it fails, the share is NaN and does not pass
            }
        }
        double share = vlLog(peaks[0] / peaks[1]) / (times[1] - times[0]) / sway.rate;
        *farthest = fabs(share - 1.0) <= fabs(*farthest - 1.0) ? *farthest : share;
        int failed = vlExperiment_FailIf(ctx, result, world, "a column that bobs");
        vlWorld_Destroy(world);
        if (failed != 0) {
            return 1;
        }
    }
    return 0;
}

// How many points each axis has: about 4 : 2 : 1 of stiffness, step and ratio.
typedef struct Grid {
    int k, step, ratio;
} Grid;

static Grid gridOf(double points)
{
    double side = vlCubeRoot(points / 8.0);
    Grid grid = {(int)fmax(2.0, round(4.0 * side)), (int)fmax(2.0, round(2.0 * side)),
                 (int)fmax(2.0, round(side))};
    return grid;
}

static Point pointAt(const Grid* grid, int i)
{
    int k = i % grid->k, step = i / grid->k % grid->step, ratio = i / grid->k / grid->step;
    Point p = {.k = LOWEST_K * vlPower(HIGHEST_K / LOWEST_K, (double)k / (grid->k - 1)),
               .step = SHORTEST * vlPower(LONGEST / SHORTEST, (double)step / (grid->step - 1)),
               .ratio = vlPower(HEAVIEST, (double)ratio / (grid->ratio - 1))};
    return p;
}

typedef struct Map {
    vlPanel* panels[LAYERS];
    vlSeries *both[LAYERS], *implicit[LAYERS], *none[LAYERS];
    int layers[LAYERS]; // ratio of each panel
} Map;

static void openMap(Map* map, vlFigure* figure, const Grid* grid)
{
    double wide = vlPower(HIGHEST_K / LOWEST_K, 1.0 / (grid->k - 1));
    double high = vlPower(LONGEST / SHORTEST, 1.0 / (grid->step - 1));
    for (int i = 0; i < LAYERS; ++i) {
        char title[64];
        map->layers[i] = (int)lround((double)i * (grid->ratio - 1) / (LAYERS - 1));
        (void)snprintf(title, sizeof title, "%.0f kg on 1 kg",
                       vlPower(HEAVIEST, (double)map->layers[i] / (grid->ratio - 1)));
        map->panels[i] = vlFigure_AddPanel(
            figure, &(vlPanelDef){.title = title,
                                  .xLabel = i == LAYERS - 1 ? "stiffness (N/m)" : NULL,
                                  .yLabel = "step (ms)",
                                  .height = 110.0,
                                  .xLog = true,
                                  .yLog = true,
                                  .xMin = LOWEST_K / sqrt(wide),
                                  .xMax = HIGHEST_K * sqrt(wide),
                                  .yMin = 1e3 * SHORTEST / sqrt(high),
                                  .yMax = 1e3 * LONGEST * sqrt(high)});
        vlSeries** series[] = {&map->both[i], &map->implicit[i], &map->none[i]};
        static const char* const names[] = {"both hold it", "only implicit does", "not at rest"};
        static const int colours[] = {2, 5, 1};
        for (int k = 0; k < 3; ++k) {
            *series[k] = vlPanel_AddSeries(map->panels[i], i == 0 ? names[k] : "", VL_SERIES_CELLS);
            vlSeries_SetColour(*series[k], colours[k]);
            vlSeries_SetCell(*series[k], wide, high);
        }
    }
}

static void addToMap(Map* map, const Grid* grid, int i, const Point* p, bool isHeld,
                     bool isExplicit)
{
    for (int layer = 0; layer < LAYERS; ++layer) {
        if (map->layers[layer] == i / grid->k / grid->step) {
            vlSeries_Add(!isHeld      ? map->none[layer]
                         : isExplicit ? map->both[layer]
                                      : map->implicit[layer],
                         p->k, 1e3 * p->step);
        }
    }
}

static int runIntegratorMap(vlExperimentContext* ctx)
{
    Grid grid = gridOf(vlExperiment_GetValue(ctx, POINTS));
    Map map;
    int total = grid.k * grid.step * grid.ratio, deep = 0, restless = 0, accepted = 0, lost = 0;
    int limited = 0, softened = 0, slow = 0;
    double gain = -HUGE_VAL, depth = 0.0, fall = 0.0, decay = 0.0;
    openMap(&map,
            vlExperiment_OpenFigure(ctx, "integrator_map",
                                    "A heavy cube on a light one (white: too soft to stand)"),
            &grid);
    vlCsv* csv =
        vlExperiment_OpenCsv(ctx, "map",
                             "k_N_per_m,step_s,ratio,implicit_speed_m_per_s,"
                             "implicit_depth,explicit_accepts,explicit_rests,explicit_limited,"
                             "explicit_slow,explicit_speed_m_per_s");
    for (int i = 0; i < total; ++i) {
        Point p = pointAt(&grid, i);
        Landing implicit, explicit;
        if (LIGHT * (1.0 + p.ratio) * GRAVITY / p.k > criticalDepth(p.ratio) * SIDE) {
            ++deep;
            continue;
        }
        if (land(ctx, VL_INTEGRATOR_IMPLICIT, &p, &implicit) != 0 ||
            land(ctx, VL_INTEGRATOR_EULER, &p, &explicit) != 0) {
            return 1;
        }
        bool isAccepted = !explicit.isRefused;
        restless += !rests(&implicit);
        accepted += isAccepted;
        lost += isAccepted && !rests(&explicit) && !explicit.isLimited;
        limited += isAccepted && explicit.isLimited;
        slow += isAccepted && explicit.isSlow;
        softened += isAccepted && explicit.isLimited && !rests(&explicit);
        gain = fmax(gain, implicit.gain);
        depth = fmax(depth, fabs(implicit.depth - 1.0));
        addToMap(&map, &grid, i, &p, rests(&implicit), isAccepted && rests(&explicit));
        VL_CSV_ROW(csv, p.k, p.step, p.ratio, implicit.speed, implicit.depth, isAccepted,
                   isAccepted && rests(&explicit), explicit.isLimited, explicit.isSlow,
                   explicit.speed);
    }
    vlExperiment_Report(ctx, "points", total - deep);
    vlExperiment_Report(ctx, "points left out as too soft for the weight", deep);
    vlExperiment_AtMost(ctx, "implicit: points not at rest", restless, 0.0);
    vlExperiment_AtMost(ctx, "implicit: largest energy above that at the start, of the weight, m",
                        gain, 0.0);
    vlExperiment_AtMost(ctx, "implicit: worst error of the depth", depth, 0.01);
    vlExperiment_Report(ctx, "explicit: points accepted", accepted);
    vlExperiment_Report(ctx, "explicit: of them reported as limited", limited);
    vlExperiment_Report(ctx, "explicit: limited and not at rest", softened);
    vlExperiment_Report(ctx, "explicit: at rest only after more than 3 s", slow);
    vlExperiment_AtMost(ctx, "explicit: accepted points not at rest without a report", lost, 0.0);
    if (findFall(ctx, &fall) != 0 || findDecay(ctx, &decay) != 0) {
        return 1;
    }
    vlExperiment_Between(ctx, "explicit: rate at which slow modes die out, over theory", decay,
                         0.98, 1.02);
    vlExperiment_Between(ctx, "pushed columns: depth at which they begin to fall, over theory",
                         fall, 0.9, 1.1);
    return 0;
}

const vlExperiment vlExperiment_IntegratorMap = {
    "integrator-map", "Integrators over stiffness, step and mass ratio",
    "The implicit integrator holds a heavy cube on a light one at any stiffness and step.",
    runIntegratorMap};
