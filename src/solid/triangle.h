// SPDX-License-Identifier: MIT
#ifndef VOLAR_SOLID_TRIANGLE_H
#define VOLAR_SOLID_TRIANGLE_H

// Triangles and their sides: distances of points, and halving.

#include "volar/math.h"

typedef struct vlTriangle {
    vlVec3 p[3];
} vlTriangle;

static inline vlVec3 vlTriangle_Middle(const vlTriangle* t)
{
    return vlScale(vlAdd(vlAdd(t->p[0], t->p[1]), t->p[2]), 1.0 / 3.0);
}

// The largest distance of its corners from a point.
static inline double vlTriangle_Reach(const vlTriangle* t, vlVec3 from)
{
    double reach = 0.0;
    for (int k = 0; k < 3; ++k) {
        reach = fmax(reach, vlLength(vlSub(t->p[k], from)));
    }
    return reach;
}

// Cuts it across its longest side.
static inline void vlTriangle_Halve(const vlTriangle* t, vlTriangle half[2])
{
    int k = 0;
    double longest = -1.0;
    for (int i = 0; i < 3; ++i) {
        double length = vlLength(vlSub(t->p[(i + 1) % 3], t->p[i]));
        k = length > longest ? i : k;
        longest = fmax(longest, length);
    }
    vlVec3 a = t->p[k], b = t->p[(k + 1) % 3], c = t->p[(k + 2) % 3];
    vlVec3 middle = vlScale(vlAdd(a, b), 0.5);
    half[0] = (vlTriangle){{a, middle, c}};
    half[1] = (vlTriangle){{middle, b, c}};
}

// The point of the side from a to b that is nearest to p.
static inline vlVec3 vlSegment_Nearest(vlVec3 a, vlVec3 b, vlVec3 p)
{
    vlVec3 side = vlSub(b, a);
    double square = vlDot(side, side);
    double t = square > 0.0 ? vlDot(side, vlSub(p, a)) / square : 0.0;
    return vlMulAdd(a, fmin(fmax(t, 0.0), 1.0), side);
}

// The distance of a point from the triangle.
static inline double vlTriangle_Distance(const vlTriangle* t, vlVec3 p)
{
    vlVec3 normal = vlCross(vlSub(t->p[1], t->p[0]), vlSub(t->p[2], t->p[0]));
    double square = vlDot(normal, normal);
    bool isAbove = square > 0.0;
    for (int k = 0; k < 3 && isAbove; ++k) {
        vlVec3 inwards = vlCross(normal, vlSub(t->p[(k + 1) % 3], t->p[k]));
        isAbove = vlDot(inwards, vlSub(p, t->p[k])) >= 0.0;
    }
    if (isAbove) {
        return fabs(vlDot(normal, vlSub(p, t->p[0]))) / sqrt(square);
    }
    double best = HUGE_VAL;
    for (int k = 0; k < 3; ++k) {
        vlVec3 nearest = vlSegment_Nearest(t->p[k], t->p[(k + 1) % 3], p);
        best = fmin(best, vlLength(vlSub(p, nearest)));
    }
    return best;
}

#endif
