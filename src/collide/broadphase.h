// SPDX-License-Identifier: MIT
#ifndef VOLAR_COLLIDE_BROADPHASE_H
#define VOLAR_COLLIDE_BROADPHASE_H

// Which pieces are near each other. Bounds carry a margin, so the list of near pairs stays valid
// until some body has moved by its margin. Only then is the list made again, by sweep and prune
// along the axis on which the pieces are spread widest.

#include "shape/polyhedron.h"

// One convex piece of one body, with its bounds in the world.
typedef struct vlProxy {
    vlVec3 lower, upper; // margin included
    uint32_t body;
    uint32_t piece;
    bool isMovable;     // two proxies that cannot move make no pair
    bool isHalfspace;   // the bounds are unused; the plane counts
    vlVec3 planeNormal; // world
    double planeOffset;
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

// Bounds of a piece placed by (rotation, origin), widened by `margin`.
void vlProxy_SetBounds(vlProxy* proxy, const vlConvex* convex, vlMat3 rotation, vlVec3 origin,
                       double margin);

// Writes the keys of all near pairs, ascending, at most `capacity`; `*dropped` counts those that
// did not fit. `order` is a permutation of the proxies that the caller keeps from call to call; it
// is sorted here, which is fast when little has changed.
int vlBroadphase_FindPairs(const vlProxy* proxies, int proxyCount, uint16_t* order, vlPairKey* keys,
                           int capacity, int* dropped);

#endif
