// SPDX-License-Identifier: MIT
#ifndef VOLAR_COUPLING_H
#define VOLAR_COUPLING_H

// The virtual coupling between a device and the body it holds [OL05] 4.1: a spring and damper in
// all six directions between a frame on the body, the grasp, and the pose of the device. The body
// moves under all forces on it; the device feels the negative of the coupling's wrench. A coupling
// is a force element like any other, so an implicit world can hold a tool of one gram against hard
// contacts.
//
//   F = phi(|d|) d/|d| + bc (vh - v),   T = psi(|u|) u/|u| + bt (wh - w)   at the grasp
//
// with d from the grasp to the device and u the rotation vector between them. Without a largest
// force, phi is kc |d|. With one, phi is kc |d| up to 0.7 of the largest force and then bends
// smoothly towards it; it reaches the largest force at 1.3 times the stretch that a linear spring
// would need. psi does the same, and takes |u| as 0.9 pi at most. Each damper fades with the slope
// of its spring, down to a tenth of itself; its force is added to that of the spring and may go
// beyond the largest force. Several couplings may hold one body.

#include "volar/id.h"
#include "volar/math.h"

typedef struct vlWorld vlWorld;

typedef struct vlCouplingDef {
    vlBodyId body;           // dynamic; required
    vlPose grasp;            // in the frame of the body's shape; its quaternion unit to 1e-6
    double stiffness;        // kc, N/m, >= 0
    double damping;          // bc, N s/m, >= 0
    double angularStiffness; // kt, N m/rad, >= 0; 0 with angularDamping 0: force only
    double angularDamping;   // bt, N m s/rad, >= 0
    double maxForce;         // N, > 0, largest force of the spring; INFINITY: linear
    double maxTorque;        // N m, > 0, largest torque of the spring; INFINITY: linear
} vlCouplingDef;

// What a coupling holds with: the four numbers of vlCouplingDef that may change while it holds.
typedef struct vlCouplingGains {
    double stiffness;        // kc, N/m, >= 0
    double damping;          // bc, N s/m, >= 0
    double angularStiffness; // kt, N m/rad, >= 0
    double angularDamping;   // bt, N m s/rad, >= 0
} vlCouplingGains;

// A coupling after the last step: the body is where it was at the end of that step, the device as
// vlCoupling_SetDevice placed it for that step. With the implicit integrator the wrench is the one
// that the step applied; with an explicit one it is the law evaluated at the end of the step. Its
// negative is what the device should render.
typedef struct vlCouplingReport {
    vlPose device;   // world
    vlPose held;     // world, of the grasp
    vlVec3 stretch;  // m, d, world
    vlVec3 turn;     // rad, u, world; it keeps growing beyond half a turn, up to 1.5 pi
    vlWrench onBody; // world, about the grasp's origin; zero if the body is frozen
    double energy;   // J, stored in its springs
} vlCouplingReport;

VL_BEGIN_C

// 200 N/m, 2 N s/m, 0.6 N m/rad, 0.01 N m s/rad, linear; identity grasp.
VL_API vlCouplingDef vlDefaultCouplingDef(void) VL_REALTIME;

// Couplings may be created and destroyed between steps, within vlCapacity.couplings. A held body
// never sleeps. The device begins at rest at the grasp, so that nothing jumps. With an explicit
// integrator, VL_ERROR_UNSTABLE if the step is too long for a stiffness or damping; the message
// names the limit. Destroying a body destroys its couplings.
VL_API VL_WARN_UNUSED vlResult vlWorld_CreateCoupling(vlWorld* world, const vlCouplingDef* def,
                                                      vlCouplingId* coupling) VL_REALTIME;
VL_API VL_WARN_UNUSED vlResult vlWorld_DestroyCoupling(vlWorld* world,
                                                       vlCouplingId coupling) VL_REALTIME;
VL_API int vlWorld_GetCouplingCount(const vlWorld* world) VL_REALTIME;

// Changes stiffness and damping from the next step on. A stretched spring then holds more or less
// energy than was put into it, and its force jumps; the governor limits how fast a hand feels that.
// On failure nothing changes: VL_ERROR_ARGUMENT for a number that is negative or not finite,
// VL_ERROR_UNSTABLE as at creation.
VL_API VL_WARN_UNUSED vlResult vlCoupling_SetGains(vlWorld* world, vlCouplingId coupling,
                                                   const vlCouplingGains* gains) VL_REALTIME;
VL_API VL_WARN_UNUSED vlResult vlCoupling_GetGains(const vlWorld* world, vlCouplingId coupling,
                                                   vlCouplingGains* gains) VL_REALTIME;

// Sets where the device is at the end of the next step, and its velocity there; both stay until the
// next call. The implicit step takes the coupling's force at its end too, so that body and device
// feel the same force. A device that returns to where it began has therefore put energy in and
// taken none out, provided that its velocities were true, because the dampers pull towards them.
// VL_ERROR_ARGUMENT for numbers that are not finite or a quaternion that is not unit to 1e-6; the
// last values then stay.
VL_API VL_WARN_UNUSED vlResult vlCoupling_SetDevice(vlWorld* world, vlCouplingId coupling,
                                                    vlPose pose, vlTwist twist) VL_REALTIME;
// Before the first step with the coupling, its wrench is zero.
VL_API VL_WARN_UNUSED vlResult vlCoupling_GetReport(const vlWorld* world, vlCouplingId coupling,
                                                    vlCouplingReport* report) VL_REALTIME;

VL_END_C

#endif
