// SPDX-License-Identifier: MIT
#ifndef VOLAR_CONTACT_CARRY_H
#define VOLAR_CONTACT_CARRY_H

// Friction's memory, taken along with the bodies.

#include "contact/contact_force.h"

// Springs in the contact frame of now.
typedef struct vlCarried {
    vlVec2 slip; // m
    double twist;
} vlCarried;

// Carries (r, theta) over `elapsed` seconds to this contact: turned with the bodies' mean rotation
// and with the normal, moved with the origin.
vlCarried vlFriction_Carry(const vlContactVolume* volume, const vlMotion* a, const vlMotion* b,
                           double elapsed, const vlFrictionMemory* before);

#endif
