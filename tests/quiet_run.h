// SPDX-License-Identifier: MIT
#ifndef VOLAR_TESTS_QUIET_RUN_H
#define VOLAR_TESTS_QUIET_RUN_H

// A run that must neither allocate, lock nor make a system call. Only a separate program may
// include it, because the counted calls replace those of the C library.

#include "counted_calls.h"
#include "forbidden_calls.h"
#include "test.h"

typedef struct QuietRun {
    void (*make)(void* rig);
    bool (*run)(void* rig); // true: everything went as expected
    void (*end)(void* rig);
    void* rig;
} QuietRun;

static inline void checkCounts(const QuietRun* quiet)
{
    skipIfSanitized();
    quiet->make(quiet->rig);
    long allocationsBefore = allocations;
    long locksBefore = locks;
    bool ok = quiet->run(quiet->rig);
    assert_int_equal(allocations - allocationsBefore, 0);
    assert_int_equal(locks - locksBefore, 0);
    assert_true(ok);
    quiet->end(quiet->rig);
}

static inline void runQuiet(void* argument)
{
    const QuietRun* quiet = argument;
    if (!quiet->run(quiet->rig)) {
        syscall(SYS_exit_group, 1);
    }
}

static inline void checkNoCalls(const QuietRun* quiet)
{
    skipIfSanitized();
    quiet->make(quiet->rig);
    QuietRun copy = *quiet;
    int status = runForbidden(runQuiet, &copy);
    quiet->end(quiet->rig);
    skipIfNotForbidden(status);
    assert_true(endedWith(status, 0));
}

#endif
