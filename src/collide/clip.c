// SPDX-License-Identifier: MIT
// Half-space cutting. The base enters through its first cut: the cutter's plane that faces it, which
// for a shallow contact leaves a small cap, so that everything after it works on few vertices however
// large the pieces are. Then the cutter's remaining planes are culled by the bounds of what is left,
// and those that still may cut are applied one by one.
//
// One cut: vertices are IN (s < -eps), ON or OUT (s > eps). A face without OUT vertices stays as it
// is. A face that crosses the plane keeps its vertices that are not OUT; an IN-OUT edge gets a new
// vertex, computed from the IN end and made once for both its faces. The cap closes the hole: a
// crossing face leaves the plane's inside at a and comes back at b, so the cap runs b -> a; a removed
// face that lies against the plane with an ON-ON edge u -> w gives u -> w. Following these links
// yields the cap without sorting angles.
//
// Vertices cut off are given the place of one that stays, until a new vertex takes their slot: loops
// over all slots then need not ask which are in use.

#include "collide/clip.h"

#include <float.h>
#include <string.h>

#include "base/check.h"

enum { WHERE_IN = -1, WHERE_ON = 0, WHERE_OUT = 1 };
enum { HAS_IN = 1, HAS_ON = 2, HAS_OUT = 4 };

#define NO_VERTEX 0xffffu

void vlClipper_Init(vlClipper* clipper)
{
    memset(clipper, 0, sizeof *clipper);
}

// State of one cut.
typedef struct Cut {
    vlClipper* clipper;
    const double* x; // vertices that side[] and where[] speak of
    const double* y;
    const double* z;
    const uint16_t* remap; // of those to the polytope's; NULL: they are the polytope's own
    int capLinks;
    uint16_t capStart;
    bool failed;
} Cut;

static uint16_t vertexOf(const Cut* cut, uint16_t v)
{
    return cut->remap != NULL ? cut->remap[v] : v;
}

static uint16_t addVertex(Cut* cut, double x, double y, double z)
{
    vlClipper* c = cut->clipper;
    vlPolytope* p = &c->polytope;
    int v;
    if (c->spareCount > 0) {
        v = c->spare[--c->spareCount];
    } else if (p->vertexCount < VL_POLYTOPE_MAX_VERTICES) {
        v = p->vertexCount++;
    } else {
        cut->failed = true;
        return 0;
    }
    p->x[v] = x, p->y[v] = y, p->z[v] = z;
    c->capNext[v] = NO_VERTEX;
    c->inUse[v] = true;
    if (cut->remap == NULL) {
        c->where[v] = WHERE_ON; // a reused slot must not pass for the vertex that was there
    }
    return (uint16_t)v;
}

// The vertex where edge (in, out) crosses the plane; the same one for both faces of the edge.
static uint16_t cutEdge(Cut* cut, uint16_t in, uint16_t out)
{
    vlClipper* c = cut->clipper;
    uint32_t key = ((uint32_t)in << 16) | out;
    uint32_t slot = (in * 40503u + out * 30011u) & (VL_CLIP_TABLE - 1u);
    for (int probe = 0; probe < VL_CLIP_TABLE; ++probe) {
        vlCutEdge* e = &c->edge[slot];
        if (e->stamp != c->stamp) {
            double t = c->side[in] / (c->side[in] - c->side[out]);
            e->stamp = c->stamp;
            e->key = key;
            e->vertex = addVertex(cut, cut->x[in] + t * (cut->x[out] - cut->x[in]),
                                  cut->y[in] + t * (cut->y[out] - cut->y[in]),
                                  cut->z[in] + t * (cut->z[out] - cut->z[in]));
            return e->vertex;
        }
        if (e->key == key) {
            return e->vertex;
        }
        slot = (slot + 1u) & (VL_CLIP_TABLE - 1u);
    }
    cut->failed = true;
    return 0;
}

static void linkCap(Cut* cut, uint16_t from, uint16_t to)
{
    // A second link out of one vertex means the loops no longer fit together.
    if (from == to || cut->clipper->capNext[from] != NO_VERTEX) {
        cut->failed = true;
        return;
    }
    cut->clipper->capNext[from] = to;
    cut->capStart = from;
    ++cut->capLinks;
}

