// SPDX-License-Identifier: MIT
#include "bench/bench.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

void vlBench_AddCase(vlBenchReport* report, const char* name, int n, const char* engine,
                     double* samples, int count, double ourMedian)
{
    if (report->caseCount >= VL_MAX_BENCH_CASES) {
        return;
    }
    vlBenchCase* c = &report->cases[report->caseCount++];
    snprintf(c->name, sizeof c->name, "%s", name);
    c->n = n;
    c->engine = engine;
    c->stats = vlStats_Summarise(samples, count);
    c->ratio = ourMedian > 0.0 ? ourMedian / c->stats.median : (double)NAN;
}

void vlBench_AddNote(vlBenchReport* report, const char* format, ...)
{
    if (report->noteCount >= (int)(sizeof report->notes / sizeof report->notes[0])) {
        return;
    }
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(report->notes[report->noteCount++], sizeof report->notes[0], format, arguments);
    va_end(arguments);
}

double vlBench_ClockCost(void)
{
    double least = 1e9;
    for (int i = 0; i < 2000; ++i) {
        double start = vlStats_Now();
        double cost = vlStats_Now() - start;
        least = cost < least ? cost : least;
    }
    return least;
}
