// SPDX-License-Identifier: MIT
#include "app/sweep/sweep_effect.h"

#include <math.h>

static bool isDrawn(const vlSweepAxis* axis)
{
    return axis->spacing == VL_SWEEP_RANDOM || axis->spacing == VL_SWEEP_RANDOM_LOG;
}

static bool isSame(double a, double b)
{
    return a == b || (isnan(a) && isnan(b));
}

bool vlSweepEffect_Has(const vlSweepPlan* plan, const double* numbers, int axis)
{
    uint64_t stride = plan->draws; // from a value of the axis to the next
    size_t width = (size_t)(plan->axisCount + plan->columnCount);
    uint64_t count = (uint64_t)plan->axes[axis].count;
    for (int i = 0; i < plan->axisCount; ++i) {
        if (isDrawn(&plan->axes[i])) {
            return true;
        }
        stride *= i > axis ? (uint64_t)plan->axes[i].count : 1;
    }
    bool hasResult = false;
    for (uint64_t run = 0; run < plan->points; ++run) {
        const double* own = numbers + (size_t)run * width + plan->axisCount;
        bool isFirst = run / stride % count == 0;
        for (int i = 0; i < plan->columnCount; ++i) {
            hasResult = hasResult || !isnan(own[i]);
            if (!isFirst && !isSame(own[i], own[i - (ptrdiff_t)((size_t)stride * width)])) {
                return true;
            }
        }
    }
    return count < 2 || !hasResult;
}
