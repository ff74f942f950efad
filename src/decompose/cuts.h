// SPDX-License-Identifier: MIT
#ifndef VOLAR_DECOMPOSE_CUTS_H
#define VOLAR_DECOMPOSE_CUTS_H

// Planes by which a part might be cut.

#include "decompose/part.h"

#define VL_MOST_CUTS 54

typedef struct vlProposedCut {
    vlVec3 normal;
    double offset;
} vlProposedCut;

// How much the surface bends inwards: the sum over its concave edges of length times the sine of
// the bend. `edges` (may be NULL) becomes their number. -1 without memory.
double vlCuts_Concavity(const vlPart* part, int* edges);

// Which planes are proposed.
typedef enum vlCutFamily {
    VL_CUTS_ALL,
    VL_CUTS_AT_EDGES, // at concave edges, if there are any
    VL_CUTS_HALVING   // through the middle, and a few at concave edges
} vlCutFamily;

// Planes of the faces at concave edges and the planes that halve the angle there, where the edges
// are long and sharp; planes across the axes of coordinates and the part's own; planes through the
// place that the hull is farthest from. Returns how many; -1 without memory.
int vlCuts_Propose(const vlPart* part, double tolerance, vlCutFamily family,
                   vlProposedCut planes[VL_MOST_CUTS]);

#endif
