// SPDX-License-Identifier: MIT
#ifndef VOLAR_TESTS_DENSE_H
#define VOLAR_TESTS_DENSE_H

// Small dense matrices, row by row, kept as simple as possible so that they share nothing with the
// code that is tested against them.

#include <math.h>

#include "volar/math.h"

// The unit vector of direction k.
static inline vlVec3 vlDense_Axis(int k)
{
    return vlVec(k == 0 ? 1.0 : 0.0, k == 1 ? 1.0 : 0.0, k == 2 ? 1.0 : 0.0);
}

static inline void vlDense_Store(vlMat3 m, double out[9])
{
    const vlVec3 column[3] = {m.cx, m.cy, m.cz};
    for (int k = 0; k < 3; ++k) {
        out[k] = column[k].x;
        out[3 + k] = column[k].y;
        out[6 + k] = column[k].z;
    }
}

// Largest difference of two entries.
static inline double vlDense_Gap(const double* a, const double* b, int count)
{
    double gap = 0.0;
    for (int i = 0; i < count; ++i) {
        gap = fmax(gap, fabs(a[i] - b[i]));
    }
    return gap;
}

// Eigenvalues of the symmetric n x n matrix `a`, which ends up diagonal, and with `vectors` (may be
// NULL) its eigenvectors as columns. Cyclic Jacobi rotations.
static inline void vlDense_Eigen(int n, double* a, double* vectors)
{
    for (int i = 0; vectors != 0 && i < n * n; ++i) {
        vectors[i] = i % (n + 1) == 0 ? 1.0 : 0.0;
    }
    for (int sweep = 0; sweep < 30; ++sweep) { // quadratic at the end: ten are plenty up to n = 12
        double off = 0.0;
        for (int p = 0; p < n; ++p) {
            for (int q = p + 1; q < n; ++q) {
                double apq = a[p * n + q];
                off += fabs(apq);
                if (apq == 0.0) {
                    continue;
                }
                double tau = (a[q * n + q] - a[p * n + p]) / (2.0 * apq);
                double t = (tau >= 0.0 ? 1.0 : -1.0) / (fabs(tau) + sqrt(1.0 + tau * tau));
                double c = 1.0 / sqrt(1.0 + t * t);
                double s = t * c;
                for (int k = 0; k < n; ++k) {
                    double x = a[k * n + p];
                    double y = a[k * n + q];
                    a[k * n + p] = c * x - s * y;
                    a[k * n + q] = s * x + c * y;
                }
                for (int k = 0; k < n; ++k) {
                    double x = a[p * n + k];
                    double y = a[q * n + k];
                    a[p * n + k] = c * x - s * y;
                    a[q * n + k] = s * x + c * y;
                }
                for (int k = 0; vectors != 0 && k < n; ++k) {
                    double x = vectors[k * n + p];
                    double y = vectors[k * n + q];
                    vectors[k * n + p] = c * x - s * y;
                    vectors[k * n + q] = s * x + c * y;
                }
            }
        }
        if (off == 0.0) {
            return;
        }
    }
}

// Replaces the n x n matrix `m`, n <= 12, by its symmetric part without its negative eigenvalues.
static inline void vlDense_KeepPositive(int n, double* m)
{
    double a[144];
    double q[144];
    for (int i = 0; i < n * n; ++i) {
        a[i] = 0.5 * (m[i] + m[n * (i % n) + i / n]);
    }
    vlDense_Eigen(n, a, q);
    for (int i = 0; i < n * n; ++i) {
        m[i] = 0.0;
        for (int k = 0; k < n; ++k) {
            m[i] += fmax(a[(n + 1) * k], 0.0) * q[n * (i / n) + k] * q[n * (i % n) + k];
        }
    }
}

// Solves a x = b by elimination with partial pivoting; `a` is destroyed, `b` becomes x.
static inline void vlDense_Solve(int n, double* a, double* b)
{
    for (int i = 0; i < n; ++i) {
        int pivot = i;
        for (int j = i + 1; j < n; ++j) {
            pivot = fabs(a[j * n + i]) > fabs(a[pivot * n + i]) ? j : pivot;
        }
        for (int k = 0; k < n; ++k) {
            double t = a[i * n + k];
            a[i * n + k] = a[pivot * n + k];
            a[pivot * n + k] = t;
        }
        double t = b[i];
        b[i] = b[pivot];
        b[pivot] = t;
        for (int j = i + 1; j < n; ++j) {
            double f = a[j * n + i] / a[i * n + i];
            for (int k = i; k < n; ++k) {
                a[j * n + k] -= f * a[i * n + k];
            }
            b[j] -= f * b[i];
        }
    }
    for (int i = n - 1; i >= 0; --i) {
        for (int k = i + 1; k < n; ++k) {
            b[i] -= a[i * n + k] * b[k];
        }
        b[i] /= a[i * n + i];
    }
}

#endif
