// SPDX-License-Identifier: MIT
// Claim: the implicit integrator is stable for a stiff contact at any stiffness and step, where
// every explicit one has its limit.
// Figure: map of stiffness and step, stable or unstable.
// Set-up: a cube of 0.1 m and 1 kg falls on the floor, k from 1e3 to 1e7 N/m, steps of 1 to 10 ms,
// damping ratio 0.7.
//
// Explicit methods: the world has no forward Euler, and it refuses stiffnesses that an explicit
// step cannot hold, so the three methods are run here on the same law, for a cube that stands on
// its face, pressed in a tenth deeper than at rest:
//
//   m z'' = -m g + max(0, k d - b z'),  d = -z > 0,  b = 2 zeta sqrt(k m)
//
// (It is also dropped flat from 10 mm: an impact may start a bouncing that never ends.) Where the
// world accepts the stiffness with all of its damping, its own Euler and RK4 must follow the path
// of the dropped cube. Implicit: the world itself at every point of the map, with the cube dropped
// tilted.
//
// Theory, with x = h sqrt(k/m): the methods are stable
//   forward Euler     while x < 2 zeta           (its growth per step is 1 - 2 zeta x + x^2)
//   symplectic Euler  while x^2 + 4 zeta x < 4   (T4.1)
//   RK4               while |1 + y + y^2/2 + y^3/6 + y^4/24| < 1 for y = x e^(i arccos(-zeta))
// Criteria: implicit: at rest at every point, its energy never above that at the start, depth m g/k
// +- 1%; explicit: measured limits of k at each step within 2% of theory; no point of the map on
// the wrong side of it; the world's Euler and RK4 within 1e-9 m of the law.

#include <math.h>

#include "base/power.h"
#include "experiments/measure.h"
#include "experiments/registry.h"
#include "models/body_model.h"

#define GRAVITY 9.8
#define MASS 1.0
#define SIDE 0.1 // m
#define RATIO 0.7
#define DROP 0.01        // m, of the explicit runs
#define PRESSED_BY 0.1   // of the depth at rest
#define DURATION 5.0     // s
#define LEAST_STEPS 2000 // near its limit a method needs many to show whether it is stable
#define AT_REST 1e-6     // m/s
#define COLUMNS 25       // k, six per decade
#define ROWS 11          // steps, ten per decade
#define CELL_K 1.4677992676220695
#define CELL_H 1.2589254117941673

typedef enum Method { FORWARD, SYMPLECTIC, RUNGE_KUTTA, IMPLICIT, METHODS } Method;

static const char* const methodNames[METHODS] = {"forward Euler", "symplectic Euler", "RK4",
                                                 "implicit"};

typedef struct State {
    double z, v;
} State;

static double dampingOf(double k)
{
    return 2.0 * RATIO * sqrt(k * MASS);
}

// z'' of the law.
static double acceleration(double k, State s)
{
    double force = s.z < 0.0 ? fmax(0.0, -k * s.z - dampingOf(k) * s.v) : 0.0;
    return force / MASS - GRAVITY;
}

static State ahead(State s, State rate, double h)
{
    return (State){s.z + h * rate.z, s.v + h * rate.v};
}

static State rateOf(double k, State s)
{
    return (State){s.v, acceleration(k, s)};
}

static State advance(Method method, double k, double h, State s)
{
    if (method == FORWARD) {
        return ahead(s, rateOf(k, s), h);
    }
    if (method == SYMPLECTIC) {
        double v = s.v + h * acceleration(k, s);
        return (State){s.z + h * v, v};
    }
    State r1 = rateOf(k, s), r2 = rateOf(k, ahead(s, r1, h / 2.0));
    State r3 = rateOf(k, ahead(s, r2, h / 2.0)), r4 = rateOf(k, ahead(s, r3, h));
    State mean = {(r1.z + 2.0 * (r2.z + r3.z) + r4.z) / 6.0,
                  (r1.v + 2.0 * (r2.v + r3.v) + r4.v) / 6.0};
    return ahead(s, mean, h);
}

// How a run of the law begins.
typedef enum Start {
    PRESSED, // a little too deep, too little to lift off: the case of the theory
    DROPPED  // with an impact
} Start;

// Whether the cube comes to rest when only the law is integrated, without a world.
static bool restsByLaw(Method method, double k, double h, Start start)
{
    double rest = -MASS * GRAVITY / k;
    State s = {start == DROPPED ? DROP : (1.0 + PRESSED_BY) * rest, 0.0};
    int steps = (int)fmax(ceil(DURATION / h), LEAST_STEPS);
    double farthest = 0.0; // distance from rest, of the depth at rest
    for (int i = 0; i < steps && isfinite(s.z); ++i) {
        s = advance(method, k, h, s);
        farthest = i < steps - steps / 10 ? 0.0 : fmax(farthest, fabs(s.z / rest - 1.0));
    }
    return isfinite(s.z) && farthest < PRESSED_BY;
}

