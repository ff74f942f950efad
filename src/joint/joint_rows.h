// SPDX-License-Identifier: MIT
#ifndef VOLAR_JOINT_JOINT_ROWS_H
#define VOLAR_JOINT_JOINT_ROWS_H

// The coordinates of a joint and their rates.

#include "joint/joint_law.h"

// The rows at the given motions.
void vlJoint_Place(const vlJoint* joint, const vlMotion* motions, vlJointRows* rows);
// Fills in the bends of rows that were placed at `motions`, for a step from there. (T7.11)
void vlJoint_Bend(const vlJoint* joint, const vlMotion* motions, double step, vlJointRows* rows);
// Velocity of B relative to A at the rows' origin.
vlTwist vlJoint_Twist(const vlJoint* joint, const vlMotion* motions, const vlJointRows* rows);

#endif
