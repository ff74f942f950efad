// SPDX-License-Identifier: MIT
// How far the hull of a part stands off the part. A point of the hull's surface is never inside the
// part, so that its distance from the part is that from the part's surface. The hull's faces are
// cut into triangles, and these in halves until it is known that none holds a much larger distance
// than one found: within a triangle of radius r the distance is at most that of its middle plus r;
// and if one convex face is the nearest to the middle, at most the largest of the distances of the
// corners from that face, since the distance from a convex set is a convex function.

#include <stdlib.h>

#include "decompose/part.h"

#define MOST_SAMPLES 40000
#define DEEPEST 256

typedef struct Triangle {
    vlVec3 p[3];
} Triangle;

typedef struct Ball {
    vlVec3 middle;
    double radius;
} Ball;

typedef struct Probe {
    const vlPart* part;
    Ball* balls;         // around the faces
    int last;            // the face that was nearest before
    double found, bound; // largest distance found, largest distance possible
    vlVec3 worst, nearest;
    int samples;
} Probe;

static Ball ballOf(const vlPart* part, const vlPartFace* face)
{
    Ball ball = {vlZero(), 0.0};
    for (int i = 0; i < face->count; ++i) {
        vlVec3 p = part->points[part->edges[face->first + i].from];
        ball.middle = vlMulAdd(ball.middle, 1.0 / face->count, p);
    }
    for (int i = 0; i < face->count; ++i) {
        vlVec3 p = part->points[part->edges[face->first + i].from];
        ball.radius = fmax(ball.radius, vlLength(vlSub(p, ball.middle)));
    }
    return ball;
}

// Is the point above the inside of the face? By the parity of a ray in the face's plane, projected
// along the longest component of its normal.
static bool isAbove(const vlPart* part, const vlPartFace* face, vlVec3 p)
{
    vlVec3 n = face->normal;
    bool isX = fabs(n.x) >= fabs(n.y) && fabs(n.x) >= fabs(n.z);
    bool isY = !isX && fabs(n.y) >= fabs(n.z);
    bool isIn = false;
    for (int i = 0; i < face->count; ++i) {
        vlVec3 a = vlSub(part->points[part->edges[face->first + i].from], p);
        vlVec3 b = vlSub(part->points[part->edges[face->first + i].to], p);
        double xa = isX ? a.y : a.x, ya = isX || isY ? a.z : a.y;
        double xb = isX ? b.y : b.x, yb = isX || isY ? b.z : b.y;
        if ((ya > 0.0) != (yb > 0.0)) {
            isIn = isIn != (xa + (xb - xa) * ya / (ya - yb) > 0.0);
        }
    }
    return isIn;
}

static double faceDistance(const vlPart* part, const vlPartFace* face, vlVec3 p, vlVec3* nearest)
{
    vlVec3 start = part->points[part->edges[face->first].from];
    double height = vlDot(face->normal, vlSub(p, start));
    vlVec3 foot = vlMulAdd(p, -height, face->normal);
    if (isAbove(part, face, foot)) {
        *nearest = foot;
        return fabs(height);
    }
    double best = -1.0;
    for (int i = 0; i < face->count; ++i) {
        vlVec3 a = part->points[part->edges[face->first + i].from];
        vlVec3 side = vlSub(part->points[part->edges[face->first + i].to], a);
        double square = vlDot(side, side);
        double t = square > 0.0 ? vlDot(side, vlSub(p, a)) / square : 0.0;
        vlVec3 q = vlMulAdd(a, fmin(fmax(t, 0.0), 1.0), side);
        double distance = vlLength(vlSub(p, q));
        if (best < 0.0 || distance < best) {
            best = distance;
            *nearest = q;
        }
    }
    return best;
}

// The distance of the point from the part; the search ends early at a distance of `enough`.
static double distanceOf(Probe* probe, vlVec3 p, double enough, vlVec3* nearest)
{
    const vlPart* part = probe->part;
    double best = faceDistance(part, &part->faces[probe->last], p, nearest);
    for (int f = 0; f < part->faceCount && best > enough; ++f) {
        vlVec3 q;
        double away = vlLength(vlSub(p, probe->balls[f].middle)) - probe->balls[f].radius;
        if (part->faces[f].count == 0 || away >= best) {
            continue;
        }
        double distance = faceDistance(part, &part->faces[f], p, &q);
        if (distance < best) {
            best = distance;
            probe->last = f;
            *nearest = q;
        }
    }
    return best;
}

