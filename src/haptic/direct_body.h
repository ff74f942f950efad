// SPDX-License-Identifier: MIT
#ifndef VOLAR_HAPTIC_DIRECT_BODY_H
#define VOLAR_HAPTIC_DIRECT_BODY_H

// A kinematic body that moves exactly as a device does.

#include "volar/rendered_world.h"

// Puts the body of the hold where the device is and lets it move as that does.
vlResult vlDirectBody_Follow(vlWorld* world, vlHold* hold, vlPose pose, vlTwist twist);
// The wrench of the world's contacts on the body, about the origin of the device's pose.
vlWrench vlDirectBody_Feel(const vlWorld* world, const vlHold* hold, vlPose pose);
// Stops the body where it is. The body may have been destroyed.
void vlDirectBody_LetGo(vlWorld* world, const vlHold* hold);

#endif
