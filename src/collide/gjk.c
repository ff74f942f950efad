// SPDX-License-Identifier: MIT
// Distance between convex polyhedra [GJK88]. Everything happens on the difference K = B - A, in A's
// frame: the point v of K nearest the origin is b - a of a closest pair, so v / |v| is the normal
// from A to B. Each round takes the vertex w of K farthest against v and replaces v by the nearest
// point of the simplex of the vertices held. As v . w / |v| is a lower bound of the distance,
//     |v|^2 - v . w <= STOP |v|^2 + noise |v|
// certifies v. `noise` is the rounding of a vertex of K: without it the test cannot be met for gaps
// near the rounding of the coordinates, and rounds are wasted on swapping equal vertices of a face.
//
// The nearest point of a simplex is the best of its features that can contain it, each computed on
// its own. Region tests that deduce one feature from the signs of another are shorter, but on flat
// tetrahedra and collinear triangles (parallel faces give little else) those signs contradict each
// other, and the normal may be wrong by a right angle.

#include "collide/gjk.h"

#include <float.h>

// Relative gap at which v is final. Rounds end on exact faces and edges of K, so 1e-8 would save
// only 1% of them, and leave normals wrong by up to 1e-4 rad where it did.
#define STOP 1e-12
// Rounding of a vertex of K relative to the coordinates it comes from: about 8 operations. (Equal
// pieces side by side: noise = 1e-14 of the smaller radius.)
#define ROUNDING (8.0 * DBL_EPSILON)
// Pieces nearer than TOUCH smaller radii + TOUCH_NOISE noise count as touching: above that the
// direction of v is still known, below it no gap has a mechanical effect.
#define TOUCH 1e-12
#define TOUCH_NOISE 4.0
// A triangle lower than FLAT noise is a line. A tetrahedron whose volume is less than what FLAT
// noise does to it (noise longest^2) has no sides. Coarser limits lose thin but real simplices.
#define FLAT 4.0
// Up to this many vertices, scanning all of them is faster than walking along edges.
#define SCAN_LIMIT 32
// Mask of all vertices of a tetrahedron: the origin is inside.
#define INSIDE 15u

typedef struct Pair {
    const vlConvex* a;
    const vlConvex* b;
    vlMat3 rotation;
    vlVec3 origin;
} Pair;

// Vertices of K. Those dropped last stay behind the first `count` until a new one takes their
// place.
typedef struct Simplex {
    vlVec3 w[4];
    uint32_t id[4]; // vertex of A in the upper, of B in the lower 16 bits
    int count;
    double noise; // rounding of w, m
} Simplex;

// A vertex, edge, face or the inside of a simplex, with the point of it nearest the origin.
typedef struct Feature {
    vlVec3 v;
    double squared;   // |v|^2
    unsigned mask;    // bit i: w[i] belongs to it
    double weight[4]; // v = sum of weight[i] w[i] over the bits of mask
} Feature;

static double larger(double x, double y)
{
    return x > y ? x : y;
}

static int scanVertices(const vlConvex* c, vlVec3 d)
{
    double best[VL_LANES];
    int at[VL_LANES];
    for (int lane = 0; lane < VL_LANES; ++lane) {
        best[lane] = d.x * c->vx[lane] + d.y * c->vy[lane] + d.z * c->vz[lane];
        at[lane] = lane;
    }
    for (int i = VL_LANES; i < c->vertexCount; i += VL_LANES) {
        for (int lane = 0; lane < VL_LANES; ++lane) {
            int v = i + lane;
            double value = d.x * c->vx[v] + d.y * c->vy[v] + d.z * c->vz[v];
            at[lane] = value > best[lane] ? v : at[lane];
            best[lane] = value > best[lane] ? value : best[lane];
        }
    }
    // The padding repeats vertex 0, so it can only tie with it, and then the lower id wins.
    int winner = 0;
    for (int lane = 1; lane < VL_LANES; ++lane) {
        if (best[lane] > best[winner] || (best[lane] == best[winner] && at[lane] < at[winner])) {
            winner = lane;
        }
    }
    return at[winner];
}

