// SPDX-License-Identifier: MIT
// Vertices and edges on faces. The same code serves both directions: `on` has the faces, `by` the
// vertices and edges.

#include "formation/identifier.h"
#include "formation/region.h"

// Faces at an edge, and edges at a vertex, must not dip below the plane by more than this sine. Its
// 3 degrees are allowed because bodies sink into each other.
#define SUPPORT_SINE 0.05

typedef struct Trial {
    vlIdentifier* id;
    const vlPass* pass;
    const vlNear* on;
    const vlNear* by;
    bool isSwapped; // `by` is B
    int face;
    vlVec3 normal; // outward of the face
    double offset;
    vlRawList* out;
} Trial;

// Starts a contact of an element of `by` with the face.
static vlPrincipalContact* addContact(const Trial* t, vlElement element, bool isDoubtful)
{
    vlPrincipalContact* c = isDoubtful ? vlRawList_AddDoubtful(t->out) : vlRawList_Add(t->out);
    if (c != NULL) {
        vlElement face = {VL_ELEMENT_FACE, t->face};
        bool isEdge = element.kind == VL_ELEMENT_EDGE;
        c->a = t->isSwapped ? face : element;
        c->b = t->isSwapped ? element : face;
        c->normal = t->isSwapped ? vlNeg(t->normal) : t->normal;
        if (t->isSwapped) {
            c->type = isEdge ? VL_CONTACT_FACE_EDGE : VL_CONTACT_FACE_VERTEX;
        } else {
            c->type = isEdge ? VL_CONTACT_EDGE_FACE : VL_CONTACT_VERTEX_FACE;
        }
    }
    return c;
}

static bool isOnKept(const Trial* t, const vlPolyhedronEdge* e)
{
    for (int k = 0; k < 2; ++k) {
        if (t->isSwapped ? vlRawList_HasFaces(t->out, t->face, e->face[k])
                         : vlRawList_HasFaces(t->out, e->face[k], t->face)) {
            return true;
        }
    }
    return false;
}

// Is the vertex not on the border of a face-on-face contact that was found, and is it supported: do
// all its edges leave the plane?
static bool isVertexGood(const Trial* t, int v)
{
    const vlPolyhedron* p = t->by->poly;
    const vlPolyhedronVertex* vertex = &p->vertices[v];
    for (int i = 0; i < vertex->edgeCount; ++i) {
        int e = p->vertexEdges[vertex->firstEdge + i];
        const vlPolyhedronEdge* edge = &p->edges[e];
        if (t->pass->skipsBorders && t->out->faceCount > 0 && isOnKept(t, edge)) {
            return false;
        }
        if (t->pass->needsSupport) {
            vlVec3 other = t->by->pointAt[edge->vertex[edge->vertex[0] == v ? 1 : 0]];
            double rise = vlDot(t->normal, vlSub(other, t->by->pointAt[v]));
            if (rise < -SUPPORT_SINE * edge->length) {
                return false;
            }
        }
    }
    return true;
}

static void tryVertex(const Trial* t, int v)
{
    vlVec3 x = t->by->pointAt[v];
    double d = vlDot(t->normal, x) - t->offset;
    if (d > t->pass->gap || d < -t->pass->inside || !t->by->poly->vertices[v].isUsable ||
        !isVertexGood(t, v)) {
        return;
    }
    vlVec3 foot = vlMulAdd(x, -d, t->normal);
    if (!vlNear_IsInFace(t->on, t->face, foot, t->pass->beyond)) {
        return;
    }
    bool isDoubtful =
        t->pass->needsWidth && d < 0.0 && vlNear_RimDistance(t->on, t->face, foot) < -d;
    vlPrincipalContact* c = addContact(t, (vlElement){VL_ELEMENT_VERTEX, v}, isDoubtful);
    if (c != NULL) {
        c->nearest = c->farthest = d;
        c->point = t->isSwapped ? foot : x;
        vlContact_SetRegion(c, &foot, 1);
    }
}

