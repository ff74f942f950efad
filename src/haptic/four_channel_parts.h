// SPDX-License-Identifier: MIT
#ifndef VOLAR_HAPTIC_FOUR_CHANNEL_PARTS_H
#define VOLAR_HAPTIC_FOUR_CHANNEL_PARTS_H

// The four channels of one tick, which a planar port calls, and the check of their gains. These are
// pure functions.

#include "volar/four_channel.h"

// Kp 1000 N/m and 1 N m/rad, Kd 40 N s/m and 0.05 N m s/rad, mode F, hand share 1.
vlFourChannelDef vlDefaultFourChannelDef(vlVec3 mass, vlVec3 deviceDamping,
                                         double step) VL_REALTIME;
// VL_ERROR_ARGUMENT for numbers outside their ranges; VL_ERROR_UNSTABLE unless Kp T/2 <= Kd and Kd
// T < 2 m on each axis (T the step, m the mass), because outside of this window the sampled spring
// gives energy. `message` (may be NULL) names the axis and the window.
VL_WARN_UNUSED vlResult vlFourChannel_Check(const vlFourChannelDef* def, char* message,
                                            size_t messageSize);
// The same without a message, for a running loop.
VL_WARN_UNUSED vlResult vlFourChannel_Judge(const vlFourChannelDef* def) VL_REALTIME;
// The wrench on the body, before the step.
vlVec3 vlFourChannel_OnBody(const vlFourChannelDef* def,
                            const vlFourChannelInput* input) VL_REALTIME;
// The wrench for the device to render, after the step.
vlVec3 vlFourChannel_OnDevice(const vlFourChannelDef* def,
                              const vlFourChannelInput* input) VL_REALTIME;

#endif
