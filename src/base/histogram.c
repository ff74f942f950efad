// SPDX-License-Identifier: MIT
#include "base/histogram.h"

#include <math.h>

#include "base/power.h"

#define SHORTEST_BIN 0.25 // us
#define LONGEST 1e18      // us, beyond the last bin
#define LOG_2 0.69314718055994531

// There are four bins to an octave: 2^(-3/4), 2^(-1/2), 2^(-1/4).
static const double quarters[3] = {0.59460355750136051, 0.70710678118654757, 0.84089641525371461};

int vlHistogram_FindBin(double microseconds)
{
    if (!(microseconds > SHORTEST_BIN)) {
        return 0;
    }
    if (!(microseconds < LONGEST)) {
        return VL_HISTOGRAM_BINS - 1;
    }
    int octave;
    double part = frexp(microseconds / SHORTEST_BIN, &octave); // 0.5 to 1
    int bin = 4 * (octave - 1);
    for (int i = 0; i < 3; ++i) {
        bin += part >= quarters[i];
    }
    return bin < VL_HISTOGRAM_BINS - 1 ? bin : VL_HISTOGRAM_BINS - 1;
}

double vlHistogram_FindPercentile(const uint32_t bins[VL_HISTOGRAM_BINS], double fraction)
{
    double total = 0.0;
    for (int i = 0; i < VL_HISTOGRAM_BINS; ++i) {
        total += bins[i];
    }
    double wanted = fraction * total;
    double sum = 0.0;
    for (int i = 0; i < VL_HISTOGRAM_BINS; ++i) {
        double inBin = bins[i];
        if (inBin > 0.0 && sum + inBin >= wanted) {
            return SHORTEST_BIN * vlExp(0.25 * LOG_2 * (i + fmax(wanted - sum, 0.0) / inBin));
        }
        sum += inBin;
    }
    return 0.0;
}
