// SPDX-License-Identifier: MIT
#ifndef VOLAR_BASE_SYMMETRIC3_H
#define VOLAR_BASE_SYMMETRIC3_H

// Eigenvalues of a symmetric matrix of three rows by Jacobi's method.

#include <math.h>

// Turns rows and columns p and q so that their common entry vanishes.
static inline void vlSymmetric3_TurnPair(double m[3][3], int p, int q)
{
    if (m[p][q] == 0.0) {
        return;
    }
    double ratio = (m[q][q] - m[p][p]) / (2.0 * m[p][q]);
    double t = (ratio < 0.0 ? -1.0 : 1.0) / (fabs(ratio) + sqrt(ratio * ratio + 1.0));
    double c = 1.0 / sqrt(t * t + 1.0);
    double s = t * c;
    for (int k = 0; k < 3; ++k) {
        double x = m[k][p];
        double y = m[k][q];
        m[k][p] = c * x - s * y;
        m[k][q] = s * x + c * y;
    }
    for (int k = 0; k < 3; ++k) {
        double x = m[p][k];
        double y = m[q][k];
        m[p][k] = c * x - s * y;
        m[q][k] = s * x + c * y;
    }
}

// The least and the largest eigenvalue; `m` ends up diagonal. Each sweep squares the entries off
// the diagonal: four sweeps reach rounding for a matrix with a moderate ratio of the two, twelve
// for any matrix.
static inline void vlSymmetric3_FindEnds(double m[3][3], int sweeps, double* least, double* most)
{
    for (int sweep = 0; sweep < sweeps; ++sweep) {
        vlSymmetric3_TurnPair(m, 0, 1);
        vlSymmetric3_TurnPair(m, 0, 2);
        vlSymmetric3_TurnPair(m, 1, 2);
    }
    *least = fmin(m[0][0], fmin(m[1][1], m[2][2]));
    *most = fmax(m[0][0], fmax(m[1][1], m[2][2]));
}

#endif