// |R(y)| of RK4 for the contact's oscillation.
static double growthOfRungeKutta(double x)
{
    double re = 1.0, im = 0.0, powerRe = 1.0, powerIm = 0.0;
    double a = -RATIO * x, b = sqrt(1.0 - RATIO * RATIO) * x;
    for (int n = 1; n <= 4; ++n) {
        double next = (powerRe * a - powerIm * b) / n;
        powerIm = (powerRe * b + powerIm * a) / n;
        powerRe = next;
        re += powerRe;
        im += powerIm;
    }
    return vlHypot(re, im);
}

// Largest x = h sqrt(k/m) at which the method is stable.
static double limitByTheory(Method method)
{
    if (method == FORWARD) {
        return 2.0 * RATIO;
    }
    if (method == SYMPLECTIC) {
        return 2.0 * (sqrt(RATIO * RATIO + 1.0) - RATIO);
    }
    double lower = 1.0, upper = 4.0; // stable, unstable
    for (int i = 0; i < 60; ++i) {
        double middle = 0.5 * (lower + upper);
        *(growthOfRungeKutta(middle) < 1.0 ? &lower : &upper) = middle;
    }
    return lower;
}

// Largest stiffness at which the cube comes to rest.
static double limitByLaw(Method method, double h, Start start)
{
    double lower = 1e-2 * MASS / (h * h), upper = 1e2 * MASS / (h * h);
    for (int i = 0; i < 24; ++i) {
        double middle = sqrt(lower * upper);
        *(restsByLaw(method, middle, h, start) ? &lower : &upper) = middle;
    }
    return lower;
}

static vlResult build(vlIntegrator integrator, double k, double h, vlPose pose, vlWorld** world,
                      vlBodyId* cube)
{
    vlWorldDef def = vlDefaultWorldDef();
    def.step = h;
    def.gravity = vlVec(0.0, 0.0, -GRAVITY);
    def.integrator = integrator;
    def.surface.stiffnessN = k;
    def.surface.dampingRatioN = RATIO;
    vlBodyId floor;
    *world = NULL;
    vlResult result = vlWorld_Create(&def, world, NULL, 0);
    if (result == VL_OK) {
        result = vlModel_AddFloor(*world, &floor);
    }
    return result == VL_OK
               ? vlModel_AddBox(*world, vlVec(SIDE, SIDE, SIDE), MASS, pose, vlModel_AtRest(), cube)
               : result;
}

// One tilted drop with the implicit integrator.
typedef struct Landing {
    double gain;  // J, energy above that at the start
    double speed; // m/s, largest of the last tenth
    double depth; // at the end, of m g/k
} Landing;

static int land(vlExperimentContext* ctx, double k, double h, Landing* found)
{
    vlWorld* world;
    vlBodyId cube = {0};
    vlPose pose = {vlVec(0.0, 0.0, 1.5 * SIDE), vlQuatFromAxisAngle(vlVec(1.0, 0.3, 0.2), 0.4)};
    int failed = vlExperiment_FailIf(ctx, build(VL_INTEGRATOR_IMPLICIT, k, h, pose, &world, &cube),
                                     world, "building the cube");
    int steps = (int)fmax(ceil(DURATION / h), LEAST_STEPS);
    *found = (Landing){.gain = -HUGE_VAL};
    for (int i = 0; i < steps && !failed; ++i) {
        failed = vlExperiment_FailIf(ctx, vlWorld_Step(world), world, "dropping the cube");
        vlReading m = vlReading_Read(world, cube);
        double speed = vlLength(m.twist.linear) + SIDE * vlLength(m.twist.angular);
        double energy = m.kinetic + MASS * GRAVITY * (m.centre.z - pose.p.z);
        found->gain = fmax(found->gain, energy);
        found->speed = i < steps - steps / 10 ? 0.0 : fmax(found->speed, speed);
        found->depth = (0.5 * SIDE - m.centre.z) * k / (MASS * GRAVITY);
    }
    vlWorld_Destroy(world);
    return failed;
}

// Results of the world's own explicit integrators on the map.
typedef struct Agreement {
    int refused, damped, compared; // points: stiffness refused; damping cut; run and compared
    double worst;                  // m, distance from the law
} Agreement;

