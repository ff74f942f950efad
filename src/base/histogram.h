// SPDX-License-Identifier: MIT
#ifndef VOLAR_BASE_HISTOGRAM_H
#define VOLAR_BASE_HISTOGRAM_H

// Histograms of times, four bins to an octave, from a quarter of a microsecond to a quarter of a
// second: as a view holds them.

#include <stdint.h>

#define VL_HISTOGRAM_BINS 80

// The bin that a time belongs to.
int vlHistogram_FindBin(double microseconds);
// Time (us) that `fraction` of the times counted do not exceed, to within a bin; 0 if there are
// none.
double vlHistogram_FindPercentile(const uint32_t bins[VL_HISTOGRAM_BINS], double fraction);

#endif
