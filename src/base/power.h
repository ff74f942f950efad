// SPDX-License-Identifier: MIT
#ifndef VOLAR_BASE_POWER_H
#define VOLAR_BASE_POWER_H

// Powers and logarithms by plain sums, products, quotients and roots, which have the same bits on
// every processor (base/angle.h says why).

#include <math.h>

// e to the power of x, and the natural logarithm: accurate to 1.5 units in the last place. Beyond
// what a double holds, and for numbers that have no logarithm, what the C library gives: 0,
// infinity or not a number.
double vlExp(double x);
double vlLog(double x);
// x to the power of y, for x > 0; accurate to 4 |y log x| + 3 units in the last place.
double vlPower(double x, double y);
// Accurate to 1 unit in the last place.
double vlCubeRoot(double x);

// The double nearest to 10 to the power of n.
double vlTenTo(int n);
// The largest n for which vlTenTo(n) is not above x, for a finite x > 0.
int vlTensOf(double x);

// Length of (x, y), where the squares neither overflow nor vanish.
static inline double vlHypot(double x, double y)
{
    return sqrt(x * x + y * y);
}

#endif
