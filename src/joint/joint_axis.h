// SPDX-License-Identifier: MIT
#ifndef VOLAR_JOINT_JOINT_AXIS_H
#define VOLAR_JOINT_JOINT_AXIS_H

// The forces along one axis of a joint: springs, limits, motors, friction.

#include "joint/joint_law.h"

// The laws of one axis at coordinate `c`. With a step they hold at its end, for the rate there;
// with step 0 they are those of the present moment.
vlAxisLaws vlAxis_Laws(const vlJoint* joint, int axis, double c, double step);
// The same for the search for a minimum, at this rate, each with its slope there.
vlAxisLaws vlAxis_LawsAt(const vlJoint* joint, int axis, double c, double rate, double step);
// The states that the laws of a minimum have at `rate`.
void vlAxis_Settled(vlJoint* joint, int axis, double c, double rate, double step);
// Changes the memory to the states that hold at `rate`. True if one changed.
bool vlAxis_Settle(vlJoint* joint, int axis, double c, double rate, double step, bool mayRelease);
// Remembers where the axis is and how far its friction is stretched.
void vlAxis_Remember(vlJoint* joint, int axis, double c, double rate, double step);
// J, stored in the springs, limits and friction of one axis.
double vlAxis_Energy(const vlJoint* joint, int axis, double c);

// A spring along a row, with `stretch` at the start of the step and the slope that the step's
// solution needs.
vlRowLaw vlJoint_SpringLaw(const vlJoint* joint, bool turns, double stiffness, double damping,
                           double stretch, double step);

#endif
