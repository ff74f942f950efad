// SPDX-License-Identifier: MIT
// Along a round surface the normal turns evenly; on the facets that stand for it, it turns at the
// edges. Each edge gives half of its turn to either of its two faces, spread over their area:
//
//   B_f = (1/A_f) sum over its edges of (|n_f - n_g| |e| / 2) m m^T                     (T2.18)
//
// m the direction in the face across the edge. The length |n_f - n_g| = 2 sin(turn/2) is what makes
// this 1/R for a prism whose corners lie on the circle of radius R, and for the facets of cones and
// spheres it is their curvature to a few thousandths.

#include "shape/bend.h"

// Edges that turn by 20 degrees or more are meant as edges: |n_f - n_g| is 2 sin(10 degrees), less
// the rounding of a polygon of 18 sides.
#define LARGEST_TURN 0.347296355
// A face that is wider than this many times its neighbour is meant as flat, with a rounded edge
// beside it.
#define WIDEST 3.0

static vlVec3 middleOf(const vlConvex* c, int f, double* area)
{
    const uint16_t* loop = &c->faceVertex[c->faceStart[f]];
    int count = c->faceStart[f + 1] - c->faceStart[f];
    vlVec3 n = vlConvex_Normal(c, f);
    vlVec3 a = vlConvex_Vertex(c, loop[0]);
    vlVec3 sum = vlZero();
    double twice = 0.0;
    for (int i = 2; i < count; ++i) {
        vlVec3 b = vlSub(vlConvex_Vertex(c, loop[i - 1]), a);
        vlVec3 d = vlSub(vlConvex_Vertex(c, loop[i]), a);
        double part = vlDot(vlCross(b, d), n);
        twice += part;
        sum = vlMulAdd(sum, part, vlAdd(b, d));
    }
    *area = 0.5 * twice;
    return twice > 0.0 ? vlMulAdd(a, 1.0 / (3.0 * twice), sum) : a;
}

// The face on the other side of the edge from vertex a to vertex b: the one in which a follows b.
static int faceAcross(const vlConvex* c, int a, int b)
{
    for (int i = c->vertexFaceStart[b]; i < c->vertexFaceStart[b + 1]; ++i) {
        if (c->neighbour[i] == a) {
            return c->vertexFace[i];
        }
    }
    return -1;
}

static void addSquare(vlBend* b, double s, vlVec3 m)
{
    b->xx += s * m.x * m.x, b->xy += s * m.x * m.y, b->xz += s * m.x * m.z;
    b->yy += s * m.y * m.y, b->yz += s * m.y * m.z, b->zz += s * m.z * m.z;
}

// A face while its edges are looked at.
typedef struct Facet {
    const vlConvex* convex;
    int face;
    vlVec3 normal, middle;
    double area;
} Facet;

// An edge across which a round surface may go on.
typedef struct Smooth {
    int other;     // the face beyond it
    vlVec3 across; // unit, in the face, outward
    double turn;   // |n_f - n_g| |e| / 2, m
} Smooth;

static Facet facetOf(const vlConvex* c, int f)
{
    Facet t = {.convex = c, .face = f, .normal = vlConvex_Normal(c, f)};
    t.middle = middleOf(c, f, &t.area);
    return t;
}

// Looks at the edge that begins at corner i of the facet's loop; false if it is not smooth.
static bool findSmooth(const Facet* t, int i, Smooth* edge)
{
    const vlConvex* c = t->convex;
    int next = i + 1 < c->faceStart[t->face + 1] ? i + 1 : c->faceStart[t->face];
    int a = c->faceVertex[i];
    int b = c->faceVertex[next];
    edge->other = faceAcross(c, a, b);
    if (edge->other < 0) {
        return false;
    }
    double turn = vlLength(vlSub(vlConvex_Normal(c, edge->other), t->normal));
    vlVec3 start = vlConvex_Vertex(c, a);
    vlVec3 along = vlSub(vlConvex_Vertex(c, b), start);
    double length = vlLength(along);
    if (!(turn < LARGEST_TURN) || !(length > 0.0)) {
        return false;
    }
    double unused;
    vlVec3 beyond = vlSub(middleOf(c, edge->other, &unused), start);
    edge->across = vlScale(vlCross(along, t->normal), 1.0 / length);
    edge->turn = 0.5 * turn * length;
    double width = vlDot(edge->across, vlSub(start, t->middle));
    return width <= WIDEST * vlLength(vlCross(beyond, along)) / length;
}

// Has the facet a smooth edge on the side that `direction` points away from?
static bool goesOn(const Facet* t, vlVec3 direction)
{
    for (int k = t->convex->faceStart[t->face]; k < t->convex->faceStart[t->face + 1]; ++k) {
        Smooth edge;
        if (findSmooth(t, k, &edge) && vlDot(direction, edge.across) < 0.0) {
            return true;
        }
    }
    return false;
}

// A surface is round across an edge if it goes on in the same way beyond both of its faces. Hulls
// of few points have single smooth edges, and rock on them instead of rolling.
static bool isRoundAcross(const Facet* t, const Smooth* edge)
{
    Facet beyond = facetOf(t->convex, edge->other);
    return goesOn(t, edge->across) && goesOn(&beyond, vlNeg(edge->across));
}

bool vlBend_FromEdges(const vlConvex* piece, vlBend* bend)
{
    static const vlBend flat = {0.0, 0.0, 0.0, 0.0, 0.0, 0.0};
    bool isRound = false;
    for (int f = 0; f < piece->faceCount; ++f) {
        Facet t = facetOf(piece, f);
        bend[f] = flat;
        for (int i = piece->faceStart[f]; i < piece->faceStart[f + 1] && t.area > 0.0; ++i) {
            Smooth edge;
            if (findSmooth(&t, i, &edge) && isRoundAcross(&t, &edge)) {
                addSquare(&bend[f], edge.turn / t.area, edge.across);
            }
        }
        isRound = isRound || bend[f].xx + bend[f].yy + bend[f].zz > 0.0;
    }
    return isRound;
}

vlBend vlBend_Rotate(const vlBend* bend, vlQuat rotation)
{
    vlVec3 x = vlRotate(vlConj(rotation), vlVec(1.0, 0.0, 0.0));
    vlVec3 y = vlRotate(vlConj(rotation), vlVec(0.0, 1.0, 0.0));
    vlVec3 z = vlRotate(vlConj(rotation), vlVec(0.0, 0.0, 1.0));
    vlVec3 bx = vlBend_Times(bend, x);
    vlVec3 by = vlBend_Times(bend, y);
    vlVec3 bz = vlBend_Times(bend, z);
    vlBend r = {vlDot(x, bx), vlDot(x, by), vlDot(x, bz), vlDot(y, by), vlDot(y, bz), vlDot(z, bz)};
    return r;
}
