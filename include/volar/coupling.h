// SPDX-License-Identifier: MIT
#ifndef VOLAR_COUPLING_H
#define VOLAR_COUPLING_H

// The virtual coupling between a device and the body it holds [OL05] 4.1: a spring and damper in
// all six directions from a frame on the body, the grasp, to where the device is. The body moves by
// all forces on it; the device feels the coupling's negative. A force element like any other: an
// implicit world holds a tool of a gram against hard contacts.
//
//   F = phi(|d|) d/|d| + bc (vh - v),   T = psi(|u|) u/|u| + bt (wh - w)   at the grasp
//
// with d from the grasp to the device and u the rotation vector between them. phi is kc |d|, or,
// with a largest force, kc |d| up to 0.7 of it and then bending smoothly to it, which it reaches at
// 1.3 of what a linear spring would need; psi likewise, and it takes no more than 0.9 pi of u. A
// damper fades with the slope of its spring, down to a tenth, and comes on top of the largest
// force. Several couplings may hold one body.

#include "volar/id.h"
#include "volar/math.h"

typedef struct vlWorld vlWorld;

typedef struct vlCouplingDef {
    vlBodyId body;           // dynamic; required
    vlPose grasp;            // in the frame of the body's shape; the quaternion unit to 1e-6
    double stiffness;        // kc, N/m, >= 0
    double damping;          // bc, N s/m, >= 0
    double angularStiffness; // kt, N m/rad, >= 0; 0 with angularDamping 0: force only
    double angularDamping;   // bt, N m s/rad, >= 0
    double maxForce;         // N, > 0, of the spring; INFINITY: linear
    double maxTorque;        // N m, > 0, of the spring; INFINITY: linear
} vlCouplingDef;

// A coupling with its body at the end of the last step and the device's sample of that step: what a
// device is to be told. The wrench is the one the step applied, which an implicit step takes at its
// end; of an explicit integrator, the law at the end of the step.
typedef struct vlCouplingReport {
    vlPose device;   // world
    vlPose held;     // world, of the grasp
    vlVec3 stretch;  // m, d
    vlVec3 turn;     // rad, u; beyond half a turn it goes on, up to one and a half pi
    vlWrench onBody; // about the grasp's origin; the device feels its negative; zero if frozen
    double energy;   // J, stored in its springs
} vlCouplingReport;

VL_BEGIN_C

// 200 N/m, 2 N s/m, 0.6 N m/rad, 0.01 N m s/rad, linear; identity grasp.
VL_API vlCouplingDef vlDefaultCouplingDef(void) VL_REALTIME;

// Real-time: taken and let go between steps, within vlCapacity.couplings; a held body never sleeps.
// The device begins at rest where the grasp is, so that nothing jumps. With an explicit integrator
// VL_ERROR_UNSTABLE, with the limit in the message, if the step is too long for a stiffness or
// damping. A body that is destroyed is let go.
VL_API VL_WARN_UNUSED vlResult vlWorld_CreateCoupling(vlWorld* world, const vlCouplingDef* def,
                                                      vlCouplingId* coupling) VL_REALTIME;
VL_API VL_WARN_UNUSED vlResult vlWorld_DestroyCoupling(vlWorld* world,
                                                       vlCouplingId coupling) VL_REALTIME;
VL_API int vlWorld_GetCouplingCount(const vlWorld* world) VL_REALTIME;

// Where the device is at the end of the next step and how it moves there; it stays so until told
// otherwise. The implicit step takes the coupling's force at its end too, so that body and device
// feel the same, and a device that comes back to where it began has put energy in, not taken it, if
// it told its velocity as it was: dampers pull towards that.
// VL_ERROR_ARGUMENT for what is not finite or whose quaternion is not unit to 1e-6: the last sample
// stays.
VL_API VL_WARN_UNUSED vlResult vlCoupling_SetDevice(vlWorld* world, vlCouplingId coupling,
                                                    vlPose pose, vlTwist twist) VL_REALTIME;
VL_API VL_WARN_UNUSED vlResult vlCoupling_GetReport(const vlWorld* world, vlCouplingId coupling,
                                                    vlCouplingReport* report) VL_REALTIME;

VL_END_C

#endif
