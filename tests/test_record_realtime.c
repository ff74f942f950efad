// SPDX-License-Identifier: MIT
// Handing steps and views to a recorder makes no system call (so it takes no lock that has to wait,
// and no memory): a child process records with its writing thread left alone, and the kernel kills
// it at the first call of the simulation's own thread.

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "recordings.h"
#include "test.h"

#define STEPS 2000
#define CANNOT_FORBID 99

// From here on any system call of this thread but the exit ends the process.
static bool forbidSystemCalls(void)
{
    struct sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_exit_group, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
    };
    struct sock_fprog program = {sizeof code / sizeof code[0], code};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

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
        // The thread is made here: a fork takes only its own thread along.
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
    if (WIFEXITED(status) && WEXITSTATUS(status) == CANNOT_FORBID) {
        print_message("this kernel cannot forbid system calls to a thread\n");
        skip();
    }
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGSYS); // the trap works
    status = recordForbidden(0, false);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    status = recordForbidden(1, false); // most steps find the buffer full
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(recording_makes_no_system_call_in_the_loop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
