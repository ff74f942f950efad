// SPDX-License-Identifier: MIT
#include "app/cli/ending.h"

#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/helper_thread.h"

// A second signal within this time counts as part of the first: some senders, such as timeout(1),
// signal a program and then its whole process group.
#define SAME_SIGNAL 2e8 // ns
#define GRACE 1e9       // ns from the first signal to the end, inside a long call
#define ANSWER_TIME 5e8 // ns from the first signal to its answer, with a device
#define CUT_TIME 0.5    // s for the force to be cut; after that the program ends anyway
#define LAST_TICK 0.02  // s for loops that still run to send their devices a zero
#define POLL_NANOSECONDS 20000000L

typedef struct Ending {
    vlEndingDef def;
    pthread_mutex_t lock; // of all that follows
    pthread_cond_t changed;
    int number;       // of the signal that asked for the end; 0: none
    double askedTime; // ns
    bool isLongCall, isAnswered;
    bool isCutting, isCut;
} Ending;

static Ending ending = {.lock = PTHREAD_MUTEX_INITIALIZER};

static sigset_t signalSet(void)
{
    sigset_t set;
    (void)sigemptyset(&set);
    (void)sigaddset(&set, SIGINT);
    (void)sigaddset(&set, SIGTERM);
    (void)sigaddset(&set, SIGQUIT);
    // A program started by nohup is meant to go on.
    struct sigaction action;
    if (sigaction(SIGHUP, NULL, &action) != 0 || action.sa_handler != SIG_IGN) {
        (void)sigaddset(&set, SIGHUP);
    }
    if (ending.def.takesStop) {
        (void)sigaddset(&set, SIGTSTP);
    }
    return set;
}

static struct timespec timeAfter(double seconds)
{
    struct timespec time;
    (void)clock_gettime(CLOCK_MONOTONIC, &time);
    long nanoseconds = time.tv_nsec + (long)((seconds - (double)(time_t)seconds) * 1e9);
    time.tv_sec += (time_t)seconds + nanoseconds / 1000000000L;
    time.tv_nsec = nanoseconds % 1000000000L;
    return time;
}

// --- The thread that takes signals; called with the lock held ---

static void* cut(void* unused)
{
    (void)unused;
    ending.def.cutForce(ending.def.user);
    (void)pthread_mutex_lock(&ending.lock);
    ending.isCut = true;
    (void)pthread_cond_broadcast(&ending.changed);
    (void)pthread_mutex_unlock(&ending.lock);
    return NULL;
}

static void startCutting(void)
{
    pthread_t thread;
    if (ending.isCutting || ending.def.cutForce == NULL) {
        return;
    }
    ending.isCutting = vlHelperThread_Start(&thread, cut, NULL) == 0;
    if (ending.isCutting) {
        (void)pthread_detach(thread);
    }
}

static void say(const char* sentence)
{
    (void)!write(STDERR_FILENO, sentence, strlen(sentence));
}

static void endNow(int number)
{
    startCutting();
    struct timespec limit = timeAfter(CUT_TIME);
    while (ending.isCutting && !ending.isCut &&
           pthread_cond_timedwait(&ending.changed, &ending.lock, &limit) == 0) {
    }
    if (ending.def.cutForce != NULL) {
        const struct timespec pause = {0, (long)(LAST_TICK * 1e9)};
        (void)nanosleep(&pause, NULL);
        if (!ending.isCut) {
            say("\nvolar: a device's library does not answer; its force may still be on\n");
        }
    }
    _exit(128 + number);
}

static void take(int number, double now)
{
    if (ending.number == 0 && number != SIGQUIT) {
        ending.number = number;
        ending.askedTime = now;
        (void)pthread_cond_broadcast(&ending.changed);
        if (ending.isLongCall) {
            startCutting();
        }
    } else if (number == SIGQUIT || (number != SIGTSTP && now - ending.askedTime > SAME_SIGNAL)) {
        endNow(number);
    }
}

// Ends the program if the command does not. Something holds its loop, which leaves the last force
// on: a call of a maker's library, a disk, a clock.
static void watchTime(double now)
{
    double since = now - ending.askedTime;
    bool isWaited = ending.isLongCall || ending.isAnswered || ending.def.cutForce == NULL;
    if (ending.isLongCall && since > GRACE) {
        endNow(ending.number);
    }
    if (!isWaited && since > ANSWER_TIME) {
        say("\nvolar: the device's loop does not answer the signal; its force is being cut\n");
        endNow(ending.number);
    }
}

static void* watchSignals(void* unused)
{
    (void)unused;
    sigset_t set = signalSet();
    const struct timespec poll = {0, POLL_NANOSECONDS};
    bool isAsked = false;
    for (;;) {
        // Before the first signal there is no deadline to watch.
        int number = sigtimedwait(&set, NULL, isAsked ? &poll : NULL);
        (void)pthread_mutex_lock(&ending.lock);
        double now = vlClock_Now();
        if (number > 0) {
            take(number, now);
        }
        isAsked = ending.number != 0;
        if (isAsked) {
            watchTime(now);
        }
        (void)pthread_mutex_unlock(&ending.lock);
    }
    return NULL;
}

// --- The command ---

bool vlEnding_Begin(const vlEndingDef* def)
{
    pthread_t thread;
    pthread_condattr_t attributes;
    (void)pthread_condattr_init(&attributes);
    (void)pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    (void)pthread_cond_init(&ending.changed, &attributes);
    (void)pthread_condattr_destroy(&attributes);
    ending.def = *def;
    sigset_t set = signalSet();
    (void)pthread_sigmask(SIG_BLOCK, &set, NULL);
    (void)signal(SIGPIPE, SIG_IGN);
    bool isBegun = vlHelperThread_Start(&thread, watchSignals, NULL) == 0;
    if (isBegun) {
        (void)pthread_detach(thread);
    } else {
        (void)pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    }
    return isBegun;
}

int vlEnding_GetStatus(void)
{
    (void)pthread_mutex_lock(&ending.lock);
    int status = ending.number != 0 ? 128 + ending.number : 0;
    (void)pthread_mutex_unlock(&ending.lock);
    return status;
}

bool vlEnding_IsAsked(void)
{
    return vlEnding_GetStatus() != 0;
}

bool vlEnding_Wait(double seconds)
{
    struct timespec limit = timeAfter(seconds);
    (void)pthread_mutex_lock(&ending.lock);
    while (ending.number == 0 &&
           pthread_cond_timedwait(&ending.changed, &ending.lock, &limit) == 0) {
    }
    bool isAsked = ending.number != 0;
    (void)pthread_mutex_unlock(&ending.lock);
    return isAsked;
}

void vlEnding_Answer(void)
{
    (void)pthread_mutex_lock(&ending.lock);
    ending.isAnswered = true;
    (void)pthread_mutex_unlock(&ending.lock);
}

bool vlEnding_EnterLongCall(void)
{
    (void)pthread_mutex_lock(&ending.lock);
    bool isAsked = ending.number != 0;
    ending.isLongCall = true;
    (void)pthread_mutex_unlock(&ending.lock);
    return !isAsked;
}

void vlEnding_LeaveLongCall(void)
{
    (void)pthread_mutex_lock(&ending.lock);
    ending.isLongCall = false;
    (void)pthread_mutex_unlock(&ending.lock);
}
