// SPDX-License-Identifier: MIT
// Helper threads of the program: which signals they take, and at which priority they run.

#include "base/helper_thread.h"

#include <sched.h>
#include <signal.h>

#include "test.h"

typedef struct Seen {
    sigset_t mask;
    int policy;
} Seen;

static void* look(void* user)
{
    Seen* seen = user;
    struct sched_param parameters;
    (void)pthread_sigmask(SIG_SETMASK, NULL, &seen->mask);
    (void)pthread_getschedparam(pthread_self(), &seen->policy, &parameters);
    return NULL;
}

static Seen startAndLook(void)
{
    Seen seen;
    pthread_t thread;
    (void)sigemptyset(&seen.mask);
    seen.policy = -1;
    assert_int_equal(vlHelperThread_Start(&thread, look, &seen), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
    return seen;
}

static void signals_from_outside_are_blocked_and_faults_are_not(void** state)
{
    (void)state;
    static const int outside[] = {SIGINT,  SIGTERM, SIGHUP,  SIGQUIT, SIGPIPE, SIGALRM,
                                  SIGUSR1, SIGUSR2, SIGTSTP, SIGXFSZ, SIGCHLD};
    static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS};
    Seen seen = startAndLook();
    for (size_t i = 0; i < sizeof outside / sizeof outside[0]; ++i) {
        assert_int_equal(sigismember(&seen.mask, outside[i]), 1);
    }
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; ++i) {
        assert_int_equal(sigismember(&seen.mask, faults[i]), 0);
    }
    assert_int_equal(seen.policy, SCHED_OTHER);
}

static void the_caller_keeps_its_own_mask(void** state)
{
    (void)state;
    sigset_t before, mine, after;
    (void)sigemptyset(&mine);
    (void)sigaddset(&mine, SIGUSR1);
    assert_int_equal(pthread_sigmask(SIG_BLOCK, &mine, &before), 0);
    (void)startAndLook();
    assert_int_equal(pthread_sigmask(SIG_SETMASK, &before, &after), 0);
    assert_int_equal(sigismember(&after, SIGUSR1), 1);
    assert_int_equal(sigismember(&after, SIGINT), sigismember(&before, SIGINT));
    assert_int_equal(sigismember(&after, SIGTERM), sigismember(&before, SIGTERM));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(signals_from_outside_are_blocked_and_faults_are_not),
        cmocka_unit_test(the_caller_keeps_its_own_mask),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
