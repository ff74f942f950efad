// SPDX-License-Identifier: MIT
#ifndef VOLAR_CONTACT_BOUNCE_H
#define VOLAR_CONTACT_BOUNCE_H

// An impact (restitution.h) in the search for the minimum of a step. Every point of the footprint
// bounces at its own speed: it presses as a point always does, max(0, kN d - cN g)/A, but its
// springs have the depth from which they would make it leave with e times its speed of approach,
//
//   cN = 1000/(W h),   kN = cN/h,   d(p) = e h max(0, -g0(p)).                        (T7.22)
//
// So the impact presses, and friction is bounded, where the points strike. What friction turns in
// an impact may return more than the points brought; e is then as large as the work of both allows:
//
//   int pi (g0 + g1)/2 + friction . (slide0 + slide1)/2 <= 0.                         (T7.23)

#include "contact/bed.h"

// The law of this step becomes that of an impact.
void vlBounce_Begin(vlBed* bed, const vlContact* contact, double step);

// Sets the depths of the points, which have been sampled.
void vlBounce_SetDepths(const vlBed* bed, vlBedPool* pool, double step);

// The largest restitution, at most the present one, with which the impact takes energy if friction
// is as at this trial, under the pressure that bounds it.
double vlBounce_Limit(const vlBed* bed, const vlBedPool* pool, const vlRelative* trial);

#endif
