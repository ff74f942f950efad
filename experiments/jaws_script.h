// SPDX-License-Identifier: MIT
#ifndef VOLAR_EXPERIMENT_JAWS_SCRIPT_H
#define VOLAR_EXPERIMENT_JAWS_SCRIPT_H

// How the lower jaw chews in the experiments jaws and jaws-rates.

#include "models/touch_model.h"

#define VL_CHEW_TICKS 900
#define VL_CHEW_FROM 300 // the tick at which the measurement begins
#define VL_CHEW_TO 700   // and at which it ends

// Opens the jaws with the lower one at the start of its script. `touch` receives the position of
// its centre of mass at first touch. Close `t` even if this fails.
VL_WARN_UNUSED vlResult vlJaws_Open(const vlTouchDef* def, vlTouch* t, vlVec3* touch);

// Puts the lower jaw back to the start of its script.
VL_WARN_UNUSED vlResult vlJaws_Start(vlTouch* t, vlVec3 touch);

// The pose that the device should have at a time.
vlPose vlJaws_DeviceAt(const vlTouch* t, vlVec3 touch, double time);

#endif
