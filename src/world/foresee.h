// SPDX-License-Identifier: MIT
#ifndef VOLAR_WORLD_FORESEE_H
#define VOLAR_WORLD_FORESEE_H

// Contacts that are found before the bodies overlap. docs/theory/foreseen.md.

#include "world/work.h"

// For a near pair of pieces that are apart: if they are expected to touch within the step, writes
// the contact volume of where they will, brought back to now, and returns true.
bool vlForesee_Pair(const vlModel* model, const vlState* state, vlWork* work, int pairIndex,
                    const vlPlaced* a, const vlPlaced* b, vlContactVolume* volume);

// For a pair of pieces that have just come to overlap: if they overlap by so little that their
// motion within the step says more about the side on which they meet, writes that contact volume,
// brought back to now, over `volume` and returns true.
bool vlForesee_Sliver(const vlModel* model, const vlState* state, vlWork* work, int pairIndex,
                      const vlPlaced* a, const vlPlaced* b, vlContactVolume* volume);

#endif
