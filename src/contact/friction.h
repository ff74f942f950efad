// SPDX-License-Identifier: MIT
#ifndef VOLAR_CONTACT_FRICTION_H
#define VOLAR_CONTACT_FRICTION_H

// The tangential part of a contact's wrench, for the explicit integrators.

#include "contact/contact_force.h"

// Computes friction force and torque and advances the memory.
void vlFriction_Evaluate(vlContact* contact, const vlContactContext* context,
                         const vlContactBody* a, const vlContactBody* b, const vlRelative* relative,
                         const vlSurface* surface, const vlFrictionMemory* before);

#endif
