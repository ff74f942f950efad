// SPDX-License-Identifier: MIT
#ifndef VOLAR_PASSIVITY_H
#define VOLAR_PASSIVITY_H

// The passivity observer and controller, which keeps the virtual world from giving the hand more
// energy than it took. A plain struct that belongs to the caller and is used by one thread; nothing
// here allocates or reads a clock. Wrenches act on the hand, at the device's pose, in its frame.

#include "volar/math.h"
#include "volar/port_ledger.h"

// [HR02] for an impedance display in six directions. The observer counts what the hand put in,
//   E(n) = E(n-1) - f(n-1) . (x(n) - x(n-1)),
// with the wrench that was sent and the way the device went under it; the controller looks one
// tick ahead, and where E(n) - f . v dt would be negative adds a damper that takes the rest:
//   f := f - s (b v, bt w),   s = -E / (dt (b v.v + bt w.w)), at most 1.
typedef struct vlPassivityDef {
    bool isOn;                // false: observes only
    double maxDamping;        // b, N s/m, >= 0
    double maxAngularDamping; // bt, N m s/rad, >= 0; 0 for a device without torque
    double maxCredit; // J, >= 0: no more of what the hand put in is remembered; INFINITY: all
    double maxSpeed;  // m/s, > 0: a faster step of the pose is a jump and counts no energy
    double maxSpin;   // rad/s, > 0
} vlPassivityDef;

typedef struct vlPassivity {
    vlPassivityDef def;
    bool isStarted;
    vlPose pose;
    double stillTime;   // s, since the pose last changed
    vlVec3 step, turn;  // m, rad: gone in the last tick, as far as it counts
    vlWrench sent;      // acting since the last tick
    double energy;      // J, E: put in by the hand, less what it got back
    double lowest;      // J, of E
    double offered;     // J, that the world gave, each wrench sent times the way that led to it
    double byLimits;    // J, of that what limits added to the wrench wanted
    double share;       // s, of the last tick, 0 to 1
    vlWrench added;     // by the controller in the last tick
    double dissipated;  // J, by the controller so far
    uint64_t acted;     // ticks in which the controller acted
    uint64_t saturated; // of these, with the largest damping
    uint64_t dismissed; // ticks whose motion was a jump or not finite
} vlPassivity;

VL_BEGIN_C

// On, 5 N s/m, 0 N m s/rad, all credit, 5 m/s, 100 rad/s.
VL_API vlPassivityDef vlDefaultPassivityDef(void) VL_REALTIME;
// Makes a controller of raw memory. VL_ERROR_ARGUMENT outside the ranges of vlPassivityDef.
VL_API VL_WARN_UNUSED vlResult vlPassivity_Init(vlPassivity* passivity,
                                                const vlPassivityDef* def) VL_REALTIME;
// One tick of `dt` s since the last: where the device is, how it moves, what the renderer wants.
// Returns the wrench with the damper; unchanged while passive or off. Books what the hand put in
// since the last tick at VL_PORT_DEVICE of `ledger`, which may be NULL. What is not finite goes
// through unchanged and counts nothing: the governor stops it.
VL_API vlWrench vlPassivity_Apply(vlPassivity* passivity, double dt, const vlPose* pose,
                                  const vlTwist* twist, const vlWrench* wanted,
                                  vlPortLedger* ledger) VL_REALTIME;
// What was really sent, if the governor changed it: that is what the hand feels until next tick.
VL_API void vlPassivity_SetSent(vlPassivity* passivity, const vlWrench* sent) VL_REALTIME;

VL_END_C

#endif
