// SPDX-License-Identifier: MIT
#ifndef VOLAR_PLOT_TICKS_H
#define VOLAR_PLOT_TICKS_H

// The numbers of an axis: where they are, and how they are written. Linear axes step by 1, 2 or 5
// times a power of ten; logarithmic ones mark whole powers of ten.

#include <stdbool.h>
#include <stddef.h>

#define VL_MAX_TICKS 16

typedef struct vlTicks {
    int count;
    double at[VL_MAX_TICKS];
    double step; // distance of neighbours; a factor on a logarithmic axis
    bool isLog;
} vlTicks;

// At most about `wanted` (2 .. 8) ticks inside [lower, upper], lower < upper.
vlTicks vlTicks_Linear(double lower, double upper, int wanted);

// Powers of ten inside [lower, upper], 0 < lower < upper; every second, third ... one if there are
// more than `wanted`. If none or one falls inside, linear ticks take over.
vlTicks vlTicks_Log(double lower, double upper, int wanted);

// Marks between the ticks of a logarithmic axis: at 2, 3 ... 9 times each power of ten, or at the
// powers between if not all of them have ticks. There are none on an axis with linear ticks, or if
// more than VL_MAX_MINOR_TICKS would be needed.
#define VL_MAX_MINOR_TICKS 96
typedef struct vlMinorTicks {
    int count;
    double at[VL_MAX_MINOR_TICKS];
} vlMinorTicks;
vlMinorTicks vlTicks_Minor(const vlTicks* ticks, double lower, double upper);

// Text of tick i, UTF-8, with a true minus sign: as many decimals as are needed to distinguish
// neighbours, powers of ten beyond 1e5 and below 1e-3.
void vlTicks_Label(const vlTicks* ticks, int i, char* text, size_t size);

#endif
