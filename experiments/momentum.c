// SPDX-License-Identifier: MIT
// Claim: contacts inside the implicit system exchange momentum without losing any, sticking or
// sliding: action and reaction are one element of the system, and rotation is integrated as angular
// momentum.
// Figure: relative error of both momenta, and kinetic energy, over time, of one collision.
// Set-up: no gravity, nothing static. A tool of 40 x 40 x 120 mm and 200 g meets a block of 80 x 60
// x 50 mm and 50 g at up to 1 m/s, mu = 0.4, step 1 ms, implicit, 40 seeded collisions of 1 s: half
// of them rotated and spinning at up to 10 rad/s, k = 1e6 N/m, half face to face, k = 1e4 N/m; then
// 10 of a tool with three blocks.
// Criteria: momentum and angular momentum about the origin constant to 1e-12 of the sum of the
// magnitudes of the bodies' momenta; kinetic energy at most 1e-8 above that at the start, as much
// as free rotation in steps of 10 mrad may cause; at least 30 of the 40 pairs meet, and some
// contacts stick and some slide.

#include <math.h>

#include "experiments/measure.h"
#include "experiments/registry.h"
#include "models/body_model.h"
#include "models/random.h"

#define STEP 1e-3
#define STIFFNESS 1e6
#define SOFT_STIFFNESS 1e4 // face to face: they stay together for some ten steps
#define MU 0.4
#define DURATION 1.0 // s
#define PAIRS 40
#define GROUPS 10
#define MAX_BODIES 4

typedef struct Group {
    vlWorld* world;
    int count;
    vlBodyId bodies[MAX_BODIES];
    double masses[MAX_BODIES];
} Group;

// Momenta of all bodies together.
typedef struct Sum {
    vlVec3 linear, angular;         // kg m/s, kg m2/s about the origin
    double linearSize, angularSize; // sums of magnitudes, the scale of rounding errors
    double kinetic;
} Sum;

typedef struct Outcome {
    double linear, angular; // largest relative errors
    double gain;            // of kinetic energy, largest, relative
    int sticking, sliding;  // contacts of all steps
} Outcome;

// How bodies are thrown: rotated and spinning, or face to face without rotation.
typedef enum Throw { SPINNING, FACE_TO_FACE } Throw;

static vlResult add(Group* group, vlRandom* random, Throw how, vlVec3 size, double mass, vlVec3 at)
{
    // Approximately towards the origin.
    vlVec3 aim = vlSub(vlRandom_InCube(random, 0.03), at);
    double speed = vlRandom_Range(random, 0.3, 1.0);
    vlVec3 velocity = vlScale(aim, speed / vlLength(aim));
    vlVec3 turned = vlRandom_InCube(random, 1.5);
    vlVec3 spin = vlRandom_InCube(random, 10.0 / sqrt(3.0));
    vlPose pose = {at, vlQuatFromRotationVector(how == SPINNING ? turned : vlZero())};
    vlTwist twist = {velocity, how == SPINNING ? spin : vlZero()};
    group->masses[group->count] = mass;
    return vlModel_AddBox(group->world, size, mass, pose, twist, &group->bodies[group->count++]);
}

static vlResult build(int blocks, Throw how, uint64_t seed, Group* group)
{
    vlRandom random = {seed};
    vlWorldDef def = vlDefaultWorldDef();
    def.step = STEP;
    def.gravity = vlZero();
    def.integrator = VL_INTEGRATOR_IMPLICIT;
    def.surface.stiffnessN = how == SPINNING ? STIFFNESS : SOFT_STIFFNESS;
    def.surface.frictionStatic = MU;
    def.surface.frictionDynamic = MU;
    *group = (Group){0};
    vlResult result = vlWorld_Create(&def, &group->world, NULL, 0);
    if (result == VL_OK) {
        result = add(group, &random, how, vlVec(0.04, 0.04, 0.12), 0.2, vlVec(-0.15, 0.0, 0.0));
    }
    for (int i = 0; i < blocks && result == VL_OK; ++i) {
        vlVec3 at = vlVec(0.1 + 0.05 * (i == 0), 0.12 * i - 0.2 * (i == 2), 0.1 * (i == 2));
        result = add(group, &random, how, vlVec(0.08, 0.06, 0.05), 0.05, at);
    }
    return result;
}

static Sum sumUp(const Group* group)
{
    Sum sum = {vlZero(), vlZero(), 0.0, 0.0, 0.0};
    for (int i = 0; i < group->count; ++i) {
        vlReading m = vlReading_Read(group->world, group->bodies[i]);
        vlVec3 linear = vlScale(m.twist.linear, group->masses[i]);
        vlVec3 angular = vlAdd(vlCross(m.centre, linear), m.momentum);
        sum.linear = vlAdd(sum.linear, linear);
        sum.angular = vlAdd(sum.angular, angular);
        sum.linearSize += vlLength(linear);
        sum.angularSize += vlLength(vlCross(m.centre, linear)) + vlLength(m.momentum);
        sum.kinetic += m.kinetic;
    }
    return sum;
}

static void countModes(const Group* group, Outcome* found)
{
    for (int i = 0; i < vlWorld_GetContactCount(group->world); ++i) {
        vlContactReport report;
        if (vlWorld_GetContact(group->world, i, &report) == VL_OK) {
            found->sticking += report.mode == VL_MODE_STATIC;
            found->sliding += report.mode == VL_MODE_DYNAMIC;
        }
    }
}

