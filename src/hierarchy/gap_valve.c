// SPDX-License-Identifier: MIT
// The overload valve of gap queries.

#include "volar/hierarchy.h"

// The tolerance rises by half when a call costs more than the budget, and from 0 to a 64th of the
// most. It falls by 1% per call while a call costs less than 0.7 of the budget. The range between
// the two keeps it from swinging.
#define UP 1.5
#define FIRST 64.0
#define DOWN 0.99
#define IDLE 0.7

void vlGapValve_Adjust(vlGapValve* valve, double cost)
{
    double step = valve->most / FIRST;
    double wanted = valve->tolerance;
    if (cost > valve->budget) {
        wanted = wanted * UP > step ? wanted * UP : step;
    } else if (cost < IDLE * valve->budget) {
        wanted = wanted * DOWN > 0.5 * step ? wanted * DOWN : 0.0;
    }
    wanted = wanted < valve->most ? wanted : valve->most;
    valve->tolerance = wanted > valve->least ? wanted : valve->least;
}
