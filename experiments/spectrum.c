// SPDX-License-Identifier: MIT
#include "experiments/spectrum.h"

#include <volar/math.h>

#include "base/angle.h"

#define TURN (2.0 * VL_PI)

// The square of the k-th term of the transform. The angle is rotated from value to value: a sine
// and cosine for each value would take most of the time of an experiment.
static double powerOf(const double* values, int count, double mean, int k)
{
    double c = vlCosine(TURN * k / count), s = vlSine(TURN * k / count), x = 1.0, y = 0.0;
    double cw = vlCosine(TURN / count), sw = vlSine(TURN / count), xw = 1.0, yw = 0.0;
    double re = 0.0, im = 0.0;
    for (int i = 0; i < count; ++i) {
        double value = (0.5 - 0.5 * xw) * (values[i] - mean);
        re += value * x;
        im += value * y;
        double next = x * c - y * s;
        y = x * s + y * c;
        x = next;
        next = xw * cw - yw * sw;
        yw = xw * sw + yw * cw;
        xw = next;
    }
    return re * re + im * im;
}

double vlSpectrum_Band(const double* values, int count, double step, double lower, double upper)
{
    double mean = 0.0, power = 0.0;
    for (int i = 0; i < count; ++i) {
        mean += values[i] / count;
    }
    for (int k = 1; 2 * k <= count; ++k) {
        double frequency = k / (count * step);
        if (frequency >= lower && frequency <= upper) {
            // The negative frequency contains as much; the highest has no negative partner.
            power += (2 * k == count ? 1.0 : 2.0) * powerOf(values, count, mean, k);
        }
    }
    // Parseval; the squares of the window sum to 3/8 of the count.
    return sqrt(power / 0.375) / count;
}
