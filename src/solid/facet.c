// SPDX-License-Identifier: MIT
#include "solid/facet.h"

#include <stdlib.h>
#include <string.h>

static vlVec3 cornerOf(const vlVec3* points, const int* loop, int i)
{
    return points[loop != NULL ? loop[i] : i];
}

vlVec3 vlFacet_Spread(const vlVec3* points, const int* loop, int count)
{
    vlVec3 sum = vlZero(), origin = cornerOf(points, loop, 0);
    for (int i = 1; i + 1 < count; ++i) {
        sum = vlAdd(sum, vlCross(vlSub(cornerOf(points, loop, i), origin),
                                 vlSub(cornerOf(points, loop, i + 1), origin)));
    }
    return sum;
}

static int sideOf(double height, double tolerance)
{
    return height > tolerance ? 1 : (height < -tolerance ? -1 : 0);
}

int vlFacet_Cut(const vlVec3* in, int count, vlVec3 normal, double offset, double tolerance,
                vlVec3* out, int capacity)
{
    int kept = 0;
    double height = count > 0 ? vlDot(normal, in[0]) - offset : 0.0;
    for (int i = 0; i < count; ++i) {
        vlVec3 a = in[i], b = in[i + 1 < count ? i + 1 : 0];
        double next = vlDot(normal, b) - offset;
        int side = sideOf(height, tolerance);
        if (side >= 0 && kept < capacity) {
            out[kept++] = a;
        }
        if (side * sideOf(next, tolerance) < 0 && kept < capacity) {
            out[kept++] = vlMulAdd(a, height / (height - next), vlSub(b, a));
        }
        height = next;
    }
    return kept;
}

double vlFacet_Height(const vlVec3* points, int before, int here, int after, vlVec3 normal)
{
    vlVec3 along = vlUnit(vlSub(points[after], points[before]));
    return vlDot(vlCross(along, vlSub(points[here], points[before])), normal);
}

static bool isInTriangle(const vlVec3* points, const int corner[3], int point, vlVec3 normal)
{
    for (int k = 0; k < 3; ++k) {
        vlVec3 p = points[corner[k]];
        vlVec3 side = vlSub(points[corner[(k + 1) % 3]], p);
        if (vlDot(vlCross(side, vlSub(points[point], p)), normal) < 0.0) {
            return false;
        }
    }
    return true;
}

static bool isEar(const vlVec3* points, const int* loop, int count, const int corner[3],
                  vlVec3 normal, double tolerance)
{
    if (!(vlFacet_Height(points, corner[0], corner[1], corner[2], normal) < -tolerance)) {
        return false;
    }
    for (int k = 0; k < count; ++k) {
        int p = loop[k];
        if (p != corner[0] && p != corner[1] && p != corner[2] &&
            isInTriangle(points, corner, p, normal)) {
            return false;
        }
    }
    return true;
}

int vlFacet_CutEars(const vlVec3* points, int* loop, int count, vlVec3 normal, double tolerance,
                    int** out)
{
    for (int at = 0; count > 3 && at < count; ++at) {
        int corner[3] = {loop[(at + count - 1) % count], loop[at], loop[(at + 1) % count]};
        if (isEar(points, loop, count, corner, normal, tolerance)) {
            memcpy(*out, corner, sizeof corner);
            *out += 3;
            memmove(&loop[at], &loop[at + 1], (size_t)(count - at - 1) * sizeof(int));
            --count;
            at = -1;
        }
    }
    return count;
}

// The length for which the sides from a to b and from p to q run together.
static double sharedLength(vlVec3 a, vlVec3 b, vlVec3 p, vlVec3 q, double tolerance)
{
    vlVec3 along = vlSub(b, a);
    double length = vlLength(along);
    if (!(length > tolerance)) {
        return 0.0;
    }
    along = vlScale(along, 1.0 / length);
    double s = vlDot(along, vlSub(p, a)), t = vlDot(along, vlSub(q, a));
    if (vlLength(vlSub(p, vlMulAdd(a, s, along))) > tolerance ||
        vlLength(vlSub(q, vlMulAdd(a, t, along))) > tolerance) {
        return 0.0;
    }
    return fmin(length, fmax(s, t)) - fmax(0.0, fmin(s, t));
}

bool vlFacet_DoMeet(vlFacet a, vlFacet b, double tolerance, double least)
{
    for (int i = 0; i < a.count; ++i) {
        vlVec3 from = cornerOf(a.points, a.loop, i);
        vlVec3 to = cornerOf(a.points, a.loop, i + 1 < a.count ? i + 1 : 0);
        for (int k = 0; k < b.count; ++k) {
            vlVec3 p = cornerOf(b.points, b.loop, k);
            vlVec3 q = cornerOf(b.points, b.loop, k + 1 < b.count ? k + 1 : 0);
            if (sharedLength(from, to, p, q, tolerance) > least) {
                return true;
            }
        }
    }
    return false;
}

bool vlFacet_Triangulate(const vlVec3* points, const int* loop, int count, int* out)
{
    int* rest = malloc(sizeof(int) * (size_t)count);
    if (rest == NULL) {
        return false;
    }
    memcpy(rest, loop, sizeof(int) * (size_t)count);
    vlVec3 normal = vlUnit(vlFacet_Spread(points, loop, count));
    int left = count;
    if (count <= VL_MOST_EARS) {
        left = vlFacet_CutEars(points, rest, count, normal, 0.0, &out);
    }
    for (int i = 1; i + 1 < left; ++i) { // a fan
        *out++ = rest[0];
        *out++ = rest[i];
        *out++ = rest[i + 1];
    }
    free(rest);
    return true;
}