// On a convex polyhedron a vertex without a higher neighbour is the highest. (value, -id) grows
// with every move, so the walk ends.
static int climbVertices(const vlConvex* c, vlVec3 d, int start)
{
    int current = start >= 0 && start < c->vertexCount ? start : 0;
    double best = vlDot(d, vlConvex_Vertex(c, current));
    for (;;) {
        int next = current;
        for (int i = c->neighbourStart[current]; i < c->neighbourStart[current + 1]; ++i) {
            int v = c->neighbour[i];
            double value = vlDot(d, vlConvex_Vertex(c, v));
            if (value > best || (value == best && v < next)) {
                best = value;
                next = v;
            }
        }
        if (next == current) {
            return current;
        }
        current = next;
    }
}

int vlConvex_Support(const vlConvex* c, vlVec3 direction, int start)
{
    return c->vertexCount <= SCAN_LIMIT ? scanVertices(c, direction)
                                        : climbVertices(c, direction, start);
}

static vlVec3 vertexA(const Pair* pair, uint32_t id)
{
    return vlConvex_Vertex(pair->a, (int)(id >> 16));
}

static vlVec3 vertexB(const Pair* pair, uint32_t id)
{
    return vlAdd(vlMulMV(pair->rotation, vlConvex_Vertex(pair->b, (int)(id & 0xffffu))),
                 pair->origin);
}

// The vertex of K farthest against v; for large pieces the search begins at `near`.
static uint32_t supportId(const Pair* pair, vlVec3 v, uint32_t near)
{
    int a = vlConvex_Support(pair->a, v, (int)(near >> 16));
    int b = vlConvex_Support(pair->b, vlNeg(vlMulTV(pair->rotation, v)), (int)(near & 0xffffu));
    return (uint32_t)a << 16 | (uint32_t)b;
}

static void tryVertex(const vlVec3* w, int i, Feature* best)
{
    double squared = vlDot(w[i], w[i]);
    if (squared < best->squared) {
        best->v = w[i];
        best->squared = squared;
        best->mask = 1u << i;
        best->weight[i] = 1.0;
    }
}

static void tryEdge(const vlVec3* w, int i, int j, Feature* best)
{
    vlVec3 e = vlSub(w[j], w[i]);
    double length2 = vlDot(e, e);
    double t = -vlDot(w[i], e);
    if (t <= 0.0 || length2 <= 0.0) {
        tryVertex(w, i, best);
        return;
    }
    if (t >= length2) {
        tryVertex(w, j, best);
        return;
    }
    t /= length2;
    vlVec3 v = vlMulAdd(w[i], t, e);
    // Once more: rounding leaves a part along e, which would give a wrong direction for a tiny gap.
    v = vlMulAdd(v, -vlDot(v, e) / length2, e);
    double squared = vlDot(v, v);
    if (squared < best->squared) {
        best->v = v;
        best->squared = squared;
        best->mask = 1u << i | 1u << j;
        best->weight[i] = 1.0 - t;
        best->weight[j] = t;
    }
}

// A foot that lies on an edge, to rounding, counts as on the triangle: the direction along the
// triangle's normal is known better.
static bool isBeyond(double area, double slack2)
{
    return area < 0.0 && area * area > slack2;
}

