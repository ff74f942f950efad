// SPDX-License-Identifier: MIT
#ifndef VOLAR_JOINT_JOINT_GAINS_H
#define VOLAR_JOINT_JOINT_GAINS_H

// Stiffness and damping of a joint.

#include "joint/joint_law.h"

// From mass and mean inertia; for an explicit step, the largest inverse mass of any direction.
vlJointYield vlJoint_Yield(const vlJoint* joint, const vlInertia* inertia, bool isExplicit);
// Of what a motor moves about the joint: the two bodies turning about it, whatever else hangs on
// them.
vlJointYield vlJoint_Brake(const vlJoint* joint, const vlInertia* inertia);
// Replaces every VL_AUTO by a number, and sets the stiffness of friction.
void vlJoint_FillGains(vlJoint* joint, vlJointYield yield, double step, bool isExplicit);

// Decides which springs are soft, by the largest inverse mass of any direction.
void vlJoint_SetSoft(vlJoint* joint, vlJointYield most, double step);

#endif
