// SPDX-License-Identifier: MIT
#include "base/box_tree.h"

#include <stdlib.h>
#include <string.h>

#define LEAF 4

static bool isBefore(const vlVec3* at, int axis, int i, int j)
{
    double a = vlVec_Along(at[i], axis), b = vlVec_Along(at[j], axis);
    return a < b || (a <= b && i < j);
}

void vlOrder_Halve(const vlVec3* at, int axis, int* order, int count)
{
    int low = 0, high = count - 1, k = count / 2;
    while (low < high) {
        int pivot = order[low + (high - low) / 2];
        int i = low, j = high;
        while (i <= j) {
            while (isBefore(at, axis, order[i], pivot)) {
                ++i;
            }
            while (isBefore(at, axis, pivot, order[j])) {
                --j;
            }
            if (i <= j) {
                int swapped = order[i];
                order[i++] = order[j];
                order[j--] = swapped;
            }
        }
        if (k <= j) {
            high = j;
        } else if (k >= i) {
            low = i;
        } else {
            return;
        }
    }
}

// The few things of a leaf, so that there is only one order.
static void sortAlong(const vlVec3* at, int axis, int* order, int count)
{
    for (int i = 1; i < count; ++i) {
        int moved = order[i], k = i;
        for (; k > 0 && isBefore(at, axis, moved, order[k - 1]); --k) {
            order[k] = order[k - 1];
        }
        order[k] = moved;
    }
}

static void measure(const vlBox* box, const int* order, vlBoxNode* node)
{
    node->box = box[order[node->first]];
    for (int i = node->first + 1; i < node->first + node->count; ++i) {
        node->box = vlBox_Join(node->box, box[order[i]]);
    }
}

void vlBoxTree_Plant(const vlBox* box, const vlVec3* middle, int count, int leaf, vlBoxTree* tree)
{
    int waiting[VL_BOX_TREE_DEEPEST];
    int depth = 0;
    tree->node[0] = (vlBoxNode){.first = 0, .count = count};
    tree->nodeCount = 1;
    waiting[depth++] = 0;
    while (depth > 0) {
        vlBoxNode* node = &tree->node[waiting[--depth]];
        int* order = &tree->order[node->first];
        measure(box, tree->order, node);
        if (node->count <= leaf) {
            continue;
        }
        int axis = vlBox_LongestAxis(node->box), half = node->count / 2;
        vlOrder_Halve(middle, axis, order, node->count);
        if (half <= leaf) {
            sortAlong(middle, axis, order, node->count);
        }
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
    int highest = 0;
    for (int i = 0; i < count; ++i) {
        highest = things[i] > highest ? things[i] : highest;
    }
    vlVec3* middle = calloc((size_t)highest + 1, sizeof *middle);
    *tree = (vlBoxTree){.node = malloc(sizeof *tree->node * vlBoxTree_Room(count)),
                        .order = malloc(sizeof(int) * (size_t)count)};
    bool ok = middle != NULL && tree->node != NULL && tree->order != NULL;
    if (ok) {
        memcpy(tree->order, things, sizeof(int) * (size_t)count);
        for (int i = 0; i < count; ++i) {
            middle[things[i]] = vlAdd(box[things[i]].low, box[things[i]].high);
        }
        vlBoxTree_Plant(box, middle, count, LEAF, tree);
    } else {
        vlBoxTree_Free(tree);
    }
    free(middle);
    return ok;
}

void vlBoxTree_Free(vlBoxTree* tree)
{
    free(tree->node);
    free(tree->order);
    *tree = (vlBoxTree){0};
}
