// SPDX-License-Identifier: MIT
#ifndef VOLAR_WORLD_WORLD_DEF_H
#define VOLAR_WORLD_WORLD_DEF_H

#include "volar/world.h"

// Refuses what no world can be made of, with a message; otherwise puts in what was left to us: the
// allocator and capacities of 0.
vlResult vlWorldDef_Complete(vlWorldDef* def, char* message, size_t size);

#endif
