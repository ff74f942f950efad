// SPDX-License-Identifier: MIT
#include "formation/region.h"

// A point this far outside of a side is still in, m: rounding.
#define ON_SIDE 1e-9
// Corners of a region closer than this are one, m.
#define SAME_CORNER 1e-7

bool vlNear_IsInFace(const vlNear* near, int face, vlVec3 point)
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
    return false;
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

vlSpan vlNear_SpanOverFace(const vlNear* near, int face, vlVec3 p, vlVec3 q)
{
    const vlPolyhedron* poly = near->poly;
    const vlPolyhedronFace* f = &poly->faces[face];
    vlVec3 along = vlSub(q, p);
    vlSpan all = {2.0, -1.0};
    for (int c = f->firstCell; c < f->firstCell + f->cellCount; ++c) {
        const vlPolyhedronCell* cell = &poly->cells[c];
        double low = 0.0;
        double high = 1.0;
        for (int k = cell->firstCorner; k < cell->firstCorner + cell->cornerCount && low < high;
             ++k) {
            double height = vlDot(near->sideAt[k], p) - near->sideOffsetAt[k];
            double rise = vlDot(near->sideAt[k], along);
            if (fabs(rise) < 1e-12) {
                high = height < 0.0 ? -1.0 : high;
            } else if (rise > 0.0) {
                low = fmax(low, -height / rise);
            } else {
                high = fmin(high, -height / rise);
            }
        }
        if (high > low) {
            all.from = fmin(all.from, low);
            all.to = fmax(all.to, high);
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
