// SPDX-License-Identifier: MIT
#ifndef VOLAR_DYNAMICS_FORCE_H
#define VOLAR_DYNAMICS_FORCE_H

// The interface between what makes forces and what integrates them. Contacts, springs, joints and
// couplings all become force elements between two bodies. An integrator sums the elements and asks
// for them again at another state, and does not know their kind.

#include "dynamics/motion.h"

// A wrench between two bodies, given as it acts on B about `origin`; A receives its negative about
// the same point, so that momentum is conserved exactly.
typedef struct vlForceElement {
    int bodyA; // -1: the world
    int bodyB;
    vlVec3 origin;
    vlWrench onB;
} vlForceElement;

// Where an integrator gets its elements from.
typedef struct vlForceSource {
    // Fills `elements` for the bodies at `motions`, `elapsed` seconds after the last evaluation
    // with `remember`, which made the memory. Returns the number of elements.
    int (*evaluate)(void* user, const vlMotion* motions, double elapsed, bool remember);
    const vlForceElement* elements;
    void* user;
} vlForceSource;

// Everything an integrator works on.
typedef struct vlDynamics {
    int bodyCount;
    const vlInertia* inertia;
    vlMotion* motion;
    const vlWrench* applied; // from outside, for this step, about the centre of mass
    vlWrench* reaction;      // written: sum of the elements at the start of the step
    double step;
    vlVec3 gravity;
    vlForceSource source;
    vlMotion* stage; // scratch, RK4
    vlMotion* slope; // scratch, RK4
} vlDynamics;

// Sum of `count` elements on each body about its centre of mass.
void vlForce_Sum(const vlForceElement* elements, int count, const vlMotion* motions, int bodyCount,
                 vlWrench* sums);

// Each makes one step. Bodies that forces do not move follow their given velocity.
void vlIntegrate_Euler(vlDynamics* dynamics);
void vlIntegrate_Rk4(vlDynamics* dynamics);

#endif
