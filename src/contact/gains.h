// SPDX-License-Identifier: MIT
#ifndef VOLAR_CONTACT_GAINS_H
#define VOLAR_CONTACT_GAINS_H

// Stiffness and damping of a contact in one step.

#include "contact/contact_force.h"

// For the explicit integrators. `load` is the number of contacts on the busier of the two bodies,
// where a union counts as one.
void vlGains_Choose(vlContact* contact, const vlContactContext* context, const vlContactBody* a,
                    const vlContactBody* b, const vlSurface* surface, double load);
// For the implicit integrator. `normalForceBefore`, N, is what the contact carried in the last
// step.
void vlGains_ChooseImplicit(vlContact* contact, const vlContactContext* context,
                            const vlContactBody* a, const vlContactBody* b,
                            const vlSurface* surface, double normalForceBefore);

// The highest stiffness that the explicit integrators can hold for a body of this mass at this
// step, N/m.
double vlGains_Limit(double mass, double step);

#endif
