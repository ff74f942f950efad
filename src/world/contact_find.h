// SPDX-License-Identifier: MIT
#ifndef VOLAR_WORLD_CONTACT_FIND_H
#define VOLAR_WORLD_CONTACT_FIND_H

// Which pieces touch, and the volume that they share: what every evaluation of forces starts with,
// be it for an explicit step, an implicit one or the contact thread of two rates.

#include "world/work.h"

// Fills work->current with the contacts of the bodies at `motions`: places, near pairs, contact
// volumes (or what work->source finds). With `remember`, friction of pairs found apart is
// forgotten.
void vlContacts_Find(const vlModel* model, vlState* state, vlWork* work, const vlMotion* motions,
                     bool remember);

// Its last part: the contact volumes of the near pairs, with all bodies in place.
void vlContacts_FindVolumes(const vlModel* model, vlState* state, vlWork* work, bool remember);

// For whoever finds contacts in another way. Empties work->current.
void vlContacts_Clear(vlWork* work);
// Takes the contact whose volume was just written to the next slot, if need be in place of a
// shallower one.
void vlContacts_Keep(const vlModel* model, const vlState* state, vlWork* work, int pairIndex,
                     double size);
// A pair was found apart: its friction forgets.
void vlContacts_Forget(vlNearPair* pair);

#endif
