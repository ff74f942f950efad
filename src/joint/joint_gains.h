// SPDX-License-Identifier: MIT
#ifndef VOLAR_JOINT_JOINT_GAINS_H
#define VOLAR_JOINT_JOINT_GAINS_H

// Stiffness and damping of a joint.

#include "joint/joint_law.h"

// By mass and mean inertia; or, for an explicit step, the most that any direction gives way.
vlJointYield vlJoint_Yield(const vlJoint* joint, const vlInertia* inertia, bool isExplicit);
// Puts numbers in the place of every VL_AUTO, and the stiffness of friction.
void vlJoint_FillGains(vlJoint* joint, vlJointYield yield, double step, bool isExplicit);

// Which springs are soft, by the most that any direction gives way.
void vlJoint_SetSoft(vlJoint* joint, vlJointYield most, double step);

#endif
