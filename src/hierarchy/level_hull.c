// SPDX-License-Identifier: MIT
// Chooses a few of many points whose hull nearly contains the others. Extreme points in 14
// directions come first (the six axes and the eight diagonals), then repeatedly the point that is
// farthest outside. How far outside the farthest one is at the end is the rounding of the node.
// (T14.2)

#include <string.h>

#include "base/box.h"
#include "collide/gjk.h"
#include "hierarchy/levels.h"

#define DIRECTIONS 14

// The chosen points as the distance search takes them.
typedef struct Chosen {
    double x[VL_LEVEL_VERTICES], y[VL_LEVEL_VERTICES], z[VL_LEVEL_VERTICES];
    int point[VL_LEVEL_VERTICES]; // number
    int count;
    vlVec3 centre;
    double radius;
} Chosen;

static bool has(const Chosen* c, int point)
{
    bool found = false;
    for (int i = 0; i < c->count; ++i) {
        found = found || c->point[i] == point;
    }
    return found;
}

static void add(Chosen* c, const vlVec3* points, int point)
{
    c->x[c->count] = points[point].x;
    c->y[c->count] = points[point].y;
    c->z[c->count] = points[point].z;
    c->point[c->count++] = point;
    c->radius = fmax(c->radius, vlLength(vlSub(points[point], c->centre)));
}

static void addExtremes(Chosen* c, const vlVec3* points, int count)
{
    for (int d = 0; d < DIRECTIONS; ++d) {
        vlVec3 way = vlVec(d & 1 ? 1.0 : -1.0, d & 2 ? 1.0 : -1.0, d & 4 ? 1.0 : -1.0);
        if (d >= 8) {
            double sign = d & 1 ? 1.0 : -1.0;
            way = vlVec(d < 10 ? sign : 0.0, d / 2 == 5 ? sign : 0.0, d >= 12 ? sign : 0.0);
        }
        int best = 0;
        double most = vlDot(points[0], way);
        for (int i = 1; i < count; ++i) {
            double value = vlDot(points[i], way);
            best = value > most ? i : best;
            most = value > most ? value : most;
        }
        if (!has(c, best)) {
            add(c, points, best);
        }
    }
}

// Distance of a point from the hull of those chosen.
static double distanceOf(const Chosen* chosen, vlVec3 p)
{
    Chosen c = *chosen;
    while (c.count % VL_LANES != 0) {
        c.x[c.count] = c.x[0];
        c.y[c.count] = c.y[0];
        c.z[c.count] = c.z[0];
        ++c.count;
    }
    double px[VL_LANES] = {p.x, p.x, p.x, p.x}, py[VL_LANES] = {p.y, p.y, p.y, p.y},
           pz[VL_LANES] = {p.z, p.z, p.z, p.z};
    vlConvex hull = {.vertexCount = c.count,
                     .centre = c.centre,
                     .radius = c.radius,
                     .vx = c.x,
                     .vy = c.y,
                     .vz = c.z};
    vlConvex point = {.vertexCount = 1, .centre = p, .vx = px, .vy = py, .vz = pz};
    vlGjkCache cache = {.count = 0};
    return vlGjk_Distance(&hull, &point, vlDiag(1.0, 1.0, 1.0), vlZero(), &cache).distance;
}

// The heap of points, the largest bound on top.
static void sink(vlFarPoint* heap, int count, int i)
{
    for (;;) {
        int child = 2 * i + 1;
        if (child + 1 < count && heap[child + 1].upper > heap[child].upper) {
            ++child;
        }
        if (child >= count || !(heap[child].upper > heap[i].upper)) {
            return;
        }
        vlFarPoint kept = heap[i];
        heap[i] = heap[child];
        heap[child] = kept;
        i = child;
    }
}

// Brings the point that is farthest outside to the top, with its distance. Bounds only shrink as
// the hull grows: the largest one is made exact until it stays the largest.
static void findFarthest(const Chosen* c, const vlVec3* points, int count, vlFarPoint* heap)
{
    int exact = -1;
    while (heap[0].point != exact && heap[0].upper > 0.0) {
        exact = heap[0].point;
        heap[0].upper = fmin(heap[0].upper, distanceOf(c, points[exact]));
        sink(heap, count, 0);
    }
}

vlLevelHull vlLevelHull_Choose(const vlVec3* points, int count, vlFarPoint* heap)
{
    Chosen c = {.count = 0};
    vlLevelHull hull = {.round = 0.0};
    c.centre = vlBox_Middle(vlBox_OfPoints(points, count));
    if (count <= VL_LEVEL_VERTICES) {
        for (int i = 0; i < count; ++i) {
            add(&c, points, i);
        }
    } else {
        addExtremes(&c, points, count);
        // The mean of those chosen is in their hull.
        vlVec3 mean = vlZero();
        for (int i = 0; i < c.count; ++i) {
            mean = vlMulAdd(mean, 1.0 / c.count, points[c.point[i]]);
        }
        for (int i = 0; i < count; ++i) {
            heap[i] = (vlFarPoint){vlLength(vlSub(points[i], mean)), i};
        }
        for (int i = count / 2 - 1; i >= 0; --i) {
            sink(heap, count, i);
        }
        for (;;) {
            findFarthest(&c, points, count, heap);
            hull.round = heap[0].upper;
            if (!(hull.round > 0.0) || c.count == VL_LEVEL_VERTICES) {
                break;
            }
            add(&c, points, heap[0].point);
            heap[0].upper = 0.0;
            sink(heap, count, 0);
        }
    }
    for (int i = 0; i < c.count; ++i) {
        hull.vertex[i] = points[c.point[i]];
    }
    hull.count = c.count;
    return hull;
}
