// SPDX-License-Identifier: MIT
// volar run: simulates a built-in scene and tells what became of it.

#include <argp.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <volar/volar.h>

#include "app/cmd.h"
#include "bench/stats.h"
#include "models/body.h"
#include "models/pile.h"
#include "models/wall.h"

#define MAX_BODIES 512

typedef struct Scene {
    const char* name;
    const char* describes;
    double step; // s
    vlResult (*build)(vlWorld* world);
} Scene;

static vlResult buildWall(vlWorld* world)
{
    vlBodyId floor;
    vlWallDef wall = vlWall_Default(13);
    vlResult r = vlModel_AddFloor(world, &floor);
    return r == VL_OK ? vlModel_AddWall(world, &wall, NULL) : r;
}

static vlResult buildSpin(vlWorld* world)
{
    vlBodyId floor;
    vlBodyId block;
    vlTwist spin = vlModel_Moving(vlZero(), vlVec(0.0, 0.0, 10.0));
    vlResult r = vlModel_AddFloor(world, &floor);
    return r == VL_OK ? vlModel_AddBox(world, vlVec(1.0, 1.0, 0.2), 1.0, vlModel_At(0.0, 0.0, 0.1),
                                       spin, &block)
                      : r;
}

static vlResult buildPile(vlWorld* world)
{
    vlPileDef pile = vlPile_Default(60);
    return vlModel_AddPile(world, &pile, NULL);
}

static const Scene scenes[] = {
    {"wall", "13 bricks stand on a floor", 5e-3, buildWall},
    {"spin", "A spinning block is stopped by the friction of its whole face", 1e-3, buildSpin},
    {"pile", "60 mixed hulls fall into a pen", 1e-3, buildPile},
};
#define SCENE_COUNT ((int)(sizeof scenes / sizeof scenes[0]))

typedef struct Arguments {
    const char* name;
    double seconds;
    bool list;
} Arguments;

