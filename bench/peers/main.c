// SPDX-License-Identifier: MIT
// bench_peers: Volar beside ODE, Bullet and MuJoCo, on the same scenes in the same run.

#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "bench/peers/report.h"
#include "bench/peers/scenes.h"
#include "bench/peers/timing.h"
#include "bench/peers/truth.h"

typedef struct options {
    const char* jsonPath;
    double budget; // s; 0: chosen by isQuick
    bool isQuick;
} options;

static const char usage[] =
    "Usage: bench_peers [--quick] [--budget SECONDS] [--json PATH]\n"
    "Compares Volar with ODE, Bullet and MuJoCo: step times, and friction against closed form.\n"
    "  --quick           fewer bodies and steps, under a minute\n"
    "  --budget SECONDS  computing time one engine may spend on one scene (30; quick: 2)\n"
    "  --json PATH       where to write the results (build/bench-peers.json)\n"
    "  --help            this text\n";

const vlPeerEngine* const* vlPeer_GetEngines(int* count)
{
    static const vlPeerEngine* const engines[] = {
#if VL_PEERS_WITH_VOLAR
        &vlPeerVolar,
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

// Returns the program's exit code, or -1 to go on.
static int readOptions(int argc, char** argv, options* result)
{
    static const struct option known[] = {{"quick", no_argument, NULL, 'q'},
                                          {"budget", required_argument, NULL, 'b'},
                                          {"json", required_argument, NULL, 'j'},
                                          {"help", no_argument, NULL, 'h'},
                                          {NULL, 0, NULL, 0}};
    int option;
    while ((option = getopt_long(argc, argv, "", known, NULL)) != -1) {
        if (option == 'q') {
            result->isQuick = true;
        } else if (option == 'j') {
            result->jsonPath = optarg;
        } else if (option == 'h') {
            fputs(usage, stdout);
            return 0;
        } else {
            char* rest = NULL;
            result->budget = option == 'b' ? strtod(optarg, &rest) : 0.0;
            if (option != 'b' || *rest != '\0' || !(result->budget > 0.0)) {
                fputs(usage, stderr);
                return 2;
            }
        }
    }
    if (optind < argc) {
        fputs(usage, stderr);
        return 2;
    }
    return -1;
}

static void timeOne(vlPeerReport* report, const vlPeerPlan* plan)
{
    int first = report->timingCount;
    vlPeer_TimeCase(plan, report);
    vlPeerReport_PrintTimings(report, first);
    fflush(stdout);
}

static void timeAll(vlPeerReport* report, bool isQuick, double budget)
{
    static const int wallSizes[] = {3, 6, 13, 30, 48, 100, 300};
    int wallCount = isQuick ? 4 : (int)(sizeof wallSizes / sizeof wallSizes[0]);
    for (int i = 0; i < wallCount; i++) {
        // Volar's springs must carry the whole wall without buckling; above about 50 bricks the
        // stiffness for that is out of reach of a 5 ms step.
        vlPeerPlan plan = {.name = "wall",
                           .build = vlPeerScene_CreateWall,
                           .bodyCount = wallSizes[i],
                           .step = 0.005,
                           .stepVolar = wallSizes[i] >= 100 ? 0.001 : 0.005,
                           .settle = 1.0,
                           .total = isQuick ? 6.0 : 20.0,
                           .budget = budget};
        timeOne(report, &plan);
    }
    // The last hull lands after 0.75 s; another second lets the heap come to rest.
    for (int count = 50; count <= (isQuick ? 50 : 200); count *= 4) {
        vlPeerPlan plan = {.name = "pile",
                           .build = vlPeerScene_CreatePile,
                           .bodyCount = count,
                           .step = 0.001,
                           .stepVolar = 0.001,
                           .settle = 2.0,
                           .total = isQuick ? 3.0 : 4.0,
                           .budget = budget,
                           .hasPen = true};
        timeOne(report, &plan);
    }
}

int main(int argc, char** argv)
{
    options chosen = {.jsonPath = "build/bench-peers.json"};
    int code = readOptions(argc, argv, &chosen);
    if (code >= 0) {
        return code;
    }
    // Opened first: better to fail now than after minutes of measuring.
    FILE* file = fopen(chosen.jsonPath, "w");
    if (file == NULL) {
        fprintf(stderr, "bench_peers: %s: %s\n", chosen.jsonPath, strerror(errno));
        return 1;
    }
    if (chosen.budget <= 0.0) {
        chosen.budget = chosen.isQuick ? 2.0 : 30.0;
    }
    vlPeerReport* report = vlPeer_Allocate(1, sizeof *report);
    vlPeer_MeasureSpin(report);
    vlPeer_MeasureStickSlip(report);
    vlPeerReport_PrintTruths(report);
    fflush(stdout);
    timeAll(report, chosen.isQuick, chosen.budget);
    vlPeerReport_WriteJson(report, chosen.isQuick, file);
    free(report);
    if (fclose(file) != 0) {
        fprintf(stderr, "bench_peers: %s: %s\n", chosen.jsonPath, strerror(errno));
        return 1;
    }
    return 0;
}
