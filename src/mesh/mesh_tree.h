// SPDX-License-Identifier: MIT
#ifndef VOLAR_MESH_TREE_H
#define VOLAR_MESH_TREE_H

// A tree of boxes over the triangles of a mesh.

#include "mesh/mesh_parts.h"

typedef struct vlMeshNode {
    vlVec3 low, high;
    int first, count; // triangles order[first ...] of a leaf; count 0: an inner node
    int left;         // children left and left + 1 of an inner node
} vlMeshNode;

typedef struct vlMeshTree {
    vlMeshNode* node;
    int nodeCount;
    int* order;
} vlMeshTree;

// Splits at the middle triangle along the longest side. False without memory.
bool vlMeshTree_Make(const vlMesh* mesh, vlMeshTree* tree);
void vlMeshTree_Free(vlMeshTree* tree);
static inline bool vlMeshNode_Overlap(const vlMeshNode* a, const vlMeshNode* b)
{
    return a->low.x <= b->high.x && b->low.x <= a->high.x && a->low.y <= b->high.y &&
           b->low.y <= a->high.y && a->low.z <= b->high.z && b->low.z <= a->high.z;
}

#endif
