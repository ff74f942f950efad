// SPDX-License-Identifier: MIT
#ifndef VOLAR_BASE_SINGLE_H
#define VOLAR_BASE_SINGLE_H

// The nearest number of single precision. gcc 12 leaves the rounding of (double)(float)x out where
// it computes two of them together, as at -O2 in { p[0] = (double)(float)p[0]; p[1] =
// (double)(float)p[1]; }: so the number of single precision is stored to memory, which the compiler
// cannot leave out.
static inline double vlRoundToSingle(double x)
{
    volatile float single = (float)x;
    return (double)single;
}

#endif
