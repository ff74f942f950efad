// SPDX-License-Identifier: MIT
// The exact solver of small sets of impacts. Minimising the kinetic energy p'Wp/2 + u'p over p >= 0
// has the impulses as its solution; the active-set method of [LH74] finds it in a few rounds. The
// contacts of the set are those whose speed apart is zero. W is never singular on it, because a
// contact whose row depends on the others has zero speed already.

#include <math.h>
#include <string.h>

#include "planar/impact2.h"

enum { MOST = VL_EXACT_IMPACTS };

typedef struct Set {
    int index[MOST];
    int count;
} Set;

// Solves W_SS z = -u_S by Cholesky; false if the last row depends on the others.
static bool solveSet(const double* matrix, const double* speed, int n, const Set* set, double* z)
{
    double l[MOST][MOST];
    for (int i = 0; i < set->count; ++i) {
        double sum = -speed[set->index[i]];
        for (int j = 0; j <= i; ++j) {
            double value = matrix[set->index[i] * n + set->index[j]];
            for (int k = 0; k < j; ++k) {
                value -= l[i][k] * l[j][k];
            }
            if (i == j) {
                if (!(value > 1e-11 * matrix[set->index[i] * n + set->index[i]])) {
                    return false;
                }
                l[i][i] = sqrt(value);
            } else {
                l[i][j] = value / l[j][j];
                sum -= l[i][j] * z[j];
            }
        }
        z[i] = sum / l[i][i];
    }
    for (int i = set->count - 1; i >= 0; --i) {
        for (int k = i + 1; k < set->count; ++k) {
            z[i] -= l[k][i] * z[k];
        }
        z[i] /= l[i][i];
    }
    return true;
}

static void removeAt(Set* set, int place)
{
    for (int i = place; i + 1 < set->count; ++i) {
        set->index[i] = set->index[i + 1];
    }
    --set->count;
}

// Goes from p towards z as far as no impulse turns negative; drops those that reach zero. True once
// all of z is positive.
static bool goTowards(Set* set, const double* z, double* p)
{
    double part = 1.0;
    int first = -1;
    for (int i = 0; i < set->count; ++i) {
        int k = set->index[i];
        if (z[i] <= 0.0) {
            double share = p[k] / (p[k] - z[i]);
            if (first < 0 || share < part) {
                part = share;
                first = i;
            }
        }
    }
    for (int i = 0; i < set->count; ++i) {
        int k = set->index[i];
        p[k] += part * (z[i] - p[k]);
    }
    if (first < 0) {
        return true;
    }
    p[set->index[first]] = 0.0;
    removeAt(set, first);
    return false;
}

void vlImpact2_Solve(const double* matrix, const double* speed, int n, double* impulse)
{
    Set set = {.count = 0};
    bool isBarred[MOST] = {false};
    double fastest = 0.0;
    for (int i = 0; i < n; ++i) {
        impulse[i] = 0.0;
        fastest = fmax(fastest, fabs(speed[i]));
    }
    for (int round = 0; round < 4 * n + 4; ++round) {
        int worst = -1;
        double slowest = -1e-13 * fastest;
        for (int i = 0; i < n; ++i) {
            double u = speed[i];
            for (int j = 0; j < n; ++j) {
                u += matrix[i * n + j] * impulse[j];
            }
            bool isIn = isBarred[i];
            for (int j = 0; j < set.count; ++j) {
                isIn = isIn || set.index[j] == i;
            }
            if (!isIn && u < slowest) {
                slowest = u;
                worst = i;
            }
        }
        if (worst < 0) {
            return;
        }
        set.index[set.count++] = worst;
        double z[MOST];
        bool isSolved = solveSet(matrix, speed, n, &set, z);
        if (!isSolved) { // by rounding only: see the top
            isBarred[worst] = true;
            removeAt(&set, set.count - 1);
            continue;
        }
        memset(isBarred, 0, sizeof isBarred);
        while (!goTowards(&set, z, impulse) && set.count > 0) {
            if (!solveSet(matrix, speed, n, &set, z)) {
                break;
            }
        }
    }
}
