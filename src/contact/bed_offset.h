// SPDX-License-Identifier: MIT
#ifndef VOLAR_CONTACT_BED_OFFSET_H
#define VOLAR_CONTACT_BED_OFFSET_H

// The offset of a bed: a depth that was reached without work against the springs, and that
// therefore does not press at once. It is taken off when the contact is found, and the bed gives it
// back little by little, with a time constant that only this part of the bed knows.

#include "contact/bed.h"

// A step begins: the offset that the contact remembers holds for the depth it has now. A contact
// that was not in touch before starts with all of its depth taken off if it is stiff.
void vlBed_BeginOffset(vlBed* bed, const vlContact* contact, double step);

// Time constant with which the bed gives a depth back.
#define VL_BED_TIME 0.02 // s

// What a step leaves of a depth that is given back with a time constant.
static inline double vlBed_LeftAfter(double step, double time)
{
    return 1.0 - step / (step + time);
}

// The offset that is left when the step has passed.
static inline double vlBed_EndOffset(const vlBed* bed, double step)
{
    return bed->touch.offset * vlBed_LeftAfter(step, VL_BED_TIME);
}

// The functions below may be called between vlBed_Begin and the first linearisation.

// This much depth is taken off from now on, at most all there is.
void vlBed_TakeOff(vlBed* bed, double depth);
// The bed gives back, beyond what it gives back itself, what a step does with this time constant.
void vlBed_GiveBack(vlBed* bed, double step, double time);
// In this step the bed gives back with this time constant if it is longer than the bed's own.
// Returns whether that is so, and anything is taken off at all; else the bed stays as it is.
bool vlBed_GiveBackSlowly(vlBed* bed, double step, double time);

#endif
