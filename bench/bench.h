// SPDX-License-Identifier: MIT
#ifndef VOLAR_BENCH_BENCH_H
#define VOLAR_BENCH_BENCH_H

// Volar's own benchmarks, run by `volar bench NAME`. Times are of single calls or steps, without
// the cost of the clock itself; engines that are compared take turns, so that the machine's noise
// affects them alike.

#include "bench/stats.h"

#define VL_MAX_BENCH_CASES 64

// Median times of the stages of a step, us, and how often it solved its linear systems.
typedef struct vlBenchStages {
    double broadphase, collide, contact, solve, other;
    double meanSolves;
    int mostSolves; // most solves of a step; 0: the case has no stages
} vlBenchStages;

typedef struct vlBenchCase {
    char name[48];
    int n; // size of the case: vertices, bricks, bodies
    const char* engine;
    vlStats stats; // microseconds
    double ratio;  // our median over this engine's; NAN: nothing to compare with
    vlBenchStages stages;
} vlBenchCase;

typedef struct vlBenchReport {
    const char* bench;
    vlBenchCase cases[VL_MAX_BENCH_CASES];
    int caseCount;
    char notes[24][160]; // other measurements, one line each
    int noteCount;
} vlBenchReport;

// Sorts `samples`; a case that does not fit into the report is dropped silently. `ourMedian` is
// Volar's median of the same case, 0 if there is none or this is Volar's.
void vlBench_AddCase(vlBenchReport* report, const char* name, int n, const char* engine,
                     double* samples, int count, double ourMedian);
void vlBench_AddNote(vlBenchReport* report, const char* format, ...)
    __attribute__((format(printf, 2, 3)));

// Time that one call of the clock takes, us: the shortest of many.
double vlBench_ClockCost(void);

// Each returns 0, or 1 with a message on stderr if the scene could not be built.
int vlBench_Pair(vlBenchReport* report);
int vlBench_Stack(vlBenchReport* report);
int vlBench_Pile(vlBenchReport* report);
int vlBench_Record(vlBenchReport* report);
int vlBench_Viewer(vlBenchReport* report);
int vlBench_Implicit(vlBenchReport* report);
int vlBench_Haptic(vlBenchReport* report);
int vlBench_Planar(vlBenchReport* report);
int vlBench_Formations(vlBenchReport* report);
int vlBench_Mesh(vlBenchReport* report);
int vlBench_Pieces(vlBenchReport* report);
// The part of the mesh benchmark about gap queries.
int vlBench_MeshLevels(vlBenchReport* report);

#endif
