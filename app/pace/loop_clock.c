// SPDX-License-Identifier: MIT
#include "app/pace/loop_clock.h"

#include <math.h>
#include <stddef.h>
#include <time.h>

#include "base/clock.h"

static double systemNow(void* user)
{
    (void)user;
    return 1e-9 * vlClock_Now();
}

static void systemSleepUntil(double time, void* user)
{
    (void)user;
    double seconds = floor(time);
    struct timespec until = {(time_t)seconds, (long)(1e9 * (time - seconds))};
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL);
}

vlLoopClock vlLoopClock_System(void)
{
    vlLoopClock clock = {systemNow, systemSleepUntil, NULL};
    return clock;
}
