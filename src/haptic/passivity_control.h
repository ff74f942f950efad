// SPDX-License-Identifier: MIT
#ifndef VOLAR_HAPTIC_PASSIVITY_CONTROL_H
#define VOLAR_HAPTIC_PASSIVITY_CONTROL_H

// The functions of the passivity observer and controller (volar/passivity.h), which a renderer
// calls.

#include "volar/passivity.h"

// On, 5 N s/m, 0 N m s/rad, unlimited credit, 5 m/s, 100 rad/s.
vlPassivityDef vlDefaultPassivityDef(void) VL_REALTIME;
// Initialises observer and controller. VL_ERROR_ARGUMENT for numbers outside their ranges.
VL_WARN_UNUSED vlResult vlPassivity_Init(vlPassivity* passivity,
                                         const vlPassivityDef* def) VL_REALTIME;
// One tick, `dt` s after the last one: takes the device's pose and twist and the wrench that the
// renderer wants. Returns that wrench plus the damper, or unchanged if the world is passive or the
// controller off. Books the energy that the hand put in since the last tick at VL_PORT_DEVICE of
// `ledger`, which may be NULL. If a number is not finite, the wrench is returned unchanged and no
// energy is counted; the governor then stops the wrench.
vlWrench vlPassivity_Apply(vlPassivity* passivity, double dt, const vlPose* pose,
                           const vlTwist* twist, const vlWrench* wanted,
                           vlPortLedger* ledger) VL_REALTIME;
// Sets what was really sent, after the governor: this is what the hand feels until the next tick.
void vlPassivity_SetSent(vlPassivity* passivity, const vlWrench* sent) VL_REALTIME;

#endif
