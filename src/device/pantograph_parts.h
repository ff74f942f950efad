// SPDX-License-Identifier: MIT
#ifndef VOLAR_DEVICE_PANTOGRAPH_PARTS_H
#define VOLAR_DEVICE_PANTOGRAPH_PARTS_H

// Parts of the geometry of the dual pantograph for its mechanism and for tests.

#include "volar/pantograph.h"

// The same as vlPantograph_AtPose without `angles`, which stay untouched: for inner loops.
VL_WARN_UNUSED vlPantographFault vlPantograph_RatesAt(const vlPantograph* pantograph, vlVec3 pose,
                                                      vlPantographState* state) VL_REALTIME;
// The torques of unit length that make no wrench: the motors only pull or press the crank.
void vlPantograph_GetInternal(const vlPantographState* state,
                              double torques[VL_PANTOGRAPH_MOTORS]) VL_REALTIME;

#endif
