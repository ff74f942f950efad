// SPDX-License-Identifier: MIT
// Cuts off the ears of a polygon, one after the other, until a triangle is left.

#include "formation/triangulate.h"

#include <string.h>

#include "shape/shape_build.h"

static vlResult refuseFace(const vlPolyDraft* d, int point, int face, const char* what)
{
    vlVec3 p = d->point[point];
    return vlShape_Fail(d->error, VL_ERROR_GEOMETRY, "face %d at (%g, %g, %g) %s", face, p.x, p.y,
                        p.z, what);
}

// Height of corner `here` over the line from `before` to `after`: negative if it is convex.
static double heightOf(const vlPolyDraft* d, int before, int here, int after, vlVec3 normal)
{
    vlVec3 along = vlUnit(vlSub(d->point[after], d->point[before]));
    return vlDot(vlCross(along, vlSub(d->point[here], d->point[before])), normal);
}

static bool isInTriangle(const vlPolyDraft* d, const int corner[3], int point, vlVec3 normal)
{
    for (int k = 0; k < 3; ++k) {
        vlVec3 p = d->point[corner[k]];
        vlVec3 side = vlSub(d->point[corner[(k + 1) % 3]], p);
        if (vlDot(vlCross(side, vlSub(d->point[point], p)), normal) < 0.0) {
            return false;
        }
    }
    return true;
}

static bool isEar(const vlPolyDraft* d, const int* loop, int count, int at, vlVec3 normal)
{
    int corner[3] = {loop[(at + count - 1) % count], loop[at], loop[(at + 1) % count]};
    if (heightOf(d, corner[0], corner[1], corner[2], normal) > -d->snap) {
        return false;
    }
    for (int k = 0; k < count; ++k) {
        int p = loop[k];
        if (p != corner[0] && p != corner[1] && p != corner[2] &&
            isInTriangle(d, corner, p, normal)) {
            return false;
        }
    }
    return true;
}

static vlResult cutEars(vlPolyDraft* d, int* loop, int count, int face, vlVec3 normal)
{
    while (count > 3) {
        int at = 0;
        while (at < count && !isEar(d, loop, count, at, normal)) {
            ++at;
        }
        if (at == count) {
            return refuseFace(d, loop[0], face, "crosses itself; expected a simple border");
        }
        int corner[3] = {loop[(at + count - 1) % count], loop[at], loop[(at + 1) % count]};
        vlPolyDraft_AddCell(d, corner, 3, -1, -1, face);
        memmove(&loop[at], &loop[at + 1], (size_t)(count - at - 1) * sizeof(int));
        --count;
    }
    vlPolyDraft_AddCell(d, loop, count, -1, -1, face);
    return vlPolyDraft_Memory(d);
}

vlResult vlTriangulate_Face(vlPolyDraft* d, int* loop, int count, int face, vlVec3* normal)
{
    vlVec3 sum = vlZero();
    vlVec3 origin = d->point[loop[0]];
    vlVec3 middle = vlZero();
    double longest = 0.0;
    for (int i = 0; i < count; ++i) {
        vlVec3 p = vlSub(d->point[loop[i]], origin);
        vlVec3 q = vlSub(d->point[loop[(i + 1) % count]], origin);
        if (loop[i] == loop[(i + 1) % count]) {
            return refuseFace(d, loop[i], face,
                              "has two corners at one place; expected a face with area");
        }
        sum = vlAdd(sum, vlCross(p, q));
        middle = vlMulAdd(middle, 1.0 / count, d->point[loop[i]]);
        longest = fmax(longest, vlLength(vlSub(q, p)));
    }
    if (!(vlLength(sum) > d->snap * longest)) {
        return refuseFace(d, loop[0], face, "has no area; expected corners that span a plane");
    }
    *normal = vlUnit(sum);
    bool isConvex = true;
    for (int i = 0; i < count; ++i) {
        if (fabs(vlDot(*normal, vlSub(d->point[loop[i]], middle))) > d->snap) {
            return refuseFace(d, loop[i], face,
                              "is not plane there; expected all corners in one plane to 1e-6 of "
                              "the size");
        }
        isConvex &= heightOf(d, loop[(i + count - 1) % count], loop[i], loop[(i + 1) % count],
                             *normal) <= 0.0;
    }
    if (isConvex) {
        vlPolyDraft_AddCell(d, loop, count, -1, -1, face);
        return vlPolyDraft_Memory(d);
    }
    return cutEars(d, loop, count, face, *normal);
}
