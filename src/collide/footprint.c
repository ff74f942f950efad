// SPDX-License-Identifier: MIT
#include "collide/footprint.h"

#include <float.h>

static bool comesBefore(vlVec2 a, vlVec2 b)
{
    return a.x < b.x || (a.x == b.x && a.y < b.y);
}

// Shell sort: no recursion, no allocation, and a footprint has few points.
static void sortPoints(vlVec2* points, int count)
{
    static const int gaps[] = {701, 301, 132, 57, 23, 10, 4, 1};
    for (size_t g = 0; g < sizeof gaps / sizeof gaps[0]; ++g) {
        int gap = gaps[g];
        for (int i = gap; i < count; ++i) {
            vlVec2 v = points[i];
            int j = i;
            for (; j >= gap && comesBefore(v, points[j - gap]); j -= gap) {
                points[j] = points[j - gap];
            }
            points[j] = v;
        }
    }
}

static double crossAt(vlVec2 o, vlVec2 a, vlVec2 b)
{
    return (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
}

// Neighbours in x order that coincide to within `reach` become one point.
static int mergePoints(vlVec2* points, int count, double reach)
{
    int n = 0;
    for (int i = 0; i < count; ++i) {
        bool isNew = true;
        for (int j = n - 1; j >= 0 && points[i].x - points[j].x <= reach; --j) {
            if (fabs(points[i].y - points[j].y) <= reach) {
                isNew = false;
                break;
            }
        }
        if (isNew) {
            points[n++] = points[i];
        }
    }
    return n;
}

int vlFootprint_Hull(vlVec2* points, int count, vlVec2* hull)
{
    sortPoints(points, count);
    double lowest = DBL_MAX;
    double highest = -DBL_MAX;
    for (int i = 0; i < count; ++i) {
        lowest = points[i].y < lowest ? points[i].y : lowest;
        highest = points[i].y > highest ? points[i].y : highest;
    }
    double width = points[count - 1].x - points[0].x;
    double extent = width > highest - lowest ? width : highest - lowest;
    int n = mergePoints(points, count, 1e-8 * extent);
    if (n < 3) {
        return 0;
    }
    // There is no tolerance here: along a side that is straight except for rounding it would lose
    // corners.
    int size = 0;
    for (int i = 0; i < n; ++i) {
        while (size >= 2 && crossAt(hull[size - 2], hull[size - 1], points[i]) <= 0.0) {
            --size;
        }
        hull[size++] = points[i];
    }
    int lower = size + 1;
    for (int i = n - 2; i >= 0; --i) {
        while (size >= lower && crossAt(hull[size - 2], hull[size - 1], points[i]) <= 0.0) {
            --size;
        }
        hull[size++] = points[i];
    }
    return size - 1 >= 3 ? size - 1 : 0;
}

int vlFootprint_Trace(const vlPolytope* p, vlVolumeScratch* scratch)
{
    uint64_t leaves[VL_POLYTOPE_SMALL]; // bit w of leaves[u]: some front face runs u -> w
    if (p->vertexCount > VL_POLYTOPE_SMALL) {
        return 0;
    }
    for (int v = 0; v < p->vertexCount; ++v) {
        leaves[v] = 0;
    }
    for (int f = 0; f < p->faceCount; ++f) {
        const uint16_t* loop = &p->loop[p->face[f].start];
        int u = loop[p->face[f].count - 1];
        for (int i = 0; i < p->face[f].count && scratch->faceShadow[f] > 0.0; ++i) {
            leaves[u] |= (uint64_t)1 << loop[i];
            u = loop[i];
        }
    }
    int start = -1;
    int edges = 0;
    uint8_t next[VL_POLYTOPE_SMALL];
    for (int u = 0; u < p->vertexCount; ++u) {
        for (uint64_t rest = leaves[u]; rest != 0; rest &= rest - 1) {
            int w = __builtin_ctzll(rest);
            if (!((leaves[w] >> u) & 1)) {
                next[u] = (uint8_t)w;
                start = u;
                ++edges;
            }
        }
    }
    int v = start;
    for (int i = 0; i < edges; ++i) {
        scratch->hull[i] = scratch->lifted[v].p;
        v = next[v];
        if (v == start && i + 1 < edges) {
            return 0;
        }
    }
    return edges >= 3 && v == start ? edges : 0;
}

double vlFootprint_Area(const vlVec2* polygon, int count)
{
    double twice = 0.0;
    for (int i = 1; i + 1 < count; ++i) {
        twice += crossAt(polygon[0], polygon[i], polygon[i + 1]);
    }
    return 0.5 * twice;
}

int vlFootprint_Gauss(const vlVec2* polygon, int count, vlGaussPoint* points, int capacity)
{
    int n = 0;
    vlVec2 a = polygon[count - 1];
    for (int i = 0; i < count && n + VL_GAUSS_PER_TRIANGLE <= capacity; ++i) {
        vlVec2 b = polygon[i];
        // The third corner is the origin, so it contributes nothing to any point.
        double weight = (a.x * b.y - a.y * b.x) * (1.0 / 6.0);
        vlVec2 sum = {(a.x + b.x) * (1.0 / 6.0), (a.y + b.y) * (1.0 / 6.0)};
        points[n].p = sum;
        points[n + 1].p.x = sum.x + 0.5 * a.x, points[n + 1].p.y = sum.y + 0.5 * a.y;
        points[n + 2].p.x = sum.x + 0.5 * b.x, points[n + 2].p.y = sum.y + 0.5 * b.y;
        points[n].weight = points[n + 1].weight = points[n + 2].weight = weight;
        n += VL_GAUSS_PER_TRIANGLE;
        a = b;
    }
    return n;
}

double vlFootprint_SignedDepth(const vlHeight* heights, int frontCount, int backCount, vlVec2 p)
{
    double front = DBL_MAX;
    for (int i = 0; i < frontCount; ++i) {
        double h = heights[i].h0 + heights[i].hx * p.x + heights[i].hy * p.y;
        front = h < front ? h : front;
    }
    double back = -DBL_MAX;
    for (int i = frontCount; i < frontCount + backCount; ++i) {
        double h = heights[i].h0 + heights[i].hx * p.x + heights[i].hy * p.y;
        back = h > back ? h : back;
    }
    double depth = front - back;
    return depth < DBL_MAX ? depth : 0.0;
}

double vlFootprint_Depth(const vlHeight* heights, int frontCount, int backCount, vlVec2 p)
{
    double depth = vlFootprint_SignedDepth(heights, frontCount, backCount, p);
    return depth > 0.0 ? depth : 0.0;
}
