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
    VL_CUTS_HALVING,  // through the middle, and a few at concave edges
    VL_CUTS_EVEN      // through the middle, and more at concave edges
} vlCutFamily;

// Proposes planes: those of the faces at long and sharp concave edges, and those that halve the
// angle there; planes across the coordinate axes and the part's own axes; planes through the place
// that the hull is farthest from. Returns how many; -1 without memory.
int vlCuts_Propose(const vlPart* part, double tolerance, vlCutFamily family,
                   vlProposedCut planes[VL_MOST_CUTS]);

// Pieces of equal length that an arc of the part's error needs to come within the target: the
// distance between an arc and its chord grows as the square of its length.
int vlCuts_PiecesNeeded(const vlPart* part, double target);
// Finds the plane across an arc below which about this fraction of its volume lies. The search goes
// on from `*plane`, the one of the slice before, or along the longest axis if its normal is zero.
// False without memory.
bool vlCuts_Slice(const vlPart* part, double fraction, double tolerance, vlProposedCut* plane);

#endif
