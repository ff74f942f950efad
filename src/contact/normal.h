// SPDX-License-Identifier: MIT
#ifndef VOLAR_CONTACT_NORMAL_H
#define VOLAR_CONTACT_NORMAL_H

// The normal part of a contact's wrench, for the explicit integrators.

#include "contact/contact_force.h"

// Normal wrench on B about the origin; fills normalForce and centreOfPressure. Zero if the damper
// would pull. `restitution` may be VL_AUTO; with another one an impact bounces, which `load`
// contacts on the busier body share, and the depth withheld is renewed.
vlWrench vlNormal_Evaluate(vlContact* contact, const vlContactContext* context,
                           const vlRelative* relative, double restitution, double load);

#endif
