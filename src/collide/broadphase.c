// SPDX-License-Identifier: MIT
#include "collide/broadphase.h"

#include <float.h>

#include "collide/piece_pairs.h"

static double component(vlVec3 v, int axis)
{
    return axis == 0 ? v.x : (axis == 1 ? v.y : v.z);
}

static inline void widen(vlVec3 x, vlVec3* lower, vlVec3* upper)
{
    lower->x = x.x < lower->x ? x.x : lower->x, upper->x = x.x > upper->x ? x.x : upper->x;
    lower->y = x.y < lower->y ? x.y : lower->y, upper->y = x.y > upper->y ? x.y : upper->y;
    lower->z = x.z < lower->z ? x.z : lower->z, upper->z = x.z > upper->z ? x.z : upper->z;
}

void vlProxy_SetBounds(vlProxy* proxy, const vlConvex* convex, vlMat3 rotation, vlVec3 origin,
                       double margin)
{
    proxy->isHalfspace = convex->kind == VL_PIECE_HALFSPACE;
    if (proxy->isHalfspace) {
        proxy->planeNormal = vlMulMV(rotation, vlConvex_Normal(convex, 0));
        proxy->planeOffset = convex->nd[0] + vlDot(proxy->planeNormal, origin) + margin;
        return;
    }
    // Bounds of the vertices themselves: this runs only when the list is made again, and every pair
    // that it avoids saves a test in every step.
    vlVec3 lower = vlVec(DBL_MAX, DBL_MAX, DBL_MAX);
    vlVec3 upper = vlNeg(lower);
    for (int v = 0; v < convex->vertexCount; ++v) {
        widen(vlMulMV(rotation, vlConvex_Vertex(convex, v)), &lower, &upper);
    }
    for (int k = 0; k < 8 && convex->kind == VL_PIECE_SURFACE; ++k) { // corners of its box
        vlVec3 corner = vlVec((k & 1) != 0 ? convex->upper.x : convex->lower.x,
                              (k & 2) != 0 ? convex->upper.y : convex->lower.y,
                              (k & 4) != 0 ? convex->upper.z : convex->lower.z);
        widen(vlMulMV(rotation, corner), &lower, &upper);
    }
    vlVec3 wider = vlVec(margin, margin, margin);
    proxy->lower = vlSub(vlAdd(lower, origin), wider);
    proxy->upper = vlAdd(vlAdd(upper, origin), wider);
}

// The axis along which the proxies' middles vary most.
static int widestAxis(const vlProxy* proxies, int count)
{
    vlVec3 sum = vlZero();
    vlVec3 square = vlZero();
    int n = 0;
    for (int i = 0; i < count; ++i) {
        if (!proxies[i].isHalfspace) {
            vlVec3 c = vlAdd(proxies[i].lower, proxies[i].upper);
            sum = vlAdd(sum, c);
            square = vlAdd(square, vlVec(c.x * c.x, c.y * c.y, c.z * c.z));
            ++n;
        }
    }
    double x = n * square.x - sum.x * sum.x;
    double y = n * square.y - sum.y * sum.y;
    double z = n * square.z - sum.z * sum.z;
    return x >= y && x >= z ? 0 : (y >= z ? 1 : 2);
}

// Shell sort: in place, no recursion, close to linear on an order that is nearly right already.
static const int sortGaps[] = {4505, 1968, 861, 377, 165, 72, 31, 13, 5, 1};
#define SORT_GAPS ((int)(sizeof sortGaps / sizeof sortGaps[0]))

static void sortOrder(const vlProxy* proxies, uint16_t* order, int count, int axis)
{
    for (int g = 0; g < SORT_GAPS; ++g) {
        int gap = sortGaps[g];
        for (int i = gap; i < count; ++i) {
            uint16_t v = order[i];
            double key = component(proxies[v].lower, axis);
            int j = i;
            for (; j >= gap; j -= gap) {
                double other = component(proxies[order[j - gap]].lower, axis);
                // Ties are broken by index, so that the order depends only on the places.
                if (other < key || (other == key && order[j - gap] < v)) {
                    break;
                }
                order[j] = order[j - gap];
            }
            order[j] = v;
        }
    }
}

static void sortKeys(vlPairKey* keys, int count)
{
    for (int g = 0; g < SORT_GAPS; ++g) {
        int gap = sortGaps[g];
        for (int i = gap; i < count; ++i) {
            vlPairKey v = keys[i];
            int j = i;
            for (; j >= gap && keys[j - gap] > v; j -= gap) {
                keys[j] = keys[j - gap];
            }
            keys[j] = v;
        }
    }
}

static void pairWithHalfspaces(const vlProxy* proxies, int count, vlKeyList* list)
{
    for (int h = 0; h < count; ++h) {
        if (!proxies[h].isHalfspace) {
            continue;
        }
        for (int i = 0; i < count; ++i) {
            const vlProxy* p = &proxies[i];
            if (!p->isHalfspace && p->isMovable && p->body != proxies[h].body &&
                vlBounds_ReachBelow(p->lower, p->upper, &proxies[h])) {
                if (p->pieces != NULL) {
                    vlPiecePairs_WithHalfspace(p, &proxies[h], list);
                } else {
                    vlKeyList_Append(list, vlPairKey_Of(p, p->piece, &proxies[h], 0));
                }
            }
        }
    }
}

int vlBroadphase_FindPairs(const vlProxy* proxies, int proxyCount, uint16_t* order, vlPairKey* keys,
                           int capacity, int* dropped)
{
    vlKeyList list = {keys, 0, capacity, 0};
    pairWithHalfspaces(proxies, proxyCount, &list); // first: floors are the last to be dropped
    int axis = widestAxis(proxies, proxyCount);
    sortOrder(proxies, order, proxyCount, axis);
    for (int i = 0; i < proxyCount; ++i) {
        const vlProxy* p = &proxies[order[i]];
        if (p->isHalfspace) {
            continue;
        }
        double end = component(p->upper, axis);
        for (int j = i + 1; j < proxyCount; ++j) {
            const vlProxy* q = &proxies[order[j]];
            if (q->isHalfspace) {
                continue;
            }
            if (component(q->lower, axis) > end) {
                break;
            }
            if (p->body != q->body && (p->isMovable || q->isMovable) &&
                vlBounds_Overlap(p->lower, p->upper, q->lower, q->upper)) {
                if (p->pieces == NULL && q->pieces == NULL) {
                    vlKeyList_Append(&list, vlPairKey_Of(p, p->piece, q, q->piece));
                } else {
                    vlPiecePairs_OfBodies(p, q, &list);
                }
            }
        }
    }
    sortKeys(keys, list.count);
    *dropped = list.dropped;
    return list.count;
}
