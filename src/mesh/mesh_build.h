// SPDX-License-Identifier: MIT
#ifndef VOLAR_MESH_BUILD_H
#define VOLAR_MESH_BUILD_H

// A mesh while it is being read, and the readers that fill it. Arrays grow with what has been read,
// never by what a header announces: a short file cannot ask for much memory.

#include "mesh/mesh.h"

#if defined(__GNUC__)
#define VL_MESH_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define VL_MESH_PRINTF(text, first)
#endif

typedef struct vlMeshBuild {
    vlMesh mesh;
    int pointRoom, faceRoom;
    int indexCount, indexRoom;
    int faceStart;     // first index of the face in work
    bool isPartOpen;   // the next face belongs to the part of the last one
    int* slots;        // hash table of points for welding, each index + 1, 0: free
    uint32_t slotMask; // number of slots - 1
    const char* name;
    vlFileError* error; // may be NULL
} vlMeshBuild;

// Notes a fault and returns `result`. Line or column 0: none.
vlResult vlMeshBuild_Fail(vlMeshBuild* build, vlResult result, int line, int column,
                          const char* format, ...) VL_MESH_PRINTF(5, 6);

// These fail with a fault of the file as a whole when memory or the room for points ends.
vlResult vlMeshBuild_AddPoint(vlMeshBuild* build, vlVec3 point);
// The point of exactly these coordinates (0 and -0 are the same), added if there is none. Not to be
// mixed with vlMeshBuild_AddPoint.
vlResult vlMeshBuild_Weld(vlMeshBuild* build, vlVec3 point, int* index);
// One corner of the face in work. / Ends the face.
vlResult vlMeshBuild_AddCorner(vlMeshBuild* build, int index);
vlResult vlMeshBuild_EndFace(vlMeshBuild* build);
int vlMeshBuild_CornerCount(const vlMeshBuild* build); // of the face in work
void vlMeshBuild_DropFace(vlMeshBuild* build);         // forgets the face in work
// Faces from here on are a part of their own.
void vlMeshBuild_BeginPart(vlMeshBuild* build);

// The formats, one file each.
vlResult vlMesh_ReadObj(vlMeshBuild* build, const unsigned char* bytes, size_t size);
vlResult vlMesh_ReadStlText(vlMeshBuild* build, const unsigned char* bytes, size_t size);
vlResult vlMesh_ReadStlBinary(vlMeshBuild* build, const unsigned char* bytes, size_t size);
vlResult vlMesh_ReadPly(vlMeshBuild* build, const unsigned char* bytes, size_t size);

// Is the size that of a binary STL file of as many triangles as it announces? No text can pass: its
// bytes read as a number are more triangles than any file holds.
bool vlMesh_IsStlBinary(const unsigned char* bytes, size_t size);
// Does the first line with a word begin like one of an OBJ file?
bool vlMesh_IsObj(const unsigned char* bytes, size_t size);

#endif
