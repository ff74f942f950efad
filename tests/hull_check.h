// SPDX-License-Identifier: MIT
#ifndef VOLAR_TESTS_HULL_CHECK_H
#define VOLAR_TESTS_HULL_CHECK_H

// How well a hull contains the points from which it was made.

#include "shape/polyhedron.h"

// Largest height of a given point over a face, and of a loop's own vertices off their plane.
static inline void measureHull(const vlConvex* c, const vlVec3* points, int count, double* outside,
                               double* unevenness)
{
    *outside = 0.0;
    *unevenness = 0.0;
    for (int f = 0; f < c->faceCount; ++f) {
        vlVec3 n = vlConvex_Normal(c, f);
        for (int i = 0; i < count; ++i) {
            *outside = fmax(*outside, vlDot(n, points[i]) - c->nd[f]);
        }
        for (int i = c->faceStart[f]; i < c->faceStart[f + 1]; ++i) {
            double height = vlDot(n, vlConvex_Vertex(c, c->faceVertex[i])) - c->nd[f];
            *unevenness = fmax(*unevenness, fabs(height));
        }
    }
}

#endif
