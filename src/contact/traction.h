// SPDX-License-Identifier: MIT
#ifndef VOLAR_CONTACT_TRACTION_H
#define VOLAR_CONTACT_TRACTION_H

// Sums of friction over the contact area.

#include "contact/contact_force.h"
#include "contact/pressure.h"

// A tangential vector field on the contact plane that is rigid: f(p) = at + turn perp(p).
typedef struct vlRigidField {
    vlVec2 at;
    double turn;
} vlRigidField;

// Tangential force and moment about the normal.
typedef struct vlShear {
    vlVec2 force;
    double moment;
} vlShear;

static inline vlVec2 vlRigidField_At(const vlRigidField* f, vlVec2 p)
{
    vlVec2 r = {f->at.x - f->turn * p.y, f->at.y + f->turn * p.x};
    return r;
}

// The two integrals of the slip test: int |t|^2 and int pressure |t|, with t the trial traction
// times A.
typedef struct vlSlipSums {
    double square;
    double limit;
} vlSlipSums;

vlSlipSums vlTraction_SlipSums(const vlPressure* field, const vlRigidField* trial, double area);

// Coulomb friction of coefficient `mu` against the direction of `velocity` + `blend` times the unit
// vector of `trial`, at the Gauss points. It has full magnitude also at zero speed, where the trial
// decides.
vlShear vlTraction_Gauss(const vlPressure* field, double mu, const vlRigidField* velocity,
                         const vlRigidField* trial, double blend);

// The same by linear interpolation between the vertices of P's triangles, [HS04] eqs. (14)-(16):
// the spring's pressure on front and back faces, the damper's on the front only. It acts along
// `direction` and fades out below the speed `fade`.
vlShear vlTraction_Paper(const vlContact* contact, const vlContactContext* context,
                         const vlRelative* relative, double mu, const vlRigidField* direction,
                         double fade);

#endif
