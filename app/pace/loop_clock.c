// SPDX-License-Identifier: MIT
#include "app/pace/loop_clock.h"

#include <math.h>
#include <stddef.h>
#include <time.h>

#include "base/clock.h"

#define MOST_SLEEP 0.1 // s

static double systemNow(void* user)
{
    (void)user;
    return 1e-9 * vlClock_Now();
}

// For so long as there is to wait by the clock as it is now, and never long: were the clock to
// jump, a loop that sleeps until a time far ahead would answer nothing and leave its last force on.
// Deadlines are on a grid (pace.h), so the delays of short sleeps do not add up.
static void systemSleepUntil(double time, void* user)
{
    double left = fmin(time - systemNow(user), MOST_SLEEP);
    struct timespec pause = {0, (long)(1e9 * left)};
    if (left > 0.0) {
        clock_nanosleep(CLOCK_MONOTONIC, 0, &pause, NULL);
    }
}

vlLoopClock vlLoopClock_System(void)
{
    vlLoopClock clock = {systemNow, systemSleepUntil, NULL};
    return clock;
}
