// SPDX-License-Identifier: MIT
// Edges across edges, and contacts without a plane of their own: a vertex or a parallel edge at an
// edge, a vertex at a vertex. Those are replaced by a neighbour that has a plane.

#include "formation/identifier.h"
#include "formation/poly_parts.h"

// As in identify_borders.c.
#define SUPPORT_SINE 0.05

static bool isOnKept(const vlIdentifier* id, const vlRawList* out, int ea, int eb)
{
    const vlPolyhedronEdge* a = &id->a.poly->edges[ea];
    const vlPolyhedronEdge* b = &id->b.poly->edges[eb];
    for (int i = 0; i < 4; ++i) {
        if (vlRawList_HasFaces(out, a->face[i / 2], b->face[i % 2])) {
            return true;
        }
    }
    return false;
}

void vlIdentify_EdgePair(vlIdentifier* id, const vlPass* pass, int ea, int eb, vlRawList* out)
{
    const vlPolyhedronEdge* a = &id->a.poly->edges[ea];
    const vlPolyhedronEdge* b = &id->b.poly->edges[eb];
    vlVec3 p = id->a.pointAt[a->vertex[0]];
    vlVec3 q = id->b.pointAt[b->vertex[0]];
    vlVec3 u = id->a.directionAt[ea];
    vlVec3 w = id->b.directionAt[eb];
    vlVec3 x = vlCross(u, w);
    double squared = vlDot(x, x); // sine squared, as both have length 1
    if (squared < pass->sine * pass->sine) {
        return;
    }
    vlVec3 r = vlSub(q, p);
    double sine = sqrt(squared);
    if (fabs(vlDot(r, x)) > sine * fmax(pass->inside, pass->gap)) {
        return;
    }
    double s = vlDot(vlCross(r, w), x) / squared; // m along each edge
    double t = vlDot(vlCross(r, u), x) / squared;
    if (s <= 0.0 || s >= a->length || t <= 0.0 || t >= b->length) {
        return;
    }
    vlVec3 n = vlScale(x, 1.0 / sine);
    vlVec3 outward = vlAdd(id->b.normalAt[b->face[0]], id->b.normalAt[b->face[1]]);
    n = vlDot(n, outward) < 0.0 ? vlNeg(n) : n;
    vlVec3 onA = vlMulAdd(p, s, u);
    vlVec3 onB = vlMulAdd(q, t, w);
    double d = vlDot(n, vlSub(onA, onB));
    if (d > pass->gap || d < -pass->inside) {
        return;
    }
    if (pass->needsSupport && (vlDot(id->a.inwardAt[2 * ea], n) < -SUPPORT_SINE ||
                               vlDot(id->a.inwardAt[2 * ea + 1], n) < -SUPPORT_SINE ||
                               vlDot(id->b.inwardAt[2 * eb], n) > SUPPORT_SINE ||
                               vlDot(id->b.inwardAt[2 * eb + 1], n) > SUPPORT_SINE)) {
        return;
    }
    bool isDoubtful =
        pass->needsWidth && d < 0.0 && (fmin(s, a->length - s) < -d || fmin(t, b->length - t) < -d);
    if (pass->skipsBorders && out->faceCount > 0 && isOnKept(id, out, ea, eb)) {
        return;
    }
    vlPrincipalContact* c = isDoubtful ? vlRawList_AddDoubtful(out) : vlRawList_Add(out);
    if (c != NULL) {
        c->type = VL_CONTACT_EDGE_EDGE;
        c->a = (vlElement){VL_ELEMENT_EDGE, ea};
        c->b = (vlElement){VL_ELEMENT_EDGE, eb};
        c->normal = n;
        c->point = onA;
        c->nearest = c->farthest = d;
        vlContact_SetRegion(c, &onB, 1);
    }
}

void vlIdentify_EdgesAcross(vlIdentifier* id, const vlPass* pass, vlRawList* out)
{
    double reach = fmax(pass->inside, pass->gap);
    for (int i = 0; i < id->a.edgeCount; ++i) {
        int ea = id->a.edge[i];
        for (int k = 0; k < id->b.edgeCount; ++k) {
            int eb = id->b.edge[k];
            if (!vlBox_AreApart(id->a.edgeBox[ea], id->b.edgeBox[eb], reach)) {
                vlIdentify_EdgePair(id, pass, ea, eb, out);
            }
        }
    }
}

// ---- contacts without a plane ----

// Two elements that touch in a point or along a line.
typedef struct Touch {
    vlElement a, b;
    vlVec3 onA, onB;
    int regionCount; // ends of a line on B, or one point
    vlVec3 region[2];
    double length;
    vlVec3 axis;
} Touch;

typedef struct Choice {
    vlElement a, b;
    vlVec3 normal;
    double best; // cosine of the normal to the wanted one
    vlContactType type;
} Choice;

