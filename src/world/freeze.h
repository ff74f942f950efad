// SPDX-License-Identifier: MIT
#ifndef VOLAR_WORLD_FREEZE_H
#define VOLAR_WORLD_FREEZE_H

// Bodies whose motion leaves the range of numbers (math.h).

#include "world/work.h"

// Before a step: freezes every body that the wrenches applied to it would alone drive out of the
// range within the step. If the step solved for such a body, its whole island would be lost with
// it: beside its numbers of 1e18, those of its neighbours keep no digit. Returns how many were
// frozen.
int vlFreeze_Doomed(const vlModel* model, vlState* state, vlWork* work);

// After a step: freezes every body that left the range. It stays where it was before the step, at
// rest; any other place would jolt the hand. No digit of the work in such a step is known, so the
// ledger books the whole change of kinetic energy as loss. The elements of a frozen body then
// report no force. Returns how many were frozen.
int vlFreeze_Diverged(const vlModel* model, vlState* state, vlWork* work);

#endif
