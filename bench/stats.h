// SPDX-License-Identifier: MIT
#ifndef VOLAR_BENCH_STATS_H
#define VOLAR_BENCH_STATS_H

// What every benchmark needs: a clock, and percentiles of step times. Header only, so that programs
// of different folders can share it without a library.

#include <math.h>
#include <stdlib.h>

#include "base/clock.h"

// Percentiles of a set of times, in the unit of the samples. All NAN when there are none.
typedef struct vlStats {
    int count;
    double median, p99, p999, worst;
} vlStats;

// Monotonic time, microseconds.
static inline double vlStats_Now(void)
{
    return 1e-3 * vlClock_Now();
}

static inline int vlStats_Compare(const void* a, const void* b)
{
    double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}

// Nearest rank: the smallest sample that at least `fraction` of all samples do not exceed. It never
// invents a value between two samples, which matters for the far tail.
static inline double vlStats_Percentile(const double* sorted, int count, double fraction)
{
    int rank = (int)ceil(fraction * (double)count);
    return sorted[rank < 1 ? 0 : rank - 1];
}

// Sorts `samples` in place.
static inline vlStats vlStats_Summarise(double* samples, int count)
{
    vlStats stats = {0, (double)NAN, (double)NAN, (double)NAN, (double)NAN};
    if (count > 0) {
        qsort(samples, (size_t)count, sizeof *samples, vlStats_Compare);
        stats.count = count;
        stats.median = vlStats_Percentile(samples, count, 0.5);
        stats.p99 = vlStats_Percentile(samples, count, 0.99);
        stats.p999 = vlStats_Percentile(samples, count, 0.999);
        stats.worst = samples[count - 1];
    }
    return stats;
}

#endif
