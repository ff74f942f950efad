// SPDX-License-Identifier: MIT
#ifndef VOLAR_BASE_LOW_PASS_H
#define VOLAR_BASE_LOW_PASS_H

// A low-pass filter of second order, v'' + 2 z w v' + w^2 v = w^2 u with z = 1/sqrt(2) and
// w = 2 pi cut, solved by the trapezoidal (bilinear) rule. With c = half a piece of time:
//   v1 = v0 + c (a0 + a1),   a1 = a0 + c (w^2 (2 u - v0 - v1) - 2 z w (a0 + a1)).

#include <math.h>
#include <stdbool.h>

#include "volar/math.h"

#define VL_LOW_PASS_ROOT_TWO 1.41421356237309504880
// Time constants per piece. At 0.5 the bilinear rule moves the cut by 2%; a much larger value would
// make the filter of a slow device ring.
#define VL_LOW_PASS_LONGEST_PIECE 0.5
// After this many pieces the filter has forgotten its past to e^-22.
#define VL_LOW_PASS_MAX_PIECES 64

// The filter over one step of time.
typedef struct vlLowPass {
    bool isLong; // the step is so long that the output is the input
    int count;   // pieces of equal length; 0 if it is long
    double w, c, damping, stiffness, inverse;
} vlLowPass;

static inline vlLowPass vlLowPass_Over(double cut, double dt)
{
    vlLowPass filter;
    filter.w = 2.0 * VL_PI * cut;
    double pieces = ceil(filter.w * dt / VL_LOW_PASS_LONGEST_PIECE);
    filter.isLong = pieces > VL_LOW_PASS_MAX_PIECES;
    filter.count = filter.isLong ? 0 : (int)pieces;
    filter.c = filter.isLong ? 0.0 : 0.5 * dt / pieces;
    filter.damping = VL_LOW_PASS_ROOT_TWO * filter.w * filter.c;
    filter.stiffness = filter.w * filter.w * filter.c * filter.c;
    filter.inverse = 1.0 / (1.0 + filter.damping + filter.stiffness);
    return filter;
}

// One piece: the output *v and its rate *a, driven by the input u.
static inline void vlLowPass_Advance(const vlLowPass* filter, double u, double* v, double* a)
{
    double next = (*a * (1.0 - filter->damping - filter->stiffness) +
                   2.0 * filter->w * filter->w * filter->c * (u - *v)) *
                  filter->inverse;
    *v += filter->c * (*a + next);
    *a = next;
}

#endif
