// SPDX-License-Identifier: MIT
#include "app/live/pace.h"

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

void vlPace_Begin(vlPace* pace, double now)
{
    double lateness = now - pace->next;
    pace->lateness = fmax(pace->lateness, lateness);
    if (lateness > VL_PACE_MOST_BEHIND) {
        ++pace->missed;
        pace->next = now;
    }
    pace->next += pace->period;
}

void vlPace_End(vlPace* pace, double now)
{
    pace->missed += now > pace->next;
}
