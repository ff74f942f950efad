// SPDX-License-Identifier: MIT
#ifndef VOLAR_EXPERIMENT_JAWS_SCRIPT_H
#define VOLAR_EXPERIMENT_JAWS_SCRIPT_H

// How the lower jaw chews in the experiments jaws and jaws-rates.

#include "models/touch_model.h"

#define VL_CHEW_TICKS 900
#define VL_CHEW_FROM 300 // ticks: what is measured begins there,
#define VL_CHEW_TO 700   // and ends there

// Opens the jaws with the lower one at the start of its script. Writes where its centre of mass is
// at first touch. Close the touch in any case.
VL_WARN_UNUSED vlResult vlJaws_Open(const vlTouchDef* def, vlTouch* t, vlVec3* touch);

// Puts it back there.
VL_WARN_UNUSED vlResult vlJaws_Start(vlTouch* t, vlVec3 touch);

// Where the device should be at a time.
vlPose vlJaws_DeviceAt(const vlTouch* t, vlVec3 touch, double time);

#endif
