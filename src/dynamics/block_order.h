// SPDX-License-Identifier: MIT
#ifndef VOLAR_DYNAMICS_BLOCK_ORDER_H
#define VOLAR_DYNAMICS_BLOCK_ORDER_H

// Order of elimination of one island of a block system, by minimum degree: the next row is always
// the one with the fewest neighbours left, and the lower one of equals.

#include "dynamics/block_system.h"

// Finds `place` and `order` of rows first .. end - 1, at most VL_MAX_BLOCK_ROWS, from the couplings
// listed at `head`, and the sets of later neighbours in `bits`. Returns the number of blocks beside
// the diagonal. Returns -1, with nothing useful written, if there would be more than `room` of them
// or if elimination would take much longer than iteration.
int vlBlockOrder_Find(vlBlockSystem* system, int first, int end, int room);
// Writes the columns of these rows, just ordered, from block `used` on.
void vlBlockOrder_ListColumns(vlBlockSystem* system, int first, int end, int used);

#endif
