// SPDX-License-Identifier: MIT
#ifndef VOLAR_HAPTIC_ROTATION_H
#define VOLAR_HAPTIC_ROTATION_H

// Rotations between poses that nobody has checked, such as those a program gives to a public
// object of this room. Where poses are known to be unit, vlRotationBetween of volar/math.h serves.

#include "volar/math.h"

// Rotation vector (rad, frame of the poses) that takes `from` to `to`, at most half a turn long.
// Zero if the quaternions are too far from unit length to mean one.
vlVec3 vlRotation_BetweenAny(vlQuat from, vlQuat to);

#endif
