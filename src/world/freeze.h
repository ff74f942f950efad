// SPDX-License-Identifier: MIT
#ifndef VOLAR_WORLD_FREEZE_H
#define VOLAR_WORLD_FREEZE_H

// Bodies whose motion has left the finite numbers.

#include "world/work.h"

// Freezes every such body where it last was, at rest: a reset would be a jolt to the hand. Contacts
// with a body frozen in this step report no force. Returns how many were frozen.
int vlFreeze_Diverged(const vlModel* model, vlState* state, vlWork* work);

#endif
