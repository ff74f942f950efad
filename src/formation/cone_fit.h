// SPDX-License-Identifier: MIT
#ifndef VOLAR_FORMATION_CONE_FIT_H
#define VOLAR_FORMATION_CONE_FIT_H

// How well forces within friction cones at given points can make up a wrench.

#include "volar/math.h"

// A point where a force may act within the friction cone about the normal.
typedef struct vlConePoint {
    vlVec3 point, normal;
} vlConePoint;

// Returns the share of a wrench (about `centre`, torques divided by `length`) that no sum of forces
// in the friction cones at the points can make up: 0 if they can make up all of it, 1 if nothing.
// The cones have 16 sides and are 2% wider than the friction, so that they contain the round cones.
double vlCone_Residual(const vlConePoint* points, int count, double friction, vlWrench wrench,
                       vlVec3 centre, double length);

#endif
