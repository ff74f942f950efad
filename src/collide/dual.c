// SPDX-License-Identifier: MIT
// With a common point c as origin every plane reads n . x <= d, d > 0, and has the dual point n /
// d. The hull of the dual points is the polar body of P - c [MP78]: a hull facet in the plane N . y
// = t is the vertex c + N / t of P, a hull vertex is a face, a hull edge is an edge of P between
// the same two planes. Where more than three planes meet in one vertex of P the dual points are
// coplanar, and Qhull [BDH96] merges them into one facet, hence one vertex.

#include "collide/dual.h"

#include <libqhull_r/libqhull_r.h>

#include <float.h>
#include <stdio.h>
#include <stdlib.h>

// The vertex error grows with the square of this ratio of nearest to farthest plane; below it even
// the topology fails.
#define MIN_DISTANCE_RATIO 1e-4
#define CENTRING_ROUNDS 3

// All planes of both pieces, base first, in the working frame.
typedef struct Planes {
    int count;
    int baseCount;
    vlVec3* n;
    double* d;
    double* dual; // 3 per plane
} Planes;

// One side of an edge of P: vertices from -> to in the loop of `face`.
typedef struct Side {
    uint16_t face; // plane index
    uint16_t from;
    uint16_t to;
} Side;

typedef struct Sides {
    Side* side;
    int count;
    int capacity;
    bool overflow;
} Sides;

static void gatherPlanes(Planes* p, const vlConvex* base, vlMat3 rotation, vlVec3 translation,
                         const vlPlaneSet* cutter)
{
    for (int f = 0; f < p->baseCount; ++f) {
        p->n[f] = vlMulMV(rotation, vlConvex_Normal(base, f));
        p->d[f] = base->nd[f] + vlDot(p->n[f], translation);
    }
    for (int f = 0; f < cutter->count; ++f) {
        p->n[p->baseCount + f] = vlVec(cutter->nx[f], cutter->ny[f], cutter->nz[f]);
        p->d[p->baseCount + f] = cutter->nd[f];
    }
}

// Middle of the chord that all planes leave of the line through x along `axis`; x itself if there
// is none.
static vlVec3 centreAlong(const Planes* p, vlVec3 x, vlVec3 axis)
{
    double lo = -DBL_MAX;
    double hi = DBL_MAX;
    for (int i = 0; i < p->count; ++i) {
        double rate = vlDot(p->n[i], axis);
        double room = p->d[i] - vlDot(p->n[i], x);
        if (rate > 0.0 && room < hi * rate) {
            hi = room / rate;
        } else if (rate < 0.0 && room < lo * rate) {
            lo = room / rate;
        }
    }
    return lo < hi && lo > -DBL_MAX && hi < DBL_MAX ? vlMulAdd(x, 0.5 * (lo + hi), axis) : x;
}

// Moves the origin of the planes to a point well inside P, and forms the dual points.
static vlClipStatus transformPlanes(Planes* p, vlVec3* inside)
{
    for (int round = 0; round < CENTRING_ROUNDS; ++round) {
        *inside = centreAlong(p, *inside, vlVec(1.0, 0.0, 0.0));
        *inside = centreAlong(p, *inside, vlVec(0.0, 1.0, 0.0));
        *inside = centreAlong(p, *inside, vlVec(0.0, 0.0, 1.0));
    }
    double nearest = DBL_MAX;
    double farthest = 0.0;
    for (int i = 0; i < p->count; ++i) {
        p->d[i] -= vlDot(p->n[i], *inside);
        nearest = p->d[i] < nearest ? p->d[i] : nearest;
        farthest = p->d[i] > farthest ? p->d[i] : farthest;
    }
    if (!(nearest > 0.0)) {
        return VL_CLIP_EMPTY;
    }
    if (nearest < MIN_DISTANCE_RATIO * farthest) {
        return VL_CLIP_OVERFLOW;
    }
    for (int i = 0; i < p->count; ++i) {
        p->dual[3 * i + 0] = p->n[i].x / p->d[i];
        p->dual[3 * i + 1] = p->n[i].y / p->d[i];
        p->dual[3 * i + 2] = p->n[i].z / p->d[i];
    }
    return VL_CLIP_SOLID;
}

