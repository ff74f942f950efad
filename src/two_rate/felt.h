// SPDX-License-Identifier: MIT
#ifndef VOLAR_TWO_RATE_FELT_H
#define VOLAR_TWO_RATE_FELT_H

// Whose contacts a hand can feel: bodies that couplings hold, bodies that joints connect to those,
// and kinematic bodies, each of which a device may move. The rules for old packets protect the
// hand; contacts of other bodies are better carried on.

#include "world/work.h"

// Writes for every body slot of the world whether a hand can feel its contacts.
void vlFelt_Mark(const vlModel* model, const vlState* state, bool* isFelt);

#endif
