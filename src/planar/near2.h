// SPDX-License-Identifier: MIT
#ifndef VOLAR_PLANAR_NEAR2_H
#define VOLAR_PLANAR_NEAR2_H

// The slow level of contact detection: which pairs of bodies are near.

#include "volar/planar.h"

// Looks for near pairs if it is time: nearEvery steps after the last look, as soon as two bodies
// could have come closer by half of nearDistance, or after a body was placed.
void vlWorld2_Look(vlWorld2* world);

#endif
