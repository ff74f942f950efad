// SPDX-License-Identifier: MIT
// Finds the exact distance of two surfaces. Going to and fro between them by closest points gives a
// distance that is never too small. The closest triangles are in the pairs of patches that are
// nearer than that.

#include "hierarchy/gap_parts.h"

#define TO_AND_FRO 12
// Tolerances of the first walks, as fractions of the sum of both radii.
#define COARSE 0.02
#define LESS_COARSE 0.004

// A triangle for the distance search, in the frame of its own surface.
typedef struct Corners {
    double x[VL_LANES], y[VL_LANES], z[VL_LANES];
    vlVec3 centre;
    double radius;
} Corners;

static Corners cornersOf(const vlSkin* skin, int triangle)
{
    Corners c;
    vlVec3 p[3];
    for (int k = 0; k < VL_LANES; ++k) {
        vlVec3 at = skin->point[skin->triangle[triangle][k % 3]];
        c.x[k] = at.x;
        c.y[k] = at.y;
        c.z[k] = at.z;
        p[k % 3] = at;
    }
    c.centre = vlScale(vlAdd(vlAdd(p[0], p[1]), p[2]), 1.0 / 3.0);
    c.radius = 0.0;
    for (int k = 0; k < 3; ++k) {
        double away = vlLength(vlSub(p[k], c.centre));
        c.radius = away > c.radius ? away : c.radius;
    }
    return c;
}

static vlConvex hullOf(const Corners* c)
{
    vlConvex hull = {.vertexCount = 3,
                     .centre = c->centre,
                     .radius = c->radius,
                     .vx = c->x,
                     .vy = c->y,
                     .vz = c->z};
    return hull;
}

typedef struct Closest {
    double distance;
    int triangle[2];
} Closest;

static void tryTriangles(vlGapQuery* q, int a, int b, Closest* best)
{
    Corners ca = cornersOf(q->h[0]->skin, a), cb = cornersOf(q->h[1]->skin, b);
    double apart = vlLength(vlSub(vlGapQuery_ToA(q, cb.centre), ca.centre));
    if (apart - ca.radius - cb.radius >= best->distance) {
        return;
    }
    vlGjkCache cache = {.count = 0};
    vlConvex ha = hullOf(&ca), hb = hullOf(&cb);
    vlGjkResult r =
        vlGjk_DistanceWithin(&ha, &hb, q->rotation, q->pose.p, -1.0, best->distance, &cache);
    q->info.work += r.iterations;
    if (r.lower <= best->distance && r.distance < best->distance) {
        *best = (Closest){r.distance, {a, b}};
    }
}

// Goes from a point to and fro between the surfaces by closest points. This gives the distance of a
// point of one from a point of the other, which is never too small.
static void approachFrom(const vlGapQuery* q, vlVec3 p, Closest* best)
{
    Closest at = {HUGE_VAL, {-1, -1}};
    for (int i = 0; i < TO_AND_FRO; ++i) {
        vlSignedDistance onA = vlSkin_Distance(q->h[0]->skin, p, HUGE_VAL, at.triangle[0]);
        vlSignedDistance onB =
            vlSkin_Distance(q->h[1]->skin, vlGapQuery_ToB(q, onA.point), HUGE_VAL, at.triangle[1]);
        if (!(fabs(onB.distance) < at.distance)) {
            break;
        }
        at = (Closest){fabs(onB.distance), {onA.triangle, onB.triangle}};
        p = vlGapQuery_ToA(q, onB.point);
    }
    *best = at.distance < best->distance ? at : *best;
}

// Begins at the nearest of the contacts that a coarse walk finds.
static void approachCoarsely(vlGapQuery* q, double tolerance, Closest* best)
{
    vlGapQuery_Walk(q, tolerance, best->distance);
    const vlGapContact* nearest = &q->contact[0];
    for (int i = 1; i < q->info.contactCount; ++i) {
        nearest = q->contact[i].gap < nearest->gap ? &q->contact[i] : nearest;
    }
    if (q->info.contactCount > 0) {
        approachFrom(q, vlScale(vlAdd(nearest->pointA, nearest->pointB), 0.5), best);
    }
}

// An upper bound of the distance: that of the triangles that were the closest ones in the last
// call, or the one that coarse walks lead to.
static Closest findBound(vlGapQuery* q)
{
    Closest best = {HUGE_VAL, {q->closest[0], q->closest[1]}};
    if (best.triangle[0] >= 0) {
        tryTriangles(q, best.triangle[0], best.triangle[1], &best);
        return best;
    }
    double radius = q->h[0]->radius + q->h[1]->radius;
    approachFrom(q, vlGapQuery_ToA(q, q->h[1]->node[0].centre), &best);
    approachCoarsely(q, COARSE * radius, &best);
    approachCoarsely(q, LESS_COARSE * radius, &best);
    return best;
}

static void tryPatches(vlGapQuery* q, const vlGapContact* c, Closest* best)
{
    const vlHierarchy *ha = q->h[0], *hb = q->h[1];
    const vlLevelNode *a = &ha->node[c->nodeA], *b = &hb->node[c->nodeB];
    for (int i = a->patch; i < a->patch + a->patchCount; ++i) {
        for (int k = b->patch; k < b->patch + b->patchCount; ++k) {
            tryTriangles(q, ha->triangle[i], hb->triangle[k], best);
        }
    }
}

double vlGapQuery_FindDistance(vlGapQuery* q, vlPose poseAB, double reach)
{
    if (!vlIsWithin(poseAB.p, VL_MAX_LENGTH) || !vlIsUnitQ(poseAB.q, 1e-6) || !(reach >= 0.0)) {
        return HUGE_VAL;
    }
    vlGapQuery_Move(q, poseAB);
    double limit = q->def.work;
    q->def.work = 0.0;
    Closest best = findBound(q);
    // With room for rounding of the search, so that the pair that gave the bound is among the
    // contacts.
    double bound = best.distance * (1.0 + 1e-9) + 1e-12 * q->h[0]->radius;
    vlGapQuery_Walk(q, 0.0, bound < reach ? bound : reach);
    q->def.work = limit;
    // The nearest patches come first: most others need not be looked at then.
    for (int turn = 0; turn < q->info.contactCount; ++turn) {
        int nearest = turn;
        for (int i = turn + 1; i < q->info.contactCount; ++i) {
            nearest = q->contact[i].gap < q->contact[nearest].gap ? i : nearest;
        }
        vlGapContact c = q->contact[nearest];
        q->contact[nearest] = q->contact[turn];
        q->contact[turn] = c;
        if (c.gap >= best.distance) {
            break;
        }
        tryPatches(q, &c, &best);
    }
    q->closest[0] = best.triangle[0];
    q->closest[1] = best.triangle[1];
    return best.distance <= reach ? best.distance : HUGE_VAL;
}