// Do all edges at a vertex, or both faces at an edge, leave the plane of a face of the other body?
static bool isSupported(const vlNear* near, vlElement e, vlVec3 outward)
{
    const vlPolyhedron* p = near->poly;
    if (e.kind == VL_ELEMENT_EDGE) {
        return vlDot(near->inwardAt[2 * e.index], outward) >= -SUPPORT_SINE &&
               vlDot(near->inwardAt[2 * e.index + 1], outward) >= -SUPPORT_SINE;
    }
    const vlPolyhedronVertex* v = &p->vertices[e.index];
    for (int i = 0; i < v->edgeCount; ++i) {
        const vlPolyhedronEdge* edge = &p->edges[p->vertexEdges[v->firstEdge + i]];
        vlVec3 other = near->pointAt[edge->vertex[edge->vertex[0] == e.index ? 1 : 0]];
        if (vlDot(outward, vlSub(other, near->pointAt[e.index])) < -SUPPORT_SINE * edge->length) {
            return false;
        }
    }
    return true;
}

static void considerFace(Choice* choice, const vlIdentifier* id, const Touch* t, int face,
                         bool isOfB, vlVec3 wanted)
{
    vlVec3 n = isOfB ? id->b.normalAt[face] : vlNeg(id->a.normalAt[face]);
    double cosine = vlDot(n, wanted);
    if (cosine <= choice->best ||
        (id->settings.needsSupport &&
         !(isOfB ? isSupported(&id->a, t->a, n) : isSupported(&id->b, t->b, vlNeg(n))))) {
        return;
    }
    vlElement element = {VL_ELEMENT_FACE, face};
    bool isLine = t->regionCount == 2;
    choice->best = cosine;
    choice->normal = n;
    choice->a = isOfB ? t->a : element;
    choice->b = isOfB ? element : t->b;
    if (isOfB) {
        choice->type = isLine ? VL_CONTACT_EDGE_FACE : VL_CONTACT_VERTEX_FACE;
    } else {
        choice->type = isLine ? VL_CONTACT_FACE_EDGE : VL_CONTACT_FACE_VERTEX;
    }
}

// All faces at an element, of A or of B, if the other element can lie on them.
static void considerAll(Choice* choice, const vlIdentifier* id, const Touch* t, bool isOfB,
                        vlVec3 wanted)
{
    const vlNear* near = isOfB ? &id->b : &id->a;
    vlElement e = isOfB ? t->b : t->a;
    vlElement other = isOfB ? t->a : t->b;
    // An edge can lie on a face only if it touches along a line, and not at one point.
    if (other.kind == VL_ELEMENT_EDGE && t->regionCount != 2) {
        return;
    }
    for (int i = 0; i < near->faceCount; ++i) {
        if (vlPolyhedron_IsPart(near->poly, e, (vlElement){VL_ELEMENT_FACE, near->face[i]})) {
            considerFace(choice, id, t, near->face[i], isOfB, wanted);
        }
    }
}

static void replace(const vlIdentifier* id, const Touch* t, vlRawList* out)
{
    if (vlRawList_Covers(id, out, t->a, t->b)) {
        return;
    }
    vlVec3 wanted = vlDot(id->lastNormal, id->lastNormal) > 0.5 ? id->lastNormal
                                                                : vlUnit(vlSub(t->onA, t->onB));
    Choice choice = {.best = -2.0};
    considerAll(&choice, id, t, true, wanted);
    considerAll(&choice, id, t, false, wanted);
    vlPrincipalContact* c = choice.best > -1.5 ? vlRawList_Add(out) : NULL;
    if (c == NULL) {
        return;
    }
    c->type = choice.type;
    c->a = choice.a;
    c->b = choice.b;
    c->normal = choice.normal;
    c->point = t->onA;
    c->nearest = c->farthest = vlDot(choice.normal, vlSub(t->onA, t->onB));
    c->size = t->length;
    c->axis = t->axis;
    c->isReplaced = true;
    vlContact_SetRegion(c, t->region, t->regionCount);
}

// A vertex of `by` at an edge of `on`, not beyond its ends.
static void tryVertexAtEdge(vlIdentifier* id, double gap, bool isSwapped, int v, int e,
                            vlRawList* out)
{
    const vlNear* by = isSwapped ? &id->b : &id->a;
    const vlNear* on = isSwapped ? &id->a : &id->b;
    const vlPolyhedronEdge* edge = &on->poly->edges[e];
    vlVec3 x = by->pointAt[v];
    vlVec3 start = on->pointAt[edge->vertex[0]];
    double s = vlDot(vlSub(x, start), on->directionAt[e]);
    vlVec3 foot = vlMulAdd(start, s, on->directionAt[e]);
    if (s < 0.0 || s > edge->length || vlLength(vlSub(x, foot)) > gap) {
        return;
    }
    vlElement vertex = {VL_ELEMENT_VERTEX, v};
    vlElement line = {VL_ELEMENT_EDGE, e};
    Touch t = {.a = isSwapped ? line : vertex,
               .b = isSwapped ? vertex : line,
               .onA = isSwapped ? foot : x,
               .onB = isSwapped ? x : foot,
               .regionCount = 1};
    t.region[0] = t.onB;
    replace(id, &t, out);
}

