// SPDX-License-Identifier: MIT
#ifndef VOLAR_DYNAMICS_BLOCK_KERNELS_H
#define VOLAR_DYNAMICS_BLOCK_KERNELS_H

// Products of 6 x 6 blocks and vectors, entries taken two at a time.
//
// The pairs are written out because compilers do not find them all: plain loops took 1.4 times as
// long with gcc and clang at -O3. Registers of four were tried too (AVX2 where the machine has it)
// and dropped: they were a quarter faster, but needed a second build of everything.

#include <string.h>

#include "dynamics/block_system.h"

#define VL_KERNEL static inline __attribute__((always_inline))
// Stands before a loop of up to six rounds. Compilers unroll such loops at -O3 only, and a package
// may be built with less: then a step took 1.4 times as long.
#define VL_UNROLL _Pragma("GCC unroll 6")

// Two entries side by side in a row.
typedef double vlDouble2 __attribute__((vector_size(16)));

VL_KERNEL vlDouble2 vlDouble2_Load(const double* from)
{
    vlDouble2 pair;
    memcpy(&pair, from, sizeof pair);
    return pair;
}

VL_KERNEL void vlDouble2_Store(double* to, vlDouble2 pair)
{
    memcpy(to, &pair, sizeof pair);
}

// sums += M x, even and odd columns apart; 6 sums.
VL_KERNEL void vlBlock_AddProduct(vlDouble2* restrict sums, const double* restrict m,
                                  const double* restrict x)
{
    VL_UNROLL
    for (int q = 0; q < VL_BLOCK; q += 2) {
        vlDouble2 factors = vlDouble2_Load(&x[q]);
        VL_UNROLL
        for (int r = 0; r < VL_BLOCK; ++r) {
            sums[r] += factors * vlDouble2_Load(&m[r * VL_BLOCK + q]);
        }
    }
}

// y += M^T x.
VL_KERNEL void vlBlock_AddTransposed(double* restrict y, const double* restrict m,
                                     const double* restrict x)
{
    VL_UNROLL
    for (int q = 0; q < VL_BLOCK; q += 2) {
        vlDouble2 sum = vlDouble2_Load(&y[q]);
        VL_UNROLL
        for (int r = 0; r < VL_BLOCK; ++r) {
            sum += x[r] * vlDouble2_Load(&m[r * VL_BLOCK + q]);
        }
        vlDouble2_Store(&y[q], sum);
    }
}

#endif
