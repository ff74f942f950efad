// SPDX-License-Identifier: MIT
#include "dynamics/motion.h"

double vlMotion_KineticEnergy(const vlInertia* inertia, const vlMotion* motion)
{
    return 0.5 * (inertia->mass * vlDot(motion->velocity, motion->velocity) +
                  vlDot(motion->spin, motion->omega));
}

static vlQuat turn(vlQuat q, vlVec3 omega, double step)
{
    return vlTurn(q, vlScale(omega, step));
}

// A body that rotates less than this in one step needs no refinement of its middle orientation: the
// third power of the angle is below rounding.
#define SLOW_TURN 1e-5 // rad
#define REFINEMENTS 2

// With L fixed, an explicit step of the orientation tumbles and gains energy. Taking the angular
// velocity at the middle of the step keeps the energy to third order in the step. Repeating that
// with the middle orientation it leads to makes the rule symmetric in time, and the energy of a
// fast top stays bounded instead of drifting. (T1.3)
void vlMotion_Rotate(const vlInertia* inertia, vlMotion* motion, double step)
{
    double turnSquared = vlDot(motion->omega, motion->omega) * step * step;
    int rounds = turnSquared > SLOW_TURN * SLOW_TURN ? 1 + REFINEMENTS : 1;
    vlVec3 omega = motion->omega;
    for (int i = 0; i < rounds; ++i) {
        vlQuat half = turn(motion->rotation, omega, 0.5 * step);
        omega = vlInertia_Omega(inertia, vlMatFromQuat(half), motion->spin);
    }
    motion->rotation = turn(motion->rotation, omega, step);
    motion->omega = vlInertia_Omega(inertia, vlMatFromQuat(motion->rotation), motion->spin);
}

void vlMotion_Drive(vlMotion* motion, double step)
{
    motion->centre = vlMulAdd(motion->centre, step, motion->velocity);
    motion->rotation = turn(motion->rotation, motion->omega, step);
}
