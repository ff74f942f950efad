// SPDX-License-Identifier: MIT
#ifndef VOLAR_WORLD_EXPECT_H
#define VOLAR_WORLD_EXPECT_H

// How bodies are expected to move in the step that begins, so that contacts can be found before
// bodies overlap. docs/theory/foreseen.md.

#include "world/work.h"

// Fills work->expected for the bodies at `motions`.
void vlExpect_Update(const vlModel* model, const vlState* state, vlWork* work,
                     const vlMotion* motions);

// How a body is expected to move under everything but one contact, which pushed it by `own` (N) in
// the last step.
vlSweep vlExpect_Without(const vlModel* model, const vlWork* work, int body, vlVec3 own);

// An upper bound of the distance that any point of the body is expected to cover in the step, m.
double vlExpect_Reach(const vlModel* model, const vlWork* work, int body);

#endif
