// SPDX-License-Identifier: MIT
#ifndef VOLAR_DYNAMICS_BLOCK_CHOLESKY_H
#define VOLAR_DYNAMICS_BLOCK_CHOLESKY_H

// Direct solution of the places first .. end - 1 of a block system, A = U^T D U without square
// roots, and the same for a single block.

#include "dynamics/block_system.h"

// Factors one block, of which both triangles are given. Afterwards the reciprocal pivots 1/D are on
// the diagonal, W = D U above and U^T below it. `given` are the 6 diagonal entries before
// elimination: a pivot below 1e-13 of its own entry is rounding, and its reciprocal becomes 0.
// Returns the number of such pivots.
int vlBlock_Factor(double* block, const double* given);
// x := (U^T D U)^-1 x, 6 entries.
void vlBlock_Solve(const double* block, double* x);

// Factors in place; returns the number of pivots set to 0 (see vlBlock_Factor).
int vlBlockCholesky_Factor(vlBlockSystem* system, int first, int end);
// Solves `system->vector` in place.
void vlBlockCholesky_Solve(vlBlockSystem* system, int first, int end);

#endif
