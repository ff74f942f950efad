// SPDX-License-Identifier: MIT
#ifndef VOLAR_WORLD_JOINT_DEF_H
#define VOLAR_WORLD_JOINT_DEF_H

// Checks of what a joint is made from (joint_def.c). Each leaves a message on failure.

#include "world/world_parts.h"

// Numbers alone: nothing of the bodies.
vlResult vlJointDef_Check(const vlWorld* world, const vlJointDef* def);
vlResult vlMotor_Check(const vlWorld* world, const vlMotor* motor);
// VL_ERROR_UNSTABLE if an explicit step cannot hold a joint, all gains filled in.
vlResult vlJoint_CheckStable(const vlWorld* world, const vlJoint* joint, vlJointYield yield);

#endif
