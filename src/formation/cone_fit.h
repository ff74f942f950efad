// SPDX-License-Identifier: MIT
#ifndef VOLAR_FORMATION_CONE_FIT_H
#define VOLAR_FORMATION_CONE_FIT_H

// How well forces within friction cones at given points can make up a wrench.

#include "volar/math.h"

// A point where a force may act, along the normal and up to the friction beside it.
typedef struct vlConePoint {
    vlVec3 point, normal;
} vlConePoint;

// The share of a wrench (about `centre`, torques divided by `length`) that no sum of forces in
// cones at the points gives: 0 all of it can be given, 1 nothing. The cones have 16 sides, which go
// 2% beyond the friction so that they hold the round cone.
double vlCone_Residual(const vlConePoint* points, int count, double friction, vlWrench wrench,
                       vlVec3 centre, double length);

#endif
