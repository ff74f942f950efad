// SPDX-License-Identifier: MIT
// bench_peers: Volar beside ODE, Bullet and MuJoCo, on the same scenes in the same run.

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if VL_PEERS_WITH_VOLAR
#include "bench/peers/forms_peers.h"
#endif
#include "bench/peers/peer_report.h"
#include "bench/peers/peer_timing.h"
#include "bench/peers/scenes.h"
#include "bench/peers/truth.h"

typedef struct options {
    const char* jsonPath;
    const char* formsPath; // NULL: no closed forms
    const char* tossPath;  // NULL: no tosses
    const char* only;      // only closed forms with this in their names; NULL: all
    double budget;         // s; 0: chosen by isQuick
    const char* scene;     // NULL: all
    int bodies;            // 0: any number
    const char* engines;   // NULL: all
    bool isQuick;
} options;

static const char usage[] =
    "Usage: bench_peers [--quick] [--budget SECONDS] [--scene NAME] [--bodies N] [--engines LIST]\n"
    "                   [--json PATH]\n"
    "       bench_peers --closed-forms PATH [--only TEXT]\n"
    "       bench_peers --tosses PATH\n"
    "Compares Volar with ODE, Bullet and MuJoCo: step times, and friction against closed form.\n"
    "  --quick           fewer bodies and steps, under a minute\n"
    "  --budget SECONDS  computing time one engine may spend on one scene (30; quick: 2)\n"
    "  --scene NAME      only this one: truth, wall, wall-1ms or pile\n"
    "  --bodies N        only scenes of N bodies\n"
    "  --engines LIST    time only these, for example volar-implicit,bullet,mujoco\n"
    "  --json PATH       where to write the results (build/bench-peers.json)\n"
    "  --closed-forms PATH  run the cases of `volar experiment closed-forms` in ODE, Bullet and\n"
    "                    MuJoCo, write a table to PATH and end; nothing else is measured\n"
    "  --only TEXT       of these, only those with TEXT in their names\n"
    "  --tosses PATH     run the real tosses of `volar experiment tosses` in Volar, MuJoCo, ODE "
    "and\n"
    "                    Bullet, write a table to PATH and end\n"
    "  --help            this text\n";

const vlPeerEngine* const* vlPeer_GetEngines(int* count)
{
    static const vlPeerEngine* const engines[] = {
#if VL_PEERS_WITH_VOLAR
        &vlPeerVolar,
        &vlPeerVolarImplicit,
#endif
        &vlPeerOdeQuick,
        &vlPeerOdeExact,
        &vlPeerBullet,
        &vlPeerMujoco,
        &vlPeerMujocoTorsion
    };
    *count = (int)(sizeof engines / sizeof engines[0]);
    return engines;
}

static bool isScene(const char* name)
{
    static const char* const names[] = {"truth", "wall", "wall-1ms", "pile"};
    bool isKnown = false;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
        isKnown |= strcmp(name, names[i]) == 0;
    }
    return isKnown;
}

// True if the text is a positive number from its beginning to its end.
static bool readNumber(const char* text, double* value)
{
    char* rest = NULL;
    *value = strtod(text, &rest);
    return *rest == '\0' && *value > 0.0;
}

static bool readOption(int option, options* result)
{
    double bodies = 0.0;
    switch (option) {
    case 'q': result->isQuick = true; return true;
    case 'j': result->jsonPath = optarg; return true;
    case 'e': result->engines = optarg; return true;
    case 'f': result->formsPath = optarg; return true;
    case 'o': result->only = optarg; return true;
    case 't': result->tossPath = optarg; return true;
    case 's': result->scene = optarg; return isScene(optarg);
    case 'b': return readNumber(optarg, &result->budget);
    case 'n':
        if (!readNumber(optarg, &bodies) || bodies > 1e6) {
            return false;
        }
        result->bodies = (int)bodies;
        return true;
    default: return false;
    }
}

// Returns the program's exit code, or -1 to go on.
static int readOptions(int argc, char** argv, options* result)
{
    static const struct option known[] = {{"quick", no_argument, NULL, 'q'},
                                          {"budget", required_argument, NULL, 'b'},
                                          {"scene", required_argument, NULL, 's'},
                                          {"bodies", required_argument, NULL, 'n'},
                                          {"engines", required_argument, NULL, 'e'},
                                          {"json", required_argument, NULL, 'j'},
                                          {"help", no_argument, NULL, 'h'},
                                          {"closed-forms", required_argument, NULL, 'f'},
                                          {"only", required_argument, NULL, 'o'},
                                          {"tosses", required_argument, NULL, 't'},
                                          {NULL, 0, NULL, 0}};
    int option;
    while ((option = getopt_long(argc, argv, "", known, NULL)) != -1) {
        if (option == 'h') {
            fputs(usage, stdout);
            return 0;
        }
        if (!readOption(option, result)) {
            fputs(usage, stderr);
            return 2;
        }
    }
    if (optind < argc) {
        fputs(usage, stderr);
        return 2;
    }
    return -1;
}

