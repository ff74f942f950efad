// SPDX-License-Identifier: MIT
#ifndef VOLAR_WORLD_BODY_H
#define VOLAR_WORLD_BODY_H

// What others need of bodies: finding one by its id, and checks of what no body can be.

#include "world/world_parts.h"

// Index of a living body, or -1 (and a message) for a stale id.
int vlWorld_FindBody(const vlWorld* world, vlBodyId id);

// Refuse what no body or device can be: a pose or a velocity that is not finite, a quaternion that
// is not unit to 1e-6.
vlResult vlWorld_CheckPose(const vlWorld* world, vlPose pose);
vlResult vlWorld_CheckTwist(const vlWorld* world, vlTwist twist);

#endif
