// SPDX-License-Identifier: MIT
// What a list of triangles bounds: every edge must belong to two triangles that run through it in
// opposite directions. Triangles connected by edges are a component. A component of positive volume
// is a solid; one of negative volume is a cavity, of the smallest solid around it.

#include <stdlib.h>
#include <string.h>

#include "base/sets.h"
#include "base/side.h"
#include "base/solid_angle.h"
#include "shape/skin_draft.h"

static vlResult failOpen(const vlSkinDraft* d, const vlSide* side, const vlSentence* error)
{
    vlVec3 p = d->point[side->low], q = d->point[side->high];
    return vlSentence_Fail(
        error, VL_ERROR_GEOMETRY,
        "the surface is not closed at the edge from (%.6g, %.6g, %.6g) to (%.6g, "
        "%.6g, %.6g) of triangle %d; expected two triangles there, in opposite "
        "directions",
        p.x, p.y, p.z, q.x, q.y, q.z, side->number / 3);
}

// Fills `beside` from the sorted sides. Their number is 3 * triangle + the corner they begin at.
static vlResult pairSides(vlSkinDraft* d, const vlSide* side, int count, const vlSentence* error)
{
    for (int i = 0; i < count; i += 2) {
        const vlSide* s = &side[i];
        const vlSide* o = s + 1;
        bool isPair = i + 1 < count && vlSide_IsBeside(s, o) &&
                      (i + 2 == count || !vlSide_IsBeside(s, o + 1));
        if (!isPair || s->isForward == o->isForward) {
            return failOpen(d, s, error);
        }
        d->beside[s->number / 3][s->number % 3] = o->number / 3;
        d->beside[o->number / 3][o->number % 3] = s->number / 3;
    }
    return VL_OK;
}

static vlResult findBeside(vlSkinDraft* d, const vlSentence* error)
{
    vlSideList sides;
    if (!vlSideList_OfTriangles(d->triangle[0], (size_t)d->def->triangleCount, &sides)) {
        return vlSentence_FailMemory(error);
    }
    vlResult result = pairSides(d, sides.side, sides.count, error);
    free(sides.side);
    return result;
}

static vlResult checkTriangles(vlSkinDraft* d, const vlSentence* error)
{
    const vlSurfaceShapeDef* def = d->def;
    for (int t = 0; t < def->triangleCount; ++t) {
        for (int k = 0; k < 3; ++k) {
            int v = def->triangles[3 * t + k];
            if (v < 0 || v >= def->pointCount) {
                return vlSentence_Fail(error, VL_ERROR_ARGUMENT,
                                       "triangle %d names point %d; expected 0 to %d", t, v,
                                       def->pointCount - 1);
            }
            d->triangle[t][k] = v;
        }
        const vlVec3* p = d->point;
        vlVec3 a = p[d->triangle[t][0]], b = p[d->triangle[t][1]], c = p[d->triangle[t][2]];
        if (!(vlLength(vlCross(vlSub(b, a), vlSub(c, a))) > 0.0)) {
            return vlSentence_Fail(error, VL_ERROR_GEOMETRY,
                                   "triangle %d at (%.6g, %.6g, %.6g) has no area; vlMesh_Prepare "
                                   "removes such triangles",
                                   t, a.x, a.y, a.z);
        }
    }
    return VL_OK;
}

// ---- solids ----

static double halfSolidAngle(const vlSkinDraft* d, int t, vlVec3 from)
{
    const vlVec3* p = d->point;
    vlVec3 a = vlSub(p[d->triangle[t][0]], from);
    vlVec3 b = vlSub(p[d->triangle[t][1]], from);
    vlVec3 c = vlSub(p[d->triangle[t][2]], from);
    return vlTriangle_HalfSolidAngle(a, b, c);
}

typedef struct Component {
    double sixVolume; // six times its volume
    int name;         // its first triangle
    int solid;
} Component;

static bool holds(const vlSkinDraft* d, const int* name, int component, vlVec3 point)
{
    double sum = 0.0;
    for (int t = 0; t < d->def->triangleCount; ++t) {
        sum += name[t] == component ? halfSolidAngle(d, t, point) : 0.0;
    }
    return sum > VL_PI; // inside 2 pi, outside 0
}

