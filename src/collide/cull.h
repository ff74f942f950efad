// SPDX-License-Identifier: MIT
#ifndef VOLAR_COLLIDE_CULL_H
#define VOLAR_COLLIDE_CULL_H

// Which of the cutter's planes may still cut the polytope, judged by its bounds.

#include "collide/clip.h"

// The plane of `planes` whose normal points most along `direction`, and the cosine between them if
// `direction` has unit length.
int vlCull_PlaneFacing(vlClipper* clipper, const vlPlaneSet* planes, vlVec3 direction,
                       double* cosine);

// Fills clipper->candidate with the planes other than `first` that the polytope's bounds reach
// beyond by more than `epsilon`, the farthest first, and returns how many. The bounds are a box
// aligned with plane `first`, because a shallow contact is flat along it.
int vlCull_Planes(vlClipper* clipper, const vlPlaneSet* planes, int first, double epsilon);

// Does the same for candidates [begin, end) only; those that remain move up. Returns the new end.
int vlCull_Again(vlClipper* clipper, const vlPlaneSet* planes, int first, int begin, int end,
                 double epsilon);

#endif
