// SPDX-License-Identifier: MIT
#ifndef VOLAR_CONTACT_BED_OFFSET_H
#define VOLAR_CONTACT_BED_OFFSET_H

// The offset of a bed: a depth that was reached without work against the springs, and that
// therefore does not press at once. It is taken off when the contact is found, and the bed gives it
// back gradually, with a time constant that only this part of the bed knows.

#include "contact/bed.h"

// At the start of a step: applies the offset that the contact remembers to its present depth, adds
// what the depth grew by without work, and gives back the part for one step. A contact that was not
// in touch before starts with all of its depth taken off if it is stiff; a foreseen one has none.
void vlBed_BeginOffset(vlBed* bed, const vlContact* contact, double step);

// Time constant with which the bed gives a depth back.
#define VL_BED_TIME 0.02 // s

// The part of a depth that one step leaves when it is given back with a time constant.
static inline double vlBed_LeftAfter(double step, double time)
{
    return 1.0 - step / (step + time);
}

// The functions below may be called between vlBed_Begin and the first linearisation.

// Sets the depth that is taken off, at most all of it.
void vlBed_TakeOff(vlBed* bed, double depth);
// Gives back, in addition to what the bed gives back itself, the part for one step with this time
// constant, and takes off no more than was taken off before.
void vlBed_GiveBack(vlBed* bed, double step, double time);
// In this step the bed gives back with this time constant if that is longer than its own. Returns
// false, with the bed unchanged, if it is not or if nothing is taken off.
bool vlBed_GiveBackSlowly(vlBed* bed, double step, double time);

#endif
