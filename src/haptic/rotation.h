// SPDX-License-Identifier: MIT
#ifndef VOLAR_HAPTIC_ROTATION_H
#define VOLAR_HAPTIC_ROTATION_H

// Rotations between poses that were not checked, such as those that a program gives to a public
// object of this folder. For poses that are known to be unit, use vlRotationBetween of
// volar/math.h.

#include "volar/math.h"

// Rotation vector (rad, frame of the poses) that takes `from` to `to`, at most half a turn long.
// Zero if a quaternion is too far from unit length to be a rotation.
vlVec3 vlRotation_BetweenAny(vlQuat from, vlQuat to);

#endif
