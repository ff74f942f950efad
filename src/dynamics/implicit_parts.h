// SPDX-License-Identifier: MIT
#ifndef VOLAR_DYNAMICS_IMPLICIT_PARTS_H
#define VOLAR_DYNAMICS_IMPLICIT_PARTS_H

// The stages that both implicit integrators share (integrate_implicit.c).

#include "dynamics/implicit.h"

// The velocities at the start of the step; they are the first trial too.
void vlImplicit_ReadVelocities(const vlDynamics* dynamics, vlImplicitWork* work);
// Finds the islands of the bodies that `count` elements act on, and plans their systems.
void vlImplicit_FindIslands(const vlDynamics* dynamics, const vlImplicitSource* source,
                            vlImplicitWork* work, const bool* isAsleep, int count);
// The velocities of bodies that no element acts on.
void vlImplicit_FlyFree(const vlDynamics* dynamics, vlImplicitWork* work, const bool* isAsleep);
// Moves all bodies by their velocities.
void vlImplicit_Advance(const vlDynamics* dynamics, const vlImplicitWork* work,
                        const bool* isAsleep);

#endif
