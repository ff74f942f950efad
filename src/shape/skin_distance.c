// SPDX-License-Identifier: MIT
// Signed distance of a point from a closed mesh: the closest triangle by a walk through the tree of
// boxes, nearest box first; the sign by the normal at the closest point, which at an edge or a
// corner is the sum of the normals around it, weighted by their angles (T13.1). The closest
// triangle is the one of the least computed distance, then of the lowest number, whatever the order
// of the walk: a hint, or another order, gives the same bits.

#include "shape/skin.h"

// A box is left out only if it is farther than the best triangle by this factor of the squared
// distance: the rounding of both then decides nothing.
#define BEYOND (1.0 + 1e-9)

// Voronoi regions of a triangle: corners, then edges, then the inside. [ERI04] 5.1.5
vlTrianglePoint vlTriangle_Closest(vlVec3 p, vlVec3 a, vlVec3 b, vlVec3 c)
{
    vlTrianglePoint at = {a, -1, -1};
    vlVec3 ab = vlSub(b, a), ac = vlSub(c, a), ap = vlSub(p, a);
    double d1 = vlDot(ab, ap), d2 = vlDot(ac, ap);
    if (d1 <= 0.0 && d2 <= 0.0) {
        at.corner = 0;
        return at;
    }
    vlVec3 bp = vlSub(p, b);
    double d3 = vlDot(ab, bp), d4 = vlDot(ac, bp);
    if (d3 >= 0.0 && d4 <= d3) {
        at.point = b;
        at.corner = 1;
        return at;
    }
    double vc = d1 * d4 - d3 * d2;
    if (vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0) {
        at.point = vlMulAdd(a, d1 / (d1 - d3), ab);
        at.edge = 0;
        return at;
    }
    vlVec3 cp = vlSub(p, c);
    double d5 = vlDot(ab, cp), d6 = vlDot(ac, cp);
    if (d6 >= 0.0 && d5 <= d6) {
        at.point = c;
        at.corner = 2;
        return at;
    }
    double vb = d5 * d2 - d1 * d6;
    if (vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0) {
        at.point = vlMulAdd(a, d2 / (d2 - d6), ac);
        at.edge = 2;
        return at;
    }
    double va = d3 * d6 - d5 * d4;
    if (va <= 0.0 && d4 - d3 >= 0.0 && d5 - d6 >= 0.0) {
        at.point = vlMulAdd(b, (d4 - d3) / ((d4 - d3) + (d5 - d6)), vlSub(c, b));
        at.edge = 1;
        return at;
    }
    double whole = 1.0 / (va + vb + vc);
    at.point = vlMulAdd(vlMulAdd(a, vb * whole, ab), vc * whole, ac);
    return at;
}

vlVec3 vlSkin_Normal(const vlSkin* skin, int triangle)
{
    const int32_t* t = skin->triangle[triangle];
    vlVec3 a = skin->point[t[0]];
    return vlUnit(vlCross(vlSub(skin->point[t[1]], a), vlSub(skin->point[t[2]], a)));
}

// The closest triangle so far.
typedef struct Best {
    double square; // of the distance
    int triangle;
    vlTrianglePoint at;
} Best;

static inline void tryTriangle(const vlSkin* skin, vlVec3 p, int triangle, Best* best)
{
    const int32_t* t = skin->triangle[triangle];
    vlTrianglePoint at =
        vlTriangle_Closest(p, skin->point[t[0]], skin->point[t[1]], skin->point[t[2]]);
    vlVec3 away = vlSub(p, at.point);
    double square = vlDot(away, away);
    if (square < best->square || (square <= best->square && triangle < best->triangle)) {
        best->square = square;
        best->triangle = triangle;
        best->at = at;
    }
}

static inline double larger(double a, double b)
{
    return a > b ? a : b;
}

// Square of the distance from a box.
static inline double boxSquare(const vlSkinNode* n, vlVec3 p)
{
    double x = larger(larger((double)n->low[0] - p.x, p.x - (double)n->high[0]), 0.0);
    double y = larger(larger((double)n->low[1] - p.y, p.y - (double)n->high[1]), 0.0);
    double z = larger(larger((double)n->low[2] - p.z, p.z - (double)n->high[2]), 0.0);
    return x * x + y * y + z * z;
}

typedef struct Waiting {
    int node;
    double square;
} Waiting;

static void walk(const vlSkin* skin, vlVec3 p, int root, Best* best)
{
    Waiting stack[VL_SKIN_DEPTH];
    int depth = 0;
    Waiting now = {root, boxSquare(&skin->node[root], p)};
    for (;;) {
        const vlSkinNode* n = &skin->node[now.node];
        bool isNear = now.square <= best->square * BEYOND;
        if (isNear && n->count == 0) {
            Waiting a = {n->first, boxSquare(n = &skin->node[n->first], p)};
            Waiting b = {a.node + 1, boxSquare(n + 1, p)};
            bool isSwapped = b.square < a.square;
            stack[depth++] = isSwapped ? a : b;
            now = isSwapped ? b : a;
            continue;
        }
        for (int i = 0; isNear && i < n->count; ++i) {
            tryTriangle(skin, p, n->first + i, best);
        }
        if (depth == 0) {
            return;
        }
        now = stack[--depth];
    }
}

// The normal that tells the sides of the closest point apart. (T13.1)
static vlVec3 sideNormal(const vlSkin* skin, const Best* best)
{
    int t = best->triangle;
    if (best->at.corner >= 0) {
        return skin->pointNormal[skin->triangle[t][best->at.corner]];
    }
    vlVec3 n = vlSkin_Normal(skin, t);
    return best->at.edge < 0 ? n : vlAdd(n, vlSkin_Normal(skin, skin->beside[t][best->at.edge]));
}

// On the surface itself the direction to the closest point is lost in rounding.
#define ON_SURFACE 1e-13

static vlSignedDistance finish(const vlSkin* skin, vlVec3 p, const Best* best)
{
    vlVec3 side = sideNormal(skin, best);
    vlVec3 away = vlSub(p, best->at.point);
    double distance = sqrt(best->square);
    double sign = vlDot(away, side) < 0.0 ? -1.0 : 1.0;
    bool isOn = distance <= ON_SURFACE * skin->size;
    vlSignedDistance found = {.distance = sign * distance,
                              .point = best->at.point,
                              .normal = isOn ? vlUnit(side) : vlScale(away, sign / distance),
                              .triangle = best->triangle};
    return found;
}

vlSignedDistance vlSkin_Distance(const vlSkin* skin, vlVec3 p, double reach, int hint)
{
    vlSignedDistance least = {.distance = HUGE_VAL, .triangle = -1};
    double square = reach * reach;
    for (int i = 0; i < skin->solidCount; ++i) {
        const vlSkinSolid* solid = &skin->solid[i];
        Best best = {.square = square, .triangle = INT32_MAX};
        bool isHinted = hint >= solid->firstTriangle && hint < solid->endTriangle;
        if (isHinted) {
            tryTriangle(skin, p, hint, &best);
        }
        walk(skin, p, solid->root, &best);
        if (best.triangle != INT32_MAX) {
            vlSignedDistance found = finish(skin, p, &best);
            least = found.distance < least.distance ? found : least;
        }
    }
    return least;
}
