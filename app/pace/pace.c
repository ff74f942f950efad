// SPDX-License-Identifier: MIT
#include "app/pace/pace.h"

#include <math.h>

void vlPace_Start(vlPace* pace, double now, double period)
{
    pace->period = period;
    pace->next = now;
}

void vlPace_SetPeriod(vlPace* pace, double now, double period)
{
    pace->period = period;
    pace->next = fmin(pace->next, now + period);
}

static void miss(vlPace* pace, double count)
{
    double room = (double)(UINT32_MAX - pace->missed);
    pace->missed += (uint32_t)fmin(count, room);
}

double vlPace_Begin(vlPace* pace, double now)
{
    double lateness = fmax(now - pace->next, 0.0);
    // Skips whole periods, so that the deadlines stay on the same grid.
    double leftOut = floor(lateness / pace->period);
    miss(pace, leftOut);
    pace->lateness = fmax(pace->lateness, lateness);
    pace->next += (leftOut + 1.0) * pace->period;
    return lateness;
}

void vlPace_End(vlPace* pace, double now)
{
    miss(pace, now > pace->next ? 1.0 : 0.0);
}
