// SPDX-License-Identifier: MIT
#ifndef VOLAR_JOINT_JOINT_GAINS_H
#define VOLAR_JOINT_JOINT_GAINS_H

// Stiffness and damping of a joint.

#include "joint/joint_law.h"

// How easily the two sides give way: from masses and mean inertias, or for an explicit step an
// upper bound over all directions.
vlJointYield vlJoint_Yield(const vlJoint* joint, const vlInertia* inertia, bool isExplicit);
// The same for what a motor moves: the two bodies turning about the joint, whatever else hangs on
// them.
vlJointYield vlJoint_Brake(const vlJoint* joint, const vlInertia* inertia);
// Replaces every VL_AUTO by a number, and sets the stiffness of friction.
void vlJoint_FillGains(vlJoint* joint, vlJointYield yield, double step, bool isExplicit);

// Decides which springs are soft; `most` is the yield for an explicit step.
void vlJoint_SetSoft(vlJoint* joint, vlJointYield most, double step);

#endif
