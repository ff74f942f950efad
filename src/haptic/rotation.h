// SPDX-License-Identifier: MIT
#ifndef VOLAR_HAPTIC_ROTATION_H
#define VOLAR_HAPTIC_ROTATION_H

// Small rotations between neighbouring samples of a device.

#include "volar/math.h"

// Rotation vector (rad, frame of the poses) that takes `from` to `to`, at most half a turn long.
// Zero if the quaternions are too far from unit length to mean one.
vlVec3 vlRotation_Between(vlQuat from, vlQuat to);

#endif