static void storeEdge(const Trial* t, int e, vlSpan span, double d0, double d1)
{
    const vlPolyhedronEdge* edge = &t->by->poly->edges[e];
    vlVec3 p = t->by->pointAt[edge->vertex[0]];
    vlVec3 q = t->by->pointAt[edge->vertex[1]];
    vlVec3 s = vlMulAdd(p, span.from, vlSub(q, p));
    vlVec3 u = vlMulAdd(p, span.to, vlSub(q, p));
    vlVec3 foot[2] = {vlMulAdd(s, -d0, t->normal), vlMulAdd(u, -d1, t->normal)};
    double nearest = fmin(d0, d1);
    double length = (span.to - span.from) * edge->length;
    vlVec3 middle = vlScale(vlAdd(foot[0], foot[1]), 0.5);
    bool isDoubtful = t->pass->needsWidth && nearest < 0.0 &&
                      (length < -nearest || vlNear_RimDistance(t->on, t->face, middle) < -nearest);
    vlPrincipalContact* c = addContact(t, (vlElement){VL_ELEMENT_EDGE, e}, isDoubtful);
    if (c != NULL) {
        c->nearest = nearest;
        c->farthest = fmax(d0, d1);
        c->size = length;
        c->axis = t->by->directionAt[e];
        c->point = t->isSwapped ? middle : vlScale(vlAdd(s, u), 0.5);
        vlContact_SetRegion(c, foot, 2);
    }
}

static void tryEdge(const Trial* t, int e)
{
    const vlPass* pass = t->pass;
    const vlPolyhedronEdge* edge = &t->by->poly->edges[e];
    vlVec3 p = t->by->pointAt[edge->vertex[0]];
    vlVec3 q = t->by->pointAt[edge->vertex[1]];
    double dp = vlDot(t->normal, p) - t->offset;
    double dq = vlDot(t->normal, q) - t->offset;
    if ((dp > pass->gap && dq > pass->gap) || (dp < -pass->inside && dq < -pass->inside) ||
        fabs(dp - dq) > pass->sine * edge->length) {
        return;
    }
    if (pass->needsSupport && (vlDot(t->by->inwardAt[2 * e], t->normal) < -SUPPORT_SINE ||
                               vlDot(t->by->inwardAt[2 * e + 1], t->normal) < -SUPPORT_SINE)) {
        return;
    }
    if (pass->skipsBorders && t->out->faceCount > 0 && isOnKept(t, edge)) {
        return;
    }
    vlSpan span = vlNear_SpanOverFace(t->on, t->face, p, q, pass->beyond);
    if (!(span.to > span.from) || (span.to - span.from) * edge->length < pass->minLength) {
        return;
    }
    double d0 = dp + (dq - dp) * span.from;
    double d1 = dp + (dq - dp) * span.to;
    double nearest = fmin(d0, d1);
    if (fmax(d0, d1) > fmax(pass->spread * pass->gap, -pass->relative * nearest) ||
        nearest < -pass->inside || nearest > pass->gap) {
        return;
    }
    storeEdge(t, e, span, d0, d1);
}

static Trial begin(vlIdentifier* id, const vlPass* pass, bool isSwapped, vlRawList* out)
{
    return (Trial){.id = id,
                   .pass = pass,
                   .on = isSwapped ? &id->a : &id->b,
                   .by = isSwapped ? &id->b : &id->a,
                   .isSwapped = isSwapped,
                   .out = out};
}

static void takeFace(Trial* t, int face)
{
    t->face = face;
    t->normal = t->on->normalAt[face];
    t->offset = t->on->offsetAt[face];
}

void vlIdentify_OnFace(vlIdentifier* id, const vlPass* pass, vlElement a, vlElement b,
                       vlRawList* out)
{
    bool isSwapped = b.kind != VL_ELEMENT_FACE;
    Trial t = begin(id, pass, isSwapped, out);
    vlElement element = isSwapped ? b : a;
    takeFace(&t, isSwapped ? a.index : b.index);
    if (element.kind == VL_ELEMENT_VERTEX) {
        tryVertex(&t, element.index);
    } else {
        tryEdge(&t, element.index);
    }
}

void vlIdentify_OnFaces(vlIdentifier* id, const vlPass* pass, bool isSwapped, vlRawList* out)
{
    Trial t = begin(id, pass, isSwapped, out);
    // Nothing farther than this from a face, in any direction, lies on it.
    double reach = fmax(pass->inside, pass->spread * pass->gap);
    for (int i = 0; i < t.on->faceCount; ++i) {
        takeFace(&t, t.on->face[i]);
        vlBox over = t.on->faceBox[t.face];
        for (int k = 0; k < t.by->vertexCount; ++k) {
            vlVec3 x = t.by->pointAt[t.by->vertex[k]];
            if (!vlBox_AreApart((vlBox){x, x}, over, reach)) {
                tryVertex(&t, t.by->vertex[k]);
            }
        }
        for (int k = 0; k < t.by->edgeCount; ++k) {
            int e = t.by->edge[k];
            if (!vlBox_AreApart(t.by->edgeBox[e], over, reach)) {
                tryEdge(&t, e);
            }
        }
    }
}
