// SPDX-License-Identifier: MIT
// Cutting by half-spaces. The base enters through its first cut: the cutter's plane that faces it,
// which for a shallow contact leaves a small cap, so that everything after it works on few vertices
// however large the pieces are. Then the bounds of what is left rule out most of the cutter's other
// planes, and those that may still cut are applied one by one, beginning with the one that reaches
// farthest in.
//
// One cut: vertices are IN (s < -eps), ON or OUT (s > eps). A face without OUT vertices stays as it
// is. A face that crosses the plane keeps its vertices that are not OUT; an IN-OUT edge gets a new
// vertex, computed from the IN end and made once for both its faces. The cap closes the hole: a
// crossing face leaves the plane's inside at a and comes back at b, so the cap runs b -> a; a
// removed face that lies against the plane with an ON-ON edge u -> w gives u -> w. Following these
// links yields the cap without sorting angles.
//
// A vertex that is cut off is moved to the place of one that stays, until a new vertex takes its
// slot: loops over all slots then need not ask which are in use.

#include "collide/clip.h"

#include <float.h>
#include <string.h>

#include "base/check.h"
#include "collide/cull.h"
#include "collide/cut_record.h"
#include "collide/sides.h"

#define NO_VERTEX 0xffffu

void vlClipper_Init(vlClipper* clipper)
{
    memset(clipper, 0, sizeof *clipper);
}

// State of one cut.
typedef struct Cut {
    vlClipper* clipper;
    const double* x; // vertices that side[] and sides refer to
    const double* y;
    const double* z;
    const uint16_t* remap; // from those to the polytope's vertices; NULL: they are the same
    bool isSmall;          // those are few enough for sets and the plain edge table
    int capLinks;
    uint16_t capStart;
    bool failed;
} Cut;

static uint64_t bitOf(int v)
{
    return (uint64_t)1 << (v & (VL_POLYTOPE_SMALL - 1));
}

static uint16_t vertexOf(const Cut* cut, uint16_t v)
{
    return cut->remap != NULL ? cut->remap[v] : v;
}

static uint16_t addVertex(Cut* cut, vlVec3 at)
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
    p->x[v] = at.x, p->y[v] = at.y, p->z[v] = at.z;
    c->capNext[v] = NO_VERTEX;
    c->inUse[v] = true;
    return (uint16_t)v;
}

static uint16_t crossing(Cut* cut, uint16_t in, uint16_t out)
{
    vlClipper* c = cut->clipper;
    vlVec3 at = vlClip_Crossing(c->side, cut->x, cut->y, cut->z, in, out);
    uint16_t made = addVertex(cut, at);
    if (c->record != NULL) {
        vlCutRecord_AddCrossing(c, in, out, made);
    }
    return made;
}

