// SPDX-License-Identifier: MIT
#include "base/clock.h"

#include <time.h>

double vlClock_Now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}
