// SPDX-License-Identifier: MIT
#ifndef VOLAR_SOLID_SAME_POINTS_H
#define VOLAR_SOLID_SAME_POINTS_H

// Which points are one.

#include "base/keyed.h"
#include "volar/math.h"

// Finds for each point the one that stands for all within `reach` (m) of it. Points are taken in
// the order along a direction of unit length; along one that no lattice is aligned with, few come
// near each other in it. `sorted` has room for all.
void vlPoints_FindSame(const vlVec3* points, int count, vlVec3 direction, double reach,
                       vlKeyed* sorted, int* same);

#endif
