// SPDX-License-Identifier: MIT
#include "base/clock.h"

#include <time.h>

static double readClock(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

double vlClock_Now(void)
{
    return readClock(CLOCK_MONOTONIC);
}

double vlClock_ThreadNow(void)
{
    return readClock(CLOCK_THREAD_CPUTIME_ID);
}
