// SPDX-License-Identifier: MIT
#ifndef VOLAR_EXPERIMENT_TOUCH_FORCE_H
#define VOLAR_EXPERIMENT_TOUCH_FORCE_H

// What a hand feels while one mesh touches another, at 1 kHz. Parts of spoon-cup and jaws.

#include <volar/math.h>

typedef struct vlTouchForce {
    double mean;   // N
    double ripple; // root mean square above about 20 Hz, over the mean
    double jump;   // largest change in a tick, over the mean
} vlTouchForce;

// Of the ticks from `from` on.
vlTouchForce vlTouch_MeasureForce(const vlVec3* force, int count, int from);

// From 0 at t = 0 to 1 at t = 1 with speed and acceleration 0 at both ends, and constant beyond.
double vlTouch_Smooth(double t);

#endif