static void tryTriangle(const Simplex* s, int i, int j, int k, Feature* best)
{
    const vlVec3* w = s->w;
    vlVec3 e1 = vlSub(w[j], w[i]);
    vlVec3 e2 = vlSub(w[k], w[i]);
    vlVec3 e3 = vlSub(w[k], w[j]);
    double ee1 = vlDot(e1, e1);
    double ee2 = vlDot(e2, e2);
    double ee3 = vlDot(e3, e3);
    double longest2 = larger(ee1, larger(ee2, ee3));
    // Any two edges give n; leaving out the longest keeps it exact in a thin triangle.
    vlVec3 n = ee3 == longest2 ? vlCross(e1, e2) : vlCross(ee1 == longest2 ? e2 : e1, e3);
    double nn = vlDot(n, n);
    double noise2 = s->noise * s->noise;
    bool flat = nn <= FLAT * FLAT * noise2 * longest2;
    // Areas (times |n|) between the edges and the origin's foot; negative: the foot is beyond.
    vlVec3 q = vlCross(n, w[i]);
    double areaI = vlDot(vlAdd(q, vlCross(n, e1)), e3);
    double areaJ = -vlDot(q, e2);
    double areaK = vlDot(q, e1);
    bool beyondI = flat || isBeyond(areaI, noise2 * nn * ee3);
    bool beyondJ = flat || isBeyond(areaJ, noise2 * nn * ee2);
    bool beyondK = flat || isBeyond(areaK, noise2 * nn * ee1);
    if (beyondI) {
        tryEdge(w, j, k, best);
    }
    if (beyondJ) {
        tryEdge(w, k, i, best);
    }
    if (beyondK) {
        tryEdge(w, i, j, best);
    }
    // Along n, not as a mean of the corners: a tiny gap then does not spoil the direction.
    double height = vlDot(n, w[i]);
    double squared = height * height / nn;
    if (!beyondI && !beyondJ && !beyondK && squared < best->squared) {
        areaI = larger(areaI, 0.0);
        areaJ = larger(areaJ, 0.0);
        areaK = larger(areaK, 0.0);
        double scale = 1.0 / (areaI + areaJ + areaK);
        best->v = vlScale(n, height / nn);
        best->squared = squared;
        best->mask = 1u << i | 1u << j | 1u << k;
        best->weight[i] = areaI * scale;
        best->weight[j] = areaJ * scale;
        best->weight[k] = areaK * scale;
    }
}

// Over the face v[0] v[1] v[2], the share of the apex v[3] in a point x is gradient . x + share.
// Returns that share at the origin: negative beyond the face, or if the tetrahedron is too flat to
// say.
static double shareOfApex(const Simplex* s, const int* v, vlVec3* gradient)
{
    vlVec3 e1 = vlSub(s->w[v[1]], s->w[v[0]]);
    vlVec3 e2 = vlSub(s->w[v[2]], s->w[v[0]]);
    vlVec3 e3 = vlSub(s->w[v[3]], s->w[v[0]]);
    vlVec3 n = vlCross(e1, e2);
    double apex = vlDot(n, e3);
    double longest2 = larger(vlDot(e1, e1), larger(vlDot(e2, e2), vlDot(e3, e3)));
    if (fabs(apex) <= FLAT * s->noise * longest2) {
        return -1.0;
    }
    *gradient = vlScale(n, 1.0 / apex);
    return -vlDot(*gradient, s->w[v[0]]);
}

static void tryTetrahedron(const Simplex* s, Feature* best)
{
    // Faces with the newest vertex come first: on a tie they win, which makes progress.
    static const int faces[4][4] = {{1, 2, 3, 0}, {2, 0, 3, 1}, {0, 1, 3, 2}, {0, 2, 1, 3}};
    const vlVec3* w = s->w;
    vlVec3 gradient[4];
    double share[4];
    bool inside = true;
    for (int f = 0; f < 4; ++f) {
        const int* v = faces[f];
        share[f] = shareOfApex(s, v, &gradient[f]);
        if (share[f] < 0.0) {
            inside = false;
            tryTriangle(s, v[0], v[1], v[2], best);
        }
    }
    if (!inside) {
        return;
    }
    // One step of refinement: in a thin tetrahedron the shares miss the origin by more than
    // rounding.
    vlVec3 miss = vlZero();
    for (int i = 0; i < 4; ++i) {
        miss = vlMulAdd(miss, share[i], w[i]);
    }
    double sum = 0.0;
    for (int i = 0; i < 4; ++i) {
        share[i] = larger(share[i] - vlDot(gradient[i], miss), 0.0);
        sum += share[i];
    }
    best->v = vlZero();
    best->squared = 0.0;
    best->mask = INSIDE;
    for (int i = 0; i < 4; ++i) {
        best->weight[i] = share[i] / sum;
    }
}

