// SPDX-License-Identifier: MIT
#ifndef VOLAR_DEVICE_TURN_H
#define VOLAR_DEVICE_TURN_H

// Orientations that turn by rotation vectors.

#include "volar/math.h"

// The rotation vector that takes one orientation to another.
vlVec3 vlTurn_Between(vlQuat from, vlQuat to);
// An orientation turned by a rotation vector.
vlQuat vlTurn_Apply(vlQuat q, vlVec3 turn);

#endif
