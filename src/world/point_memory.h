// SPDX-License-Identifier: MIT
#ifndef VOLAR_WORLD_POINT_MEMORY_H
#define VOLAR_WORLD_POINT_MEMORY_H

// The memories of contacts by a law of one point (contact/point_law.h). The state has a short list
// of those of the last step, and a step makes the next list. A contact that was missing for one
// step is in neither, and starts without a memory.

#include "world/work.h"

// Is this a contact that a pointer feels, between bodies that forces do not move?
bool vlPoints_IsFelt(const vlModel* model, const vlContact* contact);

// Is it one that the law of one point of its surface computes?
bool vlPoints_HasLaw(const vlModel* model, const vlContact* contact);

// Computes such a contact of work->current, and puts its memory into the list of this step. False,
// with nothing changed, if the list is full.
bool vlPoints_Evaluate(const vlModel* model, const vlState* state, vlWork* work, int slot,
                       const vlContactBody* a, const vlContactBody* b);

// At the end of a step: its list is that of the state.
void vlPoints_Keep(vlState* state, const vlWork* work);

// Between steps: forgets the contacts of a body, or of two materials.
void vlPoints_ForgetBody(vlState* state, int body);
void vlPoints_ForgetMaterials(const vlModel* model, vlState* state, uint32_t a, uint32_t b);

#endif
