// SPDX-License-Identifier: MIT
#ifndef VOLAR_CONTACT_CARRY_H
#define VOLAR_CONTACT_CARRY_H

// Friction's memory, moved along with the bodies.

#include "contact/contact_law.h"

// Carries (r, theta) over `elapsed` seconds to this contact: rotated with the bodies' mean rotation
// and with the normal, and moved with the origin.
vlCarried vlFriction_Carry(const vlContactVolume* volume, const vlMotion* a, const vlMotion* b,
                           double elapsed, const vlFrictionMemory* before);

#endif
