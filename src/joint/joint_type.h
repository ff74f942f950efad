// SPDX-License-Identifier: MIT
#ifndef VOLAR_JOINT_JOINT_TYPE_H
#define VOLAR_JOINT_JOINT_TYPE_H

// What a type of joint is, for readers of scenes.

#include "volar/joint.h"

// The number of axes of this type of joint, and whether an axis turns (rad) or slides (m).
int vlJointType_GetAxisCount(vlJointType type) VL_REALTIME;
bool vlJointType_IsTurning(vlJointType type, int axis) VL_REALTIME;

#endif
