// SPDX-License-Identifier: MIT
#ifndef VOLAR_MESH_PLY_H
#define VOLAR_MESH_PLY_H

// What the header of a PLY file announces.

#include "mesh/mesh_build.h"
#include "mesh/mesh_text.h"

#define VL_MAX_PLY_ELEMENTS 32
#define VL_MAX_PLY_PROPERTIES 256 // of all elements together

typedef enum vlPlyFormat { VL_PLY_TEXT, VL_PLY_LITTLE, VL_PLY_BIG } vlPlyFormat;

typedef enum vlPlyType {
    VL_PLY_INT8,
    VL_PLY_UINT8,
    VL_PLY_INT16,
    VL_PLY_UINT16,
    VL_PLY_INT32,
    VL_PLY_UINT32,
    VL_PLY_FLOAT32,
    VL_PLY_FLOAT64
} vlPlyType;

// What the mesh takes from a property.
typedef enum vlPlyUse { VL_PLY_X, VL_PLY_Y, VL_PLY_Z, VL_PLY_CORNERS, VL_PLY_UNUSED } vlPlyUse;

typedef struct vlPlyProperty {
    vlMeshWord name;
    vlPlyUse use;
    bool isList;
    vlPlyType countType; // of a list
    vlPlyType type;
} vlPlyProperty;

typedef struct vlPlyElement {
    vlMeshWord name;
    long long count;
    int firstProperty, propertyCount;
} vlPlyElement;

typedef struct vlPlyHeader {
    vlPlyFormat format;
    vlPlyElement elements[VL_MAX_PLY_ELEMENTS];
    int elementCount;
    vlPlyProperty properties[VL_MAX_PLY_PROPERTIES];
    int propertyCount;
    int vertexElement, faceElement; // -1: not announced
} vlPlyHeader;

// Reads and checks the header; leaves `text` behind its last line. On success there are vertices
// with x, y, z and faces with corners.
vlResult vlPlyHeader_Read(vlPlyHeader* header, vlMeshText* text, vlMeshBuild* build);

#endif
