// SPDX-License-Identifier: MIT
#ifndef VOLAR_JOINT_JOINT_AXIS_H
#define VOLAR_JOINT_JOINT_AXIS_H

// What acts along one axis of a joint: springs, limits, motors, friction.

#include "joint/joint_law.h"

// Along one axis at coordinate `c`. With step h the laws are those at the end of the
// step, by the rate there; with step 0 they are those of the moment.
vlAxisLaws vlAxis_Laws(const vlJoint* joint, int axis, double c, double step);
// Changes the memory to the states that hold at `rate`. True if one changed.
bool vlAxis_Settle(vlJoint* joint, int axis, double c, double rate, double step, bool mayRelease);
// Keeps where the axis is and how far its friction is stretched.
void vlAxis_Remember(vlJoint* joint, int axis, double c, double rate, double step);
// J, in the springs, limits and friction of one axis.
double vlAxis_Energy(const vlJoint* joint, int axis, double c);

// A spring along a row: `stretch` at the start of the step, slope as the step answers it.
vlRowLaw vlJoint_SpringLaw(const vlJoint* joint, bool turns, double stiffness, double damping,
                           double stretch, double step);

#endif
