// SPDX-License-Identifier: MIT
#ifndef VOLAR_CONTACT_FRICTION_H
#define VOLAR_CONTACT_FRICTION_H

// The tangential part of a contact's wrench, explicit.

#include "contact/contact_force.h"

// Friction force and torque; advances the memory.
void vlFriction_Evaluate(vlContact* contact, const vlContactContext* context,
                         const vlContactBody* a, const vlContactBody* b, const vlRelative* relative,
                         const vlSurface* surface, const vlFrictionMemory* before);

#endif
