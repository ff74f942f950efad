// SPDX-License-Identifier: MIT
#include "app/sweep/sweep_plan.h"

#include <float.h>
#include <math.h>

#include "base/decimal.h"
#include "base/hash.h"
#include "base/power.h"
#include "models/random.h"

vlSweepOutcome vlSweepOutcome_Of(vlResult result)
{
    return result == VL_OK                                      ? VL_SWEEP_DONE
           : result == VL_ERROR_MEMORY || result == VL_ERROR_IO ? VL_SWEEP_CANNOT
                                                                : VL_SWEEP_NO_RESULT;
}

// A random number for each point and axis, independent of what was drawn before.
static double drawAt(const vlSweepPlan* plan, uint64_t index, int axis)
{
    uint64_t hash = vlHash_Word(VL_HASH_SEED, plan->seed);
    hash = vlHash_Word(hash, index);
    hash = vlHash_Word(hash, (uint64_t)axis);
    vlRandom random = vlRandom_Seed(hash);
    return vlRandom_Uniform(&random);
}

// The number of the fewest digits within `error` of a value, as a share of it: 10, not
// 10.000000000000002.
static double roundest(double value, double error)
{
    char text[VL_DECIMAL_ROOM];
    double found = HUGE_VAL;
    for (int digits = 1; fabs(found - value) > error * fabs(value); ++digits) {
        vlDecimal_WriteDigits(value, digits, text); // 17 digits are the value itself
        (void)vlDecimal_IsAll(text, &found);
    }
    return found;
}

// A value between the ends of a logarithmic axis. What rounding takes off the logarithm of the
// quotient, off the share and off their product, 2.5 units in all, counts in the value as often as
// the logarithm is long, 14 times for a million: no one number of digits is right for all axes.
static double between(const vlSweepAxis* a, double share)
{
    double quotient = a->to / a->from;
    double error = 2.5 * DBL_EPSILON * (1.0 + fabs(vlLog(quotient)));
    double value = roundest(a->from * vlPower(quotient, share), error);
    return fmin(fmax(value, fmin(a->from, a->to)), fmax(a->from, a->to));
}

static double valueAt(const vlSweepPlan* plan, uint64_t index, int axis, uint64_t place)
{
    const vlSweepAxis* a = &plan->axes[axis];
    double share = a->count > 1 ? (double)place / (double)(a->count - 1) : 0.0;
    bool isRange = a->spacing == VL_SWEEP_GRID || a->spacing == VL_SWEEP_LOG;
    if (isRange && share == 1.0) {
        return a->to; // which rounding could exceed
    }
    switch (a->spacing) {
    case VL_SWEEP_GRID: return a->from + (a->to - a->from) * share;
    case VL_SWEEP_LOG: return share == 0.0 ? a->from : between(a, share);
    case VL_SWEEP_VALUES: return a->values[place];
    case VL_SWEEP_RANDOM: return a->from + (a->to - a->from) * drawAt(plan, index, axis);
    case VL_SWEEP_RANDOM_LOG: return a->from * vlPower(a->to / a->from, drawAt(plan, index, axis));
    }
    return (double)NAN;
}

void vlSweepPlan_GetValues(const vlSweepPlan* plan, uint64_t index, double* values)
{
    uint64_t rest = index / plan->draws;
    for (int i = plan->axisCount - 1; i >= 0; --i) {
        uint64_t count = (uint64_t)plan->axes[i].count;
        values[i] = valueAt(plan, index, i, rest % count);
        rest /= count;
    }
}
