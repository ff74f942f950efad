// SPDX-License-Identifier: MIT
// Preconditioned conjugate gradients on the unfactored blocks.

#include "dynamics/block_iterate.h"

#include <math.h>
#include <string.h>

#include "dynamics/block_cholesky.h"
#include "dynamics/block_kernels.h"

#define N VL_BLOCK

int vlBlockIterate_Factor(vlBlockSystem* system, int first, int end)
{
    int held = 0;
    for (int k = first; k < end; ++k) {
        system->inverse[k] = system->diagonal[k];
        held += vlBlock_Factor(system->inverse[k].m, &system->given[N * k]);
    }
    return held;
}

// image = A direction. Returns direction . image.
static double applySystem(vlBlockSystem* s, int first, int end)
{
    const double* p = s->direction;
    double* q = s->image;
    memset(&q[N * first], 0, (size_t)(end - first) * N * sizeof *q);
    double square = 0.0;
    for (int k = first; k < end; ++k) {
        vlDouble2 sums[N] = {0};
        vlBlock_AddProduct(sums, s->diagonal[k].m, &p[N * k]);
        for (int i = s->columnStart[k]; i < s->columnStart[k + 1]; ++i) {
            int later = s->later[i];
            vlBlock_AddProduct(sums, s->blocks[i].m, &p[N * later]);
            vlBlock_AddTransposed(&q[N * later], s->blocks[i].m, &p[N * k]);
        }
        // Earlier rows have added their part, so the entries of this row are complete.
        for (int r = 0; r < N; ++r) {
            q[N * k + r] += sums[r][0] + sums[r][1];
            square += p[N * k + r] * q[N * k + r];
        }
    }
    return square;
}

// image = the residual scaled by the inverse diagonal blocks. Returns residual . image.
static double scaleResidual(vlBlockSystem* s, int first, int end)
{
    double sum = 0.0;
    for (int k = first; k < end; ++k) {
        double* z = &s->image[N * k];
        const double* r = &s->residual[N * k];
        memcpy(z, r, N * sizeof *z);
        vlBlock_Solve(s->inverse[k].m, z);
        for (int i = 0; i < N; ++i) {
            sum += r[i] * z[i];
        }
    }
    return sum;
}

int vlBlockIterate_Solve(vlBlockSystem* system, int first, int end)
{
    double* x = system->vector;
    double* r = system->residual;
    double* p = system->direction;
    double* q = system->image;
    size_t bytes = (size_t)(end - first) * N * sizeof *x;
    memcpy(&r[N * first], &x[N * first], bytes);
    memset(&x[N * first], 0, bytes);
    double square = scaleResidual(system, first, end);
    memcpy(&p[N * first], &q[N * first], bytes);
    double enough = VL_BLOCK_RESIDUAL * VL_BLOCK_RESIDUAL * square;
    int count = 0;
    while (count < VL_MAX_BLOCK_ITERATIONS && square > enough) {
        double curvature = applySystem(system, first, end);
        double length = square / curvature;
        // Not positive beyond rounding: this direction cannot improve the solution.
        if (!(curvature > 0.0) || !isfinite(length)) {
            break;
        }
        for (int i = N * first; i < N * end; ++i) {
            x[i] += length * p[i];
            r[i] -= length * q[i];
        }
        double next = scaleResidual(system, first, end);
        double part = next / square;
        for (int i = N * first; i < N * end; ++i) {
            p[i] = q[i] + part * p[i];
        }
        square = next;
        ++count;
    }
    return count;
}
