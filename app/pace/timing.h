// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_TIMING_H
#define VOLAR_APP_TIMING_H

// Where the time of a tick goes. A tick is everything from reading the devices to writing them. Its
// compute time is kept apart from its start delay, because the scene causes the one and the machine
// the other. Time is an argument, in seconds of a monotonic clock:
//
//   vlTiming_Begin                  the tick begins, with its start delay
//   vlTiming_Lap(VL_STAGE_READ)     devices read
//   vlTiming_LapStep                world stepped
//   vlTiming_Lap(VL_STAGE_WRITE)    devices written
//   vlTiming_End                    the tick is over

#include <volar/view.h>

typedef struct vlTiming {
    vlViewTiming view; // of all ticks so far
    // Of the current tick.
    double begin;                  // s
    double mark;                   // s, when the last stage ended
    double stages[VL_STAGE_COUNT]; // us
} vlTiming;

// Forgets all ticks, for another scene.
void vlTiming_Clear(vlTiming* timing);
// `lateness` in seconds; below 0: the tick has no deadline.
void vlTiming_Begin(vlTiming* timing, double now, double lateness);
// The time since the last call was spent in `stage`.
void vlTiming_Lap(vlTiming* timing, vlStage stage, double now);
// The time since the last call was a step of the world, divided into stages by its profile. The
// rest goes to VL_STAGE_INTEGRATE.
void vlTiming_LapStep(vlTiming* timing, const vlStepProfile* profile, double now);
// Returns how long the tick took, us.
double vlTiming_End(vlTiming* timing, double now);

#endif