static int follow(vlExperimentContext* ctx, Method method, double k, double h, Agreement* a)
{
    vlWorld* world;
    vlBodyId cube = {0};
    vlIntegrator integrator = method == SYMPLECTIC ? VL_INTEGRATOR_EULER : VL_INTEGRATOR_RK4;
    State s = {DROP, 0.0};
    double worst = 0.0;
    bool isWhole = true;
    vlResult result =
        build(integrator, k, h, vlModel_At(0.0, 0.0, 0.5 * SIDE + DROP), &world, &cube);
    if (result == VL_ERROR_UNSTABLE) {
        vlWorld_Destroy(world);
        ++a->refused;
        return 0;
    }
    for (int i = 0; i < (int)(1.0 / h) && result == VL_OK; ++i) {
        vlContactReport report;
        s = advance(method, k, h, s);
        result = vlWorld_Step(world);
        worst = fmax(worst, fabs(vlReading_Read(world, cube).centre.z - 0.5 * SIDE - s.z));
        if (vlWorld_GetContactCount(world) > 0 && vlWorld_GetContact(world, 0, &report) == VL_OK) {
            // 1e-9: rounding of the contact's effective mass, from which the damping is computed.
            isWhole = isWhole && report.dampingN > (1.0 - 1e-9) * dampingOf(k);
        }
    }
    a->damped += !isWhole;
    a->compared += isWhole;
    a->worst = isWhole ? fmax(a->worst, worst) : a->worst;
    int failed = vlExperiment_FailIf(ctx, result, world, "following the law");
    vlWorld_Destroy(world);
    return failed;
}

typedef struct Map {
    vlCsv* csv;
    vlSeries *rests, *restless;
    int restCount, wrongCount; // wrong: not as theory predicts
    Landing worst;             // implicit only
} Map;

static double stiffnessAt(int column)
{
    return 1e3 * vlPower(CELL_K, column);
}

static double stepAt(int row)
{
    return 1e-3 * vlPower(CELL_H, row);
}

static int fillMap(vlExperimentContext* ctx, Method method, Map* map)
{
    double limit = method == IMPLICIT ? HUGE_VAL : limitByTheory(method);
    map->worst = (Landing){.gain = -HUGE_VAL, .speed = 0.0, .depth = 1.0};
    for (int i = 0; i < ROWS * COLUMNS; ++i) {
        double h = stepAt(i / COLUMNS), k = stiffnessAt(i % COLUMNS);
        Landing l;
        bool rests;
        if (method == IMPLICIT) {
            if (land(ctx, k, h, &l) != 0) {
                return 1;
            }
            rests = l.speed < AT_REST && fabs(l.depth - 1.0) < 0.01;
            map->worst.gain = fmax(map->worst.gain, l.gain);
            map->worst.speed = fmax(map->worst.speed, l.speed);
            map->worst.depth =
                fabs(l.depth - 1.0) > fabs(map->worst.depth - 1.0) ? l.depth : map->worst.depth;
        } else {
            rests = restsByLaw(method, k, h, PRESSED);
        }
        map->restCount += rests;
        map->wrongCount += rests != (h * sqrt(k / MASS) < limit);
        vlSeries_Add(rests ? map->rests : map->restless, k, 1e3 * h);
        VL_CSV_LABELLED(map->csv, methodNames[method], k, h, rests);
    }
    return 0;
}

// One legend is enough for all panels: the first one has it.
static const char* labelOf(Method method, const char* label)
{
    return method == (Method)0 ? label : "";
}

static double drawLimits(vlPanel* panel, vlCsv* csv, Method method)
{
    vlSeries* theory = vlPanel_AddSeries(panel, labelOf(method, "theory"), VL_SERIES_DASHED);
    vlSeries* measured = vlPanel_AddSeries(panel, labelOf(method, "measured"), VL_SERIES_MARKERS);
    double x = limitByTheory(method), worst = 0.0;
    vlSeries* dropped =
        vlPanel_AddSeries(panel, labelOf(method, "dropped 10 mm"), VL_SERIES_MARKERS);
    vlSeries_SetColour(theory, 6);
    vlSeries_SetColour(measured, 6);
    vlSeries_SetColour(dropped, 4);
    for (int row = 0; row < ROWS; ++row) {
        double h = stepAt(row), exact = x * x * MASS / (h * h),
               found = limitByLaw(method, h, PRESSED);
        double fallen = limitByLaw(method, h, DROPPED);
        worst = fmax(worst, fabs(found / exact - 1.0));
        vlSeries_Add(theory, exact, 1e3 * h);
        vlSeries_Add(measured, found, 1e3 * h);
        vlSeries_Add(dropped, fallen, 1e3 * h);
        VL_CSV_LABELLED(csv, methodNames[method], h, found, fallen, exact);
    }
    return worst;
}

