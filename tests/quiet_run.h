// SPDX-License-Identifier: MIT
#ifndef VOLAR_TESTS_QUIET_RUN_H
#define VOLAR_TESTS_QUIET_RUN_H

// A run that must neither allocate, lock nor make a system call. Only a separate program may
// include it, because the counted calls replace those of the C library.

#include "counted_calls.h"
#include "forbidden_calls.h"
#include "test.h"

typedef struct QuietRun {
    bool (*run)(void* rig); // true: everything went as expected
    void* rig;
} QuietRun;

static inline void checkCounts(QuietRun quiet)
{
    long allocationsBefore = allocations;
    long locksBefore = locks;
    bool ok = quiet.run(quiet.rig);
    assert_int_equal(allocations - allocationsBefore, 0);
    assert_int_equal(locks - locksBefore, 0);
    assert_true(ok);
}

static inline void runQuiet(void* argument)
{
    const QuietRun* quiet = argument;
    if (!quiet->run(quiet->rig)) {
        syscall(SYS_exit_group, 1);
    }
}

// How a process ended that made the run without system calls.
static inline int statusWithoutCalls(QuietRun quiet)
{
    return runForbidden(runQuiet, &quiet);
}

#endif
