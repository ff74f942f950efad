// SPDX-License-Identifier: MIT
#ifndef VOLAR_HIERARCHY_GAP_PARTS_H
#define VOLAR_HIERARCHY_GAP_PARTS_H

// A query of two hierarchies: the pairs of nodes that the last call looked at, as a tree of pairs,
// and what it found.

#include "collide/gjk.h"
#include "hierarchy/levels.h"

// A pair of nodes. Its children, two pairs side by side, come from opening one of its nodes; a pair
// without children is part of the front.
typedef struct vlNodePair {
    int32_t a, b;
    int32_t child;    // the first of two; -1: none
    bool isClear;     // farther apart than the distance, in the last call
    bool isMeasured;  // `bound` is valid
    vlGjkCache cache; // of the last distance search
    // Without children a lower bound of the distance of the nodes when it was found, with children
    // an upper one; m.
    double bound;
    vlVec3 centre; // of B's node in A's frame, when it was found
    double turned; // `turned` of the query until then
} vlNodePair;

struct vlGapQuery {
    const vlHierarchy* h[2]; // A, B
    vlGapQueryDef def;
    vlAllocator allocator;
    // The call.
    vlPose pose; // of B in A's frame
    vlMat3 rotation;
    bool isPosed;  // there was a call before
    double turned; // sum of the chords of all rotations so far
    double distance, tolerance;
    double nextDouble; // work at which the tolerance is doubled
    bool isStopped;    // nothing is refined any more
    // Pairs 2 i and 2 i + 1 are siblings; the root is pair 0, without a sibling.
    vlNodePair* pair; // [2 blocks]
    int blocks;
    int32_t* nextFree; // [blocks]; a free block may still have children, which are freed when it
    int32_t freeHead;  // is taken
    int32_t* stack;    // [stackSize] pairs that wait; after its children a pair again, as ~pair
    int stackSize;
    vlGapContact* contact; // [def.contacts]
    vlGapInfo info;
    vlGapDepth depth[VL_GAP_DEPTHS];
    int32_t closest[2]; // triangles of the last exact distance; -1: none
};

// A point of B's frame in A's, and back.
static inline vlVec3 vlGapQuery_ToA(const vlGapQuery* q, vlVec3 p)
{
    return vlAdd(vlMulMV(q->rotation, p), q->pose.p);
}

static inline vlVec3 vlGapQuery_ToB(const vlGapQuery* q, vlVec3 p)
{
    return vlMulTV(q->rotation, vlSub(p, q->pose.p));
}

// Sets the pose of a call. (gap_query.c)
void vlGapQuery_Move(vlGapQuery* q, vlPose poseAB);
// Walks the tree of pairs; contacts are written. (gap_query.c)
void vlGapQuery_Walk(vlGapQuery* q, double tolerance, double distance);

#endif
