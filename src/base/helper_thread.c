// SPDX-License-Identifier: MIT
#include "base/helper_thread.h"

#include <sched.h>
#include <signal.h>

static sigset_t signalsFromOutside(void)
{
    static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS};
    sigset_t set;
    (void)sigfillset(&set);
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; ++i) {
        (void)sigdelset(&set, faults[i]);
    }
    return set;
}

int vlHelperThread_Start(pthread_t* thread, void* (*run)(void*), void* user)
{
    // The caller may be in a real-time class; it must not pass that class on.
    pthread_attr_t attributes;
    struct sched_param parameters = {0};
    int error = pthread_attr_init(&attributes);
    if (error != 0) {
        return error;
    }
    (void)pthread_attr_setinheritsched(&attributes, PTHREAD_EXPLICIT_SCHED);
    (void)pthread_attr_setschedpolicy(&attributes, SCHED_OTHER);
    (void)pthread_attr_setschedparam(&attributes, &parameters);
    sigset_t blocked = signalsFromOutside(), before;
    (void)pthread_sigmask(SIG_BLOCK, &blocked, &before);
    error = pthread_create(thread, &attributes, run, user);
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    (void)pthread_attr_destroy(&attributes);
    return error;
}
