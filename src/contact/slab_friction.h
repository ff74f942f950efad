// SPDX-License-Identifier: MIT
#ifndef VOLAR_CONTACT_SLAB_FRICTION_H
#define VOLAR_CONTACT_SLAB_FRICTION_H

// Friction of a flat contact under a pressure that is linear over its whole area, while it turns
// about a point: exact, where Gauss points are off by up to 12% in mixed sliding and spinning.
// docs/theory/friction.md.

#include "contact/contact_law.h"
#include "contact/turning.h"

// A footprint with more corners is thinned to this many, so that the time of a step stays bounded.
#define VL_SLAB_CORNERS 128

typedef struct vlSlab {
    const vlVec2* polygon;
    int count;
    vlLinearPressure pressure; // not negative anywhere
    double area;               // m2
    double J;                  // m2, (M_11 + M_22)/A
    vlVec2 thinned[VL_SLAB_CORNERS];
} vlSlab;

// Describes a contact that `force` (N) presses with the first moment `moment` (N m). False if the
// pressure is not linear or not positive everywhere; it must then be sampled.
bool vlSlab_Press(const vlContactVolume* volume, const vlVolumePool* pool, double force,
                  vlVec2 moment, vlSlab* slab);

// Where a rigid field vanishes. False if that is so far away that it is better sampled as a nearly
// even motion.
bool vlSlab_Centre(const vlSlab* slab, const vlRigidField* field, vlVec2* c);

// The sums of the slip test for a pull, which turns about c. Where the test is close, the virtual
// slip is improved (T5.17), and `limit` is the least one found. Close means from 0.85 to `far`
// times the limit for `mu`; `far` is 1 if it matters only whether the contact slides.
vlSlipSums vlSlab_SlipSums(const vlSlab* slab, const vlRigidField* pull, vlVec2 c, double mu,
                           double far);

// Coulomb friction against a field that turns about c: force and moment about the origin.
void vlSlab_Shear(const vlSlab* slab, double mu, const vlRigidField* field, vlVec2 c, vlVec2* force,
                  double* moment);

// The same for a pull, linearised about the motion `about`: `newton` is n of (T7.7).
vlAnswer vlSlab_Slide(const vlSlab* slab, const vlContactLaw* law, double mu, double newton,
                      const vlRigidField* pull, vlVec2 c, const vlRelative* about);

#endif
