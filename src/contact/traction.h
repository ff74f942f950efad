// SPDX-License-Identifier: MIT
#ifndef VOLAR_CONTACT_TRACTION_H
#define VOLAR_CONTACT_TRACTION_H

// Sums of friction over the contact area.

#include "contact/contact_law.h"
#include "contact/pressure.h"

// Tangential force and moment about the normal.
typedef struct vlShear {
    vlVec2 force;
    double moment;
} vlShear;

// The sums of the slip test; `pull` is the pull times the area.
vlSlipSums vlTraction_SlipSums(const vlPressure* field, const vlRigidField* pull, double perArea);

// Coulomb friction of coefficient `mu` against `direction`, at the Gauss points. It has full
// magnitude however small the field is.
vlShear vlTraction_Gauss(const vlPressure* field, double mu, const vlRigidField* direction);

// The same by linear interpolation between the vertices of P's triangles, [HS04] eqs. (14)-(16):
// the spring's pressure on front and back faces, the damper's on the front only. It acts along
// `direction` and fades out below the speed `fade`.
vlShear vlTraction_Paper(const vlContact* contact, const vlContactContext* context,
                         const vlRelative* relative, double mu, const vlRigidField* direction,
                         double fade);

#endif
