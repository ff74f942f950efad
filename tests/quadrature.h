// SPDX-License-Identifier: MIT
#ifndef VOLAR_TESTS_QUADRATURE_H
#define VOLAR_TESTS_QUADRATURE_H

// Integrals over the overlap of a test pair by brute force: straight from the planes of both
// pieces, without a polyhedron.

#include "pairs.h"

// Planes n . q <= d of both pieces in the contact frame.
typedef struct vlPlaneList {
    vlVec3 n[2 * VL_PIECE_FACES]; // n.z kept away from 0
    double d[2 * VL_PIECE_FACES];
    int count;
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