// The smallest solid around a cavity; -1: none.
static int findHolder(const vlSkinDraft* d, const int* name, const Component* all, int count,
                      const Component* cavity)
{
    vlVec3 point = d->point[d->triangle[cavity->name][0]];
    int found = -1;
    for (int i = 0; i < count; ++i) {
        bool isSmaller =
            all[i].sixVolume > 0.0 && (found < 0 || all[i].sixVolume < all[found].sixVolume);
        found = isSmaller && holds(d, name, all[i].name, point) ? i : found;
    }
    return found;
}

static vlResult numberSolids(vlSkinDraft* d, const int* name, Component* all, int count,
                             const vlSentence* error)
{
    for (int i = 0; i < count; ++i) {
        all[i].solid = all[i].sixVolume > 0.0 ? d->solidCount++ : -1;
    }
    for (int i = 0; i < count; ++i) {
        if (all[i].solid < 0) {
            int holder = findHolder(d, name, all, count, &all[i]);
            if (holder < 0) {
                return vlSentence_Fail(error, VL_ERROR_GEOMETRY,
                                       "the component of triangle %d is inside out and in no other "
                                       "one; expected triangles anticlockwise seen from outside",
                                       all[i].name);
            }
            all[i].solid = all[holder].solid;
        }
    }
    for (int t = 0; t < d->def->triangleCount; ++t) {
        for (int i = 0; i < count; ++i) {
            d->solidOf[t] = all[i].name == name[t] ? all[i].solid : d->solidOf[t];
        }
    }
    return VL_OK;
}

static vlResult findSolids(vlSkinDraft* d, int* name, const vlSentence* error)
{
    Component all[VL_MAX_SURFACE_SOLIDS];
    int count = 0;
    int triangles = d->def->triangleCount;
    vlSets_Begin(name, triangles);
    for (int t = 0; t < triangles; ++t) {
        for (int k = 0; k < 3; ++k) {
            vlSets_Join(name, t, d->beside[t][k]);
        }
    }
    for (int t = 0; t < triangles; ++t) {
        name[t] = vlSets_Find(name, t);
        if (name[t] == t && count == VL_MAX_SURFACE_SOLIDS) {
            return vlSentence_Fail(error, VL_ERROR_FULL,
                                   "the surface has more than %d components; expected at most %d",
                                   count, VL_MAX_SURFACE_SOLIDS);
        }
        if (name[t] == t) {
            all[count++] = (Component){.name = t};
        }
    }
    vlVec3 origin = d->point[0];
    for (int i = 0; i < count; ++i) {
        for (int t = 0; t < triangles; ++t) {
            const int* v = d->triangle[t];
            const vlVec3* p = d->point;
            if (name[t] == all[i].name) {
                all[i].sixVolume += vlDot(vlSub(p[v[0]], origin),
                                          vlCross(vlSub(p[v[1]], origin), vlSub(p[v[2]], origin)));
            }
        }
    }
    return numberSolids(d, name, all, count, error);
}

vlResult vlSkinDraft_Connect(vlSkinDraft* d, const vlSentence* error)
{
    size_t triangles = (size_t)d->def->triangleCount, points = (size_t)d->def->pointCount;
    d->point = malloc(points * sizeof *d->point);
    d->triangle = calloc(triangles, sizeof *d->triangle);
    d->beside = calloc(triangles, sizeof *d->beside);
    d->solidOf = calloc(triangles, sizeof *d->solidOf);
    int* name = calloc(triangles, sizeof *name);
    if (d->point == NULL || d->triangle == NULL || d->beside == NULL || d->solidOf == NULL ||
        name == NULL) {
        free(name);
        return vlSentence_FailMemory(error);
    }
    memcpy(d->point, d->def->points, points * sizeof *d->point);
    vlResult result = checkTriangles(d, error);
    result = result == VL_OK ? findBeside(d, error) : result;
    result = result == VL_OK ? findSolids(d, name, error) : result;
    free(name);
    return result;
}
