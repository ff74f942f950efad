// SPDX-License-Identifier: MIT
#ifndef VOLAR_TWO_RATE_FELT_H
#define VOLAR_TWO_RATE_FELT_H

// Which bodies' contacts a hand can feel: those of bodies that couplings hold, of bodies that
// joints connect to them, and of kinematic bodies, each of which may be a device's. Rules for old
// packets protect the hand; contacts of other bodies are better carried on.

#include "world/work.h"

// Writes for every body slot of the world whether a hand can feel its contacts.
void vlFelt_Mark(const vlModel* model, const vlState* state, bool* isFelt);

#endif
