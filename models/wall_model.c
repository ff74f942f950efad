// SPDX-License-Identifier: MIT
#include "models/wall_model.h"

#include "models/body_model.h"

vlWallDef vlWall_Default(int blocks)
{
    return (vlWallDef){.blocks = blocks, .size = {2.0, 1.0, 1.0}, .mass = 1.0, .gap = 0.02};
}

int vlWall_Rows(int blocks, int rows[VL_WALL_MAX_ROWS])
{
    int longest = 1;
    while (longest * (longest + 1) / 2 < blocks) {
        ++longest;
    }
    int count = 0;
    for (int row = longest; blocks > 0 && count < VL_WALL_MAX_ROWS; --row) {
        rows[count] = row < blocks ? row : blocks;
        blocks -= rows[count++];
    }
    return count;
}

vlResult vlModel_AddWall(vlWorld* world, const vlWallDef* def, vlBodyId* bodies)
{
    int rows[VL_WALL_MAX_ROWS] = {0};
    if (def->blocks < 1 || def->blocks > VL_WALL_MAX_BLOCKS) {
        return VL_ERROR_ARGUMENT;
    }
    int rowCount = vlWall_Rows(def->blocks, rows);
    double pitch = def->size.x + def->gap;
    double start = -0.5 * pitch * (rows[0] - 1); // the lowest row is centred on the origin
    int added = 0;
    // All bricks use one shape: they share its memory and its place in the cache.
    vlShape* shape = NULL;
    vlResult result = vlShape_CreateBox(NULL, vlScale(def->size, 0.5), &shape, NULL, 0);
    for (int row = 0; result == VL_OK && row < rowCount; ++row) {
        for (int i = 0; result == VL_OK && i < rows[row]; ++i) {
            vlBodyId body;
            double x = start + pitch * (0.5 * row + i);
            vlShape_Retain(shape);
            result = vlModel_AddBody(world, shape, def->mass,
                                     vlModel_At(x, 0.0, def->size.z * (row + 0.5)),
                                     vlModel_AtRest(), &body);
            if (result == VL_OK && bodies != NULL) {
                bodies[added++] = body;
            }
        }
    }
    vlShape_Release(shape);
    return result;
}
