// SPDX-License-Identifier: MIT
#ifndef VOLAR_WORLD_FRICTION_BOUND_H
#define VOLAR_WORLD_FRICTION_BOUND_H

#include "world/work.h"

// Coulomb's bound after the last solve of an implicit step. Friction is linear in the velocity
// there and knows the normal force of the trial before; what it exceeds its bound by at the
// velocities `solved` is taken off both bodies again, as an impulse at the contact, in `end`. Only
// contacts beside which nothing else acts on their bodies are looked at.
void vlContacts_BoundFriction(const vlModel* model, vlWork* work, const vlTwist* solved,
                              vlTwist* end);

#endif