// Pulls x onto the planes of one facet. Qhull's rounding error is that of the largest dual
// coordinate, so a vertex that is far from c compared with the nearest plane is coarse. Damped
// least squares corrects the directions that the planes determine well. A direction that they leave
// open (nearly parallel planes) stays as Qhull found it, where it is consistent with all other
// planes.
static vlVec3 polish(qhT* qh, const Planes* p, const facetT* facet, vlVec3 x)
{
    const double damping = 1e-8; // against squared singular values of unit normals, at most 3
    for (int round = 0; round < 3; ++round) {
        vlMat3 m = vlDiag(damping, damping, damping);
        vlVec3 r = vlZero();
        vertexT *vertex, **vertexp;
        FOREACHvertex_(facet->vertices)
        {
            int i = qh_pointid(qh, vertex->point);
            double room = p->d[i] - vlDot(p->n[i], x);
            m.cx = vlMulAdd(m.cx, p->n[i].x, p->n[i]);
            m.cy = vlMulAdd(m.cy, p->n[i].y, p->n[i]);
            m.cz = vlMulAdd(m.cz, p->n[i].z, p->n[i]);
            r = vlMulAdd(r, room, p->n[i]);
        }
        vlVec3 yz = vlCross(m.cy, m.cz);
        double det = vlDot(m.cx, yz);
        x.x += vlDot(r, yz) / det;
        x.y += vlDot(r, vlCross(m.cz, m.cx)) / det;
        x.z += vlDot(r, vlCross(m.cx, m.cy)) / det;
    }
    return x;
}

// Numbers the hull's facets and writes the vertices of P.
static bool writeVertices(qhT* qh, const Planes* p, vlVec3 centre, vlPolytope* out)
{
    facetT* facet;
    FORALLfacets
    {
        double t = -facet->offset;
        if (out->vertexCount >= VL_POLYTOPE_MAX_VERTICES || !(t > 0.0)) {
            return false; // no room, or P unbounded
        }
        vlVec3 x = vlVec(facet->normal[0] / t, facet->normal[1] / t, facet->normal[2] / t);
        x = vlAdd(polish(qh, p, facet, x), centre);
        int v = out->vertexCount++;
        out->x[v] = x.x, out->y[v] = x.y, out->z[v] = x.z;
        facet->visitid = (unsigned int)v;
    }
    return true;
}

// Hull edge i -> j, anticlockwise in facet `left` and hence j -> i in facet `right`. Around hull
// vertex i, seen from outside, crossing the edge from right to left goes anticlockwise.
static void addEdge(Sides* s, int i, int j, const facetT* left, const facetT* right)
{
    if (s->count + 2 > s->capacity) {
        s->overflow = true;
        return;
    }
    uint16_t l = (uint16_t)left->visitid;
    uint16_t r = (uint16_t)right->visitid;
    s->side[s->count++] = (Side){(uint16_t)i, r, l};
    s->side[s->count++] = (Side){(uint16_t)j, l, r};
}

// Qhull keeps the edges of a facet as ridges once it was merged; a simplex has only its neighbours,
// number k opposite vertex k. Each edge is added once: from the simplex if there is one, otherwise
// from the facet with the lower number.
static void addFacetEdges(qhT* qh, facetT* facet, Sides* s)
{
    if (facet->simplicial) {
        int id[3] = {0, 0, 0};
        vertexT *vertex, **vertexp;
        int n = 0;
        FOREACHvertex_(facet->vertices)
        {
            id[n++] = qh_pointid(qh, vertex->point);
        }
        facetT *neighbor, **neighborp;
        int k = 0;
        FOREACHneighbor_(facet)
        {
            if (!neighbor->simplicial || facet->visitid < neighbor->visitid) {
                int i = id[(k + (facet->toporient ? 2 : 1)) % 3];
                int j = id[(k + (facet->toporient ? 1 : 2)) % 3];
                addEdge(s, i, j, facet, neighbor);
            }
            ++k;
        }
        return;
    }
    ridgeT *ridge, **ridgep;
    FOREACHridge_(facet->ridges)
    {
        facetT* other = ridge->top == facet ? ridge->bottom : ridge->top;
        if (!other->simplicial && facet->visitid < other->visitid) {
            int first = qh_pointid(qh, SETfirstt_(ridge->vertices, vertexT)->point);
            int second = qh_pointid(qh, SETsecondt_(ridge->vertices, vertexT)->point);
            bool isTop = ridge->top == facet;
            addEdge(s, isTop ? second : first, isTop ? first : second, facet, other);
        }
    }
}

