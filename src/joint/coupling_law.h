// SPDX-License-Identifier: MIT
#ifndef VOLAR_JOINT_COUPLING_H
#define VOLAR_JOINT_COUPLING_H

// The coupling between a device and the body that it holds: its laws, and its wrench at a given
// motion.

#include "dynamics/element.h"
#include "volar/coupling.h"

// Constants, the device's sample and the memory; all of it is state.
typedef struct vlVirtualCoupling {
    vlElementHead head; // from the world, where the device is, to the body
    vlVec3 arm;         // m, of the grasp from the centre of mass, body axes
    vlQuat turn;        // rotation of the grasp relative to the body
    double stiffness, damping, angularStiffness, angularDamping, maxForce, maxTorque;
    double yield, angularYield; // 1/kg, 1/(kg m2): largest inverse mass and inertia at the grasp
    vlPose device;              // world
    vlTwist deviceTwist;
    vlPose lastDevice; // in the last step: the device works by its motion since then
    vlTwist lastTwist; // of the device in the last step
    vlVec3 lastTurn;   // rotation vector of the last step, so that it does not flip at half a turn
    vlWrench last;     // on the body, of the last step
} vlVirtualCoupling;

// A spring whose force is proportional to the stretch up to 0.7 of `most` and then bends smoothly
// towards `most`.
typedef struct vlBentSpring {
    double force;  // N, N m
    double slope;  // N/m, N m/rad
    double energy; // J
} vlBentSpring;

vlBentSpring vlBentSpring_At(double stiffness, double most, double stretch);

// The rotation vector that takes `held` to `device`, world axes; beyond half a turn, the one nearer
// to `last`.
vlVec3 vlCoupling_TurnBetween(vlQuat held, vlQuat device, vlVec3 last);

// Where the grasp is.
vlPose vlCoupling_HeldAt(const vlVirtualCoupling* coupling, const vlMotion* motion);

// The report of the coupling with its body at `motion`, with the wrench of the last step.
vlCouplingReport vlCoupling_ReportAt(const vlVirtualCoupling* coupling, const vlMotion* motion);

// The law at the bodies' `motions`. Without finite numbers there is no wrench.
vlForceElement vlCoupling_Evaluate(const vlVirtualCoupling* coupling, const vlMotion* motions);

// The same for the implicit integrator, over a step of `step` seconds; at its end the device is
// where its sample says.
vlImplicitElement vlCoupling_Linearise(const vlVirtualCoupling* coupling, const vlMotion* motions,
                                       double step);

// J, work that the device does over the step just made, through the wrench on the body.
double vlCoupling_WorkOfDevice(const vlVirtualCoupling* coupling, vlWrench onBody);

#endif
