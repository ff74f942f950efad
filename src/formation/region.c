// SPDX-License-Identifier: MIT
#include "formation/region.h"

// A point this far outside of a side still counts as inside, m: rounding.
#define ON_SIDE 1e-9
// Corners of a region closer than this are one, m.
#define SAME_CORNER 1e-7

// Directions of the strip behind a concave edge of a face: along the edge from its start, and away
// from the face.
typedef struct Strip {
    vlVec3 start, along, away;
    double length;
} Strip;

// The strip behind the i-th concave edge that is near; false if that is not a sharp edge of the
// face.
static bool findStrip(const vlNear* near, int i, int face, Strip* strip)
{
    int e = near->hollow[i];
    const vlPolyhedronEdge* edge = &near->poly->edges[e];
    if (edge->isSmooth || (edge->face[0] != face && edge->face[1] != face)) {
        return false;
    }
    vlVec3 into = near->inwardAt[2 * e + (edge->face[0] == face ? 0 : 1)];
    *strip =
        (Strip){near->pointAt[edge->vertex[0]], near->directionAt[e], vlNeg(into), edge->length};
    return true;
}

static bool isBehindHollow(const vlNear* near, int face, vlVec3 point, double beyond)
{
    Strip s;
    for (int i = 0; i < near->hollowCount; ++i) {
        if (findStrip(near, i, face, &s)) {
            vlVec3 r = vlSub(point, s.start);
            double along = vlDot(r, s.along);
            double away = vlDot(r, s.away);
            if (along >= 0.0 && along <= s.length && away >= 0.0 && away <= beyond) {
                return true;
            }
        }
    }
    return false;
}

// Cuts a span to the part where a quantity is not negative that changes linearly from `at` to `at`
// + `rise` over the whole line.
static void cutSpan(vlSpan* span, double at, double rise)
{
    if (fabs(rise) < 1e-12) {
        span->to = at < 0.0 ? -1.0 : span->to;
    } else if (rise > 0.0) {
        span->from = fmax(span->from, -at / rise);
    } else {
        span->to = fmin(span->to, -at / rise);
    }
}

static void joinSpan(vlSpan* all, vlSpan part)
{
    if (part.to > part.from) {
        all->from = fmin(all->from, part.from);
        all->to = fmax(all->to, part.to);
    }
}

bool vlNear_IsInFace(const vlNear* near, int face, vlVec3 point, double beyond)
{
    const vlPolyhedron* p = near->poly;
    const vlPolyhedronFace* f = &p->faces[face];
    for (int c = f->firstCell; c < f->firstCell + f->cellCount; ++c) {
        const vlPolyhedronCell* cell = &p->cells[c];
        bool isIn = true;
        for (int k = cell->firstCorner; k < cell->firstCorner + cell->cornerCount && isIn; ++k) {
            isIn = vlDot(near->sideAt[k], point) - near->sideOffsetAt[k] >= -ON_SIDE;
        }
        if (isIn) {
            return true;
        }
    }
    return beyond > 0.0 && isBehindHollow(near, face, point, beyond);
}

double vlNear_RimDistance(const vlNear* near, int face, vlVec3 point)
{
    const vlPolyhedron* p = near->poly;
    double least = HUGE_VAL;
    for (int i = 0; i < near->edgeCount; ++i) {
        int e = near->edge[i];
        const vlPolyhedronEdge* edge = &p->edges[e];
        if (edge->isSmooth || (edge->face[0] != face && edge->face[1] != face)) {
            continue;
        }
        vlVec3 start = near->pointAt[edge->vertex[0]];
        double s = vlDot(vlSub(point, start), near->directionAt[e]);
        s = fmax(0.0, fmin(edge->length, s));
        least = fmin(least, vlLength(vlSub(point, vlMulAdd(start, s, near->directionAt[e]))));
    }
    return least;
}

vlSpan vlNear_SpanOverFace(const vlNear* near, int face, vlVec3 p, vlVec3 q, double beyond)
{
    const vlPolyhedron* poly = near->poly;
    const vlPolyhedronFace* f = &poly->faces[face];
    vlVec3 line = vlSub(q, p);
    vlSpan all = {2.0, -1.0};
    for (int c = f->firstCell; c < f->firstCell + f->cellCount; ++c) {
        const vlPolyhedronCell* cell = &poly->cells[c];
        int end = cell->firstCorner + cell->cornerCount;
        vlSpan part = {0.0, 1.0};
        for (int k = cell->firstCorner; k < end && part.from < part.to; ++k) {
            cutSpan(&part, vlDot(near->sideAt[k], p) - near->sideOffsetAt[k],
                    vlDot(near->sideAt[k], line));
        }
        joinSpan(&all, part);
    }
    Strip s;
    for (int i = 0; i < near->hollowCount && beyond > 0.0; ++i) {
        if (findStrip(near, i, face, &s)) {
            vlVec3 r = vlSub(p, s.start);
            vlSpan part = {0.0, 1.0};
            cutSpan(&part, vlDot(r, s.along), vlDot(line, s.along));
            cutSpan(&part, s.length - vlDot(r, s.along), -vlDot(line, s.along));
            cutSpan(&part, vlDot(r, s.away), vlDot(line, s.away));
            cutSpan(&part, beyond - vlDot(r, s.away), -vlDot(line, s.away));
            joinSpan(&all, part);
        }
    }
    return all;
}

int vlRegion_Add(vlVec3* points, int count, vlVec3 point)
{
    for (int i = 0; i < count; ++i) {
        vlVec3 d = vlSub(points[i], point);
        if (vlDot(d, d) < SAME_CORNER * SAME_CORNER) {
            return count;
        }
    }
    if (count < VL_MAX_COLLECTED) {
        points[count++] = point;
    }
    return count;
}

void vlContact_SetRegion(vlPrincipalContact* contact, const vlVec3* points, int count)
{
    contact->regionCount = 0;
    if (count <= VL_MAX_REGION) {
        for (int i = 0; i < count; ++i) {
            contact->region[contact->regionCount++] = points[i];
        }
        return;
    }
    // The farthest points in as many directions of the plane as there is room for.
    vlVec3 n = contact->normal;
    vlVec3 helper = fabs(n.x) < 0.6 ? vlVec(1.0, 0.0, 0.0) : vlVec(0.0, 1.0, 0.0);
    vlVec3 x = vlUnit(vlCross(helper, n));
    vlVec3 y = vlCross(n, x);
    for (int k = 0; k < VL_MAX_REGION; ++k) {
        double sine;
        double cosine;
        vlSinCos(2.0 * VL_PI * k / VL_MAX_REGION, &sine, &cosine);
        vlVec3 way = vlMulAdd(vlScale(x, cosine), sine, y);
        int best = 0;
        for (int i = 1; i < count; ++i) {
            if (vlDot(way, points[i]) > vlDot(way, points[best])) {
                best = i;
            }
        }
        bool isNew = true;
        for (int i = 0; i < contact->regionCount; ++i) {
            isNew &= vlLength(vlSub(contact->region[i], points[best])) >= SAME_CORNER;
        }
        if (isNew) {
            contact->region[contact->regionCount++] = points[best];
        }
    }
}
