// SPDX-License-Identifier: MIT
#ifndef VOLAR_HIERARCHY_SMALL_HULL_H
#define VOLAR_HIERARCHY_SMALL_HULL_H

// The convex hull of a few points as triangles around a point inside, for covering it with
// tetrahedra. Flat sets of points are thickened a little, so that it always exists.

#include "hierarchy/levels.h"

#define VL_SMALL_HULL_POINTS (VL_LEVEL_VERTICES + 4)
#define VL_SMALL_HULL_FACES (4 * VL_SMALL_HULL_POINTS)

typedef struct vlSmallHull {
    vlVec3 point[VL_SMALL_HULL_POINTS];
    int pointCount;
    int face[VL_SMALL_HULL_FACES][3]; // anticlockwise seen from outside
    int faceCount;
    vlVec3 inside;
    // m: no point of the true hull is farther than this from a tetrahedron of a face and `inside`
    double missed;
} vlSmallHull;

// False if rounding spoils it.
bool vlSmallHull_Make(const vlLevelHull* from, vlSmallHull* hull);

#endif
