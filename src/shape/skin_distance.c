// SPDX-License-Identifier: MIT
// Signed distance of a point from a closed mesh: the closest triangle by a walk through the tree of
// boxes, nearest box first; the sign by the normal at the closest point, which at an edge or a
// corner is the sum of the normals around it, weighted by their angles (T13.1). The closest
// triangle is the one of the least computed distance, then of the lowest number, whatever the order
// of the walk: a hint, or another order, gives the same bits.

#include "shape/skin.h"

// A box is left out only if its squared distance is larger than that of the best triangle by this
// factor. That is more than the rounding of boxes in single precision, so rounding decides nothing.
#define BEYOND (1.0 + 1e-6)

// Where a triangle's closest point lies: inside, on the edge from corner k, or at corner k.
typedef struct TrianglePoint {
    vlVec3 point;
    int edge;   // -1: not on an edge
    int corner; // -1: not at a corner
} TrianglePoint;

// Voronoi regions of a triangle: corners, then edges, then the inside. [E04] 5.1.5
static inline TrianglePoint closestOf(vlVec3 p, vlVec3 a, vlVec3 b, vlVec3 c)
{
    TrianglePoint at = {a, -1, -1};
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

double vlSkin_TriangleDistance(const vlSkin* skin, int triangle, vlVec3 p)
{
    const int32_t* t = skin->triangle[triangle];
    return vlLength(
        vlSub(p, closestOf(p, skin->point[t[0]], skin->point[t[1]], skin->point[t[2]]).point));
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
    TrianglePoint at;
} Best;

static inline void tryTriangle(const vlSkin* skin, vlVec3 p, int triangle, Best* best)
{
    const int32_t* t = skin->triangle[triangle];
    TrianglePoint at = closestOf(p, skin->point[t[0]], skin->point[t[1]], skin->point[t[2]]);
    vlVec3 away = vlSub(p, at.point);
    double square = vlDot(away, away);
    if (square < best->square || (square <= best->square && triangle < best->triangle)) {
        best->square = square;
        best->triangle = triangle;
        best->at = at;
    }
}

// The point as the boxes see it: in single precision, with what rounding may have moved it by.
typedef struct Seen {
    float x, y, z;
    float slack;
} Seen;

// Rounding of a coordinate and of a difference, in parts of the largest coordinate, with room.
#define SLACK 4e-7

static Seen see(const vlSkin* skin, vlVec3 p)
{
    double scale = fabs(p.x) + fabs(p.y) + fabs(p.z) + skin->size;
    Seen seen = {(float)p.x, (float)p.y, (float)p.z, (float)(SLACK * scale)};
    return seen;
}

// Lower bounds of four times the squared distances from the boxes; written without branches, so
// that compilers compute the four together.
static inline void boxSquares(const vlSkinNode* n, const Seen* p, float sum[VL_SKIN_WIDTH])
{
    for (int i = 0; i < VL_SKIN_WIDTH; ++i) {
        float x = fabsf(p->x - n->middle[0][i]) - n->half[0][i] - p->slack;
        float y = fabsf(p->y - n->middle[1][i]) - n->half[1][i] - p->slack;
        float z = fabsf(p->z - n->middle[2][i]) - n->half[2][i] - p->slack;
        float twiceX = x + fabsf(x), twiceY = y + fabsf(y), twiceZ = z + fabsf(z); // 0 inside
        sum[i] = twiceX * twiceX + twiceY * twiceY + twiceZ * twiceZ;
    }
}

typedef struct Waiting {
    int node;
    float square;
} Waiting;

// Four times the squared distance beyond which a box is left out.
static inline float limitOf(const Best* best)
{
    return (float)(4.0 * BEYOND * best->square);
}

static void walk(const vlSkin* skin, vlVec3 p, int root, Best* best)
{
    Waiting stack[VL_SKIN_DEPTH];
    int depth = 0;
    Seen seen = see(skin, p);
    float limit = limitOf(best);
    stack[depth++] = (Waiting){root, 0.0f};
    while (depth > 0) {
        Waiting now = stack[--depth];
        if (now.square > limit) {
            continue;
        }
        const vlSkinNode* n = &skin->node[now.node];
        float square[VL_SKIN_WIDTH];
        boxSquares(n, &seen, square);
        int bottom = depth;
        for (int i = 0; i < VL_SKIN_WIDTH; ++i) {
            if (square[i] > limit || n->count[i] < 0) {
                continue;
            }
            for (int t = 0; t < n->count[i]; ++t) {
                tryTriangle(skin, p, n->first[i] + t, best);
            }
            limit = n->count[i] > 0 ? limitOf(best) : limit;
            if (n->count[i] == 0) { // the nearest of the new ones goes on top
                stack[depth++] = (Waiting){n->first[i], square[i]};
                if (depth - bottom > 1 && stack[depth - 2].square < square[i]) {
                    Waiting nearest = stack[depth - 2];
                    stack[depth - 2] = stack[depth - 1];
                    stack[depth - 1] = nearest;
                }
            }
        }
    }
}

// The normal that decides on which side of the surface the point is. (T13.1)
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
