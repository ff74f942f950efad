// SPDX-License-Identifier: MIT
#include "bench/peers/peer_timing.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/peers/scenes.h"

#define MAX_ENGINES 8
// Steps of one turn. A turn is long enough that its first step, whose data the other engines have
// driven out of the caches, can be left out of the statistics without losing much.
#define TURN_STEPS 20
// Samples that are taken even when settling has used up the budget.
#define MIN_SAMPLES 5

typedef struct runner {
    const vlPeerEngine* engine;
    void* handle;
    vlPeerScene scene;
    int stepCount, settleCount, totalCount;
    int settledAt; // step of the first sample
    double spent;  // us
    double* samples;
    double* turnMedians; // us, one for each round; NAN if the engine took no sample in it
    int sampleCount;
    bool isOver;
} runner;

// False if the engine could not build the scene; stderr says so, and the engine is left out.
static bool startRunner(runner* run, const vlPeerEngine* engine, const vlPeerPlan* plan)
{
    char message[512] = "";
    double step = engine->kind == VL_PEER_EXPLICIT ? plan->stepExplicit : plan->step;
    *run = (runner){.engine = engine, .scene = plan->build(plan->bodyCount, step)};
    run->handle = engine->create(&run->scene, message, sizeof message);
    if (run->handle == NULL) {
        fprintf(stderr, "bench_peers: %s, %d bodies: %s: %s\n", plan->name, plan->bodyCount,
                engine->name, message);
        vlPeerScene_Destroy(&run->scene);
        return false;
    }
    run->settleCount = (int)lround(plan->settle / step);
    run->totalCount = (int)lround(plan->total / step);
    run->samples = vlPeer_Allocate((size_t)run->totalCount, sizeof *run->samples);
    run->turnMedians = vlPeer_Allocate((size_t)run->totalCount, sizeof *run->turnMedians);
    return true;
}

// Steps up to `target`, fewer if the budget runs out.
static void takeTurn(runner* run, int round, int target, double budget)
{
    int first = run->sampleCount;
    for (int i = 0; run->stepCount < target && !run->isOver; ++i) {
        bool isLate = run->spent > 1e6 * budget;
        double start = vlStats_Now();
        run->engine->step(run->handle);
        double time = vlStats_Now() - start;
        if ((run->stepCount >= run->settleCount || isLate) && i > 0) {
            if (run->sampleCount == 0) {
                run->settledAt = run->stepCount;
            }
            run->samples[run->sampleCount++] = time;
        }
        run->spent += time;
        ++run->stepCount;
        run->isOver = isLate && run->sampleCount >= MIN_SAMPLES;
    }
    // The order of the samples is not needed later.
    run->turnMedians[round] =
        vlStats_Summarise(run->samples + first, run->sampleCount - first).median;
}

// Angle of the rotation between two unit quaternions, degrees.
static double angleBetween(const double a[4], const double b[4])
{
    double dot = fabs(a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3]);
    return 2.0 * acos(fmin(dot, 1.0)) * 57.295779513082321;
}

static bool isOutside(const double p[3])
{
    // Written so that a NAN is outside. The centre of mass of a body on the floor is above it.
    return !(fabs(p[0]) < VL_PEER_PEN && fabs(p[1]) < VL_PEER_PEN && p[2] > 0.0);
}

static void judge(const runner* run, const vlPeerPlan* plan, vlPeerTiming* row)
{
    row->escapedCount = plan->hasPen ? 0 : -1;
    for (int i = 0; i < run->scene.dynamicCount; ++i) {
        const vlPeerBody* body = &run->scene.bodies[i];
        vlPeerState state;
        run->engine->getState(run->handle, i, &state);
        const double* v = state.linear;
        double d[3];
        for (int k = 0; k < 3; ++k) {
            d[k] = state.position[k] - body->position[k];
        }
        double moved = sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
        // A body whose pose is not finite counts as infinitely far: fmax would ignore a NAN.
        row->displacement = fmax(row->displacement, isnan(moved) ? (double)INFINITY : moved);
        row->tilt = fmax(row->tilt, angleBetween(state.rotation, body->rotation));
        row->speed = fmax(row->speed, sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]));
        if (plan->hasPen && isOutside(state.position)) {
            ++row->escapedCount;
        }
    }
}

