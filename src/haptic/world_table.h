// SPDX-License-Identifier: MIT
#ifndef VOLAR_HAPTIC_WORLD_TABLE_H
#define VOLAR_HAPTIC_WORLD_TABLE_H

// How a renderer meets a world in space.

#include "volar/rendered_world.h"

// The table of a vlWorld. With NULL `ops` is NULL, which no renderer accepts.
vlRenderedWorld vlRenderedWorld_Of(vlWorld* world) VL_REALTIME;

#endif