static int flagsOf(const int8_t* where, const uint16_t* loop, int count)
{
    int flags = 0;
    for (int i = 0; i < count; ++i) {
        flags |= 1 << (where[loop[i]] + 1);
    }
    return flags;
}

// A face lying outside but for an edge on the plane hands that edge to the cap.
static void linkRemovedFace(Cut* cut, const uint16_t* loop, int count)
{
    const int8_t* where = cut->clipper->where;
    uint16_t u = loop[count - 1];
    for (int i = 0; i < count; ++i) {
        uint16_t w = loop[i];
        if (where[u] == WHERE_ON && where[w] == WHERE_ON) {
            linkCap(cut, vertexOf(cut, u), vertexOf(cut, w));
        }
        u = w;
    }
}

// Writes what is left of a face that crosses the plane to `out`, which has room for 2 * count; returns
// its size.
static int crossFace(Cut* cut, const uint16_t* loop, int count, uint16_t* out)
{
    const int8_t* where = cut->clipper->where;
    int n = 0;
    uint16_t leave = NO_VERTEX;
    uint16_t enter = NO_VERTEX;
    uint16_t u = loop[count - 1];
    for (int i = 0; i < count; ++i) {
        uint16_t w = loop[i];
        if (where[w] == WHERE_OUT) {
            if (where[u] == WHERE_IN) {
                leave = cutEdge(cut, u, w);
                out[n++] = leave;
            } else if (where[u] == WHERE_ON) {
                leave = vertexOf(cut, u);
            }
        } else {
            if (where[u] == WHERE_OUT) {
                if (where[w] == WHERE_IN) {
                    enter = cutEdge(cut, w, u);
                    out[n++] = enter;
                } else {
                    enter = vertexOf(cut, w);
                }
            }
            out[n++] = vertexOf(cut, w);
        }
        u = w;
    }
    // More than one excursion outside would mean the face is not convex any more.
    if (leave == NO_VERTEX || enter == NO_VERTEX || n > count + 1) {
        cut->failed = true;
        return 0;
    }
    linkCap(cut, enter, leave);
    return n;
}

static uint16_t* takeLoop(Cut* cut, int count)
{
    vlPolytope* p = &cut->clipper->polytope;
    if (p->loopCount + count > VL_POLYTOPE_MAX_LOOP) {
        cut->failed = true;
        return NULL;
    }
    return &p->loop[p->loopCount];
}

static void setFace(vlPolytope* p, int f, int count, uint16_t plane, vlOwner owner)
{
    vlPolytopeFace* face = &p->face[f];
    face->start = (uint16_t)p->loopCount;
    face->count = (uint16_t)count;
    face->plane = plane;
    face->owner = (uint16_t)owner;
    p->loopCount += count;
}

// Closes the hole by following the links; false when they do not form one loop.
static bool closeCap(Cut* cut, int plane)
{
    vlPolytope* p = &cut->clipper->polytope;
    if (cut->capLinks < 3) {
        return !cut->failed; // a cut of no width: the neighbours already share its edge
    }
    uint16_t* out = takeLoop(cut, cut->capLinks);
    if (cut->failed || p->faceCount >= VL_POLYTOPE_MAX_FACES) {
        return false;
    }
    uint16_t v = cut->capStart;
    for (int i = 0; i < cut->capLinks; ++i) {
        if (v == NO_VERTEX || (i > 0 && v == cut->capStart)) {
            return false;
        }
        out[i] = v;
        v = cut->clipper->capNext[v];
    }
    setFace(p, p->faceCount++, cut->capLinks, (uint16_t)plane, VL_OWNER_CUTTER);
    return v == cut->capStart;
}

// Signed distances to plane n . x = d and on which side each vertex lies; returns the union of flags.
static int measure(vlClipper* c, const double* x, const double* y, const double* z, int count,
                   vlVec3 n, double d, double epsilon)
{
    int flags = 0;
    for (int i = 0; i < count; ++i) {
        double s = n.x * x[i] + n.y * y[i] + n.z * z[i] - d;
        int w = (s > epsilon) - (s < -epsilon);
        c->side[i] = s;
        c->where[i] = (int8_t)w;
        flags |= 1 << (w + 1);
    }
    return flags;
}