static vlPeerTiming* addRow(runner* run, const vlPeerPlan* plan, vlPeerReport* report)
{
    vlPeerTiming* row = vlPeerReport_AddTiming(report);
    *row = (vlPeerTiming){.name = plan->name,
                          .bodyCount = plan->bodyCount,
                          .engine = run->engine->name,
                          .step = run->scene.step,
                          .settled = run->settledAt * run->scene.step,
                          .isSettled = run->settledAt >= run->settleCount,
                          .isComplete = run->stepCount >= run->totalCount,
                          .simulated = run->stepCount * run->scene.step};
    row->stats = vlStats_Summarise(run->samples, run->sampleCount);
    judge(run, plan, row);
    run->engine->remark(run->handle, row->remark, sizeof row->remark);
    return row;
}

static void endRunner(runner* run)
{
    run->engine->destroy(run->handle);
    vlPeerScene_Destroy(&run->scene);
    free(run->samples);
    free(run->turnMedians);
}

// Every engine's steps are spread evenly over the same number of rounds, and each round starts with
// another engine. Returns the number of rounds.
static int runAll(runner* runs, int count, double budget)
{
    int fewest = runs[0].totalCount;
    for (int i = 1; i < count; ++i) {
        fewest = runs[i].totalCount < fewest ? runs[i].totalCount : fewest;
    }
    int rounds = fewest > TURN_STEPS ? fewest / TURN_STEPS : 1;
    for (int round = 0; round < rounds; ++round) {
        for (int turn = 0; turn < count; ++turn) {
            runner* run = &runs[(round + turn) % count];
            long target = (long)run->totalCount * (round + 1) / rounds;
            takeTurn(run, round, (int)target, budget);
        }
    }
    return rounds;
}

// Volar's time over the engine's.
static double ratioOf(const runner* ours, const runner* theirs, int rounds)
{
    double* ratios = vlPeer_Allocate((size_t)rounds, sizeof *ratios);
    int count = 0;
    for (int i = 0; i < rounds; ++i) {
        double ratio = ours->turnMedians[i] / theirs->turnMedians[i];
        if (!isnan(ratio)) {
            ratios[count++] = ratio;
        }
    }
    double median = vlStats_Summarise(ratios, count).median;
    free(ratios);
    return median;
}

static bool isChosen(const vlPeerPlan* plan, const vlPeerEngine* engine)
{
    size_t length = strlen(engine->name);
    const char* at = plan->engines != NULL ? plan->engines : engine->name;
    while (strncmp(at, engine->name, length) != 0 || (at[length] != ',' && at[length] != '\0')) {
        at = strchr(at, ',');
        if (at == NULL) {
            return false;
        }
        ++at;
    }
    return true;
}

void vlPeer_TimeCase(const vlPeerPlan* plan, vlPeerReport* report)
{
    runner runs[MAX_ENGINES];
    int count = 0, engineCount = 0;
    const vlPeerEngine* const* engines = vlPeer_GetEngines(&engineCount);
    for (int i = 0; i < engineCount && count < MAX_ENGINES; ++i) {
        bool isTooLarge = engines[i]->maxBodies > 0 && plan->bodyCount > engines[i]->maxBodies;
        if (!engines[i]->isTruthOnly && !isTooLarge && isChosen(plan, engines[i]) &&
            startRunner(&runs[count], engines[i], plan)) {
            ++count;
        }
    }
    if (count == 0) {
        return;
    }
    int rounds = runAll(runs, count, plan->budget);
    for (int i = 0; i < count; ++i) {
        vlPeerTiming* row = addRow(&runs[i], plan, report);
        for (int k = 0; k < VL_PEER_KINDS; ++k) {
            row->ratio[k] = (double)NAN;
        }
        for (int j = 0; j < count; ++j) {
            if (runs[j].engine->kind != VL_PEER_OTHER && j != i) {
                row->ratio[runs[j].engine->kind] = ratioOf(&runs[j], &runs[i], rounds);
            }
        }
    }
    for (int i = 0; i < count; ++i) {
        endRunner(&runs[i]);
    }
}
