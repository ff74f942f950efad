// SPDX-License-Identifier: MIT
#ifndef VOLAR_WORLD_EVENTS_H
#define VOLAR_WORLD_EVENTS_H

#include "world/model.h"
#include "world/state.h"
#include "world/work.h"

// At the end of a step: compares which bodies press on each other with the step before.
void vlEvents_Find(const vlModel* model, vlState* state, vlWork* work);

#endif
