// SPDX-License-Identifier: MIT

#include "planar/distance2.h"

#include "planar/world2_parts.h"

#define MAX_ROUNDS 40

// A point of the difference of the outlines, with the vertices that it comes from.
typedef struct Corner {
    vlVec2 p;
    int a, b;
} Corner;

// The vertex farthest along `d`, walking from `start`. On a convex outline the height along d rises
// to one top, so a walk uphill ends there. Neighbours of the same height end it too, which is as
// good.
static int climb(vlOutline2 outline, vlVec2 d, int start)
{
    int i = start;
    double height = vlDot2(outline.vertex[i], d);
    for (int step = 0; step < outline.count; ++step) {
        int next = vlPolygon_Next(i, outline.count);
        int previous = vlPolygon_Previous(i, outline.count);
        double up = vlDot2(outline.vertex[next], d);
        double down = vlDot2(outline.vertex[previous], d);
        if (up > height && up >= down) {
            i = next;
            height = up;
        } else if (down > height) {
            i = previous;
            height = down;
        } else {
            break;
        }
    }
    return i;
}

static Corner support(vlOutline2 a, vlOutline2 b, vlVec2 d, int witness[2])
{
    Corner c;
    c.a = witness[0] = climb(a, d, witness[0]);
    c.b = witness[1] = climb(b, vlVec2_Of(-d.x, -d.y), witness[1]);
    c.p = vlVec2_Sub(a.vertex[c.a], b.vertex[c.b]);
    return c;
}

// The point of the segment nearest to the origin.
static vlVec2 nearest(vlVec2 p, vlVec2 q)
{
    vlVec2 d = vlVec2_Sub(q, p);
    double length2 = vlDot2(d, d);
    double t = length2 > 0.0 ? -vlDot2(p, d) / length2 : 0.0;
    t = t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
    return vlVec2_MulAdd(p, t, d);
}

static bool holdsOrigin(vlVec2 p, vlVec2 q, vlVec2 r)
{
    double a = vlVec2_Cross(p, q);
    double b = vlVec2_Cross(q, r);
    double c = vlVec2_Cross(r, p);
    return (a >= 0.0 && b >= 0.0 && c >= 0.0) || (a <= 0.0 && b <= 0.0 && c <= 0.0);
}

double vlOutline2_Distance(vlOutline2 a, vlOutline2 b, int witness[2])
{
    Corner p = {vlVec2_Sub(a.vertex[witness[0]], b.vertex[witness[1]]), witness[0], witness[1]};
    Corner q = p;
    vlVec2 v = p.p;
    for (int round = 0; round < MAX_ROUNDS; ++round) {
        double v2 = vlDot2(v, v);
        if (v2 == 0.0) {
            break;
        }
        Corner r = support(a, b, vlVec2_Of(-v.x, -v.y), witness);
        // No corner is nearer to the origin along v by more than rounding: v is the answer.
        if (v2 - vlDot2(v, r.p) <= 1e-13 * v2 || (r.a == p.a && r.b == p.b) ||
            (r.a == q.a && r.b == q.b)) {
            break;
        }
        if (holdsOrigin(p.p, q.p, r.p) && !(p.a == q.a && p.b == q.b)) {
            v = vlVec2_Of(0.0, 0.0);
            break;
        }
        vlVec2 withP = nearest(p.p, r.p);
        vlVec2 withQ = nearest(q.p, r.p);
        if (vlDot2(withP, withP) < vlDot2(withQ, withQ)) {
            q = r;
            v = withP;
        } else {
            p = r;
            v = withQ;
        }
    }
    witness[0] = p.a;
    witness[1] = p.b;
    return vlLength2(v);
}
