// SPDX-License-Identifier: MIT
#ifndef VOLAR_DYNAMICS_BLOCK_ITERATE_H
#define VOLAR_DYNAMICS_BLOCK_ITERATE_H

// Iterative solution of the places first .. end - 1 of a block system, for islands that are too
// large to be factored, by conjugate gradients with each row scaled by the inverse of its own
// diagonal block. The number of iterations is bounded.

#include "dynamics/block_system.h"

// The largest number of iterations, which bounds the time of a step.
#define VL_MAX_BLOCK_ITERATIONS 60
// Iteration ends when the residual has fallen to this part of the right side, both measured by the
// inverse of the diagonal blocks.
#define VL_BLOCK_RESIDUAL 1e-10

// Inverts the diagonal blocks; returns the number of pivots set to 0 (see vlBlock_Factor).
int vlBlockIterate_Factor(vlBlockSystem* system, int first, int end);
// Solves `system->vector` in place. Returns the number of iterations.
int vlBlockIterate_Solve(vlBlockSystem* system, int first, int end);

#endif
