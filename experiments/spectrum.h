// SPDX-License-Identifier: MIT
#ifndef VOLAR_EXPERIMENT_SPECTRUM_H
#define VOLAR_EXPERIMENT_SPECTRUM_H

// Root mean square of `count` equidistant values between two frequencies, by the discrete Fourier
// transform with a Hann window, which keeps a slow drift out of higher frequencies. `step` is the
// time between values; `upper` is at most half its inverse.
double vlSpectrum_Band(const double* values, int count, double step, double lower, double upper);

#endif
