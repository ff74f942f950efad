// SPDX-License-Identifier: MIT
#ifndef VOLAR_BASE_BOX_TREE_H
#define VOLAR_BASE_BOX_TREE_H

// A tree of boxes over numbered things that have boxes themselves: triangles of a mesh, faces of a
// part, pieces of a compound. Not to be made in a step.

#include <stddef.h>

#include "base/box.h"

// The most nodes on the stack of a walk that puts both children of a node on it. The tree halves
// the things, and there cannot be 2^63 of them.
#define VL_BOX_TREE_DEEPEST 64

typedef struct vlBoxNode {
    vlBox box;
    int first, count; // things order[first ...] of a leaf; count 0: an inner node
    int left;         // children left and left + 1 of an inner node
} vlBoxNode;

typedef struct vlBoxTree {
    vlBoxNode* node;
    int nodeCount;
    int* order;
} vlBoxTree;

// Most nodes of a tree over `count` things.
static inline size_t vlBoxTree_Room(int count)
{
    return 2 * (size_t)count;
}

// Makes the tree over the `count` >= 1 things that stand in `tree->order`, in the memory that
// `tree` has. It splits at the middle thing along the longest side, down to leaves of at most
// `leaf`. box[i] and middle[i], twice the middle of that box, are those of thing i.
void vlBoxTree_Plant(const vlBox* box, const vlVec3* middle, int count, int leaf, vlBoxTree* tree);
// The same with memory of its own and leaves of four; `things` are their numbers. False without
// memory.
bool vlBoxTree_Make(const vlBox* box, const int* things, int count, vlBoxTree* tree);
void vlBoxTree_Free(vlBoxTree* tree);

// Puts those things first that sorting by their places along an axis, and by their numbers where
// these are equal, would put into the first half: count / 2 of them. (Quickselect.)
void vlOrder_Halve(const vlVec3* at, int axis, int* order, int count);

static inline double vlBox_Distance(const vlBox* box, vlVec3 p)
{
    double x = fmax(fmax(box->low.x - p.x, p.x - box->high.x), 0.0);
    double y = fmax(fmax(box->low.y - p.y, p.y - box->high.y), 0.0);
    double z = fmax(fmax(box->low.z - p.z, p.z - box->high.z), 0.0);
    return sqrt(x * x + y * y + z * z);
}

// A walk over the leaves in search of what is nearest to a point: of two children the nearer first.
typedef struct vlBoxWalk {
    const vlBoxTree* tree;
    vlVec3 p;
    int waiting[VL_BOX_TREE_DEEPEST];
    int depth;
} vlBoxWalk;

static inline void vlBoxWalk_Begin(vlBoxWalk* walk, const vlBoxTree* tree, vlVec3 p)
{
    walk->tree = tree;
    walk->p = p;
    walk->waiting[0] = 0;
    walk->depth = 1;
}

// The next leaf whose box is nearer than `best`; NULL if there is none left.
static inline const vlBoxNode* vlBoxWalk_Next(vlBoxWalk* walk, double best)
{
    while (walk->depth > 0) {
        const vlBoxNode* node = &walk->tree->node[walk->waiting[--walk->depth]];
        if (vlBox_Distance(&node->box, walk->p) >= best) {
            continue;
        }
        if (node->count > 0) {
            return node;
        }
        const vlBoxNode* child = &walk->tree->node[node->left];
        bool isLeft =
            vlBox_Distance(&child[0].box, walk->p) <= vlBox_Distance(&child[1].box, walk->p);
        walk->waiting[walk->depth++] = isLeft ? node->left + 1 : node->left;
        walk->waiting[walk->depth++] = isLeft ? node->left : node->left + 1;
    }
    return NULL;
}

#endif
