// SPDX-License-Identifier: MIT
#ifndef VOLAR_BASE_SCRIPT_H
#define VOLAR_BASE_SCRIPT_H

// What the scripts of volar/script.h are made of, for the hand of a simulated device, whose path
// and oscillation act together.

#include "volar/script.h"

// From 0 to 1 as s goes there. Of fifth order: velocity and acceleration are zero at both ends.
double vlScript_Smooth(double s);

// Pose on a path of at least one key. `turns` are the rotation vectors from each key to the next
// (vlScript_FindTurns), or NULL: found on the way.
vlPose vlScript_OnPath(const vlMotionKey* keys, int keyCount, const vlVec3* turns, bool repeat,
                       bool smooth, double time);
// Writes keyCount - 1 rotation vectors.
void vlScript_FindTurns(const vlMotionKey* keys, int keyCount, vlVec3* turns);

// A pose shifted and turned by the share `sine` of an oscillation.
vlPose vlScript_Swing(vlPose pose, vlVec3 amplitude, vlVec3 turn, double sine);
// sin(2 pi frequency time + phase); whole cycles are taken off first, so the angle stays small over
// days.
double vlScript_Sine(double frequency, double phase, double time);

#endif