// Takes one triangle; true if it must be halved.
static bool probeTriangle(Probe* probe, const Triangle* t, double floor)
{
    vlVec3 middle = vlScale(vlAdd(vlAdd(t->p[0], t->p[1]), t->p[2]), 1.0 / 3.0), nearest;
    double radius = 0.0, corners = 0.0;
    for (int k = 0; k < 3; ++k) {
        radius = fmax(radius, vlLength(vlSub(t->p[k], middle)));
    }
    double limit = fmax(1.1 * probe->found, floor);
    double distance = distanceOf(probe, middle, limit - radius, &nearest);
    ++probe->samples;
    if (distance > probe->found) {
        probe->found = distance;
        probe->worst = middle;
        probe->nearest = nearest;
        limit = fmax(1.1 * probe->found, floor);
    }
    double bound = distance + radius;
    if (bound > limit && probe->part->faces[probe->last].isConvex) {
        for (int k = 0; k < 3; ++k) {
            const vlPartFace* face = &probe->part->faces[probe->last];
            corners = fmax(corners, faceDistance(probe->part, face, t->p[k], &nearest));
        }
        bound = fmin(bound, corners);
    }
    if (bound <= limit || probe->samples > MOST_SAMPLES) {
        probe->bound = fmax(probe->bound, bound);
        return false;
    }
    return true;
}

static void probeFace(Probe* probe, Triangle whole, double floor)
{
    Triangle waiting[DEEPEST];
    int depth = 0;
    waiting[depth++] = whole;
    while (depth > 0) {
        Triangle t = waiting[--depth];
        if (!probeTriangle(probe, &t, floor) || depth > DEEPEST - 2) {
            continue;
        }
        int k = 0;
        double longest = -1.0;
        for (int i = 0; i < 3; ++i) {
            double length = vlLength(vlSub(t.p[(i + 1) % 3], t.p[i]));
            k = length > longest ? i : k;
            longest = fmax(longest, length);
        }
        vlVec3 half = vlScale(vlAdd(t.p[k], t.p[(k + 1) % 3]), 0.5);
        waiting[depth++] = (Triangle){{t.p[k], half, t.p[(k + 2) % 3]}};
        waiting[depth++] = (Triangle){{half, t.p[(k + 1) % 3], t.p[(k + 2) % 3]}};
    }
}

// Is the hull's face covered by faces of the part in its plane? Then nothing of it stands off.
static bool isCovered(const vlPart* part, vlVec3 normal, double offset, double area,
                      double tolerance)
{
    double covered = 0.0;
    for (int f = 0; f < part->faceCount; ++f) {
        const vlPartFace* face = &part->faces[f];
        const vlPartEdge* edge = &part->edges[face->first];
        if (face->count == 0 || vlDot(face->normal, normal) < 0.99) {
            continue;
        }
        vlVec3 start = part->points[edge[0].from];
        double twice = 0.0, height = 0.0;
        for (int i = 0; i < face->count; ++i) {
            vlVec3 p = part->points[edge[i].from];
            height = fmax(height, fabs(vlDot(normal, p) - offset));
            twice +=
                vlDot(normal, vlCross(vlSub(p, start), vlSub(part->points[edge[i].to], start)));
        }
        covered += height <= tolerance ? 0.5 * twice : 0.0;
    }
    // Of a strip of the tolerance's width around the face nobody can tell.
    return covered >= area - 4.0 * tolerance * sqrt(area);
}

bool vlPart_MeasureError(vlPart* part, double tolerance, double floor)
{
    Probe probe = {.part = part};
    probe.balls = malloc(sizeof *probe.balls * (size_t)(part->faceCount + 1));
    if (probe.balls == NULL) {
        return false;
    }
    for (int f = 0; f < part->faceCount; ++f) {
        probe.balls[f] = ballOf(part, &part->faces[f]);
        probe.last = part->faces[f].count > 0 ? f : probe.last;
    }
    for (int f = 0; f < vlShape_GetFaceCount(part->hull, 0); ++f) {
        int loop[VL_MAX_HULL_VERTICES];
        vlVec3 normal;
        double offset, twice = 0.0;
        int count = vlShape_GetFaceVertices(part->hull, 0, f, loop, VL_MAX_HULL_VERTICES);
        vlShape_GetFacePlane(part->hull, 0, f, &normal, &offset);
        vlVec3 corner = vlShape_GetVertex(part->hull, 0, loop[0]);
        for (int i = 1; i + 1 < count; ++i) {
            vlVec3 b = vlShape_GetVertex(part->hull, 0, loop[i]);
            vlVec3 c = vlShape_GetVertex(part->hull, 0, loop[i + 1]);
            twice += vlDot(normal, vlCross(vlSub(b, corner), vlSub(c, corner)));
        }
        if (isCovered(part, normal, offset, 0.5 * twice, tolerance)) {
            continue;
        }
        for (int i = 1; i + 1 < count; ++i) {
            probeFace(&probe,
                      (Triangle){{corner, vlShape_GetVertex(part->hull, 0, loop[i]),
                                  vlShape_GetVertex(part->hull, 0, loop[i + 1])}},
                      floor);
        }
    }
    free(probe.balls);
    part->error = fmax(probe.found, probe.bound);
    part->worst = probe.worst;
    part->nearest = probe.nearest;
    return true;
}
