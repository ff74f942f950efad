// SPDX-License-Identifier: MIT
#ifndef VOLAR_WORLD_CONTACT_FIND_H
#define VOLAR_WORLD_CONTACT_FIND_H

// Which pieces touch, and the volume that they share. Every evaluation of forces begins with this:
// an explicit step, an implicit one, and the contact thread of two rates.

#include "world/work.h"

// Fills work->current with the contacts of the bodies at `motions`: places, near pairs, contact
// volumes (or what work->source finds). With `remember`, pairs found apart forget their friction.
void vlContacts_Find(const vlModel* model, vlState* state, vlWork* work, const vlMotion* motions,
                     bool remember);

// The last part of it: the contact volumes of the near pairs, with all bodies in place.
void vlContacts_FindVolumes(const vlModel* model, vlState* state, vlWork* work, bool remember);

// The functions below are for code that finds contacts in another way. This one empties
// work->current.
void vlContacts_Clear(vlWork* work);
// Keeps the contact whose volume was just written to the next slot. If there is no room, the
// shallowest contact is dropped.
void vlContacts_Keep(const vlModel* model, const vlState* state, vlWork* work, int pairIndex,
                     double size);
// A pair was found apart: its friction is forgotten.
void vlContacts_Forget(vlNearPair* pair);

#endif
