// SPDX-License-Identifier: MIT
#ifndef VOLAR_HAPTIC_DEVICE_CHANGE_H
#define VOLAR_HAPTIC_DEVICE_CHANGE_H

// What a simulation calls when another device takes over.

#include "volar/planar_port.h"
#include "volar/renderer.h"

// Replaces the device from which the samples come; `info` describes the new one. Its limits apply
// from now on, and its force starts softly.
VL_WARN_UNUSED vlResult vlRenderer_SetInfo(vlRenderer* renderer,
                                           const vlDeviceInfo* info) VL_REALTIME;
// Sets whether the samples come from another device from now on, one that took over from the
// pantograph. That device holds the body by a plain virtual coupling with the same gains.
void vlPlanarPort_SetAway(vlPlanarPort* port, bool isAway) VL_REALTIME;

#endif
