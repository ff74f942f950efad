// SPDX-License-Identifier: MIT
#ifndef VOLAR_DYNAMICS_BLOCK_CHOLESKY_H
#define VOLAR_DYNAMICS_BLOCK_CHOLESKY_H

// Direct solution of the places first .. end - 1 of a block system, A = U^T D U without square
// roots; and the same for one block alone.

#include "dynamics/block_system.h"

// One block, both triangles given: afterwards the reciprocal pivots 1/D are on the diagonal, W = D
// U above and U^T below it. `given` are the 6 diagonal entries as first added together: a pivot
// below 1e-13 of its own is rounding; its reciprocal becomes 0. Returns the number of those.
int vlBlock_Factor(double* block, const double* given);
// x := (U^T D U)^-1 x, 6 entries.
void vlBlock_Solve(const double* block, double* x);

// Factors in place; returns the number of pivots held.
int vlBlockCholesky_Factor(vlBlockSystem* system, int first, int end);
// Solves `system->vector` in place.
void vlBlockCholesky_Solve(vlBlockSystem* system, int first, int end);

#endif
