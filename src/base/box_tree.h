// SPDX-License-Identifier: MIT
#ifndef VOLAR_BASE_BOX_TREE_H
#define VOLAR_BASE_BOX_TREE_H

// A tree of boxes over numbered things that have boxes themselves: triangles of a mesh, faces of a
// part. Allocates: not for a step.

#include <stdbool.h>

#include "volar/math.h"

// The most nodes on the stack of a walk that puts both children of a node on it. The tree halves
// the things, and there cannot be 2^63 of them.
#define VL_BOX_TREE_DEEPEST 64

typedef struct vlBox {
    vlVec3 low, high;
} vlBox;

typedef struct vlBoxNode {
    vlVec3 low, high;
    int first, count; // things order[first ...] of a leaf; count 0: an inner node
    int left;         // children left and left + 1 of an inner node
} vlBoxNode;

typedef struct vlBoxTree {
    vlBoxNode* node;
    int nodeCount;
    int* order;
} vlBoxTree;

// Splits at the middle thing along the longest side, down to leaves of four. `things` (ascending)
// are the numbers of `count` >= 1 things, and box[things[i]] their boxes. False without memory.
bool vlBoxTree_Make(const vlBox* box, const int* things, int count, vlBoxTree* tree);
void vlBoxTree_Free(vlBoxTree* tree);

static inline void vlBox_Include(vlBox* box, vlVec3 p)
{
    box->low = vlVec(fmin(box->low.x, p.x), fmin(box->low.y, p.y), fmin(box->low.z, p.z));
    box->high = vlVec(fmax(box->high.x, p.x), fmax(box->high.y, p.y), fmax(box->high.z, p.z));
}

static inline bool vlBoxNode_Overlap(const vlBoxNode* a, const vlBoxNode* b)
{
    return a->low.x <= b->high.x && b->low.x <= a->high.x && a->low.y <= b->high.y &&
           b->low.y <= a->high.y && a->low.z <= b->high.z && b->low.z <= a->high.z;
}

static inline double vlBoxNode_Distance(const vlBoxNode* node, vlVec3 p)
{
    double x = fmax(fmax(node->low.x - p.x, p.x - node->high.x), 0.0);
    double y = fmax(fmax(node->low.y - p.y, p.y - node->high.y), 0.0);
    double z = fmax(fmax(node->low.z - p.z, p.z - node->high.z), 0.0);
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
        if (vlBoxNode_Distance(node, walk->p) >= best) {
            continue;
        }
        if (node->count > 0) {
            return node;
        }
        const vlBoxNode* child = &walk->tree->node[node->left];
        bool isLeft =
            vlBoxNode_Distance(&child[0], walk->p) <= vlBoxNode_Distance(&child[1], walk->p);
        walk->waiting[walk->depth++] = isLeft ? node->left + 1 : node->left;
        walk->waiting[walk->depth++] = isLeft ? node->left : node->left + 1;
    }
    return NULL;
}

#endif
