// SPDX-License-Identifier: MIT
#ifndef VOLAR_BASE_SCRIPT_AT_H
#define VOLAR_BASE_SCRIPT_AT_H

// The scripts of volar/script.h as functions of time: the same arguments give the same bits. Below
// them are a follower for targets that are not known beforehand, and the parts of a script, for the
// hand of a simulated device, whose path and oscillation act together.

#include "volar/script.h"

// Pose at a time (s); `start` is the first pose of the body, about which it oscillates.
vlPose vlMotionScript_At(const vlMotionScript* script, vlPose start, double time);
// Target at a time (s); `constant` if there is no script.
double vlTargetScript_At(const vlTargetScript* script, double constant, double time);

// Moves `place` one step (s) towards a target, as a critically damped spring of this rate (1/s)
// would: it has covered 90% of the distance after 3.9 / rate. Place and velocity never jump,
// whatever the target does. Stable for any step.
void vlFollower_Step(vlVec3 target, double rate, double step, vlVec3* place, vlVec3* velocity);

// Goes from 0 to 1 as s does. The polynomial is of fifth order: velocity and acceleration are zero
// at both ends.
double vlScript_Smooth(double s);

// Pose on a path of at least one key. `turns` are the rotation vectors from each key to the next
// (vlScript_FindTurns); with NULL they are computed on each call.
vlPose vlScript_OnPath(const vlMotionKey* keys, int keyCount, const vlVec3* turns, bool repeat,
                       bool smooth, double time);
// Writes keyCount - 1 rotation vectors.
void vlScript_FindTurns(const vlMotionKey* keys, int keyCount, vlVec3* turns);

// The pose, shifted by amplitude times `sine` and rotated by turn times `sine`.
vlPose vlScript_Swing(vlPose pose, vlVec3 amplitude, vlVec3 turn, double sine);
// sin(2 pi frequency time + phase). Whole cycles are subtracted first, so that the angle stays
// small even after days.
double vlScript_Sine(double frequency, double phase, double time);

#endif
