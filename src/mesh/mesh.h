// SPDX-License-Identifier: MIT
#ifndef VOLAR_MESH_MESH_H
#define VOLAR_MESH_MESH_H

// Polygon meshes from files: Wavefront OBJ, STL and PLY, text and binary. The content decides which
// format it is, then the extension. A mesh is only what the file contains: the shape made from it
// checks whether it is closed or convex. Allocates: not for a real-time loop.

#include <stddef.h>

#include "volar/math.h"

// Largest file, in bytes, and largest number of vertices.
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

// Reads a file. On VL_OK the mesh has at least one face; free it with vlMesh_Free. Otherwise
// `*mesh` is empty, and `error` (may be NULL) says what was found and what was expected, with the
// line and column of a text file or the byte offset of a binary one in the message. VL_ERROR_IO:
// the file cannot be read; VL_ERROR_PARSE: it violates its format, or exceeds a limit;
// VL_ERROR_MEMORY.
vlResult vlMesh_Read(const char* path, vlMesh* mesh, vlFileError* error);
// The same from bytes; `name` is the name of the file in errors, and its extension is used.
vlResult vlMesh_ReadBytes(const unsigned char* bytes, size_t size, const char* name, vlMesh* mesh,
                          vlFileError* error);
// Frees the memory and leaves the mesh empty.
void vlMesh_Free(vlMesh* mesh);

#endif
