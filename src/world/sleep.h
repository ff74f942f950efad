// SPDX-License-Identifier: MIT
#ifndef VOLAR_WORLD_SLEEP_H
#define VOLAR_WORLD_SLEEP_H

// Bodies at rest are not computed until something touches them. Nothing happens here unless
// vlWorldDef.sleep is set.

#include "world/work.h"

// The functions are in the order of a step. This one puts the last step's contacts aside; those of
// sleeping bodies are kept.
void vlSleep_Keep(const vlModel* model, vlWork* work);
// True if neither body of a pair moves.
bool vlSleep_IsResting(const vlModel* model, const vlState* state, const vlWork* work,
                       vlPairKey key);
// Uses the contact that was kept for a pair at rest, if it has one; false: the contact must be
// found again.
bool vlSleep_TakeKept(const vlModel* model, const vlState* state, vlWork* work, int pairIndex);
// Wakes sleeping bodies that a link connects to a body that is awake.
void vlSleep_Wake(const vlModel* model, vlState* state, vlWork* work);
// Puts islands to sleep that have been calm for long enough.
void vlSleep_Update(const vlModel* model, vlState* state, vlWork* work);

// For changes from outside: a body was touched (-1: none), or it was moved away from its
// neighbours, or something changed that may affect all bodies.
void vlSleep_WakeBody(vlState* state, int body);
void vlSleep_WakeAround(const vlModel* model, vlState* state, int body);
void vlSleep_WakeAll(const vlModel* model, vlState* state);

#endif
