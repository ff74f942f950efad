// SPDX-License-Identifier: MIT
#ifndef VOLAR_TWO_RATE_FELT_H
#define VOLAR_TWO_RATE_FELT_H

// Which bodies a hand can feel the contacts of: those that couplings hold, what joints tie to them,
// and kinematic bodies, any of which may be a device's. Rules for old packets guard the hand; what
// only stands about is better carried on.

#include "world/work.h"

// Writes for every slot of the world whether it is such a body.
void vlFelt_Mark(const vlModel* model, const vlState* state, bool* isFelt);

#endif
