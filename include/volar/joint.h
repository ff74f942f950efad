// SPDX-License-Identifier: MIT
#ifndef VOLAR_JOINT_H
#define VOLAR_JOINT_H

// What ties a body to another one or to the world: springs with a damper, a rest length and a
// largest force. A spring is a force element like a contact: every integrator takes it as it is.
//
// With rest length 0 it pulls B's point onto A's point from any direction,
//     f = k (a - b) + d (va - vb),
// with a rest length l it acts along the line between the points only,
//     f = (k (|a - b| - l) + d u . (va - vb)) u,  u = (a - b)/|a - b|.
// A force above `maxForce` is cut to it, direction kept: a hand can then pull without tearing.

#include "volar/contact.h"
#include "volar/math.h"

typedef struct vlWorld vlWorld;

// Names one spring of one world. Zero is the null id.
typedef struct vlSpringId {
    uint32_t index1; // index + 1
    uint32_t generation;
} vlSpringId;

typedef struct vlSpringDef {
    vlBodyId bodyA;     // the null id: the world
    vlBodyId bodyB;     // a body; required
    vlVec3 pointA;      // m, in the frame of A's shape; world frame if A is the world
    vlVec3 pointB;      // m, in the frame of B's shape
    vlVec3 velocityA;   // m/s, at which an anchor in the world travels on by itself
    double restLength;  // m, >= 0
    double stiffness;   // N/m, >= 0
    double damping;     // N s/m, >= 0
    double spinDamping; // N m s, >= 0: torque against the angular velocity of B relative to A
    double maxForce;    // N, > 0; INFINITY: none
} vlSpringDef;

// A spring at the start of the last step.
typedef struct vlSpringReport {
    vlVec3 pointA, pointB; // m, world
    vlVec3 force;          // N, on B at pointB, world; A receives its negative
    vlVec3 torque;         // N m, on B, of spinDamping
    double energy;         // J, stored: k stretch^2 / 2 (also where the force is cut)
} vlSpringReport;

VL_BEGIN_C

// Rest length, damping and spin damping 0, stiffness 100 N/m, no largest force.
VL_API vlSpringDef vlDefaultSpringDef(void) VL_REALTIME;

// Real-time: springs may come and go between steps, within vlCapacity.springs. VL_ERROR_UNSTABLE,
// with the limit in the message, if the step is too long for the stiffness or damping.
VL_API VL_WARN_UNUSED vlResult vlWorld_CreateSpring(vlWorld* world, const vlSpringDef* def,
                                                    vlSpringId* spring) VL_REALTIME;
VL_API VL_WARN_UNUSED vlResult vlWorld_DestroySpring(vlWorld* world, vlSpringId spring) VL_REALTIME;
VL_API int vlWorld_GetSpringCount(const vlWorld* world) VL_REALTIME;

// Moves the anchor of a spring whose A is the world: its point and velocity, world.
VL_API VL_WARN_UNUSED vlResult vlSpring_SetAnchor(vlWorld* world, vlSpringId spring, vlVec3 point,
                                                  vlVec3 velocity) VL_REALTIME;
VL_API VL_WARN_UNUSED vlResult vlSpring_GetReport(const vlWorld* world, vlSpringId spring,
                                                  vlSpringReport* report) VL_REALTIME;
// Largest stiffness (N/m) and damping (N s/m) that the world's step can hold at these two points.
VL_API VL_WARN_UNUSED vlResult vlWorld_GetSpringLimits(const vlWorld* world, const vlSpringDef* def,
                                                       double* stiffness,
                                                       double* damping) VL_REALTIME;

VL_END_C

#endif
