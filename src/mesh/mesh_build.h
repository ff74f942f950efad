// SPDX-License-Identifier: MIT
#ifndef VOLAR_MESH_BUILD_H
#define VOLAR_MESH_BUILD_H

// A mesh while it is being read, and the readers that fill it. Arrays grow with what has been read,
// never by what a header announces: so a short file cannot make the reader allocate much memory.

#include "volar/mesh.h"

#if defined(__GNUC__)
#define VL_MESH_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define VL_MESH_PRINTF(text, first)
#endif

typedef struct vlMeshBuild {
    vlMesh mesh;
    int pointRoom, faceRoom;
    int indexCount, indexRoom;
    int faceStart;     // first index of the face being read
    bool isPartOpen;   // the next face belongs to the part of the last one
    int* slots;        // hash table of points for welding, each index + 1, 0: free
    uint32_t slotMask; // number of slots - 1
    const char* name;
    bool mayOpenFiles;  // that lie beside the one of that name
    vlFileError* error; // may be NULL
} vlMeshBuild;

// Notes a fault and returns `result`. Line or column 0 means that there is none.
vlResult vlMeshBuild_Fail(vlMeshBuild* build, vlResult result, int line, int column,
                          const char* format, ...) VL_MESH_PRINTF(5, 6);

// These fail with a fault of the whole file when memory runs out or there are too many points.
vlResult vlMeshBuild_AddPoint(vlMeshBuild* build, vlVec3 point);
// The point of exactly these coordinates (0 and -0 are the same), added if there is none. Do not
// mix it with vlMeshBuild_AddPoint.
vlResult vlMeshBuild_Weld(vlMeshBuild* build, vlVec3 point, int* index);
// Adds one corner to the face being read. / Ends the face.
vlResult vlMeshBuild_AddCorner(vlMeshBuild* build, int index);
vlResult vlMeshBuild_EndFace(vlMeshBuild* build);
int vlMeshBuild_CornerCount(const vlMeshBuild* build); // of the face being read
void vlMeshBuild_DropFace(vlMeshBuild* build);         // discards the face being read
// Faces from here on are a new part.
void vlMeshBuild_BeginPart(vlMeshBuild* build);

// The formats, one file each.
vlResult vlMesh_ReadObj(vlMeshBuild* build, const unsigned char* bytes, size_t size);
vlResult vlMesh_ReadStlText(vlMeshBuild* build, const unsigned char* bytes, size_t size);
vlResult vlMesh_ReadStlBinary(vlMeshBuild* build, const unsigned char* bytes, size_t size);
vlResult vlMesh_ReadPly(vlMeshBuild* build, const unsigned char* bytes, size_t size);
vlResult vlMesh_ReadGltf(vlMeshBuild* build, const unsigned char* bytes, size_t size);
vlResult vlMesh_ReadGlb(vlMeshBuild* build, const unsigned char* bytes, size_t size);

// Is the size that of a binary STL file of as many triangles as it announces? No text can pass: its
// bytes read as a number are more triangles than any file holds.
bool vlMesh_IsStlBinary(const unsigned char* bytes, size_t size);
// Does the first line with a word begin like one of an OBJ file?
bool vlMesh_IsObj(const unsigned char* bytes, size_t size);

#endif
