// SPDX-License-Identifier: MIT
#ifndef VOLAR_TESTS_LYING_HD_H
#define VOLAR_TESTS_LYING_HD_H

// What a test asks the broken library of lying_hd.c; it finds these functions by name in it.

#include <stdbool.h>
#include <stdint.h>

// From now on its answers follow from the seed.
void vlLyingHd_Begin(uint64_t seed);
// Does its servo thread run?
bool vlLyingHd_IsRunning(void);

#endif
