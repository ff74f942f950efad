// SPDX-License-Identifier: MIT
#ifndef VOLAR_EXPERIMENT_MEASURE_H
#define VOLAR_EXPERIMENT_MEASURE_H

// Reading a body, and a little statistics.

#include <volar/volar.h>

typedef struct vlReading {
    vlPose pose;
    vlVec3 centre; // of mass
    vlTwist twist;
    vlVec3 momentum; // angular, about the centre of mass
    double kinetic;  // J
} vlReading;

// Reads all of this; every value is NaN if the id is stale, so that no criterion can pass by
// accident.
vlReading vlReading_Read(const vlWorld* world, vlBodyId body);

// The straight line y = intercept + slope x by least squares; points are added one by one.
typedef struct vlFit {
    double n, sx, sy, sxx, sxy, syy;
} vlFit;
void vlFit_Add(vlFit* fit, double x, double y);
double vlFit_Slope(const vlFit* fit);
double vlFit_Intercept(const vlFit* fit);
// Fraction of the variance that the line explains, 0 .. 1.
double vlFit_RSquared(const vlFit* fit);

// Sorts in place.
void vlSort(double* values, int count);
// The value that a fraction `p` (0 .. 1) of the sorted values does not exceed.
double vlQuantile(const double* sorted, int count, double p);

#endif
