// SPDX-License-Identifier: MIT
#include "quadrature.h"

#include <float.h>

static void addPlane(vlPlaneList* l, const vlContactVolume* v, vlVec3 n, double d)
{
    vlVec3 m = vlVec(vlDot(v->e1, n), vlDot(v->e2, n), vlDot(v->normal, n));
    m.z = fabs(m.z) > 1e-12 ? m.z : copysign(1e-12, m.z); // no plane is exactly vertical
    vlVec3 height = vlVec(-m.x / m.z, -m.y / m.z, (d - vlDot(n, v->origin)) / m.z);
    *(m.z > 0.0 ? &l->front[l->frontCount++] : &l->back[l->backCount++]) = height;
}

void vlPlaneList_Gather(vlPlaneList* l, const vlTestPair* pair, const vlContactVolume* v)
{
    l->frontCount = l->backCount = 0;
    const vlConvex* b = &pair->base.convex;
    for (int f = 0; f < b->faceCount; ++f) {
        vlVec3 n = vlMulMV(pair->rotation, vlConvex_Normal(b, f));
        addPlane(l, v, n, b->nd[f] + vlDot(n, pair->translation));
    }
    const vlConvex* c = &pair->cutter.convex;
    for (int f = 0; f < c->faceCount; ++f) {
        addPlane(l, v, vlConvex_Normal(c, f), c->nd[f]);
    }
}

double vlPlaneList_Depth(const vlPlaneList* l, double x, double y)
{
    double front = DBL_MAX;
    double back = -DBL_MAX;
    for (int i = 0; i < l->frontCount; ++i) {
        double h = l->front[i].z + l->front[i].x * x + l->front[i].y * y;
        front = h < front ? h : front;
    }
    for (int i = 0; i < l->backCount; ++i) {
        double h = l->back[i].z + l->back[i].x * x + l->back[i].y * y;
        back = h > back ? h : back;
    }
    return front - back;
}

// Where the line at x crosses the footprint; false if it misses it.
static bool findChord(const vlPlaneList* l, double x, double lower, double upper, double* from,
                      double* to)
{
    double a = lower, b = upper;
    for (int i = 0; i < 80; ++i) { // to the top of the concave depth
        double m = a + 0.382 * (b - a), n = a + 0.618 * (b - a);
        if (vlPlaneList_Depth(l, x, m) < vlPlaneList_Depth(l, x, n)) {
            a = m;
        } else {
            b = n;
        }
    }
    double top = 0.5 * (a + b);
    if (vlPlaneList_Depth(l, x, top) <= 0.0) {
        return false;
    }
    double out[2] = {lower - 0.01 * (upper - lower), upper + 0.01 * (upper - lower)};
    for (int side = 0; side < 2; ++side) {
        double in = top;
        for (int i = 0; i < 50; ++i) {
            double middle = 0.5 * (in + out[side]);
            *(vlPlaneList_Depth(l, x, middle) > 0.0 ? &in : &out[side]) = middle;
        }
    }
    *from = out[0], *to = out[1];
    return true;
}

void vlPlaneList_Integrate(const vlPlaneList* l, const vlContactVolume* v, int lines,
                           vlContactVolume* sum)
{
    double dx = (v->upper.x - v->lower.x) / lines;
    for (int i = 0; i < lines; ++i) {
        double x = v->lower.x + (i + 0.5) * dx;
        double from, to;
        if (!findChord(l, x, v->lower.y, v->upper.y, &from, &to)) {
            continue;
        }
        double w = dx * (to - from) / lines;
        for (int k = 0; k < lines; ++k) {
            double y = from + (k + 0.5) * (to - from) / lines;
            double depth = vlPlaneList_Depth(l, x, y);
            sum->volume += w * depth;
            sum->area += w;
            sum->depthMoment.x += w * depth * x, sum->depthMoment.y += w * depth * y;
            sum->mxx += w * x * x, sum->mxy += w * x * y, sum->myy += w * y * y;
        }
    }
}
