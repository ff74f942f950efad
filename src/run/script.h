// SPDX-License-Identifier: MIT
#ifndef VOLAR_SCENE_SCRIPT_H
#define VOLAR_SCENE_SCRIPT_H

// Where a scripted kinematic body is at a time, and what a scripted motor is to reach.

#include "volar/scene.h"

// `start` is the body's first pose, about which it oscillates.
vlPose vlScript_At(const vlMotionScript* script, vlPose start, double time);

// Velocity (of the centre of mass, `centroid` in the shape's frame) that takes a body from one pose
// to another in `step` seconds of constant motion.
vlTwist vlScript_Between(vlPose from, vlPose to, vlVec3 centroid, double step);

// Target of a motor at a time; `constant` if it has no script.
double vlScript_TargetAt(const vlTargetScript* script, double constant, double time);

#endif
