// SPDX-License-Identifier: MIT
// A wall of bricks, [HS04] experiment 1, explicit: time of a whole step against the number of
// bricks. It also shows how regular that time is: the tail of the steps beside the tail of a fixed
// loop of the same length, run in turn with them, which shows what the machine alone adds.

#include <stdio.h>

#include "bench/bench.h"
#include "models/body_model.h"
#include "models/wall_model.h"

#define STEPS 3000
#define SETTLE_SECONDS 1.0

typedef struct Wall {
    vlWorld* world;
    double step;
} Wall;

static vlResult makeWall(int bricks, Wall* wall)
{
    vlWorldDef def = vlDefaultWorldDef();
    def.integrator = VL_INTEGRATOR_EULER;
    // A taller wall needs more stiffness, hence a shorter step.
    wall->step = bricks <= 48 ? 5e-3 : 1e-3;
    def.step = wall->step;
    def.capacity.bodies = bricks + 1;
    vlResult r = vlWorld_Create(&def, &wall->world, NULL, 0);
    vlBodyId floor;
    r = r == VL_OK ? vlModel_AddFloor(wall->world, &floor) : r;
    vlWallDef wallDef = vlWall_Default(bricks);
    return r == VL_OK ? vlModel_AddWall(wall->world, &wallDef, NULL) : r;
}

// Keeps the compiler from removing the loop.
static volatile double sink;

static double fixedLoop(int rounds)
{
    double start = vlStats_Now();
    double x = 1.0;
    for (int i = 0; i < rounds; ++i) {
        x = x * 0.999999 + 1e-6;
    }
    sink = x;
    return vlStats_Now() - start;
}

// Rounds of the fixed loop that take about as long as a step.
static int roundsFor(double wanted)
{
    int rounds = 64;
    for (int i = 0; i < 20; ++i) {
        double least = 1e9;
        for (int k = 0; k < 5; ++k) {
            double t = fixedLoop(rounds);
            least = t < least ? t : least;
        }
        if (least >= 0.9 * wanted) {
            break;
        }
        rounds = (int)((double)rounds * (least > 0.0 ? 1.05 * wanted / least : 2.0)) + 1;
    }
    return rounds;
}

static vlResult timeWall(vlBenchReport* report, int bricks)
{
    static double steps[STEPS];
    static double loops[STEPS];
    Wall wall = {NULL, 0.0};
    vlResult r = makeWall(bricks, &wall);
    double warm = 0.0;
    for (int i = 0; r == VL_OK && i < (int)(SETTLE_SECONDS / wall.step); ++i) {
        double start = vlStats_Now();
        r = vlWorld_Step(wall.world);
        warm = vlStats_Now() - start;
    }
    int rounds = roundsFor(warm);
    for (int i = 0; r == VL_OK && i < STEPS; ++i) {
        double start = vlStats_Now();
        r = vlWorld_Step(wall.world);
        steps[i] = vlStats_Now() - start;
        loops[i] = fixedLoop(rounds);
    }
    if (r == VL_OK) {
        vlStats loop = vlStats_Summarise(loops, STEPS);
        vlBench_AddCase(report, "wall", bricks, "volar", steps, STEPS, 0.0);
        vlStats step = report->cases[report->caseCount - 1].stats;
        vlBench_AddNote(
            report, "wall %3d: %4d contacts, %7.1f kB, p99.9/median %.2f (fixed loop %.2f)", bricks,
            vlWorld_GetContactCount(wall.world), (double)vlWorld_GetMemory(wall.world) / 1024.0,
            step.p999 / step.median, loop.p999 / loop.median);
    }
    vlWorld_Destroy(wall.world);
    return r;
}

int vlBench_Stack(vlBenchReport* report)
{
    static const int sizes[] = {3, 6, 13, 30, 48, 100, 300};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; ++i) {
        vlResult r = timeWall(report, sizes[i]);
        if (r != VL_OK) {
            fprintf(stderr, "bench stack: %s\n", vlResult_Text(r));
            return 1;
        }
    }
    return 0;
}
