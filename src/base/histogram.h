// SPDX-License-Identifier: MIT
#ifndef VOLAR_BASE_HISTOGRAM_H
#define VOLAR_BASE_HISTOGRAM_H

// Histograms of times, four bins to an octave, from a quarter of a microsecond to a quarter of a
// second. A view (volar/view.h) contains such histograms.

#include <stdint.h>

#define VL_HISTOGRAM_BINS 80

// The bin that a time belongs to.
int vlHistogram_FindBin(double microseconds);
// The time (us) that `fraction` of the counted times do not exceed, to within a bin; 0 if no time
// was counted.
double vlHistogram_FindPercentile(const uint32_t bins[VL_HISTOGRAM_BINS], double fraction);

#endif
