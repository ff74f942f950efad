// SPDX-License-Identifier: MIT
#ifndef VOLAR_SCENE_MESH_RECIPE_H
#define VOLAR_SCENE_MESH_RECIPE_H

// Shapes from meshes.

#include "scene/reader.h"
#include "volar/mesh.h"

// What the scene asks for.
typedef struct vlMeshAsk {
    const vlNode* node;
    const char* file; // or the name of a model
    vlMeshPrepareDef prepare;
    int as;         // VL_MESH_AS_...; -1: the mesh decides
    double error;   // of pieces that are cut, as a fraction of the radius; 0: parts are pieces
    double spacing; // of a surface, m; 0: automatic
} vlMeshAsk;

// Prepares the mesh and makes the shape that is asked for; what was guessed or repaired is noted in
// the scene. False after a fault, or without memory.
bool vlMeshRecipe_Make(vlReader* r, const vlMeshAsk* ask, vlMesh* mesh, vlRecipe* recipe);

#endif
