// SPDX-License-Identifier: MIT
#ifndef VOLAR_TESTS_QUADRATURE_H
#define VOLAR_TESTS_QUADRATURE_H

// Integrals over the overlap of a test pair by brute force: straight from the planes of both
// pieces, without a polyhedron.

#include "pairs.h"

// Planes of both pieces in the contact frame, those above the overlap and those below it, as
// heights over (x, y): z + slope of x + slope of y.
typedef struct vlPlaneList {
    vlVec3 front[2 * VL_PIECE_FACES];
    vlVec3 back[2 * VL_PIECE_FACES];
    int frontCount, backCount;
} vlPlaneList;

// `volume` must be in the frame of the pair's cutter.
void vlPlaneList_Gather(vlPlaneList* list, const vlTestPair* pair, const vlContactVolume* volume);

// Length of the overlap over (x, y), negative outside: a concave function.
double vlPlaneList_Depth(const vlPlaneList* list, double x, double y);

// Adds volume, area and moments by the midpoint rule on `lines` chords of the footprint with as
// many points each. Of `volume` only the bounds of the footprint are used.
void vlPlaneList_Integrate(const vlPlaneList* list, const vlContactVolume* volume, int lines,
                           vlContactVolume* sum);

#endif
