// SPDX-License-Identifier: MIT
#ifndef VOLAR_SHAPE_PIECE_TREE_H
#define VOLAR_SHAPE_PIECE_TREE_H

// A tree of boxes over the pieces of a compound, in its frame, so that those near something are
// found without looking at all. Made once, when the shape is made.

#include "shape/polyhedron.h"

// Nodes stand in the order of a walk that visits a node before its children: the first child of
// node i is node i + 1, the second one is `second`.
typedef struct vlPieceNode {
    vlVec3 middle, half; // of its box, m
    int piece;           // of a leaf; -1: it has two children
    int second;          // the second child; a leaf: the next node of the walk
} vlPieceNode;

// Halving 65536 pieces takes 16 levels; a walk over pairs of nodes waits at no more than twice as
// many.
#define VL_PIECE_TREE_DEPTH 17

// Nodes of a tree over this many pieces.
static inline int vlPieceTree_NodeCount(int pieces)
{
    return 2 * pieces - 1;
}

// Fills the nodes of a tree over `count` >= 1 pieces; `order` is scratch for as many numbers.
void vlPieceTree_Build(const vlConvex* pieces, int count, int* order, vlPieceNode* nodes);

#endif
