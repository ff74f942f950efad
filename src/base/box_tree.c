// SPDX-License-Identifier: MIT
#include "base/box_tree.h"

#include <stdlib.h>
#include <string.h>

#define LEAF 4

typedef struct Middle {
    double key;
    int thing;
} Middle;

static int compareMiddles(const void* one, const void* other)
{
    const Middle* p = one;
    const Middle* q = other;
    if (p->key != q->key) {
        return p->key < q->key ? -1 : 1;
    }
    return p->thing < q->thing ? -1 : p->thing > q->thing;
}

static void measure(const vlBox* box, const int* order, vlBoxNode* node)
{
    vlBox all = box[order[node->first]];
    for (int i = node->first + 1; i < node->first + node->count; ++i) {
        vlBox_Include(&all, box[order[i]].low);
        vlBox_Include(&all, box[order[i]].high);
    }
    node->low = all.low;
    node->high = all.high;
}

// Sorts the things of the node along its longest side.
static void sortAlong(const vlBox* box, int* order, const vlBoxNode* node, Middle* middles)
{
    vlVec3 size = vlSub(node->high, node->low);
    vlVec3 axis = vlVec(size.x >= size.y && size.x >= size.z, size.y > size.x && size.y >= size.z,
                        size.z > size.x && size.z > size.y);
    for (int i = 0; i < node->count; ++i) {
        int thing = order[node->first + i];
        middles[i] = (Middle){vlDot(vlAdd(box[thing].low, box[thing].high), axis), thing};
    }
    qsort(middles, (size_t)node->count, sizeof *middles, compareMiddles);
    for (int i = 0; i < node->count; ++i) {
        order[node->first + i] = middles[i].thing;
    }
}

static void split(const vlBox* box, vlBoxTree* tree, Middle* middles)
{
    int waiting[VL_BOX_TREE_DEEPEST];
    int depth = 0;
    waiting[depth++] = 0;
    while (depth > 0) {
        vlBoxNode* node = &tree->node[waiting[--depth]];
        measure(box, tree->order, node);
        if (node->count <= LEAF) {
            continue;
        }
        sortAlong(box, tree->order, node, middles);
        int half = node->count / 2;
        node->left = tree->nodeCount;
        tree->node[tree->nodeCount++] = (vlBoxNode){.first = node->first, .count = half};
        tree->node[tree->nodeCount++] =
            (vlBoxNode){.first = node->first + half, .count = node->count - half};
        node->count = 0;
        waiting[depth++] = node->left + 1;
        waiting[depth++] = node->left;
    }
}

bool vlBoxTree_Make(const vlBox* box, const int* things, int count, vlBoxTree* tree)
{
    size_t room = (size_t)count;
    Middle* middles = malloc(sizeof *middles * room);
    *tree = (vlBoxTree){.node = malloc(sizeof *tree->node * 2 * room),
                        .order = malloc(sizeof(int) * room)};
    if (middles == NULL || tree->node == NULL || tree->order == NULL) {
        free(middles);
        vlBoxTree_Free(tree);
        return false;
    }
    memcpy(tree->order, things, sizeof(int) * room);
    tree->node[0] = (vlBoxNode){.first = 0, .count = count};
    tree->nodeCount = 1;
    split(box, tree, middles);
    free(middles);
    return true;
}

void vlBoxTree_Free(vlBoxTree* tree)
{
    free(tree->node);
    free(tree->order);
    *tree = (vlBoxTree){0};
}
