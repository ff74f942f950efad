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

static void runAll(Run* run)
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

// False for an option that is not known or a value that does not fit.
static bool readOption(Run* run, const char* name, const char* value)
{
    double number = 0.0;
    if (strcmp(name, "--integrator") == 0) {
        return vlHeart_ReadIntegrator(value, &run->def.integrator);
    }
    if (!vlHeart_ReadNumber(value, &number) || !(number > 0.0 || strcmp(name, "--restless") == 0)) {
        return false;
    }
    struct {
        const char* name;
        int* whole;
        double* real;
        double most;
    } options[] = {{"--scenes", &run->scenes, NULL, 1e6},
                   {"--jobs", &run->jobs, NULL, MOST_JOBS},
                   {"--restless", &run->restless, NULL, 1e6},
                   {"--step", NULL, &run->def.step, 1.0},
                   {"--stiffness", NULL, &run->def.stiffness, 1e15},
                   {"--seconds", NULL, &run->def.seconds, 1e6}};
    if (strcmp(name, "--seed") == 0 && number < 1e18) {
        run->def.seed = (uint64_t)number;
        return true;
    }
    for (size_t i = 0; i < sizeof options / sizeof options[0]; ++i) {
        if (strcmp(name, options[i].name) == 0 && number >= 0.0 && number <= options[i].most) {
            if (options[i].whole != NULL) {
                *options[i].whole = (int)number;
            } else {
                *options[i].real = number;
            }
            return true;
        }
    }
    return false;
}

int main(int argc, char** argv)
{
    Run run = {.def = vlRandomScene_Default(), .scenes = 20, .jobs = 1};
    run.def.seed = 1;
    for (int i = 1; i < argc; ++i) {
        if (strcmp(argv[i], "--all") == 0) {
            run.printsAll = true;
        } else if (i + 1 == argc || !readOption(&run, argv[i], argv[i + 1])) {
            (void)fprintf(stderr, "random_scenes: cannot use '%s %s'\n%s", argv[i],
                          i + 1 < argc ? argv[i + 1] : "", usage);
            return 2;
        } else {
            ++i;
        }
    }
    run.reports = calloc((size_t)run.scenes, sizeof *run.reports);
    if (run.reports == NULL || run.scenes < 1 || run.jobs < 1) {
        (void)fputs("random_scenes: too little memory, or fewer than one scene\n", stderr);
        return 2;
    }
    runAll(&run);
    bool isGood = report(&run);
    free(run.reports);
    return isGood ? 0 : 1;
}
