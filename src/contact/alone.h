// SPDX-License-Identifier: MIT
#ifndef VOLAR_CONTACT_ALONE_H
#define VOLAR_CONTACT_ALONE_H

// A contact on whose two bodies nothing else acts. Its law depends only on its own six velocities.
// So it is solved by itself, before the step's system, as often as it takes to settle, and its
// friction ends exactly within Coulomb's bound. docs/theory/implicit.md.

#include "contact/bed.h"

// Settles the bed and fills `line` with the wrench that it exerts. `start`: the relative motion at
// the start of the step; `free`: at its end if the contact exerted nothing. A body that does not
// move in the step has no inverse mass.
void vlBed_SettleAlone(vlBed* bed, const vlContact* contact, const vlContactContext* context,
                       vlBedPool* pool, const vlContactBody* a, const vlContactBody* b,
                       const vlRelative* start, const vlRelative* free, vlImplicitElement* line);

#endif
