// SPDX-License-Identifier: MIT
#ifndef VOLAR_CONTACT_ALONE_H
#define VOLAR_CONTACT_ALONE_H

// A contact beside which nothing else acts on its two bodies. Its six velocities are all that its
// law depends on, so that it is solved by itself, as often as it takes to settle, before the step's
// system is; and friction is exactly within Coulomb's bound at the end. docs/theory/implicit.md.

#include "contact/bed.h"

// Settles the bed and fills `line` with what it exerts. `start`: the relative motion at the start
// of the step; `free`: at its end if the contact exerted nothing. A body that does not move in the
// step has no inverse mass.
void vlBed_SettleAlone(vlBed* bed, const vlContact* contact, const vlContactContext* context,
                       vlBedPool* pool, const vlContactBody* a, const vlContactBody* b,
                       const vlRelative* start, const vlRelative* free, vlImplicitElement* line);

#endif
