// SPDX-License-Identifier: MIT
// The faces of a list as convex cells: triangles, unless a face is convex.

#include "formation/triangulate.h"

#include "solid/facet.h"

static vlResult refuseFace(const vlPolyDraft* d, int point, int face, const char* what)
{
    vlVec3 p = d->point[point];
    return vlSentence_Fail(d->error, VL_ERROR_GEOMETRY, "face %d at (%g, %g, %g) %s", face, p.x,
                           p.y, p.z, what);
}

static vlResult cutEars(vlPolyDraft* d, int* loop, int count, int face, vlVec3 normal)
{
    int* triangles = vlPolyDraft_Take(d, 3 * count, sizeof(int));
    vlResult result = vlPolyDraft_Memory(d);
    if (result == VL_OK) {
        int* end = triangles;
        int left = vlFacet_CutEars(d->point, loop, count, normal, d->snap, &end);
        for (const int* t = triangles; t < end; t += 3) {
            vlPolyDraft_AddCell(d, t, 3, -1, -1, face);
        }
        vlPolyDraft_AddCell(d, loop, left, -1, -1, face);
        result = left > 3 ? refuseFace(d, loop[0], face, "crosses itself; expected a simple border")
                          : vlPolyDraft_Memory(d);
    }
    vlPolyDraft_Drop(d, triangles);
    return result;
}

vlResult vlTriangulate_Face(vlPolyDraft* d, int* loop, int count, int face, vlVec3* normal)
{
    vlVec3 sum = vlFacet_Spread(d->point, loop, count);
    vlVec3 middle = vlZero();
    double longest = 0.0;
    for (int i = 0; i < count; ++i) {
        vlVec3 p = d->point[loop[i]], q = d->point[loop[(i + 1) % count]];
        if (loop[i] == loop[(i + 1) % count]) {
            return refuseFace(d, loop[i], face,
                              "has two corners at one place; expected a face with area");
        }
        middle = vlMulAdd(middle, 1.0 / count, p);
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
        isConvex &= vlFacet_Height(d->point, loop[(i + count - 1) % count], loop[i],
                                   loop[(i + 1) % count], *normal) <= 0.0;
    }
    if (isConvex) {
        vlPolyDraft_AddCell(d, loop, count, -1, -1, face);
        return vlPolyDraft_Memory(d);
    }
    return cutEars(d, loop, count, face, *normal);
}
