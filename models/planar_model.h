// SPDX-License-Identifier: MIT
#ifndef VOLAR_MODELS_PLANAR_MODEL_H
#define VOLAR_MODELS_PLANAR_MODEL_H

// Planar worlds that experiments, benchmarks and tests share.

#include <volar/planar.h>

#include "models/random.h"

// A box about its centre; mass counts only if dynamic.
vlResult vlModel2_AddBox(vlWorld2* world, vlBodyType type, double width, double height,
                         vlPose2 pose, double mass, vlBody2Id* body);

// Four static walls round a square room of 2 `half`, with corners closed.
vlResult vlModel2_AddRoom(vlWorld2* world, double half, double thickness);

// A convex polygon of 3 to 8 corners and 20 to 45 mm radius, 1 to 2 kg, at a place, at random
// velocity of up to 1 m/s and 5 rad/s.
vlResult vlModel2_AddPebble(vlWorld2* world, vlRandom* random, vlVec2 place, vlBody2Id* body);

// A room of 0.6 m with `count` <= 20 pebbles, the fastest point of all at `share` of the speed
// limit.
vlResult vlModel2_BuildPebbles(vlWorld2* world, vlRandom* random, int count, double share);

#endif
