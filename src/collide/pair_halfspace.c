// SPDX-License-Identifier: MIT
// A convex polyhedron and a half-space, which is cut directly: its one plane is the normal.

#include <float.h>

#include "collide/pair_finder.h"

static void setHalfspace(vlPairSetting* s, const vlPlaced* base, const vlPlaced* half, bool baseIsA)
{
    vlVec3 n = vlMulMV(half->rotation, vlConvex_Normal(half->convex, 0));
    double d = half->convex->nd[0] - vlDot(n, vlSub(base->origin, half->origin));
    n = vlMulTV(base->rotation, n);
    for (int i = 0; i < VL_LANES; ++i) {
        s->plane[0][i] = n.x, s->plane[1][i] = n.y, s->plane[2][i] = n.z, s->plane[3][i] = d;
    }
    const vlConvex* c = base->convex;
    s->input.base = c;
    s->input.x = c->vx, s->input.y = c->vy, s->input.z = c->vz;
    vlPlaneSet planes = {s->plane[0], s->plane[1], s->plane[2], s->plane[3], 1};
    s->input.planes = planes;
    s->input.first = 0;
    s->input.epsilon = VL_ON_PLANE * (c->radius + vlLength(c->centre) + fabs(d));
    s->rotation = base->rotation;
    s->translation = base->origin;
    s->baseRotation = vlDiag(1.0, 1.0, 1.0);
    s->baseOrigin = vlZero();
    s->baseIsA = baseIsA;
}

static void setUpOn(vlPairSetting* s, const vlPlaced* a, const vlPlaced* b, vlPairCache* cache,
                    vlClipper* clipper)
{
    (void)cache, (void)clipper;
    setHalfspace(s, a, b, true);
    vlPairSetting_SetNormals(s, b->convex);
}

static void setUpUnder(vlPairSetting* s, const vlPlaced* a, const vlPlaced* b, vlPairCache* cache,
                       vlClipper* clipper)
{
    (void)cache, (void)clipper;
    setHalfspace(s, b, a, false);
    vlPairSetting_SetNormals(s, a->convex);
}

// The axis points out of the half-space, in which a body may lie wholly.
static vlVec3 firstAxisOn(const vlPlaced* a, const vlPlaced* b)
{
    vlVec3 out = vlMulMV(b->rotation, vlConvex_Normal(b->convex, 0));
    return vlNeg(vlMulTV(a->rotation, out));
}

static vlVec3 firstAxisUnder(const vlPlaced* a, const vlPlaced* b)
{
    (void)b;
    return vlConvex_Normal(a->convex, 0);
}

// A point between the deepest vertex and the middle of the piece, below the plane.
static bool findCommonPoint(const vlPlaced* a, const vlPlaced* b, const vlPairSetting* s,
                            vlPairCache* cache, vlVec3* point)
{
    (void)a, (void)b, (void)cache;
    const vlConvex* c = s->input.base;
    vlVec3 n = vlVec(s->input.planes.nx[0], s->input.planes.ny[0], s->input.planes.nz[0]);
    double d = s->input.planes.nd[0];
    vlVec3 deepest = vlConvex_Vertex(c, vlConvex_Support(c, vlNeg(n), 0));
    double depth = d - vlDot(n, deepest);
    double height = vlDot(n, c->centre) - d;
    double share = height > 0.0 ? 0.5 * depth / (depth + height) : 0.5;
    *point = vlMulAdd(deepest, share, vlSub(c->centre, deepest));
    return depth > 0.0;
}

// The plane is the normal, so there is nothing to search; the depth is that of the other piece's
// deepest vertex.
static vlSearchResult searchOn(const vlPlaced* a, const vlPlaced* b, vlPairCache* cache)
{
    vlMat3 rotationAB = vlMulTM(a->rotation, b->rotation);
    vlVec3 originAB = vlMulTV(a->rotation, vlSub(b->origin, a->origin));
    vlVec3 n = vlNeg(vlMulMV(rotationAB, vlConvex_Normal(b->convex, 0)));
    int v = vlConvex_Support(a->convex, n, cache->search.vertexA[0]);
    vlVec3 p = vlConvex_Vertex(a->convex, v);
    cache->search.vertexA[0] = (uint16_t)v;
    double depth = b->convex->nd[0] + vlDot(n, vlSub(p, originAB));
    vlSearchResult result = {.found = depth > 0.0,
                             .normal = n,
                             .depth = depth,
                             .pointA = p,
                             .pointB = vlMulAdd(p, -depth, n)};
    return result;
}

static vlSearchResult searchUnder(const vlPlaced* a, const vlPlaced* b, vlPairCache* cache)
{
    vlMat3 rotationAB = vlMulTM(a->rotation, b->rotation);
    vlVec3 originAB = vlMulTV(a->rotation, vlSub(b->origin, a->origin));
    vlVec3 n = vlConvex_Normal(a->convex, 0);
    int v = vlConvex_Support(b->convex, vlNeg(vlMulTV(rotationAB, n)), cache->search.vertexB[0]);
    vlVec3 p = vlAdd(vlMulMV(rotationAB, vlConvex_Vertex(b->convex, v)), originAB);
    cache->search.vertexB[0] = (uint16_t)v;
    double depth = a->convex->nd[0] - vlDot(n, p);
    vlSearchResult result = {.found = depth > 0.0,
                             .normal = n,
                             .depth = depth,
                             .pointA = vlMulAdd(p, depth, n),
                             .pointB = p};
    return result;
}

static double findGapOn(const vlPlaced* a, const vlPlaced* b, vlPairCache* cache, vlVec3* normal)
{
    vlSearchResult r = searchOn(a, b, cache);
    *normal = r.normal;
    return -r.depth;
}

static double findGapUnder(const vlPlaced* a, const vlPlaced* b, vlPairCache* cache, vlVec3* normal)
{
    vlSearchResult r = searchUnder(a, b, cache);
    *normal = r.normal;
    return -r.depth;
}

const vlPairFinder vlOnHalfspaceFinder = {.firstAxis = firstAxisOn,
                                          .hasOneAxis = true,
                                          .setUp = setUpOn,
                                          .findCommonPoint = findCommonPoint,
                                          .searchNormal = searchOn,
                                          .findGap = findGapOn};

const vlPairFinder vlUnderHalfspaceFinder = {.firstAxis = firstAxisUnder,
                                             .hasOneAxis = true,
                                             .setUp = setUpUnder,
                                             .findCommonPoint = findCommonPoint,
                                             .searchNormal = searchUnder,
                                             .findGap = findGapUnder};
