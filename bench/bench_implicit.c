// SPDX-License-Identifier: MIT
// The implicit integrator: time of a whole step, of its stages, and how often a step had to solve.
// The stages are read from the world's own clock, which adds about 0.2 us to a step. The notes also
// give the tail of the processor time: on a busy machine the tail of the clock time is time spent
// waiting.

#include <stdio.h>

#include "base/clock.h"
#include "bench/bench.h"
#include "bench/implicit_scenes.h"

#define MAX_SAMPLES 4000
#define STAGES 5

// Results of one run.
typedef struct Run {
    double step[MAX_SAMPLES]; // us, by the clock
    double busy[MAX_SAMPLES]; // us, of this thread on a processor
    double stage[STAGES][MAX_SAMPLES];
    double solves, contacts; // sums
    int mostSolves, unsettled, touched;
    double displacement; // m, largest over bodies from the first sample to the last
} Run;

static double threadTime(void)
{
    return 1e-3 * vlClock_ThreadNow();
}

static vlResult stepOnce(vlBenchScene* scene, int index)
{
    vlResult result = scene->drive != NULL ? scene->drive(scene, index * scene->step) : VL_OK;
    return result == VL_OK ? vlWorld_Step(scene->world) : result;
}

static void note(const vlBenchScene* scene, Run* run, int i)
{
    vlStepInfo info = vlWorld_GetStepInfo(scene->world);
    const vlStepProfile* p = &info.profile;
    const double stages[STAGES] = {p->broadphase, p->collide, p->contact, p->solve, p->integrate};
    for (int k = 0; k < STAGES; ++k) {
        run->stage[k][i] = 1e-3 * stages[k];
    }
    run->solves += info.solves;
    run->contacts += info.contactCount;
    run->mostSolves = info.solves > run->mostSolves ? info.solves : run->mostSolves;
    run->unsettled += info.unsettledIslands > 0;
    vlWrench wrench;
    if (vlWorld_IsValid(scene->world, scene->tool) &&
        vlBody_GetContactWrench(scene->world, scene->tool, &wrench) == VL_OK) {
        run->touched += vlLength(wrench.force) > 0.0;
    }
}

static vlResult readPlaces(const vlBenchScene* scene, vlVec3* places)
{
    vlResult result = VL_OK;
    for (int i = 0; i < scene->bodyCount && result == VL_OK; ++i) {
        result = vlBody_GetCentre(scene->world, scene->bodies[i], &places[i]);
    }
    return result;
}

static vlResult measure(vlBenchScene* scene, Run* run)
{
    vlVec3 before[VL_MAX_BENCH_BODIES], after[VL_MAX_BENCH_BODIES];
    int settle = (int)lround(scene->settle / scene->step);
    vlResult result = VL_OK;
    for (int i = 0; i < settle && result == VL_OK; ++i) {
        result = stepOnce(scene, i);
    }
    result = result == VL_OK ? readPlaces(scene, before) : result;
    for (int i = 0; i < scene->samples && result == VL_OK; ++i) {
        double busy = threadTime();
        double start = vlStats_Now();
        result = stepOnce(scene, settle + i);
        run->step[i] = vlStats_Now() - start;
        run->busy[i] = threadTime() - busy;
        note(scene, run, i);
    }
    result = result == VL_OK ? readPlaces(scene, after) : result;
    for (int i = 0; i < scene->bodyCount && result == VL_OK; ++i) {
        run->displacement = fmax(run->displacement, vlLength(vlSub(after[i], before[i])));
    }
    return result;
}

static void report(vlBenchReport* report, const vlBenchScene* scene, Run* run)
{
    int n = scene->samples;
    double medians[STAGES];
    for (int k = 0; k < STAGES; ++k) {
        medians[k] = vlStats_Summarise(run->stage[k], n).median;
    }
    vlBench_AddCase(report, scene->name, scene->n, "implicit", run->step, n, 0.0);
    vlBenchCase* added = &report->cases[report->caseCount - 1];
    added->stages = (vlBenchStages){medians[0], medians[1],      medians[2],     medians[3],
                                    medians[4], run->solves / n, run->mostSolves};
    vlStats busy = vlStats_Summarise(run->busy, n);
    char touched[32] = "";
    if (run->touched > 0) {
        snprintf(touched, sizeof touched, ", touched %.0f%%", 100.0 * run->touched / n);
    }
    vlBench_AddNote(report,
                    "%s %d: %.1f contacts%s, %.1f%% unsettled, moved %.2g mm; processor time "
                    "p99.9 %.1f, worst %.1f us",
                    scene->name, scene->n, run->contacts / n, touched, 100.0 * run->unsettled / n,
                    1e3 * run->displacement, busy.p999, busy.worst);
}

int vlBench_Implicit(vlBenchReport* results)
{
    vlBenchScene scenes[] = {vlBenchScene_Wall("wall 1ms 1e6N/m", 13, 1e-3, 1e6),
                             vlBenchScene_Wall("wall 1ms 1e6N/m", 30, 1e-3, 1e6),
                             vlBenchScene_Wall("wall 1ms 1e6N/m", 100, 1e-3, 1e6),
                             vlBenchScene_Wall("wall 5ms 1e5N/m", 13, 5e-3, 1e5),
                             vlBenchScene_Wall("wall 5ms 1e5N/m", 30, 5e-3, 1e5),
                             vlBenchScene_Wall("wall 5ms 1e5N/m", 100, 5e-3, 1e5),
                             vlBenchScene_Stack(),
                             vlBenchScene_Insect(),
                             vlBenchScene_Chain(),
                             vlBenchScene_Heap("heap falling", 0.0),
                             vlBenchScene_Heap("heap at rest", 4.0)};
    static Run run;
    vlResult result = VL_OK;
    for (size_t i = 0; i < sizeof scenes / sizeof scenes[0] && result == VL_OK; ++i) {
        run = (Run){0};
        result = scenes[i].build(&scenes[i]);
        result = result == VL_OK ? measure(&scenes[i], &run) : result;
        if (result == VL_OK) {
            report(results, &scenes[i], &run);
        } else {
            fprintf(stderr, "bench implicit: %s %d: %s\n", scenes[i].name, scenes[i].n,
                    vlResult_Text(result));
        }
        vlWorld_Destroy(scenes[i].world);
    }
    return result != VL_OK;
}
