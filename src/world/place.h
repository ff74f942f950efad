// SPDX-License-Identifier: MIT
#ifndef VOLAR_WORLD_PLACE_H
#define VOLAR_WORLD_PLACE_H

// Where bodies are, derived from their motions.

#include "world/work.h"

// Rotation, frame origin and inverse inertia in world axes of every body at `motions`.
void vlPlaces_Update(const vlModel* model, vlWork* work, const vlMotion* motions);

#endif
