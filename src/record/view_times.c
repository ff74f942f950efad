// SPDX-License-Identifier: MIT
// Histograms of times in a view.

#include <math.h>

#include "volar/view.h"

#define SHORTEST_BIN 0.25 // us

int vlView_FindBin(double microseconds)
{
    if (!(microseconds > SHORTEST_BIN)) {
        return 0;
    }
    double bin = floor(4.0 * log2(microseconds / SHORTEST_BIN));
    return bin < VL_VIEW_BINS - 1 ? (int)bin : VL_VIEW_BINS - 1;
}

double vlView_Percentile(const uint32_t bins[VL_VIEW_BINS], double fraction)
{
    double total = 0.0;
    for (int i = 0; i < VL_VIEW_BINS; ++i) {
        total += bins[i];
    }
    double wanted = fraction * total;
    double sum = 0.0;
    for (int i = 0; i < VL_VIEW_BINS; ++i) {
        double inBin = bins[i];
        if (inBin > 0.0 && sum + inBin >= wanted) {
            return SHORTEST_BIN * exp2(0.25 * (i + fmax(wanted - sum, 0.0) / inBin));
        }
        sum += inBin;
    }
    return 0.0;
}
