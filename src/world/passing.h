// SPDX-License-Identifier: MIT
#ifndef VOLAR_WORLD_PASSING_H
#define VOLAR_WORLD_PASSING_H

// Bodies that pass through each other, because a joint between them allows it.

#include "world/work.h"

// Writes the pairs that joints let pass through each other, at most one per joint, and returns
// their number.
int vlPassing_OfJoints(const vlState* state, vlBodyPair* pairs);
// Uses the pairs of the joints, unless pairs were given from outside, and lists them by body. Must
// be called before vlPassing_IsAllowed, which needs at least one pair.
void vlPassing_List(const vlModel* model, const vlState* state, vlPassing* passing);
// May the bodies a < b, by index, pass through each other?
bool vlPassing_IsAllowed(const vlPassing* passing, uint32_t a, uint32_t b);

#endif
