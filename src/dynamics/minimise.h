// SPDX-License-Identifier: MIT
#ifndef VOLAR_DYNAMICS_MINIMISE_H
#define VOLAR_DYNAMICS_MINIMISE_H

// The step of one island as a minimum. Every element's force is the negative slope of a convex
// potential psi of the velocities at the end of the step, so that the velocities are
//
//   v1 = argmin 1/2 (v - v*) M (v - v*) + h sum psi(v),   v* = v0 + h M^-1 external     (T7.2)
//
// Newton's method finds it: gradient, Hessian, a step, and a search along the step for the place
// where the slope is zero. Each accepted step lowers the sum, so no state of an element has to be
// guessed. Coulomb's bound alone is no potential, because it depends on the pressure of the same
// step; see vlBoundUse.

#include "dynamics/implicit.h"

// How the search for the minimum of an island ended.
typedef struct vlMinimised {
    int factored;    // how often its system was factored; 0: the state was the minimum already
    int substituted; // how often it was solved
    double residual; // what is left, as a part of the impulses of the step, at the worst body
    double lag;      // the same for the bounds of friction, as a part of the forces
    bool isSettled;
} vlMinimised;

// Starts the step: momenta, inertias. Fills the rows of all islands.
void vlMinimise_Begin(const vlDynamics* dynamics, vlImplicitWork* work);

// Minimises over the velocities of an island, which begin at work->trial.
vlMinimised vlMinimise_Island(const vlDynamics* dynamics, const vlImplicitSource* source,
                              vlImplicitWork* work, int island);

#endif
