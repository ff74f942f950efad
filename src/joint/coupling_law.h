// SPDX-License-Identifier: MIT
#ifndef VOLAR_JOINT_COUPLING_H
#define VOLAR_JOINT_COUPLING_H

// The coupling between a device and the body it holds: its laws, and its wrench at a given motion.

#include "dynamics/element.h"
#include "volar/coupling.h"

// Constants, the device's sample and memory; all of it is state.
typedef struct vlVirtualCoupling {
    vlElementHead head; // from the world, where the device is, to the body
    vlVec3 arm;         // m, of the grasp from the centre of mass, body axes
    vlQuat turn;        // of the grasp against the body
    double stiffness, damping, angularStiffness, angularDamping, maxForce, maxTorque;
    double yield, angularYield; // 1/kg, 1/(kg m2): how easily the grasp gives way, at most
    vlPose device;              // world
    vlTwist deviceTwist;
    vlPose lastDevice; // in the last step: what it moved since then is what it works by
    vlVec3 lastTurn;   // rotation vector of the last step, so that it does not flip at half a turn
    vlWrench last;     // on the body, of the last step
} vlVirtualCoupling;

// A spring whose force grows in proportion up to 0.7 of `most` and then bends smoothly to it.
typedef struct vlBentSpring {
    double force;  // N, N m
    double slope;  // N/m, N m/rad
    double energy; // J
} vlBentSpring;

vlBentSpring vlBentSpring_At(double stiffness, double most, double stretch);

// The rotation vector that takes `held` to `device`, world axes; beyond half a turn the one nearer
// to `last`.
vlVec3 vlCoupling_TurnBetween(vlQuat held, vlQuat device, vlVec3 last);

// Where the grasp is.
vlPose vlCoupling_HeldAt(const vlVirtualCoupling* coupling, const vlMotion* motion);

// What is seen of the coupling with its body at `motion`, and the wrench of the last step.
vlCouplingReport vlCoupling_ReportAt(const vlVirtualCoupling* coupling, const vlMotion* motion);

// The law at the bodies' `motions`; beyond the finite numbers no wrench.
vlForceElement vlCoupling_Evaluate(const vlVirtualCoupling* coupling, const vlMotion* motions);

// The same for the implicit integrator, over a step of `step` seconds at whose end the device is
// where its sample says.
vlImplicitElement vlCoupling_Linearise(const vlVirtualCoupling* coupling, const vlMotion* motions,
                                       double step);

// J, that the device puts in over the step just made, through the wrench on the body.
double vlCoupling_WorkOfDevice(const vlVirtualCoupling* coupling, vlWrench onBody);

#endif