static void nearestFeature(const Simplex* s, Feature* f)
{
    *f = (Feature){.squared = DBL_MAX};
    if (s->count == 1) {
        tryVertex(s->w, 0, f);
    } else if (s->count == 2) {
        tryEdge(s->w, 0, 1, f);
    } else if (s->count == 3) {
        tryTriangle(s, 0, 1, 2, f);
    } else {
        tryTetrahedron(s, f);
    }
}

// When rounding hides which of two features is nearer, the right one is the one whose v has the
// largest least v . w / |v| over all vertices of the simplex. Returns false if that is not positive
// for any v: the origin then cannot be distinguished from the inside of a flat simplex.
static bool certifiedFeature(const Simplex* s, Feature* best)
{
    // The edges and triangles of the first 2, 3 and 4 vertices.
    static const int parts[10][3] = {{0, 1, -1}, {0, 2, -1}, {1, 2, -1}, {0, 1, 2}, {0, 3, -1},
                                     {1, 3, -1}, {2, 3, -1}, {0, 1, 3},  {0, 2, 3}, {1, 2, 3}};
    static const int partCounts[5] = {0, 0, 1, 4, 10};
    nearestFeature(s, best);
    double limit = sqrt(best->squared) + TOUCH_NOISE * s->noise;
    double bestBound = 0.0;
    for (int p = 0; p < partCounts[s->count]; ++p) {
        Feature f = {.squared = DBL_MAX};
        if (parts[p][2] < 0) {
            tryEdge(s->w, parts[p][0], parts[p][1], &f);
        } else {
            tryTriangle(s, parts[p][0], parts[p][1], parts[p][2], &f);
        }
        double length = sqrt(f.squared);
        double bound = length;
        for (int i = 0; i < s->count; ++i) {
            double behind = vlDot(f.v, s->w[i]) / length;
            bound = behind < bound ? behind : bound;
        }
        if (length <= limit && bound > bestBound) {
            bestBound = bound;
            *best = f;
        }
    }
    return bestBound > 0.0;
}

// Moves the vertices of the feature to the front.
static void keepFeature(Simplex* s, Feature* f)
{
    int kept = 0;
    for (int i = 0; i < s->count; ++i) {
        if (!(f->mask & 1u << i)) {
            continue;
        }
        if (kept < i) {
            vlVec3 w = s->w[kept];
            uint32_t id = s->id[kept];
            s->w[kept] = s->w[i];
            s->id[kept] = s->id[i];
            s->w[i] = w;
            s->id[i] = id;
            f->weight[kept] = f->weight[i];
        }
        kept++;
    }
    s->count = kept;
}

static bool hasVertex(const Simplex* s, int count, uint32_t id)
{
    bool found = false;
    for (int i = 0; i < count; ++i) {
        found = found || s->id[i] == id;
    }
    return found;
}

// The simplex of the last call at the new places; without one, the vertices that face each other.
static void firstSimplex(const Pair* pair, const vlGjkCache* cache, Simplex* s)
{
    s->count = cache->count <= 4 ? cache->count : 0;
    for (int i = 0; i < s->count; ++i) {
        s->id[i] = (uint32_t)cache->vertexA[i] << 16 | cache->vertexB[i];
        if (cache->vertexA[i] >= pair->a->vertexCount ||
            cache->vertexB[i] >= pair->b->vertexCount) {
            s->count = 0;
        }
    }
    if (s->count == 0) {
        vlVec3 centreB = vlAdd(vlMulMV(pair->rotation, pair->b->centre), pair->origin);
        s->id[0] = supportId(pair, vlSub(centreB, pair->a->centre), 0);
        s->count = 1;
    }
    for (int i = 0; i < s->count; ++i) {
        s->w[i] = vlSub(vertexB(pair, s->id[i]), vertexA(pair, s->id[i]));
    }
}

static double absoluteSum(vlVec3 v)
{
    return fabs(v.x) + fabs(v.y) + fabs(v.z);
}

