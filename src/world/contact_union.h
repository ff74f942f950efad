// SPDX-License-Identifier: MIT
#ifndef VOLAR_WORLD_CONTACT_UNION_H
#define VOLAR_WORLD_CONTACT_UNION_H

// What contacts share before any force is known: area within a union, and memory across its seams.
// Also the two bodies and the surface of a contact. All of this is for work->current.

#include "world/work.h"

// Sums the areas of the contacts of one union, which share one stiffness.
void vlContacts_ShareAreas(const vlModel* model, vlWork* work);
// The friction memory before this evaluation, of the contact or of its neighbour in the union.
const vlFrictionMemory* vlContacts_MemoryBefore(const vlState* state, const vlWork* work,
                                                int index);
// For the explicit integrators: the largest force with which the springs of a contact on this one's
// side of the union pressed in the last step.
double vlContacts_SpringForceBefore(const vlState* state, const vlWork* work, int index);
// The two bodies as a contact sees them. A body that cannot move has no inverse mass; but if
// neither can move, a pointer has the inverse mass of its definition.
void vlContacts_BodiesOf(const vlModel* model, const vlState* state, const vlWork* work,
                         const vlMotion* motions, const vlContact* contact, vlContactBody* a,
                         vlContactBody* b);
// Are they contacts of the same two bodies that push on the same side of a union?
bool vlContacts_AreOneSide(const vlContact* a, const vlContact* b);
const vlSurface* vlContacts_SurfaceOf(const vlModel* model, const vlContact* contact);

#endif