static Cut beginCut(vlClipper* c, const double* x, const double* y, const double* z,
                    const uint16_t* remap)
{
    if (++c->stamp == 0) { // wrapped: forget all old marks
        memset(c->edge, 0, sizeof c->edge);
        memset(c->faceStamp, 0, sizeof c->faceStamp);
        c->stamp = 1;
    }
    Cut cut = {c, x, y, z, remap, 0, NO_VERTEX, false};
    return cut;
}

// One face of the base into the polytope, cut on the way.
static void enterFace(Cut* cut, const uint16_t* loop, int count, uint16_t plane)
{
    vlPolytope* p = &cut->clipper->polytope;
    int flags = flagsOf(cut->clipper->where, loop, count);
    if ((flags & HAS_OUT) && !(flags & HAS_IN)) {
        linkRemovedFace(cut, loop, count);
        return;
    }
    uint16_t* out = takeLoop(cut, 2 * count);
    if (cut->failed || p->faceCount >= VL_POLYTOPE_MAX_FACES) {
        cut->failed = true;
        return;
    }
    int n = count;
    if (flags & HAS_OUT) {
        n = crossFace(cut, loop, count, out);
    } else {
        for (int i = 0; i < count; ++i) {
            out[i] = cut->remap[loop[i]];
        }
    }
    setFace(p, p->faceCount++, n, plane, VL_OWNER_BASE);
}

// First cut, straight from the base's own arrays: visits only faces around vertices that stay.
static vlClipStatus cutBase(vlClipper* c, const vlClipInput* in, int plane)
{
    const vlConvex* base = in->base;
    vlPolytope* p = &c->polytope;
    vlVec3 n = vlVec(in->planes.nx[plane], in->planes.ny[plane], in->planes.nz[plane]);
    int flags = measure(c, in->x, in->y, in->z, base->vertexCount, n, in->planes.nd[plane],
                        in->epsilon);
    if (!(flags & HAS_IN)) {
        return VL_CLIP_EMPTY;
    }
    p->vertexCount = p->faceCount = p->loopCount = 0;
    c->spareCount = 0;
    Cut cut = beginCut(c, in->x, in->y, in->z, c->remap);
    for (int v = 0; v < base->vertexCount; ++v) {
        if (c->where[v] != WHERE_OUT) {
            c->remap[v] = addVertex(&cut, in->x[v], in->y[v], in->z[v]);
        }
    }
    for (int v = 0; v < base->vertexCount && !cut.failed; ++v) {
        if (c->where[v] == WHERE_OUT) {
            continue;
        }
        for (int k = base->vertexFaceStart[v]; k < base->vertexFaceStart[v + 1]; ++k) {
            uint16_t f = base->vertexFace[k];
            if (c->faceStamp[f] != c->stamp) {
                c->faceStamp[f] = c->stamp;
                enterFace(&cut, &base->faceVertex[base->faceStart[f]],
                          base->faceStart[f + 1] - base->faceStart[f], f);
            }
        }
    }
    if (cut.failed || ((flags & HAS_OUT) && !closeCap(&cut, plane))) {
        return VL_CLIP_OVERFLOW;
    }
    return VL_CLIP_SOLID;
}

// Slots of vertices cut off: to the place of one that stays, and ready for reuse.
static void retireVertices(vlClipper* c, int count)
{
    vlPolytope* p = &c->polytope;
    int stay = 0;
    while (c->where[stay] != WHERE_IN) {
        ++stay;
    }
    for (int v = 0; v < count; ++v) {
        if (c->where[v] == WHERE_OUT) {
            p->x[v] = p->x[stay], p->y[v] = p->y[stay], p->z[v] = p->z[stay];
            if (c->inUse[v]) {
                c->inUse[v] = false;
                c->spare[c->spareCount++] = (uint16_t)v;
            }
        }
    }
}

