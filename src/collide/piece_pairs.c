// SPDX-License-Identifier: MIT
// The boxes of nodes are turned with the body and bounded by boxes along the world's axes. These
// are widened by the margin, and by more than rounding can make them too small. So the pairs that
// are found depend on the bounds of the pieces alone, not on the tree.

#include "collide/piece_pairs.h"

// More than the rounding of a placed box, as a part of its distance from the origin and its size.
#define ROUNDING 1e-12

typedef struct Box {
    vlVec3 lower, upper;
} Box;

static vlVec3 sizeOf(vlVec3 v)
{
    return vlVec(fabs(v.x), fabs(v.y), fabs(v.z));
}

static double sumOf(vlVec3 v)
{
    return v.x + v.y + v.z;
}

static Box boxOf(const vlPlacedPieces* p, const vlPieceNode* node)
{
    vlVec3 middle = vlAdd(vlMulMV(p->rotation, node->middle), p->origin);
    vlVec3 half = vlScale(sizeOf(p->rotation.cx), node->half.x);
    half = vlMulAdd(half, node->half.y, sizeOf(p->rotation.cy));
    half = vlMulAdd(half, node->half.z, sizeOf(p->rotation.cz));
    double more =
        p->margin + ROUNDING * (sumOf(sizeOf(p->origin)) + sumOf(sizeOf(middle)) + sumOf(half));
    half = vlAdd(half, vlVec(more, more, more));
    return (Box){vlSub(middle, half), vlAdd(middle, half)};
}

// Bounds of the piece itself, found once.
static Box pieceOf(const vlPlacedPieces* p, int piece)
{
    vlPieceBounds* b = &p->bounds[piece];
    if (b->round != p->round) {
        vlProxy made;
        vlProxy_SetBounds(&made, &p->shape->pieces[piece], p->rotation, p->origin, p->margin);
        *b = (vlPieceBounds){made.lower, made.upper, p->round};
    }
    return (Box){b->lower, b->upper};
}

static Box placeNode(const vlPlacedPieces* p, int node)
{
    const vlPieceNode* n = &p->shape->tree[node];
    return n->piece >= 0 ? pieceOf(p, n->piece) : boxOf(p, n);
}

void vlProxy_SetPieces(vlProxy* proxy, vlPlacedPieces* pieces)
{
    Box all = boxOf(pieces, &pieces->shape->tree[0]);
    proxy->lower = all.lower;
    proxy->upper = all.upper;
    proxy->isHalfspace = false;
    proxy->pieces = pieces;
}

// One side of a pair of nodes; a body of one piece is a leaf.
typedef struct Side {
    int node, piece; // piece -1: it has children
    Box box;
} Side;

static Side sideOf(const vlProxy* p, int node)
{
    if (p->pieces == NULL) {
        return (Side){0, (int)p->piece, {p->lower, p->upper}};
    }
    return (Side){node, p->pieces->shape->tree[node].piece, placeNode(p->pieces, node)};
}

static bool areApart(const Side* a, const Side* b)
{
    return !vlBounds_Overlap(a->box.lower, a->box.upper, b->box.lower, b->box.upper);
}

// The larger of two nodes is divided; a leaf never is.
static bool isFirstDivided(const Side* a, const Side* b)
{
    if (a->piece >= 0 || b->piece >= 0) {
        return a->piece < 0;
    }
    return sumOf(vlSub(a->box.upper, a->box.lower)) >= sumOf(vlSub(b->box.upper, b->box.lower));
}

typedef struct Meeting {
    Side p, q;
} Meeting;

void vlPiecePairs_OfBodies(const vlProxy* p, const vlProxy* q, vlKeyList* list)
{
    Meeting waiting[2 * VL_PIECE_TREE_DEPTH + 1];
    int depth = 0;
    waiting[depth++] = (Meeting){sideOf(p, 0), sideOf(q, 0)};
    while (depth > 0) {
        Meeting now = waiting[--depth];
        if (areApart(&now.p, &now.q)) {
            continue;
        }
        if (now.p.piece >= 0 && now.q.piece >= 0) {
            vlKeyList_Append(list,
                             vlPairKey_Of(p, (uint32_t)now.p.piece, q, (uint32_t)now.q.piece));
            continue;
        }
        bool isFirst = isFirstDivided(&now.p, &now.q);
        const vlProxy* divided = isFirst ? p : q;
        int node = isFirst ? now.p.node : now.q.node;
        for (int k = 0; k < 2; ++k) {
            int child = k == 0 ? divided->pieces->shape->tree[node].second : node + 1;
            Meeting next = now;
            *(isFirst ? &next.p : &next.q) = sideOf(divided, child);
            waiting[depth++] = next;
        }
    }
}

void vlPiecePairs_WithHalfspace(const vlProxy* p, const vlProxy* half, vlKeyList* list)
{
    const vlPlacedPieces* pieces = p->pieces;
    int waiting[VL_PIECE_TREE_DEPTH + 1], depth = 0;
    waiting[depth++] = 0;
    while (depth > 0) {
        int node = waiting[--depth];
        const vlPieceNode* n = &pieces->shape->tree[node];
        Box box = placeNode(pieces, node);
        if (!vlBounds_ReachBelow(box.lower, box.upper, half)) {
            continue;
        }
        if (n->piece >= 0) {
            vlKeyList_Append(list, vlPairKey_Of(p, (uint32_t)n->piece, half, half->piece));
        } else {
            waiting[depth++] = n->second;
            waiting[depth++] = node + 1;
        }
    }
}
