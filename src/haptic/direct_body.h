// SPDX-License-Identifier: MIT
#ifndef VOLAR_HAPTIC_DIRECT_BODY_H
#define VOLAR_HAPTIC_DIRECT_BODY_H

// A kinematic body of a world that a device moves exactly as it moves itself.

#include "volar/rendered_world.h"

// Puts the body of the hold where the device is and lets it move as that does.
vlResult vlDirectBody_Follow(vlWorld* world, vlHold* hold, vlPose pose, vlTwist twist);
// What the world's contacts do to it, about the origin of the device's pose.
vlWrench vlDirectBody_Feel(const vlWorld* world, const vlHold* hold, vlPose pose);
// It stays where it is; it may have been destroyed.
void vlDirectBody_LetGo(vlWorld* world, const vlHold* hold);

#endif