// One further cut of the polytope at hand; `*hasCut` tells whether anything changed.
static vlClipStatus cutAgain(vlClipper* c, vlVec3 n, double d, int plane, double epsilon,
                             bool* hasCut)
{
    vlPolytope* p = &c->polytope;
    int count = p->vertexCount;
    int flags = measure(c, p->x, p->y, p->z, count, n, d, epsilon);
    if (!(flags & HAS_IN)) {
        return VL_CLIP_EMPTY;
    }
    *hasCut = (flags & HAS_OUT) != 0;
    if (!*hasCut) {
        return VL_CLIP_SOLID;
    }
    Cut cut = beginCut(c, p->x, p->y, p->z, NULL);
    for (int v = 0; v < count; ++v) {
        c->capNext[v] = NO_VERTEX;
    }
    int kept = 0;
    for (int f = 0; f < p->faceCount && !cut.failed; ++f) {
        vlPolytopeFace face = p->face[f];
        const uint16_t* loop = &p->loop[face.start];
        int faceFlags = flagsOf(c->where, loop, face.count);
        if (!(faceFlags & HAS_OUT)) {
            p->face[kept++] = face;
        } else if (faceFlags & HAS_IN) {
            uint16_t* out = takeLoop(&cut, 2 * face.count);
            if (!cut.failed) {
                int size = crossFace(&cut, loop, face.count, out);
                setFace(p, kept++, size, face.plane, (vlOwner)face.owner);
            }
        } else {
            linkRemovedFace(&cut, loop, face.count);
        }
    }
    p->faceCount = kept;
    if (cut.failed || !closeCap(&cut, plane)) {
        return VL_CLIP_OVERFLOW;
    }
    retireVertices(c, count);
    return VL_CLIP_SOLID;
}

static int planeFacing(const vlPlaneSet* planes, vlVec3 toBase)
{
    int best = 0;
    double highest = -DBL_MAX;
    for (int f = 0; f < planes->count; ++f) {
        double c = planes->nx[f] * toBase.x + planes->ny[f] * toBase.y + planes->nz[f] * toBase.z;
        if (c > highest) {
            highest = c;
            best = f;
        }
    }
    return best;
}

typedef struct Bounds {
    vlVec3 centre, half;
} Bounds;

static Bounds boundsOf(const vlPolytope* p)
{
    vlVec3 lo = vlPolytope_Vertex(p, 0);
    vlVec3 hi = lo;
    for (int i = 1; i < p->vertexCount; ++i) {
        lo.x = p->x[i] < lo.x ? p->x[i] : lo.x, hi.x = p->x[i] > hi.x ? p->x[i] : hi.x;
        lo.y = p->y[i] < lo.y ? p->y[i] : lo.y, hi.y = p->y[i] > hi.y ? p->y[i] : hi.y;
        lo.z = p->z[i] < lo.z ? p->z[i] : lo.z, hi.z = p->z[i] > hi.z ? p->z[i] : hi.z;
    }
    Bounds b = {vlScale(vlAdd(lo, hi), 0.5), vlScale(vlSub(hi, lo), 0.5)};
    return b;
}

static bool mayCut(const vlPlaneSet* s, int f, const Bounds* b, double epsilon)
{
    double reach = fabs(s->nx[f]) * b->half.x + fabs(s->ny[f]) * b->half.y +
                   fabs(s->nz[f]) * b->half.z;
    double middle = s->nx[f] * b->centre.x + s->ny[f] * b->centre.y + s->nz[f] * b->centre.z;
    return middle + reach - s->nd[f] > epsilon;
}

// How many cuts between two refreshes of the bounds. More often costs more than it culls.
#define CUTS_PER_BOUNDS 4

vlClipStatus vlClip_Intersect(vlClipper* clipper, const vlClipInput* in)
{
    VL_ASSERT(!in->base->isHalfspace);
    int first = in->planes.count > 1 ? planeFacing(&in->planes, in->toBase) : 0;
    vlClipStatus status = cutBase(clipper, in, first);
    if (status != VL_CLIP_SOLID || in->planes.count == 1) {
        return status;
    }
    Bounds bounds = boundsOf(&clipper->polytope);
    int cuts = 0;
    for (int f = 0; f < in->planes.count; ++f) {
        if (f == first || !mayCut(&in->planes, f, &bounds, in->epsilon)) {
            continue;
        }
        bool hasCut = false;
        vlVec3 n = vlVec(in->planes.nx[f], in->planes.ny[f], in->planes.nz[f]);
        status = cutAgain(clipper, n, in->planes.nd[f], f, in->epsilon, &hasCut);
        if (status != VL_CLIP_SOLID) {
            return status;
        }
        if (hasCut && ++cuts % CUTS_PER_BOUNDS == 0) {
            bounds = boundsOf(&clipper->polytope);
        }
    }
    return VL_CLIP_SOLID;
}
