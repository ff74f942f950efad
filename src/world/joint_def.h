// SPDX-License-Identifier: MIT
#ifndef VOLAR_WORLD_JOINT_DEF_H
#define VOLAR_WORLD_JOINT_DEF_H

// Checks of a joint's definition (joint_def.c). Each leaves a message on failure.

#include "world/world_parts.h"

// Checks only the numbers, not the bodies.
vlResult vlJointDef_Check(const vlWorld* world, const vlJointDef* def);
vlResult vlMotor_Check(const vlWorld* world, const vlMotor* motor);
// VL_ERROR_UNSTABLE if an explicit step cannot hold the joint, whose gains are all filled in.
vlResult vlJoint_CheckStable(const vlWorld* world, const vlJoint* joint, vlJointYield yield);

#endif
