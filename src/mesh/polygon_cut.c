// SPDX-License-Identifier: MIT
// Polygons cut into triangles by ears.

#include <stdlib.h>

#include "mesh/mesh_parts.h"

typedef struct Corner {
    double x, y;
    int vertex;
} Corner;

// Twice the signed area of three corners.
static double areaOf(const Corner* a, const Corner* b, const Corner* c)
{
    return (b->x - a->x) * (c->y - a->y) - (b->y - a->y) * (c->x - a->x);
}

static bool isEar(const Corner* corner, int count, int i)
{
    const Corner* a = &corner[(i + count - 1) % count];
    const Corner* b = &corner[i];
    const Corner* c = &corner[(i + 1) % count];
    if (!(areaOf(a, b, c) > 0.0)) {
        return false;
    }
    for (int k = 0; k < count; ++k) {
        const Corner* p = &corner[k];
        bool isOwn = p->vertex == a->vertex || p->vertex == b->vertex || p->vertex == c->vertex;
        if (!isOwn && areaOf(a, b, p) >= 0.0 && areaOf(b, c, p) >= 0.0 && areaOf(c, a, p) >= 0.0) {
            return false;
        }
    }
    return true;
}

// Newell's normal: right for any plane polygon, and the best one for one that is not plane.
static vlVec3 normalOf(const vlVec3* points, const int* loop, int count)
{
    vlVec3 sum = vlZero();
    for (int i = 1; i + 1 < count; ++i) {
        sum = vlAdd(sum, vlCross(vlSub(points[loop[i]], points[loop[0]]),
                                 vlSub(points[loop[i + 1]], points[loop[0]])));
    }
    return sum;
}

static void flatten(const vlVec3* points, const int* loop, int count, Corner* corner)
{
    vlVec3 n = vlUnit(normalOf(points, loop, count));
    vlVec3 axis = fabs(n.x) < 0.6 ? vlVec(1.0, 0.0, 0.0) : vlVec(0.0, 1.0, 0.0);
    vlVec3 u = vlUnit(vlCross(axis, n));
    vlVec3 v = vlCross(n, u);
    for (int i = 0; i < count; ++i) {
        vlVec3 p = vlSub(points[loop[i]], points[loop[0]]);
        corner[i] = (Corner){vlDot(p, u), vlDot(p, v), loop[i]};
    }
}

bool vlMesh_CutPolygon(const vlVec3* points, const int* loop, int count, int* out)
{
    Corner* corner = malloc(sizeof *corner * (size_t)count);
    if (corner == NULL) {
        return false;
    }
    flatten(points, loop, count, corner);
    int left = count;
    while (left > 3 && left <= VL_MOST_EARS) {
        int ear = 0;
        while (ear < left && !isEar(corner, left, ear)) {
            ++ear;
        }
        if (ear == left) { // it crosses itself, or has no area: the rest is a fan
            break;
        }
        *out++ = corner[(ear + left - 1) % left].vertex;
        *out++ = corner[ear].vertex;
        *out++ = corner[(ear + 1) % left].vertex;
        --left;
        for (int i = ear; i < left; ++i) {
            corner[i] = corner[i + 1];
        }
    }
    for (int i = 1; i + 1 < left; ++i) {
        *out++ = corner[0].vertex;
        *out++ = corner[i].vertex;
        *out++ = corner[i + 1].vertex;
    }
    free(corner);
    return true;
}
