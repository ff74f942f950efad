// SPDX-License-Identifier: MIT
// What every suite includes: cmocka, after the system headers that it needs before it.
#ifndef VOLAR_TESTS_TEST_H
#define VOLAR_TESTS_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#endif