// `s` holds exactly the vertices of `f`.
static void writeResult(const Pair* pair, const Simplex* s, const Feature* f, vlGjkResult* result,
                        vlGjkCache* cache)
{
    vlVec3 a = vlZero();
    vlVec3 b = vlZero();
    cache->count = (uint8_t)s->count;
    for (int i = 0; i < s->count; ++i) {
        a = vlMulAdd(a, f->weight[i], vertexA(pair, s->id[i]));
        b = vlMulAdd(b, f->weight[i], vertexB(pair, s->id[i]));
        cache->vertexA[i] = (uint16_t)(s->id[i] >> 16);
        cache->vertexB[i] = (uint16_t)(s->id[i] & 0xffffu);
    }
    if (result->touching) {
        a = b = vlScale(vlAdd(a, b), 0.5);
    } else {
        result->distance = sqrt(f->squared);
        result->normal = vlScale(f->v, 1.0 / result->distance);
    }
    result->pointA = a;
    result->pointB = b;
}

// `near` and `far`: the search ends as soon as the distance is known to be at most the one or above
// the other. Inline, so that the search without limits pays nothing for them.
static inline vlGjkResult measure(const vlConvex* a, const vlConvex* b, vlMat3 rotationAB,
                                  vlVec3 originAB, double near, double far, vlGjkCache* cache)
{
    Pair pair = {a, b, rotationAB, originAB};
    Simplex s;
    Feature f;
    vlGjkResult result = {.touching = false};
    s.noise = ROUNDING * (absoluteSum(a->centre) + a->radius + absoluteSum(originAB) +
                          absoluteSum(b->centre) + b->radius);
    double smaller = a->radius < b->radius ? a->radius : b->radius;
    double touch = TOUCH * smaller + TOUCH_NOISE * s.noise;
    bool certify = false;
    double lower = 0.0;
    firstSimplex(&pair, cache, &s);
    uint32_t id = s.id[0];
    for (;;) {
        result.iterations++;
        int held = s.count;
        bool apart = true;
        if (certify) {
            apart = certifiedFeature(&s, &f);
        } else {
            nearestFeature(&s, &f);
        }
        keepFeature(&s, &f);
        result.touching = !apart || f.mask == INSIDE || f.squared <= touch * touch;
        result.converged = result.touching;
        if (result.touching) {
            break;
        }
        if (near >= 0.0 && f.squared <= near * near) {
            break;
        }
        id = supportId(&pair, f.v, id);
        vlVec3 w = vlSub(vertexB(&pair, id), vertexA(&pair, id));
        double gap = f.squared - vlDot(f.v, w);
        if (far < HUGE_VAL) {
            lower = larger(lower, vlDot(f.v, w) / sqrt(f.squared));
            if (lower > far) {
                break;
            }
        }
        // A vertex that this round has already considered cannot bring v nearer, unless rounding
        // chose the feature.
        bool repeated = hasVertex(&s, held, id);
        result.converged =
            gap <= STOP * f.squared + s.noise * sqrt(f.squared) || (repeated && certify);
        if (result.converged || result.iterations >= VL_GJK_MAX_ITERATIONS) {
            break;
        }
        if (repeated) {
            certify = true;
            s.count = held;
        } else {
            s.w[s.count] = w;
            s.id[s.count++] = id;
        }
    }
    writeResult(&pair, &s, &f, &result, cache);
    // If the search ended early or did not converge, only the bound is certain.
    result.lower = result.converged ? result.distance : lower;
    return result;
}

vlGjkResult vlGjk_Distance(const vlConvex* a, const vlConvex* b, vlMat3 rotationAB, vlVec3 originAB,
                           vlGjkCache* cache)
{
    return measure(a, b, rotationAB, originAB, -1.0, HUGE_VAL, cache);
}

vlGjkResult vlGjk_DistanceWithin(const vlConvex* a, const vlConvex* b, vlMat3 rotationAB,
                                 vlVec3 originAB, double near, double far, vlGjkCache* cache)
{
    return measure(a, b, rotationAB, originAB, near, far, cache);
}
