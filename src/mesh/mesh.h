// SPDX-License-Identifier: MIT
#ifndef VOLAR_MESH_MESH_H
#define VOLAR_MESH_MESH_H

// Polygon meshes from files: Wavefront OBJ, STL and PLY, text and binary. The kind is told by the
// content, then by the extension. A mesh is only what the file says: whether it is closed or convex
// is for the shape made from it to judge. Allocates: not for a real-time loop.

#include <stddef.h>

#include "volar/math.h"

// Largest file, bytes, and most vertices.
#define VL_MAX_MESH_BYTES (64 * 1024 * 1024)
#define VL_MAX_MESH_POINTS 4000000

typedef struct vlMesh {
    vlVec3* points; // m, or whatever the file's unit is
    int pointCount;
    int* faceSizes; // vertices per face, >= 3
    int* indices;   // vertices of all faces, one after the other, each < pointCount
    int faceCount;
    int* facePart; // part of each face, ascending, each < partCount
    int partCount; // parts (OBJ objects and groups, STL solids) that have faces
} vlMesh;

// Reads a file. On VL_OK the mesh has at least one face; give it back with vlMesh_Free. Otherwise
// `*mesh` is empty, and `error` (may be NULL) says what was found and what was expected, with the
// line and column of a text file or the byte offset of a binary one in the message. VL_ERROR_IO:
// cannot be read; VL_ERROR_PARSE: not as its format demands, or beyond a limit; VL_ERROR_MEMORY.
vlResult vlMesh_Read(const char* path, vlMesh* mesh, vlFileError* error);
// The same from bytes; `name` stands for the file in errors, and its extension counts.
vlResult vlMesh_ReadBytes(const unsigned char* bytes, size_t size, const char* name, vlMesh* mesh,
                          vlFileError* error);
// Gives the memory back and leaves the mesh empty.
void vlMesh_Free(vlMesh* mesh);

#endif
