// SPDX-License-Identifier: MIT
#ifndef VOLAR_MODEL_WALL_H
#define VOLAR_MODEL_WALL_H

// The stacked blocks of [HS04] experiment 1: a wall of lying bricks, each row shifted by half a
// brick against the one below, so that every brick above the lowest row rests on two.

#include <volar/volar.h>

#define VL_WALL_MAX_ROWS 64
#define VL_WALL_MAX_BLOCKS (VL_WALL_MAX_ROWS * (VL_WALL_MAX_ROWS + 1) / 2)

typedef struct vlWallDef {
    int blocks;  // 1 .. VL_WALL_MAX_BLOCKS
    vlVec3 size; // m, of one brick: along the wall, across it, height
    double mass; // kg, of one brick
    double gap;  // m, between neighbours of a row
} vlWallDef;

// Bricks 2 x 1 x 1 m of 1 kg with gaps of 20 mm [HS04] 5.2; `blocks` as given.
vlWallDef vlWall_Default(int blocks);

// Number of bricks in each row from below: each row is one shorter than the one below, the lowest
// is as short as possible, and the top row takes the remaining bricks. The numbers of [HS04] Figure
// 9: 3 = 2+1, 6 = 3+2+1, 13 = 5+4+3+1. Returns the number of rows, at most VL_WALL_MAX_ROWS.
int vlWall_Rows(int blocks, int rows[VL_WALL_MAX_ROWS]);

// Adds the bricks, touching without pressing. `bodies` (may be NULL) receives `def->blocks` ids,
// row by row from below.
VL_WARN_UNUSED vlResult vlModel_AddWall(vlWorld* world, const vlWallDef* def, vlBodyId* bodies);

#endif
