// SPDX-License-Identifier: MIT
#include "experiments/touch_force.h"

#include <math.h>

double vlTouch_Smooth(double t)
{
    t = fmin(fmax(t, 0.0), 1.0);
    return t * t * t * (10.0 + t * (6.0 * t - 15.0));
}

// The force minus its mean, taken over 26 ticks in two passes, keeps what is faster than about 20
// Hz.
#define SMOOTHED 25

vlTouchForce vlTouch_MeasureForce(const vlVec3* force, int count, int from)
{
    vlTouchForce measured = {0.0, 0.0, 0.0};
    double square = 0.0;
    for (int i = from; i < count; ++i) {
        vlVec3 mean = vlZero();
        double weights = 0.0;
        for (int k = -SMOOTHED; k <= SMOOTHED; ++k) {
            if (i + k >= 0 && i + k < count) {
                double weight = SMOOTHED + 1 - fabs((double)k);
                mean = vlMulAdd(mean, weight, force[i + k]);
                weights += weight;
            }
        }
        vlVec3 fast = vlMulAdd(force[i], -1.0 / weights, mean);
        square += vlDot(fast, fast) / (count - from);
        measured.mean += vlLength(force[i]) / (count - from);
        double change = i > from ? vlLength(vlSub(force[i], force[i - 1])) : 0.0;
        measured.jump = fmax(measured.jump, change);
    }
    measured.ripple = sqrt(square) / measured.mean;
    measured.jump /= measured.mean;
    return measured;
}
