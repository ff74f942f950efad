// SPDX-License-Identifier: MIT
// Runs random scenes and prints a line for each that fails, with its seed, and a summary.

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/heart/heart_arguments.h"
#include "tests/heart/random_scene.h"

#define MOST_JOBS 64

static const char usage[] =
    "usage: random_scenes [--scenes N] [--seed FIRST] [--step SECONDS] [--stiffness N_PER_M]\n"
    "                     [--seconds S] [--integrator NAME] [--jobs N] [--restless N] [--all]\n"
    "Scene k has the seed FIRST + k. Exits with 1 if a scene gains energy, leaves the box or "
    "stays\n"
    "deep, or if more than N of --restless (0) do not come to rest. --all prints every scene.\n";

typedef struct Run {
    vlRandomSceneDef def;
    int scenes, jobs, restless;
    bool printsAll;
    atomic_int next;
    vlRandomSceneReport* reports;
} Run;

static void* work(void* user)
{
    Run* run = user;
    for (;;) {
        int i = atomic_fetch_add(&run->next, 1);
        if (i >= run->scenes) {
            return NULL;
        }
        vlRandomSceneDef def = run->def;
        def.seed += (uint64_t)i;
        run->reports[i] = vlRandomScene_Run(&def);
    }
}

static bool runAll(Run* run)
{
    pthread_t thread[MOST_JOBS];
    int started = 0;
    while (started < run->jobs - 1 && pthread_create(&thread[started], NULL, work, run) == 0) {
        ++started;
    }
    (void)work(run);
    for (int i = 0; i < started; ++i) {
        (void)pthread_join(thread[i], NULL);
    }
    return true;
}

// True if the scenes are as they should be.
static bool report(const Run* run)
{
    int broken = 0, energy = 0, outside = 0, deep = 0, restless = 0, faulty = 0;
    long steps = 0, passes = 0, most = 0, unsettled = 0, restSteps = 0, restPasses = 0, wedged = 0;
    for (int i = 0; i < run->scenes; ++i) {
        const vlRandomSceneReport* r = &run->reports[i];
        char text[512];
        vlRandomScene_Describe(r, text, sizeof text);
        bool isFaulty = vlRandomScene_IsFaulty(r);
        if (isFaulty || run->printsAll) {
            printf("seed %llu: %d bodies, mu %.3f, %.2f s:%s\n",
                   (unsigned long long)(run->def.seed + (uint64_t)i), r->bodies, r->friction,
                   r->time, isFaulty ? text : " good");
        }
        faulty += isFaulty;
        broken += r->isBroken;
        energy += r->gainsEnergy;
        outside += r->isOutside;
        deep += r->isDeep;
        restless += r->isRestless;
        steps += r->steps;
        passes += r->passes;
        most = r->mostPasses > most ? r->mostPasses : most;
        unsettled += r->unsettled;
        restSteps += r->restSteps;
        restPasses += r->restPasses;
        wedged += r->wedged;
    }
    printf("%d scenes at %g ms: energy %d, outside %d, deep %d, not at rest %d, broken %d; %d with "
           "a fault; %ld contacts wedged\n",
           run->scenes, 1e3 * run->def.step, energy, outside, deep, restless, broken, faulty,
           wedged);
    printf("solver passes a step: mean %.2f, most %ld, in the last half second %.2f; steps with an "
           "unsettled island %.2f %%\n",
           (double)passes / (double)(steps + !steps), most,
           (double)restPasses / (double)(restSteps + !restSteps),
           100.0 * (double)unsettled / (double)(steps + !steps));
    return broken + energy + outside + deep == 0 && restless <= run->restless;
}

int main(int argc, char** argv)
{
    Run run = {.def = vlRandomScene_Default(), .scenes = 20, .jobs = 1};
    run.def.seed = 1;
    for (int i = 1; i < argc; ++i) {
        const char* value = i + 1 < argc ? argv[i + 1] : NULL;
        double number = 0.0;
        if (strcmp(argv[i], "--all") == 0) {
            run.printsAll = true;
            continue;
        }
        bool ok = strcmp(argv[i], "--integrator") == 0
                      ? vlHeart_ReadIntegrator(value, &run.def.integrator)
                      : vlHeart_ReadNumber(value, &number);
        run.scenes = strcmp(argv[i], "--scenes") == 0 ? (int)number : run.scenes;
        run.jobs = strcmp(argv[i], "--jobs") == 0 ? (int)number : run.jobs;
        run.restless = strcmp(argv[i], "--restless") == 0 ? (int)number : run.restless;
        run.def.seed = strcmp(argv[i], "--seed") == 0 ? (uint64_t)number : run.def.seed;
        run.def.step = strcmp(argv[i], "--step") == 0 ? number : run.def.step;
        run.def.stiffness = strcmp(argv[i], "--stiffness") == 0 ? number : run.def.stiffness;
        run.def.seconds = strcmp(argv[i], "--seconds") == 0 ? number : run.def.seconds;
        static const char* const known[] = {"--scenes",  "--seed",       "--step", "--stiffness",
                                            "--seconds", "--integrator", "--jobs", "--restless"};
        bool isKnown = false;
        for (size_t k = 0; k < sizeof known / sizeof known[0]; ++k) {
            isKnown = isKnown || strcmp(argv[i], known[k]) == 0;
        }
        if (!ok || !isKnown) {
            (void)fputs(usage, stderr);
            return 2;
        }
        ++i;
    }
    if (run.scenes < 1 || run.scenes > 1000000 || run.jobs < 1 || run.jobs > MOST_JOBS) {
        (void)fputs(usage, stderr);
        return 2;
    }
    run.reports = calloc((size_t)run.scenes, sizeof *run.reports);
    if (run.reports == NULL || !runAll(&run)) {
        (void)fputs("there is too little memory\n", stderr);
        return 2;
    }
    bool isGood = report(&run);
    free(run.reports);
    return isGood ? 0 : 1;
}
