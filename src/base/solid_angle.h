// SPDX-License-Identifier: MIT
#ifndef VOLAR_BASE_SOLID_ANGLE_H
#define VOLAR_BASE_SOLID_ANGLE_H

// How much of a sphere a triangle covers. A closed surface of triangles covers all of it seen from
// inside, and nothing seen from outside. Load time only.

#include <math.h>

#include "base/angle.h"
#include "volar/math.h"

// Half of the solid angle of a triangle whose corners are given from the eye; positive if they are
// clockwise seen from there, so that a surface that looks outwards adds up to 2 pi. [OS83]
static inline double vlTriangle_HalfSolidAngle(vlVec3 a, vlVec3 b, vlVec3 c)
{
    double la = vlLength(a);
    double lb = vlLength(b);
    double lc = vlLength(c);
    return vlAngle_Of(vlDot(a, vlCross(b, c)),
                      la * lb * lc + vlDot(a, b) * lc + vlDot(b, c) * la + vlDot(c, a) * lb);
}

#endif
