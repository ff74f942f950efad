// SPDX-License-Identifier: MIT
#ifndef VOLAR_BASE_SCRIPT_AT_H
#define VOLAR_BASE_SCRIPT_AT_H

// The scripts of volar/script.h as functions of time: same arguments, same bits. Below them what
// they are made of, for the hand of a simulated device, whose path and oscillation act together.
// And a follower, for targets that are not known beforehand.

#include "volar/script.h"

// Pose at a time (s); `start` is the first pose of the body, about which it oscillates.
vlPose vlMotionScript_At(const vlMotionScript* script, vlPose start, double time);
// Target at a time (s); `constant` if there is no script.
double vlTargetScript_At(const vlTargetScript* script, double constant, double time);

// Takes `place` one step (s) towards a target, as a critically damped spring of this rate (1/s)
// would: 90% of the way after 3.9 / rate. Place and velocity have no jump whatever the target does.
// Stable for any step.
void vlFollower_Step(vlVec3 target, double rate, double step, vlVec3* place, vlVec3* velocity);

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
