// SPDX-License-Identifier: MIT
#ifndef VOLAR_MODEL_SWING_H
#define VOLAR_MODEL_SWING_H

// Follows an angle that swings about zero: its period and its turning points.

#include <math.h>

// The arithmetic-geometric mean: a pendulum of amplitude A swings 1/mean(1, cos(A/2)) times as long
// as one of a small amplitude.
static inline double vlSwing_Mean(double a, double b)
{
    while (fabs(a - b) > 1e-15 * a) {
        double mean = 0.5 * (a + b);
        b = sqrt(a * b);
        a = mean;
    }
    return a;
}

typedef struct vlSwingTrack {
    int count;                  // angles so far
    int passes;                 // upwards through zero
    double firstPass, lastPass; // s
    double before[2];           // rad, the last two angles
    double peak;                // rad, last turning point
    double firstPeak;
} vlSwingTrack;

// The next angle, `step` seconds after the last one. Passes and turning points lie between the
// steps: on a line and on a parabola.
static inline void vlSwingTrack_Add(vlSwingTrack* t, double angle, double step)
{
    double last = t->before[1];
    if (t->count > 2 && fabs(last) >= fabs(t->before[0]) && fabs(last) > fabs(angle)) {
        double bend = t->before[0] - 2.0 * last + angle;
        double rise = angle - t->before[0];
        t->peak = fabs(last - 0.125 * rise * rise / bend);
        t->firstPeak = t->firstPeak > 0.0 ? t->firstPeak : t->peak;
    }
    if (t->count > 1 && last < 0.0 && angle >= 0.0) {
        t->lastPass = step * (t->count - 1 + last / (last - angle));
        t->firstPass = t->passes == 0 ? t->lastPass : t->firstPass;
        ++t->passes;
    }
    t->before[0] = last;
    t->before[1] = angle;
    ++t->count;
}

// The mean over all periods, s.
static inline double vlSwingTrack_Period(const vlSwingTrack* t)
{
    return (t->lastPass - t->firstPass) / (t->passes - 1);
}

#endif
