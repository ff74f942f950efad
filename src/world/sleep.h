// SPDX-License-Identifier: MIT
#ifndef VOLAR_WORLD_SLEEP_H
#define VOLAR_WORLD_SLEEP_H

// Bodies that rest are not computed until something touches them. Nothing happens here unless
// vlWorldDef.sleep asks for it.

#include "world/work.h"

// In the order of a step. Puts the last step's contacts aside, of which those of sleeping bodies
// are kept.
void vlSleep_Keep(const vlModel* model, vlWork* work);
// Does neither body of a pair move?
bool vlSleep_IsResting(const vlModel* model, const vlState* state, const vlWork* work,
                       vlPairKey key);
// Takes over the contact kept of a pair that rests, if it has one; false: it is to be found again.
bool vlSleep_TakeKept(const vlModel* model, const vlState* state, vlWork* work, int pairIndex);
// Wakes what a link ties to a body that is awake.
void vlSleep_Wake(const vlModel* model, vlState* state, vlWork* work);
// Lets rest what has been calm for long enough.
void vlSleep_Update(const vlModel* model, vlState* state, vlWork* work);

// From outside: a body was touched (-1: none), or moved away from its neighbours, or something
// changed that may concern all.
void vlSleep_WakeBody(vlState* state, int body);
void vlSleep_WakeAround(const vlModel* model, vlState* state, int body);
void vlSleep_WakeAll(const vlModel* model, vlState* state);

#endif
