// SPDX-License-Identifier: MIT
#ifndef VOLAR_TESTS_FORBIDDEN_CALLS_H
#define VOLAR_TESTS_FORBIDDEN_CALLS_H

// Runs a function in a child process that the kernel kills at its first system call.

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "test.h"

// From now on the kernel kills this process at any system call except exit.
static inline bool forbidSystemCalls(void)
{
    struct sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_exit, 1, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_exit_group, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
    };
    struct sock_fprog program = {sizeof code / sizeof code[0], code};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

#define CANNOT_FORBID 99

// Runs `body` in a child without system calls; returns how the child ended (waitpid).
static inline int runForbidden(void (*body)(void*), void* argument)
{
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        if (!forbidSystemCalls()) {
            syscall(SYS_exit_group, CANNOT_FORBID);
        }
        body(argument);
        syscall(SYS_exit_group, 0);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    return status;
}

static inline bool endedWith(int status, int code)
{
    return WIFEXITED(status) && WEXITSTATUS(status) == code;
}

// Skips the running test if the child ended because the kernel cannot forbid system calls.
static inline void skipIfNotForbidden(int status)
{
    if (endedWith(status, CANNOT_FORBID)) {
        print_message("this kernel cannot forbid system calls to a process\n");
        skip();
    }
}

#endif
