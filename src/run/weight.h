// SPDX-License-Identifier: MIT
#ifndef VOLAR_RUN_WEIGHT_H
#define VOLAR_RUN_WEIGHT_H

// What the simulated hands of a scene carry.

#include "run/slot.h"

// Reports to each simulated device the weight of the body that it holds, so that its person carries
// it (vlSceneHand.carriesWeight). Several devices that hold one body share its weight equally.
void vlWeight_Give(vlSlot* slots, int count, const vlWorld* world);

#endif
