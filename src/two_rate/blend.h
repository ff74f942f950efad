// SPDX-License-Identifier: MIT
#ifndef VOLAR_TWO_RATE_BLEND_H
#define VOLAR_TWO_RATE_BLEND_H

// When a fresh packet would make a force drop at once, the force decreases over a few steps
// instead.

#include "collide/pair.h"
#include "volar/two_rate.h"

// A jump that is being spread over steps: the old depth minus the new one, as a plane over the
// contact area, of which ticksLeft/blendTicks is still added. A pair that vanished keeps that part
// of its force.
typedef struct vlBlend {
    vlHeight plane;
    int ticksLeft;
} vlBlend;

// True if a force of stiffness k jumps when its depth changes from `was` by `change`.
bool vlBlend_IsJump(const vlTwoRateDef* def, double k, double was, double change);
// After a step: one tick fewer is left.
void vlBlend_Tick(vlBlend* blend);
// The part of a blend that counts in this step.
double vlBlend_Share(const vlTwoRateDef* def, const vlBlend* blend);

#endif
