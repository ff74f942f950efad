// SPDX-License-Identifier: MIT
#ifndef VOLAR_DYNAMICS_MOTION_H
#define VOLAR_DYNAMICS_MOTION_H

// How a rigid body moves: its constants, its state and what follows from both.

#include "dynamics/principal.h"

// Constant during a step.
typedef struct vlInertia {
    double inverseMass; // 1/kg; 0: not moved by forces
    double mass;        // kg
    vlMat3 inertiaB;    // kg m2, about the centre of mass, body axes
    vlMat3 inverseInertiaB;
    vlPrincipal principal; // of inertiaB
    bool isDriven;         // kinematic: keeps its given velocity and follows it
} vlInertia;

// The state. Angular momentum is the state of rotation, not angular velocity: without torque it
// then stays constant to the last bit, whatever the body's shape.
typedef struct vlMotion {
    vlVec3 centre;   // of mass, world
    vlQuat rotation; // body -> world
    vlVec3 velocity; // of the centre of mass
    vlVec3 spin;     // angular momentum L about the centre of mass, world (dynamic bodies)
    vlVec3 omega;    // angular velocity, world; kept equal to I^-1 L for dynamic bodies
} vlMotion;

// I^-1 in world axes for rotation matrix R.
static inline vlMat3 vlInertia_InverseWorld(const vlInertia* inertia, vlMat3 R)
{
    return vlMulMM(R, vlMulMM(inertia->inverseInertiaB, vlTranspose(R)));
}

// omega = R I_B^-1 R^T L.
static inline vlVec3 vlInertia_Omega(const vlInertia* inertia, vlMat3 R, vlVec3 spin)
{
    return vlMulMV(R, vlMulMV(inertia->inverseInertiaB, vlMulTV(R, spin)));
}

// L = R I_B R^T omega.
static inline vlVec3 vlInertia_Spin(const vlInertia* inertia, vlMat3 R, vlVec3 omega)
{
    return vlMulMV(R, vlMulMV(inertia->inertiaB, vlMulTV(R, omega)));
}

// Kinetic energy of a body moved by forces, J.
double vlMotion_KineticEnergy(const vlInertia* inertia, const vlMotion* motion);

// How closely a free rotation is followed. The energy never drifts, and a body with two equal
// moments is exact in any case.
typedef enum vlTurning {
    VL_TURNING_PLAIN, // second order where the body turns by little in a step, sixth elsewhere
    VL_TURNING_FINE   // always sixth order
} vlTurning;

// Rotates `motion` by its spin for `step` seconds, free of torque. (T1.3)
void vlMotion_Rotate(const vlInertia* inertia, vlMotion* motion, double step, vlTurning turning);

// The same for a body that other forces than gravity hold while it turns, such as a top on its tip.
void vlMotion_RotateHeld(const vlInertia* inertia, vlMotion* motion, double step);

// How long, s, a free rotation with this spin can be computed in one call and be followed closely,
// whatever the orientation at its start. (T1.3)
double vlMotion_FollowedTime(const vlInertia* inertia, vlVec3 spin);

// Moves along its given velocity for `step` seconds.
void vlMotion_Drive(vlMotion* motion, double step);

#endif
