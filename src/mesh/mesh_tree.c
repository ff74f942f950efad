// SPDX-License-Identifier: MIT
#include "mesh/mesh_tree.h"

#include <stdlib.h>

#define LEAF 4
// The tree halves the triangles: 2^26 of them are more than any file holds.
#define DEEPEST 64

typedef struct Middle {
    double key;
    int triangle;
} Middle;

static int compareMiddles(const void* one, const void* other)
{
    const Middle* p = one;
    const Middle* q = other;
    if (p->key != q->key) {
        return p->key < q->key ? -1 : 1;
    }
    return p->triangle < q->triangle ? -1 : p->triangle > q->triangle;
}

static void measure(const vlMesh* mesh, const int* order, vlMeshNode* node)
{
    node->low = node->high = mesh->points[mesh->indices[3 * order[node->first]]];
    for (int i = node->first; i < node->first + node->count; ++i) {
        for (int k = 0; k < 3; ++k) {
            vlVec3 p = mesh->points[mesh->indices[3 * order[i] + k]];
            node->low =
                vlVec(fmin(node->low.x, p.x), fmin(node->low.y, p.y), fmin(node->low.z, p.z));
            node->high =
                vlVec(fmax(node->high.x, p.x), fmax(node->high.y, p.y), fmax(node->high.z, p.z));
        }
    }
}

// Sorts the triangles of the node along its longest side.
static void sortAlong(const vlMesh* mesh, int* order, const vlMeshNode* node, Middle* middles)
{
    vlVec3 size = vlSub(node->high, node->low);
    vlVec3 axis = vlVec(size.x >= size.y && size.x >= size.z, size.y > size.x && size.y >= size.z,
                        size.z > size.x && size.z > size.y);
    for (int i = 0; i < node->count; ++i) {
        const int* corner = &mesh->indices[3 * order[node->first + i]];
        vlVec3 sum =
            vlAdd(vlAdd(mesh->points[corner[0]], mesh->points[corner[1]]), mesh->points[corner[2]]);
        middles[i] = (Middle){vlDot(sum, axis), order[node->first + i]};
    }
    qsort(middles, (size_t)node->count, sizeof *middles, compareMiddles);
    for (int i = 0; i < node->count; ++i) {
        order[node->first + i] = middles[i].triangle;
    }
}

bool vlMeshTree_Make(const vlMesh* mesh, vlMeshTree* tree)
{
    size_t count = (size_t)mesh->faceCount;
    Middle* middles = malloc(sizeof *middles * count);
    *tree = (vlMeshTree){.node = malloc(sizeof *tree->node * 2 * count),
                         .order = malloc(sizeof(int) * count)};
    if (middles == NULL || tree->node == NULL || tree->order == NULL) {
        free(middles);
        vlMeshTree_Free(tree);
        return false;
    }
    for (int i = 0; i < mesh->faceCount; ++i) {
        tree->order[i] = i;
    }
    tree->node[0] = (vlMeshNode){.first = 0, .count = mesh->faceCount};
    tree->nodeCount = 1;
    int waiting[DEEPEST];
    int depth = 0;
    waiting[depth++] = 0;
    while (depth > 0) {
        vlMeshNode* node = &tree->node[waiting[--depth]];
        measure(mesh, tree->order, node);
        if (node->count <= LEAF) {
            continue;
        }
        sortAlong(mesh, tree->order, node, middles);
        int half = node->count / 2;
        node->left = tree->nodeCount;
        tree->node[tree->nodeCount++] = (vlMeshNode){.first = node->first, .count = half};
        tree->node[tree->nodeCount++] =
            (vlMeshNode){.first = node->first + half, .count = node->count - half};
        node->count = 0;
        waiting[depth++] = node->left + 1;
        waiting[depth++] = node->left;
    }
    free(middles);
    return true;
}

void vlMeshTree_Free(vlMeshTree* tree)
{
    free(tree->node);
    free(tree->order);
    *tree = (vlMeshTree){0};
}
