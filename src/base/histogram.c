// SPDX-License-Identifier: MIT
#include "base/histogram.h"

#include <math.h>

#define SHORTEST_BIN 0.25 // us

int vlHistogram_FindBin(double microseconds)
{
    if (!(microseconds > SHORTEST_BIN)) {
        return 0;
    }
    double bin = floor(4.0 * log2(microseconds / SHORTEST_BIN));
    return bin < VL_HISTOGRAM_BINS - 1 ? (int)bin : VL_HISTOGRAM_BINS - 1;
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
            return SHORTEST_BIN * exp2(0.25 * (i + fmax(wanted - sum, 0.0) / inBin));
        }
        sum += inBin;
    }
    return 0.0;
}
