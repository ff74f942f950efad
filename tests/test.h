// SPDX-License-Identifier: MIT
// What every suite includes: cmocka, after the system headers that it needs before it, and the
// comparison of two numbers.
#ifndef VOLAR_TESTS_TEST_H
#define VOLAR_TESTS_TEST_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

// False for a NaN.
static inline bool vlIsNear(double value, double expected, double tolerance)
{
    return fabs(value - expected) <= tolerance;
}

#endif
