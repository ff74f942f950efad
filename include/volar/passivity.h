// SPDX-License-Identifier: MIT
#ifndef VOLAR_PASSIVITY_H
#define VOLAR_PASSIVITY_H

// The passivity observer and controller, which keep the virtual world from giving the hand more
// energy than the world took from it. Both are one plain struct that belongs to the caller; one
// thread uses it. Nothing here allocates or reads a clock. Wrenches act on the hand, at the
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

VL_BEGIN_C

// On, 5 N s/m, 0 N m s/rad, unlimited credit, 5 m/s, 100 rad/s.
VL_API vlPassivityDef vlDefaultPassivityDef(void) VL_REALTIME;
// Initialises observer and controller. VL_ERROR_ARGUMENT for numbers outside their ranges.
VL_API VL_WARN_UNUSED vlResult vlPassivity_Init(vlPassivity* passivity,
                                                const vlPassivityDef* def) VL_REALTIME;
// One tick, `dt` s after the last one: takes the device's pose and twist and the wrench that the
// renderer wants. Returns that wrench plus the damper, or unchanged if the world is passive or the
// controller off. Books the energy that the hand put in since the last tick at VL_PORT_DEVICE of
// `ledger`, which may be NULL. If a number is not finite, the wrench is returned unchanged and no
// energy is counted; the governor then stops the wrench.
VL_API vlWrench vlPassivity_Apply(vlPassivity* passivity, double dt, const vlPose* pose,
                                  const vlTwist* twist, const vlWrench* wanted,
                                  vlPortLedger* ledger) VL_REALTIME;
// Sets what was really sent, after the governor: this is what the hand feels until the next tick.
VL_API void vlPassivity_SetSent(vlPassivity* passivity, const vlWrench* sent) VL_REALTIME;

VL_END_C

#endif
