// SPDX-License-Identifier: MIT
#ifndef VOLAR_CONTACT_NORMAL_H
#define VOLAR_CONTACT_NORMAL_H

// The normal part of a contact's wrench, for the explicit integrators.

#include "contact/contact_force.h"
#include "contact/restitution.h"

// Normal wrench on B about the origin; fills normalForce and centreOfPressure. Zero if the damper
// would pull. The withheld depth is given back slowly; an impact that bounces withholds all of it.
vlWrench vlNormal_Evaluate(vlContact* contact, const vlContactContext* context,
                           const vlRelative* relative, const vlBounce* bounce);

// That of all the springs on the contact's side of a union, N/m. The contact has the part of its
// area.
static inline double vlNormal_SideStiffness(const vlContact* c)
{
    return c->gains.kN * c->groupArea / c->volume.area;
}

#endif