static void tryVertices(vlIdentifier* id, double gap, int va, int vb, vlRawList* out)
{
    vlVec3 x = id->a.pointAt[va];
    vlVec3 y = id->b.pointAt[vb];
    if (vlLength(vlSub(x, y)) <= gap) {
        Touch t = {.a = {VL_ELEMENT_VERTEX, va},
                   .b = {VL_ELEMENT_VERTEX, vb},
                   .onA = x,
                   .onB = y,
                   .regionCount = 1,
                   .region = {y}};
        replace(id, &t, out);
    }
}

static void tryParallel(vlIdentifier* id, const vlPass* pass, int ea, int eb, vlRawList* out)
{
    const vlPolyhedronEdge* a = &id->a.poly->edges[ea];
    const vlPolyhedronEdge* b = &id->b.poly->edges[eb];
    vlVec3 u = id->a.directionAt[ea];
    vlVec3 w = id->b.directionAt[eb];
    vlVec3 cross = vlCross(u, w);
    if (vlDot(cross, cross) >= pass->sine * pass->sine) {
        return;
    }
    vlVec3 start = id->b.pointAt[b->vertex[0]];
    double s = vlDot(vlSub(id->a.pointAt[a->vertex[0]], start), w);
    double e = vlDot(vlSub(id->a.pointAt[a->vertex[1]], start), w);
    double low = fmax(0.0, fmin(s, e));
    double high = fmin(b->length, fmax(s, e));
    if (high - low < pass->minLength) {
        return;
    }
    Touch t = {.a = {VL_ELEMENT_EDGE, ea}, .b = {VL_ELEMENT_EDGE, eb}, .regionCount = 2};
    t.region[0] = vlMulAdd(start, low, w);
    t.region[1] = vlMulAdd(start, high, w);
    t.onB = vlScale(vlAdd(t.region[0], t.region[1]), 0.5);
    t.length = high - low;
    t.axis = w;
    double farthest = 0.0;
    for (int k = 0; k < 2; ++k) {
        vlVec3 r = vlSub(t.region[k], id->a.pointAt[a->vertex[0]]);
        vlVec3 foot = vlMulAdd(id->a.pointAt[a->vertex[0]], vlDot(r, u), u);
        farthest = fmax(farthest, vlLength(vlSub(foot, t.region[k])));
        t.onA = vlMulAdd(t.onA, 0.5, foot);
    }
    if (farthest <= pass->gap) {
        replace(id, &t, out);
    }
}

void vlIdentify_Degenerate(vlIdentifier* id, const vlPass* pass, vlRawList* out)
{
    const vlNear* a = &id->a;
    const vlNear* b = &id->b;
    double gap = pass->gap;
    for (int i = 0; i < a->edgeCount; ++i) {
        int e = a->edge[i];
        for (int k = 0; k < b->edgeCount; ++k) {
            int f = b->edge[k];
            if (!vlBox_AreApart(a->edgeBox[e], b->edgeBox[f], gap)) {
                tryParallel(id, pass, e, f, out);
            }
        }
        for (int k = 0; k < b->vertexCount; ++k) {
            vlVec3 y = b->pointAt[b->vertex[k]];
            if (b->poly->vertices[b->vertex[k]].isUsable &&
                !vlBox_AreApart(a->edgeBox[e], (vlBox){y, y}, gap)) {
                tryVertexAtEdge(id, gap, true, b->vertex[k], e, out);
            }
        }
    }
    for (int i = 0; i < a->vertexCount; ++i) {
        vlVec3 x = a->pointAt[a->vertex[i]];
        if (!a->poly->vertices[a->vertex[i]].isUsable) {
            continue;
        }
        for (int k = 0; k < b->edgeCount; ++k) {
            if (!vlBox_AreApart(b->edgeBox[b->edge[k]], (vlBox){x, x}, gap)) {
                tryVertexAtEdge(id, gap, false, a->vertex[i], b->edge[k], out);
            }
        }
        for (int k = 0; k < b->vertexCount; ++k) {
            if (b->poly->vertices[b->vertex[k]].isUsable) {
                tryVertices(id, gap, a->vertex[i], b->vertex[k], out);
            }
        }
    }
}
