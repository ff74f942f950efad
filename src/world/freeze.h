// SPDX-License-Identifier: MIT
#ifndef VOLAR_WORLD_FREEZE_H
#define VOLAR_WORLD_FREEZE_H

// Bodies whose motion leaves the range of numbers (math.h).

#include "world/work.h"

// Before a step: freezes every body that the wrenches applied to it would, alone, drive out of the
// range within the step. Solved for, it would take its whole island along: numbers of 1e18 next to
// those of its neighbours leave these no digit. Returns how many were frozen.
int vlFreeze_Doomed(const vlModel* model, vlState* state, vlWork* work);

// After it: freezes every body that left the range, where it last was, at rest: moving it anywhere
// else would jolt the hand. The work of such a step is known to no digit, so that the ledger books
// its whole change of kinetic energy as loss.
// No element of a frozen body reports a force then. Returns how many were frozen.
int vlFreeze_Diverged(const vlModel* model, vlState* state, vlWork* work);

#endif