// Where the one collision that is shown is drawn; all NULL for the others.
typedef struct Show {
    vlSeries *linear, *angular, *kinetic;
} Show;

static int collide(vlExperimentContext* ctx, int blocks, int run, vlCsv* csv, const Show* show,
                   Outcome* found)
{
    Group group;
    vlResult result = build(blocks, run % 2 == 0 ? SPINNING : FACE_TO_FACE,
                            1000 * (uint64_t)blocks + (uint64_t)run, &group);
    Sum start = {0};
    if (result == VL_OK) {
        start = sumUp(&group);
    }
    *found = (Outcome){0};
    for (int i = 1; i <= (int)lround(DURATION / STEP) && result == VL_OK; ++i) {
        result = vlWorld_Step(group.world);
        Sum now = sumUp(&group);
        double linear = vlLength(vlSub(now.linear, start.linear)) / start.linearSize;
        double angular = vlLength(vlSub(now.angular, start.angular)) / start.angularSize;
        found->linear = fmax(found->linear, linear);
        found->angular = fmax(found->angular, angular);
        found->gain = fmax(found->gain, now.kinetic / start.kinetic - 1.0);
        countModes(&group, found);
        vlSeries_Add(show->linear, i * STEP, linear);
        vlSeries_Add(show->angular, i * STEP, angular);
        vlSeries_Add(show->kinetic, i * STEP, 1e3 * now.kinetic);
    }
    VL_CSV_ROW(csv, blocks, run, found->linear, found->angular, found->gain, found->sticking,
               found->sliding);
    int failed = vlExperiment_FailIf(ctx, result, group.world, "colliding");
    vlWorld_Destroy(group.world);
    return failed;
}

// Combines several collisions: the worst of each value.
typedef struct Series {
    Outcome worst;
    int met;
} Series;

static int collideMany(vlExperimentContext* ctx, int blocks, int runs, vlCsv* csv, const Show* show,
                       Series* all)
{
    const Show none = {0};
    *all = (Series){0};
    for (int run = 0; run < runs; ++run) {
        Outcome found;
        if (collide(ctx, blocks, run, csv, run == 0 ? show : &none, &found) != 0) {
            return 1;
        }
        all->worst.linear = fmax(all->worst.linear, found.linear);
        all->worst.angular = fmax(all->worst.angular, found.angular);
        all->worst.gain = fmax(all->worst.gain, found.gain);
        all->worst.sticking += found.sticking;
        all->worst.sliding += found.sliding;
        all->met += found.sticking + found.sliding > 0;
    }
    return 0;
}

static void judge(vlExperimentContext* ctx, const char* name, const Series* all, double met)
{
    char text[96];
    snprintf(text, sizeof text, "%s: momentum, largest relative error", name);
    vlExperiment_AtMost(ctx, text, all->worst.linear, 1e-12);
    snprintf(text, sizeof text, "%s: angular momentum, largest relative error", name);
    vlExperiment_AtMost(ctx, text, all->worst.angular, 1e-12);
    snprintf(text, sizeof text, "%s: largest gain of kinetic energy, relative", name);
    vlExperiment_AtMost(ctx, text, all->worst.gain, 1e-8);
    snprintf(text, sizeof text, "%s: collisions", name);
    vlExperiment_AtLeast(ctx, text, all->met, met);
    snprintf(text, sizeof text, "%s: steps of sticking contacts", name);
    vlExperiment_Above(ctx, text, all->worst.sticking, 0.0);
    snprintf(text, sizeof text, "%s: steps of sliding contacts", name);
    vlExperiment_Above(ctx, text, all->worst.sliding, 0.0);
}

static int runMomentum(vlExperimentContext* ctx)
{
    vlFigure* figure = vlExperiment_OpenFigure(ctx, "momentum", "Tool and block collide");
    vlPanel* error = vlFigure_AddPanel(figure, &(vlPanelDef){.yLabel = "error of the momentum",
                                                             .xMax = DURATION,
                                                             .yLog = true,
                                                             .yMin = 1e-18,
                                                             .yMax = 1e-10});
    vlPanel* energy = vlFigure_AddPanel(
        figure,
        &(vlPanelDef){.yLabel = "kinetic energy (mJ)", .xLabel = "time (s)", .xMax = DURATION});
    vlSeries* bound = vlPanel_AddSeries(error, "bound", VL_SERIES_REFERENCE);
    vlSeries_Add(bound, 0.0, 1e-12);
    vlSeries_Add(bound, DURATION, 1e-12);
    Show show = {vlPanel_AddSeries(error, "linear", VL_SERIES_LINE),
                 vlPanel_AddSeries(error, "angular", VL_SERIES_LINE),
                 vlPanel_AddSeries(energy, "", VL_SERIES_LINE)};
    vlCsv* csv = vlExperiment_OpenCsv(ctx, "collisions",
                                      "blocks,run,momentum_error,angular_momentum_error,"
                                      "largest_gain,sticking_steps,sliding_steps");
    const Show none = {0};
    Series pairs, groups;
    if (collideMany(ctx, 1, PAIRS, csv, &show, &pairs) != 0 ||
        collideMany(ctx, 3, GROUPS, csv, &none, &groups) != 0) {
        return 1;
    }
    judge(ctx, "pairs", &pairs, 30.0);
    judge(ctx, "groups of four", &groups, GROUPS);
    return 0;
}

const vlExperiment vlExperiment_Momentum = {
    "momentum", "Momentum of colliding bodies",
    "Contacts conserve momentum and angular momentum exactly, sticking or sliding.", runMomentum};
