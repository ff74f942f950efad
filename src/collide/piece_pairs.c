// SPDX-License-Identifier: MIT
// The boxes of nodes are turned with the body and bounded by boxes along the world's axes. These
// are widened by the margin, and by more than rounding can make them too small. So the pairs that
// are found depend on the bounds of the pieces alone, not on the tree.

#include "collide/piece_pairs.h"

// More than the rounding of a placed box, as a part of its distance from the origin and its size.
#define ROUNDING 1e-12

// Halving 65536 pieces takes 16 levels; a walk over pairs of nodes waits at no more than twice as
// many.
#define DEEPEST 17

static vlVec3 sizeOf(vlVec3 v)
{
    return vlVec(fabs(v.x), fabs(v.y), fabs(v.z));
}

static double sumOf(vlVec3 v)
{
    return v.x + v.y + v.z;
}

static vlBox boxOf(const vlPlacedPieces* p, vlBox box)
{
    vlVec3 middle = vlAdd(vlMulMV(p->rotation, vlBox_Middle(box)), p->origin);
    vlVec3 size = vlScale(vlSub(box.high, box.low), 0.5);
    vlVec3 half = vlScale(sizeOf(p->rotation.cx), size.x);
    half = vlMulAdd(half, size.y, sizeOf(p->rotation.cy));
    half = vlMulAdd(half, size.z, sizeOf(p->rotation.cz));
    double more =
        p->margin + ROUNDING * (sumOf(sizeOf(p->origin)) + sumOf(sizeOf(middle)) + sumOf(half));
    half = vlAdd(half, vlVec(more, more, more));
    return (vlBox){vlSub(middle, half), vlAdd(middle, half)};
}

// Bounds of the piece itself, found once.
static vlBox pieceOf(const vlPlacedPieces* p, int piece)
{
    vlPieceBounds* b = &p->bounds[piece];
    if (b->round != p->round) {
        vlProxy made;
        vlProxy_SetBounds(&made, &p->shape->pieces[piece], p->rotation, p->origin, p->margin);
        *b = (vlPieceBounds){made.lower, made.upper, p->round};
    }
    return (vlBox){b->lower, b->upper};
}

// The piece of a leaf; -1: the node has children.
static int pieceAt(const vlPlacedPieces* p, int node)
{
    const vlBoxNode* n = &p->shape->tree->node[node];
    return n->count > 0 ? p->shape->tree->order[n->first] : -1;
}

static vlBox placeNode(const vlPlacedPieces* p, int node)
{
    int piece = pieceAt(p, node);
    return piece >= 0 ? pieceOf(p, piece) : boxOf(p, p->shape->tree->node[node].box);
}

void vlProxy_SetPieces(vlProxy* proxy, vlPlacedPieces* pieces)
{
    vlBox all = boxOf(pieces, pieces->shape->tree->node[0].box);
    proxy->lower = all.low;
    proxy->upper = all.high;
    proxy->isHalfspace = false;
    proxy->pieces = pieces;
}

// One side of a pair of nodes; a body of one piece is a leaf.
typedef struct Side {
    int node, piece; // piece -1: it has children
    vlBox box;
} Side;

static Side sideOf(const vlProxy* p, int node)
{
    if (p->pieces == NULL) {
        return (Side){0, (int)p->piece, {p->lower, p->upper}};
    }
    return (Side){node, pieceAt(p->pieces, node), placeNode(p->pieces, node)};
}

static bool areApart(const Side* a, const Side* b)
{
    return !vlBounds_Overlap(a->box.low, a->box.high, b->box.low, b->box.high);
}

// The larger of two nodes is divided; a leaf never is.
static bool isFirstDivided(const Side* a, const Side* b)
{
    if (a->piece >= 0 || b->piece >= 0) {
        return a->piece < 0;
    }
    return sumOf(vlSub(a->box.high, a->box.low)) >= sumOf(vlSub(b->box.high, b->box.low));
}

typedef struct Meeting {
    Side p, q;
} Meeting;

void vlPiecePairs_OfBodies(const vlProxy* p, const vlProxy* q, vlKeyList* list)
{
    Meeting waiting[2 * DEEPEST + 1];
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
            int child = divided->pieces->shape->tree->node[node].left + 1 - k;
            Meeting next = now;
            *(isFirst ? &next.p : &next.q) = sideOf(divided, child);
            waiting[depth++] = next;
        }
    }
}

void vlPiecePairs_WithHalfspace(const vlProxy* p, const vlProxy* half, vlKeyList* list)
{
    const vlPlacedPieces* pieces = p->pieces;
    int waiting[DEEPEST + 1], depth = 0;
    waiting[depth++] = 0;
    while (depth > 0) {
        int node = waiting[--depth];
        int piece = pieceAt(pieces, node);
        vlBox box = placeNode(pieces, node);
        if (!vlBounds_ReachBelow(box.low, box.high, half)) {
            continue;
        }
        if (piece >= 0) {
            vlKeyList_Append(list, vlPairKey_Of(p, (uint32_t)piece, half, half->piece));
        } else {
            waiting[depth++] = pieces->shape->tree->node[node].left + 1;
            waiting[depth++] = pieces->shape->tree->node[node].left;
        }
    }
}
