// SPDX-License-Identifier: MIT
#ifndef VOLAR_CONTACT_NORMAL_H
#define VOLAR_CONTACT_NORMAL_H

// The normal part of a contact's wrench, for the explicit integrators.

#include "contact/contact_force.h"
#include "contact/restitution.h"

// Normal wrench on B about the origin; fills normalForce and centreOfPressure. Zero if the damper
// would pull. An impact may bounce, which renews the withheld depth.
vlWrench vlNormal_Evaluate(vlContact* contact, const vlContactContext* context,
                           const vlRelative* relative, const vlBounce* bounce);

#endif
