// SPDX-License-Identifier: MIT
#ifndef VOLAR_MESH_GLTF_DATA_H
#define VOLAR_MESH_GLTF_DATA_H

// The numbers of a glTF file: buffers (bytes), views (ranges of bytes) and accessors (vectors of
// numbers in views). Every range is compared with the bytes that are really there before it is
// read, and nothing is allocated by what the file announces alone.

#include "mesh/mesh_build.h"
#include "text/json.h"

// Whole numbers that a double holds.
#define VL_GLTF_LARGEST 9e15

typedef struct vlGltfBuffer {
    const unsigned char* bytes; // NULL: not read yet
    size_t size;
    unsigned char* own; // bytes to free
} vlGltfBuffer;

typedef struct vlGltf {
    vlMeshBuild* build;
    vlJson json;
    const unsigned char* binary; // second chunk of a .glb file; may be NULL
    size_t binarySize;
    size_t fileSize;
    size_t loaded; // bytes of buffers outside of the file, so far
    // Values of the top arrays, by index.
    int *buffers, *views, *accessors, *meshes, *nodes;
    int bufferCount, viewCount, accessorCount, meshCount, nodeCount;
    vlGltfBuffer* buffer;
} vlGltf;

// Notes a fault at a value (-1: of the whole file) and returns VL_ERROR_PARSE.
vlResult vlGltf_Fail(vlGltf* gltf, int value, const char* format, ...) VL_MESH_PRINTF(3, 4);
vlResult vlGltf_FailMemory(vlGltf* gltf);
// A whole number from 0 to `most`; `*number` stays as it is if there is no such value.
vlResult vlGltf_Whole(vlGltf* gltf, int value, const char* what, double most, long long* number);
// Lists the values of a top array: `*list` is to be freed.
vlResult vlGltf_List(vlGltf* gltf, const char* key, int** list, int* count);
// The bytes of a buffer, read when first used; at least as many as it announces.
vlResult vlGltf_OpenBuffer(vlGltf* gltf, long long index, const vlGltfBuffer** out);
// Three numbers an element: positions. / One number an element: indices. The arrays are to be
// freed. Sparse accessors are filled in.
vlResult vlGltf_ReadPositions(vlGltf* gltf, long long accessor, vlVec3** points, int* count);
vlResult vlGltf_ReadIndices(vlGltf* gltf, long long accessor, int** indices, int* count);

#endif
