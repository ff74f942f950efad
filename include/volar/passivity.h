// SPDX-License-Identifier: MIT
#ifndef VOLAR_PASSIVITY_H
#define VOLAR_PASSIVITY_H

// The passivity observer and controller, which keep the virtual world from giving the hand more
// energy than the world took from it. Both are one struct of a
// renderer (vlRendererDef.passivity, vlRenderer_GetPassivity). Wrenches act on the hand, at the
// device's pose, in its frame.

#include "volar/math.h"
#include "volar/port_ledger.h"

// [HR02] for an impedance display in six directions. The observer sums the energy that the hand put
// in, with the wrench that was sent and the distance that the device moved under it:
//   E(n) = E(n-1) - f(n-1) . (x(n) - x(n-1)).
// The controller looks one tick ahead: where e = E(n) - f . v dt would be negative, it adds a
// damper that dissipates the difference:
//   f := f - s (b v, bt w),   s = -e / (dt (b v.v + bt w.w)), at most 1.
// Each number but maxCredit is at most 1e9.
typedef struct vlPassivityDef {
    bool isOn;                // false: only the observer acts
    double maxDamping;        // b, N s/m, >= 0
    double maxAngularDamping; // bt, N m s/rad, >= 0; 0 for a device without torque
    double maxCredit;         // J, >= 0: E is never taken as larger than this; INFINITY: no limit
    double maxSpeed;          // m/s, > 0: a faster motion is a jump, whose energy is not counted
    double maxSpin;           // rad/s, > 0; likewise
} vlPassivityDef;

typedef struct vlPassivity {
    vlPassivityDef def;
    bool isStarted;
    vlPose pose;
    double stillTime;   // s, since the pose last changed
    vlVec3 step, turn;  // m, rad: motion in the last tick; zero for a jump
    vlWrench sent;      // acting since the last tick
    double energy;      // J, E: put in by the hand, less what it got back
    double lowest;      // J, lowest value of E so far
    double offered;     // J, that the world gave: each wrench sent, without the controller's part,
                        // times the motion before it
    double byLimits;    // J, the part of `offered` that comes from the governor's limits
    double share;       // s in the last tick, 0 to 1
    vlWrench added;     // by the controller in the last tick
    double dissipated;  // J, by the controller so far
    uint64_t acted;     // ticks in which the controller acted
    uint64_t saturated; // those of them in which the largest damping was too little
    uint64_t dismissed; // ticks whose motion was a jump or not finite
} vlPassivity;

#endif
