// SPDX-License-Identifier: MIT
#ifndef VOLAR_WORLD_FREEZE_H
#define VOLAR_WORLD_FREEZE_H

// Bodies whose motion is no longer finite.

#include "world/work.h"

// Freezes every such body where it last was, at rest: moving it anywhere else would jolt the hand.
// Contacts with a body frozen in this step report no force. Returns how many were frozen.
int vlFreeze_Diverged(const vlModel* model, vlState* state, vlWork* work);

#endif
