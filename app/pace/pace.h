// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_PACE_H
#define VOLAR_APP_PACE_H

// The timetable of steps: one deadline per step, a period apart. A step may begin at its deadline
// and should be done by the next one. Deadlines that pass without a step are left out, never made
// up for: a burst of steps would be a jolt to whoever watches or holds a body. Time is an argument,
// in seconds of a monotonic clock.

#include <stdint.h>

typedef struct vlPace {
    double period;   // s
    double next;     // s, when the next step may begin
    double lateness; // s, the longest that a step began after its deadline
    uint32_t missed; // steps done only after the next one's deadline, and deadlines left out
} vlPace;

// From here on a step every `period`, the first one now; the counts go on.
void vlPace_Start(vlPace* pace, double now, double period);
// Another period from the next step on.
void vlPace_SetPeriod(vlPace* pace, double now, double period);
// A step begins; returns how long after the deadline it should have begun at, s.
double vlPace_Begin(vlPace* pace, double now);
// It is done.
void vlPace_End(vlPace* pace, double now);

#endif
