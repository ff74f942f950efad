// SPDX-License-Identifier: MIT
// Every suite includes this: cmocka, after the system headers that it needs before it, and the
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

// In a group of suites (run_suite.c) each main is a function with a different name.
#ifdef VOLAR_SUITE
int VOLAR_SUITE(void);
#define main VOLAR_SUITE
#endif

// False for a NaN.
static inline bool vlIsNear(double value, double expected, double tolerance)
{
    return fabs(value - expected) <= tolerance;
}

#endif
