// SPDX-License-Identifier: MIT
// How the edges of a contact area move decides how the area moves. An edge is a wall of A, a wall
// of B, or a line where front and back meet. With p its middle, l its length, nu its outward
// normal, hf and hb the heights of the faces there and d = hf - hb,
//
//   G    = 1/A sum { l p nu^T            wall of B                                     (T8.3)
//                  { l p (grad hb)^T/|grad d|   meeting; nothing for a wall of A
//   spin = the same with p p^T averaged over the edge and turned a quarter, times the right vector
//   lean = 1/A sum { l nu                wall of A
//                  { -l grad hf/|grad d|        meeting; nothing for a wall of B
//
// Summed over all edges, p nu^T l is A times the unit matrix: the part that does not follow B
// follows A.

#include "two_rate/follow.h"

#include <float.h>

#include "collide/footprint.h"

// Part of the mean depth below which front and back are taken to meet.
#define MEETING 1e-4
// Faces whose slopes differ by less than this part of their own steepness give no direction.
#define FLATTEST 1e-3
// Largest entry of G that is accepted. True ones lie near 0 .. 1; a sliver of an area may give any
// number.
#define MOST 1.5

static double signedDistance(const vlPlaced* body, vlVec3 point)
{
    const vlConvex* c = body->convex;
    vlVec3 x = vlMulTV(body->rotation, vlSub(point, body->origin));
    double most = -DBL_MAX;
    for (int f = 0; f < c->faceCount; ++f) {
        double s = vlDot(vlConvex_Normal(c, f), x) - c->nd[f];
        most = s > most ? s : most;
    }
    return most;
}

typedef struct Sides {
    vlVec2 front, back; // slopes of the faces over a point
    double frontHeight, backHeight;
} Sides;

static Sides sidesAt(const vlContactVolume* v, const vlVolumePool* pool, vlVec2 p)
{
    Sides s = {.frontHeight = DBL_MAX, .backHeight = -DBL_MAX};
    const vlHeight* height = &pool->heights[v->heightStart];
    for (int i = 0; i < v->frontCount + v->backCount; ++i) {
        const vlHeight* h = &height[i];
        double at = h->h0 + h->hx * p.x + h->hy * p.y;
        if (i < v->frontCount && at < s.frontHeight) {
            s.frontHeight = at;
            s.front = (vlVec2){h->hx, h->hy};
        } else if (i >= v->frontCount && at > s.backHeight) {
            s.backHeight = at;
            s.back = (vlVec2){h->hx, h->hy};
        }
    }
    return s;
}

// Part of a wall that belongs to B: the wall belongs to the body whose surface passes here, half to
// each if both do.
static double shareOfB(const vlContactVolume* v, const vlPlaced* a, const vlPlaced* b, vlVec2 p,
                       double height, double depth)
{
    vlVec3 x = vlAdd(vlAdd(v->origin, vlScale(v->normal, height)),
                     vlMulAdd(vlScale(v->e1, p.x), p.y, v->e2));
    double fromA = fabs(signedDistance(a, x));
    double fromB = fabs(signedDistance(b, x));
    if (fabs(fromA - fromB) < MEETING * depth) {
        return 0.5;
    }
    return fromB < fromA ? 1.0 : 0.0;
}

// An edge moves outward by q . u per length where B moves by u. Adds the mean over the edge of
// p q^T and of p (q . perp p).
static void addOuter(vlFollow* g, double scale, vlVec2 p, vlVec2 along, vlVec2 q)
{
    g->xx += scale * p.x * q.x, g->xy += scale * p.x * q.y;
    g->yx += scale * p.y * q.x, g->yy += scale * p.y * q.y;
    vlVec2 turned = {q.y, -q.x}; // q . perp p = p . turned
    double middle = vlDot2(p, turned);
    double ends = vlDot2(along, turned) / 12.0;
    g->spin.x += scale * (p.x * middle + along.x * ends);
    g->spin.y += scale * (p.y * middle + along.y * ends);
}

// One edge, `along` from corner to corner.
static void addEdge(vlFollow* g, const vlContactVolume* v, const vlVolumePool* pool,
                    const vlPlaced* a, const vlPlaced* b, vlVec2 middle, vlVec2 along)
{
    double perArea = 1.0 / v->area;
    double length = sqrt(along.x * along.x + along.y * along.y);
    vlVec2 outward = {along.y, -along.x}; // length times nu: the outline runs anticlockwise
    Sides s = sidesAt(v, pool, middle);
    double depth = s.frontHeight - s.backHeight;
    double share;
    if (depth > MEETING * v->volume * perArea) {
        share = shareOfB(v, a, b, middle, 0.5 * (s.frontHeight + s.backHeight), depth);
    } else {
        vlVec2 grad = {s.front.x - s.back.x, s.front.y - s.back.y};
        double steep = sqrt(grad.x * grad.x + grad.y * grad.y);
        double each = fabs(s.front.x) + fabs(s.front.y) + fabs(s.back.x) + fabs(s.back.y);
        if (steep > FLATTEST * each) {
            addOuter(g, length * perArea / steep, middle, along, s.back);
            g->lean.x -= length * perArea / steep * s.front.x;
            g->lean.y -= length * perArea / steep * s.front.y;
            return;
        }
        share = 0.5;
    }
    addOuter(g, share * perArea, middle, along, outward);
    g->lean.x += (1.0 - share) * perArea * outward.x;
    g->lean.y += (1.0 - share) * perArea * outward.y;
}

static bool isSound(const vlFollow* g, const vlContactVolume* v)
{
    double reach = sqrt(v->area);
    double most = fabs(g->xx) + fabs(g->xy) + fabs(g->yx) + fabs(g->yy);
    double lean = (fabs(g->lean.x) + fabs(g->lean.y)) * reach;
    double spin = (fabs(g->spin.x) + fabs(g->spin.y)) / reach;
    return most < 2.0 * MOST && lean < 8.0 * MOST && spin < 4.0 * MOST; // a NaN is refused too
}

vlFollow vlFollow_Of(const vlContactVolume* v, const vlVolumePool* pool, const vlPlaced* a,
                     const vlPlaced* b)
{
    static const vlFollow half = {0.5, 0.0, 0.0, 0.5, {0.0, 0.0}, {0.0, 0.0}}; // both equally
    if (v->pointCount == 0 || v->frontCount == 0 || v->backCount == 0) {
        return half;
    }
    vlFollow g = {0.0, 0.0, 0.0, 0.0, {0.0, 0.0}, {0.0, 0.0}};
    const vlVec2* corner = &pool->points[v->pointStart];
    vlVec2 p = corner[v->pointCount - 1];
    for (int i = 0; i < v->pointCount; ++i) {
        vlVec2 q = corner[i];
        vlVec2 middle = {0.5 * (p.x + q.x), 0.5 * (p.y + q.y)};
        vlVec2 along = {q.x - p.x, q.y - p.y};
        addEdge(&g, v, pool, a, b, middle, along);
        p = q;
    }
    return isSound(&g, v) ? g : half;
}
