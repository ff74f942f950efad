// SPDX-License-Identifier: MIT
#ifndef VOLAR_DEVICE_TURN_H
#define VOLAR_DEVICE_TURN_H

// Rotations as vectors, with sums, products and roots only: same bits in every build.

#include "volar/math.h"

// The rotation vector of a unit quaternion, by the shorter way round.
vlVec3 vlTurn_FromQuat(vlQuat q);
// The rotation vector that takes one orientation to another.
vlVec3 vlTurn_Between(vlQuat from, vlQuat to);
// An orientation turned by a rotation vector.
vlQuat vlTurn_Apply(vlQuat q, vlVec3 turn);

#endif
