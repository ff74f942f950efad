// SPDX-License-Identifier: MIT
#ifndef VOLAR_WORLD_NEAR_PAIRS_H
#define VOLAR_WORLD_NEAR_PAIRS_H

#include "world/work.h"

// Makes the list of near pairs again if a body has moved too far since it was made.
void vlNearPairs_Update(const vlModel* model, vlState* state, vlWork* work,
                        const vlMotion* motions);

#endif
