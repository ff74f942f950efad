// SPDX-License-Identifier: MIT
// Handing steps and views to a recorder makes no system call (so it takes no lock that has to wait,
// and no memory): a child process records, its writing thread may make calls, and the kernel kills
// the process at the first system call of the simulation's own thread.

#include <signal.h>

#include "forbidden_calls.h"
#include "recordings.h"
#include "test.h"

#define STEPS 2000

// What a loop does with a recorder, and calls that fail.
static bool recordSteps(vlTestRun* run, vlRecorder* recorder)
{
    bool ok = true;
    for (int i = 0; i < STEPS; ++i) {
        ok = vlSimulation_Step(run->simulation) == VL_OK && ok;
        vlResult added = vlRecorder_AddStep(recorder, run->simulation);
        ok = (added == VL_OK || added == VL_ERROR_FULL) && ok;
        if (i % 16 == 0) {
            size_t size = vlView_Write(run->simulation, NULL, NULL, run->view, run->viewCapacity);
            added = vlRecorder_AddView(recorder, run->view, size);
            ok = size > 0 && (added == VL_OK || added == VL_ERROR_FULL) && ok;
        }
        ok = vlRecorder_GetStatus(recorder).systemError == 0 && ok;
    }
    return ok && vlRecorder_GetStatus(recorder).steps > 0;
}

// Records in a child; returns how it ended (waitpid).
static int recordForbidden(size_t bufferSize, bool mustFail)
{
    vlTestRun run = vlTestRun_Open(20);
    vlRecorderDef def = {.bufferSize = bufferSize};
    int status = 0;
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        vlRecorder* recorder = NULL;
        // The thread is made here, because a fork copies only the calling thread.
        vlResult r = vlRecorder_Create("/dev/null", run.simulation, &def, &recorder, NULL, 0);
        if (r != VL_OK || !forbidSystemCalls()) {
            syscall(SYS_exit_group, CANNOT_FORBID);
        }
        if (mustFail) {
            (void)getppid();
        }
        syscall(SYS_exit_group, recordSteps(&run, recorder) ? 0 : 1);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    vlTestRun_Close(&run);
    return status;
}

static void recording_makes_no_system_call_in_the_loop(void** state)
{
    (void)state;
    int status = recordForbidden(0, true);
    skipIfNotForbidden(status);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGSYS); // the trap works
    status = recordForbidden(0, false);
    assert_true(endedWith(status, 0));
    status = recordForbidden(1, false); // most steps find the buffer full
    assert_true(endedWith(status, 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(recording_makes_no_system_call_in_the_loop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
