// SPDX-License-Identifier: MIT
// A = U^T D U by block rows, right-looking, without square roots. When place k is done, its blocks
// W_ki = D_k U_ki, i > k, update the rest: A_ij -= U_ki^T W_kj. The upper triangle is kept, row by
// row, because then every kernel runs along rows and nothing is ever transposed. The later places
// of a row are sorted, and so are those of the rows they update, so that both are walked once.

#include "dynamics/block_cholesky.h"

#include "dynamics/block_kernels.h"

#define N VL_BLOCK
#define NN (VL_BLOCK * VL_BLOCK)
// A pivot below this part of its diagonal entry is rounding: elimination leaves about 1e-16 per
// operation of what it cancels. A larger limit would hold light bodies fixed that a heavy one rests
// on.
#define LEAST_PIVOT 1e-13

VL_KERNEL int factorBlock(double* restrict m, const double* restrict given)
{
    int held = 0;
    VL_UNROLL
    for (int j = 0; j < N; ++j) {
        double pivot = m[j * N + j];
        // Elimination only makes a pivot smaller, so this is false for anything but a positive
        // finite number.
        bool isSound = pivot > LEAST_PIVOT * given[j];
        double inverse = isSound ? 1.0 / pivot : 0.0;
        held += !isSound;
        m[j * N + j] = inverse;
        VL_UNROLL
        for (int p = j + 1; p < N; ++p) {
            double u = m[j * N + p] * inverse;
            VL_UNROLL
            for (int q = p; q < N; ++q) {
                m[p * N + q] -= u * m[j * N + q];
            }
            m[p * N + j] = u;
        }
    }
    return held;
}

// W_ki of A_ki: row r of it is the row of A less sum_s<r U_kk[s][r] W_ki[s].
VL_KERNEL void eliminateBlock(double* restrict w, const double* restrict diagonal)
{
    VL_UNROLL
    for (int q = 0; q < N; q += 2) {
        vlDouble2 x[N];
        VL_UNROLL
        for (int r = 0; r < N; ++r) {
            x[r] = vlDouble2_Load(&w[r * N + q]);
            VL_UNROLL
            for (int s = 0; s < r; ++s) {
                x[r] -= diagonal[r * N + s] * x[s];
            }
            vlDouble2_Store(&w[r * N + q], x[r]);
        }
    }
}

// U_ki = D_k^-1 W_ki.
VL_KERNEL void scaleBlock(double* restrict u, const double* restrict w,
                          const double* restrict diagonal)
{
    VL_UNROLL
    for (int r = 0; r < N; ++r) {
        VL_UNROLL
        for (int q = 0; q < N; ++q) {
            u[r * N + q] = w[r * N + q] * diagonal[r * N + r];
        }
    }
}

// C -= U^T W in columns q and q + 1 of the first `rows` rows.
VL_KERNEL void updateColumns(double* restrict c, const double* restrict u, const double* restrict w,
                             int q, int rows)
{
    vlDouble2 x[N];
    VL_UNROLL
    for (int r = 0; r < N; ++r) {
        x[r] = vlDouble2_Load(&w[r * N + q]);
    }
    VL_UNROLL
    for (int p = 0; p < rows; ++p) {
        vlDouble2 sum = vlDouble2_Load(&c[p * N + q]);
        VL_UNROLL
        for (int r = 0; r < N; ++r) {
            sum -= u[r * N + p] * x[r];
        }
        vlDouble2_Store(&c[p * N + q], sum);
    }
}

VL_KERNEL void updateBlock(double* restrict c, const double* restrict u, const double* restrict w)
{
    updateColumns(c, u, w, 0, N);
    updateColumns(c, u, w, 2, N);
    updateColumns(c, u, w, 4, N);
}

// Updates only the upper triangle, and the entries that share a pair with it.
VL_KERNEL void updateDiagonal(double* restrict c, const double* restrict u,
                              const double* restrict w)
{
    updateColumns(c, u, w, 0, 2);
    updateColumns(c, u, w, 2, 4);
    updateColumns(c, u, w, 4, 6);
}

int vlBlockCholesky_Factor(vlBlockSystem* system, int first, int end)
{
    vlBlockSystem* s = system;
    int held = 0;
    for (int k = first; k < end; ++k) {
        int from = s->columnStart[k];
        int to = s->columnStart[k + 1];
        const double* diagonal = s->diagonal[k].m;
        held += factorBlock(s->diagonal[k].m, &s->given[N * k]);
        for (int i = from; i < to; ++i) {
            eliminateBlock(s->blocks[i].m, diagonal);
        }
        for (int i = from; i < to; ++i) {
            double u[NN];
            scaleBlock(u, s->blocks[i].m, diagonal);
            int row = s->later[i];
            updateDiagonal(s->diagonal[row].m, u, s->blocks[i].m);
            int target = s->columnStart[row];
            for (int j = i + 1; j < to; ++j) {
                while (s->later[target] < s->later[j]) {
                    ++target;
                }
                updateBlock(s->blocks[target].m, u, s->blocks[j].m);
            }
        }
    }
    return held;
}

// U^T z = x within one block; z in place.
VL_KERNEL void solveForward(const double* restrict m, double* restrict x)
{
    VL_UNROLL
    for (int r = 1; r < N; ++r) {
        VL_UNROLL
        for (int s = 0; s < r; ++s) {
            x[r] -= m[r * N + s] * x[s];
        }
    }
}

// D U x = z within one block; x in place.
VL_KERNEL void solveBackward(const double* restrict m, double* restrict x)
{
    VL_UNROLL
    for (int r = N - 1; r >= 0; --r) {
        x[r] *= m[r * N + r];
        VL_UNROLL
        for (int s = r + 1; s < N; ++s) {
            x[r] -= m[s * N + r] * x[s];
        }
    }
}

int vlBlock_Factor(double* block, const double* given)
{
    return factorBlock(block, given);
}

void vlBlock_Solve(const double* block, double* x)
{
    solveForward(block, x);
    solveBackward(block, x);
}

static bool isZero(const double* x)
{
    bool isZero = true;
    for (int r = 0; r < N; ++r) {
        isZero = isZero && x[r] == 0.0;
    }
    return isZero;
}

void vlBlockCholesky_Solve(vlBlockSystem* system, int first, int end)
{
    const vlBlockSystem* s = system;
    double* y = s->vector;
    for (int k = first; k < end; ++k) {
        const double* diagonal = s->diagonal[k].m;
        double scaled[N];
        if (isZero(&y[N * k])) {
            continue; // the right side of one element alone is zero in most rows
        }
        solveForward(diagonal, &y[N * k]);
        for (int r = 0; r < N; ++r) {
            scaled[r] = -y[N * k + r] * diagonal[r * N + r];
        }
        for (int i = s->columnStart[k]; i < s->columnStart[k + 1]; ++i) {
            vlBlock_AddTransposed(&y[N * s->later[i]], s->blocks[i].m, scaled);
        }
    }
    for (int k = end - 1; k >= first; --k) {
        vlDouble2 sums[N] = {0};
        for (int i = s->columnStart[k]; i < s->columnStart[k + 1]; ++i) {
            vlBlock_AddProduct(sums, s->blocks[i].m, &y[N * s->later[i]]);
        }
        for (int r = 0; r < N; ++r) {
            y[N * k + r] -= sums[r][0] + sums[r][1];
        }
        solveBackward(s->diagonal[k].m, &y[N * k]);
    }
}
