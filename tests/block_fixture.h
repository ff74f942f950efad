// SPDX-License-Identifier: MIT
#ifndef VOLAR_TESTS_BLOCK_FIXTURE_H
#define VOLAR_TESTS_BLOCK_FIXTURE_H

// Random symmetric positive definite systems of 6 x 6 blocks, stored as the masses and springs they
// are made of, so that solutions are checked against code without blocks.

#include <math.h>
#include <stddef.h>

#include "dynamics/block_system.h"
#include "models/random.h"

#define VL_CASE_ROWS 1100
#define VL_CASE_COUPLINGS 4500
#define VL_CASE_ENTRIES (6 * VL_CASE_ROWS)
#define VL_CASE_FILL 20000 // blocks: enough for every case that is to be factored
#define VL_CASE_SPRINGS 3  // per coupling

typedef enum vlCaseKind {
    VL_CASE_WALL,
    VL_CASE_CHAIN,
    VL_CASE_TREE,
    VL_CASE_COMPLETE, // at most 50 rows
    VL_CASE_STAR,
    VL_CASE_GRID,
    VL_CASE_KINDS,
    VL_CASE_HEAP, // a grid in three dimensions
} vlCaseKind;

// A = diagonal masses + stiffness * sum of s s^T, s over the 12 entries of two rows.
typedef struct vlBlockCase {
    int rows, count;
    double stiffness; // 100 when made
    vlBlockLink couplings[VL_CASE_COUPLINGS];
    double springs[VL_CASE_COUPLINGS][VL_CASE_SPRINGS][12];
    double masses[VL_CASE_ENTRIES];
} vlBlockCase;

void vlBlockCase_Make(vlBlockCase* c, vlCaseKind kind, int rows, vlRandom* random);
void vlBlockCase_RightSide(const vlBlockCase* c, double* right, vlRandom* random);
// image = A x.
void vlBlockCase_Multiply(const vlBlockCase* c, const double* x, double* image);
// Bound on the largest row sum of |A|.
double vlBlockCase_Norm(const vlBlockCase* c);

// Plans `c` as the one island of the system.
void vlBlockCase_Plan(const vlBlockCase* c, vlBlockSystem* system);
// Clears island 0 and adds the numbers of `c`.
void vlBlockCase_Fill(const vlBlockCase* c, vlBlockSystem* system);
// Adds the numbers of `c`, whose rows and couplings are those from the given ones on.
void vlBlockCase_Add(const vlBlockCase* c, vlBlockSystem* system, int row, int coupling);

vlBlockSystem vlBlockFixture_Create(int rows, int couplings, int fill);
void vlBlockFixture_Destroy(vlBlockSystem* system);
// Adds factor * s s^T for coupling number `number` between the two rows.
void vlBlockFixture_AddOuter(vlBlockSystem* system, vlBlockLink rows, int number, const double* s,
                             double factor);
double vlBlockFixture_Largest(const double* x, int count);

#endif
