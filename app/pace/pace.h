// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_PACE_H
#define VOLAR_APP_PACE_H

// The timetable of steps: one deadline per step, a period apart. A step may begin at its deadline
// and should be done by the next one. Deadlines that pass without a step are skipped, never made up
// for: a user who watches or holds a body would feel a burst of steps as a jolt. Time is an
// argument, in seconds of a monotonic clock.

#include <stdint.h>

typedef struct vlPace {
    double period;   // s
    double next;     // s, when the next step may begin
    double lateness; // s, the longest that a step began after its deadline
    uint32_t missed; // steps that ended after the next deadline, and skipped deadlines
} vlPace;

// From now on a step is due every `period`, the first one now; the counts continue.
void vlPace_Start(vlPace* pace, double now, double period);
// Changes the period from the next step on.
void vlPace_SetPeriod(vlPace* pace, double now, double period);
// A step begins; returns its start delay, s after its deadline.
double vlPace_Begin(vlPace* pace, double now);
// The step has ended.
void vlPace_End(vlPace* pace, double now);

#endif
