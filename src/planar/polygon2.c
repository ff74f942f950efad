// SPDX-License-Identifier: MIT
// Polygons: whether they are convex, and their area, centroid and gyration.

#include <math.h>
#include <stdio.h>

#include "planar/world2_parts.h"

vlPolygon vlPolygon_Box(double width, double height)
{
    double x = 0.5 * width;
    double y = 0.5 * height;
    return (vlPolygon){4, {{-x, -y}, {x, -y}, {x, y}, {-x, y}}};
}

static void say(char* message, size_t size, int i, const char* what, double found)
{
    if (message != NULL && size > 0) {
        snprintf(message, size,
                 "vertex %d of the polygon %s (%g); expected a convex polygon, "
                 "anticlockwise, no three vertices on a line",
                 i, what, found);
    }
}

// Each corner must turn left, by more than rounding, and all corners together once round.
static vlResult checkCorners(const vlPolygon* polygon, char* message, size_t size)
{
    double reach = 0.0;
    for (int i = 0; i < polygon->count; ++i) {
        vlVec2 p = polygon->vertex[i];
        if (!vlVec2_IsFinite(p)) {
            say(message, size, i, "is not finite", p.x + p.y);
            return VL_ERROR_GEOMETRY;
        }
        reach = fmax(reach, vlLength2(vlVec2_Sub(p, polygon->vertex[0])));
    }
    if (!(reach > 1e-9) || !(reach < 1e6)) {
        say(message, size, 0, "belongs to a polygon whose size in m is out of range", reach);
        return VL_ERROR_GEOMETRY;
    }
    int turns = 0; // how often the direction of the edges passes that of the x axis
    for (int i = 0; i < polygon->count; ++i) {
        int j = vlPolygon_Next(i, polygon->count);
        int k = vlPolygon_Next(j, polygon->count);
        vlVec2 in = vlVec2_Sub(polygon->vertex[j], polygon->vertex[i]);
        vlVec2 out = vlVec2_Sub(polygon->vertex[k], polygon->vertex[j]);
        double cross = vlVec2_Cross(in, out);
        double scale = vlLength2(in) * vlLength2(out);
        if (!(scale > 1e-18 * reach * reach)) {
            say(message, size, j, "lies on its neighbour, at a distance in m", sqrt(scale));
            return VL_ERROR_GEOMETRY;
        }
        if (!(cross > 1e-9 * scale)) {
            say(message, size, j,
                cross < -1e-9 * scale ? "turns right, sine of the corner"
                                      : "is on a line, sine of the corner",
                cross / scale);
            return VL_ERROR_GEOMETRY;
        }
        turns += in.y < 0.0 && out.y >= 0.0 ? 1 : 0;
    }
    if (turns != 1) {
        say(message, size, 0, "belongs to a polygon that crosses itself, turns", turns);
        return VL_ERROR_GEOMETRY;
    }
    return VL_OK;
}

vlResult vlPolygon_Measure(const vlPolygon* polygon, double* area, vlVec2* centroid,
                           double* gyration, char* message, size_t messageSize)
{
    if (polygon->count < 3 || polygon->count > VL_MAX_POLYGON_VERTICES) {
        if (message != NULL && messageSize > 0) {
            snprintf(message, messageSize, "the polygon has %d vertices; expected 3 to %d",
                     polygon->count, VL_MAX_POLYGON_VERTICES);
        }
        return VL_ERROR_GEOMETRY;
    }
    vlResult result = checkCorners(polygon, message, messageSize);
    if (result != VL_OK) {
        return result;
    }
    // Triangles from the first vertex, so that a polygon far from its origin loses no digits.
    vlVec2 o = polygon->vertex[0];
    double twice = 0.0;
    double second = 0.0; // integral of r^2 about the first vertex, times 12
    vlVec2 first = {0.0, 0.0};
    for (int i = 1; i + 1 < polygon->count; ++i) {
        vlVec2 p = vlVec2_Sub(polygon->vertex[i], o);
        vlVec2 q = vlVec2_Sub(polygon->vertex[i + 1], o);
        double cross = vlVec2_Cross(p, q);
        twice += cross;
        first = vlVec2_MulAdd(first, cross / 3.0, vlVec2_Add(p, q));
        second += cross * (vlDot2(p, p) + vlDot2(p, q) + vlDot2(q, q));
    }
    vlVec2 c = vlVec2_Of(first.x / twice, first.y / twice);
    if (area != NULL) {
        *area = 0.5 * twice;
    }
    if (centroid != NULL) {
        *centroid = vlVec2_Add(o, c);
    }
    if (gyration != NULL) {
        *gyration = second / (6.0 * twice) - vlDot2(c, c);
    }
    return VL_OK;
}
