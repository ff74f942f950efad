// SPDX-License-Identifier: MIT
#ifndef VOLAR_SHAPE_OVERLAP_H
#define VOLAR_SHAPE_OVERLAP_H

// How much two convex pieces in one frame share: volume, and area where they touch face to face.
// Load time only.

#include "shape/polyhedron.h"

// How many scratch points the functions below need for any two of these pieces.
int vlOverlap_ScratchSize(const vlConvex* pieces, int count);

// True if the bounds are less than `gap` (m) apart.
bool vlOverlap_AreClose(const vlConvex* a, const vlConvex* b, double gap);

// Volume common to both; pieces that only touch share none (to rounding).
double vlOverlap_Volume(const vlConvex* a, const vlConvex* b, vlVec3* scratch, int scratchSize);

// Area in which face `faceA` of `a` lies on the opposite-facing face `faceB` of `b`, as a fraction
// of the smaller of the two; 0 if they are apart by more than `gap` (m) or not parallel.
double vlOverlap_Contact(const vlConvex* a, int faceA, const vlConvex* b, int faceB, double gap,
                         vlVec3* scratch, int scratchSize);

#endif
