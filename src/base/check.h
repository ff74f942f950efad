// SPDX-License-Identifier: MIT
#ifndef VOLAR_BASE_CHECK_H
#define VOLAR_BASE_CHECK_H

// VL_ASSERT guards our own invariants only; an error that a caller can cause is a vlResult. Asserts
// are off in Release.

#ifdef NDEBUG
#define VL_ASSERT(condition) ((void)0)
#else
#include <assert.h>
#define VL_ASSERT(condition) assert(condition)
#endif

#endif
