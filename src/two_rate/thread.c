// SPDX-License-Identifier: MIT
// The contact thread calls vlTwoRate_FindContacts at its rate, or as often as states come.

#include <errno.h>
#include <time.h>

#include "base/clock.h"
#include "base/helper_thread.h"
#include "two_rate/two_rate_parts.h"

// How long the thread sleeps when no state has come. The haptic thread cannot wake it: that would
// be a system call in its loop. It sleeps a tenth of a tick at 1 kHz while states do come, and a
// whole tick after LOOKS_UNTIL_IDLE looks without one.
#define LOOK_NS 100000L
#define IDLE_NS 1000000L
#define LOOKS_UNTIL_IDLE 200

static void sleepFor(long nanoseconds)
{
    struct timespec pause = {0, nanoseconds};
    (void)clock_nanosleep(CLOCK_MONOTONIC, 0, &pause, NULL);
}

static void sleepUntil(double now, double due)
{
    while (now < due) {
        double left = due - now;
        sleepFor(left < 1e8 ? (long)left + 1 : 100000000L); // so that it notices when it is stopped
        now = vlClock_Now();
        if (left > 1e8) {
            return;
        }
    }
}

static void* run(void* user)
{
    vlTwoRate* two = user;
    int looks = 0;
    double due = vlClock_Now();
    while (!atomic_load_explicit(&two->isStopping, memory_order_acquire)) {
        double now = vlClock_Now();
        if (now < due) {
            sleepUntil(now, due);
            continue;
        }
        if (vlTwoRate_FindContacts(two)) {
            looks = 0;
            // If it is late by more than a period it does not catch up.
            due += 1e9 * two->period;
            due = due > now ? due : now;
        } else {
            looks += looks < LOOKS_UNTIL_IDLE;
            sleepFor(looks < LOOKS_UNTIL_IDLE ? LOOK_NS : IDLE_NS);
        }
    }
    return NULL;
}

vlResult vlTwoRate_Start(vlTwoRate* two, double rate)
{
    if (two->isRunning || !(rate >= 0.0 && rate <= 1e6)) {
        return VL_ERROR_ARGUMENT;
    }
    two->period = rate > 0.0 ? 1.0 / rate : 0.0;
    atomic_store_explicit(&two->isStopping, false, memory_order_relaxed);
    // Of ordinary priority: the search must not keep a haptic thread in a real-time class from its
    // tick.
    two->isRunning = vlHelperThread_Start(&two->thread, run, two) == 0;
    return two->isRunning ? VL_OK : VL_ERROR_MEMORY;
}

void vlTwoRate_Stop(vlTwoRate* two)
{
    if (two != NULL && two->isRunning) {
        atomic_store_explicit(&two->isStopping, true, memory_order_release);
        (void)pthread_join(two->thread, NULL);
        two->isRunning = false;
    }
}
