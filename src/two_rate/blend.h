// SPDX-License-Identifier: MIT
#ifndef VOLAR_TWO_RATE_BLEND_H
#define VOLAR_TWO_RATE_BLEND_H

// A force that a fresh packet would make drop goes down in a few steps instead.

#include "collide/pair.h"
#include "volar/two_rate.h"

// A jump that is being spread: the old depth less the new, as a plane over the contact area, of
// which ticksLeft/blendTicks is still added. Of a pair that vanished that part is still there.
typedef struct vlBlend {
    vlHeight plane;
    int ticksLeft;
} vlBlend;

// Does a force of stiffness k jump, from a depth `was` by `change`?
bool vlBlend_IsJump(const vlTwoRateDef* def, double k, double was, double change);
// A step has come: one tick fewer is left.
void vlBlend_Tick(vlBlend* blend);
// The share of a blend in this step.
double vlBlend_Share(const vlTwoRateDef* def, const vlBlend* blend);

#endif
