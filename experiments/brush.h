// SPDX-License-Identifier: MIT
#ifndef VOLAR_EXPERIMENT_BRUSH_H
#define VOLAR_EXPERIMENT_BRUSH_H

// A brush in the hand: a plate with teeth, each of them a convex piece in contact with a table. The
// device is a formula that presses the brush down and rubs it in a circle. It records when it is
// read and when it is written to: the time in between is that of renderer and step alone.

#include <volar/renderer.h>
#include <volar/two_rate.h>
#include <volar/volar.h>

#define VL_BRUSH_STEP 1e-3    // s
#define VL_BRUSH_SETTLED 1500 // ticks until it rubs steadily: going down takes 1000

// A moment: the time of the clock, and the processor time that this thread has used, s.
typedef struct vlMoment {
    double clock, busy;
} vlMoment;

vlMoment vlMoment_Now(void);

typedef struct vlBrush {
    vlWorld* world;
    vlBodyId tool;
    vlBodyId block; // static, far away
    vlDevice* device;
    vlRenderer* renderer;
    vlTwoRate* two; // NULL: single rate
    // State of the device.
    uint64_t reads;
    uint64_t nudgeAt; // the read, counted from 1, at which the device is off its path; 0: none
    vlMoment sampled, written;
    vlWrench force;
} vlBrush;

// `teeth` in rows of `columns`. The brush must not be moved in memory until it is closed. Close it
// even if this fails.
VL_WARN_UNUSED vlResult vlBrush_Open(vlBrush* brush, int teeth, int columns, bool hasTwoRates);
// NULL members are allowed.
void vlBrush_Close(vlBrush* brush);

// One tick: reads the device, steps, writes to the device.
VL_WARN_UNUSED vlResult vlBrush_Tick(vlBrush* brush, double now);
// Puts the block under the plate, between the teeth, where it touches the plate.
VL_WARN_UNUSED vlResult vlBrush_Obstruct(vlBrush* brush);

#endif
