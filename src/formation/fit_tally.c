// SPDX-License-Identifier: MIT
// Counts the fits of many steps against their bounds.

#include "volar/formation_fit.h"

// There are four bins to an octave. Bin 0 holds everything up to 2^-19.75.
#define FIRST_OCTAVE (-20)
#define BINS_PER_OCTAVE 4

// Upper ends of the four bins of an octave: 2^(-3/4) ... 1.
static const double ends[BINS_PER_OCTAVE] = {0.59460355750136051, 0.70710678118654757,
                                             0.84089641525371461, 1.0};

static int binOf(double residual)
{
    if (!(residual > 0.0)) {
        return 0;
    }
    int exponent;
    double part = frexp(residual, &exponent); // 0.5 to 1
    int within = 0;
    while (within + 1 < BINS_PER_OCTAVE && part > ends[within]) {
        ++within;
    }
    int bin = BINS_PER_OCTAVE * (exponent - 1 - FIRST_OCTAVE) + within;
    if (bin < 0) {
        return 0;
    }
    return bin < VL_FIT_BINS ? bin : VL_FIT_BINS - 1;
}

double vlFitTally_GetQuantile(const vlFitTally* tally, double fraction)
{
    uint64_t wanted = (uint64_t)ceil(fraction * (double)tally->steps);
    uint64_t seen = 0;
    for (int i = 0; i < VL_FIT_BINS; ++i) {
        seen += tally->bins[i];
        if (seen >= wanted && seen > 0) {
            double end = ldexp(ends[i % BINS_PER_OCTAVE], i / BINS_PER_OCTAVE + 1 + FIRST_OCTAVE);
            return end < tally->footprintMax ? end : tally->footprintMax;
        }
    }
    return 0.0;
}

void vlFitTally_Add(vlFitTally* tally, const vlFormationFit* fit, const vlPairForce* forces,
                    bool isNamed, bool isSteady, double time)
{
    bool hasForce = fit->normalForce > VL_FIT_LEAST_FORCE;
    if (!hasForce || !isNamed) {
        tally->unnamed += hasForce ? 1 : 0;
        tally->forceless += isNamed ? 1 : 0;
        return;
    }
    if (!isSteady) {
        ++tally->unsteady;
        tally->unsteadyMax = fmax(tally->unsteadyMax, fit->footprint);
        return;
    }
    ++tally->steps;
    ++tally->bins[binOf(fit->footprint)];
    if (fit->reach <= VL_FIT_NARROW) {
        ++tally->narrow;
        tally->plainAbove2 += fit->plain >= 0.02 ? 1 : 0;
        tally->plainAbove5 += fit->plain >= 0.05 ? 1 : 0;
        tally->plainMax = fmax(tally->plainMax, fit->plain);
    } else {
        tally->widePlainMax = fmax(tally->widePlainMax, fit->plain);
    }
    tally->footprintAbove1 += fit->footprint >= 0.01 ? 1 : 0;
    tally->footprintAbove5 += fit->footprint >= 0.05 ? 1 : 0;
    tally->unexplained += fit->unexplained > 0.05 ? 1 : 0;
    tally->beyond += fit->beyond > 0.01 ? 1 : 0;
    tally->footprintMax = fmax(tally->footprintMax, fit->footprint);
    tally->beyondMax = fmax(tally->beyondMax, fit->beyond);
    tally->unexplainedSum += fit->unexplained;
    if (fit->unexplained > tally->unexplainedMax) {
        tally->unexplainedMax = fit->unexplained;
        tally->worst = forces[fit->worst];
        tally->worstTime = time;
    }
}

void vlFitTally_Merge(vlFitTally* tally, const vlFitTally* more)
{
    tally->steps += more->steps;
    tally->narrow += more->narrow;
    tally->plainAbove2 += more->plainAbove2;
    tally->plainAbove5 += more->plainAbove5;
    tally->footprintAbove1 += more->footprintAbove1;
    tally->footprintAbove5 += more->footprintAbove5;
    tally->unexplained += more->unexplained;
    tally->beyond += more->beyond;
    tally->unsteady += more->unsteady;
    tally->unnamed += more->unnamed;
    tally->forceless += more->forceless;
    tally->plainMax = fmax(tally->plainMax, more->plainMax);
    tally->widePlainMax = fmax(tally->widePlainMax, more->widePlainMax);
    tally->footprintMax = fmax(tally->footprintMax, more->footprintMax);
    tally->unsteadyMax = fmax(tally->unsteadyMax, more->unsteadyMax);
    tally->beyondMax = fmax(tally->beyondMax, more->beyondMax);
    tally->unexplainedSum += more->unexplainedSum;
    if (more->unexplainedMax > tally->unexplainedMax) {
        tally->unexplainedMax = more->unexplainedMax;
        tally->worst = more->worst;
        tally->worstTime = more->worstTime;
    }
    for (int i = 0; i < VL_FIT_BINS; ++i) {
        tally->bins[i] += more->bins[i];
    }
}

bool vlFitTally_IsResidualGood(const vlFitTally* tally, bool isRound)
{
    if (isRound) {
        return 1000 * tally->footprintAbove5 <= tally->steps;
    }
    return tally->footprintAbove5 == 0 && 500 * tally->footprintAbove1 <= tally->steps &&
           tally->plainAbove5 == 0 && 100 * tally->plainAbove2 <= tally->narrow;
}

bool vlFitTally_IsForceExplained(const vlFitTally* tally)
{
    return 1000 * tally->unexplained <= 15 * tally->steps;
}