static void judge(vlExperimentContext* ctx, Method method, const Map* map)
{
    char name[96];
    snprintf(name, sizeof name, "%s: stable points, of %d", methodNames[method], ROWS * COLUMNS);
    if (method == IMPLICIT) {
        vlExperiment_AtLeast(ctx, name, map->restCount, ROWS * COLUMNS);
        vlExperiment_AtMost(ctx, "implicit: largest energy above that at the start, J",
                            map->worst.gain, 0.0);
        vlExperiment_AtMost(ctx, "implicit: largest speed at the end, m/s", map->worst.speed,
                            AT_REST);
        vlExperiment_WithinPercent(ctx, "implicit: worst depth, of m g/k", map->worst.depth, 1.0,
                                   1.0);
    } else {
        vlExperiment_Report(ctx, name, map->restCount);
        snprintf(name, sizeof name, "%s: points that contradict theory", methodNames[method]);
        vlExperiment_AtMost(ctx, name, map->wrongCount, 0.0);
    }
}

// The world's own Euler and RK4 over the whole map.
static int compare(vlExperimentContext* ctx, Method method)
{
    char name[96];
    Agreement a = {0};
    for (int i = 0; i < ROWS * COLUMNS; ++i) {
        if (follow(ctx, method, stiffnessAt(i % COLUMNS), stepAt(i / COLUMNS), &a) != 0) {
            return 1;
        }
    }
    snprintf(name, sizeof name, "%s of the world: distance from the law, m", methodNames[method]);
    vlExperiment_AtMost(ctx, name, a.compared > 0 ? a.worst : nan(""), 1e-9);
    snprintf(name, sizeof name, "%s of the world: points compared", methodNames[method]);
    vlExperiment_Report(ctx, name, a.compared);
    snprintf(name, sizeof name, "%s of the world: points with damping cut", methodNames[method]);
    vlExperiment_Report(ctx, name, a.damped);
    snprintf(name, sizeof name, "%s of the world: points refused", methodNames[method]);
    vlExperiment_Report(ctx, name, a.refused);
    return 0;
}

static int runIntegrators(vlExperimentContext* ctx)
{
    vlFigure* figure = vlExperiment_OpenFigure(ctx, "integrators", "Cube of 1 kg on the floor");
    vlCsv* csv = vlExperiment_OpenCsv(ctx, "map", "method,k_N_per_m,step_s,rests");
    vlCsv* limits = vlExperiment_OpenCsv(
        ctx, "limits", "method,step_s,k_N_per_m,k_dropped_N_per_m,theory_N_per_m");
    for (int i = 0; i < METHODS; ++i) {
        Method method = (Method)i;
        vlPanel* panel = vlFigure_AddPanel(
            figure, &(vlPanelDef){.title = methodNames[i],
                                  .xLabel = method == IMPLICIT ? "stiffness (N/m)" : NULL,
                                  .yLabel = "step (ms)",
                                  .height = 120.0,
                                  .xLog = true,
                                  .yLog = true,
                                  .xMin = 1e3 / sqrt(CELL_K),
                                  .xMax = 1e7 * sqrt(CELL_K),
                                  .yMin = 1.0 / sqrt(CELL_H),
                                  .yMax = 10.0 * sqrt(CELL_H)});
        Map map = {.csv = csv};
        map.rests = vlPanel_AddSeries(panel, labelOf(method, "stable"), VL_SERIES_CELLS);
        map.restless = vlPanel_AddSeries(panel, labelOf(method, "unstable"), VL_SERIES_CELLS);
        vlSeries_SetCell(map.rests, CELL_K, CELL_H);
        vlSeries_SetCell(map.restless, CELL_K, CELL_H);
        if (fillMap(ctx, method, &map) != 0) {
            return 1;
        }
        judge(ctx, method, &map);
        if (method != IMPLICIT) {
            char name[96];
            snprintf(name, sizeof name, "%s: limit of k, largest deviation from theory",
                     methodNames[i]);
            vlExperiment_AtMost(ctx, name, drawLimits(panel, limits, method), 0.02);
        }
    }
    return compare(ctx, SYMPLECTIC) != 0 || compare(ctx, RUNGE_KUTTA) != 0;
}

const vlExperiment vlExperiment_Integrators = {
    "integrators", "Stiffness and step: explicit and implicit",
    "The implicit integrator is stable at any stiffness and "
    "step; explicit ones fail where theory predicts.",
    runIntegrators};
