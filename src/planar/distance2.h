// SPDX-License-Identifier: MIT
#ifndef VOLAR_PLANAR_DISTANCE2_H
#define VOLAR_PLANAR_DISTANCE2_H

// Distance of two convex polygons by [GJK88] in the plane. Each support vertex is found by walking
// along the polygon from the last one, so a query costs little when little has moved.

#include "volar/math.h"

typedef struct vlOutline2 {
    const vlVec2* vertex; // anticlockwise, world
    int count;
} vlOutline2;

// The distance, 0 if they overlap. `witness` are vertices of a and b from which to start, and on
// return vertices of the closest features.
double vlOutline2_Distance(vlOutline2 a, vlOutline2 b, int witness[2]);

#endif