static error_t parseOption(int key, char* text, struct argp_state* state)
{
    Arguments* arguments = state->input;
    char* end;
    switch (key) {
    case 's':
        arguments->seconds = strtod(text, &end);
        if (*end != '\0' || !(arguments->seconds > 0.0) || arguments->seconds > 1e6) {
            argp_error(state, "--seconds is '%s'; expected a number above 0, at most 1e6", text);
        }
        return 0;
    case 'l': arguments->list = true; return 0;
    case ARGP_KEY_ARG:
        if (arguments->name != NULL) {
            argp_error(state, "one scene at a time; found also '%s'", text);
        }
        arguments->name = text;
        return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option options[] = {
    {"seconds", 's', "N", 0, "Simulate N seconds (default: 5)", 0},
    {"list", 'l', NULL, 0, "Name and describe the scenes", 0},
    {0}};

static const struct argp parser = {
    options,
    parseOption,
    "[SCENE]",
    "Simulates a built-in scene (default: wall) as fast as possible and reports on it."
    "\vExamples:\n  volar run\n  volar run pile --seconds 10\n"
    "Exit status: 0 good, 1 the run failed, 2 bad usage.",
    NULL,
    NULL,
    NULL};

typedef struct Motion {
    double fastest;       // m/s
    double kineticEnergy; // J
} Motion;

static Motion motionOf(const vlWorld* world)
{
    Motion m = {0.0, 0.0};
    for (int i = 0; i < vlWorld_GetBodyCount(world); ++i) {
        vlTwist twist;
        double energy;
        vlBodyId body = vlWorld_GetBody(world, i);
        if (vlBody_GetTwist(world, body, &twist) == VL_OK &&
            vlBody_GetKineticEnergy(world, body, &energy) == VL_OK) {
            m.fastest = fmax(m.fastest, vlLength(twist.linear));
            m.kineticEnergy += energy;
        }
    }
    return m;
}

static double deepestContact(const vlWorld* world, double* normalForce)
{
    double depth = 0.0;
    *normalForce = 0.0;
    for (int i = 0; i < vlWorld_GetContactCount(world); ++i) {
        vlContactReport report;
        if (vlWorld_GetContact(world, i, &report) == VL_OK) {
            depth = fmax(depth, report.depth);
            *normalForce += report.normalForce;
        }
    }
    return depth;
}

// One status line, rewritten in place on a terminal, about ten times a simulated second.
static void printProgress(const vlWorld* world, double seconds)
{
    vlStepInfo info = vlWorld_GetStepInfo(world);
    Motion m = motionOf(world);
    fprintf(stderr, "\r%6.2f / %g s  %4d contacts  fastest %8.2e m/s  ", info.time, seconds,
            info.contactCount, m.fastest);
}

static vlResult simulate(vlWorld* world, int steps, double seconds, double* samples)
{
    bool isTerminal = isatty(STDERR_FILENO) == 1;
    int stride = steps / 50 > 0 ? steps / 50 : 1;
    vlResult r = VL_OK;
    for (int i = 0; i < steps && r == VL_OK; ++i) {
        double start = vlStats_Now();
        r = vlWorld_Step(world);
        samples[i] = vlStats_Now() - start;
        if (isTerminal && (i % stride == 0 || i + 1 == steps)) {
            printProgress(world, seconds);
        }
    }
    if (isTerminal) {
        fputc('\n', stderr);
    }
    return r;
}

static void printSummary(const vlWorld* world, const Scene* scene, double* samples, int steps)
{
    vlStepInfo info = vlWorld_GetStepInfo(world);
    Motion m = motionOf(world);
    double force;
    double depth = deepestContact(world, &force);
    double total = 0.0;
    for (int i = 0; i < steps; ++i) {
        total += samples[i];
    }
    vlStats s = vlStats_Summarise(samples, steps);
    printf("scene             %s: %s\n", scene->name, scene->describes);
    printf("simulated         %.3f s in %d steps of %g ms\n", info.time, steps, 1e3 * scene->step);
    printf("computed in       %.3f s, %.0f times real time\n", 1e-6 * total,
           info.time / (1e-6 * total));
    printf("step time         median %.1f us, p99 %.1f, p99.9 %.1f, worst %.1f\n", s.median, s.p99,
           s.p999, s.worst);
    printf("contacts          %d, deepest %.3g mm, normal forces %.4g N in all\n",
           info.contactCount, 1e3 * depth, force);
    printf("motion            fastest %.3g m/s, kinetic energy %.3g J\n", m.fastest,
           m.kineticEnergy);
    printf("memory            %.1f kB, fixed at creation\n",
           (double)vlWorld_GetMemory(world) / 1024);
    printf("state hash        %016llx\n", (unsigned long long)vlWorld_GetHash(world));
}

static int runScene(const char* program, const Scene* scene, double seconds)
{
    vlWorldDef def = vlDefaultWorldDef();
    def.step = scene->step;
    def.capacity.bodies = MAX_BODIES;
    vlWorld* world = NULL;
    int steps = (int)ceil(seconds / scene->step - 1e-9);
    double* samples = malloc((size_t)steps * sizeof *samples);
    vlResult r = samples == NULL ? VL_ERROR_MEMORY : vlWorld_Create(&def, &world, NULL, 0);
    r = r == VL_OK ? scene->build(world) : r;
    r = r == VL_OK ? simulate(world, steps, seconds, samples) : r;
    if (r == VL_OK) {
        printSummary(world, scene, samples, steps);
    } else {
        fprintf(stderr, "%s: %s\n", program, vlResult_Text(r));
    }
    vlWorld_Destroy(world);
    free(samples);
    return r == VL_OK ? VL_EXIT_OK : VL_EXIT_FAILED;
}

int vlCmd_Run(int argc, char** argv)
{
    Arguments arguments = {NULL, 5.0, false};
    argp_parse(&parser, argc, argv, 0, NULL, &arguments);
    const char* names[SCENE_COUNT];
    const Scene* scene = arguments.name == NULL ? &scenes[0] : NULL;
    for (int i = 0; i < SCENE_COUNT; ++i) {
        names[i] = scenes[i].name;
        if (arguments.list) {
            printf("%-6s %s\n", names[i], scenes[i].describes);
        } else if (arguments.name != NULL && strcmp(arguments.name, names[i]) == 0) {
            scene = &scenes[i];
        }
    }
    if (arguments.list) {
        return VL_EXIT_OK;
    }
    if (scene == NULL) {
        const char* nearest = vlCmd_Nearest(arguments.name, names, SCENE_COUNT);
        fprintf(stderr, "%s: no scene '%s'; %s%s\n", argv[0], arguments.name,
                nearest != NULL ? "did you mean " : "--list names them",
                nearest != NULL ? nearest : "");
        return VL_EXIT_USAGE;
    }
    return runScene(argv[0], scene, arguments.seconds);
}