static bool isWanted(const options* chosen, const char* scene)
{
    return chosen->scene == NULL || strcmp(chosen->scene, scene) == 0;
}

static void timeOne(vlPeerReport* report, const options* chosen, vlPeerPlan plan)
{
    bool isOther = chosen->bodies > 0 && plan.bodyCount != chosen->bodies;
    if (!isWanted(chosen, plan.name) || isOther) {
        return;
    }
    plan.budget = chosen->budget;
    plan.engines = chosen->engines;
    int first = report->timingCount;
    vlPeer_TimeCase(&plan, report);
    vlPeerReport_PrintTimings(report, first);
    fflush(stdout);
}

static void timeWall(vlPeerReport* report, const options* chosen, const char* name, int bricks,
                     double step)
{
    // Explicit springs must carry the whole wall without buckling; above about 50 bricks the
    // stiffness for that is out of reach of a 5 ms step.
    timeOne(report, chosen,
            (vlPeerPlan){.name = name,
                         .build = vlPeerScene_CreateWall,
                         .bodyCount = bricks,
                         .step = step,
                         .stepExplicit = bricks > 50 ? 0.001 : step,
                         .settle = 1.0,
                         .total = chosen->isQuick ? 6.0 : 20.0});
}

static void timeAll(vlPeerReport* report, const options* chosen)
{
    static const int sizes[] = {3, 6, 13, 30, 48, 100, 300};
    static const int fineSizes[] = {13, 30, 100};
    bool isShort = chosen->isQuick && chosen->bodies == 0; // large scenes only when asked for
    for (int i = 0; i < (isShort ? 4 : 7); ++i) {
        timeWall(report, chosen, "wall", sizes[i], 0.005);
    }
    // The same at the step of a haptic loop.
    for (int i = 0; i < (isShort ? 2 : 3); ++i) {
        timeWall(report, chosen, "wall-1ms", fineSizes[i], 0.001);
    }
    // The last hull lands after 0.75 s; another second lets the heap come to rest.
    for (int bodies = 50; bodies <= (isShort ? 50 : 200); bodies *= 4) {
        timeOne(report, chosen,
                (vlPeerPlan){.name = "pile",
                             .build = vlPeerScene_CreatePile,
                             .bodyCount = bodies,
                             .step = 0.001,
                             .stepExplicit = 0.001,
                             .settle = 2.0,
                             .total = chosen->isQuick ? 3.0 : 4.0,
                             .hasPen = true});
    }
}

int main(int argc, char** argv)
{
    options chosen = {.jsonPath = "build/bench-peers.json"};
    int code = readOptions(argc, argv, &chosen);
    if (code >= 0) {
        return code;
    }
    if (chosen.formsPath != NULL || chosen.tossPath != NULL) {
#if VL_PEERS_WITH_VOLAR
        bool ok = chosen.formsPath != NULL ? vlPeer_RunForms(chosen.formsPath, chosen.only)
                                           : vlPeer_RunTosses(chosen.tossPath);
        return ok ? 0 : 1;
#else
        fputs("bench_peers: built without Volar, whose cases these are\n", stderr);
        return 2;
#endif
    }
    // The file is opened first: it is better to fail now than after minutes of measuring.
    FILE* file = fopen(chosen.jsonPath, "w");
    if (file == NULL) {
        fprintf(stderr, "bench_peers: %s: %s\n", chosen.jsonPath, strerror(errno));
        return 1;
    }
    if (chosen.budget <= 0.0) {
        chosen.budget = chosen.isQuick ? 2.0 : 30.0;
    }
    vlPeerReport* report = vlPeer_Allocate(1, sizeof *report);
    if (isWanted(&chosen, "truth")) {
        vlPeer_MeasureSpin(report);
        vlPeer_MeasureStickSlip(report);
        vlPeerReport_PrintTruths(report);
        fflush(stdout);
    }
    timeAll(report, &chosen);
    vlPeerReport_WriteJson(report, chosen.isQuick, file);
    bool isEmpty = report->timingCount + report->truthCount == 0;
    free(report);
    if (fclose(file) != 0) {
        fprintf(stderr, "bench_peers: %s: %s\n", chosen.jsonPath, strerror(errno));
        return 1;
    }
    if (isEmpty) {
        fputs("bench_peers: no such engine, or no such number of bodies\n", stderr);
        return 2;
    }
    return 0;
}
