// SPDX-License-Identifier: MIT
#ifndef VOLAR_WORLD_CONTACT_UNION_H
#define VOLAR_WORLD_CONTACT_UNION_H

// What contacts share before any force is known: area within a union, memory across its seams; and
// the bodies and the surface that a contact is between. All of work->current.

#include "world/work.h"

// Areas of the contacts of one union, which share one stiffness.
void vlContacts_ShareAreas(const vlModel* model, vlWork* work);
// Friction before this evaluation, of the contact or of its neighbour in the union.
const vlFrictionMemory* vlContacts_MemoryBefore(const vlState* state, const vlWork* work,
                                                int index);
// The two bodies of a contact as it sees them; one that cannot move has no inverse mass, but a
// pointer against another one that cannot has its own.
void vlContacts_BodiesOf(const vlModel* model, const vlState* state, const vlWork* work,
                         const vlMotion* motions, const vlContact* contact, vlContactBody* a,
                         vlContactBody* b);
const vlSurface* vlContacts_SurfaceOf(const vlModel* model, const vlContact* contact);

#endif
