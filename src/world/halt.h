// SPDX-License-Identifier: MIT
#ifndef VOLAR_WORLD_HALT_H
#define VOLAR_WORLD_HALT_H

// Bodies that would pass through something within a step halt where they touch it.
// docs/theory/foreseen.md.

#include "world/work.h"

// After an implicit step: follows every pair of pieces that moved far compared with their
// thickness. A body that went through another is put back to where it had just touched it; its
// velocities stay as they are, but for what it gained for a fall that it did not make.
void vlHalt_Bodies(const vlModel* model, vlState* state, vlWork* work);

#endif
