// SPDX-License-Identifier: MIT
#ifndef VOLAR_WORLD_BODY_H
#define VOLAR_WORLD_BODY_H

// Finding a body by its id, and checks of poses and velocities.

#include "world/world_parts.h"

// Index of a living body, or -1 (and a message) for a stale id.
int vlWorld_FindBody(const vlWorld* world, vlBodyId id);

// Refuse a pose or velocity whose numbers are not finite or out of range, or whose quaternion is
// not unit to 1e-6.
vlResult vlWorld_CheckPose(const vlWorld* world, vlPose pose);
vlResult vlWorld_CheckTwist(const vlWorld* world, vlTwist twist);
// Where the centre of mass of a body at that pose is; refused if that is too far away.
vlResult vlWorld_PlaceCentre(const vlWorld* world, vlPose pose, vlVec3 centroid, vlVec3* centre);

#endif
