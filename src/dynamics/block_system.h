// SPDX-License-Identifier: MIT
#ifndef VOLAR_DYNAMICS_BLOCK_SYSTEM_H
#define VOLAR_DYNAMICS_BLOCK_SYSTEM_H

// A sparse symmetric positive definite system of 6 x 6 blocks: one block row per body, a block
// where two bodies are coupled, and independent parts (islands) of rows side by side. It is solved
// in two phases. The plan (order of elimination, places of the blocks that elimination fills in)
// depends only on which bodies are coupled and is kept while that stays the same. The numbers then
// follow the plan without any decision: clear, add, factor, solve, island by island.
//
// Islands are solved directly (block_cholesky.h). An island that is too large, or that elimination
// would fill too much, is solved by a bounded number of iterations instead (block_iterate.h).

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

#define VL_BLOCK 6
// The largest island that is factored, in block rows: its order is found with sets of bits, whose
// size grows with the square (128 KiB here).
#define VL_MAX_BLOCK_ROWS 1024

// Row by row.
typedef struct vlBlock6 {
    double m[VL_BLOCK * VL_BLOCK];
} vlBlock6;

// Two rows that are coupled by a block. There is no block if a == b or a row is negative.
typedef struct vlBlockLink {
    int a, b;
} vlBlockLink;

typedef struct vlBlockSystem {
    int rowCapacity, couplingCapacity, blockCapacity;

    // What the plan was made for.
    int rowCount, islandCount, couplingCount;
    int* islandStart;       // [islands + 1]
    vlBlockLink* couplings; // [couplings]

    // The plan. Rows are eliminated in the order of their places; those of an island fill the same
    // range as its rows.
    int* place;         // [rows] row -> place
    int* order;         // [rows] place -> row
    int* columnStart;   // [rows + 1] by place, into `later` and `blocks`
    int* later;         // [blocks] place of the later row of each block; ascending if factored
    int* slot;          // [couplings] block of each coupling as given; -1: none
    bool* isTransposed; // [couplings] the block is that of (b, a)
    bool* isIterative;  // [islands]

    // The numbers: the upper triangle, so that a block couples the row of its column's place (its
    // rows) to that of a later place (its columns). Factoring replaces A by its
    // factors (block_cholesky.h).
    vlBlock6* diagonal; // [rows] by place
    vlBlock6* blocks;   // [blocks]
    double* given;      // [6 rows] by place: diagonal entries before elimination
    double* vector;     // [6 rows] by place

    // For iterative islands, which leave the numbers above unfactored.
    vlBlock6* inverse; // [rows] the factors of each diagonal block alone
    double* residual;  // [6 rows]
    double* direction; // [6 rows]
    double* image;     // [6 rows] A times the direction

    // Scratch of the plan.
    int* head;      // [rows] first coupling of which this is the lower row
    int* next;      // [couplings] next one of the same lower row
    int* degree;    // [rows of an island]
    uint64_t* bits; // [rows of an island * words] sets of neighbours
} vlBlockSystem;

// Room for up to `rows` rows, `couplings` couplings (repeated ones count) and `fill` blocks beside
// the diagonal, including those that elimination fills in; where `fill` is not enough, islands are
// solved iteratively.
void vlBlockSystem_LayOut(vlBlockSystem* system, vlArena* arena, int rows, int couplings, int fill);

// Plans for these rows, islands (first rows, and the number of rows at the end) and couplings, all
// within capacity; coupled rows belong to one island. Couplings of the same two rows share a block.
// Returns at once if all these are the same as in the last call. Otherwise all numbers are
// undefined until they are cleared.
void vlBlockSystem_Plan(vlBlockSystem* system, int rowCount, const int* islandStart,
                        int islandCount, const vlBlockLink* couplings, int couplingCount);

// True if an island is solved by iteration; its error then depends on the system.
bool vlBlockSystem_IsIterative(const vlBlockSystem* system, int island);

// Sets all blocks of an island to zero, so that they can be added to.
void vlBlockSystem_Clear(vlBlockSystem* system, int island);

// The diagonal block of a row. Callers add to both triangles of it.
static inline vlBlock6* vlBlockSystem_Diagonal(vlBlockSystem* system, int row)
{
    return &system->diagonal[system->place[row]];
}

// The block of a coupling (a, b), numbered as given to the plan: A_ab, or A_ba if `isTransposed`.
// NULL if it has none.
static inline vlBlock6* vlBlockSystem_Coupling(vlBlockSystem* system, int coupling,
                                               bool* isTransposed)
{
    int slot = system->slot[coupling];
    *isTransposed = system->isTransposed[coupling];
    return slot < 0 ? NULL : &system->blocks[slot];
}

// Makes an island ready to be solved; before the next factoring it must be cleared and added to
// again. Returns the number of pivots that were not positive beyond rounding: their directions are
// held fixed (solution 0), so that a step always completes.
int vlBlockSystem_Factor(vlBlockSystem* system, int island);

// Solves for the rows of an island, any number of times. `x` has 6 entries per row of the system:
// those of the island hold the right side on entry and the solution on return; the others are not
// touched.
void vlBlockSystem_Solve(vlBlockSystem* system, int island, double* x);

#endif
