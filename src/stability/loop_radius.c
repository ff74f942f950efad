// SPDX-License-Identifier: MIT
// The spectral radius by repeated squaring: |A^n|^(1/n) tends to it, and n = 2^32 comes from 32
// squarings. Each square is divided by its norm s, and the radius is gathered from the norms by
// square roots alone (T15.3):  r = sqrt(s0 sqrt(s1 sqrt(s2 ...))).

#include <math.h>

#include "stability/loop_map.h"

#define SQUARINGS 32
// A motion that neither grows nor shrinks has radius 1, computed to about this.
#define ROUNDING 1e-9
#define MOST_CERTAIN 28 // squarings, after which bounds are as coarse as ROUNDING
#define SCAN_STEPS 100  // over five powers of ten: steps of 12%
#define BISECTIONS 30

// b = a a, and its norm. Blocks of two rows and four columns keep the processor's adders busy; the
// rows and columns beyond the last are zero (vlLoop_BuildMap).
static double square(const vlLoopMap* a, vlLoopMap* b)
{
    int n = a->count;
    double norm = 0.0;
    for (int i = 0; i < n; i += 2) {
        for (int j = 0; j < n; j += 4) {
            double upper[4] = {0.0};
            double lower[4] = {0.0};
            for (int k = 0; k < n; ++k) {
                for (int c = 0; c < 4; ++c) {
                    upper[c] += a->a[i][k] * a->a[k][j + c];
                    lower[c] += a->a[i + 1][k] * a->a[k][j + c];
                }
            }
            for (int c = 0; c < 4; ++c) {
                norm += upper[c] * upper[c] + lower[c] * lower[c];
                b->a[i][j + c] = upper[c];
                b->a[i + 1][j + c] = lower[c];
            }
        }
    }
    b->count = n;
    return sqrt(norm);
}

static void divide(vlLoopMap* a, double norm)
{
    double factor = 1.0 / norm;
    int columns = (a->count + 3) / 4 * 4; // whole blocks
    for (int i = 0; i < a->count; ++i) {
        for (int j = 0; j < columns; ++j) {
            a->a[i][j] *= factor;
        }
    }
}

// A verdict from bounds, before the radius rho is known: rho^n <= |A^n|, and the trace of A^n is at
// most `count` rho^n. `factor` is |A^n|, by which `a` was divided in all.
typedef enum Verdict { OPEN, STABLE, UNSTABLE } Verdict;

static Verdict judge(const vlLoopMap* a, double factor)
{
    double trace = 0.0;
    for (int i = 0; i < a->count; ++i) {
        trace += a->a[i][i];
    }
    return factor < 0.5 ? STABLE : factor * fabs(trace) > 2.0 * (double)a->count ? UNSTABLE : OPEN;
}

// The radius. With `isVerdict` it only matters whether the radius is above 1, and 0 or HUGE_VAL may
// be returned for it: far from the boundary a third of the squarings are enough for that.
static double radiusOf(vlLoopMap* a, bool isVerdict)
{
    vlLoopMap b;
    double norms[SQUARINGS];
    double factor = 1.0;
    for (int k = 0; k < SQUARINGS; ++k) {
        vlLoopMap* from = k % 2 == 0 ? a : &b;
        vlLoopMap* to = k % 2 == 0 ? &b : a;
        norms[k] = square(from, to);
        if (!(norms[k] > 1e-290)) {
            return norms[k] >= 0.0 ? 0.0 : HUGE_VAL; // it died out, or it is not a number
        }
        if (norms[k] > 1e290) {
            return HUGE_VAL;
        }
        divide(to, norms[k]);
        factor *= factor * norms[k];
        // After more squarings, growth by 2 over n = 2^k steps is no more than the rounding of 1. A
        // large norm alone proves nothing, because the states have different units.
        isVerdict = isVerdict && k < MOST_CERTAIN && factor < 1e140;
        Verdict verdict = isVerdict ? judge(to, factor) : OPEN;
        if (verdict != OPEN) {
            return verdict == STABLE ? 0.0 : HUGE_VAL;
        }
    }
    double radius = 1.0;
    for (int k = SQUARINGS - 1; k >= 0; --k) {
        radius = sqrt(norms[k] * radius);
    }
    return radius;
}

static double radius(const vlLoop* loop, bool isVerdict)
{
    vlLoopMap map;
    vlLoop_BuildMap(loop, &map);
    return radiusOf(&map, isVerdict);
}

vlResult vlLoop_GetRadius(const vlLoop* loop, double* result)
{
    if (result == NULL || !vlLoop_IsInRange(loop)) {
        return VL_ERROR_ARGUMENT;
    }
    *result = radius(loop, false);
    return VL_OK;
}

vlResult vlLoop_IsStable(const vlLoop* loop, bool* isStable)
{
    if (isStable == NULL || !vlLoop_IsInRange(loop)) {
        return VL_ERROR_ARGUMENT;
    }
    *isStable = radius(loop, true) <= 1.0 + ROUNDING;
    return VL_OK;
}

// Whether the loop is unstable with this value of `parameter`, which is a number of `loop`.
static bool isUnstableAt(const vlLoop* loop, double* parameter, double value)
{
    *parameter = value;
    return !(radius(loop, true) <= 1.0 + ROUNDING);
}

// The lowest unstable value of `parameter`, which is a number of `loop`.
static double critical(vlLoop* loop, double* parameter, double most)
{
    const double factor = 1.12201845430196343559; // ten to the power of 5/SCAN_STEPS
    double stable = 0.0;
    double unstable = most * 1e-5;
    int step = 0;
    while (!isUnstableAt(loop, parameter, unstable)) {
        stable = unstable;
        if (step == SCAN_STEPS) {
            return most;
        }
        ++step;
        unstable = step == SCAN_STEPS ? most : unstable * factor;
    }
    if (step == 0) {
        return 0.0;
    }
    for (int i = 0; i < BISECTIONS; ++i) {
        double middle = 0.5 * (stable + unstable);
        if (isUnstableAt(loop, parameter, middle)) {
            unstable = middle;
        } else {
            stable = middle;
        }
    }
    return stable;
}

static vlResult findCritical(const vlLoop* loop, double most, bool isGain, double* result)
{
    if (result == NULL || !vlLoop_IsInRange(loop) || !(most > 0.0 && most <= 1e12)) {
        return VL_ERROR_ARGUMENT;
    }
    vlLoop copy = *loop;
    *result = critical(&copy, isGain ? &copy.gain : &copy.stiffness, most);
    return VL_OK;
}

vlResult vlLoop_GetCriticalGain(const vlLoop* loop, double most, double* gain)
{
    return findCritical(loop, most, true, gain);
}

vlResult vlLoop_GetCriticalStiffness(const vlLoop* loop, double most, double* stiffness)
{
    return findCritical(loop, most, false, stiffness);
}
