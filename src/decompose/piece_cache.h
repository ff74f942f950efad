// SPDX-License-Identifier: MIT
#ifndef VOLAR_DECOMPOSE_PIECE_CACHE_H
#define VOLAR_DECOMPOSE_PIECE_CACHE_H

// Pieces that were found before, kept in files: one a mesh and its options, named by their hash. A
// file that is damaged, of another version or of another mesh is no error: the pieces are found
// again, and the file is replaced. A new file takes its name only when it is complete, so that
// several programs may use the folder at the same time.

#include "base/cache_file.h"
#include "volar/mesh.h"

// Of everything that the pieces depend on: mesh, options without the time limit, and version.
vlCacheKey vlPieceCache_Key(const vlMesh* mesh, const vlDecomposeDef* def);
// True if the folder has pieces of the key, and they hold every vertex of the mesh and are within
// its bounds and the error that is stated. Otherwise `*out` is empty.
bool vlPieceCache_Load(const char* folder, vlCacheKey key, const vlMesh* mesh,
                       vlDecomposition* out);
// Keeps the pieces if it can; makes the folder if it is missing.
void vlPieceCache_Store(const char* folder, vlCacheKey key, const vlDecomposition* pieces);

#endif
