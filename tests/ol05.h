// SPDX-License-Identifier: MIT
#ifndef VOLAR_TESTS_OL05_H
#define VOLAR_TESTS_OL05_H

// One rigid body held by a virtual coupling and pressed on a plane at one point, stepped by the
// implicit integrator of [OL05] as printed there: position, quaternion and both momenta, 13
// unknowns. Three omissions of the paper are corrected: c and r in its eqs. (12), (15) and (19) to
// (21) are body vectors and must be rotated, eq. (15) lacks the term of a rotating arm, and R(q) is
// that of the normalised quaternion. The contact is that of a point that presses.

#include "volar/math.h"

typedef struct vlOl05 {
    double mass;    // kg
    vlVec3 inertia; // kg m2, principal moments, body axes
    vlVec3 gravity;
    // Coupling: a point c and a frame qc of the body to the hand's place and motion.
    vlVec3 c;
    vlQuat qc;
    vlVec3 xh, vh, wh;
    vlQuat qh;
    double kc, bc, kt, bt;
    // Contact: point r of the body against the plane through p0 with normal n out of the body.
    vlVec3 r, p0, n;
    double d; // m, distance at which it begins to press
    double k, b;
} vlOl05;

// y = (x, q, P, L), q = (w, x, y, z).
#define VL_OL05_SIZE 13

typedef struct vlOl05State {
    double y[VL_OL05_SIZE];
} vlOl05State;

vlOl05State vlOl05_StateOf(const vlOl05* body, vlVec3 x, vlQuat q, vlVec3 v, vlVec3 w);
vlQuat vlOl05_Rotation(const vlOl05State* state);                  // normalised
vlVec3 vlOl05_Omega(const vlOl05* body, const vlOl05State* state); // angular velocity, world
void vlOl05_Rate(const vlOl05* body, const vlOl05State* state, double f[VL_OL05_SIZE]); // y'
// d y'/d y at a unit quaternion, row by row.
void vlOl05_Jacobian(const vlOl05* body, const vlOl05State* state,
                     double J[VL_OL05_SIZE * VL_OL05_SIZE]);

// (1 - h df/dy) dy = h f: the whole system, and with x and q eliminated exactly, (dP, dL).
void vlOl05_Step(const vlOl05* body, const vlOl05State* state, double h, double dy[VL_OL05_SIZE]);
void vlOl05_StepReduced(const vlOl05* body, const vlOl05State* state, double h, double dPL[6]);
// The same step with the changes (dv, dw) of the velocities as unknowns, and derivatives under
// rotations instead of those by quaternions.
void vlOl05_StepVelocity(const vlOl05* body, const vlOl05State* state, double h, double dvw[6]);

#endif
