// SPDX-License-Identifier: MIT
#ifndef VOLAR_COLLIDE_BROADPHASE_H
#define VOLAR_COLLIDE_BROADPHASE_H

// Which pieces are near each other. Bounds carry a margin, so the list of near pairs stays valid
// until some body has moved by its margin. Only then is the list made again, by sweep and prune
// along the axis on which the bodies are spread widest, and for bodies of several pieces by the
// trees of their shapes (piece_pairs.h).

#include "shape/polyhedron.h"

// Bounds of a piece in the world, margin included; found when they are needed.
typedef struct vlPieceBounds {
    vlVec3 lower, upper;
    uint64_t round; // vlPlacedPieces.round when they were found
} vlPieceBounds;

// A body of several pieces in its place.
typedef struct vlPlacedPieces {
    const vlShape* shape;
    vlMat3 rotation;
    vlVec3 origin;
    double margin;
    vlPieceBounds* bounds; // [pieces]
    uint64_t round;        // number of the search, from 1; bounds of an earlier one do not count
} vlPlacedPieces;

// A body with its bounds in the world.
typedef struct vlProxy {
    vlVec3 lower, upper; // margin included
    uint32_t body;
    uint32_t piece;     // the one piece of a body without `pieces`
    bool isMovable;     // two proxies that cannot move make no pair
    bool isHalfspace;   // the bounds are unused; the plane counts
    vlVec3 planeNormal; // world
    double planeOffset;
    vlPlacedPieces* pieces; // of a body of several pieces; NULL: it has one
} vlProxy;

// Sorted order of two pieces: body, then piece. A's body index is below B's.
typedef uint64_t vlPairKey;

static inline vlPairKey vlPairKey_Make(uint32_t bodyA, uint32_t pieceA, uint32_t bodyB,
                                       uint32_t pieceB)
{
    return ((uint64_t)bodyA << 48) | ((uint64_t)bodyB << 32) | ((uint64_t)pieceA << 16) | pieceB;
}
static inline uint32_t vlPairKey_BodyA(vlPairKey key)
{
    return (uint32_t)(key >> 48);
}
static inline uint32_t vlPairKey_BodyB(vlPairKey key)
{
    return (uint32_t)(key >> 32) & 0xffffu;
}
static inline uint32_t vlPairKey_PieceA(vlPairKey key)
{
    return (uint32_t)(key >> 16) & 0xffffu;
}
static inline uint32_t vlPairKey_PieceB(vlPairKey key)
{
    return (uint32_t)key & 0xffffu;
}

static inline vlPairKey vlPairKey_Of(const vlProxy* p, uint32_t pieceP, const vlProxy* q,
                                     uint32_t pieceQ)
{
    return p->body < q->body ? vlPairKey_Make(p->body, pieceP, q->body, pieceQ)
                             : vlPairKey_Make(q->body, pieceQ, p->body, pieceP);
}

static inline bool vlBounds_Overlap(vlVec3 lowerA, vlVec3 upperA, vlVec3 lowerB, vlVec3 upperB)
{
    return lowerA.x <= upperB.x && lowerB.x <= upperA.x && lowerA.y <= upperB.y &&
           lowerB.y <= upperA.y && lowerA.z <= upperB.z && lowerB.z <= upperA.z;
}

// Do these bounds reach into a half-space?
static inline bool vlBounds_ReachBelow(vlVec3 lower, vlVec3 upper, const vlProxy* half)
{
    vlVec3 n = half->planeNormal;
    vlVec3 nearest = vlVec(n.x > 0.0 ? lower.x : upper.x, n.y > 0.0 ? lower.y : upper.y,
                           n.z > 0.0 ? lower.z : upper.z);
    return vlDot(n, nearest) <= half->planeOffset;
}

// Bounds of a piece placed by (rotation, origin), widened by `margin`.
void vlProxy_SetBounds(vlProxy* proxy, const vlConvex* convex, vlMat3 rotation, vlVec3 origin,
                       double margin);

// Bounds of a body of several pieces, which are still to be found.
void vlProxy_SetPieces(vlProxy* proxy, vlPlacedPieces* pieces);

// Writes the keys of all near pairs, ascending, at most `capacity`; `*dropped` counts those that
// did not fit. `order` is a permutation of the proxies that the caller keeps from call to call; it
// is sorted here, which is fast when little has changed.
int vlBroadphase_FindPairs(const vlProxy* proxies, int proxyCount, uint16_t* order, vlPairKey* keys,
                           int capacity, int* dropped);

#endif
