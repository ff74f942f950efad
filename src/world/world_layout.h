// SPDX-License-Identifier: MIT
#ifndef VOLAR_WORLD_WORLD_LAYOUT_H
#define VOLAR_WORLD_WORLD_LAYOUT_H

#include "world/world_parts.h"

// Places all arrays of `w`, of which the definition is set, in a block at `base`; with NULL it only
// measures. Returns the size.
size_t vlWorld_LayOut(vlWorld* w, unsigned char* base);

#endif