// Joins the sides of one plane, side[0 .. count), to a loop; false if they do not form exactly one.
static bool writeFace(const Side* side, int count, int baseCount, vlPolytope* out)
{
    if (out->faceCount >= VL_POLYTOPE_MAX_FACES || out->loopCount + count > VL_POLYTOPE_MAX_LOOP) {
        return false;
    }
    uint16_t* loop = &out->loop[out->loopCount];
    uint16_t v = side[0].from;
    for (int i = 0; i < count; ++i) {
        int next = -1;
        for (int k = 0; k < count; ++k) {
            next = side[k].from == v ? k : next;
        }
        if (next < 0 || (i > 0 && v == side[0].from)) {
            return false;
        }
        loop[i] = v;
        v = side[next].to;
    }
    if (v != side[0].from) {
        return false;
    }
    int plane = side[0].face;
    bool isBase = plane < baseCount;
    out->face[out->faceCount++] =
        (vlPolytopeFace){.start = (uint16_t)out->loopCount,
                         .count = (uint16_t)count,
                         .plane = (uint16_t)(isBase ? plane : plane - baseCount),
                         .owner = isBase ? VL_OWNER_BASE : VL_OWNER_CUTTER,
                         .mask = 0};
    out->loopCount += count;
    return true;
}

static int compareSides(const void* a, const void* b)
{
    const Side* s = a;
    const Side* t = b;
    return s->face != t->face ? s->face - t->face : s->from - t->from;
}

static bool writeFaces(qhT* qh, const Planes* p, Sides* s, vlPolytope* out)
{
    facetT* facet;
    FORALLfacets
    {
        addFacetEdges(qh, facet, s);
    }
    if (s->overflow) {
        return false;
    }
    qsort(s->side, (size_t)s->count, sizeof *s->side, compareSides);
    int start = 0;
    for (int i = 1; i <= s->count; ++i) {
        if (i < s->count && s->side[i].face == s->side[start].face) {
            continue;
        }
        if (!writeFace(&s->side[start], i - start, p->baseCount, out)) {
            return false;
        }
        start = i;
    }
    return out->faceCount >= 4;
}

static vlClipStatus buildHull(const Planes* p, vlVec3 centre, Sides* s, vlPolytope* out)
{
    // Without a place for its messages Qhull would write to stderr.
    char messages[256];
    FILE* sink = fmemopen(messages, sizeof messages, "w");
    if (sink == NULL) {
        return VL_CLIP_OVERFLOW;
    }
    char command[] = "qhull Pp";
    qhT qh;
    qh_zero(&qh, sink);
    bool good = qh_new_qhull(&qh, 3, p->count, p->dual, False, command, NULL, sink) == 0;
    good = good && writeVertices(&qh, p, centre, out) && writeFaces(&qh, p, s, out);
    int longBlocks, longBytes;
    qh_freeqhull(&qh, !qh_ALL);
    qh_memfreeshort(&qh, &longBlocks, &longBytes);
    fclose(sink);
    return good ? VL_CLIP_SOLID : VL_CLIP_OVERFLOW;
}

vlClipStatus vlDual_Intersect(vlPolytope* out, const vlConvex* base, vlMat3 rotation,
                              vlVec3 translation, const vlPlaneSet* cutter, vlVec3 inside)
{
    out->vertexCount = out->faceCount = out->loopCount = 0;
    Planes p = {.count = base->faceCount + cutter->count, .baseCount = base->faceCount};
    size_t count = (size_t)p.count;
    // A hull of n points has at most 3 n - 6 edges, each with two sides.
    Sides s = {.capacity = 6 * p.count};
    p.n = calloc(count, sizeof *p.n);
    p.d = calloc(count, sizeof *p.d);
    p.dual = calloc(count * 3, sizeof *p.dual);
    s.side = calloc((size_t)s.capacity, sizeof *s.side);
    vlClipStatus status = VL_CLIP_OVERFLOW;
    if (p.n != NULL && p.d != NULL && p.dual != NULL && s.side != NULL) {
        gatherPlanes(&p, base, rotation, translation, cutter);
        status = transformPlanes(&p, &inside);
        if (status == VL_CLIP_SOLID) {
            status = buildHull(&p, inside, &s, out);
        }
    }
    free(p.n);
    free(p.d);
    free(p.dual);
    free(s.side);
    return status;
}