static uint16_t cutEdgeOfMany(Cut* cut, uint16_t in, uint16_t out)
{
    vlClipper* c = cut->clipper;
    uint32_t key = ((uint32_t)in << 16) | out;
    uint32_t slot = (in * 40503u + out * 30011u) & (VL_CLIP_TABLE - 1u);
    for (int probe = 0; probe < VL_CLIP_TABLE; ++probe) {
        vlCutEdge* e = &c->edge[slot];
        if (e->stamp != c->stamp) {
            e->stamp = c->stamp;
            e->key = key;
            e->vertex = crossing(cut, in, out);
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

// The vertex where edge (in, out) crosses the plane; the same one for both faces of the edge.
static uint16_t cutEdge(Cut* cut, uint16_t in, uint16_t out)
{
    if (!cut->isSmall) {
        return cutEdgeOfMany(cut, in, out);
    }
    vlSmallCutEdge* e = &cut->clipper->smallEdge[in * VL_POLYTOPE_SMALL + out];
    if (e->stamp != cut->clipper->stamp) {
        e->stamp = cut->clipper->stamp;
        e->vertex = crossing(cut, in, out);
    }
    return (uint16_t)e->vertex;
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

static int flagsOf(const vlSides* sides, const uint16_t* loop, int count)
{
    int flags = 0;
    for (int i = 0; i < count; ++i) {
        flags |= (vlSides_Has(sides->in, loop[i]) ? VL_HAS_IN : 0) |
                 (vlSides_Has(sides->out, loop[i]) ? VL_HAS_OUT : 0);
    }
    return flags;
}

// A face that lies outside except for an edge on the plane hands that edge to the cap.
static void linkRemovedFace(Cut* cut, const uint16_t* loop, int count)
{
    const uint64_t* out = cut->clipper->sides.out;
    uint16_t u = loop[count - 1];
    for (int i = 0; i < count; ++i) {
        uint16_t w = loop[i];
        if (!vlSides_Has(out, u) &&
            !vlSides_Has(out, w)) { // the face has no vertex inside: both are on the plane
            linkCap(cut, vertexOf(cut, u), vertexOf(cut, w));
        }
        u = w;
    }
}

// Writes what is left of a face that crosses the plane to `out`, which has room for 2 * count;
// returns its size. For few vertices the first word of each set is enough; the compiler makes one
// version of this for few vertices and one for many.
static inline int crossFaceOf(Cut* cut, const uint16_t* loop, int count, uint16_t* out,
                              bool isSmall)
{
    const vlSides* sides = &cut->clipper->sides;
    const uint64_t in0 = sides->in[0];
    const uint64_t out0 = sides->out[0];
    int n = 0;
    uint16_t leave = NO_VERTEX;
    uint16_t enter = NO_VERTEX;
    uint16_t u = loop[count - 1];
    bool wasOut = isSmall ? (out0 >> u) & 1 : vlSides_Has(sides->out, u);
    for (int i = 0; i < count; ++i) {
        uint16_t w = loop[i];
        bool isOut = isSmall ? (out0 >> w) & 1 : vlSides_Has(sides->out, w);
        if (isOut && !wasOut) {
            leave = vertexOf(cut, u);
            if (isSmall ? (in0 >> u) & 1 : vlSides_Has(sides->in, u)) {
                leave = cutEdge(cut, u, w);
                out[n++] = leave;
            }
        } else if (!isOut) {
            if (wasOut) {
                enter = vertexOf(cut, w);
                if (isSmall ? (in0 >> w) & 1 : vlSides_Has(sides->in, w)) {
                    enter = cutEdge(cut, w, u);
                    out[n++] = enter;
                }
            }
            out[n++] = vertexOf(cut, w);
        }
        u = w;
        wasOut = isOut;
    }
    // Leaving more than once would mean that the face is no longer convex.
    if (leave == NO_VERTEX || enter == NO_VERTEX || n > count + 1) {
        cut->failed = true;
        return 0;
    }
    linkCap(cut, enter, leave);
    return n;
}

static int crossFace(Cut* cut, const uint16_t* loop, int count, uint16_t* out)
{
    return cut->isSmall ? crossFaceOf(cut, loop, count, out, true)
                        : crossFaceOf(cut, loop, count, out, false);
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

// Face f takes the last `count` entries written to the loops.
static void setFace(vlPolytope* p, int f, int count, uint16_t plane, vlOwner owner)
{
    vlPolytopeFace* face = &p->face[f];
    face->start = (uint16_t)p->loopCount;
    face->count = (uint16_t)count;
    face->plane = plane;
    face->owner = (uint16_t)owner;
    face->mask = 0;
    for (int i = 0; i < count; ++i) {
        face->mask |= bitOf(p->loop[p->loopCount + i]);
    }
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

static Cut beginCut(vlClipper* c, const double* x, const double* y, const double* z,
                    const uint16_t* remap, int count)
{
    if (++c->stamp == 0) { // wrapped: forget all old marks
        memset(c->edge, 0, sizeof c->edge);
        memset(c->smallEdge, 0, sizeof c->smallEdge);
        memset(c->faceStamp, 0, sizeof c->faceStamp);
        c->stamp = 1;
    }
    Cut cut = {c, x, y, z, remap, count <= VL_POLYTOPE_SMALL, 0, NO_VERTEX, false};
    return cut;
}

// Takes one face of the base into the polytope and cuts it.
static void enterFace(Cut* cut, const uint16_t* loop, int count, uint16_t plane)
{
    vlPolytope* p = &cut->clipper->polytope;
    int flags = flagsOf(&cut->clipper->sides, loop, count);
    if ((flags & VL_HAS_OUT) && !(flags & VL_HAS_IN)) {
        linkRemovedFace(cut, loop, count);
        return;
    }
    uint16_t* out = takeLoop(cut, 2 * count);
    if (cut->failed || p->faceCount >= VL_POLYTOPE_MAX_FACES) {
        cut->failed = true;
        return;
    }
    int n = count;
    if (flags & VL_HAS_OUT) {
        n = crossFace(cut, loop, count, out);
    } else {
        for (int i = 0; i < count; ++i) {
            out[i] = cut->remap[loop[i]];
        }
    }
    setFace(p, p->faceCount++, n, plane, VL_OWNER_BASE);
}

// The first cut works on the base's own arrays and visits only faces around vertices that stay.
static vlClipStatus cutBase(vlClipper* c, const vlClipInput* in, int plane)
{
    const vlConvex* base = in->base;
    vlPolytope* p = &c->polytope;
    vlVec3 n = vlVec(in->planes.nx[plane], in->planes.ny[plane], in->planes.nz[plane]);
    int flags = vlSides_Measure(&c->sides, c->side, in->x, in->y, in->z, base->vertexCount, n,
                                in->planes.nd[plane], in->epsilon);
    if (!(flags & VL_HAS_IN)) {
        return VL_CLIP_EMPTY;
    }
    p->vertexCount = p->faceCount = p->loopCount = 0;
    c->spareCount = 0;
    if (c->record != NULL) {
        vlCutRecord_Begin(c, in);
    }
    Cut cut = beginCut(c, in->x, in->y, in->z, c->remap, base->vertexCount);
    for (int v = 0; v < base->vertexCount; ++v) {
        if (!vlSides_Has(c->sides.out, v)) {
            c->remap[v] = addVertex(&cut, vlVec(in->x[v], in->y[v], in->z[v]));
        }
    }
    for (int v = 0; v < base->vertexCount && !cut.failed; ++v) {
        if (vlSides_Has(c->sides.out, v)) {
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
    if (cut.failed || ((flags & VL_HAS_OUT) && !closeCap(&cut, plane))) {
        return VL_CLIP_OVERFLOW;
    }
    return VL_CLIP_SOLID;
}

// Moves the vertices that were cut off to the place of one that stays, and marks their slots for
// reuse.
static void retireVertices(vlClipper* c, int count)
{
    vlPolytope* p = &c->polytope;
    int stay = 0;
    while (!vlSides_Has(c->sides.in, stay)) {
        ++stay;
    }
    for (int word = 0; word < (count + 63) / 64; ++word) {
        for (uint64_t rest = c->sides.out[word]; rest != 0; rest &= rest - 1) {
            int v = 64 * word + __builtin_ctzll(rest);
            p->x[v] = p->x[stay], p->y[v] = p->y[stay], p->z[v] = p->z[stay];
            if (c->inUse[v]) {
                c->inUse[v] = false;
                c->spare[c->spareCount++] = (uint16_t)v;
            }
        }
    }
}

static int flagsOfFace(const Cut* cut, const vlPolytopeFace* face)
{
    const vlSides* sides = &cut->clipper->sides;
    if (cut->isSmall) {
        return ((face->mask & sides->in[0]) != 0 ? VL_HAS_IN : 0) |
               ((face->mask & sides->out[0]) != 0 ? VL_HAS_OUT : 0);
    }
    return flagsOf(sides, &cut->clipper->polytope.loop[face->start], face->count);
}

// Cuts every face of the polytope; those that remain move up in the list.
static void cutFaces(Cut* cut)
{
    vlPolytope* p = &cut->clipper->polytope;
    int kept = 0;
    for (int f = 0; f < p->faceCount && !cut->failed; ++f) {
        vlPolytopeFace face = p->face[f];
        int flags = flagsOfFace(cut, &face);
        if (!(flags & VL_HAS_OUT)) {
            p->face[kept++] = face;
        } else if (flags & VL_HAS_IN) {
            uint16_t* out = takeLoop(cut, 2 * face.count);
            if (out != NULL) {
                int size = crossFace(cut, &p->loop[face.start], face.count, out);
                setFace(p, kept++, size, face.plane, (vlOwner)face.owner);
            }
        } else {
            linkRemovedFace(cut, &p->loop[face.start], face.count);
        }
    }
    p->faceCount = kept;
}

// Cuts leave unused loops behind; before the room runs out, the loops in use are moved together.
static void packLoops(vlClipper* c)
{
    vlPolytope* p = &c->polytope;
    if (p->loopCount <= VL_POLYTOPE_MAX_LOOP / 2) {
        return;
    }
    int count = 0;
    for (int f = 0; f < p->faceCount; ++f) {
        vlPolytopeFace* face = &p->face[f];
        memcpy(&c->packed[count], &p->loop[face->start], face->count * sizeof *c->packed);
        face->start = (uint16_t)count;
        count += face->count;
    }
    memcpy(p->loop, c->packed, (size_t)count * sizeof *c->packed);
    p->loopCount = count;
}

// Makes one further cut of the polytope; `*hasCut` says whether anything changed.
static vlClipStatus cutAgain(vlClipper* c, vlVec3 n, double d, int plane, double epsilon,
                             bool* hasCut)
{
    vlPolytope* p = &c->polytope;
    int count = p->vertexCount;
    int flags = vlSides_Measure(&c->sides, c->side, p->x, p->y, p->z, count, n, d, epsilon);
    if (!(flags & VL_HAS_IN)) {
        return VL_CLIP_EMPTY;
    }
    *hasCut = (flags & VL_HAS_OUT) != 0;
    if (!*hasCut) {
        return VL_CLIP_SOLID;
    }
    if (c->record != NULL) {
        vlCutRecord_AddCut(c, plane, count);
    }
    packLoops(c);
    Cut cut = beginCut(c, p->x, p->y, p->z, NULL, count);
    for (int v = 0; v < count; ++v) {
        c->capNext[v] = NO_VERTEX;
    }
    int spareBefore = c->spareCount;
    cutFaces(&cut);
    if (cut.failed || !closeCap(&cut, plane)) {
        return VL_CLIP_OVERFLOW;
    }
    // A reused slot must not be taken for the vertex that was there before.
    for (int i = c->spareCount; i < spareBefore; ++i) {
        c->sides.out[c->spare[i] >> 6] &= ~bitOf(c->spare[i]);
    }
    retireVertices(c, count);
    return VL_CLIP_SOLID;
}

static vlClipStatus cutAll(vlClipper* clipper, const vlClipInput* in)
{
    vlClipStatus status = cutBase(clipper, in, in->first);
    if (status != VL_CLIP_SOLID) {
        return status;
    }
    const vlPlaneSet* planes = &in->planes;
    vlPlaneQueue queue = vlPlaneQueue_Begin(clipper, planes, in->first, in->epsilon);
    while (status == VL_CLIP_SOLID && queue.next < queue.end) {
        bool hasCut = false;
        int f = vlPlaneQueue_Take(&queue);
        vlVec3 n = vlVec(planes->nx[f], planes->ny[f], planes->nz[f]);
        status = cutAgain(clipper, n, planes->nd[f], f, in->epsilon, &hasCut);
        if (hasCut && status == VL_CLIP_SOLID) {
            vlPlaneQueue_NoteCut(&queue);
        }
    }
    return status;
}

vlClipStatus vlClip_Intersect(vlClipper* clipper, const vlClipInput* in)
{
    VL_ASSERT(in->base->kind == VL_PIECE_CONVEX);
    vlClipStatus status;
    if (in->record != NULL && vlCutRecord_Replay(in->record, clipper, in, &status)) {
        return status;
    }
    clipper->record = in->record;
    status = cutAll(clipper, in);
    if (status == VL_CLIP_SOLID && clipper->record != NULL) {
        vlCutRecord_End(clipper);
    }
    return status;
}
