// SPDX-License-Identifier: MIT
#ifndef VOLAR_CONTACT_BOUNCE_H
#define VOLAR_CONTACT_BOUNCE_H

// An impact (restitution.h) in the search for the minimum of a step. It presses where the bodies
// touch first, at the place p0, with
//
//   fn = c (e v - g1),   c = 1000/(W h),   cut at 0,                                  (T3.18)
//
// and friction rubs there: its bound is that of fn on the part of the footprint about p0 that fits
// into it, all of it if p0 is its middle and a point if p0 is on its rim. Friction may do positive
// work, and so may the damper that resists tilting. Then e is smaller: as large as their work
// allows,
//
//   fn (e - 1) v + friction . (slide0 + slide1) + tilting . (gamma0 + gamma1) <= 0.   (T7.22)

#include "contact/bed.h"

// The answer of pressing at `opening`; none if it would pull.
void vlBounce_Press(vlBed* bed, const vlContact* contact, double step, const double opening[3]);

// Friction's bound is that of this force.
void vlBounce_Bound(vlBed* bed, const vlContact* contact, vlBedPool* pool, double force);

// The largest restitution, at most the present one, with which the impact takes energy if friction
// is as at this trial, under the pressure that bounds it.
double vlBounce_Limit(const vlBed* bed, const vlContact* contact, const vlRelative* trial);

#endif
