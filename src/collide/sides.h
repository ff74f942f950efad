// SPDX-License-Identifier: MIT
#ifndef VOLAR_COLLIDE_SIDES_H
#define VOLAR_COLLIDE_SIDES_H

// On which side of a plane each vertex lies, as sets of vertices with one bit each.

#include "shape/polyhedron.h"

#define VL_SIDES_WORDS (VL_MAX_HULL_VERTICES / 64)

// Vertices inside and outside; those in neither set lie on the plane.
typedef struct vlSides {
    uint64_t in[VL_SIDES_WORDS];
    uint64_t out[VL_SIDES_WORDS];
} vlSides;

enum { VL_HAS_IN = 1, VL_HAS_OUT = 2 };

static inline bool vlSides_Has(const uint64_t* set, int v)
{
    return (set[v >> 6] >> (v & 63)) & 1;
}

// Fills `sides` and the signed distances `side` to plane n . x = d of `count` vertices; nearer than
// `epsilon` is on the plane. Reads and writes the arrays up to a multiple of VL_LANES. Returns
// which of VL_HAS_IN, VL_HAS_OUT there are.
int vlSides_Measure(vlSides* sides, double* side, const double* x, const double* y, const double* z,
                    int count, vlVec3 n, double d, double epsilon);

#endif
